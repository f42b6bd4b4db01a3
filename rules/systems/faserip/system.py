"""The FASERIP forum variant as a rule system, recorded as `faserip/1`, or under the name of a campaign's own table."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from rules.lines import Command, RuleError
from rules.picks import Pick
from rules.system import (
    UNHARMED,
    Consequence,
    Declaration,
    Gauge,
    Group,
    Harm,
    Odds,
    Option,
    Options,
    Reading,
    Rival,
    RuleSystem,
    Sheet,
    Thrown,
    Trait,
    settled,
)
from rules.systems.faserip import chances, contest_card, saved
from rules.systems.faserip import picks as picking
from rules.systems.faserip import sheet as sheets
from rules.systems.faserip.attack_command import declare_attack, declare_grapple
from rules.systems.faserip.card import blank, feat_card, initiative_card
from rules.systems.faserip.colours import bands
from rules.systems.faserip.contest import Challenge
from rules.systems.faserip.declared import declaration as declared
from rules.systems.faserip.defence import Defence
from rules.systems.faserip.defence_command import declare_defence
from rules.systems.faserip.feat import Feat, Initiative
from rules.systems.faserip.feat_command import declare_feat, declare_more
from rules.systems.faserip.one_turn import DECLARED, spends, warnings
from rules.systems.faserip.options import OPTIONS
from rules.systems.faserip.prints import Roll, parse
from rules.systems.faserip.ranks import DEFAULTS, PLACES, any_rank, ranks_of
from rules.systems.faserip.table import BANDS, CLASSIC, Table, check_starts, print_table, read_table
from rules.tabled import TableRow

WORDS: Final = {
    "feat": "!feat Reasoning with Physics",
    "attack": "!attack Toad with Lightning",
    "defend": "!defend",
    "dodge": "!dodge",
    "grapple": "!grapple Toad",
    "more": "!more Fighting",
}

OF_SHEETS: Final = ("most_health", "shift_y", "beyond")
"""Options that say what stands on a sheet."""
WAYS: Final = (("anew", "init_anew", "round"), ("ties", "init_ties", "agility"), ("skip", "out_of_action", "skip"))
"""What a turn order does under which option and choice (FR-A19, FR-A20, FR-A41)."""


class Faserip:
    """FEATs, attacks and contests on the colour table, and initiative by the Agility die."""

    key = "faserip"
    title = "FASERIP"
    version = 1
    words: Mapping[str, str] = WORDS
    options: tuple[Option, ...] = OPTIONS
    answers = frozenset(("defend", "dodge"))
    usual_answer = "!defend"
    declared: Mapping[str, str] = DECLARED
    table_title = "Universal Table"
    table_rule = "FR-A01"
    columns = BANDS[1:]

    def __init__(self, table: Table = CLASSIC, played: Options = DEFAULTS) -> None:
        self.table = table
        self.played = played

    @property
    def rv(self) -> str:
        """The rules version under which its rolls are recorded."""
        return self.table.rv

    def traits(self) -> tuple[Trait, ...]:
        return sheets.traits(self.played)

    def under(self, options: Options) -> Faserip:
        played = {name: options[name] for name in OF_SHEETS if name in options}
        return Faserip(self.table, played) if played != self.played else self

    def ways(self, options: Options) -> tuple[str, ...]:
        chosen = settled(options, OPTIONS)
        return tuple(way for way, name, choice in WAYS if chosen[name] == choice)

    def tie(self, sheet: Sheet | None, rank: str) -> int:
        if rank:
            return PLACES[any_rank(rank)]
        return PLACES[str(sheet["ranks"]["Agility"])] if sheet else 0

    def read_sheet(self, fields: Mapping[str, str]) -> dict[str, Any]:
        return saved.read_sheet(fields, self.played)

    def show_sheet(self, sheet: Sheet) -> dict[str, str]:
        told = sheets.show_sheet(sheet)
        return {trait.name: told[trait.name] for trait in self.traits()}

    def gauges(self, sheet: Sheet, harm: Harm = UNHARMED) -> tuple[Gauge, ...]:
        return sheets.gauges(sheet, harm, self.played)

    def remarks(self, sheet: Sheet) -> tuple[str, ...]:
        return sheets.remarks(sheet)

    def hurt(self, sheet: Sheet, gauge: str, points: int) -> dict[str, Any]:
        return sheets.hurt(sheet, gauge, points, self.played)

    def picks(self, sheet: Sheet | None, picked: Mapping[str, str]) -> tuple[Pick, ...]:
        return picking.picks(sheet, picked, ranks_of(self.played))

    def line(self, picked: Mapping[str, str]) -> str:
        return picking.line(picked)

    def declare(self, command: Command, sheet: Sheet | None, options: Options, *, already: int = 0) -> tuple[Declaration, ...]:
        """As every system; `already` counts the further actions that the character has made this Round (FR-19)."""
        known = {"feat": declare_feat, "attack": declare_attack, "grapple": declare_grapple}
        if command.word in self.answers:
            raise RuleError(f"Nothing waits for an answer here: `!{command.word}` answers an attack or a contest.")
        if command.word == "more":
            return (declare_more(command, sheet, self._settled(options)),)
        if command.word not in known:
            raise RuleError("This campaign plays FASERIP: use `!feat`, `!attack` or `!roll`.")
        return (known[command.word](command, sheet, self._settled(options), already=already),)

    def answer(self, command: Command, rival: Rival, sheet: Sheet | None, options: Options) -> Declaration:
        if rival.declaration.rv != self.rv:
            raise RuleError(f"Roll {rival.number} was thrown by other rules, {rival.declaration.rv}: so is its answer.")
        roll = parse(rival.declaration.expr, self.table)
        if not isinstance(roll, Challenge):
            raise RuleError(f"Roll {rival.number} waits for no answer.")
        _check_dice(roll, rival.dice, rival.chosen)
        return declare_defence(command, rival, roll, rival.dice, sheet)

    def consequence(self, declaration: Declaration, dice: Sequence[Thrown], chosen: Sequence[int] = ()) -> Consequence | None:
        roll = self._roll(declaration, dice, chosen)
        if not isinstance(roll, Challenge | Defence) or not roll.stake.hurts:
            return None
        points = roll.undefended(dice) if isinstance(roll, Challenge) else int(roll.outcome(dice)["damage"])
        return Consequence(points, f"{roll.stake.track.capitalize()} Health") if points else None

    def unanswered(self, declaration: Declaration, dice: Sequence[Thrown], chosen: Sequence[int] = ()) -> Reading:
        roll = self._roll(declaration, dice, chosen)
        if not isinstance(roll, Challenge):
            raise RuleError("This roll waits for no answer.")
        return contest_card.unanswered_card(declaration, roll, dice)

    def odds(self, declaration: Declaration, against: str = "") -> Odds:
        """As every system; `against` is the rank that answers an attack, where it is known."""
        return chances.odds(parse(declaration.expr, self.table), any_rank(against) if against else "")

    def initiative(self, sheet: Sheet | None, rank: str, options: Options) -> Declaration:
        if not rank and sheet is None:
            raise RuleError("There is no Agility here. Write its rank, `!init NAME Good`, or the number you rolled.")
        name = any_rank(rank) if rank or sheet is None else str(sheet["ranks"]["Agility"])
        roll = Initiative(name, self._settled(options))
        roll.check()
        return declared(roll, "" if rank else "Agility")

    def parse(self, expr: str) -> Declaration:
        return declared(parse(expr, self.table))

    def extra(self, declaration: Declaration, dice: Sequence[Thrown]) -> tuple[Group, ...]:
        return parse(declaration.expr, self.table).added(dice)

    def result(self, declaration: Declaration, dice: Sequence[Thrown], chosen: Sequence[int] = ()) -> dict[str, Any]:
        return self._roll(declaration, dice, chosen).outcome(dice)

    def read(self, declaration: Declaration, dice: Sequence[Thrown], chosen: Sequence[int] = ()) -> Reading:
        if not dice:
            return blank(declaration, parse(declaration.expr, self.table))
        roll, face = self._roll(declaration, dice, chosen), dice[0][1][0]
        if isinstance(roll, Challenge):
            return contest_card.challenge_card(declaration, roll, dice)
        if isinstance(roll, Defence):
            return contest_card.defence_card(declaration, roll, face)
        return feat_card(declaration, roll, face) if isinstance(roll, Feat) else initiative_card(declaration, face)

    def rows(self, options: Options) -> tuple[TableRow, ...]:
        shown = {**self._settled(options), "shift0_rolls": "on"}  # whether it may be rolled or not, its row stands in the table
        return tuple(TableRow(name, self.table.of(name), bands(name, shown)) for name in ranks_of(options))

    def check_row(self, name: str, starts: Sequence[int]) -> None:
        check_starts(any_rank(name), starts)

    def with_rows(self, starts: Mapping[str, Sequence[int]]) -> Faserip:
        return Faserip(self.table.having(starts), self.played)

    def print_table(self) -> str:
        return print_table(self.table)

    def with_table(self, text: str) -> Faserip:
        return Faserip(read_table(text), self.played)

    def misfits(
        self, before: Sequence[str], fresh: Sequence[str | Declaration], *, busy: bool = False, spent: bool = False
    ) -> tuple[str, ...]:
        return warnings(before, fresh, busy=busy, spent=spent)

    def spends(self, print_of_roll: str) -> bool:
        return spends(print_of_roll)

    def _settled(self, options: Options) -> Options:
        chosen: dict[str, Any] = dict(settled(options, OPTIONS))
        return chosen if self.table == CLASSIC else chosen | {"table": self.table}

    def _roll(self, declaration: Declaration, dice: Sequence[Thrown], chosen: Sequence[int]) -> Roll:
        """The recorded roll; refuses dice that are not those of it."""
        roll = parse(declaration.expr, self.table)
        _check_dice(roll, dice, chosen)
        return roll


def _check_dice(roll: Roll, dice: Sequence[Thrown], chosen: Sequence[int]) -> None:
    count, sides = roll.req()
    fits = bool(dice) and not chosen and _is_group(dice[0], (count, sides))
    asked = roll.added(dice[:1]) if fits else ()
    if not fits or len(dice) != 1 + len(asked) or not all(map(_is_group, dice[1:], asked)):
        more = f" and {' and '.join(f'{count}d{size}' for count, size in asked)}" if asked else ""
        raise RuleError(f"These are not the dice of `{roll.expr()}`: it throws one d{sides}{more}.")


def _is_group(thrown: Thrown, group: Group) -> bool:
    sides, faces = thrown
    return (len(faces), sides) == group and all(1 <= face <= sides for face in faces)


SYSTEM: RuleSystem = Faserip()
