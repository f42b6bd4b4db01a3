"""What fits in one Turn (FR-15 to FR-20): a warning before and after the post, for everybody, that never stops it and that a GM
overrules."""

from __future__ import annotations

from html import unescape
from typing import Any

import pytest

from campaigns.character.models import Character
from campaigns.combat.access import open_on
from campaigns.combat.commands import fight_of
from campaigns.combat.models import CombatCommand, Encounter
from campaigns.people.models import User
from campaigns.site.refused import Refused
from campaigns.thread.commands import Declared
from campaigns.thread.models import Post, Thread
from rules.combat.deeds import NOTHING, Deeds
from rules.systems.faserip.actions import DICE_AFTER, GOOD_ENDS
from rules.systems.faserip.one_turn import SHORT_MOVE
from tests.campaigns.thread.test_queries import read
from tests.people import browser
from tests.tables import HTMX, address, changed, cursor_in, page, part, press, reply, sent, write

ALLOW = "The GM may allow it."
TAKES = "A movement takes the Turn; only a short one leaves room for one simple attack."


@pytest.fixture
def fight(harbour: Thread, gm: User, thor: Character, toad: Character) -> Thread:
    """Round 1, Thor's turn; Toad's comes after it."""
    reply(gm, harbour, "!fight\n!init Thor 20\n!init Toad 10\n!next")
    return harbour


def encounter(thread: Thread) -> Encounter:
    found = open_on(thread.stream_id)
    assert found is not None
    return found


def deeds(thread: Thread, name: str) -> Deeds:
    return next(row.deeds for row in fight_of(encounter(thread)).combatants if row.name == name)


def row_id(thread: Thread, name: str) -> str:
    return next(row.id for row in fight_of(encounter(thread)).combatants if row.name == name)


def does(thread: Thread, name: str, *acts: str) -> Declared:
    return Declared(row_id(thread, name), acts)


def notes(post: Post) -> list[str]:
    return [content for kind, content in post.blocks if kind == "note"]


def order(person: User | None, thread: Thread) -> str:
    return unescape(part(page(person, thread), "turns"))


def test_a_second_attack_in_one_turn_is_posted_and_warned_of_before_everybody(
    fight: Thread, gm: User, player: User, other_player: User, thor: Character
) -> None:
    first = reply(other_player, fight, "!attack Toad", thor)
    assert (notes(first), deeds(fight, "Thor")) == ([], NOTHING)
    old = page(player, fight)
    second = reply(other_player, fight, "!attack Toad", thor)
    assert notes(second) == [f"Thor: {DICE_AFTER} {ALLOW}"]
    assert deeds(fight, "Thor").warning == DICE_AFTER
    for who in (gm, player, other_player, None):
        assert DICE_AFTER in order(who, fight)
        assert ('value="allow"' in order(who, fight)) is (who == gm)
    assert part(unescape(changed(player, fight, cursor_in(old))), "turns") == order(player, fight)


def test_several_actions_that_are_declared_fit(fight: Thread, other_player: User, thor: Character) -> None:
    for line in ("!attack Toad action 1/2", "!attack Toad action 2/2"):
        assert notes(reply(other_player, fight, line, thor)) == []
    assert deeds(fight, "Thor") == Deeds(spent=True)


def test_what_is_done_without_dice_is_kept_with_the_post_told_in_it_and_taken_back_by_an_undo(
    fight: Thread, gm: User, other_player: User, thor: Character
) -> None:
    declared = does(fight, "Thor", "move_short", "auto", "auto")
    post = reply(other_player, fight, "I step out and look.", thor, declared=declared)
    assert notes(post) == ["Thor: a short move, an automatic action (2 times)."]
    assert deeds(fight, "Thor").acts == ("move_short", "auto", "auto")
    assert "A short move, an automatic action (2 times)" in order(None, fight)
    newest = CombatCommand.objects.get(encounter=encounter(fight), number=encounter(fight).version)
    assert (newest.act["do"], newest.post, newest.by.person) == ("did", post.uid, other_player)
    press(gm, fight, "undo", version=str(encounter(fight).version))
    assert deeds(fight, "Thor") == NOTHING


def test_a_gm_overrules_it_at_one_press_which_is_recorded_and_can_be_undone(
    fight: Thread, gm: User, other_player: User, thor: Character
) -> None:
    post = reply(
        other_player, fight, "!attack Toad", thor, declared=does(fight, "Thor", "move_short"), done_as=row_id(fight, "Thor")
    )
    assert notes(post) == [f"Thor: a short move. {SHORT_MOVE} {ALLOW}", "Turn done. Round 1, Toad's turn."]
    told = {"combatant": row_id(fight, "Thor"), "version": str(encounter(fight).version)}
    assert press(other_player, fight, "allow", **told).status_code == 403
    assert press(gm, fight, "allow", **told).status_code == 200
    assert "Ines allowed it." in order(other_player, fight) and 'value="allow"' not in order(gm, fight)
    newest = CombatCommand.objects.get(encounter=encounter(fight), number=encounter(fight).version)
    assert (newest.act["do"], newest.act["who"], newest.by.person) == ("allow", "Ines", gm)
    press(gm, fight, "undo", version=str(encounter(fight).version))
    assert deeds(fight, "Thor") == Deeds(("move_short",), warning=SHORT_MOVE)
    assert 'value="allow"' in order(gm, fight)


def test_preview_and_picker_say_it_before_anything_is_thrown(fight: Thread, other_player: User, thor: Character) -> None:
    ticked = {"did": ["move"], "autos": "2", "did_as": row_id(fight, "Thor"), "character": thor.key}
    html = browser(other_player).post(address("preview", fight), sent("!attack Toad") | ticked, headers=HTMX).content.decode()
    shift = "2 automatic actions: rolls of this Turn at -1CS. Add -1cs to the line."
    assert f"Thor: {TAKES} {shift} {ALLOW}" in unescape(html)
    assert 'name="did" value="move" checked' in html and 'name="autos" min="0" max="9" value="2"' in html
    picked = ticked | {"pick-act": "attack", "pick-target": "Toad", "pick-shift": "-1cs"}
    picker = unescape(browser(other_player).post(address("rolling", fight), picked, headers=HTMX).content.decode())
    assert "<code data-line>!attack Toad -1cs</code>" in picker and f"Thor: {TAKES} {ALLOW}" in picker
    fight.refresh_from_db()
    assert (deeds(fight, "Thor"), fight.post_count) == (NOTHING, 1)


def test_the_form_posts_what_is_ticked(fight: Thread, other_player: User, thor: Character) -> None:
    told: dict[str, Any] = {"did": ["long"], "autos": "1", "did_as": row_id(fight, "Thor"), "character": thor.key}
    assert write(other_player, fight, "I search the wreck.", **told).status_code == 302
    assert deeds(fight, "Thor") == Deeds(("long", "auto"), busy=True)
    assert 'value="ended"' in part(page(other_player, fight), "done", "div")


def test_after_an_action_at_good_a_dodge_is_warned_of_until_the_round_is_over(
    fight: Thread, gm: User, other_player: User, thor: Character, toad: Character
) -> None:
    reply(other_player, fight, "!attack Toad action 1/2\n!attack Toad action 2/2", thor, done_as=row_id(fight, "Thor"))
    assert "Nothing more this Round, no dodge either" in order(None, fight)
    reply(gm, fight, "!attack Thor", toad)
    assert notes(reply(other_player, fight, "!dodge", thor)) == [f"Thor: {GOOD_ENDS} {ALLOW}"]
    reply(gm, fight, "!next")
    assert deeds(fight, "Thor") == NOTHING
    reply(gm, fight, "!attack Thor", toad)
    assert notes(reply(other_player, fight, "!dodge", thor)) == []


def test_an_undone_turn_comes_back_with_what_was_thrown_in_it(fight: Thread, gm: User, other_player: User, thor: Character) -> None:
    began = encounter(fight).since
    reply(other_player, fight, "!attack Toad", thor)
    press(gm, fight, "next", version=str(encounter(fight).version))
    press(gm, fight, "undo", version=str(encounter(fight).version))
    assert encounter(fight).since == began
    assert notes(reply(other_player, fight, "!attack Toad", thor)) == [f"Thor: {DICE_AFTER} {ALLOW}"]


def test_a_combatant_that_is_nothing_but_a_name_has_turns_too(fight: Thread, gm: User) -> None:
    reply(gm, fight, '!init "Usher 1" 5\n!turn "Usher 1"')
    line = '!attack Thor with Good damage Good as "Usher 1"'
    assert [notes(reply(gm, fight, line)) for _ in range(2)] == [[], [f"Usher 1: {DICE_AFTER} {ALLOW}"]]


def test_nobody_says_what_another_does_nor_what_he_does_in_anothers_turn(
    fight: Thread, gm: User, player: User, other_player: User, thor: Character
) -> None:
    with pytest.raises(Refused, match="said by who plays him, and by the GM"):
        reply(player, fight, "He runs.", declared=does(fight, "Thor", "move"))
    ticked = does(fight, "Thor", "move")
    reply(gm, fight, "!next")
    with pytest.raises(Refused, match="It is not Thor's turn; it is Toad's"):
        reply(other_player, fight, "I run.", thor, declared=ticked)


def test_what_is_ticked_for_somebody_who_left_meanwhile_is_refused_and_not_left_out(
    fight: Thread, gm: User, other_player: User, thor: Character
) -> None:
    told: dict[str, Any] = {"did": ["move"], "did_as": row_id(fight, "Thor"), "character": thor.key}
    reply(gm, fight, "!out Thor")
    answer = write(other_player, fight, "I run.", **told)
    assert answer.status_code == 422
    html = unescape(answer.content.decode())
    assert (
        "has left the turn order. Post without it, or join first: <code>!init NAME</code>." in html and "I run.</textarea>" in html
    )
    assert write(other_player, fight, "I run.", character=thor.key).status_code == 302


def test_what_is_thrown_outside_of_ones_turn_is_no_part_of_it(fight: Thread, gm: User, toad: Character) -> None:
    assert notes(reply(gm, fight, "!feat Agility\n!feat Intuition", toad)) == []
    reply(gm, fight, "!next")
    assert notes(reply(gm, fight, "!attack Thor", toad)) == []


def test_boxes_stand_where_a_turn_runs_for_who_acts(
    fight: Thread, gm: User, player: User, other_player: User, scene: Thread
) -> None:
    assert ["did_as" in part(page(who, fight), "done", "div") for who in (gm, player, other_player)] == [False, False, True]
    reply(gm, fight, "!next")
    assert ["did_as" in part(page(who, fight), "done", "div") for who in (gm, player, other_player)] == [True, False, False]
    reply(gm, scene, "!fight\n!init Guard 3\n!next")
    assert "did_as" not in page(gm, scene)


def test_a_warning_costs_the_page_no_query(fight: Thread, gm: User, player: User, other_player: User, thor: Character) -> None:
    reply(other_player, fight, "!attack Toad", thor)
    before = [read(who, fight) for who in (gm, player, None)]
    reply(other_player, fight, "!attack Toad", thor, declared=does(fight, "Thor", "move"))
    assert [read(who, fight) for who in (gm, player, None)] == before
