"""A FASERIP sheet: seven ranks, powers, Talents and two health tracks (FR-7 to FR-9, FR-22).

Shape: {"ranks": {statistic: rank}, "powers": [{"name", "rank", "aim", "track", "limits"}], "talents": [{"name", "stat",
"cs"}], "health": {"physical": [now, most], "mental": [now, most]}}. `aim` is a statistic or "", `track` "physical" or
"mental"; a Talent whose `stat` is "" fits every statistic. A power that is met with another statistic than usual has it
as "met"; a Talent that allows several actions has "several": 1.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from functools import partial
from typing import Any, Final

from rules.lines import RuleError, check_name, fold_name
from rules.macros import macros_of, show_macros
from rules.system import UNHARMED, Gauge, Harm, Options, Sheet, Step, Trait
from rules.systems.faserip.column_shifts import signed
from rules.systems.faserip.health import LEAST_ABLE, TRACKS, word
from rules.systems.faserip.options import choice
from rules.systems.faserip.ranks import BEYOND, BEYOND_NUMBER, DEFAULTS, NUMBERS, PLACES, RANKS, SHORT, number, rank, ranks_of

STATISTICS: Final = ("Fighting", "Agility", "Strength", "Endurance", "Reasoning", "Intuition", "Psyche")
POWER_HELP: Final = "Lightning: Amazing, aimed with Agility, Physical; not under water"
MET: Final = "met with "
MACRO_HELP: Final = "bolt = !attack NAME with Lightning, thrown with !roll bolt Toad"
TALENT_HELP: Final = "Physics: Reasoning +1cs; for several actions: Two Guns: Agility, several actions"
_MARKS: Final = dict(zip(RANKS[1:], SHORT, strict=False))
LADDER: Final = tuple(Step(_MARKS.get(name, ""), points) for name, points in (NUMBERS | {BEYOND: BEYOND_NUMBER}).items())
SUMMED: Final = {
    "physical": ("Fighting", "Agility", "Strength", "Endurance"),
    "mental": ("Reasoning", "Intuition", "Psyche"),
}
"""By track: the statistics whose numbers are its greatest Health, where a campaign reads it so (FR-A33)."""
MOST_LINES: Final = 100
LONGEST_LINE: Final = 200
MOST_POINTS: Final = 99_999
GAUGES: Final = {track: f"{track.capitalize()} Health" for track in TRACKS}
_SEVERAL = re.compile(r"(?:^|,)\s*several actions\s*$", re.IGNORECASE)
_TALENT = re.compile(r"(?:(?P<stat>[A-Za-z]+)\s*)?(?:(?P<cs>[+-][1-9]) ?cs)?", re.IGNORECASE)


def traits(options: Options = DEFAULTS) -> tuple[Trait, ...]:
    """The fields of the form, in order; greatest Health is none of them where it is summed (FR-A33)."""
    known = ranks_of(options)
    ranks = tuple(Trait(name.lower(), name, "rank", choices=known, steps=LADDER[: len(known)]) for name in STATISTICS)
    parts = (("now", "now"),) if is_summed(options) else (("now", "now"), ("most", "at most"))
    health = tuple(
        Trait(f"{track}_{part}", f"{track.capitalize()} Health, {label}", "number") for track in TRACKS for part, label in parts
    )
    lists = (Trait("powers", "Powers", "lines", POWER_HELP), Trait("talents", "Talents", "lines", TALENT_HELP))
    macros = Trait("macros", "Macros", "lines", MACRO_HELP)
    return (*ranks, *lists, macros, *health)


def is_summed(options: Options) -> bool:
    """Whether greatest Health is the sum of ranks (FR-A33)."""
    return choice(options, "most_health") == "sum"


def most_of(sheet: Sheet, track: str, options: Options) -> int:
    """The greatest points of a track (FR-A33)."""
    if not is_summed(options):
        return int(sheet["health"][track][1])
    every = {**options, "beyond": "on"}  # a rank that stands on a sheet has its number whatever is played now
    return sum(number(str(sheet["ranks"][name]), every) for name in SUMMED[track])


def statistic(text: str) -> str | None:
    """The statistic of that name, without regard to case."""
    return next((name for name in STATISTICS if name.lower() == text.lower()), None)


def read_sheet(fields: Mapping[str, str], options: Options = DEFAULTS) -> dict[str, Any]:
    """The sheet of a form's texts; a fault is named with its field, and with its line in a field of several lines."""
    ranks = {}
    for name in STATISTICS:
        typed = fields.get(name.lower(), "").strip()
        if not typed:
            raise RuleError(f"{name} has no rank. Choose one from {RANKS[0]} to {ranks_of(options)[-1]}.")
        ranks[name] = rank(typed, options)
    powers = _lines("Powers", fields.get("powers", ""), partial(_power, options=options))
    talents = _lines("Talents", fields.get("talents", ""), _talent)
    sheet: dict[str, Any] = {"ranks": ranks, "powers": powers, "talents": talents}
    summed = is_summed(options)
    most = {track: most_of(sheet, track, options) if summed else _points(fields, f"{track}_most") for track in TRACKS}
    return sheet | {"health": {track: [_points(fields, f"{track}_now"), most[track]] for track in TRACKS}}


def show_sheet(sheet: Sheet) -> dict[str, str]:
    """The form's texts of a sheet."""
    shown = {name.lower(): str(sheet["ranks"][name]) for name in STATISTICS}
    shown["powers"] = "\n".join(_show_power(power) for power in sheet["powers"])
    shown["talents"] = "\n".join(_show_talent(talent) for talent in sheet["talents"])
    shown["macros"] = show_macros(macros_of(sheet))
    for track in TRACKS:
        now, most = sheet["health"][track]
        shown |= {f"{track}_now": str(now), f"{track}_most": str(most)}
    return shown


def gauges(sheet: Sheet, harm: Harm = UNHARMED, options: Options = DEFAULTS) -> tuple[Gauge, ...]:
    """Both health tracks with the word for their points (FR-14)."""
    found = []
    for track, name in GAUGES.items():
        left = sheet["health"][track][0] - harm.get(name, 0)
        found.append(Gauge(name, left, most_of(sheet, track, options), word(track, left), able=left >= LEAST_ABLE))
    return tuple(found)


def hurt(sheet: Sheet, gauge: str, points: int, options: Options = DEFAULTS) -> dict[str, Any]:
    """The sheet after so many points are lost; healing stops at the most (FR-22)."""
    track = next((track for track, name in GAUGES.items() if name == gauge), None)
    if track is None:
        raise RuleError(f"A sheet holds {' and '.join(GAUGES.values())}, not {gauge}.")
    now, most = sheet["health"][track][0], most_of(sheet, track, options)
    left = max(-MOST_POINTS, min(now - points, max(now, most)))
    return {**sheet, "health": {**sheet["health"], track: [left, most]}}


def _lines(label: str, text: str, read: Callable[[str], dict[str, Any]]) -> list[dict[str, Any]]:
    """The entries of a field of several lines; empty lines are skipped, a name may stand only once."""
    entries: list[dict[str, Any]] = []
    names: set[str] = {fold_name(name) for name in STATISTICS}
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


def _power(line: str, options: Options) -> dict[str, Any]:
    """A power: its rank, the statistic that aims it, the track that it hurts, its limitations (FR-8, FR-A36)."""
    head, _, limits = line.partition(";")
    name, colon, rest = head.partition(":")
    if not colon:
        raise RuleError(f"A power is written like this: {POWER_HELP}")
    first, *parts = [part.strip() for part in rest.split(",")]
    power = {"name": check_name(name), "rank": rank(first, options), "aim": "", "track": "", "limits": limits.strip()}
    for part in parts:
        aim, met = (_named(part, begin) for begin in ("aimed with ", MET))
        if aim and not power["aim"]:
            power["aim"] = aim
        elif met and "met" not in power:
            power["met"] = met
        elif part.lower() in TRACKS and not power["track"]:
            power["track"] = part.lower()
        else:
            raise RuleError(f"“{part}” is not clear. A power is written like this: {POWER_HELP}")
    if power["aim"] == "Psyche" and not power["track"]:
        raise RuleError(f"{power['name']} is aimed with Psyche: say whether it hurts Physical or Mental Health.")
    return power | {"track": power["track"] or "physical"}


def _named(part: str, begin: str) -> str | None:
    """The statistic that a part of a power's line names after these words."""
    return statistic(part[len(begin) :]) if part.lower().startswith(begin) else None


def _show_power(power: Mapping[str, Any]) -> str:
    aimed = f", aimed with {power['aim']}" if power["aim"] else ""
    aimed += f", {MET}{power['met']}" if "met" in power else ""
    limits = f"; {power['limits']}" if power["limits"] else ""
    return f"{power['name']}: {power['rank']}{aimed}, {power['track'].capitalize()}{limits}"


def _talent(line: str) -> dict[str, Any]:
    """A Talent: the statistic that it shifts (every one where none is named) and the shift, +1CS where none is named
    (FR-9). One that allows several actions shifts only where a shift is named (FR-18).
    """
    name, colon, rest = line.partition(":")
    several = _SEVERAL.search(rest)
    found = _TALENT.fullmatch(rest[: several.start()].strip() if several else rest.strip())
    stat = statistic(found["stat"]) if found and found["stat"] else ""
    if not colon or found is None or stat is None:
        raise RuleError(f"A Talent is written like this: {TALENT_HELP}")
    talent = {"name": check_name(name), "stat": stat, "cs": int(found["cs"] or (0 if several else 1))}
    return talent | {"several": 1} if several else talent


def _show_talent(talent: Mapping[str, Any]) -> str:
    parts = [f"{talent['stat']} {signed(talent['cs']).lower()}".strip()] if talent["cs"] else [talent["stat"]]
    return f"{talent['name']}: {', '.join(filter(None, [*parts, 'several actions' if talent.get('several') else '']))}"


def remarks(sheet: Sheet) -> tuple[str, ...]:
    """What a very high Endurance brings without a roll (FR-24)."""
    place = PLACES[str(sheet["ranks"]["Endurance"])]
    found = ("Can survive in space.",) if place >= PLACES["Monstrous"] else ()
    return (*found, "May need hardly any sleep.") if place >= PLACES["Unearthly"] else found


def _points(fields: Mapping[str, str], name: str) -> int:
    typed = fields.get(name, "").strip()
    label = next(trait.label for trait in traits() if trait.name == name)
    if not re.fullmatch(r"-?[0-9]{1,5}", typed, re.ASCII):
        raise RuleError(f"{label}: a whole number of points, like 40; not “{typed}”.")
    return int(typed)
