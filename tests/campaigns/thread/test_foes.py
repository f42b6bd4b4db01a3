"""A foe that is attacked: its GM answers, or where the table wants it so the site does, in the attacker's own cast."""

from __future__ import annotations

import json

import pytest
from django.urls import reverse

from campaigns.campaign.commands import change_settings
from campaigns.campaign.models import Campaign, LogEntry
from campaigns.character.commands import create_character
from campaigns.character.models import Character
from campaigns.combat.access import blow_of
from campaigns.ledger.models import Entry, Roll
from campaigns.people.models import User
from campaigns.site.refused import Refused
from campaigns.thread.models import Post, Thread
from tests.people import browser, seen_by
from tests.tables import casts, page, reply


def settle(gm: User, campaign: Campaign, choice: str) -> None:
    seen = seen_by(gm, campaign)
    options = {option.name: seen.campaign.chose(option) for option in seen.campaign.open_points} | {"foe_defence": choice}
    change_settings(seen, name=campaign.name, sentence=campaign.sentence, visibility=campaign.visibility, options=options)
    campaign.refresh_from_db()


@pytest.fixture
def at_once(harbour: Thread, gm: User) -> Thread:
    settle(gm, harbour.campaign, "site")
    return harbour


def rolls(post: Post) -> list[tuple[str, str, str, str]]:
    """(who threw, what waits, kind of the print, whom it answers) of each roll of a post."""
    found = Roll.objects.filter(post=post.uid).order_by("place")
    return [(roll.name, roll.waits, roll.expr.split()[0], roll.answers.name if roll.answers else "") for roll in found]


def test_by_default_an_attack_on_a_foe_waits_for_its_gm(
    harbour: Thread, player: User, iron_man: Character, toad: Character
) -> None:
    post = reply(player, harbour, "!attack Toad with Repulsor", iron_man)
    assert rolls(post) == [("Iron Man", "answer", "attack", "")]


def test_the_site_answers_in_the_same_entry_of_the_ledger(
    at_once: Thread, player: User, iron_man: Character, toad: Character
) -> None:
    post = reply(player, at_once, "I fire.\n!attack Toad with Repulsor\n!roll 1d6", iron_man)
    assert rolls(post) == [("Iron Man", "", "attack", ""), ("Toad", "", "defend", "Iron Man"), ("Iron Man", "", "1d6", "")]
    assert casts(at_once) == 1
    first, second, third = Roll.objects.filter(post=post.uid).order_by("place")
    assert second.expr.startswith(f"defend Excellent against {first.entry.i}.0 ")
    assert (second.char, first.card["answer"]["key"], blow_of(first)) == (toad.cid, second.key, None)
    assert [kind for kind, _ in post.blocks] == ["html", "roll", "roll", "roll"]
    recorded = json.loads(Entry.objects.get(t="cast").body)["rolls"]
    assert [roll["char"] for roll in recorded] == [iron_man.cid, toad.cid, iron_man.cid]
    assert page(player, at_once).count("data-roll=") == 3


def test_grapples_and_contests_with_a_foe_are_answered_too(
    at_once: Thread, player: User, iron_man: Character, toad: Character
) -> None:
    assert rolls(reply(player, at_once, "!grapple Toad", iron_man))[1] == ("Toad", "", "defend", "Iron Man")
    assert rolls(reply(player, at_once, "!feat Strength vs Toad", iron_man))[1] == ("Toad", "", "defend", "Iron Man")


def test_players_characters_and_those_without_a_sheet_answer_for_themselves(
    at_once: Thread, gm: User, player: User, iron_man: Character, thor: Character, toad: Character
) -> None:
    create_character(seen_by(gm, at_once.campaign), name="Crowd", line="", fields={}, npc=True)
    reply(gm, at_once, "!fight\n!init Mob 9")
    for target in ("Thor", "Crowd", "Mob"):
        post = reply(player, at_once, f"!attack {target} with Repulsor", iron_man)
        assert rolls(post) == [("Iron Man", "answer", "attack", "")], target


def test_the_setting_is_offered_validated_and_told_like_a_ruling(
    harbour: Thread, campaign: Campaign, gm: User, player: User
) -> None:
    table = harbour.campaign
    form = browser(gm).get(reverse("settings", args=[table.slug])).content.decode()
    assert 'name="option_foe_defence"' in form
    assert 'name="option_foe_defence"' not in browser(gm).get(reverse("settings", args=[campaign.slug])).content.decode()
    with pytest.raises(Refused, match="everybody is no choice of the option foe_defence."):
        settle(gm, table, "everybody")
    with pytest.raises(Refused, match="site is no choice of the option foe_defence."):
        settle(gm, campaign, "site")
    settle(gm, table, "site")
    assert (table.customs, table.options) == ({"foe_defence": "site"}, {})
    told = LogEntry.objects.filter(campaign=table).latest("pk").sentence
    assert told == (
        "Ines changed A foe that is attacked (FR-23) from “its GM rolls the defence” to “the site rolls the defence at once, "
        "which shows the foe's rank”."
    )
    assert "the site rolls the defence at once" in browser(player).get(reverse("rulings", args=[table.slug])).content.decode()
    settle(gm, table, "gm")
    assert table.customs == {}
