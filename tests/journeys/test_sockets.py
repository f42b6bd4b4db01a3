"""Sockets that lie: one that only looks open, and one whose person has signed out."""

from __future__ import annotations

import re
from itertools import count

from playwright.sync_api import WebSocketRoute, expect

from tests.journeys.conftest import PASSWORD, Seat
from tests.journeys.site import Site
from tests.journeys.test_two_at_a_table import SCENE, write


def test_a_socket_that_swallows_its_frames_is_noticed_by_the_poll_and_opened_anew(site: Site, seat: Seat) -> None:
    opened, swallows = count(1), [False]

    def between(page: WebSocketRoute) -> None:
        number, server = next(opened), page.connect_to_server()
        server.on_message(lambda frame: None if number == 1 and swallows[0] else page.send(frame))

    reader, writer = seat("reed"), seat("juniper", site.thread(SCENE))
    reader.route_web_socket(re.compile("/live/t/"), between)
    reader.goto(site.thread(SCENE))
    expect(reader.locator("[data-live=open]").first).to_be_visible()
    swallows[0] = True
    write(writer, "Swallowed on its way.")
    expect(reader.locator("article.post", has_text="Swallowed on its way.")).to_have_count(1, timeout=40_000)
    write(writer, "Brought by the new socket.")
    expect(reader.locator("article.post", has_text="Brought by the new socket.")).to_have_count(1)
    assert next(opened) == 3


def test_signing_out_in_one_tab_stops_the_other_and_says_so(site: Site, seat: Seat) -> None:
    page = seat("", "/accounts/login/")  # a session of its own: the others are shared by all journeys
    page.fill("[name=login]", "bex")
    page.fill("[name=password]", PASSWORD)
    page.locator("main form button").click()
    expect(page.locator("h1")).to_contain_text("wait")
    page.goto(site.thread(SCENE))
    page.locator("#id_text").fill("Half a thought")
    expect(page.locator("[data-live=open]").first).to_be_visible()
    other_tab = page.context.new_page()
    other_tab.goto(f"{site.url}/accounts/logout/")
    other_tab.locator("main form button").click()
    expect(page.locator("#alert")).to_have_text("You are signed out here. Sign in again; what you typed is kept.")
    expect(page.locator("[data-live=over]").first).to_have_text("Not live")
    expect(page.locator("#id_text")).to_have_value("Half a thought")
