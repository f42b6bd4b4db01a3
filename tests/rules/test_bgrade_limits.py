"""B-Grade at its limits: the longest prints, the most dice of a sheet, the best values, a contest by width or height alone."""

from __future__ import annotations

from fractions import Fraction

import pytest

from rules.lines import Command, RuleError
from rules.systems.bgrade.printing import parse
from rules.systems.bgrade.special_dice import ed_best, had_best
from rules.systems.bgrade.system import SYSTEM
from tests.rules.bgrade_table import TABLE, WOLFMAN, deal, rival, typed
from tests.rules.rows import rows

ACTIONS = "Several actions are at least two: `actions 2` or `actions punch, duck`."


@rows(
    ("line", "sentence"),
    [
        ("!pool Body actions 1", ACTIONS),
        ("!pool Body actions 0", ACTIONS),
        ("!pool Body actions vs 4", ACTIONS),
        ("!pool Body actions , duck", ACTIONS),
        ("!pool Body actions", ACTIONS),
        ("!pool Body actions 11", "Several actions are 2 to 10."),
        ("!pool Body actions 100", "Several actions are 2 to 10."),
        ("!pool Body actions 1000", "Several actions are 2 to 10."),
        ("!pool Body actions punch, high kick", 'A name with blanks needs quotes: `actions "high kick"`.'),
        ("!pool Body vs", "Say a Difficulty, `vs 4`, or against whom, `vs NAME`."),
        ("!pool Body vs , 4", "A Difficulty is a number: `vs 4`, or one for each action: `vs 4,0`."),
        ("!pool Body with , Ines", "Say who helps: `with NAME`."),
        ("!pool Body with vs", "Say who helps: `with NAME`."),
        ("!pool 3d+1ed ed=9,x", "The height of an Expert Die is 1 to 10."),
        ("!pool Body +", "A pool needs traits or dice: `!pool Body+Brawl vs 4`, `!pool 7d`."),
        ("!pool +Body", "Something is missing beside + (column 7)."),
    ],
)
def test_what_an_option_leaves_out_is_said(line: str, sentence: str) -> None:
    assert TABLE.refusal(line, WOLFMAN) == sentence


def test_ten_actions_and_two_are_declared() -> None:
    assert TABLE.declare("!pool 15d actions 10").expr == "14d actions 10 lost 1"
    assert TABLE.declare("!pool 15d actions 2").expr == "14d actions 2 lost 1"
    assert parse("7d actions 10").difficulties == (0,) * 10


def test_a_line_of_200_characters_is_read_and_one_of_201_refused() -> None:
    long = "7d vs 4" + " -0d" * 48
    assert len(long) == 199
    assert SYSTEM.declare(Command("pool", f"{long} "), None, {})[0].expr == "7d vs 4"
    with pytest.raises(RuleError, match="A roll has at most 200 characters, this one has 201."):
        SYSTEM.declare(Command("pool", f"{long}  "), None, {})


def test_a_print_has_200_characters_at_most() -> None:
    full = "2d joins 41.0 " + ",".join(["1"] * 92 + ["10"])
    assert len(full) == 200
    assert SYSTEM.parse(full).expr == full
    longer = "20d joins 41.0 " + ",".join(["1"] * 92 + ["10"])
    with pytest.raises(RuleError) as refused:
        SYSTEM.parse(longer)
    assert refused.value.sentence.startswith(f"“{longer[:200]}” is no B-Grade pool in its normal print")
    opened = rival("!pool 92d with Ines fast", [1] * 91 + [10])
    assert len(SYSTEM.answer(typed("!assist Wolfman 20d"), opened, None, {}).expr) == 199
    more = rival("!pool 93d with Ines fast", [1] * 92 + [10])
    with pytest.raises(RuleError, match="This pool is too long to be recorded"):
        SYSTEM.answer(typed("!assist Wolfman 20d"), more, None, {})


def test_a_sheet_holds_fifty_dice_a_trait_a_hundred_lines_a_field_and_200_characters_a_line() -> None:
    def stats(text: str) -> int:
        return len(SYSTEM.read_sheet({"stats": text})["stats"])

    hundred = "\n".join(f"Stat{place} 1" for place in range(100))
    assert (stats("Body 50"), stats("Body 48+1ed+1had"), stats(hundred), stats(f"Body{' ' * 195}1")) == (1, 1, 100, 1)
    for text, fault in (
        ("Body 48+1ed+2had", "Stats, line 1: Body has at most 50 dice."),
        (f"{hundred}\nBody 1", "Stats, line 101: There are at most 100 lines of at most 200 characters."),
        (f"\nBody{' ' * 196}1", "Stats, line 2: There are at most 100 lines of at most 200 characters."),
    ):
        with pytest.raises(RuleError) as refused:
            stats(text)
        assert refused.value.sentence == fault


def test_a_sheet_of_skills_alone_is_a_sheet() -> None:
    sheet = SYSTEM.read_sheet({"skills": "Brawl 4"})
    with pytest.raises(RuleError, match="A pool is one Stat and at most one Skill"):
        SYSTEM.declare(typed("!pool Brawl"), sheet, {})


def test_the_best_heights_are_searched_for_up_to_six_special_dice() -> None:
    differ = {"ed_must_differ": "on"}
    assert [ed_best(3, 2, 0, 4, options)[0] for options in ({}, differ)] == [(10, 10), (10, 9)]
    assert ed_best(2, 0, 0, 0, {}) == ed_best(2, 0, 0, 0, differ) == ((), Fraction(1, 10))
    assert ed_best(0, 6, 0, 0, differ)[0] == (10, 9, 8, 7, 6, 5)
    assert had_best([5, 5, 9, 9], 1, 0, "height", {})[0] == (9,)
    assert had_best([5, 5, 5, 9, 9], 1, 0, "width", {})[0] == (5,)
    for count in (-1, 7):
        with pytest.raises(RuleError, match=f"up to 6 special dice, not {count}"):
            ed_best(3, count, 0, 0, {})


@rows(
    ("by", "tie", "own", "headline"),
    [
        ("width_only", "gm", (8, 8, 8, 1, 2), "{rival} 2×5, {roller} 3×8: wider is faster, {roller} wins."),
        ("width_only", "gm", (5, 5, 1, 2, 3), "{rival} 2×5, {roller} 2×5: a tie. The GM says what happens."),
        ("width_only", "reroll", (9, 9, 1, 2, 3), "{rival} 2×5, {roller} 2×9: a tie. Both roll again."),
        ("width_only", "next", (9, 9, 8, 8, 3), "{rival} 2×5, {roller} 2×9: the next best sets decide, {roller} wins."),
        ("height_only", "gm", (5, 5, 5, 2, 3), "{rival} 2×5, {roller} 3×5: a tie. The GM says what happens."),
        ("height_only", "gm", (4, 4, 4, 2, 3), "{rival} 2×5, {roller} 3×4: taller wins, {rival} wins."),
        ("height_only", "next", (5, 5, 5, 2, 2), "{rival} 2×5, {roller} 3×5: the next best sets decide, {roller} wins."),
    ],
)
def test_where_width_or_height_alone_decides_the_card_says_so(by: str, tie: str, own: tuple[int, ...], headline: str) -> None:
    options = {"contest_by": by, "contest_tie": tie}
    opened = rival("!pool 5d vs Toad", [5, 5, 1, 2, 3], options)
    found = SYSTEM.answer(typed("!defend with 5d"), opened, None, options)
    card = SYSTEM.read(found, deal(found, own))
    assert card.headline == headline
    assert card.detail == ("Nobody has won." if "tie" in headline else "")


def test_b_grade_orders_a_fight_by_width_first_unless_the_campaign_says_otherwise() -> None:
    assert [SYSTEM.ways({"order_by": by}) for by in ("width", "height", "width_only")] == [(), ("height",), ("width_only",)]
    assert SYSTEM.tie(None, "Good") == 0
