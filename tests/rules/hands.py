"""The chances of a roll by going through all hands, as the oracle of the exact odds."""

from __future__ import annotations

from collections import Counter, defaultdict
from fractions import Fraction
from functools import cache
from itertools import product
from math import prod

from rules.dice.notation import parse
from rules.dice.roll import next_wave, outcome
from rules.dice.source import Group, Thrown


@cache
def sorted_faces(count: int, sides: int) -> dict[tuple[int, ...], int]:
    """The faces of so many dice in rising order, and in how many orders they can fall."""
    return Counter(tuple(sorted(faces)) for faces in product(range(1, sides + 1), repeat=count))


def every_hand(text: str, deep: int) -> tuple[dict[int, Fraction], Fraction]:
    """The chance of each total with at most `deep` added dice, and that of all other hands, by going through all of them.

    The dice of one term are alike, so that those of the first throw are gone through in rising order alone.
    """
    expression = parse(text)
    tallies: Counter[tuple[int, int]] = Counter()
    others = Fraction(0)
    waiting: list[tuple[tuple[Thrown, ...], tuple[Group, ...], int, int, int]] = [((), expression.groups, 1, 1, 0)]
    while waiting:
        before, groups, ways, whole, added = waiting.pop()
        whole *= prod(sides**count for count, sides in groups)
        alone = [sorted_faces(*group) if not before else dict.fromkeys(in_any_order(*group), 1) for group in groups]
        for hand in product(*(faces.items() for faces in alone)):
            dice = before + tuple((sides, faces) for (_, sides), (faces, _) in zip(groups, hand, strict=True))
            often = ways * prod(orders for _, orders in hand)
            wave = next_wave(expression, dice)
            more = added + sum(count for count, _ in wave)
            if not wave:
                tallies[outcome(expression, dice).total, whole] += often
            elif more > deep:
                others += Fraction(often, whole)
            else:
                waiting.append((dice, wave, often, whole, more))
    found: dict[int, Fraction] = defaultdict(Fraction)
    for (total, whole), hands in tallies.items():
        found[total] += Fraction(hands, whole)
    return found, others


def in_any_order(count: int, sides: int) -> list[tuple[int, ...]]:
    return list(product(range(1, sides + 1), repeat=count))
