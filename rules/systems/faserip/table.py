"""The Universal Table as a campaign's own data: which numbers of a d100 show which colour at each rank (FR-11, FR-A01).

A table's print has one line for each of the 17 ranks, `Good: White 1-45, Green 46-75, Yellow 76-97, Red 98-100`, and
one for Beyond where that is not the usual one (FR-A37). Blue is no part of it: it lies over the lowest numbers of every
rank (FR-A02). Rolls by another table than the classic one are recorded under a rules version that is named after the
table's bytes.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from hashlib import sha256
from typing import Any, Final

from rules.lines import RuleError
from rules.systems.faserip.ranks import BEYOND, LADDER, PLACES, RANKS, any_rank

CLASSIC_RV: Final = "faserip/1"
HEADER: Final = "faserip/1 table"
BANDS: Final = ("White", "Green", "Yellow", "Red")
BEYOND_STARTS: Final = (2, 21, 61)
LONGEST_TABLE: Final = 4000
"""Characters of a table as a GM writes it."""

_BAND = re.compile(r"(?P<colour>[A-Za-z]+)\s+(?P<first>[0-9]{1,3})(?:\s*[-–]\s*(?P<last>[0-9]{1,3}))?", re.ASCII)


@dataclass(frozen=True)
class Table:
    """starts: by rank, lowest first, the first number of Green, of Yellow and of Red; White is what lies below.

    beyond: those of Beyond, whether it is played with or not.
    """

    starts: tuple[tuple[int, int, int], ...]
    beyond: tuple[int, int, int] = BEYOND_STARTS

    def of(self, name: str) -> tuple[int, int, int]:
        """The first numbers of Green, Yellow and Red at that rank."""
        return (*self.starts, self.beyond)[PLACES[any_rank(name)]]

    def having(self, starts: Mapping[str, Sequence[int]]) -> Table:
        """This table with other first numbers of Green, Yellow and Red at the ranks that are named; a faulty row is refused."""
        named = {(name := any_rank(typed)): check_starts(name, row) for typed, row in starts.items()}
        *found, beyond = (named.get(name, self.of(name)) for name in LADDER)
        return Table(tuple(found), beyond)

    @cached_property
    def rv(self) -> str:
        """The rules version under which rolls by this table are recorded."""
        if self == CLASSIC:
            return CLASSIC_RV
        return f"pack-{sha256(print_table(self).encode('ascii')).hexdigest()}/1"


CLASSIC: Final = Table(
    (
        (66, 95, 100),
        (61, 91, 100),
        (56, 86, 100),
        (51, 81, 98),
        (46, 76, 98),
        (41, 71, 95),
        (36, 66, 95),
        (31, 61, 91),
        (26, 56, 91),
        (21, 51, 86),
        (16, 46, 86),
        (11, 41, 81),
        (7, 41, 81),
        (4, 36, 76),
        (2, 36, 76),
        (2, 31, 71),
        (2, 26, 66),
    )
)
"""The table of the advanced set."""


def table_of(options: Mapping[str, Any]) -> Table:
    """The table by which rolls under these options are read: the campaign's own, else the classic one."""
    found: Table = options.get("table", CLASSIC)
    return found


def print_table(table: Table) -> str:
    """The normal print of a table, whose bytes name its rules version; `read_table` gives the table again."""
    lines = [HEADER]
    more = {} if table.beyond == BEYOND_STARTS else {BEYOND: table.beyond}
    for name, (green, yellow, red) in (dict(zip(RANKS, table.starts, strict=True)) | more).items():
        ends = zip(BANDS, (1, green, yellow, red), (green, yellow, red, 101), strict=True)
        shown = [f"{colour} {_stretch(first, after - 1)}" for colour, first, after in ends if first < after]
        lines.append(f"{name}: {', '.join(shown)}")
    return "\n".join(lines) + "\n"


def check_starts(name: str, starts: Sequence[int]) -> tuple[int, int, int]:
    """The first numbers of Green, Yellow and Red at that rank; refused unless each number from 1 to 100 has one colour.

    A colour that begins where the next one does has no number. Red has one, as a natural 100 is Red on every rank.
    """
    if len(starts) != len(BANDS) - 1:
        raise RuleError(f"{name} needs the first numbers of Green, Yellow and Red.")
    before, free = "Green", 1
    for colour, first in zip(BANDS[1:], starts, strict=True):
        if type(first) is not int or not 1 <= first <= 100:
            raise RuleError(f"{name}: {colour} begins at a number from 1 to 100, not at {first}.")
        if first < free:
            raise RuleError(
                f"{name}: {colour} begins at {first}, below {before}, which begins at {free}. "
                f"{colour} begins at {free} or above; at {free} itself, {before} has no number."
            )
        before, free = colour, first
    green, yellow, red = starts
    return green, yellow, red


def read_table(text: str) -> Table:
    """The table that a GM wrote; a fault is named with its rank.

    Every rank needs one line, and Beyond may have one: its colours in order, each number from 1 to 100 in exactly one of
    them, 100 in Red. A colour that has no number is left out.
    """
    if len(text) > LONGEST_TABLE:
        raise RuleError(f"A table has at most {LONGEST_TABLE} characters, this one has {len(text)}.")
    found: dict[str, tuple[int, int, int]] = {}
    for line in filter(None, map(str.strip, text.splitlines())):
        if line == HEADER:
            continue
        typed, colon, bands = line.partition(":")
        name = any_rank(typed.strip())
        if not colon:
            raise RuleError(f"{name} needs its colours: `Good: White 1-45, Green 46-75, Yellow 76-97, Red 98-100`.")
        if name in found:
            raise RuleError(f"{name} stands twice: each rank has one line.")
        found[name] = _row(name, bands)
    missing = [name for name in RANKS if name not in found]
    if missing:
        raise RuleError(f"{missing[0]} has no line: the table needs all {len(RANKS)} ranks.")
    return Table(tuple(found[name] for name in RANKS), found.get(BEYOND, BEYOND_STARTS))


def _row(name: str, text: str) -> tuple[int, int, int]:
    """The first numbers of Green, Yellow and Red of one line; the start of an empty band is that of the next one."""
    starts: dict[str, int] = {}
    free, place = 1, 0
    for part in text.split(","):
        found = _BAND.fullmatch(part.strip())
        colour = found["colour"].capitalize() if found else ""
        if found is None or colour not in BANDS[place:]:
            raise RuleError(f"{name}: “{part.strip()[:40]}” is not clear. Colours stand in the order White, Green, Yellow, Red.")
        first, last = int(found["first"]), int(found["last"] or found["first"])
        if first != free:
            wrong, why = (first, "has two colours") if first < free else (free, "has no colour")
            raise RuleError(f"{name}: {wrong} {why}. {colour} begins at {free}.")
        if last < first or last > 100:
            raise RuleError(f"{name}: {colour} {first}-{last} is no stretch of 1 to 100.")
        starts[colour], free, place = first, last + 1, BANDS.index(colour) + 1
    if free != 101 or "Red" not in starts:
        raise RuleError(f"{name}: the last colour is Red and ends at 100, as a natural 100 is Red on every rank.")
    yellow = starts.get("Yellow", starts["Red"])
    return starts.get("Green", yellow), yellow, starts["Red"]


def _stretch(first: int, last: int) -> str:
    return str(first) if first == last else f"{first}-{last}"
