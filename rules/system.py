"""What every rule system answers, and the plain data it answers with.

A system turns a typed command into a `Declaration` (what will be thrown), faces into an outcome (`result`, which the
ledger records) and into a `Reading` (what the roll card shows). It never throws a die and never writes a page.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from rules.errors import RuleError
from rules.lines import Command

Group = tuple[int, int]
"""(count, sides): so many equal dice."""

Thrown = tuple[int, tuple[int, ...]]
"""(sides, faces): one group after the throw."""

Sheet = Mapping[str, Any]
"""A character's values as JSON, in the shape that the system's `read_sheet` returns."""

Options = Mapping[str, Any]
"""A campaign's choices among the readings of a system's rules, by option name; a missing name means its default."""


@dataclass(frozen=True)
class Step:
    """One choice of a rank on the ladder that a sheet shows: its number, and its short form ("" where the ladder leaves it out)."""

    mark: str
    number: int


@dataclass(frozen=True)
class Trait:
    """One field of a sheet's form.

    kind is "rank" (one of `choices`), "number" (a whole number), "text" (one line) or "lines" (one entry a line, in the
    form that `help` shows). `steps`, where there are any, stand beside `choices` one by one.
    """

    name: str
    label: str
    kind: str
    help: str = ""
    choices: tuple[str, ...] = ()
    steps: tuple[Step, ...] = ()


@dataclass(frozen=True)
class Option:
    """A campaign option: one of `choices`, the first being the default; `rule` is the id of the ambiguity (BG-A02)."""

    name: str
    label: str
    choices: tuple[str, ...]
    rule: str


def settled(options: Options, offered: Sequence[Option]) -> dict[str, str]:
    """Every offered option by name, as the campaign chose it or by default; an unknown name or choice is refused."""
    choices = {option.name: option.choices for option in offered}
    for name, choice in options.items():
        if name not in choices:
            raise RuleError(f"There is no option {name}. There are: {', '.join(choices)}.")
        if choice not in choices[name]:
            raise RuleError(f"The option {name} is one of {', '.join(choices[name])}, not {choice}.")
    return {name: str(options.get(name, known[0])) for name, known in choices.items()}


@dataclass(frozen=True)
class Declaration:
    """What will be thrown. `rv`, `expr`, `req`, `fix` and `open` are recorded; the rest is words for the card.

    `expr` is the normal print of the request, 1 to 200 characters of printable ASCII without any name in it;
    `system.parse(expr)` gives the same `req`, `fix` and `open` again.
    """

    rv: str
    expr: str
    title: str
    notation: str
    req: tuple[Group, ...]
    fix: tuple[tuple[int, int], ...] = ()
    open: tuple[int, ...] = ()
    notes: tuple[str, ...] = ()


@dataclass(frozen=True)
class Die:
    """One die of a card. kind: "" (plain), "expert", "hammer", "lost", "dropped" or "exploded" (added by the one before)."""

    sides: int
    face: int | None
    kind: str = ""


@dataclass(frozen=True)
class Cluster:
    """Dice that stand together. state: "used", "set", "loose" or "" (no sets in this system).

    name is the strong part of the caption ("3×4"), note the rest ("width 3, height 4").
    """

    dice: tuple[Die, ...]
    name: str = ""
    note: str = ""
    state: str = ""


@dataclass(frozen=True)
class Band:
    """One colour's stretch of 1 to 100 on the FASERIP strip: first and last number, both inclusive."""

    colour: str
    first: int
    last: int


@dataclass(frozen=True)
class Reading:
    """What a card shows, as plain data; one template draws every system's.

    verdict is "success", "part", "failure", "botch" or "" (a number without judgement). `headline` is the strong sentence,
    `detail` what explains it. `figure` is the large number at the right, `figure_note` the words under it. `colour` and
    `bands` belong to FASERIP. `spoken` is one full sentence for screen readers, `short` the one-line form.
    """

    clusters: tuple[Cluster, ...]
    headline: str = ""
    detail: str = ""
    verdict: str = ""
    figure: str = ""
    figure_note: str = ""
    colour: str = ""
    bands: tuple[Band, ...] = ()
    at: int | None = None
    short: str = ""
    spoken: str = ""


@dataclass(frozen=True)
class Gauge:
    """A health track of a sheet: present and greatest points, and the rules' word for that value ("knocked out")."""

    name: str
    now: int
    most: int
    word: str


class RuleSystem(Protocol):
    """The whole surface of a system; `rules/systems/<key>/system.py` holds one as `SYSTEM`.

    Every method that takes what a person typed refuses with `RuleError`, whose text names what is wrong and what is right.
    """

    key: str
    title: str
    version: int
    words: Mapping[str, str]
    """Command words beyond `!roll`, each with one legal line as its example."""
    options: tuple[Option, ...]

    def traits(self) -> tuple[Trait, ...]:
        """The fields of a sheet's form, in order."""

    def read_sheet(self, fields: Mapping[str, str]) -> dict[str, Any]:
        """The sheet made of a form's texts by trait name."""

    def show_sheet(self, sheet: Sheet) -> dict[str, str]:
        """A form's texts for that sheet; `read_sheet(show_sheet(s)) == s`."""

    def gauges(self, sheet: Sheet) -> tuple[Gauge, ...]:
        """The sheet's health tracks, none where the system has none."""

    def declare(self, command: Command, sheet: Sheet | None, options: Options) -> tuple[Declaration, ...]:
        """The rolls that a command asks for, at least one."""

    def initiative(self, sheet: Sheet | None, rank: str, options: Options) -> Declaration:
        """The initiative roll of a sheet, or of `rank` where it is not empty."""

    def parse(self, expr: str) -> Declaration:
        """The declaration that a recorded `expr` stands for; raises RuleError unless it is the normal print."""

    def extra(self, declaration: Declaration, dice: Sequence[Thrown]) -> tuple[Group, ...]:
        """The next wave of extra dice that the rules ask for after `dice` (all groups so far), () when there is none."""

    def result(self, declaration: Declaration, dice: Sequence[Thrown], chosen: Sequence[int] = ()) -> dict[str, Any]:
        """The outcome that the ledger records as `res`: integers, texts, lists and objects only."""

    def read(self, declaration: Declaration, dice: Sequence[Thrown], chosen: Sequence[int] = ()) -> Reading:
        """The card of these dice; of a declaration whose dice are not thrown yet when `dice` is empty: blank dice."""
