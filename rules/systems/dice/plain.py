"""`plain/1`, the smallest outcome of the ledger format: the sum of each group of dice, and nothing about modifiers.

Nothing is recorded under it here; other writers of the format do, so it can be checked and shown.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from rules.dice.expression import Expression
from rules.dice.limits import LEDGER
from rules.dice.roll import outcome
from rules.errors import RuleError
from rules.lines import Command
from rules.picks import Pick
from rules.system import (
    UNHARMED,
    Declaration,
    Gauge,
    Group,
    Harm,
    Odds,
    Options,
    Reading,
    Rival,
    Sheet,
    Thrown,
    Trait,
)
from rules.systems.dice.bare import Bare, normal
from rules.systems.dice.reading import blank_card, sums_card


class PlainSums(Bare):
    """A reader of recorded rolls; it declares none."""

    key = "plain"
    title = "Plain sums"
    version = 1

    def traits(self) -> tuple[Trait, ...]:
        """None."""
        return ()

    def read_sheet(self, fields: Mapping[str, str]) -> dict[str, Any]:
        """Always {}."""
        return {}

    def show_sheet(self, sheet: Sheet) -> dict[str, str]:
        """Always {}."""
        return {}

    def gauges(self, sheet: Sheet, harm: Harm = UNHARMED) -> tuple[Gauge, ...]:
        """None."""
        return ()

    def hurt(self, sheet: Sheet, gauge: str, points: int) -> dict[str, Any]:
        """Refused: there is no sheet."""
        raise RuleError("Plain sums have no sheet, so nothing on it can be hurt.")

    def picks(self, sheet: Sheet | None, picked: Mapping[str, str]) -> tuple[Pick, ...]:
        """None."""
        return ()

    def line(self, picked: Mapping[str, str]) -> str:
        """Refused."""
        raise _read_only()

    def declare(self, command: Command, sheet: Sheet | None, options: Options, *, already: int = 0) -> tuple[Declaration, ...]:
        """Refused: new rolls are recorded as `dice/1`."""
        raise _read_only()

    def answer(self, command: Command, rival: Rival, sheet: Sheet | None, options: Options) -> Declaration:
        """Refused."""
        raise _read_only()

    def unanswered(self, declaration: Declaration, dice: Sequence[Thrown], chosen: Sequence[int] = ()) -> Reading:
        """Refused."""
        raise _read_only()

    def odds(self, declaration: Declaration, against: str = "") -> Odds:
        """Refused: none is thrown."""
        raise _read_only()

    def initiative(self, sheet: Sheet | None, rank: str, options: Options) -> Declaration:
        """Refused as well."""
        raise _read_only()

    def parse(self, expr: str) -> Declaration:
        """The declaration of a normal print without explosions, up to 1,000 dice and 1,000,000 sides."""
        expression = _expression(expr)
        return Declaration(rv="plain/1", expr=expr, title=expr, notation=expr, req=expression.groups)

    def extra(self, declaration: Declaration, dice: Sequence[Thrown]) -> tuple[Group, ...]:
        """Never any."""
        return ()

    def result(self, declaration: Declaration, dice: Sequence[Thrown], chosen: Sequence[int] = ()) -> dict[str, Any]:
        """{"sums": [the sum of all dice of each group]}."""
        rolled = outcome(_expression(declaration.expr), dice)
        return {"sums": [sum(die.face for die in term) for term in rolled.terms]}

    def read(self, declaration: Declaration, dice: Sequence[Thrown], chosen: Sequence[int] = ()) -> Reading:
        """The dice of each group and the sums; no total, as the record has none."""
        expression = _expression(declaration.expr)
        return sums_card(expression, outcome(expression, dice)) if dice else blank_card(expression)


def _read_only() -> RuleError:
    return RuleError("plain/1 is read and not written; plain rolls are recorded as dice/1.")


def _expression(expr: str) -> Expression:
    expression = normal(expr, LEDGER)
    if any(term.again for term in expression.terms):
        raise RuleError("A plain/1 roll throws no dice again.")
    if any(term.reroll or term.fudge or term.success for term in expression.terms):
        raise RuleError("A plain/1 roll adds dice, and keeps and drops them; it does nothing more.")
    return expression
