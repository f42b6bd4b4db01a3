"""Reading the arguments of `!feat`: a statistic or rank, Talents, shifts, one of several actions (FR-9, FR-10, FR-17,
FR-18).
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from difflib import get_close_matches
from typing import Any, Final

from rules.dice.limits import TABLE
from rules.lines import Command, RuleError, Word, find_name, split_words
from rules.system import Declaration, Options, Sheet
from rules.systems.faserip.column_shifts import signed
from rules.systems.faserip.feat import Feat
from rules.systems.faserip.ranks import find_rank
from rules.systems.faserip.sheet import STATISTICS, statistic

RV: Final = "faserip/1"
LATER: Final = {
    "vs": "A contest against somebody cannot be rolled at this table yet; roll the FEAT alone, without `vs NAME`.",
    "extra": "Further actions by a FEAT cannot be rolled at this table yet; declare them beforehand: `action 1/2`.",
    "damage": "Attacks cannot be rolled at this table yet, so a FEAT does no damage: leave `damage` out.",
    "physical": "Attacks cannot be rolled at this table yet, so a FEAT hurts no Health: leave `physical` out.",
    "mental": "Attacks cannot be rolled at this table yet, so a FEAT hurts no Health: leave `mental` out.",
}
EXAMPLE: Final = "`!feat Reasoning with Physics`, `!feat Remarkable +1cs`, `!feat Psyche action 1/2`"
_SHIFT = re.compile(r"[+-][0-9]{1,2}cs", re.IGNORECASE | re.ASCII)
_ACTION = re.compile(r"([1-9])/([1-9])", re.ASCII)


@dataclass
class Asked:
    """The parts of one `!feat` line: what is rolled, each shift with its reason ("" for a bare `+1cs`), the action."""

    label: str
    base: str
    shifts: list[tuple[str, int]] = field(default_factory=list)
    action: tuple[int, int] | None = None


def declare_feat(command: Command, sheet: Sheet | None, options: Options) -> Declaration:
    """The declaration of a `!feat` line; `sheet` is the sheet of the character who acts, if there is one."""
    if len(command.rest) > TABLE.characters:
        raise RuleError(f"A roll has at most {TABLE.characters} characters, this one has {len(command.rest)}.", command.column)
    words = split_words(command.rest, command.column)
    if not words:
        raise RuleError(f"A FEAT needs a statistic or a rank: {EXAMPLE}.", command.column)
    asked = _subject(words[0], sheet)
    at = 1
    while at < len(words):
        at = _option(words, at, asked, sheet)
    slide = -asked.action[0] if asked.action else 0
    feat = Feat(asked.base, slide + sum(cs for _, cs in asked.shifts), asked.action, options).checked()
    return declaration(feat, asked)


def declaration(feat: Feat, asked: Asked | None = None) -> Declaration:
    """The declaration of a FEAT; a recorded one is told without the names that were not recorded."""
    if asked is None:
        slide = -feat.action[0] if feat.action else 0
        asked = Asked("", feat.base, [("", feat.cs - slide)] if feat.cs != slide else [], feat.action)
    shifts = [f"{signed(cs)} for {reason}" if reason else signed(cs) for reason, cs in asked.shifts]
    notes = [f"{asked.label} {asked.base}".strip()]
    if feat.action:
        k, of = feat.action
        shifts.append(f"{signed(-k)} for action {k} of {of}")
        notes = [f"Action {k} of {of}", f"{notes[0]} {signed(-k)}"]
    notes += [f"{reason} {signed(cs)}".strip() for reason, cs in asked.shifts]
    if feat.rank != feat.base or len(notes) > 1:
        notes.append(feat.rank)
    title = f"{asked.label} FEAT".strip()
    return Declaration(RV, feat.expr(), title, ", ".join([asked.base, *shifts]), ((1, 100),), notes=tuple(notes))


def _subject(word: Word, sheet: Sheet | None) -> Asked:
    name = statistic(word.text)
    if name is not None:
        if sheet is None:
            raise RuleError(f"There is no sheet here that has {name}. Write its rank: `!feat Remarkable`.", word.column)
        return Asked(name, sheet["ranks"][name])
    base = find_rank(word.text)
    if base is None:
        close = get_close_matches(word.text.lower(), [name.lower() for name in STATISTICS], n=1)
        hint = f"Did you mean {close[0].capitalize()}?" if close else f"Write it like this: {EXAMPLE}."
        raise RuleError(f"{word.text} is no statistic and no rank. {hint}", word.column)
    return Asked("", base)


def _option(words: list[Word], at: int, asked: Asked, sheet: Sheet | None) -> int:
    """Reads the option that begins at that word into `asked`; gives the place of the next one."""
    word = words[at]
    if word.says("with"):
        return _talents(words, at + 1, asked, sheet)
    if not word.quoted and _SHIFT.fullmatch(word.text):
        asked.shifts.append(("", int(word.text[:-2])))
        return at + 1
    if word.says("action"):
        found = _ACTION.fullmatch(words[at + 1].text) if at + 1 < len(words) else None
        if found is None or asked.action:
            raise RuleError("Say once which of how many actions this is: `action 1/2`.", word.column)
        asked.action = int(found[1]), int(found[2])
        return at + 2
    if not word.quoted and word.text.lower() in LATER:
        raise RuleError(LATER[word.text.lower()], word.column)
    raise RuleError(f"“{word.text}” is not clear here. Write it like this: {EXAMPLE}.", word.column)


def _talents(words: list[Word], at: int, asked: Asked, sheet: Sheet | None) -> int:
    """Reads Talents, parted by commas, from that word on."""
    while True:
        if at >= len(words) or words[at].says(","):
            column = words[min(at, len(words) - 1)].column
            raise RuleError("A Talent stands after `with`: `!feat Reasoning with Physics`.", column)
        asked.shifts.append(_talent(words[at], asked, sheet))
        if at + 1 >= len(words) or not words[at + 1].says(","):
            return at + 1
        at += 2


def _talent(word: Word, asked: Asked, sheet: Sheet | None) -> tuple[str, int]:
    """(name, columns) of a Talent of the sheet, which must fit what is rolled and count once (FR-9, FR-A38)."""
    talents: dict[str, Any] = {talent["name"]: talent for talent in sheet["talents"]} if sheet else {}
    name = find_name(word.text, talents)
    if name is None:
        close = get_close_matches(word.text, talents, n=1)
        hint = f"Did you mean {close[0]}?" if close else "A shift without a Talent is written `+1cs`."
        raise RuleError(f"No Talent {word.text} on this sheet. {hint}", word.column)
    stat = talents[name]["stat"]
    if stat and asked.label and stat != asked.label:
        raise RuleError(f"{name} shifts {stat}, not {asked.label}. A shift without a Talent is written `+1cs`.", word.column)
    if any(reason == name for reason, _ in asked.shifts):
        raise RuleError(f"{name} counts once.", word.column)
    return name, int(talents[name]["cs"])
