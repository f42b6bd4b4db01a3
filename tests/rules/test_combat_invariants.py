"""What holds after any acts whatever: random fights, three hundred of up to forty acts."""

from __future__ import annotations

from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from rules.combat.state import Fight, apply, fold
from rules.lines import RuleError

IDS = [f"c{number}" for number in range(6)]

ENTER = st.builds(
    lambda who, order, source, by: {
        "do": "enter", "id": who, "name": who.upper(), "order": order, "source": source, "by": by,
    },
    st.sampled_from(IDS),
    st.lists(st.integers(1, 5), max_size=2),
    st.sampled_from(["typed", "thrown", "linked"]),
    st.sampled_from(["owner", "gm"]),
)  # fmt: skip
NAMED = st.builds(
    lambda do, who: {"do": do, "id": who},
    st.sampled_from(["turn", "hold", "pass", "done", "out"]),
    st.sampled_from(IDS),
)
MOVE = st.sampled_from(["next", "next", "next", "back"]).map(lambda do: {"do": do})
RARE = st.sampled_from(["open", "open", "undo", "end"]).map(lambda do: {"do": do})
ACTS = st.lists(st.one_of(ENTER, ENTER, NAMED, MOVE, MOVE, RARE), max_size=40).map(lambda acts: [{"do": "open"}, *acts])


def story(acts: list[dict[str, Any]]) -> list[tuple[Fight, dict[str, Any], Fight]]:
    """Each act that was allowed, with the fight before and after it."""
    fight, steps = Fight(), []
    for act in acts:
        try:
            after = apply(fight, act)
        except RuleError:
            continue
        steps.append((fight, act, after))
        fight = after
    return steps


@settings(max_examples=80, deadline=None)
@given(ACTS)
def test_undo_after_any_act_gives_the_fight_before_it(acts: list[dict[str, Any]]) -> None:
    for before, act, after in story(acts):
        if act["do"] != "undo":
            assert apply(after, {"do": "undo"}) == before


@settings(max_examples=80, deadline=None)
@given(ACTS)
def test_a_running_fight_points_at_exactly_one_who_is_in_it_and_no_other_phase_does(acts: list[dict[str, Any]]) -> None:
    for _, _, fight in story(acts):
        pointed = [row.id for row in fight.combatants if row.id == fight.current]
        assert len(pointed) == (1 if fight.phase == "running" and fight.combatants else 0)
        assert (fight.current is None) == (not pointed)


@settings(max_examples=80, deadline=None)
@given(ACTS)
def test_the_round_falls_only_by_back_undo_or_a_new_fight_and_never_below_1_while_running(
    acts: list[dict[str, Any]],
) -> None:
    for before, act, after in story(acts):
        assert after.round >= (1 if after.phase == "running" else 0)
        if act["do"] not in ("back", "undo", "open"):
            assert before.round <= after.round <= before.round + 1


@settings(max_examples=80, deadline=None)
@given(ACTS)
def test_joining_and_leaving_move_the_turn_only_when_the_present_one_leaves(acts: list[dict[str, Any]]) -> None:
    for before, act, after in story(acts):
        if act["do"] == "enter" and before.current is not None:
            assert (after.current, after.round) == (before.current, before.round)
        if act["do"] == "out" and act["id"] != before.current:
            assert (after.current, after.round) == (before.current, before.round)


@settings(max_examples=80, deadline=None)
@given(ACTS)
def test_a_round_ends_only_after_everybody_had_or_passed_the_turn(acts: list[dict[str, Any]]) -> None:
    for before, act, after in story(acts):
        if act["do"] not in ("undo", "open") and after.round == before.round + 1 and before.round > 0:
            left = [row.id for row in before.combatants if row.state in ("waiting", "holding")]
            assert set(left) <= {before.current}


@settings(max_examples=80, deadline=None)
@given(ACTS)
def test_the_record_folds_to_the_same_fight_and_stands_in_order(acts: list[dict[str, Any]]) -> None:
    steps = story(acts)
    fight = fold(act for _, act, _ in steps)
    assert fight == steps[-1][2]
    keys = [(row.order, -row.entry) for row in fight.combatants]
    assert keys == sorted(keys, reverse=True)
    assert len({row.id for row in fight.combatants}) == len(fight.combatants)
