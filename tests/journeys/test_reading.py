"""What a reader has had on screen is read; what a writer has just posted is offered where he does not see it."""

from __future__ import annotations

from typing import Any

from playwright.sync_api import expect

from tests.journeys.conftest import Seat
from tests.journeys.site import Site

SCENE = "The gantry above the screen"
LOW = {"viewport": {"width": 1440, "height": 560}}


def read_to(site: Site, person: str) -> list[tuple[object, ...]]:
    marks = "thread_readmark m JOIN people_user u ON u.id = m.person_id JOIN thread_thread t ON t.id = m.thread_id"
    return site.ask(f"SELECT m.number FROM {marks} WHERE u.username = ? AND t.title = ?", person, SCENE)


def test_posts_that_stood_on_screen_are_read_and_those_below_are_not(site: Site, seat: Seat) -> None:
    page = seat("wren", site.thread(SCENE), **LOW)
    newest = page.locator("article.post").last
    assert read_to(site, "wren") == []
    with page.expect_response("**/read/"):
        pass
    first = read_to(site, "wren")[0][0]
    assert first in (1, 2)
    with page.expect_response("**/read/"):
        newest.scroll_into_view_if_needed()
    expect(page.locator("#count")).to_have_text(f"{read_to(site, 'wren')[0][0]} posts")


def test_a_long_post_of_ones_own_is_offered_and_the_offer_goes_when_it_is_seen(site: Site, seat: Seat) -> None:
    page: Any = seat("juniper", site.thread(SCENE) + "?page=last", **LOW)
    page.locator("#id_text").fill("\n\n".join(["The beam swings round again."] * 20))
    page.locator("#id_text").press("Control+Enter")
    offer = page.locator("#composer").get_by_role("link", name="See your post")
    expect(offer).to_be_visible()
    expect(page.locator("#id_text")).to_be_focused()
    offer.click()
    expect(page.locator("article.post").last).to_be_in_viewport()
    expect(offer).to_have_count(0)
    page.locator("#id_text").fill("Short.")
    page.locator("[data-post]").press("Enter")
    expect(page.locator("article.post", has_text="Short.")).to_be_in_viewport()
    expect(offer).to_have_count(0)
    expect(page.locator("[data-post]")).to_be_focused()


def test_what_arrives_takes_the_focus_from_nobody_and_is_said(site: Site, seat: Seat) -> None:
    reader, gm = seat("juniper", site.thread("A blocked street")), seat("tobias", site.thread("A blocked street"))
    expect(reader.locator("[data-live=open]").first).to_be_visible()
    row = gm.locator("#turns li", has_text="Iron Man")
    row.locator("summary").click()
    row.get_by_role("button", name="Turn here").click()
    expect(reader.locator("#status")).to_have_text("Your turn.")
    assert reader.evaluate("document.activeElement.tagName") == "BODY"
    expect(gm.locator("#turns h2")).to_be_focused()
