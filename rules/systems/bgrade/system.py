"""B-Grade as a rule system, recorded as `bgrade/1`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from rules.combat.hindering import Penalties
from rules.lines import Command, RuleError
from rules.picks import Pick
from rules.system import (
    UNHARMED,
    Allotment,
    Consequence,
    Declaration,
    Gauge,
    Group,
    Harm,
    Odds,
    Option,
    Options,
    Part,
    Reading,
    Rival,
    RuleSystem,
    Sheet,
    Thrown,
    Trait,
    Uses,
    settled,
)
from rules.systems.bgrade import card, choosing, printing, saved
from rules.systems.bgrade import picks as picking
from rules.systems.bgrade import sheet as sheets
from rules.systems.bgrade.answering import assist, defend, defend_together, helpers_in
from rules.systems.bgrade.odds import odds_of
from rules.systems.bgrade.options import OPTIONS
from rules.systems.bgrade.pool_command import declaration, declare_pool
from rules.systems.bgrade.together import Side, helpers_of, join_pools, read_assist


class BGrade:
    """Pools of Stat and Skill, read as sets."""

    key = "bgrade"
    title = "B-Grade"
    version = 1
    words: Mapping[str, str] = {
        "pool": "!pool Body+Brawl vs 4",
        "defend": "!defend with Body+Dodge",
        "hammer": "!hammer 8",
        "use": "!use 2x8 for punch, 2x2 for duck",
        "assist": "!assist NAME",
    }
    options: tuple[Option, ...] = OPTIONS
    answers = frozenset(("defend", "assist"))
    usual_answer = ""

    def under(self, options: Options) -> BGrade:
        return self

    def ways(self, options: Options) -> tuple[str, ...]:
        by = settled(options, OPTIONS)["order_by"]
        return () if by == "width" else (by,)

    def tie(self, sheet: Sheet | None, rank: str) -> int:
        return 0

    def traits(self) -> tuple[Trait, ...]:
        return sheets.FIELDS

    def read_sheet(self, fields: Mapping[str, str]) -> dict[str, Any]:
        return saved.read_sheet(fields)

    def show_sheet(self, sheet: Sheet) -> dict[str, str]:
        return sheets.show_sheet(sheet)

    def gauges(self, sheet: Sheet, harm: Harm = UNHARMED) -> tuple[Gauge, ...]:
        return ()

    def remarks(self, sheet: Sheet) -> tuple[str, ...]:
        return ()

    def hurt(self, sheet: Sheet, gauge: str, points: int) -> dict[str, Any]:
        raise RuleError("A B-Grade sheet holds no points of health; wounds are its penalties.")

    def picks(self, sheet: Sheet | None, picked: Mapping[str, str]) -> tuple[Pick, ...]:
        return picking.picks(sheet, picked)

    def line(self, picked: Mapping[str, str]) -> str:
        return picking.line(picked)

    def declare(self, command: Command, sheet: Sheet | None, options: Options, *, already: int = 0) -> tuple[Declaration, ...]:
        if command.word in self.words and command.word != "pool":
            raise RuleError(f"`!{command.word}` belongs to a roll of this thread that waits for it, and there is none.")
        if command.word != "pool":
            raise RuleError("This campaign plays B-Grade: use `!pool` or `!roll`.")
        return (declare_pool(command, sheet, settled(options, OPTIONS)),)

    def answer(self, command: Command, rival: Rival, sheet: Sheet | None, options: Options) -> Declaration:
        if command.word not in self.answers:
            raise RuleError("A contest is answered with `!defend with Body+Dodge`, a joint roll with `!assist NAME`.")
        return (defend if command.word == "defend" else assist)(command, rival, sheet, settled(options, OPTIONS))

    def consequence(self, declaration: Declaration, dice: Sequence[Thrown], chosen: Sequence[int] = ()) -> Consequence | None:
        return None

    def unanswered(self, declaration: Declaration, dice: Sequence[Thrown], chosen: Sequence[int] = ()) -> Reading:
        return choosing.unanswered(declaration, dice, chosen)

    def odds(self, declaration: Declaration, against: str = "") -> Odds:
        return odds_of(printing.parse(declaration.expr))

    def initiative(self, sheet: Sheet | None, rank: str, options: Options) -> Declaration:
        raise RuleError("B-Grade throws no initiative: enter a set, `!init NAME 3x5`, or a number, `!init NAME 12`.")

    def parse(self, expr: str) -> Declaration:
        return declaration(printing.parse(expr))

    def extra(self, declaration: Declaration, dice: Sequence[Thrown]) -> tuple[Group, ...]:
        return ()

    def result(self, declaration: Declaration, dice: Sequence[Thrown], chosen: Sequence[int] = ()) -> dict[str, Any]:
        found = printing.parse(declaration.expr)
        return found.result(found.faces(dice), found.chosen(chosen))

    def read(self, declaration: Declaration, dice: Sequence[Thrown], chosen: Sequence[int] = ()) -> Reading:
        found = printing.parse(declaration.expr)
        if not dice and declaration.req:
            return card.blank(declaration, found)
        return card.thrown(declaration, found, found.faces(dice), found.chosen(chosen))

    def hindered(self, sheet: Sheet | None, penalties: Penalties) -> Sheet:
        return sheets.hindered(sheet, penalties)

    def helpers(self, command: Command, rival: Rival | None = None) -> tuple[str, ...]:
        if rival is not None:
            return helpers_in(command, rival) if command.word == "defend" else ()
        return helpers_of(command) if command.word == "pool" else ()

    def helped(self, command: Command) -> str:
        return read_assist(command).name

    def join(self, leader: Part, helpers: Sequence[Part], options: Options, rival: Rival | None = None) -> Declaration:
        first, others, chosen = Side(*leader), [Side(*one) for one in helpers], settled(options, OPTIONS)
        return defend_together(first, others, chosen, rival) if rival else join_pools(first, others, chosen)

    def values(self, command: Command) -> tuple[tuple[int, ...], str]:
        line = choosing.read_hammer(command)
        return line.values, line.roll_id

    def check_values(self, declaration: Declaration, values: Sequence[int]) -> tuple[int, ...]:
        return choosing.check_chosen(declaration, values)

    def uses(self, command: Command) -> Uses:
        return choosing.read_use(command)

    def to_allot(self, declaration: Declaration, dice: Sequence[Thrown], chosen: Sequence[int] = ()) -> Allotment | None:
        return choosing.to_allot(declaration, dice, chosen)

    def allot(self, declaration: Declaration, dice: Sequence[Thrown], chosen: Sequence[int], uses: Uses) -> Reading:
        return choosing.allot(declaration, dice, chosen, uses)

    def ruled(self, declaration: Declaration, dice: Sequence[Thrown], chosen: Sequence[int], by: str) -> Reading:
        return choosing.ruled(declaration, dice, chosen, by)


SYSTEM: RuleSystem = BGrade()
