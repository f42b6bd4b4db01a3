"""Every point that the rules leave to a table is a setting: none is missing, each saves, shows its words and comes back."""

from __future__ import annotations

from html import unescape

import pytest
from django.urls import reverse

from campaigns.campaign.commands import change_settings
from campaigns.campaign.models import Campaign
from campaigns.people.models import User
from campaigns.site.refused import Refused
from tests.people import browser, seen_by

BGRADE = {
    "BG-A01": "area_use", "BG-A02": "difficulty_mode", "BG-A03": "auto_beat_width", "BG-A05": "multi_penalty",
    "BG-A06": "several_pools", "BG-A07": "split_sets", "BG-A08": "prefer", "BG-A09": "contest_by", "BG-A10": "contest_tie",
    "BG-A11": "coop_mode", "BG-A14": "coop_max", "BG-A15": "joint_special", "BG-A17": "ed_must_differ", "BG-A18": "ed_buys_off",
    "BG-A19": "buyoff_order", "BG-A21": "buyoff_basis", "BG-A22": "multi_counts_for_buyoff", "BG-A24": "pool_cap",
    "BG-A26": "hammer_days", "BG-A27": "had_seen", "BG-A29": "order_by", "BG-A33": "joint_penalties", "BG-A34": "skill_needed",
    "LT-S1": "reveal_days",
    "LT-W1": "witness",
    "LT-W2": "witness_days",
}  # fmt: skip
FASERIP = {
    "FR-23": "foe_defence", "FR-A02": "blue_max", "FR-A03": "hundred", "FR-A04": "hundred_vs_red",
    "FR-A06": "number_must_be_lower", "FR-A12": "rounding", "FR-A13": "feat_pass", "FR-A15": "shift_y", "FR-A16": "unlisted_init",
    "FR-A17": "shift0_rolls", "FR-A18": "cs_policy", "FR-A19": "init_anew", "FR-A20": "init_ties", "FR-A24": "talent_frees",
    "FR-A25": "feat_mode", "FR-A27": "floor", "FR-A28": "dodge_shift", "FR-A33": "most_health", "FR-A37": "beyond",
    "FR-A38": "talents", "FR-A41": "out_of_action", "FR-A44": "free_floor", "FR-A45": "break_free", "FR-A46": "grapple_damage",
    "LT-S1": "reveal_days",
    "LT-W1": "witness",
    "LT-W2": "witness_days",
}  # fmt: skip
"""The ambiguities that are left to a table, by their ids. FR-A07 goes with A06, FR-A42 with A20; FR-A01 is the table itself."""


@pytest.mark.parametrize("system", ["bgrade", "faserip"])
def test_each_ambiguity_that_is_left_to_a_table_is_a_setting(campaign: Campaign, faserip_campaign: Campaign, system: str) -> None:
    table, wanted = {"bgrade": (campaign, BGRADE), "faserip": (faserip_campaign, FASERIP)}[system]
    assert {option.rule: option.name for option in table.open_points} == wanted
    assert len(table.open_points) == len(wanted)


def test_every_choice_of_every_option_is_kept_said_in_words_and_given_back(
    campaign: Campaign, faserip_campaign: Campaign, gm: User
) -> None:
    for table in (campaign, faserip_campaign):
        told = {"name": table.name, "sentence": table.sentence, "visibility": table.visibility}
        for place in (1, 0):
            chosen = {option.name: option.choices[place] for option in table.open_points}
            kept = change_settings(seen_by(gm, table), **told, options=chosen)
            assert {option.name: kept.chose(option) for option in kept.open_points} == chosen
            assert {ruling.differs for ruling in kept.rulings} == {bool(place)}
            html = unescape(browser(gm).get(reverse("rulings", args=[table.slug])).content.decode())
            for option in kept.open_points:
                assert f"{option.words[place]}" in html and "`" not in option.words[place]
        assert (kept.options, kept.customs) == ({}, {})


def test_a_number_that_only_records_know_is_no_choice_of_a_page(campaign: Campaign, gm: User) -> None:
    told = {"name": campaign.name, "sentence": campaign.sentence, "visibility": campaign.visibility}
    with pytest.raises(Refused, match="17 is no choice of the option pool_cap"):
        change_settings(seen_by(gm, campaign), **told, options={"pool_cap": "17"})
