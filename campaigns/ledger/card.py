"""The card of a roll: plain data from the rule system's reading, and the part that shows it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict
from typing import Any

from django.template.loader import render_to_string

from campaigns.ledger.models import Entry, Roll
from rules.system import Declaration, Reading, Thrown

TEMPLATE = "ledger/parts/card.html"


def describe(declaration: Declaration, reading: Reading, dice: Sequence[Thrown]) -> dict[str, Any]:
    """What `Roll.card` stores: title, notation, notes, reading (a Reading's fields), faces [[sides, [faces]], ...]."""
    return {
        "title": declaration.title,
        "notation": declaration.notation,
        "notes": list(declaration.notes),
        "reading": asdict(reading),
        "faces": [[sides, list(faces)] for sides, faces in dice],
    }


def draw(roll: Roll, entry: Entry, system: str) -> str:
    """The card's HTML, drawn once when the roll is thrown; `system` is the title of the rules."""
    return render_to_string(TEMPLATE, {"roll": roll, "card": roll.card, "entry": entry, "system": system})
