"""A roll's declaration: what is recorded of it, and the words for its card."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from rules.system import Declaration
from rules.systems.faserip.contest import Challenge
from rules.systems.faserip.defence import Defence
from rules.systems.faserip.feat import Feat, Initiative
from rules.systems.faserip.line import tell
from rules.systems.faserip.prints import Roll
from rules.systems.faserip.table import table_of

Shifts = Sequence[tuple[str, int]]

BY_STRENGTH: Final = "Damage by Strength"
"""The note of a blow whose damage rank is the Strength of the sheet (FR-7)."""
FURTHER: Final = "Further actions"
MELEE_TITLE: Final = "attack"


def declaration(roll: Roll, label: str = "", shifts: Shifts | None = None, *, title: str = "", target: str = "") -> Declaration:
    """The declaration of a roll; a recorded one is told without the names that were not recorded.

    label: the statistic; shifts: (reason, columns); title: in place of the usual one; target: who is to answer.
    """
    if isinstance(roll, Initiative):
        die = f"{label} {roll.rank}, 1d{roll.sides}".strip()
        return _declared(roll, "Initiative", die, (die,), "")
    aim = roll.aim
    if shifts is None:
        shifts = [("", aim.cs - aim.slide)] if aim.cs != aim.slide else []
    notation, notes = tell(label, aim, shifts)
    if isinstance(roll, Feat) and roll.more:
        notes = (f"FEAT on {notes[0]}", *notes[1:])
    if isinstance(roll, Challenge) and roll.stake.kind == "damage":
        notation = f"{label} {notation}; {roll.stake.rank} damage, {roll.stake.track.capitalize()}".strip()
    return _declared(roll, title or _title(roll, label), notation, notes, target)


def _declared(roll: Roll, title: str, notation: str, notes: tuple[str, ...], target: str) -> Declaration:
    waits = isinstance(roll, Challenge)
    rv = table_of(roll.options).rv
    return Declaration(rv, roll.expr(), title, notation, (roll.req(),), notes=notes, waits=waits, target=target)


def _title(roll: Feat | Challenge | Defence, label: str) -> str:
    if isinstance(roll, Feat):
        return FURTHER if roll.more else f"{label} FEAT".strip()
    if isinstance(roll, Defence):
        return f"{label} defence".strip().capitalize()
    what = {"damage": MELEE_TITLE, "hold": "grapple"}.get(roll.stake.kind, "contest")
    return "Grapple" if what == "grapple" else f"{label} {what}".strip().capitalize()
