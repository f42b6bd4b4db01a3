"""A GM throws for several in one line: one cast, a roll and a card for each, under each one's own name and by his own sheet."""

from __future__ import annotations

from html import unescape
from typing import Any

import pytest

from campaigns.campaign.models import Campaign
from campaigns.character.commands import create_character
from campaigns.character.models import Character
from campaigns.ledger.models import Roll
from campaigns.people.models import User
from campaigns.site.refused import Refused
from campaigns.thread.models import Post, Thread
from tests.people import IRON_MAN, browser, seen_by
from tests.tables import HTMX, address, casts, page, reply


@pytest.fixture
def usher(faserip_campaign: Campaign, gm: User) -> Character:
    """An NPC with another sheet than Toad's."""
    fields = IRON_MAN | {"agility": "Amazing"}
    return create_character(seen_by(gm, faserip_campaign), name="Usher", line="Tickets, please", fields=fields, npc=True)


def thrown(post: Post) -> list[tuple[str, str, str]]:
    """(name, whose sheet, what is recorded) of each roll of a post, in order."""
    return [(roll.name, roll.char, roll.expr) for roll in Roll.objects.filter(post=post.uid).order_by("place")]


def refused(person: User, thread: Thread, text: str, speaker: Character | None = None) -> str:
    before = casts(thread)
    with pytest.raises(Refused) as said:
        reply(person, thread, text, speaker)
    assert casts(thread) == before
    return said.value.sentence


def test_each_throws_under_his_own_name_and_by_his_own_sheet_in_one_cast(
    harbour: Thread, gm: User, toad: Character, usher: Character
) -> None:
    reply(gm, harbour, "!fight\n!init Usher x3 12")
    post = reply(gm, harbour, 'They look up.\n!feat Agility as toad, Usher, "Usher 2" # who sees it\nNobody speaks.')
    assert thrown(post) == [
        ("Toad", toad.cid, "feat Excellent"), ("Usher", usher.cid, "feat Amazing"), ("Usher 2", "", "feat Amazing"),
    ]  # fmt: skip
    assert [kind for kind, _ in post.blocks] == ["html", "roll", "roll", "roll", "html"]
    assert casts(harbour) == 1
    html = page(gm, harbour)
    assert [html.count(f'aria-label="Roll of {name}:') for name in ("Toad", "Usher", "Usher 2")] == [1, 1, 1]


def test_plain_dice_and_attacks_are_thrown_for_several_too(
    harbour: Thread, gm: User, toad: Character, usher: Character, thor: Character
) -> None:
    plain = reply(gm, harbour, "!roll 1d20 as Toad, Usher")
    assert thrown(plain) == [("Toad", toad.cid, "1d20"), ("Usher", usher.cid, "1d20")]
    blows = list(Roll.objects.filter(post=reply(gm, harbour, "!attack Thor as Toad, Usher").uid).order_by("place"))
    assert [(one.name, one.target, one.waits) for one in blows] == [("Toad", "Thor", "answer"), ("Usher", "Thor", "answer")]


def test_pools_of_a_b_grade_table_are_thrown_for_several_combatants_that_are_nothing_but_names(scene: Thread, gm: User) -> None:
    reply(gm, scene, "!fight\n!init Guard x2 3")
    assert thrown(reply(gm, scene, '!pool 6d as "Guard 1", Guard2')) == [("Guard 1", "", "6d"), ("Guard 2", "", "6d")]


def test_what_cannot_be_thrown_for_several_is_refused_with_a_sentence(
    harbour: Thread, gm: User, player: User, toad: Character, usher: Character, iron_man: Character, thor: Character
) -> None:
    alone = "Only the GM throws for several at once: one name stands after `as`."
    assert refused(player, harbour, '!roll 1d20 as "Iron Man", Toad', iron_man) == alone
    assert refused(gm, harbour, "!feat Agility as Toad, Nobody") == "Nobody: There is no character of yours by that name."
    assert refused(gm, harbour, "!roll 1d20 as Toad, Usher, TOAD") == "TOAD stands twice after `as`; each throws once."
    assert refused(gm, harbour, "!roll 101d6 as Toad, Usher") == "At most 200 dice in a line; for 2 these are 202."
    assert refused(gm, harbour, "!attack Toad as Toad, Usher").startswith("Toad: Toad is who acts here: aim at somebody else")
    names = ", ".join(f'"Usher {n}"' for n in range(1, 22))
    assert refused(gm, harbour, f"!roll 1d6 as {names}") == "After `as` stand at most 20 names; these are 21."
    reply(gm, harbour, "!attack Toad as Usher")
    one = "`!dodge` is written for one at a time: `as Toad`, then a line for the next."
    assert refused(gm, harbour, "!dodge as Toad, Usher") == one


def test_the_rolls_of_a_post_are_limited_whoever_throws_them(harbour: Thread, gm: User, toad: Character, usher: Character) -> None:
    assert len(thrown(reply(gm, harbour, "\n".join(["!roll 1d6 as Toad, Usher"] * 10)))) == 20
    text = "\n".join(["!roll 1d6 as Toad, Usher"] * 11)
    assert refused(gm, harbour, text) == "A post holds at most 20 rolls; this one has 22."


def test_nobody_aims_at_himself(harbour: Thread, gm: User, player: User, iron_man: Character, toad: Character) -> None:
    said = "Iron Man is who acts here: aim at somebody else, `!attack NAME`."
    assert refused(player, harbour, "!attack IronMan", iron_man) == said
    assert refused(gm, harbour, "!feat Strength vs Toad as Toad") == "Toad is who acts here: aim at somebody else, `vs NAME`."


def test_a_gm_picks_those_for_whom_a_line_is_thrown(
    harbour: Thread, gm: User, player: User, toad: Character, usher: Character, iron_man: Character
) -> None:
    def picked(person: User, **told: Any) -> str:
        answer = browser(person).post(address("rolling", harbour), told, headers=HTMX)
        return unescape(answer.content.decode())

    html = picked(gm, **{"pick-as": ["Toad", "Usher"], "pick-roll": "Agility", "pick-reason": "who sees it"})
    assert "<code data-line>!feat Agility as Toad, Usher # who sees it</code>" in html
    assert "Agility Excellent" in html and "Agility Amazing" in html
    reply(gm, harbour, "!fight\n!init Usher x2 12")
    told = {"pick-as": ["Usher 1", "Usher 2", "Toad"], "pick-roll": "Agility"}
    assert '<code data-line>!feat Agility as "Usher 1", "Usher 2"</code>' in picked(gm, **told)
    assert "<code data-line>!feat Agility</code>" in picked(player, **told, character=iron_man.key)
    assert 'name="pick-as"' not in picked(player) and 'name="pick-as"' in picked(gm)
