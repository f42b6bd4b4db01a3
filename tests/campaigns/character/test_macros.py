"""Saved rolls on a sheet: rows with chances, and thrown by their names in a post."""

from __future__ import annotations

from html import unescape

import pytest
from django.urls import reverse

from campaigns.campaign.models import Campaign
from campaigns.character.commands import edit_sheet
from campaigns.character.models import Character
from campaigns.ledger.models import Entry, Roll
from campaigns.people.models import User
from campaigns.site.refused import Refused
from campaigns.thread.models import Thread
from tests.people import IRON_MAN, WOLFMAN, browser, seen_by
from tests.tables import reply


def saved(person: User, character: Character, fields: dict[str, str], macros: str) -> Character:
    """The character after these macros are written on his sheet."""
    told = {"name": character.name, "line": character.line, "fields": {**fields, "macros": macros}}
    return edit_sheet(seen_by(person, character.campaign), character, seen_version=character.version, **told)


def sheet(person: User | None, character: Character, **asked: str) -> str:
    return unescape(browser(person).get(reverse("character", args=[character.key]), asked).content.decode())


def test_a_sheet_lists_its_macros_with_chances_and_the_way_to_throw_them(
    campaign: Campaign, player: User, wolfman: Character
) -> None:
    wolfman = saved(player, wolfman, WOLFMAN, "punch = !pool Body+Brawl vs 4\nhurt = 2d6+3 & 1d4")
    html = sheet(player, wolfman)
    there = f"{reverse('throw', args=[campaign.slug])}?character={wolfman.key}&line="
    assert "<code>!pool Body+Brawl vs 4</code>" in html and "<b>Beats Difficulty 4: 76.8 %</b>" in html
    assert "<b>Mean: 10, Mean: 2.5</b>" in html
    assert f'href="{there}%21roll%20punch"' in html and f'href="{there}%21roll%20hurt"' in html


def test_who_does_not_play_the_character_reads_macros_and_cannot_throw_them(
    campaign: Campaign, player: User, gm: User, stranger: User, wolfman: Character
) -> None:
    wolfman = saved(player, wolfman, WOLFMAN, "punch = !pool Body+Brawl vs 4")
    for person, reckoned in ((gm, True), (stranger, False), (None, False)):
        html = sheet(person, wolfman)
        assert "<code>!pool Body+Brawl vs 4</code>" in html and "%21roll%20punch" not in html
        assert ("<b>Beats Difficulty 4: 76.8 %</b>" in html) is reckoned


def test_an_aimed_macro_is_taken_to_the_fields_that_ask_whom(player: User, iron_man: Character) -> None:
    iron_man = saved(player, iron_man, IRON_MAN, "blast = !attack NAME with Repulsor")
    html = sheet(player, iron_man)
    assert 'href="?pick-saved=blast#roll"' in html and "<b>mean damage undefended" in html
    html = sheet(player, iron_man, **{"pick-saved": "blast", "pick-target": "Toad", "roll": "yes"})
    assert "<code>!roll blast Toad</code>" in html and "mean damage" in html
    html = sheet(player, iron_man, **{"pick-saved": "blast", "roll": "yes"})
    assert '<p class="err">Say whom it is aimed at.</p>' in html


def test_a_macro_that_is_no_roll_of_this_sheet_is_refused_when_it_is_saved(player: User, wolfman: Character) -> None:
    with pytest.raises(Refused) as refused:
        saved(player, wolfman, WOLFMAN, "a = 1d6\npunch = !pool Body+Brwl")
    assert refused.value.sentence.startswith("Macros, line 2: punch: ")
    wolfman.refresh_from_db()
    assert "macros" not in wolfman.sheet


def test_a_macro_that_cannot_be_thrown_any_more_says_why_and_offers_no_throw(player: User, wolfman: Character) -> None:
    wolfman = saved(player, wolfman, WOLFMAN, "punch = !pool Body+Brawl vs 4")
    wolfman.sheet["skills"] = []
    wolfman.save()
    html = sheet(player, wolfman)
    assert "No Brawl on this sheet." in html and "%21roll%20punch" not in html


def test_the_history_of_a_sheet_shows_its_macros(player: User, wolfman: Character) -> None:
    saved(player, wolfman, WOLFMAN, "punch = !pool Body+Brawl vs 4")
    html = unescape(browser(player).get(reverse("character_history", args=[wolfman.key])).content.decode())
    assert "Macros" in html and "punch = !pool Body+Brawl vs 4" in html


def test_a_post_throws_macros_of_its_speaker(scene: Thread, player: User, wolfman: Character) -> None:
    wolfman = saved(player, wolfman, WOLFMAN, "punch = !pool Body+Brawl vs 4\nhurt = 2d6+3 & 1d4")
    reply(player, scene, "In.\n!roll punch # the door\n!roll hurt\n!pool punch", wolfman)
    notations = [roll.card["notation"] for roll in Roll.objects.order_by("pk")]
    assert notations == ["7d10", "2d6+3", "1d4", "7d10"]
    assert "the door" in Roll.objects.order_by("pk")[0].card["notes"]


def test_a_name_that_no_macro_has_throws_nothing(scene: Thread, player: User, wolfman: Character) -> None:
    wolfman = saved(player, wolfman, WOLFMAN, "punch = !pool Body+Brawl vs 4")
    before = Entry.objects.count()
    with pytest.raises(Refused, match="No macro punhc on this sheet. Did you mean punch?"):
        reply(player, scene, "!roll punhc", wolfman)
    assert Entry.objects.count() == before
