"""House rulings in a browser: a GM decides otherwise, players read what differs and what was changed; a fight goes that way."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.journeys.conftest import Seat
from tests.journeys.site import Site
from tests.journeys.test_looks import keep, violations
from tests.journeys.test_universal_table import address


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("width", [1440, 390, 320])
def test_a_gm_decides_otherwise_and_players_read_from_what_to_what(
    site: Site, seat: Seat, pictures: Path, theme: str, width: int
) -> None:
    sight = {"viewport": {"width": width, "height": 900}, "color_scheme": theme}
    gm = seat("tobias", address(site, "settings"), **sight)
    for chosen in ("is rolled at Good, and Good ends nothing", "is not allowed, and one at Good is the last"):
        gm.get_by_label("One of several actions that would fall below Good").select_option(chosen)
        gm.get_by_role("button", name="Keep the settings").click()
        expect(gm.get_by_text("The settings are kept.")).to_be_visible()
        player = seat("juniper", address(site, "rulings"), **sight)
        newest = player.locator("#changes + .scroll tbody tr").first
        expect(newest.locator("ins")).to_have_text(chosen)
        expect(newest.locator("del")).not_to_have_text(chosen)
        expect(newest).to_contain_text("tobias", ignore_case=True)
        assert violations(player) == []
        assert player.evaluate("() => document.documentElement.scrollWidth") <= width
        keep(player, pictures, f"rulings-{theme}-{width}-{chosen[:8]}")
    keep(gm, pictures, f"settings-{theme}-{width}")
