"""A hand before penalties: from the traits of a sheet, or typed as dice (BG-3, BG-A16, BG-A34)."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from typing import Any, Final

from rules.lines import RuleError, Word, find_name
from rules.system import Options, Sheet
from rules.systems.bgrade.options import choice
from rules.systems.bgrade.sheet import has_traits
from rules.systems.bgrade.throw import MOST_DICE, MOST_SPECIAL

TYPED: Final = "Pool"
"""The title of dice that were typed and not read from a sheet."""

MOST_TOLD: Final = 8
"""Names of traits that a refusal lists."""

_DICE = re.compile(r"([0-9]{1,3})d(?:10)?", re.IGNORECASE | re.ASCII)
_SPECIAL = re.compile(r"([0-9]{1,2})(ed|had)", re.IGNORECASE | re.ASCII)


@dataclass(frozen=True)
class Hand:
    """One hand before penalties: its words ("Body + Brawl", "Body 3 + Brawl 4") and its dice."""

    label: str
    told: str
    normal: int
    ed: int = 0
    had: int = 0

    @property
    def total(self) -> int:
        return self.normal + self.ed + self.had


def is_dice(word: Word) -> bool:
    """Whether the word is typed dice like `7d` and no name."""
    return not word.quoted and _DICE.fullmatch(word.text) is not None


def read_hand(terms: Sequence[Word], sheet: Sheet | None, options: Options) -> Hand:
    """The hand of `Body+Brawl`, `Body`, `7d` or `7d+1ed`."""
    first = terms[0]
    if not first.quoted and (found := _DICE.fullmatch(first.text)):
        return _typed_dice(int(found[1]), terms[1:])
    if sheet is None or not has_traits(sheet):
        raise RuleError(f"There is no sheet here that has {first.text}. Write the dice in its place: `7d`.", first.column)
    kinds = [(_trait(term, sheet), term) for term in terms]
    stats = [trait for (kind, trait), _ in kinds if kind == "stats"]
    if len(stats) != 1 or len(terms) > 2:
        raise RuleError("A pool is one Stat and at most one Skill: `!pool Body+Brawl`, `!pool Body`.", first.column)
    if len(terms) == 1 and choice(options, "skill_needed") == "on":
        raise RuleError("At this table a Stat is rolled with a Skill: `!pool Body+Brawl`.", first.column)
    traits = [trait for (_, trait), _ in kinds]
    told = " + ".join(f"{trait['name']} {trait['dice'] + trait['ed'] + trait['had']}" for trait in traits)
    normal, ed, had = (sum(int(trait[kind]) for trait in traits) for kind in ("dice", "ed", "had"))
    return Hand(" + ".join(trait["name"] for trait in traits), told, normal, ed, had)


def _typed_dice(normal: int, terms: Sequence[Word]) -> Hand:
    special = {"ed": 0, "had": 0}
    for term in terms:
        found = None if term.quoted else _SPECIAL.fullmatch(term.text)
        if found is None:
            raise RuleError(f"“{term.text}” is not clear here. Dice are written `7d+1ed`.", term.column)
        special[found[2].lower()] += int(found[1])
    total = normal + special["ed"] + special["had"]
    if total > MOST_DICE or special["ed"] + special["had"] > MOST_SPECIAL:
        raise RuleError(f"A pool has at most {MOST_DICE} dice, {MOST_SPECIAL} of them special.")
    return Hand(TYPED, f"{total} {'die' if total == 1 else 'dice'}", normal, special["ed"], special["had"])


def _there(sheet: Sheet) -> str:
    """What may stand in a hand instead: the Stats of the sheet and its first Skills."""
    stats, skills = ([trait["name"] for trait in sheet[field]] for field in ("stats", "skills"))
    told = f"; its Skills: {', '.join(skills[:MOST_TOLD])}{', …' if len(skills) > MOST_TOLD else ''}" if skills else ""
    return f"Its Stats: {', '.join(stats[:MOST_TOLD])}{told}."


def _trait(term: Word, sheet: Sheet) -> tuple[str, Mapping[str, Any]]:
    """("stats" or "skills", the trait) of that name on the sheet."""
    known = {trait["name"]: (field, trait) for field in ("stats", "skills") for trait in sheet[field]}
    name = find_name(term.text, known)
    if name is None:
        close = get_close_matches(term.text.lower(), [trait.lower() for trait in known], n=1)
        meant = find_name(close[0], known) if close else None
        hint = f"Did you mean {meant}?" if meant else _there(sheet)
        hint = "Dice are written `7d` or `7d+1ed`." if term.text[0].isdigit() or term.text in ("d", "D") else hint
        raise RuleError(f"No {term.text} on this sheet. {hint}", term.column)
    return known[name]
