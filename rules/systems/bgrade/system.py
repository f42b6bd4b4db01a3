"""B-Grade as a rule system, recorded as `bgrade/1`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from rules.lines import Command, RuleError
from rules.system import (
    Declaration,
    Gauge,
    Group,
    Option,
    Options,
    Reading,
    RuleSystem,
    Sheet,
    Thrown,
    Trait,
    settled,
)
from rules.systems.bgrade import card, throw
from rules.systems.bgrade import sheet as sheets
from rules.systems.bgrade.options import OPTIONS
from rules.systems.bgrade.pool_command import declaration, declare_pool


class BGrade:
    """Pools of Stat and Skill, read as sets."""

    key = "bgrade"
    title = "B-Grade"
    version = 1
    words: Mapping[str, str] = {"pool": "!pool Body+Brawl vs 4"}
    options: tuple[Option, ...] = OPTIONS

    def traits(self) -> tuple[Trait, ...]:
        return sheets.FIELDS

    def read_sheet(self, fields: Mapping[str, str]) -> dict[str, Any]:
        return sheets.read_sheet(fields)

    def show_sheet(self, sheet: Sheet) -> dict[str, str]:
        return sheets.show_sheet(sheet)

    def gauges(self, sheet: Sheet) -> tuple[Gauge, ...]:
        return ()

    def declare(self, command: Command, sheet: Sheet | None, options: Options) -> tuple[Declaration, ...]:
        if command.word != "pool":
            raise RuleError("This campaign plays B-Grade: use `!pool` or `!roll`.")
        return (declare_pool(command, sheet, settled(options, OPTIONS)),)

    def initiative(self, sheet: Sheet | None, rank: str, options: Options) -> Declaration:
        raise RuleError("B-Grade throws no initiative: enter a set, `!init NAME 3x5`, or a number, `!init NAME 12`.")

    def parse(self, expr: str) -> Declaration:
        return declaration(throw.parse(expr))

    def extra(self, declaration: Declaration, dice: Sequence[Thrown]) -> tuple[Group, ...]:
        return ()

    def result(self, declaration: Declaration, dice: Sequence[Thrown], chosen: Sequence[int] = ()) -> dict[str, Any]:
        found = throw.parse(declaration.expr)
        _nothing_chosen(chosen)
        return found.result(found.faces(dice))

    def read(self, declaration: Declaration, dice: Sequence[Thrown], chosen: Sequence[int] = ()) -> Reading:
        found = throw.parse(declaration.expr)
        _nothing_chosen(chosen)
        if not dice and declaration.req:
            return card.blank(declaration, found)
        return card.thrown(declaration, found, found.faces(dice))


def _nothing_chosen(chosen: Sequence[int]) -> None:
    """Refuses dice set afterwards: no roll of this version has any."""
    if chosen:
        raise RuleError("No die of a B-Grade roll is set after the throw at this table.")


SYSTEM: RuleSystem = BGrade()
