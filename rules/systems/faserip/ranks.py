"""The ladder of 17 ranks with the numbers of the damage chart and the initiative dice (FR-4, FR-6)."""

from __future__ import annotations

from difflib import get_close_matches
from typing import Final

from rules.lines import RuleError
from rules.system import Options
from rules.systems.faserip.options import choice

NUMBERS: Final[dict[str, int]] = {
    "Shift 0": 0,
    "Feeble": 2,
    "Poor": 4,
    "Typical": 6,
    "Good": 10,
    "Excellent": 20,
    "Remarkable": 30,
    "Incredible": 40,
    "Amazing": 50,
    "Monstrous": 75,
    "Unearthly": 100,
    "Shift X": 150,
    "Shift Y": 300,
    "Shift Z": 500,
    "Class 1000": 1000,
    "Class 3000": 3000,
    "Class 5000": 5000,
}
"""Rank to number, lowest first. Shift Y is 300 in this variant and 200 in older ones (FR-A15)."""

RANKS: Final = tuple(NUMBERS)
PLACES: Final = {name: place for place, name in enumerate(RANKS)}
SHORT: Final = ("Fe", "Pr", "Ty", "Gd", "Ex", "Rm", "In", "Am", "Mn", "Un")


def _key(text: str) -> str:
    return text.replace(" ", "").replace("-", "").replace("_", "").casefold()


TYPED: Final = {_key(name): name for name in RANKS} | {
    short.casefold(): name for short, name in zip(SHORT, RANKS[1:], strict=False)
}


def find_rank(text: str) -> str | None:
    """The rank that a text names: full name or two letters, without regard to case, blanks and hyphens; else None."""
    return TYPED.get(_key(text))


def rank(text: str) -> str:
    """The rank that a text names; refuses everything else, as no unknown word may become Typical in silence."""
    found = find_rank(text)
    if found is None:
        close = get_close_matches(_key(text), TYPED, n=1, cutoff=0.7)
        hint = f"Did you mean {TYPED[close[0]]}?" if close else "Ranks go from Shift 0 and Feeble to Class 5000."
        raise RuleError(f"{text or 'Nothing'} is no rank. {hint}")
    return found


def compact(name: str) -> str:
    """A rank as one word: ShiftX, Class1000."""
    return name.replace(" ", "")


def number(name: str, options: Options) -> int:
    """The number of a rank in points: damage, and the sides of the initiative die (FR-6)."""
    if name == "Shift Y" and choice(options, "shift_y") == "classic":
        return 200
    return NUMBERS[rank(name)]


def initiative_die(name: str, options: Options) -> int:
    """The sides of a rank's initiative die, 0 for Shift 0, which has none (FR-4, FR-A16)."""
    sides = number(name, options)
    return min(sides, 100) if choice(options, "unlisted_init") == "cap100" else sides
