"""The Universal Table in a browser: a GM changes a rank, players read what differs, nothing scrolls sideways."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.journeys.conftest import Seat
from tests.journeys.site import Site
from tests.journeys.test_looks import keep, violations


def address(site: Site, page: str) -> str:
    slug = site.ask("SELECT slug FROM campaign_campaign WHERE system = 'faserip' ORDER BY id")[0][0]
    return f"{site.url}/c/{slug}/{page}/"


def faults(page: Page, width: int) -> list[str]:
    wide = page.evaluate("() => document.documentElement.scrollWidth")
    return violations(page) + ([f"{wide} pixels wide"] if wide > width else [])


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("width", [1440, 320])
def test_a_gm_changes_a_rank_and_players_see_it_marked(site: Site, seat: Seat, pictures: Path, theme: str, width: int) -> None:
    sight = {"viewport": {"width": width, "height": 900}, "color_scheme": theme}
    gm = seat("tobias", address(site, "settings/table"), **sight)
    gm.get_by_label("Good, Yellow from").fill("40")
    gm.get_by_role("button", name="Keep the table").click()
    fault = gm.get_by_role("link", name="Good: Yellow begins at 40, below Green")
    expect(fault).to_be_visible()
    assert faults(gm, width) == []
    keep(gm, pictures, f"table-wrong-{theme}-{width}")
    fault.click()
    expect(gm.get_by_label("Good, Yellow from")).to_have_value("40")
    gm.get_by_label("Good, Green from").fill("31")
    gm.get_by_role("button", name="Look at it first").click()
    expect(gm.get_by_text("Played by now: 46, 76, 98.")).to_be_visible()
    gm.get_by_role("button", name="Keep the table").click()
    expect(gm.get_by_text("The table is kept.")).to_be_visible()
    gm.reload()
    assert faults(gm, width) == []
    keep(gm, pictures, f"table-{theme}-{width}")
    player = seat("juniper", address(site, "rulings"), **sight)
    expect(player.locator("#table .differs td b")).to_have_text(["31", "40"])
    assert faults(player, width) == []
    keep(player, pictures, f"table-rulings-{theme}-{width}")
    player.goto(address(site, "rolls"))
    assert faults(player, width) == []
    gm.get_by_role("button", name="Back to the classic table").click()
    expect(gm.get_by_role("button", name="Back to the classic table")).to_have_count(0)
