"""Exact odds of dice that explode, are kept or dropped, and are counted, checked against going through every hand."""

from __future__ import annotations

from fractions import Fraction

from rules.dice.expression import Dice, Point
from rules.dice.faces import faces
from rules.dice.highest import lowest, of, of_any, tops
from rules.dice.notation import parse
from rules.dice.odds import distribution
from rules.dice.spread import Spread, by_stretches, power, spread, times
from tests.rules.hands import every_hand
from tests.rules.rows import rows


@rows(
    "text",
    ["3d5kh2=3", "3d5kl2=3", "3d5dl1=3", "3d5dh1=3", "2d4ro2kh1<=2", "2dFkh1=0", "2d4kh1>=1"],
)  # fmt: skip
def test_kept_dice_that_count_are_those_of_every_hand(text: str) -> None:
    found = distribution(parse(text))
    assert found is not None
    assert {total: Fraction(weight, found.whole) for total, weight in found.weights.items()} == every_hand(text, 5)[0]


@rows(
    ("text", "deep"),
    [
        # the added dice are above all others, below them, or between them
        ("2d4!>=3kh2", 3), ("2d4!<=2kl2", 3), ("3d3!dh2", 2), ("3d3!1dl2", 2), ("2d5!3kh1", 2), ("3d3!2kh2", 2),
        ("3d3!2kl2", 2), ("2d4!2kl1", 2), ("2d4ro2!3kh2", 2), ("3d3!3kh3", 2), ("2d4!>=3dh1", 3),
        # and are counted
        ("3d3!kh2>=2", 2), ("2d4!4kl1<=2", 2), ("3d3!2kh2=2", 2), ("3d3!dl1=3", 2), ("3d3!2dh1>=2", 2), ("2d4!1kh1=4", 2),
        ("2d4!>=3dl1>=3", 3), ("2dF!kh1=0", 2), ("2d4r2kl1>=3", 3), ("2d4r2kh1=2", 3),
        # chains count as one
        ("2d4!!kh1=6", 3), ("2d4!!4kl1<=5", 3), ("3d3!!1dl1>=3", 2), ("2d4!!2=3", 3), ("2d4!!>=3kh1", 3), ("2d4!!1dh1", 3),
        # what never comes brings nothing
        ("2d4r4!!kh1", 3), ("2d4r4!!>=4dl1", 3), ("2d4r1!1kh1", 3), ("2d4r4!!>=4", 3),
    ],
)  # fmt: skip
def test_kept_and_added_dice_lie_between_those_of_few_added_dice_and_what_is_left(text: str, deep: int) -> None:
    found = distribution(parse(text))
    assert found is not None
    chances, others = every_hand(text, deep)
    assert others < Fraction(1, 2)
    for total in chances.keys() | found.weights.keys():
        chance = Fraction(found.weights.get(total, 0), found.whole)
        assert chances.get(total, 0) <= chance <= chances.get(total, 0) + others, total
    assert 0 <= Fraction(found.missing, found.whole) < Fraction(3, 10**9)


@rows(
    ("text", "results"),
    [
        ("20d100!kh10", 991), ("20d100!>=96kh10", 991), ("20d100!>=51kh10", 991), ("20d100ro<=50kh10", 991), ("20d100!50kh5", 496),
        ("20d100!kl10", 981), ("20d100!kh10>=90", 11), ("20d100!>=51dl10=60", 77), ("20d100!!>=96>=150", 21), ("20d20!kh15", 286),
    ],
)  # fmt: skip
def test_hands_of_twenty_dice_are_drawn_and_weigh_as_much_as_all(text: str, results: int) -> None:
    found = distribution(parse(text))
    assert found is not None
    assert len(found.weights) == results
    assert 0 <= Fraction(found.missing, found.whole) < Fraction(3, 10**9)


def test_the_highest_of_hands_of_any_number_leave_hands_with_fewer_dice_out() -> None:
    die = spread({1: 1, 2: 1})
    found = tops(die, (1, 2), of_any((5, 3, 1)))
    assert found == {1: Spread(1, (3 + 1, 3 + 3)), 2: power(die, 2)}
    assert tops(die, (1,), of(3), range(2, 3)) == {1: Spread(1, (0, 7))}
    assert lowest(die, 3, 1) == Spread(1, (7, 1))


def test_a_product_by_stretches_is_a_product() -> None:
    for other in (Spread(0, (1, 1, 1, 0, 2, 2)), Spread(-2, (3,)), Spread(5, (0, 1, 4, 4))):
        assert by_stretches(Spread(1, (2, 0, 7)), other) == times(Spread(1, (2, 0, 7)), other)


def test_a_die_that_is_rerolled_has_the_weights_of_what_stands() -> None:
    once = faces(Dice(1, 4, reroll="ro", reroll_point=Point("<=", 1), again="!"))
    assert (once.rest, once.burst, once.whole) == ({1: 1, 2: 5, 3: 5}, {4: 5}, 16)
