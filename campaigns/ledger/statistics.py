"""How often each face of each kind of die fell, and how often it may fall by chance: numbers alone, no database.

The band of a face is that of Clopper and Pearson: the chances of the face under which its count would lie in neither 2.5 % of
an end. It is exact: of a fair die's faces at most one in twenty lies outside of its band in the long run.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache

TAIL = 0.025
MOST = 50
"""Rows of one kind of die; of one with more sides neighbours stand together."""

NARROW = 1e-11
"""How exactly the end of a band is known."""

Faces = Sequence[tuple[int, Sequence[int]]]
"""The dice of one roll as its card keeps them: (sides, faces) for each group."""


@dataclass(frozen=True)
class Row:
    """One face, or neighbours: how often it fell, which part of all throws that is, the band of its chance and the fair chance."""

    label: str
    count: int
    share: float
    low: float
    high: float
    fair: Fraction

    @property
    def is_inside(self) -> bool:
        """Whether the fair chance lies in the band."""
        return self.low <= self.fair <= self.high


@dataclass(frozen=True)
class Table:
    """All throws of dice with so many sides, by face. `size`: how many faces stand in one row (the last may have fewer)."""

    sides: int
    throws: int
    size: int
    rows: tuple[Row, ...]

    @property
    def outside(self) -> int:
        """Rows whose fair chance lies out of their band."""
        return sum(not row.is_inside for row in self.rows)


def counted(rolls: Iterable[Faces]) -> dict[int, Counter[int]]:
    """How often each face fell, by the number of sides."""
    found: dict[int, Counter[int]] = {}
    for roll in rolls:
        for sides, faces in roll:
            found.setdefault(sides, Counter()).update(faces)
    return {sides: count for sides, count in sorted(found.items()) if count}


def table(sides: int, counts: Counter[int]) -> Table:
    """The rows of one kind of die, every face in one of them, also those that never fell."""
    size = -(-sides // MOST)
    throws = counts.total()
    fell = Counter[int]()
    for face, count in counts.items():
        fell[(face - 1) // size] += count
    parts = (range(first, min(first + size, sides + 1)) for first in range(1, sides + 1, size))
    return Table(sides, throws, size, tuple(_row(faces, sides, fell[(faces[0] - 1) // size], throws) for faces in parts))


def _row(faces: range, sides: int, count: int, throws: int) -> Row:
    label = str(faces[0]) if len(faces) == 1 else f"{faces[0]} to {faces[-1]}"
    low, high = band(count, throws)
    return Row(label, count, count / throws if throws else 0.0, low, high, Fraction(len(faces), sides))


@lru_cache(maxsize=4096)
def band(count: int, throws: int) -> tuple[float, float]:
    """The exact 95 % band of a chance that was met `count` times in `throws`; (0, 1) without a throw.

    low: where `count` or more would have a chance of 2.5 %.  high: where `count` or fewer would.
    """
    low = _where(lambda p: at_least(count, throws, p) < TAIL) if count else 0.0
    high = _where(lambda p: at_least(count + 1, throws, p) < 1 - TAIL) if count < throws else 1.0
    return low, high


def _where(is_below: Callable[[float], bool]) -> float:
    """The chance up to which `is_below` holds, by halving."""
    low, high = 0.0, 1.0
    while high - low > NARROW:
        middle = (low + high) / 2
        low, high = (middle, high) if is_below(middle) else (low, middle)
    return (low + high) / 2


def at_least(count: int, throws: int, chance: float) -> float:
    """The chance of `count` hits or more in `throws`, each of chance 0 < p < 1, for 1 <= count <= throws.

    It is the incomplete beta integral I(p; count, throws - count + 1), by its continued fraction where that converges fast.
    """
    a, b = count, throws - count + 1
    if chance > (a + 1) / (a + b + 2):
        return 1 - _fraction(b, a, 1 - chance, chance)
    return _fraction(a, b, chance, 1 - chance)


def _fraction(a: int, b: int, x: float, rest: float) -> float:
    """I(x; a, b), rest being 1 - x, evaluated from the front by Lentz's way."""
    front = math.exp(math.lgamma(a + b) - math.lgamma(a) - math.lgamma(b) + a * math.log(x) + b * math.log(rest)) / a
    c, d = 1.0, 1 / (1 - (a + b) * x / (a + 1))
    value = d
    for m in range(1, 10_000):
        even = m * (b - m) * x / ((a + 2 * m - 1) * (a + 2 * m))
        odd = -(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1))
        for step in (even, odd):
            d, c = 1 / (1 + step * d), 1 + step / c
            value *= c * d
        if abs(c * d - 1) < 1e-15:
            break
    return front * value
