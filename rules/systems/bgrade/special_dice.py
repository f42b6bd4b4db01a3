"""Expert and Hammer-time Dice: what may be set, and what would be best to set (BG-23, BG-24). Hints are never applied
unasked.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import combinations, combinations_with_replacement
from typing import Final

from rules.lines import RuleError
from rules.system import Options
from rules.systems.bgrade.chances import success
from rules.systems.bgrade.options import choice
from rules.systems.bgrade.sets import Outcome, best, check_faces, resolve

MOST_SEARCHED: Final = 6
"""Special dice for which the best values are searched for: 5005 hands."""

HIGHEST_FIRST: Final = range(10, 0, -1)


def check_ed(values: Sequence[int], options: Options) -> tuple[int, ...]:
    """The heights of Expert Dice as they are set before the throw; two may share a height unless the campaign forbids
    it.
    """
    heights = check_faces(values)
    if choice(options, "ed_must_differ") == "on" and len(set(heights)) < len(heights):
        raise RuleError("Expert Dice of one pool must differ here: say another height for each.")
    return heights


def ed_best(rolled: int, ed: int, had: int, difficulty: int, options: Options) -> tuple[tuple[int, ...], Fraction]:
    """(heights with the best chance, highest where several share it; that chance)."""
    _check_search(ed)
    differ = choice(options, "ed_must_differ") == "on"
    hands = combinations(HIGHEST_FIRST, ed) if differ else combinations_with_replacement(HIGHEST_FIRST, ed)
    rated = [(values, success(rolled, values, had, difficulty, options)) for values in hands]
    return max(rated, key=lambda pair: pair[1])


def had_best(fixed: Sequence[int], had: int, difficulty: int, prefer: str, options: Options) -> tuple[tuple[int, ...], Outcome]:
    """(values for the Hammer-time Dice, the outcome with them): success first, then the better set by `prefer`."""
    _check_search(had)

    def worth(pair: tuple[tuple[int, ...], Outcome]) -> tuple[bool, tuple[int, int]]:
        found = pair[1]
        shown = found.suggested or best(found.sets, prefer) or (0, 0)
        return found.success, shown if prefer == "width" else (shown[1], shown[0])

    hands = combinations_with_replacement(HIGHEST_FIRST, had)
    return max(((values, resolve([*fixed, *values], difficulty, prefer, options)) for values in hands), key=worth)


def _check_search(count: int) -> None:
    if not 0 <= count <= MOST_SEARCHED:
        raise RuleError(f"The best values are searched for up to {MOST_SEARCHED} special dice, not {count}.")
