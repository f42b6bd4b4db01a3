"""What a first visit asks for and says."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.journeys.conftest import Seat
from tests.journeys.site import Site


def test_a_visitor_sees_the_front_page_with_nothing_blocked_and_nothing_from_elsewhere(site: Site, seat: Seat) -> None:
    page = seat("", "/help/")
    said: list[str] = []
    asked: list[str] = []
    page.on("console", lambda message: said.append(message.text) if message.type in ("error", "warning") else None)
    page.on("request", lambda request: asked.append(request.url))
    page.goto(site.url)
    expect(page.get_by_role("main")).to_be_visible()
    expect(page).to_have_title("The Long Table: play by post, with dice that everybody can check")
    assert said == []
    assert asked and [url for url in asked if not url.startswith(site.url)] == []
