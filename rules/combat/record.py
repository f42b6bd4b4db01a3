"""A fight as plain JSON: the copy of the fold that is stored beside its acts."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict
from typing import Any

from rules.combat.state import Combatant, Fight


def to_record(fight: Fight) -> dict[str, Any]:
    """The fight as a JSON object; `before` is left out, since the acts give it back."""
    rows = [asdict(row) | {"order": list(row.order)} for row in fight.combatants]
    return {"phase": fight.phase, "round": fight.round, "current": fight.current, "entries": fight.entries, "rows": rows}


def from_record(record: Mapping[str, Any]) -> Fight:
    """The fight of a stored copy; it equals the fold that the copy was made of."""
    rows = tuple(Combatant(**(row | {"order": tuple(row["order"])})) for row in record["rows"])
    return Fight(record["phase"], record["round"], record["current"], rows, record["entries"])
