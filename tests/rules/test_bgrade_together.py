"""B-Grade: working together, in one pool and against time."""

from __future__ import annotations

import pytest

from rules.lines import RuleError
from rules.system import Declaration, Options, Rival
from rules.systems.bgrade.answering import assist
from rules.systems.bgrade.system import SYSTEM
from rules.systems.bgrade.together import Side, helpers_of, join_pools, read_assist
from tests.rules.bgrade_table import INES, MABEL, TABLE, WOLFMAN, deal, defence, outcome, rival, typed
from tests.rules.rows import rows


def joined(line: str, helper: str, options: Options | None = None, sheet: str | None = INES) -> Declaration:
    leader, other = Side("Wolfman", typed(line), TABLE.sheet(WOLFMAN)), Side("Ines", typed(helper), TABLE.sheet(sheet))
    return join_pools(leader, [other], options or {})


def test_joint_pools_are_added_after_each_paid_for_himself() -> None:
    found = joined("!pool Body+Lift with Ines -1d", "!assist Wolfman +1d")
    assert (found.expr, found.title, found.target) == ("11d lost 1", "Body + Lift", "")
    assert found.notes == ("Wolfman: 1 lost for a penalty", "Ines: 1 bonus die", "Wolfman 6 + Ines 5", "11 dice together")
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


@rows("line", ["!assist", "!assist +1d", "!assist , 4d"])
def test_an_assistance_says_whom_it_helps(line: str) -> None:
    with pytest.raises(RuleError, match="Say whom you help: `!assist NAME`."):
        read_assist(typed(line))


@rows(
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


MANY = {"coop_max": "any"}


def test_each_helper_joins_the_hand_before_him_until_nobody_is_waited_for() -> None:
    opened = rival("!pool 3d with Ines, Mabel fast", [3, 4, 5], MANY)
    assert (opened.declaration.expr, opened.declaration.helpers, opened.declaration.waits) == (
        "3d joint 2",
        ("Ines", "Mabel"),
        True,
    )
    second = assist(typed("!assist Wolfman 3d"), opened, None, {})
    assert (second.expr, second.waits) == ("3d joint joins 41.0 3,4,5", True)
    between = SYSTEM.read(second, deal(second, (3, 6, 7)))
    assert (between.headline, between.verdict) == ("No set that counts.", "")
    assert between.detail == "{hand1} 3, 4, 5, {hand2} 3, 6, 7: nobody has a set of his own yet."
    dice = deal(second, (3, 7, 7))
    found = assist(typed("!assist Wolfman 2d"), Rival("42.0", "Ines", second, dice), None, {})
    assert (found.expr, found.waits) == ("2d joins 42.0 3,4,5/3,7,7", False)
    assert SYSTEM.read(second, dice).spoken.endswith("so the hands count together: 2×7. Waiting for {target}.")
    assert SYSTEM.read(found, deal(found, (3, 7))).spoken.endswith(
        "{hand1} 3, 4, 5, {hand2} 3, 7, 7, {hand3} 3, 7: {hand2} has a set of his own, so the hands count together: 3×7. Success."
    )
    assert "{hand2} and {hand3} have sets of their own" in SYSTEM.read(found, deal(found, (1, 1))).detail
    with pytest.raises(RuleError, match="That roll waits for no helper"):
        assist(typed("!assist Wolfman 2d"), Rival("43.0", "Mabel", found, deal(found, (3, 7))), None, MANY)


def test_how_many_work_together_is_the_tables_and_has_an_end() -> None:
    for line in ("!pool 3d with Ines, Mabel fast", "!pool 3d vs Guard with Ines, Mabel fast"):
        with pytest.raises(RuleError, match="Two work together at this table: `with NAME` names one helper."):
            TABLE.declare(line)
    with pytest.raises(RuleError, match="At most 8 help in one roll."):
        TABLE.declare(f"!pool 3d with {', '.join('ABCDEFGHI')} fast", options=MANY)
    assert TABLE.declare(f"!pool 3d with {', '.join('ABCDEFGH')} fast", options=MANY).expr == "3d joint 8"
    with pytest.raises(RuleError, match="no B-Grade pool in its normal print"):
        SYSTEM.parse("3d joint 9")


def test_a_helpers_hammer_time_die_counts_in_his_own_hand() -> None:
    opened = rival("!pool 3d with Ines fast", [3, 4, 5])
    found = assist(typed("!assist Wolfman 2d+1had"), opened, None, {})
    assert (found.expr, found.open) == ("2d+1had joins 41.0 3,4,5", (10,))
    assert outcome(found, 6, 7, chosen=(3,))["gate"] is False
    assert outcome(found, 6, 7, chosen=(7,))["suggested"] == [2, 7]
    second = rival("!pool 2d+1had with Ines fast", [3, 4])
    with pytest.raises(RuleError, match="Wolfman has a Hammer-time Die to set first"):
        assist(typed("!assist Wolfman 3d"), second, None, {})


def test_a_roll_whose_helpers_stay_away_stands_with_the_hands_that_are_there() -> None:
    opened = rival("!pool 3d with Ines, Mabel fast", [3, 3, 5], MANY)
    alone = SYSTEM.unanswered(opened.declaration, opened.dice)
    assert (alone.headline, alone.detail) == ("Success with 2×3.", "Nobody helps. Width 2, height 3.")
    second = assist(typed("!assist Wolfman 2d"), opened, None, {})
    both = SYSTEM.unanswered(second, deal(second, (3, 9)))
    assert (both.headline, both.verdict, both.waits) == ("Success with 3×3.", "success", "")
    assert both.detail.startswith("Nobody helps any more. {hand1} 3, 3, 5, {hand2} 3, 9: {hand1} has a set")


def test_hands_together_against_somebody_are_answered_when_they_have_joined() -> None:
    opened = rival("!pool 3d vs Guard with Ines fast", [3, 3, 5])
    told = opened.declaration
    assert (told.expr, told.target, told.helpers) == ("3d joint contest fast", "Guard", ("Ines",))
    with pytest.raises(RuleError, match="Wolfman's roll still waits for its helpers"):
        defence(opened)
    found = assist(typed("!assist Wolfman 3d"), opened, None, {})
    assert (found.expr, found.target, found.waits) == ("3d joins 41.0 3,3,5 contest fast", "Guard", True)
    dice = deal(found, (3, 7, 8))
    assert SYSTEM.read(found, dice).spoken.endswith("so the hands count together: 3×3. Waiting for {target}.")
    assert SYSTEM.read(found, dice).verdict == ""
    answered = defence(Rival("42.0", "Ines", found, dice))
    assert answered.expr == "5d against 42.0 3x3 fast"
    assert outcome(answered, 9, 9, 1, 2, 4)["winner"] == "rival"


def test_hands_together_may_answer_a_contest_too() -> None:
    opened = rival("!pool 5d vs Guard fast", [5, 5, 5, 1, 2])
    first = defence(opened, "!defend with 3d with Ines")
    assert (first.expr, first.helpers, first.waits) == ("3d joint against 41.0 3x5 fast", ("Ines",), True)
    dice = deal(first, (3, 3, 4))
    assert "winner" not in outcome(first, 3, 3, 4)
    assert (SYSTEM.read(first, dice).headline, SYSTEM.read(first, dice).verdict) == ("2×3.", "")
    last = assist(typed("!assist Guard 4d"), Rival("42.0", "Guard", first, dice), None, {})
    assert (last.expr, last.waits) == ("4d joins 42.0 3,3,4 against 41.0 3x5 fast", False)
    assert (outcome(last, 3, 3, 7, 8)["winner"], outcome(last, 3, 7, 8, 9)["winner"]) == ("roller", "rival")
    won, lost = SYSTEM.read(last, deal(last, (3, 3, 7, 8))), SYSTEM.read(last, deal(last, (6, 7, 8, 9)))
    assert (won.headline, won.verdict) == ("{rival} 3×5, {roller} 4×3: wider is faster, {roller} wins.", "success")
    assert won.detail == (
        "{hand1} 3, 3, 4, {hand2} 3, 3, 7, 8: {hand1} and {hand2} have sets of their own, so the hands count together: 4×3."
    )
    assert (lost.headline, lost.verdict) == ("{rival} 3×5, {roller} 2×3: wider is faster, {rival} wins.", "failure")
    gateless = Rival("42.0", "Guard", first, deal(first, (3, 4, 6)))
    none = assist(typed("!assist Guard 3d"), gateless, None, {})
    assert SYSTEM.read(none, deal(none, (3, 4, 6))).headline == "{rival} 3×5: {roller} has no set that counts, {rival} wins."
    alone = SYSTEM.unanswered(first, dice)
    assert (alone.headline, alone.verdict) == ("{rival} 3×5, {roller} 2×3: wider is faster, {rival} wins.", "failure")


def test_a_joint_pool_answers_a_contest_without_hurry() -> None:
    opened, line = rival("!pool 5d vs Guard slow", [5, 5, 5, 1, 2]), "!defend with 3d with Ines"
    assert SYSTEM.helpers(typed(line), opened) == ("Ines",)
    with pytest.raises(RuleError, match="Ines's dice are not offered yet"):
        defence(opened, line)
    parts = ("Guard", typed(line), None), [("Ines", typed("!assist Guard 4d"), None)]
    found = SYSTEM.join(*parts, {}, opened)
    assert (found.expr, found.notes) == ("7d against 41.0 3x5 slow", ("Guard 3 + Ines 4", "7 dice together"))
    assert outcome(found, 9, 9, 1, 2, 3, 4, 5)["winner"] == "roller"
    hurried = rival("!pool 5d vs Guard fast", [5, 5, 5, 1, 2])
    assert (SYSTEM.helpers(typed(line), hurried), SYSTEM.helpers(typed("!assist Guard"), hurried)) == ((), ())
    unsaid = rival("!pool 5d vs Guard", [5, 5, 5, 1, 2])
    with pytest.raises(RuleError, match="Nobody has said whether time matters in this contest"):
        defence(unsaid, line)
    with pytest.raises(RuleError, match="Two work together at this table"):
        defence(hurried, "!defend with 3d with Ines, Otto")


def test_a_joint_roll_that_fails_says_why() -> None:
    opened = rival("!pool 3d with Ines fast vs 8", [3, 3, 5])
    found = assist(typed("!assist Wolfman 2d"), opened, None, {})
    assert SYSTEM.read(found, deal(found, (1, 2))).spoken.endswith(
        "{hand1} has a set of his own, so the hands count together. Difficulty 8: a pair needs 9 or more. The attempt fails."
    )
