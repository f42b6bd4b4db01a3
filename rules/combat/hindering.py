"""Dice that conditions take from the pools of a rule system which has pools (BG-28)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Protocol, runtime_checkable

from rules.combat.combatant import Standing

Penalties = Sequence[tuple[str, int]]
"""(name, dice that every pool loses by it)."""


@runtime_checkable
class Hindering(Protocol):
    """What a rule system answers besides whose pools lose dice by conditions."""

    def hindered(self, sheet: Mapping[str, Any] | None, penalties: Penalties) -> Mapping[str, Any]:
        """A sheet for `declare`, `answer` and `join`: that one, or where there is none one without traits, with these
        penalties on every pool."""


def penalties_of(conditions: Sequence[Standing]) -> Penalties:
    """Those of the conditions that take dice."""
    return [(one.name, one.dice) for one in conditions if one.dice]
