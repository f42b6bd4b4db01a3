"""How the pages look: no violation that axe finds, no sideways scrolling, keys alone, in both themes."""

from __future__ import annotations

from pathlib import Path

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, expect

from tests.journeys.conftest import Seat
from tests.journeys.site import Site

PAGES = {
    "today": "/",
    "campaigns": "/campaigns/",
    "practice": "/practice/",
    "characters": "/characters/",
    "help": "/help/",
    "found": "/campaigns/new/",
    "preferences": "/settings/reading/",
}
SCENES = ("The gantry above the screen", "A blocked street", "The box office")


def violations(page: Page) -> list[str]:
    found = Axe().run(page).response["violations"]
    return [f"{rule['id']}: {node['html'][:120]}" for rule in found for node in rule["nodes"]]


def keep(page: Page, pictures: Path, name: str) -> None:
    if pictures.is_dir():
        page.screenshot(path=pictures / f"{name}.png", full_page=True)


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("width", [1440, 390])
def test_scenes_with_every_card_and_a_form_error_have_no_violation(
    site: Site, seat: Seat, pictures: Path, theme: str, width: int
) -> None:
    gm = seat("ines", viewport={"width": width, "height": 900}, color_scheme=theme)
    for title in SCENES:
        gm.goto(site.thread(title))
        assert violations(gm) == [], title
        keep(gm, pictures, f"{title}-{theme}-{width}")
    gm.goto(site.thread("The box office") + "write/")
    gm.locator("#id_text").fill("!pool Bdy+Brawl")
    gm.locator("[data-post]").click()
    expect(gm.locator(".wrongs")).to_be_visible()
    assert violations(gm) == []


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_the_other_pages_have_no_violation(site: Site, seat: Seat, pictures: Path, theme: str) -> None:
    page = seat("ines", color_scheme=theme)
    slug = site.ask("SELECT slug FROM campaign_campaign WHERE name = 'The Orpheum Affair'")[0][0]
    (character,) = site.ask("SELECT key FROM character_character WHERE name = 'Mabel Crane'")[0]
    (roll,) = site.ask("SELECT key FROM ledger_roll WHERE rv = 'bgrade/1' ORDER BY id LIMIT 1")[0]
    inside = {"campaign": "", "cast": "cast/", "rolls": "rolls/", "log": "log/", "settings": "settings/", "open": "threads/new/"}
    places = PAGES | {name: f"/c/{slug}/{end}" for name, end in inside.items()}
    places |= {"sheet": f"/ch/{character}/", "edit": f"/ch/{character}/edit/", "roll": f"/r/{roll}/"}
    for name, address in places.items():
        page.goto(site.url + address)
        assert violations(page) == [], address
        keep(page, pictures, f"{name}-{theme}")


def test_the_pages_of_a_visitor_have_no_violation(site: Site, seat: Seat, pictures: Path) -> None:
    for theme in ("light", "dark"):
        page = seat("", color_scheme=theme)
        for name, address in {"front": "/", "login": "/accounts/login/", "signup": "/accounts/signup/"}.items():
            page.goto(site.url + address)
            assert violations(page) == [], address
            keep(page, pictures, f"{name}-{theme}")


def test_axe_finds_a_violation_that_is_planted(site: Site, seat: Seat) -> None:
    page = seat("", "/accounts/login/")
    assert violations(page) == []
    page.evaluate("() => document.querySelector('main').append(document.createElement('button'))")
    assert any(found.startswith("button-name") for found in violations(page))


@pytest.mark.parametrize("width", [320, 390])
def test_nothing_scrolls_sideways_on_a_phone(site: Site, seat: Seat, width: int) -> None:
    page = seat("juniper", viewport={"width": width, "height": 800})
    for address in [*(site.thread(title) for title in SCENES), *(site.url + path for path in PAGES.values())]:
        page.goto(address)
        across = page.evaluate("() => document.documentElement.scrollWidth")
        assert across <= width, address


def test_a_post_by_keys_alone(site: Site, seat: Seat) -> None:
    page = seat("juniper", site.thread("The box office"))
    page.locator("body").press("r")
    expect(page.locator("#id_text")).to_be_focused()
    page.keyboard.type("Typed and sent by keys.")
    page.keyboard.press("Control+Enter")
    expect(page.locator("article.post", has_text="Typed and sent by keys.")).to_have_count(1)


def test_the_phone_reads_the_turn_order_from_its_bottom_bar(site: Site, seat: Seat) -> None:
    page = seat("juniper", site.thread("The gantry above the screen"), viewport={"width": 390, "height": 800})
    expect(page.locator("#turns")).not_to_be_in_viewport()
    page.locator("#strip").click()
    expect(page.locator("#turns h2")).to_be_in_viewport()
