"""The exact mean of one term with dice, where it is cheap."""

from __future__ import annotations

from fractions import Fraction
from itertools import accumulate
from math import comb

from rules.dice.chances import compounded
from rules.dice.expression import Dice
from rules.dice.faces import faces
from rules.dice.spread import Spread, TooLarge, spread

Bounds = tuple[Fraction, Fraction]
"""Between which numbers a mean lies."""

MOST_STEPS = 15_000


def term_mean(term: Dice) -> Bounds:
    """The mean of a term, as if added dice had no limit. Chains of kept dice are reckoned as far as a chance of one in a billion.

    Raises TooLarge where it is not cheap.
    """
    die = faces(term)
    if term.again == "!!" and die.burst and (term.keep or term.success):
        if term.success or term.fudge:
            raise TooLarge
        chain, whole, _ = compounded(die, term.count)
        most = term.bounds(100)[1]
        least = _kept_mean(term, chain)
        sure = Fraction(chain.weight, whole) ** term.count
        return least * sure, least * sure + most * (1 - sure)
    if term.keep and (die.burst or term.success):
        raise TooLarge
    if term.keep:
        exact = _kept_mean(term, spread(die.rest))
        return exact, exact
    worth = term.success.meets if term.success else int
    weights = [*die.rest.items(), *die.burst.items()]
    # every die brings as many as the sum of a geometric series, in the mean
    exact = Fraction(term.count * sum(worth(value) * weight for value, weight in weights), sum(die.rest.values()))
    return exact, exact


def _kept_mean(term: Dice, die: Spread) -> Fraction:
    """The mean of the kept ones of independent numbers: for each number how many of the kept dice reach it, in the mean."""
    if term.keep in ("kl", "dh"):
        return -_highest_mean(die.mirrored, term.count, term.counting)
    return _highest_mean(die, term.count, term.counting)


def _highest_mean(die: Spread, count: int, kept: int) -> Fraction:
    if len(die.counts) * count * (1 + (die.weight**count).bit_length() // 512) > MOST_STEPS:
        raise TooLarge
    reaching = 0
    for below in accumulate(die.counts[:-1]):
        above = die.weight - below
        reaching += sum(
            min(number, kept) * comb(count, number) * above**number * below ** (count - number) for number in range(count + 1)
        )
    return die.first * kept + Fraction(reaching, die.weight**count)
