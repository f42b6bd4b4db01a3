"""A roll without knowing the grammar: picked from the sheet in the composer or on the sheet, with its chances, then thrown."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.journeys.conftest import Seat
from tests.journeys.site import Site
from tests.journeys.test_looks import keep, violations


def test_a_pool_is_picked_from_the_sheet_and_thrown(site: Site, seat: Seat) -> None:
    page = seat("juniper", site.thread("The box office"))
    page.locator("details.addroll > summary").click()
    line = page.locator("#picked [data-line]")
    expect(line).to_have_text("!pool Body+Brawl")
    page.get_by_label("Skill").select_option("Lift")
    expect(line).to_have_text("!pool Body+Lift")
    page.get_by_label("Difficulty", exact=True).select_option("4")
    expect(page.locator("#picked .odds")).to_contain_text("Beats Difficulty 4")
    page.locator("#id_pick-reason").fill("the painted door")
    page.locator("#id_pick-reason").press("Enter")
    expect(line).to_have_text("!pool Body+Lift vs 4 # the painted door")
    page.get_by_role("button", name="Put it into the post").click()
    expect(page.locator("#id_text")).to_have_value("!pool Body+Lift vs 4 # the painted door\n")
    expect(page.locator("#tray .odds")).to_contain_text("Beats Difficulty 4")
    page.locator("[data-post]").click()
    expect(page.locator("article.post .roll", has_text="the painted door")).to_have_count(1)


def test_the_fields_follow_whom_one_writes_as(site: Site, seat: Seat) -> None:
    page = seat("ines", site.thread("The box office"))
    page.locator("details.addroll > summary").click()
    page.locator("select[name=character]").select_option(label="First usher")
    expect(page.locator("#picked [data-line]")).to_have_text("!pool Body+Grab")
    page.locator("select[name=character]").select_option("")
    expect(page.locator("#picker")).to_contain_text("Hammer-time Dice")
    page.locator("#id_pick-dice").fill("6")
    page.locator("#id_pick-dice").blur()
    expect(page.locator("#picked [data-line]")).to_have_text("!pool 6d")


def test_a_pool_is_picked_without_script(site: Site, seat: Seat) -> None:
    page = seat("juniper", site.thread("The box office"), java_script_enabled=False)
    page.locator("#id_text").fill("Shoulder first.")
    page.locator("details.addroll > summary").click()
    page.get_by_label("Skill").select_option("Brawl")
    page.get_by_role("button", name="Show what it throws").click()
    expect(page.locator("#picked [data-line]")).to_have_text("!pool Body+Brawl")
    page.get_by_role("button", name="Put it into the post").click()
    expect(page.locator("#id_lines")).to_have_value("!pool Body+Brawl")
    expect(page.locator("#id_text")).to_have_value("Shoulder first.")
    page.locator("[data-post]").click()
    expect(page.locator("article.post", has_text="Shoulder first.").locator(".roll")).to_have_count(1)


def test_a_macro_is_written_on_the_sheet_picked_and_thrown(site: Site, seat: Seat) -> None:
    (character,) = site.ask("SELECT key FROM character_character WHERE name = 'Wolfman Jackson'")[0]
    page = seat("juniper", f"/ch/{character}/edit/")
    page.locator("[name=sheet_macros]").fill("howl = !pool Nerve vs 2")
    page.get_by_role("button", name="Save").click()
    expect(page.locator("#macros")).to_contain_text("!pool Nerve vs 2")
    page = seat("juniper", site.thread("The box office"))
    page.locator("details.addroll > summary").click()
    page.get_by_label("Saved roll").select_option("howl")
    expect(page.locator("#picked [data-line]")).to_have_text("!roll howl")
    expect(page.locator("#picked .odds")).to_contain_text("Beats Difficulty 2")
    page.get_by_role("button", name="Put it into the post").click()
    page.locator("[data-post]").click()
    expect(page.locator("article.post .roll", has_text="Nerve 2")).to_have_count(1)


def test_a_roll_goes_from_the_sheet_into_a_scene(site: Site, seat: Seat) -> None:
    (character,) = site.ask("SELECT key FROM character_character WHERE name = 'Wolfman Jackson'")[0]
    page = seat("juniper", f"/ch/{character}/")
    page.get_by_label("Skill").select_option("Dodge")
    expect(page.locator("#roll .picked")).to_contain_text("!pool Body+Dodge")
    page.get_by_role("link", name="Take it to a scene").click()
    page.get_by_role("link", name="The box office").last.click()
    expect(page.locator("#id_lines")).to_have_value("!pool Body+Dodge")


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("width", [1440, 390])
def test_what_is_picked_has_no_violation_and_does_not_scroll_sideways(
    site: Site, seat: Seat, pictures: Path, theme: str, width: int
) -> None:
    page = seat("juniper", site.thread("The box office") + "write/", viewport={"width": width, "height": 900}, color_scheme=theme)
    page.locator("details.addroll > summary").click()
    expect(page.locator("#picked .odds")).to_be_visible()
    page.get_by_text("Table of chances").click()
    assert violations(page) == []
    keep(page, pictures, f"picker-{theme}-{width}")
    (sheet,) = site.ask("SELECT key FROM character_character WHERE name = 'Wolfman Jackson'")[0]
    slug = site.ask("SELECT slug FROM campaign_campaign WHERE name = 'The Orpheum Affair'")[0][0]
    for name, address in {
        "sheet-roll": f"/ch/{sheet}/?roll=yes&pick-skill=Brawl",
        "rulings": f"/c/{slug}/rulings/",
        "throw": f"/c/{slug}/throw/?line=x",
        "commands": "/help/commands/",
        "examples": "/help/examples/bgrade/",
    }.items():
        page.goto(site.url + address)
        assert violations(page) == [], address
        assert page.evaluate("() => document.documentElement.scrollWidth") <= width, address
        keep(page, pictures, f"{name}-{theme}-{width}")
    street = site.thread("A blocked street")
    page.goto(street + "write/")
    page.locator("details.addroll > summary").click()
    expect(page.locator("#picked .chart rect")).to_have_count(5)
    assert violations(page) == []
    keep(page, pictures, f"picker-faserip-{theme}-{width}")
