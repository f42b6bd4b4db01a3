"""Exact chances of dice that are kept or dropped first and then counted one by one.

What matters of a die is whether it counts, and else whether it stands on the side from which dice are kept or dropped. So hands
are told apart by how many dice are on that side, as far as it changes anything, and by how many count.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from math import comb

from rules.dice.expression import Dice, Point
from rules.dice.faces import Faces, enough, factors, longest
from rules.dice.highest import Others, of, of_any
from rules.dice.spread import Spread, TooLarge, pack, size_of, spread, unpack

MOST_PRODUCTS = 250
"""Products of long numbers in one reckoning."""


@dataclass(frozen=True)
class Hands:
    """Dice by the weights of one of them: of what counts, and of what is below and above that. others: as in
    `rules.dice.highest`, of at most `most` dice."""

    below: int
    counting: int
    above: int
    others: Others
    most: int

    @property
    def weight(self) -> int:
        """That of all hands."""
        return self.others(0, self.below + self.counting + self.above)

    @property
    def swapped(self) -> Hands:
        """The same with the sides changed."""
        return replace(self, below=self.above, above=self.below)

    @property
    def merged(self) -> Hands:
        """The same where nothing is above."""
        return replace(self, below=self.below + self.above, above=0)

    def rows(self, limit: int) -> Iterator[tuple[int, ...]]:
        """For each number of dice above, less than the limit, the weights of the hands by how many count."""
        marked = [self.others(number, self.below) for number in range(self.most + limit)]
        powers = [self.counting**number for number in range(self.most + 1)]
        for above in range(limit):
            scale = self.above**above
            row = marked[above : above + self.most + 1]
            yield tuple(scale * comb(above + at, at) * powers[at] * weight for at, weight in enumerate(row))


def counted(term: Dice, point: Point, die: Faces) -> tuple[Spread, int, int | None]:
    """(weights of the numbers of successes, weight of certainty, how many added dice are reckoned with at most: None for all).

    Raises TooLarge where it would take too long.
    """
    count = term.count
    nothing = Hands(0, 0, 0, of(0), 0)
    if not die.burst:
        return _kept(term, _hands(die.rest, point, of(count), count), nothing), die.whole**count, None
    if term.again == "!!":
        added = longest(die, count)
        chained = _chains(die, point, added)
        return _kept(term, Hands(*chained, of(count), count), nothing), die.whole ** ((added + 1) * count), added
    bursts = sum(die.burst.values())
    added = enough(count, bursts, die.whole)
    further = _hands(die.burst, point, of_any(factors(count, die.whole, added)), added)
    return _kept(term, _hands(die.rest, point, of(count), count), further), die.whole ** (count + added), added


def _hands(weights: dict[int, int], point: Point, others: Others, most: int) -> Hands:
    return Hands(*_sides(weights, point), others, most)


def _sides(weights: dict[int, int], point: Point) -> tuple[int, int, int]:
    counting = sum(weight for value, weight in weights.items() if point.meets(value))
    below = sum(weight for value, weight in weights.items() if value < point.number and not point.meets(value))
    return below, counting, sum(weights.values()) - below - counting


def _kept(term: Dice, rest: Hands, burst: Hands) -> Spread:
    """The weights of the numbers of dice that count after some are kept or dropped."""
    if term.keep in ("kl", "dl"):
        rest, burst = rest.swapped, burst.swapped
    weights = [0] * (rest.most + burst.most + 1)
    if term.keep[:1] != "k":
        (weights,) = _joined(rest.merged, burst.merged, 1)
    limit = term.keep_count if term.keep else 0
    for above, row in enumerate(_joined(rest, burst, limit)):
        for number, weight in enumerate(row):
            within = min(number, limit - above)
            if term.keep[0] == "k":
                weights[within] += weight
            else:
                weights[number] -= weight
                weights[number - within] += weight
    weights[0] += rest.weight * burst.weight - sum(weights)
    return spread({number: weight for number, weight in enumerate(weights) if weight})


def _joined(rest: Hands, burst: Hands, limit: int) -> Iterator[list[int]]:
    """For each number of dice above, less than the limit, the weights of both hands together by how many count."""
    if limit * (limit + 1) // 2 > MOST_PRODUCTS and burst.most:
        raise TooLarge
    length = rest.most + burst.most + 1
    size = size_of(rest.weight * burst.weight, length)
    one, other = ([pack(row, size) for row in part.rows(limit)] for part in (rest, burst))
    for above in range(limit):
        ways = (one[above - further] * other[further] for further in range(above + 1) if other[further])
        yield list(unpack(sum(ways), size, length))


def _chains(die: Faces, point: Point, added: int) -> tuple[int, int, int]:
    """The weights of one die with at most so many that follow from it: below what counts, of what counts, above it."""
    shift = min(0, *die.rest, *die.burst)
    if shift < 0 or point.number < 1:
        raise TooLarge
    whole, size = die.whole, size_of(die.whole ** (added + 1), point.number + 1)
    mask = (1 << 8 * size * (point.number + 1)) - 1
    rest, burst = (pack([part.get(value, 0) for value in range(point.number + 1)], size) for part in (die.rest, die.burst))
    chains = 0
    for number in range(min(added, point.number // min(die.burst)), -1, -1):
        chains = (chains * burst & mask) + whole ** (added - number)
    known = unpack(chains * rest & mask, size, point.number + 1)
    bursts, stands = sum(die.burst.values()), sum(die.rest.values())
    listed = stands * sum(bursts**number * whole ** (added - number) for number in range(added + 1))
    below = 0 if point.compare == "<=" else sum(known[:-1])
    counting = {"<=": sum(known), "=": known[-1], ">=": listed - below}[point.compare]
    return below, counting, listed - below - counting
