"""A roll with a witness between two browsers: the one asks, the other answers by itself, and both check what comes of it."""

from __future__ import annotations

from playwright.sync_api import Page, expect

from tests.journeys.conftest import Seat
from tests.journeys.site import Site

SCENE = "The box office"
PATIENCE = 20000
"""Milliseconds: the request, its answer and the check take a few round trips."""


def witnesses_on_request(site: Site, seat: Seat) -> None:
    gm = seat("ines", f"{site.thread(SCENE).split('/t/')[0]}/settings/")
    gm.locator("#id_option_witness").select_option("asked")
    gm.get_by_role("button", name="Keep the settings").click()
    expect(gm.locator(".told")).to_contain_text("kept")


def ask(page: Page, words: str) -> None:
    page.locator("#id_text").fill(f"{words}\n\n!roll 3d6")
    page.locator(".addroll summary").click()
    page.locator("#id_witness").select_option(label="tobias")
    page.locator("[data-post]").click()
    expect(page.locator("article.post", has_text=words)).to_be_visible(timeout=PATIENCE)


def test_the_witnesss_browser_answers_by_itself_in_the_scene_and_on_any_other_page(site: Site, seat: Seat) -> None:
    witnesses_on_request(site, seat)
    roller, witness = seat("juniper", site.thread(SCENE)), seat("tobias", site.thread(SCENE))
    ask(roller, "She rolls before somebody.")
    for page in (roller, witness):
        expect(page.locator("article.post", has_text="She rolls before somebody.")).to_contain_text(
            "witnessed, tobias", timeout=PATIENCE
        )
    card = roller.locator("article.post", has_text="She rolls before somebody.").locator("section.roll")
    expect(card.locator(".proofstate")).to_have_text("Verified", timeout=PATIENCE)
    card.locator("summary").click()
    expect(card.locator(".proofsaid")).to_contain_text("The entry says what you sent.")
    witness.close()
    ask(roller, "And before nobody yet.")
    waiting = roller.locator("article.post", has_text="And before nobody yet.")
    expect(waiting).to_contain_text("Waiting for tobias as witness.")
    expect(roller.locator("#composer")).to_contain_text("waits for tobias as witness")
    elsewhere = seat("tobias", "/help/")
    expect(elsewhere.locator(".told")).to_contain_text("It stands in the ledger as it was sent.", timeout=PATIENCE)
    expect(waiting).to_contain_text("witnessed, tobias", timeout=PATIENCE)
    assert elsewhere.evaluate("localStorage.getItem('vroll/witness')") == "null"
    roller.reload()
    roller.locator("#id_text").fill("And on.\n\n!roll 1d6")
    roller.locator("[data-post]").click()
    on = roller.locator("article.post", has_text="And on.").locator(".proofstate")
    expect(on).to_have_text("Verified", timeout=PATIENCE)


def test_a_gm_strikes_a_roll_and_it_is_struck_on_every_open_page(site: Site, seat: Seat) -> None:
    roller = seat("juniper", site.thread(SCENE))
    roller.locator("#id_text").fill("A slip of the hand.\n\n!roll 4d6")
    roller.locator("[data-post]").click()
    thrown = roller.locator("article.post", has_text="A slip of the hand.")
    expect(thrown).to_be_visible(timeout=PATIENCE)
    number = str(thrown.get_attribute("id")).removeprefix("post-")
    gm = seat("ines", f"{site.thread(SCENE)}p/{number}/")  # the scene itself opens where he has not read
    gm.locator("article.post", has_text="A slip of the hand.").get_by_role("link", name="Void").click()
    gm.locator("#id_why").fill("It was not her turn")
    gm.get_by_role("button", name="Void the roll").click()
    for page in (gm, roller):
        card = page.locator("article.post", has_text="A slip of the hand.").locator("section.roll.void")
        expect(card).to_contain_text("Voided by ines: It was not her turn.")
    gm.reload()
    expect(gm.locator("[data-alarm]")).to_have_count(0)
