"""A turn order as the fold of its recorded acts.

An act is a JSON object. `do` names the move; the others, where the move takes them:

- back, undo, end: nothing more;
- open: optionally `ways`, words of `rules.combat.order.WAYS`;
- next, and of the acts below hold, pass, done and out: optionally `down`, the ids of those who cannot act (FR-A41);
- enter: `id`, `name`, `order` ([20] or [3, 5]), `source` ("typed", "thrown" or "linked": a typed number that a recorded
  roll bears out), `by` ("owner" or "gm"), and optionally `char` (a character's id), `side` and `tie` (FR-A20);
- turn, hold, pass, done, out: `id`;
- harm: `id`, `gauge` (the name of a gauge of the sheet) and `points` that it loses, fewer than none where it gains;
- condition: `id`, `name`, and optionally `rounds` for which it stands and `dice` that every pool of the combatant loses by
  it (BG-28); the same name again replaces it.  lift: `id` and the `name` of a condition that stands;
- did: `id`, `acts` (what is declared without dice, by the words of `deeds.py`), `warning` (why that does not fit in one Turn)
  and `spent` (nothing may follow in this Round), each where there is such a thing.  allow: `id`, and `who` allows it.

`rounds` are counted by the Turns of whoever bears the condition: from the one that he has or still gets in this Round, else
from the next Round's. It is over when the last of them ends. So `for 2` covers two of his Turns whoever sets it when, `hold`
draws it out, `back` and `undo` give back what was left, and a turn that the GM gives once more has it once more.

Who may do an act is asked elsewhere; here only what the rules of a turn order say. The one exception is `by`: a number
that stands may be replaced by its owner or by the GM alone, depending on how it came about (FR-A21).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Final

from rules.combat.combatant import ACTED, HOLDING, PASSED, SKIPPED, WAITING, Standing, standing, turned
from rules.combat.combatant import MOST_HARM as MOST_HARM
from rules.combat.combatant import Combatant as Combatant
from rules.combat.going import Going, go_on, others_wait
from rules.combat.order import in_order, read_order, read_tie, read_ways
from rules.combat.row_acts import ROW_ACTS
from rules.combat.turns import CLOSED, GATHERING, RUNNING, after
from rules.errors import RuleError
from rules.names import fold_name

Act = Mapping[str, Any]

SOURCES: Final = ("typed", "thrown", "linked")


@dataclass(frozen=True)
class Fight:
    """A turn order. phase is "closed", "gathering", "running" or "ended"; combatants stand in turn order.

    round is 0 until the first `next`. `current` is the id of the one whose turn it is: somebody whenever the fight is
    running and anybody is in it. `before` is the fight without its newest act, which `undo` gives back. `ways` are those of
    `rules.combat.order.WAYS` that it was opened with.
    """

    phase: str = CLOSED
    round: int = 0
    current: str | None = None
    combatants: tuple[Combatant, ...] = ()
    entries: int = 0
    ways: tuple[str, ...] = ()
    before: Fight | None = field(default=None, compare=False, repr=False)

    def find(self, combatant_id: str | None) -> Combatant | None:
        """The combatant of that id, None when there is none (any more)."""
        return next((one for one in self.combatants if one.id == combatant_id), None)

    @property
    def acting(self) -> Combatant | None:
        """The combatant whose turn it is."""
        return self.find(self.current)

    def standing(self, row: Combatant) -> tuple[Standing, ...]:
        """The conditions of a combatant that are in force now."""
        return standing(row, now=self.round)

    @property
    def between(self) -> bool:
        """Whether a Round is over and the next, which has numbers of its own, has not begun (FR-A19)."""
        return self.phase == GATHERING and self.round > 0


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
    moved = ACTS[str(move)](fight, act)
    same_turn = (moved.current, moved.round) == (fight.current, fight.round)
    rows = turned(moved.combatants, moved.current, same_turn=same_turn, new_round=moved.round > fight.round)
    if (fight.phase, moved.phase) == (RUNNING, GATHERING):  # the next Round has numbers of its own
        phase = GATHERING
    return replace(moved, combatants=rows, phase=phase, before=fight)


def run_out(before: Fight, after: Fight) -> tuple[tuple[str, str], ...]:
    """(combatant, condition) of each condition that stood before a move and is over after it, by their names."""
    pairs = [(row, after.find(row.id)) for row in before.combatants]
    still = {row.id: {one.name for one in after.standing(now)} for row, now in pairs if now}
    return tuple((row.name, one.name) for row, now in pairs if now for one in before.standing(row) if one.name not in still[row.id])


def passed_over(before: Fight, after: Fight) -> tuple[str, ...]:
    """The names of those whose Turn a move passed over, as they cannot act (FR-A41)."""
    were = {row.id for row in before.combatants if row.state == SKIPPED and before.round == after.round}
    return tuple(row.name for row in after.combatants if row.state == SKIPPED and row.id not in were)


def who_next(fight: Fight, down: Iterable[str] = ()) -> Combatant | None:
    """Whose turn comes when the present one ends: "My turn is done, move on to ...".

    First those below the present one who still wait, then those above (they joined or were jumped over), then whoever
    holds; so a Round ends only after everybody had a turn (FR-2). When all had theirs, the top of the order. None when
    the fight is not open, nobody is in it, or numbers come first. down: the ids of those who cannot act.
    """
    return fight.find(go_on(_going(fight, down), ACTED).current) if fight.phase in (GATHERING, RUNNING) else None


def check_enter(fight: Fight, act: Act) -> Combatant | None:
    """Refuses an `enter` act that may not replace the number that stands (FR-A21); gives the row that it would replace.

    To be asked before a die is thrown: `order` is not looked at. Before Round 1 the owner may replace his own typed
    number; a thrown number, and any number from Round 1 on, is changed by the GM alone.
    """
    after(fight.phase, "enter")
    row = _row_of(fight, act)
    if row is not None and act.get("by") != "gm" and (row.source not in ("", "typed") or fight.phase == RUNNING):
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


def _going(fight: Fight, down: Any = ()) -> Going:
    return Going(fight.combatants, fight.current, fight.round, fight.phase == GATHERING, fight.ways, tuple(down))


def _with_state(fight: Fight, combatant_id: str | None, state: str) -> Fight:
    """The same fight with one combatant's state changed."""
    row = fight.find(combatant_id)
    return _with_row(fight, replace(row, state=state)) if row else fight


def _with_row(fight: Fight, changed: Combatant) -> Fight:
    """The same fight with one row as it has become."""
    rows = tuple(changed if row.id == changed.id else row for row in fight.combatants)
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


def _move_on(fight: Fight, left_as: str, act: Act) -> Fight:
    """The present turn ends in that state and the next begins, in a new Round when everybody had a turn."""
    gone = go_on(_going(fight, act.get("down", ())), left_as)
    phase = GATHERING if gone.gathers else RUNNING
    return replace(fight, phase=phase, combatants=gone.rows, current=gone.current, round=gone.round)


def _open(fight: Fight, act: Act) -> Fight:
    return Fight(ways=read_ways(act.get("ways", ())))


def _enter(fight: Fight, act: Act) -> Fight:
    replaced = check_enter(fight, act)
    order, source = read_order(act.get("order")), str(act.get("source"))
    if source not in SOURCES:
        raise RuleError(f"A number is typed, thrown or linked, not “{source}”.")
    tie = read_tie(act.get("tie", 0))
    if replaced is not None:
        row = replace(replaced, order=order, source=source, tie=tie)
        rest = tuple(other for other in fight.combatants if other.id != replaced.id)
        return replace(fight, combatants=in_order((*rest, row), fight.ways))
    entry = fight.entries + 1
    row = Combatant(str(act["id"]), str(act["name"]), order, source, entry, act.get("char"), str(act.get("side", "")), tie=tie)
    joined = replace(fight, combatants=in_order((*fight.combatants, row), fight.ways), entries=entry)
    alone = fight.phase == RUNNING and fight.current is None
    return replace(joined, current=row.id) if alone else joined


def _next(fight: Fight, act: Act) -> Fight:
    if not fight.combatants:
        raise RuleError("Nobody is in the turn order, so there is no next turn. Join with `!init NAME`.")
    return _move_on(fight, ACTED, act)


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
    if not others_wait(fight.combatants, row.id, act.get("down", ())):
        raise RuleError(f"Nobody is left in this Round for {row.name} to wait for. Act now, or pass with `!pass`.")
    return _move_on(fight, HOLDING, act)


def _pass(fight: Fight, act: Act) -> Fight:
    row = _named(fight, act)
    if row.id == fight.current:
        return _move_on(fight, PASSED, act)
    if row.state in (ACTED, PASSED, SKIPPED):
        raise RuleError(f"{row.name} has had the turn of this Round already, so there is none to pass.")
    return _with_state(fight, row.id, PASSED)


def _done(fight: Fight, act: Act) -> Fight:
    _own_turn(fight, act)
    return _move_on(fight, ACTED, act)


def _out(fight: Fight, act: Act) -> Fight:
    row = _named(fight, act)
    others, down = {other.id for other in fight.combatants} - {row.id}, act.get("down", ())
    heeding = {"down": () if others <= set(down) else down}
    if row.id == fight.current:
        fight = _move_on(fight, ACTED, heeding) if others else replace(fight, current=None)
    if row.id == fight.current:  # the top of the order had the last turn of the Round
        fight = _move_on(fight, ACTED, heeding)
    return replace(fight, combatants=tuple(other for other in fight.combatants if other.id != row.id))


def _on_row(fight: Fight, act: Act) -> Fight:
    """An act that changes one row; what is declared without dice belongs to the present Turn."""
    row = (_own_turn if act.get("acts") else _named)(fight, act)
    return _with_row(fight, ROW_ACTS[str(act["do"])](row, act, fight.round))


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
    "end": _end,
    **dict.fromkeys(ROW_ACTS, _on_row),
}
