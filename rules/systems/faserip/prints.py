"""The normal prints of this system's rolls, and the roll that each stands for; everything else is refused."""

from __future__ import annotations

import re
from typing import Final

from rules.lines import RuleError
from rules.systems.faserip.aim import AIM, read_aim
from rules.systems.faserip.contest import DEFENCES, Challenge, Stake
from rules.systems.faserip.defence import Defence
from rules.systems.faserip.feat import Feat, Initiative
from rules.systems.faserip.option_print import OPTIONS_PRINT, read_options
from rules.systems.faserip.ranks import any_rank
from rules.systems.faserip.sheet import STATISTICS
from rules.systems.faserip.table import CLASSIC, Table

Roll = Feat | Initiative | Challenge | Defence
"""Every kind of roll that is recorded."""

_DAMAGE: Final = r"damage (?P<damage>[A-Za-z]+[0-9]*) (?P<track>physical|mental)"
_STAT: Final = "|".join(STATISTICS)
_FEAT = re.compile(rf"(?P<word>feat|more) {AIM}(?: vs (?P<vs>{_STAT}|any))?{OPTIONS_PRINT}", re.ASCII)
_INIT = re.compile(rf"init (?P<rank>[A-Za-z]+[0-9]*){OPTIONS_PRINT}", re.ASCII)
_ATTACK = re.compile(rf"attack {AIM} {_DAMAGE}(?: defence (?P<defence>{_STAT}))?{OPTIONS_PRINT}", re.ASCII)
_GRAPPLE = re.compile(rf"grapple {AIM}(?: hold (?P<hurts>[A-Za-z]+[0-9]*))?{OPTIONS_PRINT}", re.ASCII)
_DEFEND = re.compile(
    rf"defend {AIM} against (?P<number>[0-9]{{1,9}}\.[0-9]{{1,3}}) (?P<colour>Blue|White|Green|Yellow|Red) "
    rf"(?P<roll>[1-9][0-9]{{0,2}}) (?:(?P<kind>free|contest|hold(?: (?P<hurts>[A-Z][A-Za-z]*[0-9]*))?)|{_DAMAGE})"
    rf"(?: bonus (?P<bonus>[0-9]{{1,2}}(?:\+[0-9]{{1,2}})?))?{OPTIONS_PRINT}",
    re.ASCII,
)


def parse(expr: str, table: Table = CLASSIC) -> Roll:
    """The roll of a recorded print, read by that table; everything but the normal print is refused."""
    roll = _read(expr, table) if len(expr) <= 200 else None
    if roll is not None:
        roll.check()
    if roll is None or roll.expr() != expr:
        raise RuleError(f"“{expr[:200]}” is no FASERIP roll in its normal print, like `feat Remarkable +1cs`.")
    return roll


def contest(vs: str) -> Stake:
    """What a FEAT against somebody is about: Strength breaks free, anything else is a plain contest (FR-A45)."""
    return Stake("free" if vs == "Strength" else "contest")


def hold(strength: str = "") -> Stake:
    """What a grapple is about, with the rank by which it hurts, if it does (FR-A46)."""
    return Stake("hold", strength, "physical" if strength else "")


def _read(expr: str, table: Table) -> Roll | None:
    if found := _FEAT.fullmatch(expr):
        return _feat(found, table)
    if found := _INIT.fullmatch(expr):
        return Initiative(any_rank(found["rank"]), read_options(found["options"], table))
    if found := _ATTACK.fullmatch(expr):
        stake = _stake(found)
        return Challenge(read_aim(found, table), stake, found["defence"] or DEFENCES[stake.track])
    if found := _GRAPPLE.fullmatch(expr):
        return Challenge(read_aim(found, table), hold(any_rank(found["hurts"]) if found["hurts"] else ""), "Agility")
    if found := _DEFEND.fullmatch(expr):
        stake = _stake(found) if found["damage"] else hold(any_rank(found["hurts"])) if found["hurts"] else Stake(found["kind"])
        bonus = tuple(int(points) for points in (found["bonus"] or "").split("+") if points)
        return Defence(read_aim(found, table), found["number"], (found["colour"], int(found["roll"])), stake, bonus)
    return None


def _feat(found: re.Match[str], table: Table) -> Roll:
    aim, vs = read_aim(found, table), found["vs"]
    if vs:
        return Challenge(aim, contest(vs), "" if vs == "any" else vs)
    return Feat(aim, more=found["word"] == "more")


def _stake(found: re.Match[str]) -> Stake:
    return Stake("damage", any_rank(found["damage"]), found["track"])
