"""B-Grade: working together, in one pool and against time."""

from __future__ import annotations

import pytest

from rules.lines import RuleError
from rules.system import Declaration, Options, Rival
from rules.systems.bgrade.answering import assist
from rules.systems.bgrade.system import SYSTEM
from rules.systems.bgrade.together import Side, helpers_of, join_pools, read_assist
from tests.rules.bgrade_table import INES, MABEL, TABLE, WOLFMAN, deal, defence, outcome, rival, typed


def joined(line: str, helper: str, options: Options | None = None, sheet: str | None = INES) -> Declaration:
    leader, other = Side("Wolfman", typed(line), TABLE.sheet(WOLFMAN)), Side("Ines", typed(helper), TABLE.sheet(sheet))
    return join_pools(leader, [other], options or {})


def test_joint_pools_are_added_after_each_paid_for_himself() -> None:
    found = joined("!pool Body+Lift with Ines -1d", "!assist Wolfman +1d")
    assert (found.expr, found.title, found.target) == ("11d lost 1", "Body + Lift", "")
    assert found.notes == ("1 lost for a penalty", "1 bonus die", "Wolfman 6 + Ines 5", "11 dice together")
    own = joined("!pool Body+Lift with Ines -1d", "!assist Wolfman 4d+1ed ed=8", sheet=None)
    assert own.expr == "10d+1ed=8 lost 1"


def test_in_a_common_pool_all_special_dice_pay_for_all_penalties() -> None:
    common = {"joint_penalties": "common"}
    found = joined("!pool Body+Lift with Ines -1d", "!assist Wolfman 4d+1ed ed=8", common, None)
    assert (found.expr, found.fix) == ("12d joint_penalties=common", ())
    kept = joined("!pool Body+Lift with Ines", "!assist Wolfman 4d+1ed ed=8", common, None)
    assert kept.expr == "11d+1ed=8 joint_penalties=common"
    plain = joined("!pool Body+Lift with Ines -1d", "!assist Wolfman 4d+1had", common | {"joint_special": "leader"}, None)
    assert plain.expr == "11d lost 1 joint_special=leader joint_penalties=common"


def test_helpers_special_dice_may_be_thrown_like_plain_ones() -> None:
    leader = {"joint_special": "leader"}
    assert joined("!pool Body+Lift with Ines", "!assist Wolfman 4d+1had", {}, None).expr == "11d+1had"
    assert joined("!pool Body+Lift with Ines", "!assist Wolfman 4d+1had", leader, None).expr == "12d joint_special=leader"
    assert joined("!pool Body+Lift with Ines", "!assist Wolfman", leader).expr == "11d"


def test_working_together_in_a_contest_says_whether_time_matters() -> None:
    found = joined("!pool Body+Lift with Ines vs Guard slow", "!assist Wolfman")
    assert (found.expr, found.target, found.waits) == ("11d contest slow", "Guard", True)
    with pytest.raises(RuleError, match="say whether time matters"):
        joined("!pool Body+Lift with Ines vs Guard", "!assist Wolfman")
    with pytest.raises(RuleError, match="without `fast`"):
        joined("!pool Body+Lift with Ines fast", "!assist Wolfman")
    with pytest.raises(RuleError, match="for each helper"):
        joined("!pool Body+Lift", "!assist Wolfman")


def test_helpers_are_named_by_the_line_and_roll_the_same_traits() -> None:
    assert helpers_of(typed("!pool Body+Lift with Ines, Mabel")) == ("Ines", "Mabel")
    assert helpers_of(typed("!pool Body+Lift with Ines fast")) == ()
    with pytest.raises(RuleError, match="Both roll the same Stat and Skill: Body . Lift, not Body . Run"):
        joined("!pool Body+Lift with Ines", "!assist Wolfman Body+Run")
    with pytest.raises(RuleError, match="No Lift on this sheet"):
        joined("!pool Body+Lift with Ines", "!assist Wolfman", sheet=MABEL)
    with pytest.raises(RuleError, match="Write your dice too"):
        joined("!pool 7d with Ines", "!assist Wolfman")


@pytest.mark.parametrize("line", ["!assist", "!assist +1d", "!assist , 4d"])
def test_an_assistance_says_whom_it_helps(line: str) -> None:
    with pytest.raises(RuleError, match="Say whom you help: `!assist NAME`."):
        read_assist(typed(line))


@pytest.mark.parametrize(
    "line",
    ["!assist Wolfman 4d vs 4", "!assist Wolfman 4d vs Guard", "!assist Wolfman with Ines", "!assist Wolfman fast",
     "!assist Wolfman 4d actions 2", "!assist Wolfman 4d, 5d"],
)  # fmt: skip
def test_a_helper_gives_his_dice_and_the_leader_says_the_rest(line: str) -> None:
    with pytest.raises(RuleError, match="A helper gives his dice alone"):
        read_assist(typed(line))


def test_hands_against_time_are_one_hand_and_their_print_holds_all_dice() -> None:
    found = SYSTEM.answer(
        typed("!assist Wolfman 3d+1ed ed=9"), rival("!pool 3d with Ines fast vs 4", [9, 2, 2]), None, {}
    )  # fmt: skip
    assert (found.expr, found.waits) == ("3d+1ed=9 vs 4 joins 41.0 2,2,9", False)
    result = outcome(found, 1, 5, 6)
    assert (result["gate"], result["qualifying"], result["success"]) == (True, [[2, 9]], True)


def test_the_best_of_separate_hands_counts_where_the_campaign_says_so() -> None:
    best = {"coop_mode": "best_of"}
    opened = rival("!pool 3d with Ines fast", [3, 3, 5], best)
    assert opened.declaration.expr == "3d joint coop_mode=best_of"
    found = assist(typed("!assist Wolfman 3d"), opened, None, {})
    result = outcome(found, 3, 7, 8)
    assert (found.expr, result["sets"]) == ("3d joins 41.0 3,3,5 coop_mode=best_of", [[2, 3]])
    assert "so the best hand counts: 2×3." in SYSTEM.read(found, deal(found, (3, 7, 8))).spoken


def test_a_third_hand_joins_the_second_where_the_campaign_lets_more_than_two_work_together() -> None:
    opened = rival("!pool 3d with Ines fast", [3, 4, 5])
    second = assist(typed("!assist Wolfman 3d"), opened, None, {})
    third = Rival("42.0", "Ines", second, deal(second, (3, 7, 7)))
    with pytest.raises(RuleError, match="Two work together at this table, and two have rolled."):
        assist(typed("!assist Wolfman 2d"), third, None, {})
    found = assist(typed("!assist Wolfman 2d"), third, None, {"coop_max": "any"})
    assert found.expr == "2d joins 42.0 3,4,5/3,7,7"
    assert SYSTEM.read(found, deal(found, (3, 7))).spoken.endswith(
        "{rival} 3, 4, 5, helper 1 3, 7, 7, {roller} 3, 7: "
        "helper 1 has a set of his own, so the hands count together: 3×7. Success."
    )
    both = SYSTEM.read(found, deal(found, (1, 1))).detail
    assert "helper 1 and {roller} have sets of their own" in both


def test_hands_together_against_somebody_are_answered_when_they_have_joined() -> None:
    opened = rival("!pool 3d vs Guard with Ines fast", [3, 3, 5])
    assert (opened.declaration.expr, opened.declaration.target) == ("3d joint contest fast", "Ines")
    found = assist(typed("!assist Wolfman 3d"), opened, None, {}, "Guard")
    assert (found.expr, found.target, found.waits) == ("3d joins 41.0 3,3,5 contest fast", "Guard", True)
    dice = deal(found, (3, 7, 8))
    assert SYSTEM.read(found, dice).spoken.endswith("so the hands count together: 3×3. Waiting for {target}.")
    assert SYSTEM.read(found, dice).verdict == ""
    answered = defence(Rival("42.0", "Ines", found, dice))
    assert answered.expr == "5d against 42.0 3x3 fast"


def test_a_joint_roll_that_fails_says_why() -> None:
    opened = rival("!pool 3d with Ines fast vs 8", [3, 3, 5])
    found = assist(typed("!assist Wolfman 2d"), opened, None, {})
    assert SYSTEM.read(found, deal(found, (1, 2))).spoken.endswith(
        "{rival} has a set of his own, so the hands count together. Difficulty 8: a pair needs 9 or more. The attempt fails."
    )
