"""Conditions in a fight: the acts, how long they stand, and what holds after any acts whatever."""

from __future__ import annotations

import json
from itertools import product
from typing import Any

import pytest

from rules.combat.combatant import MOST_CONDITIONS
from rules.combat.record import from_record, to_record
from rules.combat.state import Fight, apply, fold, run_out
from rules.lines import RuleError
from tests.rules.fights import tell
from tests.rules.rows import rows

OPEN, NEXT, BACK, UNDO = ({"do": do} for do in ("open", "next", "back", "undo"))
NAMES = {"a": 20, "b": 15, "c": 9}
THREE = [OPEN, *(
    {"do": "enter", "id": who, "name": who.upper(), "order": [order], "source": "typed", "by": "gm", "char": None}
    for who, order in NAMES.items()
)]  # fmt: skip
RUNNING = [*THREE, NEXT]


def put(name: str = "held", who: str = "b", **more: Any) -> dict[str, Any]:
    return {"do": "condition", "id": who, "name": name, **more}


def lift(name: str = "held", who: str = "b") -> dict[str, Any]:
    return {"do": "lift", "id": who, "name": name}


def one(do: str, who: str) -> dict[str, Any]:
    return {"do": do, "id": who}


def ails(fight: Fight, who: str = "b") -> list[tuple[str, int, int | None]]:
    row = fight.find(who)
    return [(found.name, found.dice, found.left) for found in fight.standing(row)] if row else []


def left(*acts: dict[str, Any], who: str = "b") -> list[int | None]:
    """The Turns left of the one condition after each of the acts, from the last that begins to count: 0 where it is over."""
    fight, seen = Fight(), []
    for act in acts:
        fight = apply(fight, act)
        seen.append(next((turns for _, _, turns in ails(fight, who)), 0))
    return seen


def refusal(fight: Fight, act: dict[str, Any]) -> str:
    with pytest.raises(RuleError) as refused:
        apply(fight, act)
    return refused.value.sentence


def test_a_condition_for_two_covers_two_turns_of_its_bearer_whoever_acts_when_it_is_set() -> None:
    before = left(*RUNNING, put(rounds=2), *[NEXT] * 5)[5:]
    assert before == [2, 2, 1, 1, 1, 0]  # A acts; B acts; C; A in Round 2; B; C
    own = left(*RUNNING, NEXT, put(rounds=2), *[NEXT] * 4)[6:]
    assert own == [2, 1, 1, 1, 0]
    after = left(*RUNNING, NEXT, NEXT, put(rounds=2), *[NEXT] * 6)[7:]
    assert after == [2, 2, 2, 1, 1, 1, 0]
    gathering = left(*THREE, put(rounds=1), *[NEXT] * 3)[4:]
    assert gathering == [1, 1, 1, 0]


def test_without_rounds_it_stands_until_it_is_taken_away_by_any_spelling() -> None:
    fight = fold([*RUNNING, put("Torn Arm", dice=1), *[NEXT] * 20])
    assert ails(fight) == [("Torn Arm", 1, None)]
    assert ails(apply(fight, lift("torn-arm"))) == []


def test_back_and_undo_give_back_what_was_left_and_never_more_than_was_set() -> None:
    assert left(*RUNNING, NEXT, put(rounds=2), NEXT, BACK)[6:] == [2, 1, 2]
    assert left(*RUNNING, NEXT, put(rounds=1), NEXT, UNDO)[6:] == [1, 0, 1]
    assert left(*RUNNING, NEXT, NEXT, NEXT, put(rounds=1), NEXT, NEXT, BACK, BACK, BACK)[8:] == [1, 1, 0, 1, 1, 1]
    assert left(*RUNNING, NEXT, NEXT, put(rounds=1), BACK, BACK, NEXT, NEXT, NEXT, NEXT, NEXT)[7:] == [1, 1, 1, 1, 1, 1, 1, 0]
    stood = fold([*RUNNING, put(rounds=3, dice=2)])
    for act in (lift(), put(rounds=1), one("out", "b"), {"do": "end"}, NEXT):
        assert fold([*RUNNING, put(rounds=3, dice=2), act, UNDO]) == stood
    assert fold([*RUNNING, put(rounds=2), UNDO, put(rounds=2)]) == fold([*RUNNING, put(rounds=2)])


def test_who_holds_keeps_it_for_the_turn_to_come_and_who_passes_has_had_it() -> None:
    assert left(*RUNNING, NEXT, put(rounds=1), one("hold", "b"), NEXT, NEXT)[6:] == [1, 1, 1, 0]
    assert left(*RUNNING, put(rounds=1), one("pass", "b"))[5:] == [1, 0]
    assert left(*RUNNING, NEXT, put(rounds=1), NEXT, one("turn", "b"), NEXT)[6:] == [1, 0, 1, 0]


def test_the_same_name_again_replaces_and_another_stands_beside_it() -> None:
    fight = fold([*RUNNING, put(rounds=2), put("torn arm", dice=1), put("HELD", rounds=5, dice=3)])
    assert ails(fight) == [("torn arm", 1, None), ("HELD", 3, 5)]
    assert ails(fight, "a") == ails(fight, "c") == []


def test_a_new_number_keeps_conditions_and_leaving_ends_them() -> None:
    fight = fold([*RUNNING, put(rounds=2), {**THREE[2], "order": [3]}])
    assert ails(fight) == [("held", 0, 2)]
    assert ails(fold([*RUNNING, put(), one("out", "b"), THREE[2]])) == []


def test_what_no_condition_is_is_refused() -> None:
    fight = fold([*RUNNING, put("torn arm")])
    for rounds in (0, -1, 100, 1.5, "2", True):
        assert refusal(fight, put(rounds=rounds)) == "A condition lasts 1 to 99 Rounds, or until it is taken away."
    for dice in (-1, 100, 1.5, "1", True, None):
        assert refusal(fight, put(dice=dice)) == "A condition takes 1 to 99 dice from a pool, or none."
    assert ails(apply(fight, put(rounds=99, dice=99)))[1] == ("held", 99, 99)
    assert "at least one character" in refusal(fight, put(""))
    assert refusal(fight, lift("held")) == "B has no condition “held”. There is: torn arm."
    assert refusal(apply(fight, put("cold")), lift("held")) == "B has no condition “held”. There are: torn arm, cold."
    assert refusal(fight, lift("held", "a")) == "A has no condition “held”. There is none to take away."
    assert "Nobody by that name" in refusal(fight, put(who="z"))
    assert "cannot put a condition on somebody" in refusal(Fight(), put())
    assert "cannot take a condition away" in refusal(apply(fight, {"do": "end"}), lift("torn arm"))


def test_what_is_over_is_there_no_more_to_take_away_and_leaves_room() -> None:
    fight = fold([*RUNNING, NEXT, *(put(f"c{n}", rounds=1) for n in range(MOST_CONDITIONS))])
    assert refusal(fight, put("more")) == f"B has {MOST_CONDITIONS} conditions already: take one away first."
    assert ails(apply(fight, put("c0", rounds=2)))[-1] == ("c0", 0, 2)
    after = apply(fight, NEXT)
    assert "There is none to take away" in refusal(after, lift("c0"))
    assert ails(apply(after, put("more"))) == [("more", 0, None)]
    assert run_out(fight, after) == tuple(("B", f"c{n}") for n in range(MOST_CONDITIONS))
    assert run_out(after, apply(after, NEXT)) == run_out(after, apply(after, one("out", "b"))) == ()


def test_a_stored_copy_gives_the_same_fight_and_one_from_before_conditions_has_none() -> None:
    fight = fold([*RUNNING, put(rounds=2, dice=1), put("cold")])
    stored = json.loads(json.dumps(to_record(fight)))
    assert from_record(stored) == fight
    for row in stored["rows"]:
        del row["conditions"]
    assert from_record(stored) == fold(RUNNING)


ACTS = [
    *[NEXT] * 24, *[BACK] * 12, *[UNDO] * 12,
    *[one(do, who) for do in ("turn", "hold", "pass", "pass", "out") for who in "abc"],
    *[lift(name, who) for name in ("held", "cold") for who in "abc"],
    *[
        put(name, who, **({"rounds": rounds} if rounds else {}), dice=dice)
        for name in ("held", "cold") for who in "abc" for rounds in range(4) for dice in range(2)
    ],
]  # fmt: skip


def test_conditions_move_no_turn_only_run_down_and_come_back_by_undo() -> None:
    for story in tell(ACTS, THREE, fights=25, length=30):
        for fight, act, after in story:
            check(fight, act, after)


def check(fight: Fight, act: dict[str, Any], after: Fight) -> None:
    if act["do"] != "undo":
        assert apply(after, UNDO) == fight
    if act["do"] in ("condition", "lift"):
        assert (after.round, after.current, [row.id for row in after.combatants]) == (
            fight.round, fight.current, [row.id for row in fight.combatants],
        )  # fmt: skip
    elif act["do"] in ("next", "hold", "pass"):
        for row in after.combatants:
            then, now = (ails(one, row.id) for one in (fight, after))
            assert [each[0] for each in now if each[0] not in [old[0] for old in then]] == []
            ran = {name: turns for name, _, turns in then}
            assert all(turns == ran[name] or (turns or 0) == (ran[name] or 0) - 1 for name, _, turns in now)
            assert {name for name, turns in ran.items() if turns is None} <= {name for name, _, _ in now}
    assert from_record(to_record(after)) == after
    assert after.acting is None or after.acting.turn_ahead
    assert all(turns is None or 1 <= turns <= 3 for who in "abc" for _, _, turns in ails(after, who))


@rows(("gone", "who", "rounds"), product(range(7), "abc", range(1, 5)))
def test_after_any_number_of_turns_a_condition_for_n_rounds_covers_n_turns_of_its_bearer(gone: int, who: str, rounds: int) -> None:
    fight = fold([*RUNNING, *[NEXT] * gone, put(who=who, rounds=rounds)])
    turns = 0
    while ails(fight, who):
        turns += fight.current == who
        fight = apply(fight, NEXT)
    assert turns == rounds
