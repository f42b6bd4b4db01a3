"""The faces of one die, rerolls settled, and in how many orders dice that bring further dice are thrown."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from math import comb

from rules.dice.expression import Dice
from rules.dice.limits import TABLE
from rules.dice.spread import TooLarge

BILLION = 10**9


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


def longest(die: Faces, count: int) -> int:
    """So many dice added to one that fewer than one roll in a billion has a longer chain."""
    whole, burst, added = die.whole, sum(die.burst.values()), 1
    while burst ** (added + 1) * count * BILLION >= whole ** (added + 1):
        added += 1
        if added > TABLE.added:
            raise TooLarge
    return added


def orders(count: int, number: int) -> int:
    """In how many orders so many added dice can follow that many dice."""
    return comb(count + number - 1, number)


def factors(count: int, whole: int, most: int) -> list[int]:
    """For each number of added dice up to the most in how many orders they are thrown, in parts of whole^most."""
    return [orders(count, added) * whole ** (most - added) for added in range(most + 1)]


def enough(count: int, bursts: int, whole: int) -> int:
    """So many added dice that fewer than one roll in a billion has more."""
    done, scale, number = (whole - bursts) ** count, whole**count, 0
    while (scale - done) * BILLION >= scale:
        number += 1
        if number > TABLE.added:
            raise TooLarge
        done = done * whole + orders(count, number) * bursts**number * (whole - bursts) ** count
        scale *= whole
    return number


def _mapped(weights: Mapping[int, int], worth: Callable[[int], int]) -> dict[int, int]:
    found: dict[int, int] = {}
    for value, weight in weights.items():
        found[worth(value)] = found.get(worth(value), 0) + weight
    return found
