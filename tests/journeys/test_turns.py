"""The turn order in two browsers, from opening it to a turn that ends with its post."""

from __future__ import annotations

import re

from playwright.sync_api import Page, expect

from tests.journeys.conftest import Seat
from tests.journeys.site import Site
from tests.journeys.test_two_at_a_table import write


def current(page: Page) -> str:
    return page.locator("#turns [aria-current=true] .nm").inner_text()


def open_scene(gm: Page, site: Site, title: str, campaign: str) -> str:
    slug = site.ask("SELECT slug FROM campaign_campaign WHERE name = ?", campaign)[0][0]
    gm.goto(f"{site.url}/c/{slug}/threads/new/")
    gm.get_by_label("Title").fill(title)
    gm.locator("main form button.pri").click()
    expect(gm.locator("h1")).to_have_text(title)
    return gm.url


def test_a_fight_from_the_button_to_the_second_round(site: Site, seat: Seat) -> None:
    gm = seat("tobias")
    address = open_scene(gm, site, "On the roof", "Thunder on Fifth Avenue")
    gm.get_by_role("button", name="Open a turn order").click()
    expect(gm.locator("#turns h2")).to_have_text("Before round 1")
    thor, iron_man = seat("ines", address), seat("juniper", address)
    write(thor, "!init Thor 20")
    write(iron_man, "!init IronMan 15")
    for page in (gm, thor, iron_man):
        expect(page.locator("#turns .nm")).to_have_text(["Thor", "Iron Man"])
    gm.get_by_role("button", name="Begin round 1").click()
    for page in (gm, thor, iron_man):
        expect(page.locator("#turns [aria-current=true] .nm")).to_have_text("Thor")
    thor.locator("#id_text").fill("The rain begins to fall upwards.")
    thor.get_by_label("My turn is done").check()
    thor.locator("[data-post]").click()
    for page in (gm, thor, iron_man):
        expect(page.locator("#turns [aria-current=true] .nm")).to_have_text("Iron Man")
    gm.get_by_role("button", name="Next turn").click()
    for page in (gm, thor, iron_man):
        expect(page.locator("#turns h2")).to_have_text("Round 2")
    gm.get_by_role("button", name="Undo the last act").click()
    for page in (gm, thor, iron_man):
        expect(page.locator("#turns h2")).to_have_text("Round 1")
        assert current(page) == "Iron Man"


def test_two_gm_pages_that_press_next_at_once_move_one_turn(site: Site, seat: Seat) -> None:
    gm = seat("tobias")
    address = open_scene(gm, site, "At the fountain", "Thunder on Fifth Avenue")
    write(gm, "!fight\n!init Toad 9\n!init Usher x3 5\n!next")
    expect(gm.locator("#turns [aria-current=true] .nm")).to_have_text("Toad")
    other = seat("tobias")
    other.route_web_socket(re.compile("/live/"), lambda socket: socket.close())
    other.route(re.compile("/changes/"), lambda route: route.abort())
    other.goto(address)  # a page that does not hear what the first one does
    press = "button => button.click()"
    gm.locator("#turn-next").evaluate(press)
    other.locator("#turn-next").evaluate(press)
    for page in (gm, other):
        expect(page.locator("#turns [aria-current=true] .nm")).to_have_text("Usher 1")
    expect(other.locator("#alert")).to_contain_text("tobias was quicker")
    version = site.ask("SELECT e.version FROM combat_encounter e ORDER BY e.id DESC LIMIT 1")
    moves = site.ask("SELECT count(*) FROM combat_combatcommand WHERE encounter_id = (SELECT max(id) FROM combat_encounter)")
    assert version == moves


def test_a_thrown_initiative_is_a_recorded_roll_and_players_see_no_buttons_of_the_gm(site: Site, seat: Seat) -> None:
    gm = seat("tobias")
    address = open_scene(gm, site, "Under the bridge", "Thunder on Fifth Avenue")
    gm.get_by_role("button", name="Open a turn order").click()
    expect(gm.locator("#turns h2")).to_have_text("Before round 1")
    storm = seat("bex", address)
    write(storm, "!init Storm")
    card = storm.locator("article.post section.roll")
    expect(card).to_contain_text("1d30")
    expect(storm.locator("#turns .in")).to_have_text(card.locator(".big").inner_text())
    expect(gm.get_by_role("button", name="Begin round 1")).to_be_visible()
    expect(storm.get_by_role("button", name="Begin round 1")).to_have_count(0)
