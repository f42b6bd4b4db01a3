"""The parts of a term: Fudge dice, rerolls, thresholds of explosions, counting, labels."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.dice.expression import Dice, Expression, Point
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
    expression, source = parse(text), Listed(faces)
    dice = thrown(expression, source)
    with pytest.raises(ValueError):
        source.throw(((1, 1),))
    return outcome(expression, dice).total


@st.composite
def terms(draw: st.DrawFn) -> str:
    """Terms of every part, legal and not."""
    point = st.sampled_from(["1", "2", "=3", "<2", "<=2", ">3", ">=4", ">=7", "<1"])
    parts = [
        draw(st.sampled_from(["", "2", "4", "04"])) + "d" + draw(st.sampled_from(["4", "6", "F", "%", "1"])),
        draw(st.sampled_from(["", "r", "rr", "ro", "RO"])),
        draw(point),
        draw(st.sampled_from(["", "!", "!!"])),
        draw(point),
        draw(st.sampled_from(["", "kh1", "k2", "dl1", "dh1"])),
        draw(st.sampled_from(["", ">=2", ">3", "<2", "=1", " ≥ 3"])),
        draw(st.sampled_from(["", "[fire]", " [a & b]"])),
        draw(st.sampled_from(["", "+2", "-1d4", "*3"])),
    ]
    left = [part for place, part in enumerate(parts) if place not in (2, 4) or parts[place - 1]]
    return "".join(left)


@few
@given(terms(), st.binary(min_size=32, max_size=32))
def test_whatever_is_read_has_one_print_and_stays_within_its_bounds(text: str, key: bytes) -> None:
    try:
        expression = parse(text)
    except RuleError as refused:
        assert refused.column is not None and 1 <= refused.column <= len(text) + 1
        return
    assert parse(expression.text) == expression
    assert parse(expression.text).text == expression.text
    result = outcome(expression, thrown(expression, Derived(key, 0)))
    assert expression.least <= result.total <= expression.greatest


@rows(
    ("text", "printed"),
    [
        ("4df", "4dF"),
        ("dF+2", "1dF+2"),
        ("2d6 rr 1", "2d6r1"),
        ("2d6RO<3", "2d6ro<=2"),
        ("2d6r>4", "2d6r>=5"),
        ("2d6r=3", "2d6r3"),
        ("4d6!>4", "4d6!>=5"),
        ("4d6!=5", "4d6!5"),
        ("4d6!6", "4d6!"),
        ("4d6!>=6", "4d6!"),
        ("4d6!>5", "4d6!"),
        ("4dF!1", "4dF!"),
        ("8d6>4", "8d6>=5"),
        ("8d6 ≥ 5", "8d6>=5"),
        ("8d6 => 5", "8d6>=5"),
        ("8d6 ≤ 2", "8d6<=2"),
        ("8d6=<2", "8d6<=2"),
        ("8d6 = 6", "8d6=6"),
        ("5d10!10>=8", "5d10!10>=8"),
        ("5d10!kh3>=8", "5d10!kh3>=8"),
        ("5d10!9kh3>=8", "5d10!9kh3>=8"),
        ("4dFr-1", "4dFr-1"),
        ("4dF>=-1", "4dF>=-1"),
        ("4dF!-1", "4dF!-1"),
        ("4dF!=0", "4dF!0"),
        ("1d6r1!5kh1>=2", "1d6r1!5kh1>=2"),
        ("10d6>=5-2", "10d6>=5-2"),
        ("1d8[fire] + 3 [Strength]", "1d8+3"),
    ],
)
def test_a_term_has_one_print(text: str, printed: str) -> None:
    assert parse(text).text == printed


def test_a_minus_behind_an_explosion_is_a_sum_and_behind_a_comparison_a_value() -> None:
    assert total("1dF!-1", 2) == -1
    assert parse("4dF!<=-1").terms[0].exploding == range(-1, 0)


def test_the_parts_of_a_term_are_read_as_values() -> None:
    (term,) = parse("8d6ro<3!>4kh3>=5").terms
    assert term == Dice(8, 6, "!", "kh", 3, Point(">=", 5), "ro", Point("<=", 2), Point(">=", 5))
    assert (list(term.rerolled), list(term.exploding)) == ([1, 2], [5, 6])


def test_labels_are_words_beside_the_roll_and_no_part_of_it() -> None:
    expression = parse("1d8[fire]+2d6 [ cold & wet ]+3[Stärke]")
    assert expression.labels == (("1d8", "fire"), ("2d6", "cold & wet"), ("3", "Stärke"))
    assert expression == parse("1d8+2d6+3")


@rows(
    ("text", "sentence", "column"),
    [
        ("1d6r<7", "Every face of a d6 would be thrown again, for ever (column 4).", 4),
        ("200d6!>=1", "Every face of a d6 would be thrown again, for ever (column 6).", 6),
        ("1d2r1!", "Every face of a d2 would be thrown again, for ever (column 6).", 6),
        ("1d6r<=4!>=4", "Every face of a d6 would be thrown again, for ever (column 8).", 8),
        ("4dFr<2", "Every face of a dF would be thrown again, for ever (column 4).", 4),
        ("1d1!", "A die with one side would be thrown again for ever.", 3),
        ("8d6>=7", "A d6 never shows 7 or more (column 4).", 4),
        ("8d6<1", "A d6 never shows 0 or less (column 4).", 4),
        ("4d6r8", "A d6 never shows 8 (column 4).", 4),
        ("5d6!!>=9", "A d6 never shows 9 or more (column 4). To count dice, name the exploding face too: `8d6!!6>=7`.", 4),
        ("4d6r", "Say which faces are thrown again: r1 or r<=2 (column 4).", 4),
        ("4d6ro", "Say which faces are thrown again: ro1 or ro<=2 (column 4).", 4),
        ("4d6r<", "Something is missing after < (column 5).", 6),
        ("4d6>=", "Something is missing after >= (column 4).", 6),
        ("4d6>=-1", "Something is missing after >= (column 4).", 6),
        ("4dFr-", "Something is missing after - (column 5).", 6),
        ("4d6kh3r1", "r is out of place (column 7): after dice the order is reroll, explode, keep, count: `8d6r1!kh3>=5`.", 7),
        ("(2d6)>=3", ">= is out of place (column 6): it stands right behind dice, `8d6>=5`.", 6),
        ("2d6+3>=5", ">= is out of place (column 6): it stands right behind dice, `8d6>=5`.", 6),
        ("[x]1d6", "A label stands behind dice or a number: `1d8[fire]` (column 1).", 1),
        ("1d6[", "A label stands between [ and ]: `1d8[fire]` (column 4).", 4),
        ("1d6]", "A label stands between [ and ]: `1d8[fire]` (column 4).", 4),
        ("1d6[ ]", "A label has 1 to 40 characters: `1d8[fire]` (column 4).", 4),
        ("1d6[" + "x" * 41 + "]", "A label has 1 to 40 characters: `1d8[fire]` (column 4).", 4),
        ("1d6[a\u202eb]", "A label holds no right-to-left override, U+202E (column 4).", 4),
        ("1d6[a][b]", "One label stands behind dice or a number: `1d8[fire]` (column 7).", 7),
        ("(1d6)[a]", "One label stands behind dice or a number: `1d8[fire]` (column 6).", 6),
        ("2d6f1", "One of + - * / is missing before f (column 4).", 4),
    ],
)
def test_a_wrong_part_is_refused_at_its_place(text: str, sentence: str, column: int) -> None:
    with pytest.raises(RuleError) as refused:
        parse(text)
    assert (refused.value.sentence, refused.value.column) == (sentence, column)


@rows("text", ["1d6[" + "x" * 40 + "]", "1d6ro<7", "8d6>=6", "8d6<=1", "8d6!!6>=7", "1d6r<=5", "1d6!>=2", "1d2!"])
def test_what_lies_just_within_is_read(text: str) -> None:
    assert parse(text).terms


@rows(
    ("text", "least", "greatest"),
    [
        ("4dF", -4, 4), ("8d6>=5", 0, 8), ("8d6kh3>=5", 0, 3), ("8d6!6>=5", 0, 108), ("8d6!!6>=5", 0, 8), ("1d6!", 1, 606),
        ("4d6!kh3", 3, 18), ("4d6!kl3", 3, 18), ("4d6!dl1", 3, 618), ("4d6!!kh3", 3, 618), ("1dF!", -1, 101), ("1dF!<=-1", -101, 1),
        ("1dF!0", -1, 1), ("2d6r1", 2, 12), ("1d6!5", 1, 506), ("8d6!kh3>=5", 0, 3),
    ],
)  # fmt: skip
def test_bounds_are_reckoned_before_the_throw(text: str, least: int, greatest: int) -> None:
    expression = parse(text)
    assert (expression.least, expression.greatest) == (least, greatest)


@rows(
    ("text", "faces", "expected"),
    [
        ("4dF", (3, 2, 1, 3), 1), ("4dFkh1", (1, 2, 1, 1), 0), ("2d6r1", (1, 4, 1, 5), 9), ("1d6ro1", (1, 1), 1),
        ("1d6ro1!", (1, 6, 1, 3), 9), ("3d6rr1!", (6, 1, 3, 1, 4, 2), 15), ("4d6!>=5", (5, 1, 6, 2, 3, 5, 4), 26),
        ("8d6>=5", (5, 6, 2, 2, 1, 4, 3, 6), 3), ("5d10!10>=8", (10, 8, 3, 2, 1, 9), 3), ("4d6!!6>=9", (6, 3, 6, 5, 4, 2), 1),
        ("6d6kl3>=5", (6, 5, 5, 5, 1, 6), 2), ("4d6r<3kh3", (2, 6, 3, 5, 1, 4), 15), ("2d6r1!!kh1", (6, 5, 1, 4), 10),
        ("4dF=0", (2, 2, 1, 3), 2), ("3d6<=2", (1, 2, 3), 2),
    ],
)  # fmt: skip
def test_the_same_faces_always_give_the_same_total(text: str, faces: tuple[int, ...], expected: int) -> None:
    assert total(text, *faces) == expected


def test_rerolls_and_explosions_share_waves_ordered_by_the_die_that_asked() -> None:
    expression = parse("2d6r1+1d8!+2d6!")
    first = ((6, (1, 3)), (8, (8,)), (6, (6, 2)))
    assert next_wave(expression, first) == ((1, 6), (1, 8), (1, 6))
    second = (*first, (6, (1,)), (8, (2,)), (6, (6,)))
    assert next_wave(expression, second) == ((2, 6),)
    third = (*second, (6, (5, 4)))
    assert next_wave(expression, third) == ()
    result = outcome(expression, third)
    assert result.values == (8, 10, 18)
    assert [(die.number, die.face, die.cause, die.replaced, die.kept) for die in result.terms[0]] == [
        (0, 1, None, True, False), (1, 3, None, False, True), (5, 1, 0, True, False), (8, 5, 5, False, True),
    ]  # fmt: skip


def test_at_the_limit_of_added_dice_a_face_that_should_be_rerolled_stands() -> None:
    expression = parse("1d6r1")
    result = outcome(expression, thrown(expression, Listed([1] * 101)))
    assert (result.total, result.capped) == (1, 1)


def test_hostile_thresholds_are_read_without_counting_faces() -> None:
    expression = parse("1d10000r>=2" + "+1d10000r>=2" * 15)
    assert len(expression.terms) == 16
