"""B-Grade at the table: pools from sheets, what is refused, what is recorded, what the card shows."""

from __future__ import annotations

from typing import Any

import pytest

from rules.lines import RuleError
from rules.system import Cluster, Die
from rules.systems.bgrade.system import SYSTEM
from tests.rules.rows import rows
from tests.rules.table import Table

TABLE = Table(SYSTEM)
WOLFMAN, WOUNDED, MABEL = "Wolfman Jackson", "Wolfman with a torn arm", "Mabel Crane"


def test_body_3_and_brawl_4_are_seven_dice_and_the_line_says_so() -> None:
    found = TABLE.declare("!pool Body+Brawl", WOLFMAN)
    assert (found.title, found.notation, found.req, found.fix, found.open) == (
        "Body + Brawl", "7d10", ((7, 10),), (), (),
    )  # fmt: skip
    assert found.notes == ("Body 3 + Brawl 4", "7 dice")


@rows(
    ("line", "expr"),
    [
        ("!pool body + brawl", "7d"),
        ("!ore Brawl+Body", "7d"),
        ("!pool Body+Brawl +2d", "9d"),
        ("!pool Body+Brawl -2d", "5d lost 2"),
        ("!pool Body+Brawl +1d penalty=2", "6d lost 1"),
        ("!pool Body+Brawl vs 4,4 actions 2", "6d vs 4 actions 2 lost 1"),
        ("!pool Body+Brawl actions punch, duck, roll vs 0", "6d actions 3 lost 1"),
        ("!pool Body+Brawl +1d actions 2", "7d actions 2"),
        ("!pool 7d10", "7d"),
        ("!pool 3d+2ed ed=10, 8", "3d+2ed=10,8"),
        ("!pool 5d had=1 -1d", "6d"),
        ("!pool 5d+1had -1d", "6d"),
        ("!pool 5d+1had -3d", "4d lost 2"),
        ("!pool 2d -5d", "0d lost 2"),
        ("!pool 4d+1ed +1d -1d ed=3", "4d+1ed=3"),
    ],
)
def test_each_way_to_write_a_pool_has_one_print(line: str, expr: str) -> None:
    name = WOLFMAN if "od" in line or "Brawl" in line else None
    assert TABLE.declare(line, name).expr == expr


def test_typed_dice_take_a_hammer_time_die_beside_whoever_has_a_sheet() -> None:
    assert TABLE.declare("!pool 5d had=1", WOLFMAN).expr == "5d+1had"


@rows(
    ("line", "name", "sentence"),
    [
        ("!pool Bdy+Brawl", WOLFMAN, "No Bdy on this sheet. Did you mean Body?"),
        ("!pool Body+Sing", WOLFMAN, "No Sing on this sheet. Its Stats: Body, Mind; its Skills: Brawl, Dodge, Lift, Run, Chess."),
        ("!pool Brawl", WOLFMAN, "A pool is one Stat and at most one Skill: `!pool Body+Brawl`, `!pool Body`."),
        ("!pool Body+Mind", WOLFMAN, "A pool is one Stat and at most one Skill: `!pool Body+Brawl`, `!pool Body`."),
        ("!pool Body+Brawl", None, "There is no sheet here that has Body. Write the dice in its place: `7d`."),
        ("!pool Coordination+Climb", MABEL, "Say the Expert Die's height before the throw: `ed=1` to `ed=10`."),
        ("!pool 3d+2ed ed=9", None, "Say the heights of 2 Expert Dice before the throw: `ed=10,10`."),
        ("!pool Coordination+Climb ed=11", MABEL, "11 is no face of a ten-sided die: it shows 1 to 10."),
        ("!pool Coordination+Climb ed=1,2", MABEL, "This pool has 1 Expert Die, and `ed=` names 2 heights: `ed=1`."),
        ("!pool 5d ed=9", None, "This pool has no Expert Die: leave `ed=` away."),
        ("!pool Body+Brawl had=1 -1d", WOLFMAN,
            "`had=` is for pools without a sheet: write the dice on the sheet, like Shoot 2+1had."),
        ("!pool Body+Brawl vs 11", WOLFMAN, "A Difficulty is a whole number from 0 to 10, not 11."),
        *((f"!pool Body+Brawl vs {number}", WOLFMAN, "A Difficulty is a number: `vs 4`, or one for each action: `vs 4,0`.")
            for number in ("-1", "+4", "4.5", "４")),
        ("!pool Body+Brawl vs 4 vs 5", WOLFMAN, "Say the Difficulty once: `vs 4`, or one for each action: `vs 4,0`."),
        ("!pool Body actions 2 actions 3", WOLFMAN, "Say the actions once: `actions 2` or `actions punch, duck`."),
        ("!pool Body actions high kick, duck", WOLFMAN, 'A name with blanks needs quotes: `actions "high kick"`.'),
        ("!pool 7d6", WOLFMAN, "No 7d6 on this sheet. Dice are written `7d` or `7d+1ed`."),
        ("!pool Body+Brawl vs 1,2", WOLFMAN, "2 Difficulties for 1 action: say one for all, or one for each."),
        ("!pool Body+Brawl actions punch", WOLFMAN, "Several actions are at least two: `actions 2` or `actions punch, duck`."),
        ("!pool Body+Brawl actions 11", WOLFMAN, "Several actions are 2 to 10."),
        ("!pool Body+Brawl, Body actions 3", WOLFMAN, "2 pools are 2 actions, not 3."),
        ("!pool Body+", WOLFMAN, "A pool needs traits or dice: `!pool Body+Brawl vs 4`, `!pool 7d`."),
        ("!pool Body++Brawl", WOLFMAN, "Something is missing beside + (column 7)."),
        ("!pool", WOLFMAN, "A pool needs traits or dice: `!pool Body+Brawl vs 4`, `!pool 7d`."),
        ("!pool 7d+Brawl", WOLFMAN, "“Brawl” is not clear here. Dice are written `7d+1ed`."),
        ("!pool Body+Brawl fast", WOLFMAN,
            "`fast` belongs to a contest, `vs NAME fast`, or to a joint roll, `with NAME fast`."),
        ("!pool Body+Brawl vs Toad fast slow", WOLFMAN, "Say `fast` (time matters) or `slow`, once."),
        ("!pool Body+Brawl vs", WOLFMAN, "Say a Difficulty, `vs 4`, or against whom, `vs NAME`."),
        ("!pool Body+Brawl vs fast", WOLFMAN, "Say a Difficulty, `vs 4`, or against whom, `vs NAME`."),
        ("!pool Body+Brawl vs 4,x", WOLFMAN, "A Difficulty is a number: `vs 4`, or one for each action: `vs 4,0`."),
        ("!pool Body+Brawl vs Toad vs Thor", WOLFMAN, "A contest is against one: `vs NAME`."),
        ("!pool Body+Brawl vs Nazi guard", WOLFMAN, 'A name with blanks needs quotes: `vs "Nazi guard"`.'),
        ("!pool Body+Brawl with Ines Vega", WOLFMAN, 'A name with blanks needs quotes: `with "Ines Vega"`.'),
        ("!pool Body+Brawl with", WOLFMAN, "Say who helps: `with NAME`."),
        ("!pool Body+Brawl with Ines,", WOLFMAN, "Say who helps: `with NAME`."),
        ("!pool Body+Brawl with Ines, Mabel fast", WOLFMAN, "Two work together at this table: `with NAME` names one helper."),
        ("!pool Body+Brawl with Ines", WOLFMAN,
            "Ines's dice are not offered yet: Ines writes `!assist NAME` first, then this line is thrown."),
        ("!pool Body+Brawl actions 2 vs Toad", WOLFMAN,
            "A contest or a joint roll is one action: roll several actions in a line of their own."),
        ('!pool Body+Brawl actions "kick and run", duck', WOLFMAN, "An action is named in one word, like punch."),
        ("!pool 3d+1ed+50had ed=1", None, "A pool has at most 200 dice, 50 of them special."),
        ("!hammer 8", WOLFMAN, "`!hammer` belongs to a roll of this thread that waits for it, and there is none."),
        ("!pool 7d hard", None, "“hard” is not clear here. Write it like this: `!pool Body+Brawl vs 4`, `!pool 7d`."),
        ("!pool 201d", None, "A pool has at most 200 dice, 50 of them special."),
        ("!pool 199d +2d", None, "A pool has at most 200 dice, 50 of them special."),
        ("!feat Reasoning", WOLFMAN, "This campaign plays B-Grade: use `!pool` or `!roll`."),
    ],
)  # fmt: skip
def test_a_wrong_line_is_refused_with_what_is_right(line: str, name: str | None, sentence: str) -> None:
    assert TABLE.refusal(line, name) == sentence


def test_the_card_puts_the_used_set_first_then_the_others_then_loose_and_lost_dice() -> None:
    single = TABLE.declare("!pool 6d+1ed ed=9 vs 5")
    assert TABLE.card(single, 9, 4, 4, 2, 4, 7).clusters == (
        Cluster((Die(10, 4),) * 3, "3×4", "width 3, height 4, area 12", "used"),
        Cluster((Die(10, 9), Die(10, 9, "expert")), "2×9", "width 2, height 9, area 18", "set"),
        Cluster((Die(10, 2), Die(10, 7)), "", "no match", "loose"),
    )
    wounded = TABLE.declare("!pool Body", WOUNDED)
    assert TABLE.card(wounded, 1, 2).clusters == (
        Cluster((Die(10, 1), Die(10, 2)), "", "no match", "loose"),
        Cluster((Die(10, None, "lost"),), "", "1 lost for torn arm", ""),
    )


def test_a_preview_shows_blank_dice_and_what_the_difficulty_asks() -> None:
    found = TABLE.declare("!pool 2d+1ed ed=9 vs 4")
    blank = SYSTEM.read(found, ())
    assert blank.clusters == (Cluster((Die(10, None), Die(10, None), Die(10, 9, "expert"))),)
    assert (blank.headline, blank.verdict) == ("", "")
    assert blank.detail == "Difficulty 4: a pair needs 5 or more."


@rows("dice", [((10, (1,)),), ((6, (1, 2)),), ((10, (1, 11)),), ((10, (1,)), (10, (2,))), ((10, (1, 2, 3)),)])
def test_dice_that_are_not_those_of_the_roll_are_refused(dice: Any) -> None:
    with pytest.raises(RuleError, match="These are not the dice"):
        SYSTEM.result(SYSTEM.parse("2d"), dice)


def test_a_sheet_and_its_form_say_the_same() -> None:
    for name, fields in TABLE.fields.items():
        sheet = TABLE.sheet(name)
        assert sheet is not None
        assert SYSTEM.read_sheet(SYSTEM.show_sheet(sheet)) == sheet
        assert SYSTEM.show_sheet(sheet) == fields | {"macros": ""}


@rows(
    ("fields", "sentence"),
    [
        ({"stats": "Body 3\n\nMind"}, "Stats, line 3: “Mind” needs a name and a number of dice"),
        ({"stats": "Body 3", "skills": "body 2"}, "Skills, line 1: body stands on this sheet already."),
        ({"skills": "A+B 2"}, "Skills, line 1: A+B cannot be the name of a trait"),
        ({"skills": "7d 2"}, "Skills, line 1: 7d cannot be the name of a trait"),
        ({"stats": "Body 51"}, "Stats, line 1: Body has at most 50 dice."),
        ({"penalties": "torn arm"}, "Penalties, line 1: “torn arm” needs a name and the dice lost, like torn arm -1d."),
    ],
)
def test_a_fault_of_a_sheet_is_named_with_its_line(fields: dict[str, str], sentence: str) -> None:
    with pytest.raises(RuleError) as refused:
        SYSTEM.read_sheet(fields)
    assert refused.value.sentence.startswith(sentence)


def test_initiative_is_not_thrown_in_b_grade() -> None:
    with pytest.raises(RuleError, match="B-Grade throws no initiative"):
        SYSTEM.initiative(TABLE.sheet(WOLFMAN), "", {})


@rows(
    ("line", "told"),
    [
        ("!pool 7d +2d", "2 bonus dice, 9 dice"),
        ("!pool 7d +1d -1d", "1 bonus die cancels -1d for a penalty, 7 dice"),
        ("!pool 7d +2d -2d", "2 bonus dice cancel -2d for a penalty, 7 dice"),
        ("!pool 7d +2d -1d actions 2", "2 bonus dice cancel -2d for a penalty and several actions, 7 dice"),
        ("!pool 7d +3d -2d", "3 bonus dice, 2 of them cancel -2d for a penalty, 8 dice"),
        ("!pool 7d +1d -3d", "1 bonus die cancels -1d for a penalty, 2 lost for a penalty, 5 dice"),
    ],
)
def test_the_sentence_of_a_pool_adds_up_where_bonus_dice_cancel_penalties(line: str, told: str) -> None:
    assert ", ".join(TABLE.declare(line).notes).endswith(told)
