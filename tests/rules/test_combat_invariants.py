"""What holds after any acts whatever: a hundred and twenty fights of forty acts, the same in every run."""

from __future__ import annotations

from functools import cache

from rules.combat.state import apply, fold
from tests.rules.fights import Act, Step, tell

WHO = [f"c{number}" for number in range(5)]
ENTERS = [
    {"do": "enter", "id": who, "name": who.upper(), "order": order, "source": source, "by": by}
    for who in WHO
    for order in ([], [1], [2], [5], [2, 3])
    for source, by in (("typed", "owner"), ("thrown", "owner"), ("linked", "gm"))
]
NAMED = [{"do": do, "id": who} for do in ("turn", "hold", "pass", "done", "out") for who in WHO]
OFTEN = {"next": 90, "back": 30, "undo": 25, "open": 20, "end": 4}
ACTS: list[Act] = [*ENTERS, *NAMED * 3, *({"do": do} for do, often in OFTEN.items() for _ in range(often))]


@cache
def stories() -> list[list[Step]]:
    return tell(ACTS, [{"do": "open"}], fights=120, length=40)


def steps() -> list[Step]:
    return [step for story in stories() for step in story]


def test_every_move_is_made_again_and_again() -> None:
    made = [act["do"] for _, act, _ in steps()]
    assert min(made.count(str(act["do"])) for act in ACTS) > 10
    assert max(fight.round for _, _, fight in steps()) > 5


def test_undo_after_any_act_gives_the_fight_before_it() -> None:
    for before, act, after in steps():
        if act["do"] != "undo":
            assert apply(after, {"do": "undo"}) == before


def test_a_running_fight_points_at_exactly_one_who_is_in_it_and_no_other_phase_does() -> None:
    for _, _, fight in steps():
        pointed = [row.id for row in fight.combatants if row.id == fight.current]
        assert len(pointed) == (1 if fight.phase == "running" and fight.combatants else 0)
        assert (fight.current is None) == (not pointed)
        assert all(row.state == "waiting" for row in fight.combatants if row.id == fight.current)


def test_the_round_falls_only_by_back_undo_or_a_new_fight_and_never_below_1_while_running() -> None:
    for before, act, after in steps():
        assert after.round >= (1 if after.phase == "running" else 0)
        if act["do"] not in ("back", "undo", "open"):
            assert before.round <= after.round <= before.round + 1


def test_joining_and_leaving_move_the_turn_only_when_the_present_one_leaves() -> None:
    for before, act, after in steps():
        if act["do"] == "enter" and before.current is not None:
            assert (after.current, after.round) == (before.current, before.round)
        if act["do"] == "out" and act["id"] != before.current:
            assert (after.current, after.round) == (before.current, before.round)


def test_a_round_ends_only_after_everybody_had_or_passed_the_turn() -> None:
    for before, act, after in steps():
        if act["do"] not in ("undo", "open") and after.round == before.round + 1 and before.round > 0:
            left = [row.id for row in before.combatants if row.state in ("waiting", "holding")]
            assert set(left) <= {before.current}


def test_the_record_folds_to_the_same_fight_and_stands_in_order() -> None:
    for whole in stories():
        assert fold([{"do": "open"}, *(act for _, act, _ in whole)]) == whole[-1][2]
    for _, _, fight in steps():
        keys = [(row.order, -row.entry) for row in fight.combatants]
        assert keys == sorted(keys, reverse=True)
        assert len({row.id for row in fight.combatants}) == len(fight.combatants)
