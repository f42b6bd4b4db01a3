"""Weights of whole numbers, exactly: sums of independent dice, and of the highest or lowest of them.

A spread is a polynomial whose coefficients are weights. Products are made by packing the coefficients into one great integer,
which leaves the work to the multiplication of integers.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from decimal import MAX_EMAX, MAX_PREC, MIN_EMIN, Context, Inexact
from functools import cache
from itertools import accumulate
from math import comb
from operator import add

MOST_BITS = 1_000_000
"""Bits of all weights of one spread together; more would take too long."""

_LONGEST_WEIGHT = 14_000
"""Bits of one weight: what Python turns into decimal digits at all."""

_ENDLESS = Context(prec=MAX_PREC, Emax=MAX_EMAX, Emin=MIN_EMIN, traps=[Inexact])
"""Exact products of very long numbers; the decimal module makes them faster than plain integers do."""

MOST_STEPS = 40_000
"""Steps of one reckoning of kept dice."""


class TooLarge(Exception):
    """The exact reckoning would take too long."""


@dataclass(frozen=True)
class Spread:
    """counts[i] is the weight of the number first + i."""

    first: int
    counts: tuple[int, ...]

    @property
    def weight(self) -> int:
        """All weights together."""
        return sum(self.counts)

    @property
    def mirrored(self) -> Spread:
        """The spread of the numbers with their signs changed."""
        return Spread(1 - self.first - len(self.counts), self.counts[::-1])

    def pairs(self) -> Iterator[tuple[int, int]]:
        """(number, weight) of all numbers that have any."""
        return ((self.first + place, count) for place, count in enumerate(self.counts) if count)


NOUGHT = Spread(0, (1,))
"""The sum of no dice."""


def spread(counts: Mapping[int, int]) -> Spread:
    """The spread of weights by number, at least one."""
    first, last = min(counts), max(counts)
    return Spread(first, tuple(counts.get(number, 0) for number in range(first, last + 1)))


def times(one: Spread, other: Spread) -> Spread:
    """The sum of a number of each."""
    length = len(one.counts) + len(other.counts) - 1
    digits = _size(one.weight * other.weight, length) * 5 // 2
    packed = [_ENDLESS.create_decimal("".join(f"{count:0{digits}d}" for count in part.counts)) for part in (one, other)]
    row = f"{_ENDLESS.multiply(*packed):f}".rjust(digits * length, "0")
    counts = tuple(int(row[at : at + digits]) for at in range(0, digits * length, digits))
    return Spread(one.first + other.first, counts)


def power(one: Spread, count: int) -> Spread:
    """The sum of `count` independent numbers."""
    if count == 0:
        return NOUGHT
    length = (len(one.counts) - 1) * count + 1
    size = _size(one.weight**count, length)
    return Spread(one.first * count, _unpacked(_packed(one.counts, size) ** count, size, length))


def plus(one: Spread, other: Spread) -> Spread:
    """The weights of both, number by number."""
    first = min(one.first, other.first)
    counts = [0] * (max(one.first + len(one.counts), other.first + len(other.counts)) - first)
    for part in (one, other):
        for number, count in part.pairs():
            counts[number - first] += count
    return Spread(first, tuple(counts))


def scaled(one: Spread, factor: int, shift: int = 0) -> Spread:
    """All weights times `factor`, all numbers moved by `shift`."""
    return Spread(one.first + shift, tuple(count * factor for count in one.counts))


def series(one: Spread, factors: Sequence[int]) -> Spread:
    """factors[0] · the sum of no numbers + factors[1] · the sum of one + factors[2] · the sum of two + ...

    The numbers are all 0 or more, or all 0 or less.
    """
    if one.first < 0:
        return series(one.mirrored, factors).mirrored
    length = (one.first + len(one.counts) - 1) * (len(factors) - 1) + 1
    size = _size(sum(factor * one.weight**count for count, factor in enumerate(factors)), length)
    packed, base = 0, _packed(one.counts, size) << (8 * size * one.first)
    for factor in reversed(factors):
        packed = packed * base + factor
    return Spread(0, _unpacked(packed, size, length))


def highest(one: Spread, count: int, kept: int) -> Spread:
    """The sum of the `kept` highest of `count` independent numbers; its weight is that of one number to the power `count`."""
    return power(one, count) if kept == count else highest_of_some(one, count, {kept: 1})


def highest_of_some(one: Spread, count: int, factors: Mapping[int, int], shift: int = 0) -> Spread:
    """The sums of the highest of `count` numbers, of k of them with the weight factors[k] (k from 1 to count), moved up by `shift`
    for each that is kept less than the most.

    Let t be the lowest kept number and a how many are above it: such hands weigh W(t, a) · s^((k-a)t) · U_t(s)^a, where U_t is
    the spread cut off above t. (1-s)·U_t has few terms where weights are equal for long stretches, so the sum over t is taken
    of its powers, and the division by (1-s)^a afterwards is a running sum.
    """
    most = max(factors)
    reach = max(kept * (len(one.counts) - 1) + (most - kept) * (shift - one.first) for kept in factors)
    _size(sum(factors.values()) * one.weight**count, reach + 1)
    sparse = _sparse(one, count, factors, shift - one.first, reach + 1)
    row = [0] * (reach + 1)
    for above in range(most - 1, -1, -1):
        row = list(map(add, accumulate(row), sparse[above]))
    return Spread(most * one.first, tuple(row))


def lowest(one: Spread, count: int, kept: int) -> Spread:
    """The sum of the `kept` lowest of `count` independent numbers."""
    return highest(one.mirrored, count, kept).mirrored


def _sparse(one: Spread, count: int, factors: Mapping[int, int], shift: int, length: int) -> list[list[int]]:
    """For each a the sum over t and k of W(t, a) · s^((k-a)t) · ((1-s)·U_t)^a, cut off at `length` terms."""
    most = max(factors)
    sums = [[0] * length for _ in range(most)]
    below = [0, *accumulate(one.counts)]
    edges: dict[int, int] = {}
    steps = after = 0
    pace = 1 + (one.weight**count).bit_length() // 256
    for place in range(len(one.counts) - 1, -1, -1):
        here = one.counts[place]
        if here:
            powers = _powers(edges, most)
            for above, starts in enumerate(_starts(count, factors, here, below[place])):
                powered = next(powers)
                steps += len(powered) * len(starts) * pace
                row = sums[above]
                for kept, weight in starts:
                    base = (kept - above) * place + (most - kept) * shift
                    for number, factor in powered:
                        if base + number < length:
                            row[base + number] += weight * factor
            if steps > MOST_STEPS:
                raise TooLarge
        edges[place + 1], edges[place] = after - here, here
        edges = {edge: height for edge, height in edges.items() if height}
        after = here
    return sums


def _powers(edges: Mapping[int, int], most: int) -> Iterator[list[tuple[int, int]]]:
    """The powers 0 to most - 1 of a polynomial of few terms, each as (exponent, coefficient)."""
    if len(edges) == 2:
        # equal weights from the one edge to the other, whose heights are opposite
        (low, height), (high, _) = sorted(edges.items())
        scale = 1
        for above in range(most):
            yield [(low * above + (high - low) * at, scale * sign) for at, sign in enumerate(_signed(above))]
            scale *= height
        return
    powered, steps = {0: 1}, 0
    for _ in range(most):
        yield list(powered.items())
        steps += len(powered) * len(edges)
        if steps > MOST_STEPS // 10:
            raise TooLarge
        powered = _sparse_times(powered, edges)


@cache
def _signed(above: int) -> tuple[int, ...]:
    return tuple((-1) ** at * comb(above, at) for at in range(above + 1))


def _starts(count: int, factors: Mapping[int, int], here: int, below: int) -> Iterator[list[tuple[int, int]]]:
    """For a = 0, 1, ... above t the pairs (k, W(t, a)): enough at t to fill up the k kept ones, the rest at t or below."""
    powers, lower = [1], [1]
    for _ in range(count):
        powers.append(powers[-1] * here)
        lower.append(lower[-1] * below)
    for above in range(max(factors)):
        left, wanted = count - above, [kept for kept in factors if kept > above]
        fill, tail = {}, 0
        for at in range(left, min(wanted) - above - 1, -1):
            tail += comb(left, at) * powers[at] * lower[left - at]
            fill[at] = tail
        orders = comb(count, above)
        yield [(kept, orders * factors[kept] * fill[kept - above]) for kept in wanted]


def _sparse_times(one: Mapping[int, int], other: Mapping[int, int]) -> dict[int, int]:
    product: dict[int, int] = {}
    for number, count in one.items():
        for edge, height in other.items():
            product[number + edge] = product.get(number + edge, 0) + count * height
    return product


def _size(weight: int, length: int) -> int:
    """Bytes that hold any one weight."""
    if weight.bit_length() * length > MOST_BITS or weight.bit_length() > _LONGEST_WEIGHT:
        raise TooLarge
    return weight.bit_length() // 8 + 1


def _packed(counts: tuple[int, ...], size: int) -> int:
    return int.from_bytes(b"".join(count.to_bytes(size, "little") for count in counts), "little")


def _unpacked(packed: int, size: int, length: int) -> tuple[int, ...]:
    row = packed.to_bytes(size * length, "little")
    return tuple(int.from_bytes(row[at : at + size], "little") for at in range(0, size * length, size))
