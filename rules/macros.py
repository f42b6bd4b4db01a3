"""Saved rolls of a character: `stab = 1d20+5 & 1d4`, thrown with `!roll stab`.

A macro holds plain notation, or one line of the campaign's own rules: `punch = !pool Body+Brawl`. NAME in such a line stands for
whoever is named when it is thrown: `bolt = !attack NAME with Lightning`, thrown with `!roll bolt Toad`. A sheet holds them as
{"macros": {name: text}}, and leaves the key away where there are none.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Mapping
from dataclasses import replace
from typing import Any

from rules.dice.limits import TABLE
from rules.dice.notation import parse as read_notation
from rules.errors import RuleError
from rules.lines import ALIASES, ROLL_WORDS, Command, near, quoted, read_line, split_words
from rules.names import check_name, fold_name, loose_name
from rules.picks import Pick, kept

MOST_MACROS = 50
LONGEST_MACRO = 500
FORM = "A macro is a name of one word, =, and a roll: `stab = 1d20+5`."

_NAME = re.compile(r"[^\W\d_][\w-]{0,39}")
_TARGET = re.compile(r"(?<!\S)NAME(?!\S)")
_SAVED = "saved"
_OF_TRAITS = ("pool", "feat")


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


def read_macros(
    text: str, words: Collection[str] = (), taken: Collection[str] = (), check: Callable[[Command], Any] | None = None
) -> dict[str, str]:
    """The macros of a text, one `name = roll` a line; empty lines are skipped. Raises RuleError with the number of the line.

    words: those of the campaign's rules that a macro may hold; `check` refuses a line of them that could not be thrown from the
    sheet. taken: names that mean something else there, of a Stat for instance.
    """
    macros: dict[str, str] = {}
    others = {loose_name(name) for name in taken}
    for place, line in enumerate(text.splitlines(), 1):
        if not line.strip():
            continue
        try:
            name, roll = _read_macro(line, words, check)
            if loose_name(name) in others:
                raise RuleError(f"{name} is read as something else already and cannot be the name of a macro.")
            if any(fold_name(name) == fold_name(known) for known in macros):
                raise RuleError(f"There is a macro {name} already.")
            if len(macros) == MOST_MACROS:
                raise RuleError(f"There are at most {MOST_MACROS} macros.")
        except RuleError as refused:
            raise RuleError(f"Macros, line {place}: {refused.sentence}") from None
        macros[name] = roll
    return macros


def show_macros(macros: Mapping[str, str]) -> str:
    """The text that `read_macros` reads as these macros."""
    return "\n".join(f"{name} = {roll}" for name, roll in macros.items())


def expand(roll: str, macros: Mapping[str, str]) -> str | None:
    """The notation of the macro that a whole roll names, None where it names none.

    Raises RuleError for a word that looks like a macro's name, cannot be read as a roll, and names none of those that there are,
    and for a macro that holds no notation: such a one is a line of its own.
    """
    name = roll.strip(" \t")
    if not macros or not _NAME.fullmatch(name):
        return None
    found = _found(name, macros)
    if found is not None and found.startswith("!"):
        raise RuleError(f"{name} is `{found}` and stands alone: `!roll {name}`.")
    if found is not None or _is_roll(name):
        return found
    by_name = sorted(fold_name(known) for known in macros)
    meant = near(fold_name(name), by_name)
    hint = f"Did you mean {meant}?" if meant else f"There are: {', '.join(macros)}."
    raise RuleError(f"No macro {name} on this sheet. {hint}")


def expanded(command: Command, macros: Mapping[str, str]) -> Command:
    """The line of the macro that a `!roll` line names, or that `!pool punch` and `!feat study` do where it begins with that word;
    every other line as it is: after `!attack` stands a target.

    Raises RuleError where the macro needs a name to be aimed at, and none or more stand there.
    """
    words = split_words(command.rest, command.column) if macros and command.rest else []
    found = _found(words[0].text, macros) if words and not words[0].quoted else None
    inner = read_line(found) if found and found.startswith("!") else None
    own = inner is not None and command.word == inner.word in _OF_TRAITS and len(words) == 1
    if inner is None or not (own or command.word == "roll"):
        return command
    name, rest = words[0].text, inner.rest
    if _TARGET.search(rest):
        if len(words) != 2 or words[1].says(","):
            raise RuleError(f"Say whom {name} is for: `!roll {name} NAME`, in quotes where the name has blanks.", command.column)
        said = quoted(check_name(words[1].text))
        rest = _TARGET.sub(lambda _: said, rest)
    elif len(words) > 1:
        raise RuleError(f"{name} is `{found}` and stands alone: `!roll {name}`.", words[1].column)
    return replace(command, word=inner.word, rest=rest)


def macros_of(sheet: Mapping[str, Any] | None) -> Mapping[str, str]:
    """The macros of a sheet; none where it has none, or is none."""
    found: Mapping[str, str] = (sheet or {}).get("macros", {})
    return found


def needs_target(roll: str) -> bool:
    """Whether a macro holds NAME, which stands for whoever it is aimed at."""
    return roll.startswith("!") and _TARGET.search(roll) is not None


def saved_picks(sheet: Mapping[str, Any] | None, picked: Mapping[str, str], none: str) -> tuple[Pick, ...]:
    """The macros of a sheet as the first field of its picker, `none` being what is said of no macro; with a second field where the
    one that is picked is aimed at somebody. () where there are none."""
    macros = macros_of(sheet)
    if not macros:
        return ()
    pick = Pick(_SAVED, "Saved roll", "one", (("", none), *((name, f"{name}: {roll}") for name, roll in macros.items())))
    roll = macros.get(kept((pick,), picked)[_SAVED], "")
    return (pick, Pick("target", "Whom", "name")) if needs_target(roll) else (pick,)


def saved_line(picked: Mapping[str, str]) -> str:
    """The line that throws the macro which is picked, "" where none is."""
    name = picked.get(_SAVED, "")
    if name and picked.get("target") == "":
        raise RuleError("Say whom it is aimed at.")
    return " ".join(["!roll", name, *([quoted(picked["target"])] if "target" in picked else [])]) if name else ""


def _found(name: str, macros: Mapping[str, str]) -> str | None:
    return next((roll for known, roll in macros.items() if fold_name(known) == fold_name(name)), None)


def _read_macro(line: str, words: Collection[str], check: Callable[[Command], Any] | None) -> tuple[str, str]:
    name, sign, roll = (part.strip() for part in line.partition("="))
    if not sign or not _NAME.fullmatch(name):
        raise RuleError(FORM)
    if len(roll) > LONGEST_MACRO:
        raise RuleError(f"{name} has more than {LONGEST_MACRO} characters.")
    if _is_roll(name):
        raise RuleError(f"{name} is itself a roll and cannot be the name of a macro.")
    first = roll.removeprefix("!").partition(" ")[0].lower()
    command = read_line(roll if roll.startswith("!") else f"!{roll}") if first in ROLL_WORDS | ALIASES.keys() else None
    try:
        if command is None or command.word == "roll":
            return name, _notation(roll if command is None else command.rest)
        if command.word not in words or check is None:
            known = " or ".join(["dice", *(f"`!{word}`" for word in words)])
            raise RuleError(f"`!{command.word}` is no roll that a macro holds here, which is {known}.")
        if command.speaker or command.secrecy or command.reason:
            raise RuleError(f"A macro holds the roll alone. A reason stands behind its name: `!roll {name} # why`.")
        check(command)
    except RuleError as refused:
        raise RuleError(f"{name}: {refused.sentence}") from None
    return name, f"!{command.word} {command.rest}"


def _notation(notation: str) -> str:
    for roll in rolls_of(notation):
        read_notation(roll)
    return notation


def _is_roll(text: str) -> bool:
    try:
        read_notation(text)
    except RuleError:
        return False
    return True
