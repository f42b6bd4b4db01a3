"""Faces: the derivation that anybody can repeat by hand, its fairness, and dealt faces for tests."""

from __future__ import annotations

import hmac
import struct
from math import erfc, exp, sqrt

import pytest

from rules.dice.source import Derived, Listed, die, pick
from tests.rules.fairness import FAIR, SIZES, fairness
from tests.rules.rows import rows

KEY = bytes.fromhex("a03696b8f41767172d15c3d80d60d3245b4c4a978bbe5bf5acec4c5a2e0b6ab0")
"""The cast key of the worked example of the ledger format, whose three d10 show 7, 1 and 3."""


def test_the_worked_example_gives_its_three_dice() -> None:
    assert [die(KEY, 0, number, 10) for number in range(3)] == [7, 1, 3]


def test_a_derived_source_numbers_its_dice_through_groups_and_waves() -> None:
    source = Derived(KEY, 0)
    assert source.throw(((1, 10), (1, 10))) + source.throw(((1, 10),)) == ((10, (7,)), (10, (1,)), (10, (3,)))


def test_dice_of_one_roll_never_shift_those_of_another() -> None:
    long, short = Derived(KEY, 0), Derived(KEY, 1)
    long.throw(((50, 6),))
    assert short.throw(((3, 20),)) == Derived(KEY, 1).throw(((3, 20),))
    assert Derived(KEY, 0).throw(((3, 20),)) != Derived(KEY, 1).throw(((3, 20),))


@rows(
    ("words", "sides", "face"),
    [
        ((5,), 6, 6), ((6,), 6, 1), ((4294967295,), 6, None), ((4294967291,), 6, 6), ((4294967292, 7), 6, 2),
        ((4294967295,), 4, 4), ((0,), 1, 1), ((4294000000,), 1_000_000, None), ((4293999999,), 1_000_000, 1_000_000),
    ],
)  # fmt: skip
def test_words_that_would_favour_a_face_are_passed_over(words: tuple[int, ...], sides: int, face: int | None) -> None:
    assert pick(words, sides) == face


@rows("sides", [0, -1, 1_000_001])
def test_a_die_without_sides_or_with_too_many_is_no_die(sides: int) -> None:
    with pytest.raises(ValueError, match="a die has 1 to 1,000,000 sides"):
        die(KEY, 0, 0, sides)


@pytest.fixture(scope="module")
def blocks() -> list[tuple[int, ...]]:
    """The first eight words of dice 0 to 19,999 of a roll, reckoned here from the format's own formula."""
    return [
        struct.unpack(">8I", hmac.digest(KEY, b"vroll/1/die\x00" + struct.pack(">HII", 7, number, 0), "sha256"))
        for number in range(20_000)
    ]  # fmt: skip


@pytest.mark.parametrize("sides", SIZES)
def test_all_faces_of_a_die_come_up_about_equally_often(blocks: list[tuple[int, ...]], sides: int) -> None:
    faces = [pick(words, sides) for words in blocks]
    assert faces[:50] == [die(KEY, 7, number, sides) for number in range(50)]
    assert fairness(filter(None, faces), sides) > FAIR


def test_the_test_of_fairness_rejects_a_byte_cut_down_to_a_hundred_faces(blocks: list[tuple[int, ...]]) -> None:
    assert fairness(((words[0] & 255) % 100 + 1 for words in blocks), 100) < FAIR / 1000


@rows(
    ("counts", "chance"),
    [
        ((1000, 1000), 1.0),
        ((1062, 938), erfc(sqrt(7.688 / 2))),
        ((1005, 995), erfc(sqrt(0.05 / 2))),
        ((110, 90, 100), exp(-2 / 2)),
        ((130, 70, 100), exp(-18 / 2)),
        ((1, 0, 0, 0, 0), exp(-2) * 3),
    ],
)
def test_the_test_of_fairness_gives_the_probabilities_of_the_closed_formulas(counts: tuple[int, ...], chance: float) -> None:
    faces = [face for face, count in enumerate(counts, 1) for _ in range(count)]
    assert fairness(faces, len(counts)) == pytest.approx(chance, rel=1e-9)


def test_listed_faces_are_dealt_in_order_and_must_fit() -> None:
    source = Listed([3, 8, 1])
    assert source.throw(((1, 6), (1, 8))) == ((6, (3,)), (8, (8,)))
    assert source.throw(((1, 6),)) == ((6, (1,)),)
    with pytest.raises(ValueError, match="the next listed face is None"):
        source.throw(((1, 6),))
    with pytest.raises(ValueError, match="the next listed face is 7"):
        Listed([7]).throw(((1, 6),))
