"""Exact chances of pools, by counting how often each face comes up.

The throws of n dice that a condition on each single face allows are counted face by face: c of the dice that are left
show the next face in (n choose c) ways, for every count c that the condition allows.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from fractions import Fraction
from math import comb, factorial

from rules.lines import RuleError
from rules.system import Options
from rules.systems.bgrade.options import choice
from rules.systems.bgrade.sets import Set, beats, check_difficulty, check_faces, lowest_pair

FACES = range(1, 11)
MOST = 60
"""Dice for which chances are worked out."""

Counts = tuple[int, int]
"""How often one face comes up in the first and in the second of two hands."""


def _share(first: int, second: int, allowed: Iterable[Iterable[Counts]]) -> Fraction:
    """The share of all throws of two hands of so many dice in which each face comes up as often as `allowed` says for
    it.
    """
    ways: dict[Counts, int] = {(0, 0): 1}
    for counts in allowed:
        grown: dict[Counts, int] = {}
        for a, b in counts:
            for (x, y), so_far in ways.items():
                if x + a <= first and y + b <= second:
                    placed = so_far * comb(first - x, a) * comb(second - y, b)
                    grown[x + a, y + b] = grown.get((x + a, y + b), 0) + placed
        ways = grown
    return Fraction(ways.get((first, second), 0), 10 ** (first + second))


def one_hand(rolled: int, allowed: Callable[[int, int], bool]) -> Fraction:
    """The share of throws of one hand in which every face comes up as often as `allowed(count, face)` lets it."""
    if not 0 <= rolled <= MOST:
        raise RuleError(f"Chances are worked out for 0 to {MOST} dice, not {rolled}.")
    ways = [1] + [0] * rolled
    for face in FACES:
        counts = [count for count in range(rolled + 1) if allowed(count, face)]
        ways = [
            sum(ways[dice - count] * comb(rolled - dice + count, count) for count in counts if count <= dice)
            for dice in range(rolled + 1)
        ]
    return Fraction(ways[rolled], 10**rolled)


def _at_most(rolled: int, most: Callable[[int], int]) -> Fraction:
    """The share of throws of one hand in which face h comes up at most `most(h)` times (never if negative)."""
    return one_hand(rolled, lambda count, face: count <= most(face))


def reaches(rolled: int, ed: Sequence[int], had: int, passes: Callable[[Set], bool]) -> Fraction:
    """The chance that a hand can show a set that passes, Hammer-time Dice set as well as they can be. `passes` must let
    a wider set of a face pass wherever a narrower one does.
    """
    heights = check_faces(ed)

    def misses(count: int, face: int) -> bool:
        width = count + heights.count(face) + had
        return width < 2 or not passes((width, face))

    return 1 - one_hand(rolled, misses)


def _needed(face: int, difficulty: int, options: Options) -> int:
    """The width with which a set of that face passes; more than any pool holds where none does."""
    if check_difficulty(difficulty) == 0 or face >= lowest_pair(difficulty, options):
        return 2
    return int(choice(options, "auto_beat_width")) or 10 * MOST


def success(rolled: int, ed: Iterable[int], had: int, difficulty: int, options: Options) -> Fraction:
    """The chance that a pool has a set that passes; `ed` holds the heights of Expert Dice, `had` counts Hammer-time
    Dice.

    A hand fails exactly when no face is shown often enough even with every Hammer-time Die added to it.
    """
    heights = check_faces(ed)
    return 1 - _at_most(rolled, lambda face: _needed(face, difficulty, options) - heights.count(face) - had - 1)


def widest(rolled: int) -> dict[int, Fraction]:
    """The chance of each width of the widest set; 1 stands for no set."""

    def up_to(width: int) -> Fraction:
        return _at_most(rolled, lambda face: width)

    if rolled == 0:
        return {1: Fraction(1)}
    return {width: up_to(width) - up_to(width - 1) for width in range(1, rolled + 1)}


def expected_width(rolled: int, none_as: int) -> Fraction:
    """The mean width of the widest set, no set counting as `none_as`."""
    return sum((chance * (width if width > 1 else none_as) for width, chance in widest(rolled).items()), Fraction(0))


def tallest(rolled: int) -> dict[int, Fraction]:
    """The chance of each height of the tallest set; 0 stands for no set."""

    def up_to(height: int) -> Fraction:
        return _at_most(rolled, lambda face: 1 if face > height else rolled)

    return {0: up_to(0)} | {height: up_to(height) - up_to(height - 1) for height in FACES}


def all_served(rolled: int, ed: Sequence[int], difficulties: Sequence[int], options: Options) -> Fraction:
    """The chance that the sets serve all those actions, one set each: of every Difficulty there are as many sets that
    pass it as actions that ask for it or for more (BG-19).
    """
    heights = check_faces(ed)
    levels = sorted({check_difficulty(difficulty) for difficulty in difficulties})
    needed = tuple(sum(difficulty >= level for difficulty in difficulties) for level in levels)
    ways: dict[tuple[int, tuple[int, ...]], int] = {(0, (0,) * len(levels)): 1}
    for face in FACES:
        widths = [count + heights.count(face) for count in range(rolled + 1)]
        passes = [tuple(width > 1 and beats((width, face), level, options) for level in levels) for width in widths]
        grown: dict[tuple[int, tuple[int, ...]], int] = {}
        for (dice, have), so_far in ways.items():
            for count in range(rolled - dice + 1):
                more = zip(needed, have, passes[count], strict=True)
                key = dice + count, tuple(min(most, old + new) for most, old, new in more)
                grown[key] = grown.get(key, 0) + so_far * comb(rolled - dice, count)
        ways = grown
    return Fraction(ways.get((rolled, needed), 0), 10**rolled)


def how_many(rolled: int) -> dict[int, Fraction]:
    """The chance of each number of sets."""
    ways: dict[Counts, Fraction] = {(0, 0): Fraction(1)}
    for _ in FACES:
        grown: dict[Counts, Fraction] = {}
        for (sets, dice), so_far in ways.items():
            for count in range(rolled - dice + 1):
                key = sets + (count > 1), dice + count
                grown[key] = grown.get(key, Fraction(0)) + so_far / factorial(count)
        ways = grown
    throws = Fraction(factorial(rolled), 10**rolled)
    return {sets: chance * throws for (sets, dice), chance in sorted(ways.items()) if dice == rolled}


def together(a: int, b: int, difficulty: int, options: Options) -> Fraction:
    """The chance that two hands thrown against time succeed: somebody has a set of his own, and together one passes
    (BG-22).
    """
    needed = [_needed(face, difficulty, options) for face in FACES]
    no_own = _at_most(a, lambda face: 1) * _at_most(b, lambda face: 1)
    none_passes = _at_most(a + b, lambda face: needed[face - 1] - 1)
    pairs = [(x, y) for x in (0, 1) for y in (0, 1)]
    neither = _share(a, b, ([(x, y) for x, y in pairs if x + y < width] for width in needed))
    return 1 - no_own - none_passes + neither
