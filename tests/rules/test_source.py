"""Faces: the derivation that anybody can repeat by hand, its fairness, and dealt faces for tests."""

from __future__ import annotations

import pytest

from rules.dice.source import Derived, Listed, die, pick

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


@pytest.mark.parametrize(
    ("words", "sides", "face"),
    [
        ((5,), 6, 6), ((6,), 6, 1), ((4294967295,), 6, None), ((4294967291,), 6, 6), ((4294967292, 7), 6, 2),
        ((4294967295,), 4, 4), ((0,), 1, 1), ((4294000000,), 1_000_000, None), ((4293999999,), 1_000_000, 1_000_000),
    ],
)  # fmt: skip
def test_words_that_would_favour_a_face_are_passed_over(words: tuple[int, ...], sides: int, face: int | None) -> None:
    assert pick(words, sides) == face


@pytest.mark.parametrize("sides", [0, -1, 1_000_001])
def test_a_die_without_sides_or_with_too_many_is_no_die(sides: int) -> None:
    with pytest.raises(ValueError, match="a die has 1 to 1,000,000 sides"):
        die(KEY, 0, 0, sides)


def test_all_faces_of_a_die_come_up_about_equally_often() -> None:
    faces = Derived(KEY, 7).throw(((6000, 6),))[0][1]
    counts = [faces.count(face) for face in range(1, 7)]
    chi_square = sum((count - 1000) ** 2 / 1000 for count in counts)
    assert sum(counts) == 6000
    assert chi_square < 20.5  # one derivation in a thousand exceeds it; this key is fixed and does not


def test_listed_faces_are_dealt_in_order_and_must_fit() -> None:
    source = Listed([3, 8, 1])
    assert source.throw(((1, 6), (1, 8))) == ((6, (3,)), (8, (8,)))
    assert source.throw(((1, 6),)) == ((6, (1,)),)
    with pytest.raises(ValueError, match="the next listed face is None"):
        source.throw(((1, 6),))
    with pytest.raises(ValueError, match="the next listed face is 7"):
        Listed([7]).throw(((1, 6),))
