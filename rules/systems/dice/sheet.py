"""A sheet for any game: free fields, counters, and saved rolls.

Shape: {"fields": {name: text}, "counters": {name: {"now": int, "most": int}}, "macros": {name: notation}}; what is empty is left
out.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Any, Final, TypeVar

from rules.lines import RuleError, check_name, fold_name
from rules.macros import macros_of, read_macros, show_macros
from rules.system import UNHARMED, Gauge, Harm, Sheet, Trait

MOST_LINES: Final = 100
LONGEST_TEXT: Final = 200
LEAST_COUNT: Final = 999_999

FIELDS: Final = (
    Trait("fields", "Fields", "lines", "Class: Ranger"),
    Trait("counters", "Counters", "lines", "Hit points: 12/20"),
    Trait("macros", "Macros", "lines", "stab = 1d20+5 & 1d4+2, thrown with !roll stab"),
)

_COUNTER = re.compile(r"(-?[0-9]{1,6})\s*/\s*([0-9]{1,6})", re.ASCII)

Value = TypeVar("Value")


def read_sheet(fields: Mapping[str, str]) -> dict[str, Any]:
    """The sheet of a form's texts; a fault is named with its field and line."""
    read = {
        "fields": _lines("Fields", fields.get("fields", ""), _text),
        "counters": _lines("Counters", fields.get("counters", ""), _counter),
        "macros": read_macros(fields.get("macros", "")),
    }
    return {name: part for name, part in read.items() if part}


def show_sheet(sheet: Sheet) -> dict[str, str]:
    """The form's texts of a sheet."""
    counters = sheet.get("counters", {})
    return {
        "fields": "\n".join(f"{name}: {text}" for name, text in sheet.get("fields", {}).items()),
        "counters": "\n".join(f"{name}: {count['now']}/{count['most']}" for name, count in counters.items()),
        "macros": show_macros(macros_of(sheet)),
    }


def gauges(sheet: Sheet, harm: Harm = UNHARMED) -> tuple[Gauge, ...]:
    """The counters."""
    counters = sheet.get("counters", {})
    return tuple(Gauge(name, count["now"] - harm.get(name, 0), count["most"], "") for name, count in counters.items())


def hurt(sheet: Sheet, gauge: str, points: int) -> dict[str, Any]:
    """The sheet after so many points are lost of a counter, which never holds more than its most."""
    counters = sheet.get("counters", {})
    if gauge not in counters:
        raise RuleError(f"There is no counter {gauge} on this sheet.")
    now, most = counters[gauge]["now"], counters[gauge]["most"]
    left = max(-LEAST_COUNT, min(now - points, most))
    return {**sheet, "counters": {**counters, gauge: {"now": left, "most": most}}}


def _lines(label: str, text: str, read: Callable[[str], Value]) -> dict[str, Value]:
    found: dict[str, Value] = {}
    for place, line in enumerate(text.splitlines(), 1):
        if not line.strip():
            continue
        try:
            name, sign, value = line.partition(":")
            if not sign:
                raise RuleError("A name, a colon and a value stand on a line.")
            name = check_name(name)
            if any(fold_name(name) == fold_name(known) for known in found):
                raise RuleError(f"{name} stands on this sheet already.")
            if len(found) == MOST_LINES:
                raise RuleError(f"There are at most {MOST_LINES} lines.")
            found[name] = read(value.strip())
        except RuleError as refused:
            raise RuleError(f"{label}, line {place}: {refused.sentence}") from None
    return found


def _text(value: str) -> str:
    if len(value) > LONGEST_TEXT:
        raise RuleError(f"A field has at most {LONGEST_TEXT} characters.")
    return value


def _counter(value: str) -> dict[str, int]:
    found = _COUNTER.fullmatch(value)
    if found is None or int(found[2]) < 1:
        raise RuleError("A counter is written as now and most, `Hit points: 12/20`.")
    if int(found[1]) > int(found[2]):
        raise RuleError(f"{found[1]} is more than the most, {found[2]}.")
    return {"now": int(found[1]), "most": int(found[2])}
