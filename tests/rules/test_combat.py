"""The turn order, act by act, told with Thor, Iron Man and Toad."""

from __future__ import annotations

from typing import Any

import pytest

from rules.combat.order import same_time
from rules.combat.state import Fight, apply, check_enter, fold, who_next
from rules.lines import RuleError
from tests.rules.rows import rows

OPEN = {"do": "open"}
NEXT = {"do": "next"}
BACK = {"do": "back"}
UNDO = {"do": "undo"}


def enter(name: str, *order: int, by: str = "owner", source: str = "typed", char: str | None = None) -> dict[str, Any]:
    return {
        "do": "enter", "id": name.lower(), "name": name, "order": list(order), "source": source, "by": by, "char": char,
    }  # fmt: skip


def one(do: str, name: str) -> dict[str, Any]:
    return {"do": do, "id": name.lower()}


def names(fight: Fight) -> list[str]:
    return [row.name for row in fight.combatants]


def where(fight: Fight) -> tuple[int, str | None]:
    return fight.round, fight.acting.name if fight.acting else None


def refusal(fight: Fight, act: dict[str, Any]) -> str:
    with pytest.raises(RuleError) as refused:
        apply(fight, act)
    return refused.value.sentence


FOUR = [OPEN, enter("A", 20), enter("B", 15), enter("C", 12), enter("D", 7)]


def test_thor_with_20_stands_before_ironman_with_15_whoever_came_first() -> None:
    assert names(fold([OPEN, enter("Thor", 20), enter("IronMan", 15)])) == ["Thor", "IronMan"]
    assert names(fold([OPEN, enter("IronMan", 15), enter("Thor", 20)])) == ["Thor", "IronMan"]


def test_numbers_order_as_numbers_and_not_as_text() -> None:
    assert names(fold([OPEN, enter("Toad", 9), enter("Hulk", 10), enter("Thor", 100)])) == ["Thor", "Hulk", "Toad"]


def test_equal_numbers_keep_the_order_of_entry_and_act_at_the_same_time() -> None:
    fight = fold([OPEN, enter("A", 9), enter("B", 9), enter("C", 10)])
    assert names(fight) == ["C", "A", "B"]
    assert [[row.name for row in group] for group in same_time(fight.combatants)] == [["C"], ["A", "B"]]


def test_a_set_orders_by_width_then_height_and_no_set_acts_last() -> None:
    fight = fold([OPEN, enter("None"), enter("Pair", 2, 10), enter("Low", 3, 1), enter("High", 3, 5)])
    assert names(fight) == ["High", "Low", "Pair", "None"]


def test_the_first_next_begins_round_1_at_the_top_and_rounds_count() -> None:
    fight = fold(FOUR)
    assert where(fight) == (0, None)
    seen = []
    for _ in range(6):
        fight = apply(fight, NEXT)
        seen.append(where(fight))
    assert seen == [(1, "A"), (1, "B"), (1, "C"), (1, "D"), (2, "A"), (2, "B")]


def test_a_repeated_name_replaces_its_number_and_keeps_its_first_spelling() -> None:
    again = {**enter("thor", 5), "id": "another id"}
    fight = fold([OPEN, enter("Thor", 20), enter("Hulk", 7), again])
    assert [(row.name, row.order, row.id) for row in fight.combatants] == [("Hulk", (7,), "hulk"), ("Thor", (5,), "thor")]


def test_dan_is_not_daniel_and_two_characters_of_one_name_are_two() -> None:
    fight = fold([OPEN, enter("Daniel", 12), enter("Dan", 9), enter("D", 3), enter("Dan", 10)])
    assert names(fight) == ["Daniel", "Dan", "D"]
    ellies = [{**enter("Elly", 5, char="c1"), "id": "1"}, {**enter("Elly", 8, char="c2"), "id": "2"}]
    assert [row.id for row in fold([OPEN, *ellies]).combatants] == ["2", "1"]


def test_the_owner_changes_a_typed_number_only_until_round_1_begins() -> None:
    begun = fold([OPEN, enter("Thor", 17), NEXT])
    assert refusal(begun, enter("Thor", 18)) == "Thor stands at 17. Only the GM changes it now."
    assert apply(begun, enter("Thor", 18, by="gm")).combatants[0].order == (18,)


def test_a_typed_number_never_replaces_a_thrown_one_except_by_the_gm() -> None:
    for source in ("thrown", "linked"):
        stands = fold([OPEN, enter("Thor", 17, source=source)])
        assert refusal(stands, enter("Thor", 18)) == "Thor stands at 17. Only the GM changes it now."
        assert refusal(stands, enter("Thor", 18, source="thrown")) == "Thor stands at 17. Only the GM changes it now."
        assert apply(stands, enter("Thor", 18, by="gm")).combatants[0].source == "typed"


def test_a_throw_may_replace_the_owners_typed_number_before_round_1() -> None:
    fight = fold([OPEN, enter("Thor", 17), enter("Thor", 3, source="thrown")])
    assert [(row.order, row.source) for row in fight.combatants] == [((3,), "thrown")]


def test_the_check_before_the_throw_needs_no_number() -> None:
    fight = fold([OPEN, enter("Thor", 17, source="thrown")])
    with pytest.raises(RuleError, match="Thor stands at 17"):
        check_enter(fight, {"do": "enter", "id": "thor", "name": "Thor", "by": "owner"})
    assert check_enter(fight, {"do": "enter", "id": "toad", "name": "Toad", "by": "owner"}) is None


@rows("order", [[0], [-3], [100_000], [20.5], ["20"], [True], "20", [1, 2, 3], None])
def test_a_number_that_no_roll_shows_is_refused(order: object) -> None:
    assert "1 to 99999" in refusal(fold([OPEN]), {**enter("Thor"), "order": order})


def test_joining_above_the_present_one_never_moves_the_turn_and_still_gets_one_this_round() -> None:
    fight = fold([*FOUR, NEXT, NEXT, enter("E", 30)])
    assert where(fight) == (1, "B")
    seen = []
    for _ in range(4):
        fight = apply(fight, NEXT)
        seen.append(where(fight))
    assert seen == [(1, "C"), (1, "D"), (1, "E"), (2, "E")]


def test_removing_somebody_before_the_active_one_leaves_the_turn_where_it_is() -> None:
    fight = fold([*FOUR, NEXT, NEXT, one("out", "A")])
    assert where(fight) == (1, "B")
    assert where(apply(fight, NEXT)) == (1, "C")


def test_removing_the_active_one_passes_the_turn_to_the_next() -> None:
    assert where(fold([*FOUR, NEXT, one("out", "A")])) == (1, "B")
    assert where(fold([*FOUR, NEXT, NEXT, NEXT, NEXT, one("out", "D")])) == (2, "A")
    last_at_the_top = [*FOUR, NEXT, one("pass", "B"), one("pass", "C"), one("pass", "D"), one("out", "A")]
    assert where(fold(last_at_the_top)) == (2, "B")
    skipping = [OPEN | {"ways": ["skip"]}, *last_at_the_top[1:-1]]
    assert where(fold([*skipping, one("out", "A") | {"down": ["b"]}])) == (2, "C")
    assert where(fold([*skipping, one("out", "A") | {"down": ["b", "c", "d"]}])) == (2, "B")


def test_the_last_one_out_leaves_an_empty_fight_that_the_next_one_to_join_leads() -> None:
    empty = fold([OPEN, enter("Thor", 20), NEXT, one("out", "Thor")])
    assert (where(empty), empty.phase) == ((1, None), "running")
    assert "Nobody is in the turn order" in refusal(empty, NEXT)
    assert where(apply(empty, enter("Toad", 3))) == (1, "Toad")


def test_removal_undone_brings_back_the_same_row_in_the_same_place() -> None:
    before = fold([*FOUR, NEXT, NEXT])
    assert fold([*FOUR, NEXT, NEXT, one("out", "B"), UNDO]) == before


def test_each_undo_takes_back_the_newest_act_that_still_stands() -> None:
    assert where(fold([*FOUR, NEXT, NEXT, NEXT, UNDO, UNDO])) == (1, "A")
    assert where(fold([*FOUR, NEXT, NEXT, UNDO, NEXT, UNDO])) == (1, "A")
    assert fold([*FOUR, NEXT, UNDO]) == fold(FOUR)
    assert "nothing to undo" in refusal(Fight(), UNDO)


def test_back_goes_to_the_row_above_and_never_before_round_1() -> None:
    fight = fold([*FOUR, NEXT, NEXT, NEXT, NEXT, NEXT])
    assert where(fight) == (2, "A")
    fight = apply(fight, BACK)
    assert where(fight) == (1, "D")
    assert where(apply(fight, NEXT)) == (2, "A")
    assert where(apply(fight, BACK)) == (1, "C")
    assert "first turn of Round 1" in refusal(fold([*FOUR, NEXT]), BACK)


def test_only_the_one_whose_turn_it_is_ends_it_or_holds() -> None:
    fight = fold([*FOUR, NEXT])
    assert refusal(fight, one("done", "B")) == "It is not B's turn; it is A's."
    assert refusal(fight, one("hold", "B")) == "It is not B's turn; it is A's."
    assert where(apply(fight, one("done", "A"))) == (1, "B")


def test_one_who_holds_comes_last_in_the_round_unless_the_gm_calls_him_before() -> None:
    fight = fold([*FOUR, NEXT, one("hold", "A")])
    assert where(fight) == (1, "B")
    assert where(fold([*FOUR, NEXT, one("hold", "A"), NEXT, NEXT, NEXT])) == (1, "A")
    called = apply(apply(fight, NEXT), one("turn", "A"))
    assert where(called) == (1, "A")
    assert where(apply(called, NEXT)) == (1, "C")


def test_nobody_holds_when_nobody_is_left_to_wait_for() -> None:
    fight = fold([*FOUR, NEXT, one("hold", "A"), NEXT, NEXT, NEXT])
    assert "Nobody is left in this Round for A to wait for" in refusal(fight, one("hold", "A"))


def test_the_gm_may_skip_somebody_whose_turn_has_not_come() -> None:
    fight = fold([*FOUR, NEXT, one("pass", "B")])
    assert where(fight) == (1, "A")
    assert where(apply(fight, NEXT)) == (1, "C")
    assert "B has had the turn of this Round" in refusal(fight, one("pass", "B"))


def test_those_jumped_over_get_their_turn_before_the_round_ends() -> None:
    fight = fold([*FOUR, NEXT, one("turn", "D")])
    seen = []
    for _ in range(4):
        fight = apply(fight, NEXT)
        seen.append(where(fight))
    assert seen == [(1, "A"), (1, "B"), (1, "C"), (2, "A")]


def test_who_comes_next_is_named_before_the_turn_ends() -> None:
    def coming(*acts: dict[str, Any]) -> str | None:
        row = who_next(fold(list(acts)))
        return row.name if row else None

    assert coming() is None
    assert coming(OPEN) is None
    assert coming(*FOUR) == "A"
    assert coming(*FOUR, NEXT) == "B"
    assert coming(*FOUR, NEXT, NEXT, NEXT, NEXT) == "A"
    assert coming(*FOUR, NEXT, {"do": "end"}) is None


def test_moves_outside_the_table_are_refused_with_state_and_move() -> None:
    assert refusal(Fight(), enter("Thor", 20)).startswith("No turn order is open in this thread, so it cannot be joined.")
    gathering = fold(FOUR)
    assert "is gathering, its Round has not begun, so it cannot move back a turn" in refusal(gathering, BACK)
    assert "is gathering, so it cannot be opened again" in refusal(gathering, OPEN)
    assert "is running, so it cannot be opened" in refusal(apply(gathering, NEXT), OPEN)
    assert "has ended, so it cannot move to the next turn" in refusal(apply(gathering, {"do": "end"}), NEXT)
    assert "no move “dance”" in refusal(gathering, {"do": "dance"})


def test_a_new_fight_after_the_end_starts_empty_and_undo_brings_the_old_one_back() -> None:
    ended = fold([*FOUR, NEXT, {"do": "end"}])
    assert (ended.phase, names(ended), ended.current) == ("ended", ["A", "B", "C", "D"], None)
    anew = apply(ended, OPEN)
    assert (anew.phase, names(anew), anew.round) == ("gathering", [], 0)
    assert apply(anew, UNDO) == ended
