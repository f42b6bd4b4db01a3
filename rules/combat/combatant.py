"""One row of a turn order: number, turn, lost points and conditions."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Final

from rules.combat.deeds import NOTHING, Deeds
from rules.combat.deeds import turned as deeds_turned
from rules.errors import RuleError
from rules.names import check_name, find_name, fold_name

WAITING: Final = "waiting"
ACTED: Final = "acted"
PASSED: Final = "passed"
HOLDING: Final = "holding"
SKIPPED: Final = "skipped"

MOST_HARM: Final = 99_999
"""Points that one act, and all acts together, take from a gauge or give to it."""

MOST_ROUNDS, MOST_PENALTY, MOST_CONDITIONS = 99, 99, 12
"""Bounds of a condition: its Rounds, its penalty dice, and how many stand on one combatant at a time."""


@dataclass(frozen=True)
class Condition:
    """What ails a combatant. dice: what every pool of his loses by it (BG-28).

    rounds: for how many Turns of its bearer it was set, None until it is taken away.  last: the Round in which the last of
    them comes.  It stays recorded when it is over, so that `back` gives back what was left of it.
    """

    name: str
    dice: int = 0
    rounds: int | None = None
    last: int = 0


@dataclass(frozen=True)
class Standing:
    """A condition that is in force. `left`: the Turns of its bearer that are left, the present one counted; None where no
    number was said."""

    name: str
    dice: int
    left: int | None


@dataclass(frozen=True)
class Combatant:
    """One row. `source` tells how the number came about; `state` is what became of the turn in this Round.

    `order` holds the number, or width and height; `entry` counts the entries of this fight from 1 and settles ties.
    `harm` are the points lost in this fight, by gauge, fewer than none where some were won; 0 is left out.
    `tie` settles equal numbers in a fight that goes by it. `conditions` holds also those that are over: `standing` tells.
    """

    id: str
    name: str
    order: tuple[int, ...]
    source: str
    entry: int
    char: str | None = None
    side: str = ""
    state: str = WAITING
    harm: Mapping[str, int] = field(default_factory=dict, hash=False)
    conditions: tuple[Condition, ...] = ()
    deeds: Deeds = NOTHING
    tie: int = 0

    @property
    def turn_ahead(self) -> bool:
        """Whether he has the turn now, or still gets it in this Round."""
        return self.state in (WAITING, HOLDING)


def turned(rows: tuple[Combatant, ...], current: str | None, *, same_turn: bool, new_round: bool) -> tuple[Combatant, ...]:
    """The rows once it is `current`'s turn: his deeds begin anew, everybody's bounds of the last Round are over."""
    if same_turn:
        return rows
    return tuple(replace(row, deeds=deeds_turned(row.deeds, begins=row.id == current, new_round=new_round)) for row in rows)


def harmed(row: Combatant, gauge: Any, points: Any) -> Combatant:
    """The row with so many points less on that gauge."""
    if row.char is None:
        raise RuleError(f"{row.name} has no sheet, so there is no Health to change.")
    if not gauge or type(points) is not int or not points:
        raise RuleError("Say which gauge changes, and by how many points.")
    lost = row.harm.get(gauge, 0) + points
    if max(abs(points), abs(lost)) > MOST_HARM:
        raise RuleError(f"In one fight a gauge changes by at most {MOST_HARM} points.")
    return replace(row, harm={name: each for name, each in {**row.harm, gauge: lost}.items() if each})


def ailing(row: Combatant, condition: Condition, *, now: int) -> Combatant:
    """The row with that condition, in the place of an older one of the same name. Its Turns are counted from the present or
    next one of its bearer; `now` is the Round, 0 before Round 1."""
    name, rounds = check_name(condition.name), condition.rounds
    if rounds is not None and not _within(rounds, 1, MOST_ROUNDS):
        raise RuleError(f"A condition lasts 1 to {MOST_ROUNDS} Rounds, or until it is taken away.")
    if not _within(condition.dice, 0, MOST_PENALTY):
        raise RuleError(f"A condition takes 1 to {MOST_PENALTY} dice from a pool, or none.")
    last = 0 if rounds is None else max(now, 1) + rounds - row.turn_ahead
    others = tuple(one for one in row.conditions if fold_name(one.name) != fold_name(name))
    fresh = replace(row, conditions=(*others, replace(condition, name=name, last=last)))
    if len(standing(fresh, now=now)) > MOST_CONDITIONS:
        raise RuleError(f"{row.name} has {MOST_CONDITIONS} conditions already: take one away first.")
    return fresh


def relieved(row: Combatant, typed: str, *, now: int) -> Combatant:
    """The row without the standing condition that the typed name means."""
    known = [one.name for one in standing(row, now=now)]
    name = find_name(typed, known)
    if name is None:
        there = f"There {'is' if len(known) == 1 else 'are'}: {', '.join(known)}." if known else "There is none to take away."
        raise RuleError(f"{row.name} has no condition “{typed}”. {there}")
    return replace(row, conditions=tuple(one for one in row.conditions if one.name != name))


def standing(row: Combatant, *, now: int) -> tuple[Standing, ...]:
    """The conditions in force in Round `now`, oldest first. One that was set for some Rounds is over when its bearer's last
    Turn ends: acted or passed, his or the GM's way."""
    found = []
    for one in row.conditions:
        left = None if one.rounds is None else min(one.rounds, one.last - now + row.turn_ahead)
        if left is None or left > 0:
            found.append(Standing(one.name, one.dice, left))
    return tuple(found)


def _within(number: Any, least: int, most: int) -> bool:
    return type(number) is int and least <= number <= most
