"""Weights of whole numbers: sums of independent numbers, and of the highest and lowest of them."""

from __future__ import annotations

from collections import defaultdict
from itertools import product

import pytest

from rules.dice.chances import chances
from rules.dice.highest import highest, lowest
from rules.dice.notation import parse
from rules.dice.spread import Spread, TooLarge, plus, power, series, spread, times
from tests.rules.rows import rows


def test_spreads_are_sums_of_independent_numbers() -> None:
    coin, gap = spread({0: 1, 1: 1}), spread({-1: 2, 1: 3})
    assert (coin, gap) == (Spread(0, (1, 1)), Spread(-1, (2, 0, 3)))
    assert times(coin, gap) == Spread(-1, (2, 2, 3, 3))
    assert (power(gap, 2), power(gap, 0)) == (Spread(-2, (4, 0, 12, 0, 9)), Spread(0, (1,)))
    assert plus(coin, gap) == Spread(-1, (2, 1, 4))
    assert series(coin, (5, 7, 1)) == Spread(0, (13, 9, 1))
    assert series(coin.mirrored, (5, 7, 1)) == Spread(-2, (1, 9, 13))
    assert list(gap.pairs()) == [(-1, 2), (1, 3)]
    assert (gap.mirrored, gap.weight) == (Spread(-1, (3, 0, 2)), 5)
    with pytest.raises(TooLarge):
        power(spread({1: 1, 1000: 1}), 1000)


@rows("weights", [{1: 1, 2: 1, 3: 1}, {1: 2, 2: 2, 3: 5}, {-1: 1, 2: 3}, {4: 2}, {1: 1, 2: 0, 3: 4, 4: 4}])
@rows("kept", [1, 2, 3])
def test_the_highest_and_lowest_of_three_are_those_of_every_hand(weights: dict[int, int], kept: int) -> None:
    high: dict[int, int] = defaultdict(int)
    low: dict[int, int] = defaultdict(int)
    for hand in product(weights.items(), repeat=3):
        weight = hand[0][1] * hand[1][1] * hand[2][1]
        numbers = sorted(number for number, _ in hand)
        high[sum(numbers[3 - kept :])] += weight
        low[sum(numbers[:kept])] += weight
    assert dict(highest(spread(weights), 3, kept).pairs()) == {total: weight for total, weight in high.items() if weight}
    assert dict(lowest(spread(weights), 3, kept).pairs()) == {total: weight for total, weight in low.items() if weight}


def test_the_highest_of_many_unequal_weights_take_too_long() -> None:
    with pytest.raises(TooLarge):
        highest(spread({number: number**2 for number in range(1, 40)}), 20, 10)


@rows("text", ["20d10!>=2", "2d10!!>=2kh1"])
def test_a_term_that_may_add_too_many_dice_is_not_reckoned(text: str) -> None:
    with pytest.raises(TooLarge):
        chances(parse(text).terms[0])
