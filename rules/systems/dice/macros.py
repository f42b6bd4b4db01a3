"""Saved rolls of a character: `stab = 1d20+5 & 1d4`, thrown with `!roll stab`."""

from __future__ import annotations

import re
from collections.abc import Mapping

from rules.dice.limits import TABLE
from rules.dice.notation import parse as read_notation
from rules.lines import RuleError, fold_name, near

MOST_MACROS = 50

_NAME = re.compile(r"[^\W\d_][\w-]{0,39}")


def rolls_of(notation: str) -> list[str]:
    """The rolls of a line, parted by `&` outside of labels. Raises RuleError where there are more than a line holds."""
    if "[" not in notation:
        rolls = notation.split("&")
    elif len(notation) > TABLE.results * (TABLE.characters + 1):
        raise RuleError(f"A roll has at most {TABLE.characters} characters.")
    else:
        rolls, inside = [""], False
        for character in notation:
            inside = character == "[" or (inside and character != "]")
            if character == "&" and not inside:
                rolls.append("")
            else:
                rolls[-1] += character
    if len(rolls) > TABLE.results:
        raise RuleError(f"At most {TABLE.results} results in one line.")
    return rolls


def read_macros(text: str) -> dict[str, str]:
    """The macros of a text, one `name = notation` a line; empty lines are skipped. Raises RuleError with the number of the line."""
    macros: dict[str, str] = {}
    for place, line in enumerate(text.splitlines(), 1):
        if not line.strip():
            continue
        try:
            name, notation = _read_macro(line)
            if any(fold_name(name) == fold_name(known) for known in macros):
                raise RuleError(f"There is a macro {name} already.")
            if len(macros) == MOST_MACROS:
                raise RuleError(f"There are at most {MOST_MACROS} macros.")
        except RuleError as refused:
            raise RuleError(f"Macros, line {place}: {refused.sentence}") from None
        macros[name] = notation
    return macros


def show_macros(macros: Mapping[str, str]) -> str:
    """The text that `read_macros` reads as these macros."""
    return "\n".join(f"{name} = {notation}" for name, notation in macros.items())


def expand(roll: str, macros: Mapping[str, str]) -> str | None:
    """The notation of the macro that a whole roll names, None where it names none.

    Raises RuleError for a word that looks like a macro's name, cannot be read as a roll, and names none of those that there are.
    """
    name = roll.strip(" \t")
    if not macros or not _NAME.fullmatch(name):
        return None
    by_name = {fold_name(known): notation for known, notation in macros.items()}
    found = by_name.get(fold_name(name))
    if found is not None or _is_roll(name):
        return found
    meant = near(fold_name(name), sorted(by_name))
    hint = f"Did you mean {meant}?" if meant else f"There are: {', '.join(macros)}."
    raise RuleError(f"No macro {name} on this sheet. {hint}")


def _read_macro(line: str) -> tuple[str, str]:
    name, sign, notation = (part.strip() for part in line.partition("="))
    if not sign or not _NAME.fullmatch(name):
        raise RuleError("A macro is a name of one word, =, and a roll: `stab = 1d20+5`.")
    if _is_roll(name):
        raise RuleError(f"{name} is itself a roll and cannot be the name of a macro.")
    for roll in rolls_of(notation):
        read_notation(roll)
    return name, notation


def _is_roll(text: str) -> bool:
    try:
        read_notation(text)
    except RuleError:
        return False
    return True
