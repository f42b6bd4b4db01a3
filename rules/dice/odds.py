"""Exact odds of a plain roll: the distribution of its total, its mean, and totals that are reached half of the time.

Nothing is simulated or rounded. Where the distribution is too large to reckon in a moment, the bounds remain, and the exact mean
where it follows from the means of the terms.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from math import ceil, comb
from typing import TypeVar

from rules.dice.chances import chances
from rules.dice.expression import CALCULATE, NEGATE, Dice, Expression
from rules.dice.faces import BILLION
from rules.dice.limits import TABLE
from rules.dice.means import Bounds, term_mean
from rules.dice.spread import TooLarge, spread, times

MOST_RESULTS = 4_000
"""Results of a distribution that is drawn."""

T = TypeVar("T")

_MEANS: dict[str, Callable[[Fraction, Fraction], Fraction]] = {
    "+": lambda left, right: left + right,
    "-": lambda left, right: left - right,
    "*": lambda left, right: left * right,
}

_MOST_PAIRS = 50_000
_MOST_SPAN = 20_000


@dataclass(frozen=True)
class Distribution:
    """weights: total to weight, in rising order.  whole: the weight of certainty; what is missing from it are rolls with more
    than `added` added dice, whose totals are not listed and are `beyond` or more (None: any).  endless: rerolls are reckoned as
    if their number had no limit."""

    weights: dict[int, int]
    whole: int
    added: int = 0
    endless: bool = False
    beyond: int | None = None

    @cached_property
    def missing(self) -> int:
        """The weight of the rolls that are not listed."""
        return self.whole - sum(self.weights.values())

    def at_least(self, share: Fraction) -> int | None:
        """The greatest total that is reached with at least that chance; None where the rolls not listed could decide it."""
        need = ceil(share * self.whole)  # whole numbers are compared a hundred times faster than fractions
        perhaps, listed = None, 0
        for number in sorted(self.weights, reverse=True):
            listed += self.weights[number]
            surely = self.missing if self.beyond is not None and number <= self.beyond else 0
            if perhaps is None and listed + self.missing >= need:
                perhaps = number
            if listed + surely >= need:
                return number if number == perhaps else None
        return None

    def mean(self, least: int, greatest: int) -> tuple[Fraction, Fraction]:
        """Between which numbers the mean lies, where no total passes the given bounds; twice the same where all are listed."""
        listed = sum(number * weight for number, weight in self.weights.items())
        return Fraction(listed + self.missing * least, self.whole), Fraction(listed + self.missing * greatest, self.whole)


def distribution(expression: Expression) -> Distribution | None:
    """The distribution of the total, None where it is too large to reckon or to draw, or where the limit of added dice is
    reached more often than once in a billion rolls."""
    if _reaches_limit(expression):
        return None
    try:
        found = _fold(expression, _term, _combined, lambda number: Distribution({number: 1}, 1))
    except TooLarge:
        return None
    if len(found.weights) > MOST_RESULTS or found.added > TABLE.added:
        return None
    return found


def plain_mean(expression: Expression) -> tuple[Fraction, Fraction] | None:
    """Between which numbers the mean lies, mostly twice the same, of a roll whose terms are summed and multiplied, as if added dice
    had no limit; None where it is not cheap."""
    if "/" in expression.steps or _reaches_limit(expression):
        return None

    def work(step: str, left: Bounds, right: Bounds) -> Bounds:
        corners = [_MEANS[step](one, other) for one in left for other in right]
        return min(corners), max(corners)

    try:
        return _fold(expression, term_mean, work, lambda number: (Fraction(number), Fraction(number)))
    except TooLarge:
        return None


def _fold(expression: Expression, term: Callable[[Dice], T], work: Callable[[str, T, T], T], number: Callable[[int], T]) -> T:
    """The value of the steps; a sign is a product with -1."""
    stack: list[T] = []
    for step in expression.steps:
        if isinstance(step, Dice):
            stack.append(term(step))
        elif isinstance(step, int):
            stack.append(number(step))
        elif step == NEGATE:
            stack.append(work("*", number(-1), stack.pop()))
        else:
            right = stack.pop()
            stack.append(work(step, stack.pop(), right))
    return stack[0]


def _term(term: Dice) -> Distribution:
    found = chances(term)
    return Distribution(dict(found.spread.pairs()), found.whole, found.added or 0, term.reroll == "r", found.beyond)


def _combined(step: str, left: Distribution, right: Distribution) -> Distribution:
    if step == "-":
        step, right = "+", _combined("*", Distribution({-1: 1}, 1), right)
    spans = [max(part.weights) - min(part.weights) for part in (left, right)]
    if step == "+" and min(spans) > 0 and sum(spans) <= _MOST_SPAN:
        weights = dict(times(spread(left.weights), spread(right.weights)).pairs())
    elif len(left.weights) * len(right.weights) <= _MOST_PAIRS:
        weights = _paired(CALCULATE[step], left.weights, right.weights)
    else:
        raise TooLarge
    beyond = _beyond(left, right) if step == "+" else None
    return Distribution(weights, left.whole * right.whole, left.added + right.added, left.endless or right.endless, beyond)


def _beyond(left: Distribution, right: Distribution) -> int | None:
    """The least that a sum comes to where one of its parts is not listed."""
    bounds = []
    for part, other in ((left, right), (right, left)):
        if part.missing:
            if part.beyond is None or (other.missing and other.beyond is None):
                return None
            bounds.append(part.beyond + min(other.weights))
    return min(bounds, default=None)


def _paired(work: Callable[[int, int], int], left: dict[int, int], right: dict[int, int]) -> dict[int, int]:
    weights: dict[int, int] = {}
    for one, weight in left.items():
        for other, factor in right.items():
            total = work(one, other)
            weights[total] = weights.get(total, 0) + weight * factor
    return dict(sorted(weights.items()))


def _reaches_limit(expression: Expression) -> bool:
    """Whether more than one roll in a billion could ask for more dice than may be added.

    A die that is rerolled once adds one at most. Every other is taken to ask for another one as often as those that ask most
    often, so that no more are added than there are failures before as many successes as there are dice.
    """
    once = [term for term in expression.terms if term.reroll == "ro" and not term.again]
    growing = [term for term in expression.terms if term.again or term.reroll == "r"]
    room = TABLE.added - sum(term.count for term in once)
    if room < 0 or not growing:
        return room < 0
    most = max(Fraction(len(term.rerolled) + len(term.exploding), term.sides) for term in growing)
    if most >= 1:
        return True
    count = sum(term.count for term in growing)
    within = sum(comb(count + number - 1, number) * most**number for number in range(room + 1))
    return (1 - within * (1 - most) ** count) * BILLION > 1
