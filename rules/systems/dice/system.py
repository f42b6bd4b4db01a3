"""Plain rolls in the notation of `rules.dice.notation`, recorded as `dice/1`. Rulings: README.md."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any

from rules.dice.expression import Expression
from rules.dice.limits import TABLE
from rules.dice.notation import parse as read_notation
from rules.dice.roll import next_wave, outcome
from rules.errors import RuleError
from rules.lines import Command
from rules.system import Declaration, Gauge, Group, Option, Options, Reading, RuleSystem, Sheet, Thrown, Trait
from rules.systems.dice.plain import PlainSums
from rules.systems.dice.reading import blank_card, thrown_card


class PlainDice:
    """Totals of any notation; a sheet has nothing to say here."""

    key = "dice"
    title = "Dice"
    version = 1
    words: Mapping[str, str] = {}
    options: tuple[Option, ...] = ()

    def traits(self) -> tuple[Trait, ...]:
        """None: plain dice know no sheet."""
        return ()

    def read_sheet(self, fields: Mapping[str, str]) -> dict[str, Any]:
        """Always {}."""
        return {}

    def show_sheet(self, sheet: Sheet) -> dict[str, str]:
        """Always {}."""
        return {}

    def gauges(self, sheet: Sheet) -> tuple[Gauge, ...]:
        """None."""
        return ()

    def declare(self, command: Command, sheet: Sheet | None, options: Options) -> tuple[Declaration, ...]:
        """One declaration for each roll of `!roll`; `&` parts several results."""
        if command.word != "roll":
            raise RuleError("This campaign plays with plain dice: use `!roll 2d6+3`.")
        rolls = command.rest.split("&")
        if len(rolls) > TABLE.results:
            raise RuleError(f"At most {TABLE.results} results in one line.", command.column)
        declared, column = [], command.column
        for roll in rolls:
            declared.append(_declaration(read_notation(roll, column=column)))
            column += len(roll) + 1
        return tuple(declared)

    def initiative(self, sheet: Sheet | None, rank: str, options: Options) -> Declaration:
        """Refused: without a sheet there is no die to throw."""
        raise RuleError("Plain dice have no initiative roll. Write the number you rolled: `!init NAME 15`.")

    def parse(self, expr: str) -> Declaration:
        """The declaration of a normal print."""
        return _declaration(_expression(expr))

    def extra(self, declaration: Declaration, dice: Sequence[Thrown]) -> tuple[Group, ...]:
        """The next wave of explosions."""
        return next_wave(_expression(declaration.expr), dice)

    def result(self, declaration: Declaration, dice: Sequence[Thrown], chosen: Sequence[int] = ()) -> dict[str, Any]:
        """{"total": int, "kept": [[sides, [faces]] ...], "dropped": the same}, one entry per term, faces as thrown."""
        result = outcome(_expression(declaration.expr), dice)
        sizes = [sides for _, sides in declaration.req]
        kept, dropped = (
            [[size, [die.face for die in rolled if die.kept is wanted]] for size, rolled in zip(sizes, result.terms, strict=True)]
            for wanted in (True, False)
        )
        return {"total": result.total, "kept": kept, "dropped": dropped}

    def read(self, declaration: Declaration, dice: Sequence[Thrown], chosen: Sequence[int] = ()) -> Reading:
        """The dice of each term with those dropped and added, and the total."""
        expression = _expression(declaration.expr)
        if not dice:
            return blank_card(expression)
        return thrown_card(expression, outcome(expression, dice))


@lru_cache(maxsize=4096)
def _expression(expr: str) -> Expression:
    expression = read_notation(expr)
    if expression.text != expr:
        raise RuleError(f"The normal print of this roll is {expression.text}.")
    return expression


def _declaration(expression: Expression) -> Declaration:
    text = expression.text
    return Declaration(rv="dice/1", expr=text, title=text, notation=text, req=expression.groups)


SYSTEM: RuleSystem = PlainDice()

ALSO: tuple[RuleSystem, ...] = (PlainSums(),)
"""What the ledger may hold beside the version in use."""
