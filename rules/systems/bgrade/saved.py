"""The saved rolls of a B-Grade sheet: plain notation and `!pool` lines."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from rules.lines import Command
from rules.macros import read_macros
from rules.system import settled
from rules.systems.bgrade import sheet as sheets
from rules.systems.bgrade.options import OPTIONS
from rules.systems.bgrade.pool_command import declare_pool

WORDS: Final = ("pool",)
KEYWORDS: Final = ("vs", "with", "fast", "slow", "actions")


def read_sheet(fields: Mapping[str, str]) -> dict[str, Any]:
    """The sheet of a form's texts with its macros, whose pools are rolled from that sheet."""
    sheet = sheets.read_sheet(fields)
    options = settled({}, OPTIONS)

    def check(command: Command) -> None:
        declare_pool(command, sheet, options)

    names = [str(trait["name"]) for trait in (*sheet["stats"], *sheet["skills"])]
    macros = read_macros(fields.get("macros", ""), WORDS, (*names, *KEYWORDS), check)
    return sheet | ({"macros": macros} if macros else {})
