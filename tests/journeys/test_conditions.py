"""Conditions at the table: put on in a menu that stays open while others act, seen by all, taken away with one press."""

from __future__ import annotations

from pathlib import Path

from playwright.sync_api import Page, expect

from tests.journeys.conftest import Seat
from tests.journeys.site import Site
from tests.journeys.test_looks import keep, violations
from tests.journeys.test_turns import open_scene
from tests.journeys.test_two_at_a_table import write

LEFT = "torn arm -1d, 2 Rounds left"
TOLD = (
    "Turn order, round 1, Wolfman Jackson: torn arm -1d, Usher 1: held, 2 Rounds left, "
    "Usher 1: blinded by the follow spot -2d, 1 Round left"
)
LOOKS = (
    ("ines", "light", 1440), ("ines", "dark", 390), ("ines", "light", 320),
    ("juniper", "dark", 1440), ("juniper", "light", 390), ("juniper", "dark", 320),
)  # fmt: skip


def test_a_menu_stays_open_while_others_act_and_its_condition_reaches_everybody(site: Site, seat: Seat) -> None:
    gm = seat("ines")
    address = open_scene(gm, site, "Behind the organ", "The Orpheum Affair")
    player = seat("juniper", address)
    write(gm, '!fight\n!init "Wolfman Jackson" 30\n!init Usher x2 12\n!next')
    menu = gm.locator("#turns li", has_text="Wolfman Jackson").locator("details.acts")
    menu.locator("summary").click()
    menu.get_by_label("Condition").press_sequentially("torn ar")
    write_done(player)
    expect(gm.locator("#turns [aria-current=true] .nm")).to_have_text("Usher 1")
    expect(menu.get_by_label("Condition")).to_have_value("torn ar")
    menu.get_by_label("Condition").fill("torn arm")
    menu.get_by_label("Dice lost").fill("1")
    menu.get_by_label("Rounds").fill("2")
    assert violations(gm) == []
    menu.get_by_role("button", name="Add").click()
    for page in (gm, player):
        expect(page.locator("#turns .ail")).to_have_text([LEFT])
    write(player, "!pool Body+Brawl")
    expect(player.locator("article.post section.roll").last).to_contain_text("1 lost for torn arm")
    gm.get_by_role("button", name=f"{LEFT}: take it away from Wolfman Jackson").click()
    for page in (gm, player):
        expect(page.locator("#turns .ail")).to_have_count(0)


def write_done(player: Page) -> None:
    player.locator("#id_text").fill("Wolfman lets go of the rail.")
    player.get_by_label("My turn is done").check()
    player.locator("[data-post]").click()
    expect(player.locator("#id_text")).to_have_value("")


def test_conditions_are_read_on_a_phone_and_in_both_themes(site: Site, seat: Seat, pictures: Path) -> None:
    gm = seat("ines")
    address = open_scene(gm, site, "Above the organ", "The Orpheum Affair")
    write(
        gm,
        '!fight\n!init "Wolfman Jackson" 30\n!init Usher x2 12\n!next\n!state "Wolfman Jackson" +"torn arm" -1d\n'
        '!state "Usher 1" +held for 2\n!state "Usher 1" +"blinded by the follow spot" -2d for 1',
    )
    for person, theme, width in LOOKS:
        page = seat(person, address, viewport={"width": width, "height": 900}, color_scheme=theme)
        if width < 1000:
            expect(page.locator("#strip")).to_have_attribute("aria-label", TOLD)
            page.locator("#strip").click()
        expect(page.locator("#turns .ail").first).to_be_visible()
        keep(page, pictures, f"conditions-{person}-{theme}-{width}")
        if person == "ines":
            menu = page.locator("#turns details.acts").last
            menu.locator("summary").click()
            expect(menu.get_by_label("Condition")).to_be_visible()
        assert violations(page) == []
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
