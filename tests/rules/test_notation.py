"""The notation of plain rolls: what it reads, how it prints, what it refuses, and what thrown dice give."""

from __future__ import annotations

from itertools import permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.dice.expression import Dice, Expression
from rules.dice.limits import LEDGER, TABLE
from rules.dice.notation import parse
from rules.dice.roll import next_wave, outcome
from rules.dice.source import Derived, Listed, Source, Thrown
from rules.errors import RuleError
from tests.rules.rows import few, rows


def thrown(expression: Expression, source: Source) -> tuple[Thrown, ...]:
    dice = source.throw(expression.groups)
    while wave := next_wave(expression, dice):
        dice += source.throw(wave)
    return dice


def total(text: str, *faces: int) -> int:
    expression = parse(text)
    return outcome(expression, thrown(expression, Listed(faces))).total


SHAPES = (
    "{t}+{n}", "{n}-{t}", "({t})*{n}", "{n}*({t})", "-({t})", "({t})/{n}", "{t}+-{n}", "({t})", "d{n}-{t}",
    "{t}−({n}-{t})",
)  # fmt: skip


@st.composite
def notations(draw: st.DrawFn) -> str:
    """Legal notations of few dice, whose divisors are never 0."""
    count = draw(st.integers(1, 4))
    again, keep = draw(st.sampled_from(["", "!", "!!"])), draw(st.sampled_from(["", "kh", "kl", "k", "dl", "dh", "d"]))
    kept = draw(st.integers(1, count if keep.startswith("k") else max(1, count - 1)))
    keep = "" if keep.startswith("d") and count == 1 else keep
    text = f"{count}d{draw(st.integers(2, 12))}{again}" + (f"{keep}{kept}" if keep else "")
    for _ in range(draw(st.integers(0, 4))):
        blank, number = draw(st.sampled_from(["", " "])), draw(st.integers(1, 9))
        shape = draw(st.sampled_from(SHAPES))
        grown = shape.replace("+", blank + "+" + blank).format(t=text, n=number)
        text = grown if len(grown) < 100 and grown.count("(") < 8 else text
    return text


@few
@given(notations())
def test_the_print_of_a_roll_reads_as_the_same_roll(text: str) -> None:
    expression = parse(text)
    assert parse(expression.text) == expression
    assert expression.text.isascii() and " " not in expression.text


@few
@given(notations(), st.binary(min_size=32, max_size=32))
def test_a_total_lies_within_the_bounds_reckoned_before_the_throw(text: str, key: bytes) -> None:
    expression = parse(text)
    result = outcome(expression, thrown(expression, Derived(key, 0)))
    assert expression.least <= result.total <= expression.greatest


@rows(
    ("text", "printed"),
    [
        ("D6", "1d6"), ("d%", "1d100"), ("04d006", "4d6"), ("4 d 6 k 3", "4d6kh3"), ("4d6d1", "4d6dl1"),
        ("4D6DH1", "4d6dh1"),
        ("2 × d6 − 1", "2*1d6-1"), ("+1d6", "1d6"), ("+(1d6)", "1d6"), ("-(1d6+1)", "-(1d6+1)"), ("-(-1d6)", "-(-1d6)"),
        ("(1d6+2)+3", "1d6+2+3"), ("1d6+(2+3)", "1d6+(2+3)"), ("(1d6*2)/3", "1d6*2/3"), ("1d6*(2/3)", "1d6*(2/3)"),
        ("(1d6-1)*2", "(1d6-1)*2"), ("((((((((1d6))))))))", "1d6"), ("1d6--1", "1d6--1"), ("2*-1d6", "2*-1d6"),
        ("3d6!!dl1", "3d6!!dl1"), ("+".join(["(1d6)"] * 9), "+".join(["1d6"] * 9)),
    ],
)  # fmt: skip
def test_a_roll_has_one_print(text: str, printed: str) -> None:
    assert parse(text).text == printed


def test_terms_and_groups_follow_the_text_from_left_to_right() -> None:
    expression = parse("(1d8+2d6!kh1)*d4")
    assert expression.terms == (Dice(1, 8), Dice(2, 6, "!", "kh", 1), Dice(1, 4))
    assert expression.groups == ((1, 8), (2, 6), (1, 4))


@rows(
    ("text", "sentence", "column"),
    [
        ("2d0", "A die needs 1 to 10,000 sides.", 3),
        ("1d10001", "A die needs 1 to 10,000 sides.", 3),
        ("1d6+", "Something is missing after + (column 4).", 5),
        ("500d6", "At most 200 dice.", 1),
        ("100d6+101d6", "At most 200 dice.", 7),
        ("4d6kh5", "4 dice, 5 to keep.", 6),
        ("1d6d1", "1 die, 1 to drop.", 5),
        ("2d6dl99999999999", "2 dice, too many to drop.", 6),
        ("4d6dh0", "At least 1 die to drop (column 6).", 6),
        ("4d6kh", "Say how many dice to keep: kh1 (column 4).", 6),
        ("4d6kh3!", "! stands right after the sides of a die, `4d6!kh3` (column 7).", 7),
        ("", "Say what to throw: `!roll 2d6+3`.", 1),
        ("  ", "Say what to throw: `!roll 2d6+3`.", 1),
        ("7*6", "A roll needs at least one die: `!roll 1d20`.", 1),
        ("*2", "A roll cannot begin with * (column 1).", 1),
        ("(1d6", "The bracket of column 1 is not closed.", 1),
        ("1d6)", "No bracket is open before ) (column 4).", 4),
        ("()", "Something is missing after ( (column 1).", 2),
        ("1d6 2", "One of + - * / is missing before 2 (column 5).", 5),
        ("1d6+1000001", "A number goes up to 1,000,000 (column 5).", 5),
        ("1d6/(1d6-1)", "Here something could be divided by 0 (column 4).", 4),
        ("1000000*1000000*1d6", "The total could pass 1,000,000,000,000 (column 16).", 16),
        ("d6+" * 65 + "d6", "At most 64 kinds of dice in one roll.", 193),
        ("d6+" * 60 + "d6", "Written out this roll has more than 200 characters.", None),
        ("1d6" + "+1" * 99, "A roll has at most 200 characters.", None),
        ("１d6", "“１” (fullwidth digit one, U+FF11) is not part of a roll (column 1); digits are 0 to 9.", 1),
        ("1d6\u202e", "right-to-left override, U+202E is not part of a roll (column 4).", 4),
    ],
)
def test_a_wrong_roll_is_refused_at_its_place(text: str, sentence: str, column: int | None) -> None:
    with pytest.raises(RuleError) as refused:
        parse(text)
    assert (refused.value.sentence, refused.value.column) == (sentence, column)


def test_columns_count_on_from_where_the_notation_begins_in_its_line() -> None:
    with pytest.raises(RuleError) as refused:
        parse("1d6+", column=7)
    assert (refused.value.sentence, refused.value.column) == ("Something is missing after + (column 4).", 11)


def test_the_limits_themselves_are_allowed() -> None:
    assert parse("200d10000").greatest == 2_000_000
    assert parse("1000d1000000", LEDGER).groups == ((1000, 1_000_000),)


@few
@given(st.text(alphabet="0123456789dkhl!%+-*/() ×−²x\u200b", max_size=250))
def test_hostile_text_is_read_or_refused_and_never_fails_otherwise(text: str) -> None:
    try:
        expression = parse(text)
    except RuleError:
        return
    assert parse(expression.text) == expression


@rows(
    ("text", "faces", "expected"),
    [
        ("2d6+3", (4, 5), 12), ("1d6+2*3", (1,), 7), ("(1d6+2)*3", (1,), 9), ("2d6-1d4-1", (3, 3, 4), 1),
        ("7/2*1d6", (1,), 3), ("-7/2+1d6", (1,), -3), ("-(1d6-7)", (2,), 5), ("4d6kh3", (1, 6, 4, 4), 14),
        ("4d6kl1", (3, 6, 2, 4), 2), ("4d6dl2", (3, 6, 2, 4), 10), ("4d6dh1", (3, 6, 2, 4), 9),
        ("2d6!", (6, 1, 6, 3), 16),
        ("2d6!kh1", (6, 1, 6, 3), 6), ("2d6!!kh1", (6, 1, 6, 3), 15), ("2d6!!kl1", (6, 1, 6, 3), 1),
        ("3d2!dl1", (2, 1, 1, 1), 4),
    ],
)  # fmt: skip
def test_the_same_faces_always_give_the_same_total(text: str, faces: tuple[int, ...], expected: int) -> None:
    assert total(text, *faces) == expected


def test_the_order_in_which_the_dice_of_a_term_fall_does_not_change_the_total() -> None:
    for text, first, added in (("3d6kh2", (1, 4, 6), ()), ("3d6!dl1-1", (2, 6, 6), (3, 5)), ("4d6ro1kl2>=3", (1, 3, 3, 6), (2,))):
        assert len({total(text, *faces, *added) for faces in permutations(first)}) == 1


def test_of_equal_values_the_die_thrown_first_is_kept() -> None:
    rolled = outcome(parse("3d6kh1"), ((6, (5, 5, 2)),)).terms[0]
    assert [die.kept for die in rolled] == [True, False, False]
    rolled = outcome(parse("3d6dh2"), ((6, (2, 5, 2)),)).terms[0]
    assert [die.kept for die in rolled] == [True, False, False]


def test_explosions_come_in_waves_ordered_by_the_die_that_caused_them() -> None:
    expression = parse("3d6!+1d8+2d10!")
    first = ((6, (6, 2, 6)), (8, (8,)), (10, (10, 3)))
    assert next_wave(expression, first) == ((2, 6), (1, 10))
    second = (*first, (6, (6, 1)), (10, (10,)))
    assert next_wave(expression, second) == ((1, 6), (1, 10))
    third = (*second, (6, (5,)), (10, (9,)))
    assert next_wave(expression, third) == ()
    assert [(die.number, die.face, die.cause) for die in outcome(expression, third).terms[0]] == [
        (0, 6, None), (1, 2, None), (2, 6, None), (6, 6, 0), (7, 1, 2), (9, 5, 6),
    ]  # fmt: skip


def test_neighbours_of_equal_sides_stand_in_one_group_though_their_terms_differ() -> None:
    assert next_wave(parse("1d6!+1d8!+1d8!+1d6!"), ((6, (6,)), (8, (8,)), (8, (8,)), (6, (6,)))) == (
        (1, 6),
        (2, 8),
        (1, 6),
    )


def test_added_dice_end_at_the_cap_and_the_rest_is_counted() -> None:
    expression = parse("60d2!")
    dice = thrown(expression, Listed([2] * 160))
    assert [(sides, len(faces)) for sides, faces in dice] == [(2, 60), (2, 60), (2, 40)]
    result = outcome(expression, dice)
    assert (result.total, result.capped, TABLE.added) == (320, 60, 100)


@rows(
    "dice",
    [(), ((6, (1,)),), ((6, (1, 2, 3)),), ((8, (1, 2)),), ((6, (0, 2)),), ((6, (7, 2)),), ((6, (1, 2)), (6, (1,))),
     ((6, (6, 2)),), ((6, (6, 6)), (6, (1,))), ((6, (1,)), (6, (2,)))],
)  # fmt: skip
def test_dice_that_are_not_those_of_the_roll_are_refused(dice: tuple[Thrown, ...]) -> None:
    with pytest.raises(RuleError) as refused:
        outcome(parse("2d6!"), dice)
    assert refused.value.sentence == "These are not the dice of 2d6!."
