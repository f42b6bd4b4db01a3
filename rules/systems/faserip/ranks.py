"""The ladder of 17 ranks with the numbers of the damage chart and the initiative dice (FR-4, FR-6)."""

from __future__ import annotations

from collections.abc import Mapping
from difflib import get_close_matches
from types import MappingProxyType
from typing import Any, Final

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

BEYOND: Final = "Beyond"
"""The rank above all others, where a campaign plays with it (FR-A37): 10,000 points, and the initiative die of Class 5000, since
no larger one is thrown."""
BEYOND_NUMBER: Final = 10_000
LARGEST_DIE: Final = 5000

RANKS: Final = tuple(NUMBERS)
LADDER: Final = (*RANKS, BEYOND)
PLACES: Final = {name: place for place, name in enumerate(LADDER)}
DEFAULTS: Final[Mapping[str, Any]] = MappingProxyType({})
SHORT: Final = ("Fe", "Pr", "Ty", "Gd", "Ex", "Rm", "In", "Am", "Mn", "Un")


ONE_WORD: Final = "Such a rank is one word, or in quotes: `ShiftX`, `Class1000`."


def _key(text: str) -> str:
    return "".join(text.split()).replace("-", "").replace("_", "").casefold()


TYPED: Final = {_key(name): name for name in RANKS} | {
    short.casefold(): name for short, name in zip(SHORT, RANKS[1:], strict=False)
}


def ranks_of(options: Options) -> tuple[str, ...]:
    """The ranks that a campaign plays with, lowest first (FR-A37)."""
    return LADDER if choice(options, "beyond") == "on" else RANKS


def find_rank(text: str, options: Options = DEFAULTS) -> str | None:
    """The rank that a text names: full name or two letters, without regard to case, blanks and hyphens; else None."""
    if _key(text) == _key(BEYOND):
        return BEYOND if choice(options, "beyond") == "on" else None
    return TYPED.get(_key(text))


def any_rank(text: str) -> str:
    """As `rank`, Beyond among them: whether the campaign plays with it is asked when the whole roll is known."""
    return BEYOND if _key(text) == _key(BEYOND) else rank(text)


def check_offered(name: str, options: Options) -> None:
    """Refuses Beyond where the campaign does not play with it."""
    if name not in ranks_of(options):
        raise RuleError(f"There is no rank {name} at this table: ranks go from Shift 0 and Feeble to {RANKS[-1]}.")


def rank(text: str, options: Options = DEFAULTS) -> str:
    """The rank that a text names; refuses everything else, as no unknown word may become Typical in silence."""
    found = find_rank(text, options)
    if found is None:
        close = get_close_matches(_key(text), TYPED, n=1, cutoff=0.7)
        hint = f"Did you mean {TYPED[close[0]]}?" if close else "Ranks go from Shift 0 and Feeble to Class 5000."
        if _key(text) in ("shift", "class"):
            hint = ONE_WORD
        raise RuleError(f"{text or 'Nothing'} is no rank. {hint}")
    return found


def compact(name: str) -> str:
    """A rank as one word: ShiftX, Class1000."""
    return name.replace(" ", "")


def number(name: str, options: Options) -> int:
    """The number of a rank in points: damage, and the sides of the initiative die (FR-6)."""
    if name == "Shift Y" and choice(options, "shift_y") == "classic":
        return 200
    return BEYOND_NUMBER if (found := rank(name, options)) == BEYOND else NUMBERS[found]


def initiative_die(name: str, options: Options) -> int:
    """The sides of a rank's initiative die, 0 for Shift 0, which has none (FR-4, FR-A16)."""
    sides = min(number(name, options), LARGEST_DIE)
    return min(sides, 100) if choice(options, "unlisted_init") == "cap100" else sides
