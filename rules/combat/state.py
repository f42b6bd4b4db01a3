"""A turn order as the fold of its recorded acts.

An act is a JSON object. `do` names the move; the others, where the move takes them:

- open, next, back, undo, end: nothing more;
- enter: `id`, `name`, `order` ([20] or [3, 5]), `source` ("typed", "thrown" or "linked": a typed number that a recorded
  roll bears out), `by` ("owner" or "gm"), and optionally `char` (a character's id) and `side`;
- turn, hold, pass, done, out: `id`;
- harm: `id`, `gauge` (the name of a gauge of the sheet) and `points` that it loses, fewer than none where it gains.

Who may do an act is asked elsewhere; here only what the rules of a turn order say. The one exception is `by`: a number
that stands may be replaced by its owner or by the GM alone, depending on how it came about (FR-A21).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Final

from rules.combat.order import in_order, read_order
from rules.combat.turns import CLOSED, GATHERING, RUNNING, after
from rules.errors import RuleError
from rules.names import fold_name

Act = Mapping[str, Any]

WAITING: Final = "waiting"
ACTED: Final = "acted"
PASSED: Final = "passed"
HOLDING: Final = "holding"

SOURCES: Final = ("typed", "thrown", "linked")

MOST_HARM: Final = 99_999
"""Points that one act, and all acts together, take from a gauge or give to it."""


@dataclass(frozen=True)
class Combatant:
    """One row. `source` tells how the number came about; `state` is what became of the turn in this Round.

    `order` holds the number, or width and height; `entry` counts the entries of this fight from 1 and settles ties.
    `harm` are the points lost in this fight, by gauge, fewer than none where some were won; 0 is left out.
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


@dataclass(frozen=True)
class Fight:
    """A turn order. phase is "closed", "gathering", "running" or "ended"; combatants stand in turn order.

    round is 0 until the first `next`. `current` is the id of the one whose turn it is: somebody whenever the fight is
    running and anybody is in it. `before` is the fight without its newest act, which `undo` gives back.
    """

    phase: str = CLOSED
    round: int = 0
    current: str | None = None
    combatants: tuple[Combatant, ...] = ()
    entries: int = 0
    before: Fight | None = field(default=None, compare=False, repr=False)

    def find(self, combatant_id: str | None) -> Combatant | None:
        """The combatant of that id, None when there is none (any more)."""
        return next((one for one in self.combatants if one.id == combatant_id), None)

    @property
    def acting(self) -> Combatant | None:
        """The combatant whose turn it is."""
        return self.find(self.current)


def fold(acts: Iterable[Act]) -> Fight:
    """The fight after all these acts, oldest first."""
    fight = Fight()
    for act in acts:
        fight = apply(fight, act)
    return fight


def apply(fight: Fight, act: Act) -> Fight:
    """The fight after one more act. Raises RuleError for a move that the table or the rules do not allow.

    An undo takes back the newest act that is not taken back yet; both stay in the record.
    """
    move = act.get("do")
    if move == "undo":
        if fight.before is None:
            raise RuleError("There is nothing to undo: no act stands in this turn order.")
        return fight.before
    phase = after(fight.phase, str(move))
    return replace(ACTS[str(move)](fight, act), phase=phase, before=fight)


def who_next(fight: Fight) -> Combatant | None:
    """Whose turn comes when the present one ends: "My turn is done, move on to ...".

    First those below the present one who still wait, then those above (they joined or were jumped over), then whoever
    holds; so a Round ends only after everybody had a turn (FR-2). When all had theirs, the top of the order. None when
    the fight is not open or nobody is in it.
    """
    return _coming(fight)[0] if fight.phase in (GATHERING, RUNNING) else None


def check_enter(fight: Fight, act: Act) -> Combatant | None:
    """Refuses an `enter` act that may not replace the number that stands (FR-A21); gives the row that it would replace.

    To be asked before a die is thrown: `order` is not looked at. Before Round 1 the owner may replace his own typed
    number; a thrown number, and any number from Round 1 on, is changed by the GM alone.
    """
    after(fight.phase, "enter")
    row = _row_of(fight, act)
    if row is not None and act.get("by") != "gm" and (row.source != "typed" or fight.phase == RUNNING):
        number = "×".join(str(part) for part in row.order) or "no set"
        raise RuleError(f"{row.name} stands at {number}. Only the GM changes it now.")
    return row


def _row_of(fight: Fight, act: Act) -> Combatant | None:
    """The row that an `enter` act means: the same id or character, or the same name where neither has a character."""
    char, name = act.get("char"), fold_name(str(act.get("name", "")))
    for row in fight.combatants:
        if row.id == act.get("id") or (char is not None and row.char == char):
            return row
    unowned = (row for row in fight.combatants if row.char is None and char is None)
    return next((row for row in unowned if fold_name(row.name) == name), None)


def _coming(fight: Fight) -> tuple[Combatant | None, bool]:
    """(whose turn comes next, whether a new Round begins with it)."""
    rows = fight.combatants
    at = next((place for place, row in enumerate(rows) if row.id == fight.current), -1)
    others = rows[at + 1 :] + (rows[:at] if at > 0 else ())
    for state in (WAITING, HOLDING):
        for row in others:
            if row.state == state:
                return row, fight.phase == GATHERING
    return (rows[0] if rows else None), True


def _with_state(fight: Fight, combatant_id: str | None, state: str) -> Fight:
    """The same fight with one combatant's state changed."""
    rows = tuple(replace(row, state=state) if row.id == combatant_id else row for row in fight.combatants)
    return replace(fight, combatants=rows)


def _named(fight: Fight, act: Act) -> Combatant:
    """The combatant that an act names by id; refuses one who is not in the order."""
    row = fight.find(act.get("id"))
    if row is None:
        raise RuleError("Nobody by that name is in this turn order. Join with `!init NAME`.")
    return row


def _own_turn(fight: Fight, act: Act) -> Combatant:
    """The combatant that an act names, who must be the one whose turn it is."""
    row, acting = _named(fight, act), fight.acting
    if acting is None or row.id != acting.id:
        whose = f"it is {acting.name}'s" if acting else "it is nobody's"
        raise RuleError(f"It is not {row.name}'s turn; {whose}.")
    return row


def _move_on(fight: Fight, left_as: str) -> Fight:
    """The present turn ends in that state and the next begins, in a new Round when everybody had a turn."""
    coming, new_round = _coming(fight)
    fight = _with_state(fight, fight.current, left_as)
    if coming is None:
        return replace(fight, current=None)
    if new_round:
        rows = tuple(replace(row, state=WAITING) for row in fight.combatants)
        return replace(fight, current=coming.id, round=fight.round + 1, combatants=rows)
    return _with_state(replace(fight, current=coming.id), coming.id, WAITING)


def _open(fight: Fight, act: Act) -> Fight:
    return Fight()


def _enter(fight: Fight, act: Act) -> Fight:
    replaced = check_enter(fight, act)
    order, source = read_order(act.get("order")), str(act.get("source"))
    if source not in SOURCES:
        raise RuleError(f"A number is typed, thrown or linked, not “{source}”.")
    if replaced is not None:
        row = replace(replaced, order=order, source=source)
        rest = tuple(other for other in fight.combatants if other.id != replaced.id)
        return replace(fight, combatants=in_order((*rest, row)))
    entry = fight.entries + 1
    row = Combatant(str(act["id"]), str(act["name"]), order, source, entry, act.get("char"), str(act.get("side", "")))
    joined = replace(fight, combatants=in_order((*fight.combatants, row)), entries=entry)
    alone = fight.phase == RUNNING and fight.current is None
    return replace(joined, current=row.id) if alone else joined


def _next(fight: Fight, act: Act) -> Fight:
    if not fight.combatants:
        raise RuleError("Nobody is in the turn order, so there is no next turn. Join with `!init NAME`.")
    return _move_on(fight, ACTED)


def _back(fight: Fight, act: Act) -> Fight:
    rows = fight.combatants
    at = next((place for place, row in enumerate(rows) if row.id == fight.current), 0)
    if at > 0:
        fight = _with_state(fight, fight.current, WAITING)
        return _with_state(replace(fight, current=rows[at - 1].id), rows[at - 1].id, WAITING)
    if fight.round <= 1 or not rows:
        raise RuleError("This is the first turn of Round 1; there is none before it. Undo takes back the beginning.")
    had_theirs = tuple(replace(row, state=ACTED) for row in rows[:-1])
    last = replace(rows[-1], state=WAITING)
    return replace(fight, round=fight.round - 1, current=last.id, combatants=(*had_theirs, last))


def _turn(fight: Fight, act: Act) -> Fight:
    row = _named(fight, act)
    return _with_state(replace(fight, current=row.id), row.id, WAITING)


def _hold(fight: Fight, act: Act) -> Fight:
    row = _own_turn(fight, act)
    if not any(other.state == WAITING for other in fight.combatants if other.id != row.id):
        raise RuleError(f"Nobody is left in this Round for {row.name} to wait for. Act now, or pass with `!pass`.")
    return _move_on(fight, HOLDING)


def _pass(fight: Fight, act: Act) -> Fight:
    row = _named(fight, act)
    if row.id == fight.current:
        return _move_on(fight, PASSED)
    if row.state in (ACTED, PASSED):
        raise RuleError(f"{row.name} has had the turn of this Round already, so there is none to pass.")
    return _with_state(fight, row.id, PASSED)


def _done(fight: Fight, act: Act) -> Fight:
    _own_turn(fight, act)
    return _move_on(fight, ACTED)


def _out(fight: Fight, act: Act) -> Fight:
    row = _named(fight, act)
    if row.id == fight.current:
        alone = len(fight.combatants) == 1
        fight = replace(fight, current=None) if alone else _move_on(fight, ACTED)
    return replace(fight, combatants=tuple(other for other in fight.combatants if other.id != row.id))


def _harm(fight: Fight, act: Act) -> Fight:
    row, gauge, points = _named(fight, act), str(act.get("gauge", "")), act.get("points")
    if row.char is None:
        raise RuleError(f"{row.name} has no sheet, so there is no Health to change.")
    if not gauge or type(points) is not int or not points:
        raise RuleError("Say which gauge changes, and by how many points.")
    lost = row.harm.get(gauge, 0) + points
    if max(abs(points), abs(lost)) > MOST_HARM:
        raise RuleError(f"In one fight a gauge changes by at most {MOST_HARM} points.")
    kept = {name: each for name, each in {**row.harm, gauge: lost}.items() if each}
    rows = tuple(replace(other, harm=kept) if other.id == row.id else other for other in fight.combatants)
    return replace(fight, combatants=rows)


def _end(fight: Fight, act: Act) -> Fight:
    return replace(fight, current=None)


ACTS: Final[dict[str, Callable[[Fight, Act], Fight]]] = {
    "open": _open,
    "enter": _enter,
    "next": _next,
    "back": _back,
    "turn": _turn,
    "hold": _hold,
    "pass": _pass,
    "done": _done,
    "out": _out,
    "harm": _harm,
    "end": _end,
}
