"""Cases from the field: what went wrong with dice elsewhere."""

from __future__ import annotations

import pytest

from rules.dice.source import Listed, die
from rules.lines import RuleError, read_line
from rules.system import Declaration
from rules.systems.dice.system import SYSTEM
from tests.rules.rows import rows


def declared(line: str) -> tuple[Declaration, ...]:
    command = read_line(line)
    assert command is not None
    return SYSTEM.declare(command, None, {})


def refusal(line: str) -> str:
    with pytest.raises(RuleError) as refused:
        declared(line)
    return refused.value.sentence


def totals(line: str, *faces: int) -> list[int]:
    """The totals of a line; where no faces are listed, every die shows 1."""
    found, source = [], Listed(faces or [1] * 200)
    for declaration in declared(line):
        found.append(SYSTEM.result(declaration, source.throw(declaration.req))["total"])
    return found


@rows(
    ("notation", "sentence"),
    [
        ("9999999d999999999", "At most 200 dice."),
        ("2147483647d2147483647", "At most 200 dice."),
        ("1d999999999", "A die needs 1 to 10,000 sides."),
        ("1d6+" * 25_000 + "1d6", "A roll has at most 200 characters."),
        ("(" * 200 + "1d6" + ")" * 200, "A roll has at most 200 characters."),
        ("(" * 90 + "1d6" + ")" * 90, "At most 8 brackets inside each other (column 9)."),
        ("&".join(["1d6"] * 500), "At most 32 results in one line."),
        ("1d6[" + "[" * 100_000, "A roll has at most 200 characters."),
    ],
)
def test_f18_huge_dice_are_refused_by_the_limit_that_they_break(notation: str, sentence: str) -> None:
    assert refusal("!roll " + notation) == sentence


def test_f19_a_die_has_at_least_one_side_and_a_roll_at_least_one_die() -> None:
    assert refusal("!roll 2d0") == refusal("!roll 1d-6") == "A die needs 1 to 10,000 sides."
    assert refusal("!roll 2d6 & 0d6") == "At least 1 die is thrown, not 0 (column 2)."
    assert totals("!roll 1d1") == [1]


@rows(("notation", "total"), [("1d1+-5", -4), ("1d1 - 5", -4), ("1d1 − 5", -4), ("-1d1+10", 9)])
def test_f20_a_negative_modifier_is_taken_off(notation: str, total: int) -> None:
    assert totals("!roll " + notation) == [total]


@rows(("notation", "total"), [("9+2d1", 11), ("2d1+9", 11), ("+1d1", 1)])
def test_f21_a_number_may_stand_before_the_dice(notation: str, total: int) -> None:
    assert totals("!roll " + notation) == [total]


@rows("notation", ["3 d 1 + 2", "3D1+2", "3d1 +2", "3\td1+ 2"])
def test_f22_blanks_and_capitals_do_not_silence_a_roll(notation: str) -> None:
    assert totals("!roll " + notation) == [5]


@rows(("notation", "total"), [("1d1+2*3", 7), ("(1d1+1)*2", 4), ("1d1*2", 2), ("10-2-1d1", 7), ("7/2+1d1", 4), ("2*(1d1+1)*2", 8)])
def test_f23_products_bind_before_sums_and_brackets_before_both(notation: str, total: int) -> None:
    assert totals("!roll " + notation) == [total]


def test_f23_an_unknown_sign_is_an_error_and_never_another_meaning() -> None:
    assert refusal("!roll 1d6^2") == "“^” is not part of a roll (column 4)."
    assert refusal("!roll 1d6x2") == "“x” is not part of a roll (column 4)."
    assert refusal("!roll 1d6÷2") == "“÷” (division sign, U+00F7) is not part of a roll (column 4)."


def test_f24_a_percentile_die_shows_1_to_100() -> None:
    key = bytes(31) + b"\x01"
    faces = {die(key, 0, number, 100) for number in range(3000)}
    assert (min(faces), max(faces), len(faces)) == (1, 100, 100)
    assert totals("!roll d%", 100) == totals("!roll 1d100", 100) == [100]
    with pytest.raises(RuleError):
        SYSTEM.result(SYSTEM.parse("1d100"), ((100, (0,)),))
    with pytest.raises(RuleError):
        SYSTEM.result(SYSTEM.parse("1d100"), ((100, (101,)),))


def test_f25_two_rolls_in_one_line_are_two_results() -> None:
    assert totals("!roll 1d1+6 & 2d1+5") == [7, 7]
