"""Exact chances of one term with dice.

`faces` gives the weights of one die, rerolls settled: those values that stand (rest) and those that bring a further die
(burst). A term that explodes is reckoned as far as a chance of one in a billion; what lies beyond, more dice added than
reckoned, is the weight that is missing from the spread.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from functools import reduce
from math import comb

from rules.dice.expression import Dice, Point
from rules.dice.limits import TABLE
from rules.dice.spread import (
    Spread,
    TooLarge,
    highest,
    highest_of_some,
    lowest,
    plus,
    power,
    scaled,
    series,
    spread,
    times,
)

BILLION = 10**9
_SWAPPED = {"kh": "kl", "kl": "kh", "dh": "dl", "dl": "dh"}


@dataclass(frozen=True)
class Chances:
    """spread: the weights of the results.  whole: the weight of certainty.  added: how many added dice are reckoned with at most,
    None where all that could be added are.  beyond: the least result with more of them, None where it is not known."""

    spread: Spread
    whole: int
    added: int | None = None
    beyond: int | None = None


@dataclass(frozen=True)
class Faces:
    """One die: {value: weight} of those that stand and those that burst, of `whole` together."""

    rest: dict[int, int]
    burst: dict[int, int]

    @property
    def whole(self) -> int:
        """The weight of all values of the die."""
        return sum(self.rest.values()) + sum(self.burst.values())

    def mapped(self, worth: Callable[[int], int]) -> Faces:
        """The die with its values replaced."""
        return Faces(_mapped(self.rest, worth), _mapped(self.burst, worth))


def faces(term: Dice) -> Faces:
    """The weights of one die of the term, with rerolls as if any number of dice could be added."""
    gone = term.rerolled
    rest: dict[int, int] = {}
    burst: dict[int, int] = {}
    for value in range(term.lowest, term.highest + 1):
        weight = 1
        if term.reroll == "r":
            weight = 0 if value in gone else 1
        elif term.reroll == "ro":
            weight = len(gone) if value in gone else term.sides + len(gone)
        if weight:
            (burst if term.explodes(value) else rest)[value] = weight
    return Faces(rest, burst)


def chances(term: Dice) -> Chances:
    """The chances of a term. Raises TooLarge where they are not reckoned."""
    die = faces(term)
    if term.again == "!!" and (term.keep or term.success):
        chained, whole, added = _compounded(die, term.count)
        return _kept(replace(term, again=""), chained, whole, added)
    if not die.burst:
        return _kept(term, spread(die.rest), die.whole, None)
    if not term.keep:
        worth = die if term.success is None else die.mapped(_one(term.success))
        return _exploded(worth, term.count, lambda: power(spread(worth.rest), term.count))
    if term.success is not None:
        raise TooLarge
    return _exploded_and_kept(term, die)


def _kept(term: Dice, die: Spread, whole: int, added: int | None) -> Chances:
    """Of independent dice, each with those weights, some are kept or counted."""
    count, kept, high = _keeping(term)
    if term.success is None:
        found = highest(die, count, kept) if high else lowest(die, count, kept)
        return Chances(found, whole**count, added)
    success = term.success
    values = [value for value, _ in die.pairs()]
    meeting = [value for value in values if success.meets(value)]
    if kept < count and meeting and meeting[0] != values[0] and meeting[-1] != values[-1]:
        raise TooLarge
    top = bool(meeting) and meeting[-1] == values[-1]
    hits = power(spread(_mapped(dict(die.pairs()), _one(success))), count)
    counts: dict[int, int] = {}
    for number, weight in hits.pairs():
        shown = min(kept, number) if top is high else max(0, kept - (count - number))
        counts[shown] = counts.get(shown, 0) + weight
    return Chances(spread(counts), whole**count, added)


def _keeping(term: Dice) -> tuple[int, int, bool]:
    """(how many dice, how many of them are kept, whether the highest)."""
    return term.count, term.counting, term.keep in ("", "kh", "dl")


def _exploded(die: Faces, count: int, standing: Callable[[], Spread]) -> Chances:
    """The sum of the dice that burst and of `standing`, what the others come to."""
    whole, burst = die.whole, spread(die.burst)
    added = _enough(count, burst.weight, whole)
    factors = [_orders(count, number) * whole ** (added - number) for number in range(added + 1)]
    rest = standing()
    beyond = burst.first * (added + 1) + rest.first if burst.first >= 0 else None
    return Chances(times(series(burst, factors), rest), whole ** (count + added), added, beyond)


def _exploded_and_kept(term: Dice, die: Faces) -> Chances:
    """Kept dice where every die that bursts is above all that stand, or below."""
    if max(die.burst) < min(die.rest):
        below = _burst_above(_SWAPPED[term.keep], term, die.mapped(lambda value: -value))
        return replace(below, spread=below.spread.mirrored, beyond=None)
    if min(die.burst) < max(die.rest):
        raise TooLarge
    return _burst_above(term.keep, term, die)


def _burst_above(keep: str, term: Dice, die: Faces) -> Chances:
    count, number = term.count, term.keep_count
    rest, burst = spread(die.rest), spread(die.burst)
    if keep == "kl":
        return Chances(lowest(rest, count, number), rest.weight**count)
    if keep == "dl":
        return _exploded(die, count, lambda: highest(rest, count, count - number))
    if keep == "kh" and len(die.burst) == 1:
        return _one_burst_kept(rest, burst, count, number)

    def kept(added: int) -> Spread:
        if keep == "dh" and added > number:
            return times(lowest(burst, added, added - number), power(rest, count))
        if keep == "dh":
            return scaled(lowest(rest, count, count - number + added), burst.weight**added)
        if added < number:
            return times(power(burst, added), highest(rest, count, number - added))
        return scaled(highest(burst, added, number), rest.weight**count)

    return _mixed(count, die.whole, _enough(count, burst.weight, die.whole), kept)


def _one_burst_kept(rest: Spread, burst: Spread, count: int, number: int) -> Chances:
    """Where one value alone bursts, as many of them as are kept leave no room for others, however many follow."""
    whole, most = rest.weight + burst.weight, number - 1
    factors = {number - added: _orders(count, added) * burst.weight**added * whole ** (most - added) for added in range(number)}
    found = highest_of_some(rest, count, factors, burst.first)
    certain: int = whole ** (count + most)
    return Chances(plus(found, Spread(burst.first * number, (certain - found.weight,))), certain)


def _mixed(count: int, whole: int, most: int, kept: Callable[[int], Spread]) -> Chances:
    """What is kept with 0 to `most` added dice, each number with its chance."""
    parts = (scaled(kept(added), _orders(count, added) * whole ** (most - added)) for added in range(most + 1))
    return Chances(reduce(plus, parts), whole ** (count + most), most)


def _compounded(die: Faces, count: int) -> tuple[Spread, int, int]:
    """A die with all that follows from it: the spread of its sum, the weight of certainty, how many dice may follow."""
    whole, rest, burst = die.whole, spread(die.rest), spread(die.burst)
    added = 1
    while burst.weight ** (added + 1) * count * BILLION >= whole ** (added + 1):
        added += 1
        if added > TABLE.added:
            raise TooLarge
    chain = times(rest, series(burst, [whole ** (added - number) for number in range(added + 1)]))
    return chain, whole ** (added + 1), added


def _one(point: Point) -> Callable[[int], int]:
    return lambda value: int(point.meets(value))


def _mapped(weights: Mapping[int, int], worth: Callable[[int], int]) -> dict[int, int]:
    found: dict[int, int] = {}
    for value, weight in weights.items():
        found[worth(value)] = found.get(worth(value), 0) + weight
    return found


def _orders(count: int, number: int) -> int:
    return comb(count + number - 1, number)


def _enough(count: int, bursts: int, whole: int) -> int:
    """So many added dice that fewer than one roll in a billion has more."""
    done, scale, number = (whole - bursts) ** count, whole**count, 0
    while (scale - done) * BILLION >= scale:
        number += 1
        if number > TABLE.added:
            raise TooLarge
        done = done * whole + _orders(count, number) * bursts**number * (whole - bursts) ** count
        scale *= whole
    return number
