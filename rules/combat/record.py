"""A fight as plain JSON: the copy of the fold that is stored beside its acts."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict
from typing import Any

from rules.combat.combatant import Combatant, Condition
from rules.combat.deeds import from_stored
from rules.combat.state import Fight


def to_record(fight: Fight) -> dict[str, Any]:
    """The fight as a JSON object; `before` is left out, since the acts give it back."""
    rows = [
        asdict(row)
        | {
            "order": list(row.order),
            "conditions": [asdict(one) for one in row.conditions],
            "deeds": asdict(row.deeds) | {"acts": list(row.deeds.acts)},
        }
        for row in fight.combatants
    ]
    return {"phase": fight.phase, "round": fight.round, "current": fight.current, "entries": fight.entries, "rows": rows} | (
        {"ways": list(fight.ways)} if fight.ways else {}
    )


def from_record(record: Mapping[str, Any]) -> Fight:
    """The fight of a stored copy; it equals the fold that the copy was made of."""
    rows = tuple(_row(row) for row in record["rows"])
    return Fight(record["phase"], record["round"], record["current"], rows, record["entries"], tuple(record.get("ways", ())))


def _row(row: Mapping[str, Any]) -> Combatant:
    """One row; a copy that was stored before there were conditions has none."""
    conditions = tuple(Condition(**one) for one in row.get("conditions", ()))
    deeds = from_stored(row.get("deeds"))
    return Combatant(**{**row, "order": tuple(row["order"]), "conditions": conditions, "deeds": deeds})
