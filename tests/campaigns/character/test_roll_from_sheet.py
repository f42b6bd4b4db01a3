"""The roll that a sheet offers: chances at once, and the way into a scene."""

from __future__ import annotations

from html import unescape

from django.urls import reverse

from campaigns.campaign.models import Campaign
from campaigns.character.models import Character
from campaigns.people.models import User
from tests.people import browser


def sheet(person: User | None, character: Character, **picked: str) -> str:
    asked = {name if name == "roll" else f"pick-{name}": text for name, text in picked.items()}
    answer = browser(person).get(reverse("character", args=[character.key]), asked)
    assert answer.status_code == 200
    return unescape(answer.content.decode())


def test_the_sheet_shows_what_a_pool_throws_and_its_chances(campaign: Campaign, player: User, wolfman: Character) -> None:
    html = sheet(player, wolfman, roll="yes", stat="Body", skill="Brawl", difficulty="4")
    assert "<code>!pool Body+Brawl vs 4</code>" in html and "76.8 %" in html
    there = reverse("throw", args=[campaign.slug])
    assert f'href="{there}?character={wolfman.key}&line=%21pool%20Body%2BBrawl%20vs%204"' in html


def test_nothing_is_reckoned_before_somebody_asks(player: User, wolfman: Character) -> None:
    html = sheet(player, wolfman)
    assert 'name="pick-stat"' in html and "Table of chances" not in html and "!pool" not in html


def test_who_does_not_play_the_character_sees_chances_and_no_way_to_throw(
    watcher: User, other_player: User, gm: User, wolfman: Character
) -> None:
    for person in (watcher, other_player, gm):
        html = sheet(person, wolfman, roll="yes", stat="Body")
        assert "Table of chances" in html and "Take it to a scene" not in html


def test_a_visitor_and_a_stranger_get_no_reckoning(stranger: User, wolfman: Character) -> None:
    for person in (None, stranger):
        assert "pick-stat" not in sheet(person, wolfman, roll="yes", stat="Body")


def test_what_the_rules_refuse_is_said_beside_the_fields(player: User, iron_man: Character) -> None:
    html = sheet(player, iron_man, roll="yes", act="attack")
    assert '<p class="err">Say whom it is aimed at.</p>' in html
    html = sheet(player, iron_man, roll="yes", act="attack", target="Toad", shift="+1cs")
    assert "<code>!attack Toad +1cs</code>" in html and "mean damage" in html
    html = sheet(player, iron_man, roll="yes", game="dice", which="", notation="2d0")
    assert "A die needs 1 to 10,000 sides" in html
