"""Exact chances of one term with dice.

`faces` gives the weights of one die, rerolls settled: those values that stand (rest) and those that bring a further die
(burst). A term that explodes is reckoned as far as a chance of one in a billion; what lies beyond, more dice added than
reckoned, is the weight that is missing from the spread.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import reduce
from math import comb

from rules.dice.counting import counted
from rules.dice.expression import Dice
from rules.dice.faces import Faces, enough, faces, factors, longest
from rules.dice.highest import MOST_STEPS, highest, lowest, of, of_any, tops
from rules.dice.spread import (
    Spread,
    TooLarge,
    by_stretches,
    plus,
    power,
    scaled,
    series,
    spread,
    times,
)

MOST_NUMBERS = 4_000
"""Numbers that added dice may come to together."""

_LONGEST_CHAIN = 4_000_000
"""Bits of the weights of a die with all that follows from it, times the values that bring another die."""

_SWAPPED = {"kh": "kl", "kl": "kh", "dh": "dl", "dl": "dh"}


@dataclass(frozen=True)
class Chances:
    """spread: the weights of the results.  whole: the weight of certainty.  added: how many added dice are reckoned with at most,
    None where all that could be added are.  beyond: the least result with more of them, None where it is not known."""

    spread: Spread
    whole: int
    added: int | None = None
    beyond: int | None = None


def chances(term: Dice) -> Chances:
    """The chances of a term. Raises TooLarge where they are not reckoned."""
    die = faces(term)
    if term.success is not None and (term.keep or term.again == "!!"):
        return Chances(*counted(term, term.success, die))
    if term.again == "!!" and term.keep and die.burst:
        chained, whole, added = compounded(die, term.count)
        return _kept(term, chained, whole, added)
    if not die.burst:
        return _kept(term, spread(_worth(die, term).rest), die.whole)
    if not term.keep:
        worth = _worth(die, term)
        return _exploded(worth, term.count, lambda: power(spread(worth.rest), term.count))
    return _exploded_and_kept(term, die)


def _worth(die: Faces, term: Dice) -> Faces:
    """The die with what each value adds to the sum."""
    point = term.success
    return die if point is None else die.mapped(lambda value: int(point.meets(value)))


def _kept(term: Dice, die: Spread, whole: int, added: int | None = None) -> Chances:
    """Of independent dice, each with those weights, some are kept."""
    count, kept, high = _keeping(term)
    return Chances(highest(die, count, kept) if high else lowest(die, count, kept), whole**count, added)


def _keeping(term: Dice) -> tuple[int, int, bool]:
    """(how many dice, how many of them are kept, whether the highest)."""
    return term.count, term.counting, term.keep in ("", "kh", "dl")


def _exploded(die: Faces, count: int, standing: Callable[[], Spread]) -> Chances:
    """The sum of the dice that burst and of `standing`, what the others come to."""
    whole, burst = die.whole, spread(die.burst)
    added = enough(count, burst.weight, whole)
    if (burst.first + len(burst.counts)) * added > MOST_NUMBERS:
        raise TooLarge
    rest = standing()
    beyond = burst.first * (added + 1) + rest.first if burst.first >= 0 else None
    return Chances(times(series(burst, factors(count, whole, added)), rest), whole ** (count + added), added, beyond)


def _exploded_and_kept(term: Dice, die: Faces) -> Chances:
    """Kept dice where every die that bursts is above all that stand, or below, or where one value between them bursts."""
    if max(die.burst) < min(die.rest):
        below = _burst_above(_SWAPPED[term.keep], term, die.mapped(lambda value: -value))
        return replace(below, spread=below.spread.mirrored, beyond=None)
    if min(die.burst) > max(die.rest):
        return _burst_above(term.keep, term, die)
    if term.keep == "kh":
        return _burst_between(term, die)
    if term.keep == "kl":
        below = _burst_between(term, die.mapped(lambda value: -value))
        return replace(below, spread=below.spread.mirrored)
    raise TooLarge


def _burst_above(keep: str, term: Dice, die: Faces) -> Chances:
    count, number = term.count, term.keep_count
    rest, burst = spread(die.rest), spread(die.burst)
    if keep == "kl":
        return Chances(lowest(rest, count, number), rest.weight**count)
    if keep == "dl":
        return _exploded(die, count, lambda: highest(rest, count, count - number))
    if keep == "dh":
        return _highest_dropped(rest, burst, count, number)
    if len(die.burst) == 1:
        return _one_burst_kept(rest, burst, count, number)
    whole, most = die.whole, max(number, enough(count, burst.weight, die.whole))
    orders_of = factors(count, whole, most)
    all_burst = tops(burst, (number,), of_any(orders_of))[number]
    found = plus(scaled(all_burst, rest.weight**count), _joined(rest, burst, count, orders_of[:number]))
    return Chances(found, whole ** (count + most), most)


def _joined(rest: Spread, burst: Spread, count: int, orders_of: Sequence[int], among: range | None = None) -> Spread:
    """The sum of all a added dice, a being less than the number of factors, and of those of the first ones with which the kept
    dice are as many as there are factors, weighed with orders_of[a]. among: as in `tops`."""
    number = len(orders_of)
    kept = tops(rest, range(1, number + 1), of(count), among)
    found = scaled(kept[1], orders_of[-1])
    for added in range(number - 2, -1, -1):
        found = plus(by_stretches(found, burst), scaled(kept[number - added], orders_of[added]))
    return found


def _one_burst_kept(rest: Spread, burst: Spread, count: int, number: int) -> Chances:
    """Where one value alone bursts, as many of them as are kept leave no room for others, however many follow."""
    whole, most = rest.weight + burst.weight, number - 1
    found = _joined(rest, burst, count, factors(count, whole, most))
    certain: int = whole ** (count + most)
    return Chances(plus(found, Spread(burst.first * number, (certain - found.weight,))), certain)


def _burst_between(term: Dice, die: Faces) -> Chances:
    """The highest where one value between those that stand bursts: the lowest kept one is above it, is it, or is below."""
    count, number = term.count, term.keep_count
    rest, burst = spread(die.rest), spread(die.burst)
    most = max(number, enough(count, burst.weight, die.whole))
    orders_of = factors(count, die.whole, most)
    bursts = [factor * burst.weight**added for added, factor in enumerate(orders_of)]
    above = tops(rest, (number,), of(count), range(burst.first + 1, max(die.rest) + 1))[number]
    below = _joined(rest, burst, count, orders_of[:number], range(min(die.rest), burst.first))
    found = plus(scaled(above, sum(bursts)), below)
    upper = spread({value: weight for value, weight in die.rest.items() if value > burst.first})
    for higher in range(number):
        weight = comb(count, higher) * (rest.weight - upper.weight) ** (count - higher) * sum(bursts[number - higher :])
        found = plus(found, scaled(power(upper, higher), weight, burst.first * (number - higher)))
    return Chances(found, die.whole ** (count + most), most)


def _highest_dropped(rest: Spread, burst: Spread, count: int, number: int) -> Chances:
    """All but the highest, where every die that bursts is above all that stand."""
    whole = rest.weight + burst.weight
    most = max(number, enough(count, burst.weight, whole))
    orders_of = factors(count, whole, most)
    few = tops(rest.mirrored, range(count - number, count), of(count), most_steps=MOST_STEPS // 2)
    all_rest = power(rest, count)
    found = scaled(all_rest, orders_of[number] * burst.weight**number)
    for added in range(number):
        found = plus(found, scaled(few[count - number + added].mirrored, orders_of[added] * burst.weight**added))
    if len(burst.counts) * most**3 * (1 + (whole ** (count + most)).bit_length() // 128) > 2 * MOST_STEPS:
        raise TooLarge
    many = [scaled(lowest(burst, added, added - number), orders_of[added]) for added in range(number + 1, most + 1)]
    if many:
        found = plus(found, times(reduce(plus, many), all_rest))
    return Chances(found, whole ** (count + most), most)


def compounded(die: Faces, count: int) -> tuple[Spread, int, int]:
    """A die with all that follows from it: the spread of its sum, the weight of certainty, how many dice may follow."""
    whole, rest, burst, added = die.whole, spread(die.rest), spread(die.burst), longest(die, count)
    if (whole ** (added + 1)).bit_length() * (added + 1) * len(burst.counts) * len(rest.counts) > _LONGEST_CHAIN:
        raise TooLarge
    chain = times(rest, series(burst, [whole ** (added - number) for number in range(added + 1)]))
    return chain, whole ** (added + 1), added
