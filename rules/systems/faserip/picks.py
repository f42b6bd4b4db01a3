"""A FEAT or an attack picked from the sheet instead of typed, and the line that it stands for (commands.md, section 4)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from rules.lines import RuleError, quoted
from rules.macros import saved_line, saved_picks
from rules.picks import Pick, kept
from rules.system import Sheet
from rules.systems.faserip.column_shifts import signed
from rules.systems.faserip.line import KEYWORDS
from rules.systems.faserip.ranks import RANKS
from rules.systems.faserip.sheet import STATISTICS

ACTS: Final = (
    ("feat", "A FEAT"),
    ("attack", "An attack"),
    ("grapple", "A grapple, to hold somebody"),
    ("more", "A FEAT for further actions"),
)
TARGET: Final = Pick("target", "Whom", "name")
AGAINST: Final = Pick("against", "Against", "name", help="Whoever answers with a roll. Nobody for a FEAT without an opponent.")
MORE: Final = Pick("roll", "Further actions use", "one", tuple((name, name) for name in ("Fighting", "Agility")))
SHIFTS: Final = tuple((f"{cs:+d}cs", signed(cs)) for cs in (*range(1, 9), *range(-1, -9, -1)))
SHIFT: Final = Pick("shift", "Column shift", "one", (("", "None"), *SHIFTS), "On top of what Talents and several actions shift.")
SUPPOSING: Final = "A rank that you suppose. It changes the chances shown here and not the roll."
TRACK: Final = Pick(
    "track",
    "Health that it hurts",
    "one",
    (("", "As the power says, else Physical"), ("physical", "Physical"), ("mental", "Mental")),
)
ACTIONS: Final = tuple((f"{which}/{count}", f"Action {which} of {count}") for count in range(2, 5) for which in range(1, count + 1))
ACTION: Final = Pick(
    "action", "Several actions in this Round", "one",
    (("", "This one alone"), *ACTIONS, ("extra", "A further one, after its FEAT was passed")),
)  # fmt: skip


def picks(sheet: Sheet | None, picked: Mapping[str, str], ranks: Sequence[str] = RANKS) -> tuple[Pick, ...]:
    """The fields of what is done: for an attack whom and with what, for a FEAT which statistic, with the Talents that fit it.

    ranks: those that the campaign plays with, lowest first.
    """
    saved = saved_picks(sheet, picked, "None: what these fields say")
    if kept(saved[:1], picked).get("saved"):
        return saved
    act = Pick("act", "What", "one", ACTS[: None if sheet else 3])
    done = kept((act,), picked)["act"]
    if done == "more":
        return *saved, act, MORE
    fields = [*saved, act, *([] if done == "feat" else [TARGET])]
    stat = "Strength"
    if sheet is None:
        fields.append(Pick("roll", "Rank", "one", _named(ranks[1:])))
    elif done != "grapple":
        roll = _rolls(sheet) if done == "feat" else _weapons(sheet)
        fields.append(roll)
        stat = _aim(sheet, kept((roll,), picked)["roll"])
    if sheet and (talents := _talents(sheet, stat)):
        fields.append(Pick("talents", "Talents that fit", "many", talents))
    if done == "attack":
        fields += [_damage(sheet, kept(fields, picked)["roll"], ranks), TRACK]
    supposed = Pick("supposed", "Chances against", "one", (("", "Nobody defends"), *_named(ranks)), SUPPOSING)
    last = {"feat": (AGAINST, ACTION), "attack": (ACTION, supposed)}.get(done, (ACTION,))
    return (*fields, SHIFT, *last)


def line(picked: Mapping[str, str]) -> str:
    """`!feat Reasoning with Physics +1cs`, `!attack Toad with Lightning`."""
    if saved := saved_line(picked):
        return saved
    done, roll = picked["act"], picked.get("roll", "")
    if done == "more":
        return f"!more {roll}"
    if done != "feat" and not picked.get("target"):
        raise RuleError("Say whom it is aimed at.")
    talents = [name for name in picked.get("talents", "").split("\n") if name]
    first = roll if done == "feat" else picked["target"]
    traits = talents if done == "feat" else [*([roll] if roll and roll != "Fighting" else []), *talents]
    parts = [f"!{done}", quoted(first, KEYWORDS)]
    parts += [f"with {', '.join(quoted(name, KEYWORDS) for name in traits)}"] if traits else []
    parts += [f"damage {quoted(picked['damage'])}"] if picked.get("damage") else []
    parts += [picked.get("track", ""), picked.get("shift", "")]
    parts += [f"vs {quoted(picked['against'], KEYWORDS)}"] if picked.get("against") else []
    action = picked.get("action", "")
    return " ".join(part for part in [*parts, f"action {action}" if "/" in action else action] if part)


def _rolls(sheet: Sheet) -> Pick:
    return Pick("roll", "Statistic", "one", tuple((name, f"{name}, {sheet['ranks'][name]}") for name in STATISTICS))


def _weapons(sheet: Sheet) -> Pick:
    """What strikes: Fighting first, as where nothing is said, then the powers that can be aimed, then the other statistics."""
    powers = tuple((str(one["name"]), _power(one)) for one in sheet["powers"] if one["aim"])
    stats = _rolls(sheet).choices
    return Pick("roll", "With", "one", (stats[0], *powers, *stats[1:]))


def _power(power: Mapping[str, Any]) -> str:
    return f"{power['name']}, {power['rank']} damage, aimed with {power['aim']}"


def _aim(sheet: Sheet, roll: str) -> str:
    return next((str(one["aim"]) for one in sheet["powers"] if one["name"] == roll), roll)


def _talents(sheet: Sheet, stat: str) -> tuple[tuple[str, str], ...]:
    """The Talents of the sheet that may stand beside that statistic (FR-9)."""
    fitting = [one for one in sheet["talents"] if one["stat"] in ("", stat)]
    return tuple((str(one["name"]), f"{one['name']} {signed(one['cs']) if one['cs'] else ''}".strip()) for one in fitting)


def _named(ranks: Sequence[str]) -> tuple[tuple[str, str], ...]:
    return tuple((name, name) for name in ranks)


def _damage(sheet: Sheet | None, roll: str, ranks: Sequence[str]) -> Pick:
    """Whose damage the sheet knows may leave it to the sheet; every other attack must say it (FR-8)."""
    known = sheet is not None and (roll == "Fighting" or roll not in STATISTICS)
    usual = "As the sheet says" if known else "Choose a rank"
    return Pick("damage", "Damage", "one", (("", usual), *_named(ranks[1:])))
