"""How one Turn follows another: who comes next, when a Round ends, whose Turn is passed over, when numbers are entered anew."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace

from rules.combat.combatant import HOLDING, SKIPPED, WAITING, Combatant
from rules.combat.order import in_order

Rows = tuple[Combatant, ...]


@dataclass(frozen=True)
class Going:
    """Where an order stands. gathers: its Round has not begun; down: ids of those who cannot act; ways: as it was opened with."""

    rows: Rows
    current: str | None
    round: int
    gathers: bool
    ways: tuple[str, ...] = ()
    down: Collection[str] = ()


def coming(going: Going) -> tuple[Combatant | None, bool]:
    """(whose Turn comes next, whether a new Round begins with it).

    Those below the present one who still wait, then those above, then whoever holds; when all had theirs, the top.
    """
    rows = going.rows
    at = next((place for place, row in enumerate(rows) if row.id == going.current), -1)
    others = () if going.gathers else rows[at + 1 :] + (rows[:at] if at > 0 else ())
    for state in (WAITING, HOLDING):
        for row in others:
            if row.state == state:
                return row, False
    return (rows[0] if rows else None), True


def go_on(going: Going, left_as: str) -> Going:
    """The order after the present Turn ended in that state.

    The Turn of who is down is passed over where the order goes that way, unless all are down (FR-A41). Where every Round
    has numbers of its own the order gathers again after the last Turn, without numbers; those who enter none act last (FR-A19).
    """
    down = set(going.down) if "skip" in going.ways else set()
    if all(row.id in down for row in going.rows):
        down = set()
    going = _left(going, left_as)
    while True:
        row, new_round = coming(going)
        if row is None:
            return replace(going, current=None)
        if new_round and "anew" in going.ways and not going.gathers:
            bare = in_order(replace(one, order=(), source="", tie=0) for one in going.rows)
            return replace(going, rows=bare, current=None, gathers=True)
        if new_round:
            waiting = tuple(replace(one, state=WAITING) for one in going.rows)
            going = replace(going, rows=waiting, round=going.round + 1, gathers=False)
        going = _left(replace(going, current=row.id), WAITING)
        if row.id not in down:
            return going
        going = _left(going, SKIPPED)


def others_wait(rows: Sequence[Combatant], combatant_id: str, down: Collection[str]) -> bool:
    """Whether anybody else who can act still waits for the Turn of this Round."""
    return any(row.state == WAITING and row.id != combatant_id and row.id not in down for row in rows)


def _left(going: Going, state: str) -> Going:
    """The same with the state of the one whose Turn it is."""
    rows = tuple(replace(row, state=state) if row.id == going.current else row for row in going.rows)
    return replace(going, rows=rows)
