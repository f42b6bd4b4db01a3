"""From a visitor to a table of one's own, and a second browser that joins it."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from tests.journeys.conftest import Seat
from tests.journeys.site import Site
from tests.journeys.test_two_at_a_table import write


def sign_up(page, name: str) -> None:
    page.get_by_label("Name", exact=False).first.fill(name)
    page.get_by_label(re.compile("mail", re.IGNORECASE)).fill(f"{name}@example.org")
    page.get_by_label("Password", exact=False).fill("correct horse battery")
    page.locator("main form button.pri").click()


def test_a_visitor_founds_a_campaign_and_a_second_browser_joins_and_posts(site: Site, seat: Seat) -> None:
    gm = seat("", "/accounts/signup/")
    sign_up(gm, "marisol")
    gm.goto(f"{site.url}/campaigns/new/")
    gm.get_by_label("Name").fill("Salt and Lanterns")
    gm.get_by_label("Rules").select_option("dice")
    gm.locator("main form button.pri").click()
    expect(gm.locator("h1")).to_have_text("Salt and Lanterns")
    gm.goto(f"{gm.url}settings/")
    gm.get_by_role("button", name="Make an invitation").click()
    link = gm.locator("#invitation-1").input_value()
    guest = seat("", link)
    if "/accounts/" in guest.url:
        guest.goto(f"{site.url}/accounts/signup/?next={link.removeprefix(site.url)}")
    sign_up(guest, "anselm")
    guest.goto(link)
    guest.get_by_role("button", name="Join as a player").click()
    guest.goto(site.thread("The first scene"))
    write(guest, "Here at last.\n\n!roll 1d20+5")
    expect(guest.locator("article.post section.roll")).to_have_count(1)
    gm.goto(site.thread("The first scene"))
    expect(gm.locator("article.post", has_text="Here at last.")).to_have_count(1)


def test_the_front_page_says_how_to_sign_in_as_each_demo_person(site: Site, seat: Seat) -> None:
    page = seat("")
    for name in ("ines", "juniper", "tobias", "bex", "reed", "wren"):
        expect(page.locator("main")).to_contain_text(name)
    expect(page.locator("main")).to_contain_text("long-table-demo")


@pytest.mark.parametrize("person", ["juniper", "ines"])
def test_today_says_whose_turn_it_is_and_what_is_new(site: Site, seat: Seat, person: str) -> None:
    page = seat(person)
    expect(page.locator("h1")).to_contain_text("wait")
    expect(page.locator("main")).to_contain_text("The Orpheum Affair")
