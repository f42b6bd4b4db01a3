"""The acts of a fight that change one row alone and move no turn."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any, Final

from rules.combat.combatant import Combatant, Condition, ailing, harmed, relieved
from rules.combat.deeds import allowed, declared

RowAct = Callable[[Combatant, Mapping[str, Any], int], Combatant]
"""(row, act, the Round that it is) to the row as it has become."""


def _harm(row: Combatant, act: Mapping[str, Any], now: int) -> Combatant:
    return harmed(row, str(act.get("gauge", "")), act.get("points"))


def _condition(row: Combatant, act: Mapping[str, Any], now: int) -> Combatant:
    condition = Condition(str(act.get("name", "")), act.get("dice", 0), act.get("rounds"))
    return ailing(row, condition, now=now)


def _lift(row: Combatant, act: Mapping[str, Any], now: int) -> Combatant:
    return relieved(row, str(act.get("name", "")), now=now)


def _did(row: Combatant, act: Mapping[str, Any], now: int) -> Combatant:
    return replace(row, deeds=declared(row.deeds, act))


def _allow(row: Combatant, act: Mapping[str, Any], now: int) -> Combatant:
    return replace(row, deeds=allowed(row.deeds, str(act.get("who", ""))))


ROW_ACTS: Final[dict[str, RowAct]] = {"harm": _harm, "condition": _condition, "lift": _lift, "did": _did, "allow": _allow}
