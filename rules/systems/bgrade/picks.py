"""A pool picked from the sheet instead of typed, and the `!pool` line that it stands for (commands.md, section 4)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from rules.lines import RuleError, quoted
from rules.macros import saved_line, saved_picks
from rules.picks import Pick, kept, whole
from rules.system import Sheet

KEYWORDS: Final = ("vs", "with", "fast", "slow", "actions")
HEIGHTS: Final = tuple((str(face), str(face)) for face in range(10, 0, -1))
DIFFICULTIES: Final = (("", "None"), *((str(level), str(level)) for level in range(1, 11)))
ACTIONS_HELP: Final = "At least two: their number, or one word for each, parted by commas, like punch, duck. They cost a die."
CHANGES: Final = (
    Pick("bonus", "Bonus dice", "number"),
    Pick("penalty", "Penalty dice", "number", help="On top of those of the sheet and of conditions in the fight."),
    Pick("difficulty", "Difficulty", "one", DIFFICULTIES, "A pair needs more than that, unless your table reads it otherwise."),
    Pick("actions", "Several actions", "text", help=ACTIONS_HELP),
    Pick("against", "Against", "name", help="Whoever answers with dice. Nobody for a roll without an opponent."),
    Pick("helper", "Together with", "name", help="Who throws for the same, with the same Stat and Skill. Several by commas."),
)
PACE: Final = (
    ("", "Not said"),
    ("fast", "Time matters: width decides"),
    ("slow", "No hurry: height decides"),
)


def picks(sheet: Sheet | None, picked: Mapping[str, str]) -> tuple[Pick, ...]:
    """The fields of a pool: traits of the sheet, or numbers of dice without one; a height for each Expert Die (BG-23)."""
    saved = saved_picks(sheet, picked, "None: the pool of these fields")
    if kept(saved[:1], picked).get("saved"):
        return saved
    first = (*saved, *(_traits(sheet) if sheet and sheet["stats"] else _dice()))
    values = kept((*first, *CHANGES), picked)
    heights = tuple(
        Pick(f"height{place}", _height_label(place), "one", HEIGHTS, "Said before the throw, and kept.")
        for place in range(1, _expert_dice(sheet, values) + 1)
    )
    pace = (Pick("pace", "Does time matter?", "one", PACE),) if values["against"] or values["helper"] else ()
    return (*first, *heights, *CHANGES, *pace)


def line(picked: Mapping[str, str]) -> str:
    """`!pool Body+Brawl +1d vs 4`."""
    if saved := saved_line(picked):
        return saved
    parts = ["!pool", _hand(picked)]
    for name, label, sign in (("bonus", "Bonus dice", "+"), ("penalty", "Penalty dice", "-")):
        if count := whole(picked.get(name, ""), label):
            parts.append(f"{sign}{count}d")
    heights = [value for name, value in sorted(picked.items()) if name.startswith("height")]
    parts += [f"ed={','.join(heights)}"] if heights else []
    parts += [f"vs {picked['difficulty']}"] if picked.get("difficulty") else []
    parts += [f"actions {_actions(picked['actions'])}"] if picked.get("actions") else []
    parts += [f"vs {quoted(picked['against'], KEYWORDS)}"] if picked.get("against") else []
    parts += [f"with {_names(picked['helper'])}"] if picked.get("helper") else []
    return " ".join([*parts, picked.get("pace", "")]).strip()


def _traits(sheet: Sheet) -> tuple[Pick, ...]:
    stats = tuple((str(trait["name"]), _told(trait)) for trait in sheet["stats"])
    skills = tuple((str(trait["name"]), _told(trait)) for trait in sheet["skills"])
    return Pick("stat", "Stat", "one", stats), Pick("skill", "Skill", "one", (*skills, ("", "None, the Stat alone")))


def _dice() -> tuple[Pick, ...]:
    names = (("dice", "Dice"), ("ed", "Expert Dice"), ("had", "Hammer-time Dice"))
    return tuple(Pick(name, label, "number") for name, label in names)


def _told(trait: Mapping[str, Any]) -> str:
    special = "".join(f" + {trait[kind]} {words}" for kind, words in (("ed", "ED"), ("had", "HaD")) if trait[kind])
    return f"{trait['name']} {trait['dice']}{special}"


def _height_label(place: int) -> str:
    return "Expert Die set to" if place == 1 else f"Expert Die {place} set to"


def _expert_dice(sheet: Sheet | None, values: Mapping[str, str]) -> int:
    """The Expert Dice of what is picked; a number that is none counts as nothing, the line says what is wrong with it."""
    if "dice" in values:
        typed = values["ed"]
        return min(int(typed), 9) if typed.isascii() and typed.isdigit() and len(typed) < 3 else 0
    traits = [*sheet["stats"], *sheet["skills"]] if sheet else []
    return min(sum(int(one["ed"]) for one in traits if one["name"] in (values["stat"], values["skill"])), 9)


def _hand(picked: Mapping[str, str]) -> str:
    if "stat" in picked:
        names = [picked["stat"], picked.get("skill", "")]
        return "+".join(quoted(name, KEYWORDS) for name in names if name)
    dice, ed, had = (
        whole(picked.get(name, ""), label) for name, label in (("dice", "Dice"), ("ed", "Expert Dice"), ("had", "HaD"))
    )
    if not dice + ed + had:
        raise RuleError("Say how many dice the pool has.")
    return "+".join([f"{dice}d", *(f"{count}{kind}" for count, kind in ((ed, "ed"), (had, "had")) if count)])


def _actions(typed: str) -> str:
    """The number of the actions, or their names."""
    if typed.isascii() and typed.isdigit():
        return typed
    return _names(typed)


def _names(typed: str) -> str:
    """Names parted by commas, each as a line needs it."""
    return ", ".join(quoted(name.strip(), KEYWORDS) for name in typed.split(","))
