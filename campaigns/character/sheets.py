"""A character's sheet: for the rules, for the form, and drawn as plain rows for a page, whatever the rule system."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from campaigns.character.models import Character
from campaigns.ledger.card import ahead
from campaigns.site.refused import Refused, refusing
from rules.lines import read_line
from rules.macros import expanded, macros_of, needs_target
from rules.system import Declaration, Gauge, Odds, RuleSystem, Sheet, Trait
from rules.systems.dice.system import SYSTEM as PLAIN

PIPS = 5
"""Marks of a statistic that is counted; a greater one is told by its number alone."""

RECKONED = 8
"""Macros of a sheet whose chances stand beside them."""

_COLON = re.compile(r"(?P<name>[^:]+): *(?P<value>[^,;]*)(?:[,;] *(?P<note>.*))?")
_NUMBER = re.compile(r"(?P<name>.*\S) +(?P<value>\d{1,4})(?P<tags>(?:\+\d*[a-z]+)*)", re.IGNORECASE)
_PENALTY = re.compile(r"(?P<name>.*\S) +(?P<value>[+−-]\d{1,3} *[a-z]*)", re.IGNORECASE)


@dataclass(frozen=True)
class Row:
    """One entry of a list. `pips` are its marks, filled or not, or None where the entry is no small number."""

    name: str
    value: str = ""
    note: str = ""
    tags: tuple[str, ...] = ()
    pips: tuple[bool, ...] | None = None


@dataclass(frozen=True)
class Section:
    """A field of several lines.

    `counted` when it stands first and every entry is a name and a small number, `lost` when every entry takes something away.
    """

    label: str
    rows: tuple[Row, ...]
    counted: bool = False
    lost: bool = False


@dataclass(frozen=True)
class Rung:
    """One step of a rank's ladder: "at" is the rank itself, "lo" one below it, "" one above."""

    mark: str
    state: str


@dataclass(frozen=True)
class Rank:
    label: str
    word: str
    number: str
    ladder: tuple[Rung, ...]


@dataclass(frozen=True)
class Track:
    """A health track. `share` is how much of it is left, 0 to 100; points below nothing leave it at 0."""

    name: str
    now: int
    most: int
    word: str
    share: int


@dataclass(frozen=True)
class Drawn:
    """The read view of a sheet. `values` are single numbers and lines of text that no gauge shows, `remarks` what the rules say of
    its values.
    """

    ranks: tuple[Rank, ...]
    sections: tuple[Section, ...]
    values: tuple[Row, ...]
    tracks: tuple[Track, ...]
    remarks: tuple[str, ...] = ()

    @property
    def is_empty(self) -> bool:
        return not (self.ranks or self.sections or self.values or self.tracks)


@dataclass(frozen=True)
class Saved:
    """A macro of the sheet: its line, the chance or mean that a player wants first, why it cannot be thrown now ("" where it can),
    and whether it still needs somebody to be aimed at."""

    name: str
    roll: str
    line: str
    told: str
    refused: str
    is_aimed: bool


def sheet_of(character: Character | None) -> Sheet | None:
    """What the rules roll from; None where nobody is named or nothing is filled in."""
    sheet: dict[str, Any] = character.sheet if character else {}
    return sheet or None


def declared_by(line: str, rules: RuleSystem, character: Character) -> tuple[Declaration, ...]:
    """What a line would throw for that character. Raises Refused where the rules refuse it."""
    with refusing("lines"):
        command = read_line(line)
        if command is None:
            return ()
        command = expanded(command, macros_of(character.sheet))
        system = PLAIN if command.word == "roll" else rules
        return system.declare(command, sheet_of(character), character.campaign.options)


def saved_rolls(rules: RuleSystem, character: Character, *, reckoned: bool) -> list[Saved]:
    """The macros of a sheet, where it is `reckoned` the first ones with their chances: those of hard notation take long."""
    macros = macros_of(character.sheet)
    return [_saved(rules, character, name, reckoned=reckoned and place < RECKONED) for place, name in enumerate(macros)]


def _saved(rules: RuleSystem, character: Character, name: str, *, reckoned: bool) -> Saved:
    roll = macros_of(character.sheet)[name]
    is_aimed = needs_target(roll)
    line, told, refused = f"!roll {name}", "", ""
    try:
        declared = declared_by(f"{line} NAME" if is_aimed else line, rules, character) if reckoned else ()
        told = ", ".join(filter(None, (headline(ahead(one)["odds"]) for one in declared)))
    except Refused as refusal:
        refused = refusal.sentence
    return Saved(name, roll, line, told, refused, is_aimed)


def headline(odds: Odds | None) -> str:
    """The number of the chances that stands beside a roll: a mean, else the first: `Mean: 12.5`, `Success: 58.2 %`."""
    numbers = odds.numbers if odds else ()
    first = next((pair for pair in numbers if pair[0] == "Mean"), numbers[0] if numbers else None)
    return f"{first[0]}: {first[1]}" if first else ""


def texts_of(rules: RuleSystem, sheet: Mapping[str, Any]) -> dict[str, str]:
    """The form's texts by trait name, all empty where there is no sheet."""
    return rules.show_sheet(sheet) if sheet else {trait.name: "" for trait in rules.traits()}


def draw(rules: RuleSystem, sheet: Mapping[str, Any]) -> Drawn:
    """The sheet as rows. What a gauge tells is left out of `values`: its fields are those named after it."""
    if not sheet:
        return Drawn((), (), (), ())
    texts, gauges, traits = rules.show_sheet(sheet), rules.gauges(sheet), rules.traits()
    ranks = tuple(_rank(trait, texts[trait.name]) for trait in traits if trait.kind == "rank")
    lists = [trait for trait in traits if trait.kind == "lines" and trait.name != "macros"]
    sections = [_section(trait, texts[trait.name], first=trait is traits[0]) for trait in lists]
    told = tuple(gauge.name.lower() for gauge in gauges)
    values = tuple(
        Row(trait.label, texts[trait.name])
        for trait in traits
        if trait.kind in ("number", "text") and texts[trait.name] and not trait.label.lower().startswith(told)
    )
    shown = tuple(section for section in sections if section.rows)
    return Drawn(ranks, shown, values, tuple(_track(gauge) for gauge in gauges), rules.remarks(sheet))


def changes(rules: RuleSystem, before: Mapping[str, Any], after: Mapping[str, Any]) -> list[tuple[str, str, str]]:
    """(label, text before, text after) of each field in which two sheets differ."""
    old, new = texts_of(rules, before), texts_of(rules, after)
    labels = [(trait.label, old[trait.name], new[trait.name]) for trait in rules.traits()]
    return [row for row in labels if row[1] != row[2]]


def _track(gauge: Gauge) -> Track:
    share = 100 * min(max(gauge.now, 0), gauge.most) // gauge.most if gauge.most > 0 else 0
    return Track(gauge.name, gauge.now, gauge.most, gauge.word, share)


def _rank(trait: Trait, word: str) -> Rank:
    place = next((at for at, step in enumerate(trait.choices) if step == word), 0)
    rungs = tuple(
        Rung(step.mark, "at" if at == place else "lo" if at < place else "") for at, step in enumerate(trait.steps) if step.mark
    )
    number = str(trait.steps[place].number) if trait.steps else ""
    return Rank(trait.label, word, number, rungs)


def _section(trait: Trait, text: str, *, first: bool) -> Section:
    rows = tuple(_row(line.strip()) for line in text.splitlines() if line.strip())
    counted = first and all(row.pips is not None for row in rows)
    return Section(trait.label, rows, counted, lost=all(row.value[:1] in ("-", "−") for row in rows))


def _row(line: str) -> Row:
    """What a line says: `Brawl 4`, `Climb 3+1ed`, `torn arm -1d`, `Lightning: Amazing, aimed with Agility`."""
    if found := _COLON.fullmatch(line):
        return Row(found["name"].strip(), found["value"].strip(), found["note"] or "")
    if found := _NUMBER.fullmatch(line):
        number, tags = int(found["value"]), tuple(tag for tag in found["tags"].split("+") if tag)
        pips = tuple(place < number for place in range(PIPS)) if number <= PIPS and not tags else None
        return Row(found["name"], found["value"], tags=tags, pips=pips)
    if found := _PENALTY.fullmatch(line):
        return Row(found["name"], found["value"])
    return Row(line)
