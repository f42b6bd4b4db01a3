"""The worked examples of a rule system, as its tests run them, told for people."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any

from rules import catalogue


@dataclass(frozen=True)
class Step:
    """One line of an example: by whom ("" for nobody with a sheet), as typed, the faces as they fell, those that were set
    afterwards, and what the card says ("" where the example leaves it out).
    """

    who: str
    line: str
    faces: tuple[int, ...] = ()
    chosen: tuple[int, ...] = ()
    reading: str = ""


@dataclass(frozen=True)
class Example:
    """why: what it shows, "" where the line tells it; options: (label, choice in words) of the house rulings in force."""

    steps: tuple[Step, ...]
    why: str = ""
    options: tuple[tuple[str, str], ...] = ()


@cache
def examples(key: str) -> tuple[Example, ...]:
    """The examples of a system's newest version, in the order of its file; () where there are none."""
    folder = catalogue.folder_of(key)
    if folder is None or not (folder / "examples.toml").is_file():
        return ()
    stored = tomllib.loads((folder / "examples.toml").read_text(encoding="utf-8"))
    return tuple(Example(_steps(one), one.get("why", ""), _options(key, one)) for one in stored["example"])


def sheets(key: str) -> dict[str, dict[str, str]]:
    """The sheets that the examples roll from, as a form's texts by trait name."""
    folder = catalogue.folder_of(key)
    if folder is None or not (folder / "examples.toml").is_file():
        return {}
    found: dict[str, dict[str, str]] = tomllib.loads((folder / "examples.toml").read_text(encoding="utf-8")).get("sheets", {})
    return found


def _steps(one: Mapping[str, Any]) -> tuple[Step, ...]:
    """What came before (the rival's roll, offered dice), the line itself, and what came after (an answer, an allotment)."""
    rival, answer = one.get("rival"), one.get("answer")
    other = _who(rival or answer or {})
    steps = [Step(_who(rival), rival["line"], tuple(rival["faces"]))] if rival else []
    steps += [Step(_who(helper), helper["line"]) for helper in one.get("helpers", ())]
    steps.append(_step(one, other))
    if answer:
        steps.append(_step(answer, _who(one)))
    if "use" in one:
        steps.append(Step(_who(one), one["use"], reading=one["used"]))
    return tuple(steps)


def _step(one: Mapping[str, Any], other: str) -> Step:
    who = _who(one)
    names = {"roller": who or "the roller", "rival": other or "the other", "target": other or "the target"}
    names |= {"hand1": names["rival"], "hand2": names["roller"]}
    reading = one["spoken"]
    for place, name in names.items():
        reading = reading.replace(f"{{{place}}}", name)
    return Step(who, one["line"], tuple(one["faces"]), tuple(one.get("chosen", ())), reading)


def _who(one: Mapping[str, Any]) -> str:
    return str(one.get("name") or one.get("sheet") or "")


def _options(key: str, one: Mapping[str, Any]) -> tuple[tuple[str, str], ...]:
    system = catalogue.get(key)
    offered = {option.name: option for option in system.options} if system else {}
    return tuple((offered[name].label, offered[name].said(choice)) for name, choice in one.get("options", {}).items())
