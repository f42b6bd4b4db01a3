"""A B-Grade sheet: stats, skills and named penalties, each one line (BG-3, BG-28, BG-A16).

Shape: {"stats": [{"name", "dice", "ed", "had"}], "skills": [the same], "penalties": [{"name", "dice"}]}; `dice` counts
plain dice (of a penalty: lost dice), `ed` Expert and `had` Hammer-time Dice on top of them. Saved rolls as in `rules.macros`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Any, Final

from rules.combat.hindering import Penalties
from rules.lines import RuleError, check_name, fold_name
from rules.macros import macros_of, show_macros
from rules.system import Sheet, Trait

MOST_DICE: Final = 50
MOST_LINES: Final = 100
LONGEST_LINE: Final = 200
TRAIT_FORM: Final = "Climb 3, Climb 3+1ed or Shoot 2+1had"
PENALTY_FORM: Final = "torn arm -1d"
MACRO_FORM: Final = "punch = !pool Body+Brawl vs 4, thrown with !roll punch"

_TRAIT = re.compile(
    r"(?P<name>.*\S)\s+(?P<dice>[0-9]{1,2})d?(?P<special>(?:\s*\+\s*[0-9]{1,2}(?:ed|had))*)", re.IGNORECASE | re.ASCII
)
_SPECIAL = re.compile(r"([0-9]{1,2})(ed|had)", re.IGNORECASE | re.ASCII)
_PENALTY = re.compile(r"(?P<name>.*\S)\s+-(?P<dice>[1-9][0-9]?)d", re.IGNORECASE | re.ASCII)
_LIKE_DICE = re.compile(r"[0-9]+(?:d|d10|ed|had)?", re.IGNORECASE | re.ASCII)

FIELDS: Final = (
    Trait("stats", "Stats", "lines", "Body 3"),
    Trait("skills", "Skills", "lines", "Brawl 4, with special dice Climb 3+1ed or Shoot 2+1had"),
    Trait("penalties", "Penalties in force", "lines", PENALTY_FORM),
    Trait("macros", "Macros", "lines", MACRO_FORM),
)


def read_sheet(fields: Mapping[str, str]) -> dict[str, Any]:
    """The sheet of a form's texts; a fault is named with its field and line. A name stands once on a sheet."""
    names: set[str] = set()
    stats = _lines("Stats", fields.get("stats", ""), _trait, names)
    skills = _lines("Skills", fields.get("skills", ""), _trait, names)
    return {
        "stats": stats,
        "skills": skills,
        "penalties": _lines("Penalties", fields.get("penalties", ""), _penalty, set()),
    }


def show_sheet(sheet: Sheet) -> dict[str, str]:
    """The form's texts of a sheet."""
    shown = {field: "\n".join(_show_trait(trait) for trait in sheet[field]) for field in ("stats", "skills")}
    shown["penalties"] = "\n".join(f"{one['name']} -{one['dice']}d" for one in sheet["penalties"])
    return shown | {"macros": show_macros(macros_of(sheet))}


def hindered(sheet: Sheet | None, penalties: Penalties) -> Sheet:
    """The sheet with these penalties after its own; where there is none, one without traits."""
    known = sheet or {"stats": [], "skills": [], "penalties": []}
    return {**known, "penalties": [*known["penalties"], *({"name": name, "dice": dice} for name, dice in penalties)]}


def has_traits(sheet: Sheet) -> bool:
    """Whether anything is filled in that a pool is rolled from."""
    return bool(sheet["stats"] or sheet["skills"])


def _lines(label: str, text: str, read: Callable[[str], dict[str, Any]], names: set[str]) -> list[dict[str, Any]]:
    """The entries of a field; empty lines are skipped, and `names` grows by the names read."""
    entries: list[dict[str, Any]] = []
    for place, line in enumerate(text.splitlines(), 1):
        if not line.strip():
            continue
        try:
            if len(entries) == MOST_LINES or len(line) > LONGEST_LINE:
                raise RuleError(f"There are at most {MOST_LINES} lines of at most {LONGEST_LINE} characters.")
            entry = read(line.strip())
            if fold_name(entry["name"]) in names:
                raise RuleError(f"{entry['name']} stands on this sheet already.")
        except RuleError as refused:
            raise RuleError(f"{label}, line {place}: {refused.sentence}") from None
        names.add(fold_name(entry["name"]))
        entries.append(entry)
    return entries


def _trait(line: str) -> dict[str, Any]:
    found = _TRAIT.fullmatch(line)
    if found is None:
        raise RuleError(f"“{line}” needs a name and a number of dice, like {TRAIT_FORM}.")
    name = check_name(found["name"])
    if _LIKE_DICE.fullmatch(name) or any(sign in name for sign in "+,=#"):
        raise RuleError(f"{name} cannot be the name of a trait: it would read as dice. Leave out +, =, # and commas.")
    dice = {"dice": int(found["dice"]), "ed": 0, "had": 0}
    for count, kind in _SPECIAL.findall(found["special"]):
        dice[kind.lower()] += int(count)
    if sum(dice.values()) > MOST_DICE:
        raise RuleError(f"{name} has at most {MOST_DICE} dice.")
    return {"name": name, **dice}


def _show_trait(trait: Mapping[str, Any]) -> str:
    special = "".join(f"+{trait[kind]}{kind}" for kind in ("ed", "had") if trait[kind])
    return f"{trait['name']} {trait['dice']}{special}"


def _penalty(line: str) -> dict[str, Any]:
    found = _PENALTY.fullmatch(line)
    if found is None:
        raise RuleError(f"“{line}” needs a name and the dice lost, like {PENALTY_FORM}.")
    return {"name": check_name(found["name"]), "dice": int(found["dice"])}
