"""Fights of acts that need not be allowed, drawn by derived dice: the same in every run."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from rules.combat.state import Fight, apply, fold
from rules.dice.source import Derived
from rules.lines import RuleError

Act = dict[str, Any]
Step = tuple[Fight, Act, Fight]


def tell(acts: Sequence[Act], begin: Sequence[Act], *, fights: int, length: int) -> list[list[Step]]:
    """Each act that was allowed in each of the fights, with the fight before and after it; `length` acts are tried."""
    return [_tell(acts, begin, Derived(bytes(32), number), length) for number in range(fights)]


def _tell(acts: Sequence[Act], begin: Sequence[Act], dice: Derived, length: int) -> list[Step]:
    fight, steps = fold(begin), []
    for face in dice.throw(((length, len(acts)),))[0][1]:
        try:
            after = apply(fight, acts[face - 1])
        except RuleError:
            continue
        steps.append((fight, acts[face - 1], after))
        fight = after
    return steps
