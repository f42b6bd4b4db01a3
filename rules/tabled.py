"""A rule system whose table of results a campaign may write for itself (FR-A01)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol, runtime_checkable

from rules.reading import Band
from rules.system import Options, RuleSystem


@dataclass(frozen=True)
class TableRow:
    """One row of a system's table of results: `starts` are the first numbers of its columns, `bands` what they make of 1 to 100."""

    name: str
    starts: tuple[int, ...]
    bands: tuple[Band, ...]


@runtime_checkable
class Tabled(RuleSystem, Protocol):
    """What a system answers besides whose table of results a campaign may write for itself (FR-A01)."""

    table_title: str
    table_rule: str
    """The id of the ambiguity that leaves the table to the campaign."""
    columns: tuple[str, ...]
    """Headings of the columns, each with a first number in every row."""

    @property
    def rv(self) -> str:
        """The rules version of its rolls, which names the table where it is a campaign's own."""

    def rows(self, options: Options) -> tuple[TableRow, ...]:
        """The table's rows in order, as they are read under these options."""

    def check_row(self, name: str, starts: Sequence[int]) -> None:
        """Refuses first numbers that are no row of such a table, with its name and what is wrong."""

    def with_rows(self, starts: Mapping[str, Sequence[int]]) -> Tabled:
        """The same rules by a table with these first numbers, by row; a row that is not named stays as it is."""

    def print_table(self) -> str:
        """The normal print of its table, whose bytes name its rules version."""

    def with_table(self, text: str) -> Tabled:
        """The same rules by the table of that print; a faulty one is refused with what is wrong and where."""
