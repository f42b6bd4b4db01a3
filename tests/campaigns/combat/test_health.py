"""Points lost in a fight and on a sheet: by a line, by a button, and by what a roll does."""

from __future__ import annotations

import re

import pytest

from campaigns.character.models import Character
from campaigns.combat.access import open_on, table
from campaigns.combat.commands import fight_of
from campaigns.combat.models import Encounter
from campaigns.people.models import User
from campaigns.site.refused import Refused
from campaigns.thread.models import Post, Thread
from rules.combat.record import to_record
from tests.people import seen_by
from tests.tables import page, part, press, reply

FULL = "Iron Man, Physical Health 58 to 33: active."


@pytest.fixture
def fight(harbour: Thread, gm: User, iron_man: Character, toad: Character) -> Thread:
    """Iron Man (58 of 120, 90 of 90) and Toad (the same), and a mob without a sheet."""
    reply(gm, harbour, "!fight\n!init IronMan 15\n!init Toad 12\n!init Mob 9")
    return harbour


def said(post: Post) -> list[str]:
    return [content for kind, content in post.blocks if kind == "note"]


def encounter(thread: Thread) -> Encounter:
    found = open_on(thread.stream_id)
    assert found is not None
    return found


def harm(thread: Thread) -> dict[str, dict[str, int]]:
    """What is lost, by name, as the copy of the fold says it, which has to equal the fold."""
    found = encounter(thread)
    fold = fight_of(found)
    assert found.state == to_record(fold)
    return {row.name: dict(row.harm) for row in fold.combatants if row.harm}


def refusal(person: User, thread: Thread, line: str) -> str:
    posts = Post.objects.count()
    with pytest.raises(Refused) as refused:
        reply(person, thread, f"Ouch.\n{line}")
    assert (Post.objects.count(), refused.value.field, refused.value.line) == (posts, "text", 2)
    return refused.value.sentence


def test_a_line_takes_gives_and_sets_health_and_the_post_says_from_what_to_what(fight: Thread, gm: User) -> None:
    post = reply(
        gm, fight, "!hp IronMan -25\n!hp IronMan -43\n!hp IronMan +10\n!hp IronMan =120\n!hp IronMan mental -89\n!hp Toad +99"
    )
    assert said(post) == [
        FULL,
        "Iron Man, Physical Health 33 to -10: knocked out.",
        "Iron Man, Physical Health -10 to 0: knocked out.",
        "Iron Man, Physical Health 0 to 120: active.",
        "Iron Man, Mental Health 90 to 1: mentally incapacitated.",
        "Toad, Physical Health 58 to 120: active.",
    ]
    assert harm(fight) == {"Iron Man": {"Physical Health": -62, "Mental Health": 89}, "Toad": {"Physical Health": -62}}


def test_the_sheet_stays_as_it_is_while_the_fight_keeps_count(fight: Thread, gm: User, iron_man: Character) -> None:
    reply(gm, fight, "!hp IronMan -25")
    iron_man.refresh_from_db()
    assert (iron_man.version, iron_man.sheet["health"]["physical"]) == (1, [58, 120])


def test_only_the_gm_changes_health_and_only_what_there_is(fight: Thread, gm: User, player: User, other_player: User) -> None:
    for person in (player, other_player):
        assert refusal(person, fight, "!hp IronMan +10") == "Only the GM changes Health."
    assert refusal(gm, fight, "!hp Mob -5") == "Mob has no Health on a sheet here, so there is nothing to change."
    assert refusal(gm, fight, "!hp Hulk -5") == "Nobody called Hulk is in this turn order."
    assert refusal(gm, fight, "!hp Toad =58") == "Physical Health of Toad stands at 58 already."
    assert refusal(gm, fight, "!hp Toad =121") == "121 is more than Toad ever has: 120."
    assert refusal(gm, fight, "!hp Toad 50") == "Minus 50 or exactly 50? `!hp Toad -50`, `!hp Toad =50`."
    assert harm(fight) == {}


def test_without_a_turn_order_no_health_changes(harbour: Thread, scene: Thread, gm: User, toad: Character) -> None:
    for thread in (harbour, scene):
        assert refusal(gm, thread, "!hp Toad -5") == "No turn order is open in this thread. The GM opens one with `!fight`."


def test_rules_without_points_of_health_say_so(scene: Thread, gm: User, wolfman: Character) -> None:
    reply(gm, scene, '!fight\n!init "Wolfman Jackson" 12')
    told = "Wolfman Jackson has no Health on a sheet here, so there is nothing to change."
    assert refusal(gm, scene, '!hp "Wolfman Jackson" -5') == told


def test_the_button_does_what_the_line_does_once_from_one_version(fight: Thread, gm: User, player: User) -> None:
    row = next(row.id for row in fight_of(encounter(fight)).combatants if row.name == "Iron Man")
    fields = {"version": "4", "combatant": row, "name": "Iron Man", "points": " -25 "}
    assert press(player, fight, "harm", **fields).status_code == 403
    assert press(gm, fight, "harm", **fields).status_code == 200
    assert press(gm, fight, "harm", **fields).status_code == 409
    assert harm(fight) == {"Iron Man": {"Physical Health": 25}}
    mental = press(gm, fight, "harm", **fields | {"version": "5", "track": "mental", "points": "=1"})
    assert (mental.status_code, harm(fight)["Iron Man"]) == (200, {"Physical Health": 25, "Mental Health": 89})
    wrong = press(gm, fight, "harm", **fields | {"version": "6", "points": "25"})
    assert wrong.status_code == 422
    assert "Minus 25 or exactly 25?" in wrong.content.decode()
    press(gm, fight, "undo", version="6")
    assert harm(fight) == {"Iron Man": {"Physical Health": 25}}


def test_the_panel_shows_what_is_left_and_its_word_to_those_who_see_numbers(fight: Thread, gm: User, player: User) -> None:
    reply(gm, fight, "!hp IronMan -68\n!hp Toad mental -1")
    shown = {
        who.username: {
            row.name: [(one.name[:1], one.now, one.word) for one in row.gauges if one.shown]
            for row in table(encounter(fight), seen_by(who, fight.campaign)).rows
        }
        for who in (gm, player)
    }
    hero = [("P", -10, "knocked out")]
    assert shown["Ines"] == {"Iron Man": hero, "Toad": [("P", 58, ""), ("M", 89, "")], "Mob": []}
    assert shown["Juniper"] == {"Iron Man": hero, "Toad": [], "Mob": []}
    assert re.findall(
        ">(knocked out|-10/120| knocked out)<", re.sub("<span class=.vh.>[^<]*</span>", "", part(page(player, fight), "turns"))
    ) == ["knocked out", "-10/120"]
