"""A small rule system for tests of secrecy: each roll's result is a word of its own, which stands on no page by chance.

`!pool 1 # why` throws one die of 1,000,000; what it fell is read as a word such as "qzmdlv".
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from rules.lines import Command
from rules.system import Cluster, Declaration, Die, Options, Reading, RuleSystem, Sheet, Thrown
from rules.systems.dice.system import PlainDice

SIDES = 1_000_000


class Runes(PlainDice):
    """Plain dice in everything but its one word."""

    key, title, version = "runes", "Runes", 1

    @property
    def words(self) -> dict[str, str]:
        return {"pool": "!pool 1"}

    def declare(self, command: Command, sheet: Sheet | None, options: Options, *, already: int = 0) -> tuple[Declaration, ...]:
        return (self.parse(f"pool {int(command.rest or 1)}"),)

    def parse(self, expr: str) -> Declaration:
        count = int(expr.removeprefix("pool "))
        return Declaration("runes/1", expr, f"Runes cast by {count}", expr, ((count, SIDES),))

    def extra(self, declaration: Declaration, dice: Sequence[Thrown]) -> tuple[tuple[int, int], ...]:
        return ()

    def result(self, declaration: Declaration, dice: Sequence[Thrown], chosen: Sequence[int] = ()) -> dict[str, Any]:
        return {"word": _word(dice)}

    def read(self, declaration: Declaration, dice: Sequence[Thrown], chosen: Sequence[int] = ()) -> Reading:
        word = _word(dice)
        clusters = (Cluster(tuple(Die(sides, face) for sides, faces in dice for face in faces)),)
        return Reading(clusters, headline=f"{{roller}} reads {word}.", short=word, spoken=f"It says {word}.", figure=word)


def _word(dice: Sequence[Thrown]) -> str:
    """ "q", two letters for each digit pair of the first face, "z"; "" before the throw. No page says such a word otherwise."""
    if not dice:
        return ""
    return "q" + "".join("bcdfghjklm"[int(digit)] + "xvw"[place % 3] for place, digit in enumerate(f"{dice[0][1][0]:07}")) + "z"


RUNES: RuleSystem = Runes()
