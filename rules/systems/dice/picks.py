"""Plain dice picked instead of typed, and the `!roll` line that they stand for."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Final

from rules.lines import RuleError
from rules.macros import macros_of
from rules.picks import Pick, kept, whole
from rules.system import Sheet

SIDES: Final = tuple((f"d{sides}", f"d{sides}") for sides in (6, 4, 8, 10, 12, 20, 100))
TYPED: Final = ("", "Typed in notation")
KEEP: Final = (("", "All count"), ("kh1", "The highest counts"), ("kh3", "The three highest count"), ("kl1", "The lowest counts"))
NOTATION_HELP: Final = "Like 4d6kh3+2: four dice of six sides, the three highest count, plus two."
_MACRO: Final = "saved "
_SIGNED: Final = re.compile(r"([+-]?)([0-9]{1,4})", re.ASCII)


def picks(sheet: Sheet | None, picked: Mapping[str, str]) -> tuple[Pick, ...]:
    """The saved rolls of the sheet and the usual dice, with their number and what is added; or the notation itself."""
    macros = tuple((f"{_MACRO}{name}", f"{name}: {roll}") for name, roll in macros_of(sheet).items() if not roll.startswith("!"))
    which = Pick("which", "Dice", "one", (*macros, *SIDES, TYPED))
    chosen = kept((which,), picked)["which"]
    if chosen == "":
        return which, Pick("notation", "Notation", "text", help=NOTATION_HELP)
    if chosen.startswith(_MACRO):
        return (which,)
    plus = Pick("plus", "Added", "text", help="Like +3 or -1.")
    return (
        which,
        Pick("count", "How many", "number", help="One, where nothing is said."),
        Pick("keep", "Which count", "one", KEEP),
        plus,
    )


def line(picked: Mapping[str, str]) -> str:
    """`!roll 4d6kh3+2`, `!roll stab`."""
    which = picked["which"]
    if which.startswith(_MACRO):
        return f"!roll {which.removeprefix(_MACRO)}"
    if which == "":
        if not picked.get("notation"):
            raise RuleError("Say which dice, like `2d6+3`.")
        return f"!roll {picked['notation']}"
    count = whole(picked.get("count", ""), "How many") if picked.get("count") else 1
    added = _SIGNED.fullmatch(picked.get("plus", "") or "0")
    if added is None:
        raise RuleError(f"Added: a whole number like +3 or -1, not “{picked['plus']}”.")
    plus = f"{added[1] or '+'}{int(added[2])}" if int(added[2]) else ""
    return f"!roll {count}{which}{picked.get('keep', '')}{plus}"
