"""The FASERIP forum variant as a rule system, recorded as `faserip/1`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from rules.lines import Command, RuleError
from rules.system import (
    Cluster,
    Declaration,
    Die,
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
from rules.systems.faserip import sheet as sheets
from rules.systems.faserip.colours import bands
from rules.systems.faserip.feat import SENTENCES, VERDICTS, Feat, Initiative, parse
from rules.systems.faserip.feat_command import RV, declaration, declare_feat
from rules.systems.faserip.options import OPTIONS
from rules.systems.faserip.ranks import rank as read_rank

AT_GOOD: Final = "At Good: no further action or dodge this Round."


class Faserip:
    """FEATs on the colour table, and initiative by the Agility die."""

    key = "faserip"
    title = "FASERIP"
    version = 1
    words: Mapping[str, str] = {"feat": "!feat Reasoning with Physics"}
    options: tuple[Option, ...] = OPTIONS

    def traits(self) -> tuple[Trait, ...]:
        return sheets.traits()

    def read_sheet(self, fields: Mapping[str, str]) -> dict[str, Any]:
        return sheets.read_sheet(fields)

    def show_sheet(self, sheet: Sheet) -> dict[str, str]:
        return sheets.show_sheet(sheet)

    def gauges(self, sheet: Sheet) -> tuple[Gauge, ...]:
        return sheets.gauges(sheet)

    def declare(self, command: Command, sheet: Sheet | None, options: Options) -> tuple[Declaration, ...]:
        if command.word != "feat":
            raise RuleError("This campaign plays FASERIP: use `!feat` or `!roll`.")
        return (declare_feat(command, sheet, settled(options, OPTIONS)),)

    def initiative(self, sheet: Sheet | None, rank: str, options: Options) -> Declaration:
        if not rank and sheet is None:
            raise RuleError("There is no Agility here. Write its rank, `!init NAME Good`, or the number you rolled.")
        name = read_rank(rank) if rank or sheet is None else str(sheet["ranks"]["Agility"])
        return _initiative(Initiative(name, settled(options, OPTIONS)), "" if rank else "Agility ")

    def parse(self, expr: str) -> Declaration:
        roll = parse(expr)
        return declaration(roll) if isinstance(roll, Feat) else _initiative(roll, "")

    def extra(self, declaration: Declaration, dice: Sequence[Thrown]) -> tuple[Group, ...]:
        return ()

    def result(self, declaration: Declaration, dice: Sequence[Thrown], chosen: Sequence[int] = ()) -> dict[str, Any]:
        roll, face = parse(declaration.expr), _face(declaration, dice, chosen)
        return roll.outcome(face) if isinstance(roll, Feat) else {"total": face}

    def read(self, declaration: Declaration, dice: Sequence[Thrown], chosen: Sequence[int] = ()) -> Reading:
        roll = parse(declaration.expr)
        if not dice:
            return _blank(declaration, roll)
        face = _face(declaration, dice, chosen)
        return _feat_card(declaration, roll, face) if isinstance(roll, Feat) else _initiative_card(declaration, face)


def _initiative(roll: Initiative, label: str) -> Declaration:
    die = f"{label}{roll.rank}, 1d{roll.sides}"
    return Declaration(RV, roll.expr(), "Initiative", die, ((1, roll.sides),), notes=(die,))


def _face(declaration: Declaration, dice: Sequence[Thrown], chosen: Sequence[int]) -> int:
    """The one face of a roll; refuses dice that are not those of the declaration."""
    sides = declaration.req[0][1]
    groups = [(size, tuple(faces)) for size, faces in dice]
    if chosen or len(groups) != 1 or groups[0][0] != sides or len(groups[0][1]) != 1 or not 1 <= groups[0][1][0] <= sides:
        raise RuleError(f"These are not the dice of `{declaration.expr}`: it throws one d{sides}.")
    return groups[0][1][0]


def _blank(declaration: Declaration, roll: Feat | Initiative) -> Reading:
    sides = declaration.req[0][1]
    detail = AT_GOOD if isinstance(roll, Feat) and roll.ends_round else ""
    shown = bands(roll.rank, roll.options) if isinstance(roll, Feat) else ()
    spoken = f"{', '.join(declaration.notes)}: one d{sides}, not thrown yet."
    return Reading((Cluster((Die(sides, None),)),), detail=detail, bands=shown, short=declaration.title, spoken=spoken)


def _feat_card(declaration: Declaration, roll: Feat, face: int) -> Reading:
    outcome = roll.outcome(face)
    shown = outcome["colour"]
    stretch = next(band for band in bands(roll.rank, roll.options) if band.colour == shown)
    detail = f"{roll.rank}: {shown} from {stretch.first} to {stretch.last}."
    last = f" {AT_GOOD}" if roll.ends_round else ""
    return Reading(
        clusters=(Cluster((Die(100, face),)),),
        headline=SENTENCES[shown],
        detail=detail + last,
        verdict=VERDICTS[shown],
        figure=str(face),
        figure_note=roll.rank,
        colour=shown,
        bands=bands(roll.rank, roll.options),
        at=face,
        short=f"{declaration.title}, {face}, {shown}",
        spoken=f"{', '.join(declaration.notes)}: {face}, {shown}. {SENTENCES[shown]}{last}",
    )


def _initiative_card(declaration: Declaration, face: int) -> Reading:
    return Reading(
        clusters=(Cluster((Die(declaration.req[0][1], face),)),),
        figure=str(face),
        figure_note="initiative",
        short=f"Initiative {face}",
        spoken=f"Initiative, {declaration.notation}: {face}.",
    )


SYSTEM: RuleSystem = Faserip()
