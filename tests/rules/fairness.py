"""The chi-square test of dice: how likely fair dice are to stray as far as these."""

from __future__ import annotations

from collections.abc import Iterable
from math import exp, lgamma, log

SIZES = (2, 4, 6, 10, 20, 30, 40, 50, 75, 100, 150, 300, 500, 1000, 3000, 5000)
"""Every die that the rules throw."""

FAIR = 0.001
"""Below this probability the dice count as unfair."""


def fairness(faces: Iterable[int], sides: int) -> float:
    """The probability that fair dice stray at least as far from equal counts as these faces, 1 to `sides`."""
    counts = [0] * (sides + 1)
    for face in faces:
        counts[face] += 1
    expected = sum(counts) / sides
    distance = sum((count - expected) ** 2 for count in counts[1:]) / expected
    return _upper_gamma((sides - 1) / 2, distance / 2)


def _upper_gamma(shape: float, bound: float) -> float:
    """The regularised upper incomplete gamma function: a series below the shape, a continued fraction (Lentz) above it."""
    if bound <= 0:
        return 1.0
    scale = exp(shape * log(bound) - bound - lgamma(shape))
    if bound < shape + 1:
        term = total = 1 / shape
        power = shape
        while term > total * 1e-15:
            power += 1
            term *= bound / power
            total += term
        return 1 - total * scale
    tiny, base = 1e-300, bound + 1 - shape
    front, back = 1 / tiny, 1 / base
    fraction, number, change = back, 0, 0.0
    while abs(change - 1) > 1e-12:
        number += 1
        step = number * (shape - number)
        base += 2
        back = 1 / (step * back + base or tiny)
        front = base + step / front or tiny
        change = back * front
        fraction *= change
    return fraction * scale
