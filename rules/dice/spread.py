"""Weights of whole numbers, exactly, and sums of independent dice.

A spread is a polynomial whose coefficients are weights. Products are made by packing the coefficients into one great integer,
which leaves the work to the multiplication of integers.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from decimal import MAX_EMAX, MAX_PREC, MIN_EMIN, Context, Inexact
from itertools import accumulate, groupby
from operator import add, sub

MOST_BITS = 1_000_000
"""Bits of all weights of one spread together; more would take too long."""

_LONGEST_WEIGHT = 14_000
"""Bits of one weight: what Python turns into decimal digits at all."""

_ENDLESS = Context(prec=MAX_PREC, Emax=MAX_EMAX, Emin=MIN_EMIN, traps=[Inexact])
"""Exact products of very long numbers; the decimal module makes them faster than plain integers do."""


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
    digits = size_of(one.weight * other.weight, length) * 5 // 2
    packed = [_ENDLESS.create_decimal("".join(f"{count:0{digits}d}" for count in part.counts)) for part in (one, other)]
    row = f"{_ENDLESS.multiply(*packed):f}".rjust(digits * length, "0")
    counts = tuple(int(row[at : at + digits]) for at in range(0, digits * length, digits))
    return Spread(one.first + other.first, counts)


def power(one: Spread, count: int) -> Spread:
    """The sum of `count` independent numbers."""
    if count == 0:
        return NOUGHT
    length = (len(one.counts) - 1) * count + 1
    size = size_of(one.weight**count, length)
    return Spread(one.first * count, unpack(pack(one.counts, size) ** count, size, length))


def by_stretches(one: Spread, other: Spread) -> Spread:
    """`times` for another whose weights are equal for long stretches: a stretch costs two passes over the one."""
    length, found = len(one.counts) + len(other.counts) - 1, None
    for begin, end, weight in _stretches(other.counts):
        row = [0] * begin + list(one.counts) if weight == 1 else [0] * begin + [weight * count for count in one.counts]
        row += [0] * (length - len(row))
        if end - begin > 1:
            summed = list(accumulate(row))
            row = list(map(sub, summed, [0] * (end - begin) + summed))
        found = row if found is None else list(map(add, found, row))
    return Spread(one.first + other.first, tuple(found or ()))


def _stretches(counts: Sequence[int]) -> Iterator[tuple[int, int, int]]:
    """(place of the first, place behind the last, weight) of neighbours that weigh the same, those without weight left out."""
    place = 0
    for weight, same in groupby(counts):
        begin, place = place, place + len(list(same))
        if weight:
            yield begin, place, weight


def plus(one: Spread, other: Spread) -> Spread:
    """The weights of both, number by number."""
    first = min(one.first, other.first)
    length = max(one.first + len(one.counts), other.first + len(other.counts)) - first
    rows = ([0] * (part.first - first) + list(part.counts) for part in (one, other))
    return Spread(first, tuple(map(add, *(row + [0] * (length - len(row)) for row in rows))))


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
    size = size_of(sum(factor * one.weight**count for count, factor in enumerate(factors)), length)
    packed, base = 0, pack(one.counts, size) << (8 * size * one.first)
    for factor in reversed(factors):
        packed = packed * base + factor
    return Spread(0, unpack(packed, size, length))


def size_of(weight: int, length: int) -> int:
    """Bytes that hold any one weight."""
    if weight.bit_length() * length > MOST_BITS or weight.bit_length() > _LONGEST_WEIGHT:
        raise TooLarge
    return weight.bit_length() // 8 + 1


def pack(counts: Sequence[int], size: int) -> int:
    """The weights side by side in one number, each in so many bytes."""
    return int.from_bytes(b"".join(count.to_bytes(size, "little") for count in counts), "little")


def unpack(packed: int, size: int, length: int) -> tuple[int, ...]:
    """The weights that stand side by side."""
    row = packed.to_bytes(size * length, "little")
    return tuple(int.from_bytes(row[at : at + size], "little") for at in range(0, size * length, size))
