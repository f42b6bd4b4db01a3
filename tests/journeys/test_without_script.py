"""Every page works with plain forms: reading, writing, rolling, running turns."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.journeys.conftest import Seat
from tests.journeys.site import Site


def test_writing_rolling_and_a_turn_without_any_script(site: Site, seat: Seat) -> None:
    player = seat("juniper", site.thread("The box office"), java_script_enabled=False)
    player.locator("#id_text").fill("Plain words, plain dice.")
    player.locator("details.addroll summary").click()
    player.locator("#id_lines").fill("4d6kh3")
    player.get_by_role("button", name="Preview").click()
    expect(player.locator("#tray .die")).to_have_count(4)
    expect(player.locator("#id_text")).to_have_value("Plain words, plain dice.")
    player.locator("[data-post]").click()
    post = player.locator("article.post", has_text="Plain words, plain dice.")
    expect(post.locator("section.roll")).to_contain_text("number from the site")
    player.reload()
    expect(post).to_have_count(1)


def test_a_refused_post_keeps_every_word_without_script(site: Site, seat: Seat) -> None:
    player = seat("juniper", site.thread("The box office"), java_script_enabled=False)
    player.locator("#id_text").fill("Kept to the last letter.\n\n!pool Bdy+Brawl")
    player.locator("[data-post]").click()
    expect(player.locator(".wrongs")).to_contain_text("No Bdy on this sheet. Did you mean Body?")
    expect(player.locator("#id_text")).to_have_value("Kept to the last letter.\n\n!pool Bdy+Brawl")
    expect(player.locator("article.post")).to_have_count(0)


def test_the_gm_runs_turns_without_script(site: Site, seat: Seat) -> None:
    address = site.thread("The gantry above the screen")
    gm = seat("ines", address, java_script_enabled=False)
    before = gm.locator("#turns [aria-current=true] .nm").inner_text()
    gm.get_by_role("button", name="Next turn").click()
    assert gm.locator("#turns [aria-current=true] .nm").inner_text() != before
    gm.get_by_role("button", name="Undo the last act").click()
    expect(gm.locator("#turns [aria-current=true] .nm")).to_have_text(before)
