"""An attack, its defence by a button, and a Hammer-time Die by the form of its card, in open browsers."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.journeys.conftest import Seat
from tests.journeys.site import Site
from tests.journeys.test_two_at_a_table import write


def test_a_dodge_is_one_press_and_both_cards_stand_in_every_browser(site: Site, seat: Seat) -> None:
    attacker, defender = seat("bex", site.thread("A blocked street")), seat("ines", site.thread("A blocked street"))
    write(attacker, "Sorry about this.\n\n!attack Thor with Lightning")
    card = defender.locator("article.post", has_text="Sorry about this.")
    expect(defender.locator("#due")).to_contain_text("Storm waits for an answer of Thor.")
    defender.locator("#id_text").fill("Half a thought")
    envelope = int(defender.locator("#composer").get_attribute("data-k") or 0)
    card.get_by_role("button", name="Dodge").click()
    for page in (attacker, defender):
        expect(page.locator("article.post", has_text="Sorry about this.")).to_contain_text("Answered by")
        expect(page.locator("article.post .roll").last).to_contain_text("Answers")
    expect(card.get_by_role("button", name="Dodge")).to_have_count(0)
    expect(defender.locator("#due")).to_be_hidden()
    expect(defender.locator("#composer")).to_have_attribute("data-k", str(envelope + 1))
    expect(defender.locator("#id_text")).to_have_value("Half a thought")
    assert "number from the site" not in defender.locator("article.post .roll").last.inner_text()
    write(defender, "And on.\n\n!roll 1d6 # after the button")
    expect(attacker.locator("article.post", has_text="And on.")).to_have_count(1)


def test_a_hammer_time_die_is_set_on_its_card(site: Site, seat: Seat) -> None:
    roller, reader = seat("bex", site.thread("The box office")), seat("juniper", site.thread("The box office"))
    write(roller, "In the dark.\n\n!pool Nerve+Sneak # in the dark")
    card = roller.locator("article.post", has_text="In the dark.")
    card.get_by_label("Set die 1 to").fill("7")
    card.get_by_role("button", name="Set").click()
    for page in (roller, reader):
        post = page.locator("article.post", has_text="In the dark.")
        expect(post.locator(".roll .after")).to_have_text("Hammer-time Die set to 7 by The Lamplighter.")
        expect(post.get_by_role("button", name="Set")).to_have_count(0)
    card.locator("summary").last.click()
    expect(card.locator(".proofstate")).to_contain_text("Verified")
