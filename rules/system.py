"""What every rule system answers, and the plain data it answers with.

A system turns a typed command into a `Declaration` (what will be thrown), faces into an outcome (`result`, which the
ledger records) and into a `Reading` (what the roll card shows). It never throws a die and never writes a page.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from types import MappingProxyType
from typing import Any, Protocol, runtime_checkable

from rules.lines import Command
from rules.options import Option as Option
from rules.options import Options as Options
from rules.options import settled as settled
from rules.picks import Pick
from rules.reading import Band as Band
from rules.reading import Cluster as Cluster
from rules.reading import Die as Die
from rules.reading import Reading as Reading

Group = tuple[int, int]
"""(count, sides): so many equal dice."""

Thrown = tuple[int, tuple[int, ...]]
"""(sides, faces): one group after the throw."""

Sheet = Mapping[str, Any]
"""A character's values as JSON, in the shape that the system's `read_sheet` returns."""

Harm = Mapping[str, int]
"""Points lost beside the sheet, in a fight, by the name of the gauge; fewer than none where some were won."""

UNHARMED: Harm = MappingProxyType({})

Part = tuple[str, Command, Sheet | None]
"""(shown name, line, sheet) of somebody whose dice are thrown together with others'."""

Uses = Sequence[tuple[tuple[int, int], str]]
"""(set as width and height, action or "") of each set that a roller allots."""


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
class Declaration:
    """What will be thrown. `rv`, `expr`, `req`, `fix` and `open` are recorded; the rest is words for the card.

    `expr` is the normal print of the request, 1 to 200 characters of printable ASCII without any name in it;
    `system.parse(expr)` gives the same `req`, `fix` and `open` again. `waits` says that somebody's roll answers this one
    (an attack, a contest) and `target` who, as typed; `helpers` whose dice join it before that. None of them is part of `expr`.
    """

    rv: str
    expr: str
    title: str
    notation: str
    req: tuple[Group, ...]
    fix: tuple[tuple[int, int], ...] = ()
    open: tuple[int, ...] = ()
    notes: tuple[str, ...] = ()
    waits: bool = False
    target: str = ""
    helpers: tuple[str, ...] = ()


@dataclass(frozen=True)
class Rival:
    """A recorded roll that another one answers. number: its place in the ledger, "41.0" for the first roll of entry 41.

    name: the shown name of whoever threw it; declaration, dice and chosen: as they are recorded.
    """

    number: str
    name: str
    declaration: Declaration
    dice: tuple[Thrown, ...]
    chosen: tuple[int, ...] = ()


@dataclass(frozen=True)
class Allotment:
    """The sets of a roll, as width and height, whose use its roller says, and the actions by name that they may serve.

    Of a single action he may say it, of several he has to.
    """

    actions: tuple[str, ...]
    sets: tuple[tuple[int, int], ...]


@dataclass(frozen=True)
class Consequence:
    """What a result does to its target at one click: points to take off the gauge of that name."""

    points: int
    gauge: str


@dataclass(frozen=True)
class Odds:
    """Exact chances of a declaration. numbers: (words, value) that a player wants, value in words ("58.2 %", "14").

    bars: (result, chance) of the whole distribution, least first; empty where it is too large to draw, as `words` then says.
    """

    numbers: tuple[tuple[str, str], ...]
    bars: tuple[tuple[str, Fraction], ...] = ()
    words: str = ""


@dataclass(frozen=True)
class Gauge:
    """A health track of a sheet: present and greatest points, and the rules' word for that value ("knocked out").

    able: whether somebody who stands at that value can act.
    """

    name: str
    now: int
    most: int
    word: str
    able: bool = True


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
    answers: frozenset[str]
    """Those of the words that answer a roll which waits: `!defend`, `!dodge`."""
    usual_answer: str
    """The line that answers without a choice of the defender's (`!defend`), "" where he has to say with what."""

    def under(self, options: Options) -> RuleSystem:
        """The same rules as a campaign with these options plays them, where the options say what stands on a sheet."""

    def ways(self, options: Options) -> tuple[str, ...]:
        """How a turn order goes under these options, in the words of `rules.combat.order`."""

    def tie(self, sheet: Sheet | None, rank: str) -> int:
        """What settles equal numbers of a turn order for somebody with that sheet or typed rank, greater first (FR-A20)."""

    def traits(self) -> tuple[Trait, ...]:
        """The fields of a sheet's form, in order."""

    def read_sheet(self, fields: Mapping[str, str]) -> dict[str, Any]:
        """The sheet made of a form's texts by trait name."""

    def show_sheet(self, sheet: Sheet) -> dict[str, str]:
        """A form's texts for that sheet; `read_sheet(show_sheet(s)) == s`."""

    def gauges(self, sheet: Sheet, harm: Harm = UNHARMED) -> tuple[Gauge, ...]:
        """The sheet's health tracks less `harm`, the one that is usually meant first; none where the system has none."""

    def remarks(self, sheet: Sheet) -> tuple[str, ...]:
        """What the sheet's values bring without any roll, a sentence each (FR-24)."""

    def hurt(self, sheet: Sheet, gauge: str, points: int) -> dict[str, Any]:
        """The sheet with so many points less on that gauge, never more than it holds; refused where there is no such gauge."""

    def picks(self, sheet: Sheet | None, picked: Mapping[str, str]) -> tuple[Pick, ...]:
        """The fields with which a roll is picked from that sheet, in order; what was `picked` so far decides which there are."""

    def line(self, picked: Mapping[str, str]) -> str:
        """The command line of `kept` picks, which `read_line` and `declare` read like a typed one."""

    def declare(self, command: Command, sheet: Sheet | None, options: Options, *, already: int = 0) -> tuple[Declaration, ...]:
        """The rolls that a command asks for, at least one; `already` counts the further actions made in this Turn (FR-19)."""

    def answer(self, command: Command, rival: Rival, sheet: Sheet | None, options: Options) -> Declaration:
        """The roll that answers a waiting one; its `expr` names it (number, and all that the comparison needs)."""

    def consequence(self, declaration: Declaration, dice: Sequence[Thrown], chosen: Sequence[int] = ()) -> Consequence | None:
        """What the result of an answer, or of a waiting roll that nobody answers, does to the target; None for nothing."""

    def unanswered(self, declaration: Declaration, dice: Sequence[Thrown], chosen: Sequence[int] = ()) -> Reading:
        """The card of a waiting roll once the GM has said that nobody answers it."""

    def odds(self, declaration: Declaration, against: str = "") -> Odds:
        """Exact chances before the throw, never an estimate; `against` is the rank that is supposed to answer, where rules have
        ranks and somebody supposes one.
        """

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


@runtime_checkable
class SecondActs(Protocol):
    """What a system answers besides whose rolls take more than the throw: helpers' dice, dice set and sets allotted later."""

    def helpers(self, command: Command, rival: Rival | None = None) -> tuple[str, ...]:
        """The names of those whose dice the line throws with its own; each has offered them by an `!assist` line.

        rival: the roll that the line answers.
        """

    def helped(self, command: Command) -> str:
        """Whom an `!assist` line helps, as typed."""

    def join(self, leader: Part, helpers: Sequence[Part], options: Options, rival: Rival | None = None) -> Declaration:
        """The one roll of all their dice, thrown by the leader; `rival` is the roll that it answers."""

    def values(self, command: Command) -> tuple[tuple[int, ...], str]:
        """(values, key of the roll or "") of a `!hammer` line."""

    def check_values(self, declaration: Declaration, values: Sequence[int]) -> tuple[int, ...]:
        """The values of the roll's open dice; refused unless there is one for each."""

    def uses(self, command: Command) -> Uses:
        """What a `!use` line says."""

    def to_allot(self, declaration: Declaration, dice: Sequence[Thrown], chosen: Sequence[int] = ()) -> Allotment | None:
        """What the roller may say of the sets of his roll, None where there is no choice."""

    def allot(self, declaration: Declaration, dice: Sequence[Thrown], chosen: Sequence[int], uses: Uses) -> Reading:
        """The card of a roll whose sets are allotted."""

    def ruled(self, declaration: Declaration, dice: Sequence[Thrown], chosen: Sequence[int], by: str) -> Reading:
        """The card of an answer that waits for the GM's word, once he has said "fast" (time matters) or "slow"."""
