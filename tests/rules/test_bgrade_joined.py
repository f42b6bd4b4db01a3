"""B-Grade: what of a joint roll is the leader's, and the dice that no throw has."""

from __future__ import annotations

from typing import Any

import pytest

from rules.lines import RuleError
from rules.system import Declaration, Options, Rival, SecondActs
from rules.systems.bgrade.system import SYSTEM
from rules.systems.bgrade.throw import Throw
from rules.systems.bgrade.together import Side, join_pools
from tests.rules.bgrade_table import INES, TABLE, WOLFMAN, deal, rival, typed
from tests.rules.rows import rows

MANY = {"coop_max": "any"}


def joined(leader: tuple[str, str | None], *helpers: tuple[str, str | None], options: Options = MANY) -> Declaration:
    sides = [Side(f"H{place}", typed(line), TABLE.sheet(name)) for place, (line, name) in enumerate(helpers, 1)]
    return join_pools(Side("Leader", typed(leader[0]), TABLE.sheet(leader[1])), sides, options)


@rows("mode", [{}, {"joint_penalties": "common"}])
def test_a_joint_roll_has_the_leaders_name_and_a_helper_without_dice_rolls_the_leaders_traits(mode: dict[str, str]) -> None:
    options = MANY | mode
    bare, typed_dice = ("!assist L", INES), ("!assist L 4d", None)
    found = joined(("!pool Body+Lift with H1, H2", WOLFMAN), typed_dice, bare, options=options)
    assert found.expr == "15d" + (" joint_penalties=common" if mode else "")
    assert (found.title, found.notes) == ("Body + Lift", ("Leader 7 + H1 4 + H2 4", "15 dice together"))
    other = joined(("!pool 3d with H1", None), ("!assist L Body+Lift", INES), options=options)
    assert (other.req, other.title) == (((7, 10),), "Pool")


@rows("mode", [{}, {"joint_penalties": "common"}])
def test_the_options_that_bear_on_the_leaders_dice_alone_are_told(mode: dict[str, str]) -> None:
    capped = MANY | {"pool_cap": "8", "difficulty_mode": "inclusive"} | mode
    found = joined(("!pool 10d with H1 vs 4 -1d", None), ("!assist L 2d", None), options=capped)
    assert found.expr.startswith("10d vs 4" if not mode else "8d vs 4")
    assert "difficulty_mode=inclusive" in found.expr
    assert "pool_cap=8" in found.expr


@rows("mode", [{}, {"joint_penalties": "common"}])
def test_several_actions_of_the_leader_cost_a_die_of_the_joint_pool_once(mode: dict[str, str]) -> None:
    found = joined(("!pool 6d actions 2 with H1", None), ("!assist L 3d", None), options=MANY | mode)
    assert found.expr == "8d actions 2 lost 1" + (" joint_penalties=common" if mode else "")


@rows("mode", [{}, {"joint_penalties": "common"}])
def test_the_heights_of_a_joint_pool_are_the_leaders_first(mode: dict[str, str]) -> None:
    leader, helper = ("!pool 3d+1ed ed=9 with H1", None), ("!assist L 2d+1ed ed=4", None)
    assert joined(leader, helper, options=MANY | mode).fix == ((10, 9), (10, 4))
    alone = MANY | mode | {"joint_special": "leader"}
    found = joined(leader, helper, options=alone)
    assert (found.req, found.fix, found.open) == (((6, 10),), ((10, 9),), ())
    hammered = joined(leader, ("!assist L 2d+1had", None), options=alone)
    assert (hammered.req, hammered.fix, hammered.open) == (((6, 10),), ((10, 9),), ())


def test_a_trait_that_a_helper_lacks_is_refused_at_the_beginning_of_his_line() -> None:
    with pytest.raises(RuleError) as refused:
        joined(("!pool Body+Brawl with H1", WOLFMAN), ("!assist L", INES))
    assert refused.value.sentence.startswith("No Brawl on this sheet.")
    assert refused.value.column == 1


@rows("dice", [((10, (0, 2)),), ((10, (1, 11)),), ((10, (1,)),), ((10, (1, 2, 3)),), ((6, (1, 2)),), (), ((10, (1,)), (10, (2,)))])
def test_other_dice_than_those_of_a_throw_are_refused(dice: Any) -> None:
    throw = Throw(2, (), (0,), 0, {}, 0)
    assert throw.faces(((10, (1, 10)),)) == (1, 10)
    with pytest.raises(RuleError, match="it throws 2 d10"):
        throw.faces(dice)


def test_a_throw_waits_for_eight_helpers_at_most() -> None:
    assert SYSTEM.parse("7d joint 8").expr == "7d joint 8"
    with pytest.raises(RuleError, match="At most 8 help in one roll."):
        Throw(7, (), (0,), 0, {}, 0, joint=9).checked()
    with pytest.raises(RuleError, match="At most 8 help in one roll."):
        joined((f"!pool 7d with {', '.join(f'H{n}' for n in range(9))}", None), *([("!assist L 1d", None)] * 9))
    eight = joined((f"!pool 7d with {', '.join(f'H{n}' for n in range(8))}", None), *([("!assist L 1d", None)] * 8))
    assert eight.expr == "15d"


def test_a_page_asks_the_system_for_helpers_heights_and_sets() -> None:
    assert isinstance(SYSTEM, SecondActs)
    opened = rival("!pool 3d vs Toad slow", [5, 5, 1])
    defended = typed("!defend with 3d with Ines")
    assert SYSTEM.helpers(typed("!pool Body with Ines, Mabel")) == ("Ines", "Mabel")
    assert SYSTEM.helpers(typed("!defend with 5d")) == SYSTEM.helpers(typed("!assist L 4d"), opened) == ()
    assert SYSTEM.helpers(defended, opened) == ("Ines",)
    assert SYSTEM.helped(typed("!assist Wolfman 4d")) == "Wolfman"
    assert (
        SYSTEM.join(("L", defended, None), [("Ines", typed("!assist L 2d"), None)], {}, opened).expr == "5d against 41.0 2x5 slow"
    )
    assert SYSTEM.join(("L", typed("!pool 3d with I"), None), [("I", typed("!assist L 2d"), None)], {}).expr == "5d"
    hammered = SYSTEM.parse("2d+1had")
    assert (SYSTEM.values(typed("!hammer 8 for 5p1c")), SYSTEM.check_values(hammered, [8])) == (((8,), "5p1c"), (8,))
    used, several = SYSTEM.uses(typed("!use 2x5 for 1")), SYSTEM.parse("4d actions 2")
    dice = ((10, (5, 5, 8, 8)),)
    found = SYSTEM.to_allot(several, dice)
    assert (used, found and found.sets) == ((((2, 5), "1"),), ((2, 8), (2, 5)))
    assert SYSTEM.allot(several, dice, (), used).verdict == "part"
    asked = SYSTEM.answer(typed("!defend with 3d"), rival("!pool 3d vs Toad", [5, 5, 1]), None, {})
    assert [SYSTEM.ruled(asked, ((10, (9, 9, 9)),), (), by).verdict for by in ("fast", "slow")] == ["success", "success"]


@rows(
    ("line", "basis", "note"),
    [
        ("!pool 5d +3d", "net", "3 bonus dice"),
        ("!pool 5d +3d -1d", "net", "3 bonus dice, 1 of them cancels -1d for a penalty"),
        ("!pool 5d +3d -2d", "net", "3 bonus dice, 2 of them cancel -2d for a penalty"),
        ("!pool 5d +1d -1d", "net", "1 bonus die cancels -1d for a penalty"),
        ("!pool 5d +2d -2d", "net", "2 bonus dice cancel -2d for a penalty"),
        ("!pool 5d +1d -1d", "gross", "1 bonus die"),
        ("!pool 5d+1had +2d -1d", "gross", "2 bonus dice"),
    ],
)
def test_what_bonus_dice_cancel_is_said(line: str, basis: str, note: str) -> None:
    assert TABLE.declare(line, None, {"buyoff_basis": basis}).notes[1] == note


def test_an_answer_whose_last_helper_stays_away_is_decided_with_the_hands_that_are_there() -> None:
    opened = rival("!pool 3d vs Toad fast", [5, 5, 1], MANY)
    defended = SYSTEM.answer(typed("!defend with 3d with Ines, Mabel"), opened, None, MANY)
    first = Rival("42.0", "Toad", defended, deal(defended, [9, 9, 2]))
    helped = SYSTEM.answer(typed("!assist Toad 3d"), first, None, MANY)
    card = SYSTEM.unanswered(helped, deal(helped, [9, 3, 4]))
    assert (card.headline, card.verdict) == ("{rival} 2×5, {roller} 3×9: wider is faster, {roller} wins.", "success")
    assert card.detail.startswith("Nobody helps any more. {hand1} 2, 9, 9, {hand2} 3, 4, 9: {hand1} has a set of his own")
    assert card.spoken.endswith(f"count together: 3×9. {card.headline} Nobody helps any more.")
