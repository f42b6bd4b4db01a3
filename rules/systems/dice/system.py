"""Plain rolls in the notation of `rules.dice.notation`, recorded as `dice/1`. Rulings: README.md."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from rules.dice.expression import Expression
from rules.dice.limits import TABLE
from rules.dice.notation import parse as read_notation
from rules.dice.roll import next_wave, outcome
from rules.errors import RuleError
from rules.lines import Command
from rules.macros import expand, macros_of, rolls_of
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
    RuleSystem,
    Sheet,
    Thrown,
    Trait,
)
from rules.systems.dice import picks as picking
from rules.systems.dice import sheet as sheets
from rules.systems.dice.bare import Bare, normal
from rules.systems.dice.odds import odds_of
from rules.systems.dice.plain import PlainSums
from rules.systems.dice.reading import blank_card, thrown_card


class PlainDice(Bare):
    """Totals of any notation; a sheet has free fields, counters and saved rolls."""

    key = "dice"
    title = "Dice"
    version = 1

    def traits(self) -> tuple[Trait, ...]:
        """Fields, counters and macros, each as lines."""
        return sheets.FIELDS

    def read_sheet(self, fields: Mapping[str, str]) -> dict[str, Any]:
        """The shape stands in `rules.systems.dice.sheet`; {} where nothing is filled in."""
        return sheets.read_sheet(fields)

    def show_sheet(self, sheet: Sheet) -> dict[str, str]:
        """The texts of the form."""
        return sheets.show_sheet(sheet)

    def gauges(self, sheet: Sheet, harm: Harm = UNHARMED) -> tuple[Gauge, ...]:
        """The counters, without words."""
        return sheets.gauges(sheet, harm)

    def hurt(self, sheet: Sheet, gauge: str, points: int) -> dict[str, Any]:
        """The sheet with that counter changed."""
        return sheets.hurt(sheet, gauge, points)

    def picks(self, sheet: Sheet | None, picked: Mapping[str, str]) -> tuple[Pick, ...]:
        """Saved rolls, the usual dice, or their notation."""
        return picking.picks(sheet, picked)

    def line(self, picked: Mapping[str, str]) -> str:
        """The `!roll` line of these picks."""
        return picking.line(picked)

    def declare(self, command: Command, sheet: Sheet | None, options: Options, *, already: int = 0) -> tuple[Declaration, ...]:
        """One declaration for each roll of `!roll`; `&` parts several results, and a macro's name stands for its rolls."""
        if command.word != "roll":
            raise RuleError("This campaign plays with plain dice: use `!roll 2d6+3`.")
        macros = macros_of(sheet)
        declared, column = [], command.column
        for typed in rolls_of(command.rest):
            notation = expand(typed, macros)
            if notation is None:
                declared.append(_declaration(read_notation(typed, column=column)))
            else:
                declared += [_declaration(read_notation(roll)) for roll in rolls_of(notation)]
            column += len(typed) + 1
        if len(declared) > TABLE.results:
            raise RuleError(f"At most {TABLE.results} results in one line.", command.column)
        return tuple(declared)

    def answer(self, command: Command, rival: Rival, sheet: Sheet | None, options: Options) -> Declaration:
        """Refused: no plain roll waits for another."""
        raise RuleError("A plain roll waits for no answer. Throw your own: `!roll 2d6+3`.")

    def unanswered(self, declaration: Declaration, dice: Sequence[Thrown], chosen: Sequence[int] = ()) -> Reading:
        """Refused, as `answer` is."""
        raise RuleError("A plain roll waits for no answer.")

    def odds(self, declaration: Declaration, against: str = "") -> Odds:
        """Least, greatest, mean, and each total with its chance."""
        return odds_of(normal(declaration.expr, TABLE))

    def initiative(self, sheet: Sheet | None, rank: str, options: Options) -> Declaration:
        """Refused: without a sheet there is no die to throw."""
        raise RuleError("Plain dice have no initiative roll. Write the number you rolled: `!init NAME 15`.")

    def parse(self, expr: str) -> Declaration:
        """The declaration of a normal print."""
        return _declaration(normal(expr, TABLE))

    def extra(self, declaration: Declaration, dice: Sequence[Thrown]) -> tuple[Group, ...]:
        """The next wave of explosions."""
        return next_wave(normal(declaration.expr, TABLE), dice)

    def result(self, declaration: Declaration, dice: Sequence[Thrown], chosen: Sequence[int] = ()) -> dict[str, Any]:
        """{"total": int, "kept": [[sides, [faces]] ...], "dropped": the same}, one entry per term, faces as thrown."""
        result = outcome(normal(declaration.expr, TABLE), dice)
        sizes = [sides for _, sides in declaration.req]
        kept, dropped = (
            [[size, [die.face for die in rolled if die.kept is wanted]] for size, rolled in zip(sizes, result.terms, strict=True)]
            for wanted in (True, False)
        )
        return {"total": result.total, "kept": kept, "dropped": dropped}

    def read(self, declaration: Declaration, dice: Sequence[Thrown], chosen: Sequence[int] = ()) -> Reading:
        """The dice of each term with those dropped and added, and the total."""
        expression = normal(declaration.expr, TABLE)
        card = thrown_card(expression, outcome(expression, dice)) if dice else blank_card(expression)
        return card if declaration.title == expression.text else replace(card, spoken=f"{declaration.title}, {card.spoken}")


def _declaration(expression: Expression) -> Declaration:
    text = expression.text
    notes = tuple(f"{term} {label}" for term, label in expression.labels)
    return Declaration(rv="dice/1", expr=text, title=text, notation=text, req=expression.groups, notes=notes)


SYSTEM: RuleSystem = PlainDice()

ALSO: tuple[RuleSystem, ...] = (PlainSums(),)
"""What the ledger may hold beside the version in use."""
