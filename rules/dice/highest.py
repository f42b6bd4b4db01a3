"""Sums of the highest or lowest of many equal dice, exactly.

Let t be the lowest kept number and x how many kept ones are above it. The kept k come to (k-x)·t and the sum of the x, whose
spread is U_t(s)^x, U_t being that of one number cut off above t. (1-s)·U_t has few terms where weights are equal for long
stretches, so the sum over t is taken of its powers, and the division by (1-s)^x afterwards is a running sum.

How many dice there are is said by a function `others`: others(m, y) is the weight of all hands with m marked dice, whose own
weights are left out, and every other die among numbers of the weight y. It need not be one number of dice.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from functools import cache, reduce
from itertools import accumulate
from math import comb
from operator import add

from rules.dice.spread import Spread, TooLarge, power, size_of

MOST_STEPS = 66_000
"""Steps of one reckoning of kept dice."""

Others = Callable[[int, int], int]

Edges = tuple[tuple[int, int], ...]
"""(exponent, factor) of each term of a polynomial."""

Powered = tuple[int, list[tuple[int, int]]]
"""(factor of all, [(exponent, factor)])"""


def highest(one: Spread, count: int, kept: int) -> Spread:
    """The sum of the `kept` highest of `count` independent numbers; its weight is that of one number to the power `count`."""
    return power(one, count) if kept == count else tops(one, (kept,), of(count))[kept]


def lowest(one: Spread, count: int, kept: int) -> Spread:
    """The sum of the `kept` lowest of `count` independent numbers."""
    return highest(one.mirrored, count, kept).mirrored


def of(count: int) -> Others:
    """The hands of so many dice."""
    return lambda marked, weight: comb(count, marked) * weight ** (count - marked) if marked <= count else 0


def of_any(factors: Sequence[int]) -> Others:
    """The hands of 0, 1, 2 ... dice, each number of them with its weight."""

    parts = cache(lambda marked: [comb(number, marked) * factors[number] for number in range(marked, len(factors))][::-1])

    def others(marked: int, weight: int) -> int:
        return reduce(lambda found, part: found * weight + part, parts(marked), 0)

    return others


def tops(
    one: Spread, kept: Collection[int], others: Others, among: range | None = None, most_steps: int = MOST_STEPS
) -> dict[int, Spread]:
    """For each number of kept dice, at least one, the sum of as many highest; hands with fewer dice are left out.

    among: hands whose lowest kept number is none of these are left out too. Raises TooLarge where it would take too long.
    """
    most, reach = max(kept), len(one.counts) - 1
    size_of(others(0, one.weight), most * reach + 1)
    if _steps(one, kept, others, among) > most_steps:
        raise TooLarge
    rows = {number: [[0] * (number * (reach + 1) + 1) for _ in range(number)] for number in kept}
    for place, filled, powers in _thresholds(one, kept, others, among):
        for number, weights in filled.items():
            sums = rows[number]
            for above, (scale, powered) in enumerate(powers[:number]):
                row, base, weight = sums[above], (number - above) * place, weights[above] * scale
                for at, factor in powered:
                    row[base + at] += weight * factor
    return {number: Spread(number * one.first, tuple(_divided(rows[number])[: number * reach + 1])) for number in kept}


def _divided(sums: list[list[int]]) -> list[int]:
    """The sum over x of sums[x] / (1-s)^x, as long as they are."""
    row = [0] * len(sums[0])
    for above in reversed(sums):
        row = list(map(add, accumulate(row), above))
    return row


def _steps(one: Spread, kept: Collection[int], others: Others, among: range | None) -> int:
    """How many steps it takes: for each t, k and x the terms of a power, and so much again for long weights."""
    most, reach = max(kept), len(one.counts)
    steps = after = changes = 0
    by_terms: dict[int, int] = {}
    for place in range(len(one.counts) - 1, -1, -1):
        if one.counts[place] and (among is None or one.first + place in among):
            terms = changes + (after != 0)
            by_terms[terms] = by_terms.get(terms, 0) + 1
        changes += one.counts[place] != after
        after = one.counts[place]
    for terms, times in by_terms.items():
        powers = [min(comb(above + terms - 1, above), above * reach + 1) if terms else 1 for above in range(most)]
        made = sum(powers[:-1]) * terms // 4 if terms > 4 else most
        steps += times * (made + sum(sum(powers[:number]) for number in kept))
    return steps * (1 + others(0, one.weight).bit_length() // 256)


def _thresholds(
    one: Spread, kept: Collection[int], others: Others, among: range | None
) -> Iterator[tuple[int, dict[int, list[int]], list[Powered]]]:
    """For each t, the highest first: its place, for each k the weights of the hands by x, and the powers of (1-s)·U_t."""
    most, below = max(kept), [0, *accumulate(one.counts)]
    edges: dict[int, int] = {}
    fixed: dict[Edges, list[Edges]] = {}
    after = 0
    weight, at_or_below = -1, [0]
    for place in range(len(one.counts) - 1, -1, -1):
        here = one.counts[place]
        if here and (among is None or one.first + place in among):
            if weight != below[place + 1]:
                at_or_below = [others(above, below[place + 1]) for above in range(most)]
            weight, under = below[place], [others(marked, below[place]) for marked in range(most)]
            powers = _powers(edges, most, fixed)
            yield place, _filled(kept, here, at_or_below, under), powers
            at_or_below = under
        edges[place + 1], edges[place] = after - here, here
        edges = {edge: height for edge, height in edges.items() if height}
        after = here


def _filled(kept: Collection[int], here: int, at_or_below: list[int], under: list[int]) -> dict[int, list[int]]:
    """For each k and x the weight of the hands with x marked dice, at least k-x at t, and the rest at t or below."""
    most = len(under)
    filled: dict[int, list[int]] = {number: [0] * number for number in kept}
    for above, weight in enumerate(at_or_below):
        powered = 1
        for fill in range(most - above):
            weight -= comb(above + fill, fill) * powered * under[above + fill]
            powered *= here
            if above + fill + 1 in filled:
                filled[above + fill + 1][above] = weight
    return filled


def _powers(edges: Mapping[int, int], most: int, fixed: dict[Edges, list[Edges]]) -> list[Powered]:
    """The powers 0 to most - 1 of a polynomial of few terms; `fixed` keeps those of all terms but the lowest for the next t."""
    if not edges:
        return [(1, [(0, 1)]), *[(0, [])] * (most - 1)]
    (low, height), *others = sorted(edges.items())
    if len(others) == 1 and others[0][1] == -height:
        ((high, _),) = others
        return [
            (height**above, [(low * above + (high - low) * at, sign) for at, sign in enumerate(_signed(above))])
            for above in range(most)
        ]
    key = tuple(others)
    if key not in fixed:
        fixed[key] = _powers_of_many(key, most)
    heights = [height**lows for lows in range(most)]
    powers: list[Powered] = []
    for above in range(most):
        ways = [(lows * low, comb(above, lows) * heights[lows], fixed[key][above - lows]) for lows in range(above + 1)]
        powers.append((1, [(at + base, weight * factor) for base, weight, part in ways for at, factor in part]))
    return powers


def _powers_of_many(edges: Edges, most: int) -> list[Edges]:
    powers: list[Edges] = [((0, 1),)]
    while len(powers) < most:
        powered: dict[int, int] = {}
        for number, count in powers[-1]:
            for edge, height in edges:
                powered[number + edge] = powered.get(number + edge, 0) + count * height
        powers.append(tuple(powered.items()))
    return powers


@cache
def _signed(above: int) -> tuple[int, ...]:
    return tuple((-1) ** at * comb(above, at) for at in range(above + 1))
