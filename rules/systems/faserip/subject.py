"""What a line rolls: a statistic of the sheet, a power of it, or a bare rank (FR-7, FR-8)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from rules.lines import RuleError, Word, find_name
from rules.system import Sheet
from rules.systems.faserip.ranks import BEYOND, find_rank
from rules.systems.faserip.sheet import statistic


@dataclass(frozen=True)
class Subject:
    """What is rolled: the statistic's name ("" for a bare rank), its rank, and the power that is used, if any."""

    label: str
    base: str
    power: Mapping[str, Any] | None = None


def subject(word: Word, sheet: Sheet | None, example: str) -> Subject | None:
    """The statistic or rank that a word names, None for something else; `example` is the line that needs no sheet."""
    label = statistic(word.text)
    if label is not None:
        if sheet is None:
            raise RuleError(f"There is no sheet here that has {label}. Write its rank: {example}.", word.column)
        return Subject(label, str(sheet["ranks"][label]))
    base = BEYOND if word.text.lower() == BEYOND.lower() else find_rank(word.text)
    return Subject("", base) if base else None


def named(word: Word, kind: str, sheet: Sheet | None) -> Mapping[str, Any] | None:
    """The power or Talent of that name on the sheet; kind: "powers" or "talents"."""
    known: dict[str, Mapping[str, Any]] = {entry["name"]: entry for entry in sheet[kind]} if sheet else {}
    found = find_name(word.text, known)
    return known[found] if found else None


def taken(entries: list[Word | int], sheet: Sheet | None, usual: str, example: str) -> Subject:
    """The first statistic or rank among the traits of a line, taken out of them, else the usual statistic of the sheet."""
    for at, entry in enumerate(entries):
        if not isinstance(entry, Word) or named(entry, "talents", sheet):
            continue
        found = subject(entry, sheet, example)
        if found:
            entries.pop(at)
            return found
    if not usual:
        raise RuleError(f"Say what is rolled: {example}.")
    if sheet is None:
        raise RuleError(f"There is no sheet here that has {usual}. Write its rank: {example}.")
    return Subject(usual, str(sheet["ranks"][usual]))
