"""The words that follow a statistic or a target in `!feat`, `!attack`, `!grapple`, `!defend` and `!dodge`."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from difflib import get_close_matches
from typing import Any, Final

from rules.dice.limits import TABLE
from rules.lines import Command, RuleError, Word, check_name, quoted, split_words
from rules.system import Options, Sheet
from rules.systems.faserip.actions import action_shift
from rules.systems.faserip.aim import Aim
from rules.systems.faserip.column_shifts import signed
from rules.systems.faserip.options import choice
from rules.systems.faserip.ranks import any_rank
from rules.systems.faserip.sheet import STATISTICS
from rules.systems.faserip.subject import named

KEYWORDS: Final = ("with", "vs", "damage", "physical", "mental", "action", "extra")
_SHIFT = re.compile(r"[+-][0-9]{1,2}cs", re.IGNORECASE | re.ASCII)
_ACTION = re.compile(r"([1-9])/([1-9])", re.ASCII)


@dataclass
class Said:
    """What a line says. entries: traits after `with` (words) and bare shifts (columns), in their order; vs: a name."""

    entries: list[Word | int] = field(default_factory=list)
    action: tuple[int, int] | None = None
    extra: bool = False
    vs: str = ""
    damage: str = ""
    track: str = ""


def words_of(command: Command) -> list[Word]:
    """The words of a command's arguments, which have a limit."""
    if len(command.rest) > TABLE.characters:
        raise RuleError(f"A roll has at most {TABLE.characters} characters, this one has {len(command.rest)}.", command.column)
    return split_words(command.rest, command.column)


def is_option(word: Word) -> bool:
    """Whether that word begins an option: `with`, `+1cs`."""
    return not word.quoted and (word.text.lower() in KEYWORDS or _SHIFT.fullmatch(word.text) is not None)


def read_said(words: Sequence[Word], allowed: Sequence[str], example: str) -> Said:
    """The options of a line; only the `allowed` keywords may stand there, shifts always."""
    said, at = Said(), 0
    while at < len(words):
        word = words[at]
        keyword = word.text.lower()
        if not is_option(word) or (keyword in KEYWORDS and keyword not in allowed):
            raise RuleError(_unclear(words, at, example), word.column)
        if keyword not in KEYWORDS:
            said.entries.append(int(word.text[:-2]))
            at += 1
        elif keyword == "with":
            at = _traits(words, at + 1, said, example)
        else:
            at = _keyword(words, at, said)
    if said.action and said.extra:
        raise RuleError("Say `action 1/2` or `extra`, not both: actions are declared beforehand or follow a FEAT.")
    return said


@dataclass(frozen=True)
class Shifts:
    """(reason, columns) of every shift, "" for a bare one; several: a Talent that allows several actions is among them."""

    entries: tuple[tuple[str, int], ...]
    several: bool


def shifts_of(said: Said, label: str, sheet: Sheet | None, options: Options) -> Shifts:
    """The shifts of a line whose subject has been taken out of `said.entries` (FR-9, FR-A38).

    Where the best Talent counts alone, the others are named and shift by nothing.
    """
    entries: list[tuple[str, int]] = []
    several = False
    for entry in said.entries:
        if isinstance(entry, int):
            entries.append(("", entry))
            continue
        talent = _talent(entry, label, sheet)
        if any(reason == talent["name"] for reason, _ in entries):
            raise RuleError(f"{talent['name']} counts once.", entry.column)
        entries.append((talent["name"], int(talent["cs"])))
        several = several or bool(talent.get("several"))
    if choice(options, "talents") == "best":
        entries = _best_alone(entries)
    return Shifts(tuple(entries), several)


def _best_alone(entries: Sequence[tuple[str, int]]) -> list[tuple[str, int]]:
    """The entries with the shift of the best Talent alone, the first of equal ones; bare shifts all count."""
    best = max((entry for entry in entries if entry[0]), key=lambda entry: entry[1], default=None)
    return [(reason, cs if not reason or (reason, cs) == best else 0) for reason, cs in entries]


def aim_of(base: str, said: Said, shifts: Shifts, options: Options, *, power: bool = False, already: int = 0) -> Aim:
    """The aim of a line; `already` counts the further actions made before this one (FR-19).

    An enabling Talent takes the slide from actions without powers where the campaign reads it so (FR-18, FR-A24).
    """
    free = bool(said.action and shifts.several and not power and choice(options, "talent_frees") == "on")
    further = already + 1 if said.extra else 0
    if further > 7:
        raise RuleError("Further actions are 7 at most in a Round.")
    slide = action_shift("feat", further + 1, options) if further else -said.action[0] if said.action and not free else 0
    aim = Aim(base, slide + sum(cs for _, cs in shifts.entries), said.action, options, free, further)
    aim.check()
    return aim


def tell(label: str, aim: Aim, shifts: Sequence[tuple[str, int]]) -> tuple[str, tuple[str, ...]]:
    """(notation, notes) of an aim: "Remarkable, +1CS for Physics" and ("Reasoning Remarkable", "Physics +1CS", "Incredible")."""
    itemised = [f"{signed(cs)} for {reason}" if reason else signed(cs) for reason, cs in shifts if cs]
    notes = [f"{label} {aim.base}".strip()]
    if aim.action or aim.further:
        which = f"action {aim.action[0]} of {aim.action[1]}" if aim.action else f"further action {aim.further}"
        slide = f" {signed(aim.slide)}" if aim.slide else ""
        notes = [which.capitalize(), notes[0] + slide]
        itemised += [f"{signed(aim.slide)} for {which}"] if aim.slide else []
    notes += [f"{reason} {signed(cs) if cs else ''}".strip() for reason, cs in shifts]
    if aim.rank != aim.base or itemised:
        notes.append(aim.rank)
    return ", ".join([aim.base, *itemised]), tuple(notes)


def _unclear(words: Sequence[Word], at: int, example: str) -> str:
    """What is right instead of that word: a name with blanks goes in quotes."""
    word, before = words[at], words[max(at - 1, 0)]
    names = at > 1 and any(words[at - 2].says(said) for said in ("with", "vs", ","))
    if names and not word.quoted and word.text[0].isalpha() and word.text.lower() not in KEYWORDS:
        said = "vs" if words[at - 2].says("vs") else "with"
        return f'A name with blanks needs quotes: `{said} "{before.text} {word.text}"`.'
    return f"“{word.text}” is not clear here. Write it like this: {example}."


def _traits(words: Sequence[Word], at: int, said: Said, example: str) -> int:
    """Reads traits, parted by commas, from that word on; gives the place of the next option."""
    while True:
        if at >= len(words) or words[at].says(","):
            column = words[min(at, len(words) - 1)].column
            raise RuleError(f"A statistic, power or Talent stands after `with`: {example}.", column)
        said.entries.append(words[at])
        if at + 1 >= len(words) or not words[at + 1].says(","):
            return at + 1
        at += 2


def _keyword(words: Sequence[Word], at: int, said: Said) -> int:
    word = words[at]
    keyword, after = word.text.lower(), words[at + 1] if at + 1 < len(words) else None
    if keyword == "extra":
        said.extra = True
        return at + 1
    if keyword in ("physical", "mental"):
        if said.track:
            raise RuleError("Say `physical` or `mental`, once.", word.column)
        said.track = keyword
        return at + 1
    if keyword == "action":
        found = _ACTION.fullmatch(after.text) if after else None
        if found is None or said.action:
            raise RuleError("Say once which of how many actions this is: `action 1/2`.", word.column)
        said.action = int(found[1]), int(found[2])
    elif keyword == "damage":
        if after is None or said.damage:
            raise RuleError("Say the rank of the damage once: `damage Amazing`.", word.column)
        said.damage = any_rank(after.text)
    else:
        if after is None or said.vs or (not after.quoted and after.text.isnumeric()):
            raise RuleError("Say once against whom: `vs Thor`.", word.column)
        said.vs = check_name(after.text)
    return at + 2


def _talent(word: Word, label: str, sheet: Sheet | None) -> Mapping[str, Any]:
    """A Talent of the sheet, which must fit what is rolled (FR-9, FR-A38)."""
    talent = named(word, "talents", sheet)
    if talent is None and (power := named(word, "powers", sheet)):
        aims = f"`!attack NAME with {quoted(power['name'], KEYWORDS)}`"
        raise RuleError(f"{power['name']} is a power, not a Talent: it aims an attack, {aims}.", word.column)
    if talent is None:
        close = get_close_matches(word.text, [one["name"] for one in sheet["talents"]] if sheet else [], n=1)
        close = close or get_close_matches(word.text.capitalize(), STATISTICS, n=1, cutoff=0.75)
        hint = f"Did you mean {close[0]}?" if close else "A shift without a Talent is written `+1cs`."
        raise RuleError(f"No Talent {word.text} on this sheet. {hint}", word.column)
    if talent["stat"] and label and talent["stat"] != label:
        sentence = f"{talent['name']} shifts {talent['stat']}, not {label}. A shift without a Talent is written `+1cs`."
        raise RuleError(sentence, word.column)
    return talent
