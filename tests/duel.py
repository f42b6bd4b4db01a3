"""A small rule system for tests of the ledger: the highest of some d10 counts, dice may be set afterwards, rolls answer rolls.

`3d10` throws; `3d10+1 open` has a die to set; `3d10 waits` is answered; `3d10 against 4.0 7` answers a 7 of entry 4.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any, cast

from rules.lines import RuleError
from rules.system import Cluster, Declaration, Die, Group, Reading, Rival, RuleSystem, Thrown

_EXPR = re.compile(r"(\d+)d10(?:\+(\d+) open)?( waits)?(?: against (\d+\.\d+) (\d+))?", re.ASCII)


class Duel:
    key, title, version = "duel", "Duel", 1

    def parse(self, expr: str) -> Declaration:
        found = _EXPR.fullmatch(expr)
        if found is None:
            raise RuleError("A duel is thrown like 3d10.")
        open = (10,) * int(found[2] or 0)
        return Declaration("duel/1", expr, "Duel", expr, ((int(found[1]), 10),), open=open, waits=bool(found[3]))

    def extra(self, declaration: Declaration, dice: Sequence[Thrown]) -> tuple[Group, ...]:
        return ()

    def result(self, declaration: Declaration, dice: Sequence[Thrown], chosen: Sequence[int] = ()) -> dict[str, Any]:
        return {"high": _high(dice, chosen), "set": list(chosen)}

    def read(self, declaration: Declaration, dice: Sequence[Thrown], chosen: Sequence[int] = ()) -> Reading:
        high, waits = _high(dice, chosen), ""
        special = tuple(Die(10, value, "hammer") for value in chosen)
        if not chosen and declaration.open:
            special, waits = (Die(10, None, "hammer"),) * len(declaration.open), "Waiting for 1 Hammer-time Die."
        clusters = (Cluster(tuple(Die(sides, face) for sides, faces in dice for face in faces) + special),)
        headline, verdict = f"{{roller}} has {high}.", ""
        if found := _against(declaration):
            verdict = "success" if high > found else "failure" if high < found else "part"
            headline = f"{{roller}} {high}, {{rival}} {found}."
        return Reading(clusters, headline=headline, verdict=verdict, short=f"high {high}", spoken=headline, waits=waits)

    def unanswered(self, declaration: Declaration, dice: Sequence[Thrown], chosen: Sequence[int] = ()) -> Reading:
        return Reading((), headline="{roller} strikes {target}, who does not move.")


def _high(dice: Sequence[Thrown], chosen: Sequence[int]) -> int:
    return max([face for _, faces in dice for face in faces] + list(chosen), default=0)


def _against(declaration: Declaration) -> int:
    found = _EXPR.fullmatch(declaration.expr)
    return int(found[5] or 0) if found else 0


DUEL = cast(RuleSystem, Duel())


def against(rival: Rival) -> Declaration:
    """The answer of three dice to a roll."""
    return DUEL.parse(f"3d10 against {rival.number} {_high(rival.dice, rival.chosen)}")
