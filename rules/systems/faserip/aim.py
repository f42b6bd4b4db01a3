"""The d100 that every roll of this system aims with: a rank, its shifts, its place among several actions (FR-10, FR-17 to
FR-20).
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final

from rules.lines import RuleError
from rules.system import Options
from rules.systems.faserip.actions import action_shift, check_actions, floored
from rules.systems.faserip.colours import colour, may_roll
from rules.systems.faserip.column_shifts import shift
from rules.systems.faserip.option_print import read_options
from rules.systems.faserip.options import choice
from rules.systems.faserip.ranks import BEYOND, any_rank, check_offered, compact
from rules.systems.faserip.table import Table

FURTHEST: Final = 99
"""Columns that the shifts of one roll may sum up to."""

AIM: Final = (
    r"(?P<rank>[A-Za-z]+[0-9]*)(?: (?P<cs>[+-][1-9][0-9]?)cs)?"
    r"(?: action (?P<k>[1-9])/(?P<of>[1-9])(?P<free> free)?| extra (?P<further>[1-9]))?"
)


@dataclass(frozen=True)
class Aim:
    """base: the rank before shifts; cs: the sum of all shifts, the action's own among them.

    action: (k, of) when several were declared; free: a Talent takes their slide away (FR-18); further: this is the
    further action of that number after a FEAT, 0 for none (FR-19).
    """

    base: str
    cs: int
    action: tuple[int, int] | None
    options: Options
    free: bool = False
    further: int = 0

    @property
    def rank(self) -> str:
        """The rank that is rolled."""
        return shift(self.base, floored(self.base, self.cs - self.slide, self.slide, self.options), self.options)

    @property
    def several(self) -> bool:
        """Whether this is one of several actions."""
        return self.action is not None or self.further > 0

    @property
    def slide(self) -> int:
        """The shift that comes of this being one of several actions."""
        if self.further:
            return action_shift("feat", self.further + 1, self.options)
        return -self.action[0] if self.action and not self.free else 0

    @property
    def ends_round(self) -> bool:
        """Whether this is one of several actions and stands at Good: nothing may follow, no dodge either (FR-20)."""
        return self.slide != 0 and self.rank == "Good" and choice(self.options, "floor") != "clamp"

    def check(self) -> None:
        """Refuses what cannot be rolled: at Shift 0, or as an action that the floor of Good forbids."""
        check_offered(self.base, self.options)
        if abs(self.cs) > FURTHEST:
            raise RuleError(f"Column shifts sum up to {FURTHEST} at most, not {abs(self.cs)}.")
        other = self.cs - self.slide
        if self.action:
            k, of = self.action
            if not 1 <= k <= of:
                raise RuleError(f"Action {k}/{of} does not exist: `action 1/{of}` to `action {of}/{of}`.")
            check_actions(self.base, of, self.options, free=self.free, other=other)
        if self.further:
            check_actions(self.base, self.further + 1, self.options, variant="feat", other=other)
        may_roll(self.rank, self.options)

    def text(self) -> str:
        """This part of the normal print: `Remarkable -2cs action 2/2`."""
        shifted = f" {self.cs:+d}cs" if self.cs else ""
        action = f" action {self.action[0]}/{self.action[1]}" if self.action else ""
        free = " free" if self.free else ""
        further = f" extra {self.further}" if self.further else ""
        return f"{compact(self.base)}{shifted}{action}{free}{further}"

    def option_names(self) -> tuple[str, ...]:
        """The options that bear on this d100."""
        further = ("feat_mode",) if self.further else ()
        floor = ("floor",) if self.slide else ()
        beyond = ("beyond",) if BEYOND in (self.base, self.rank) else ()
        return ("blue_max", "shift0_rolls", "cs_policy", *further, *floor, *beyond)

    def colour(self, roll: int) -> str:
        """The colour of that roll."""
        return colour(self.rank, roll, self.options)


def read_aim(found: re.Match[str], table: Table) -> Aim:
    """The aim of a matched print."""
    action = (int(found["k"]), int(found["of"])) if found["k"] else None
    options = read_options(found["options"], table)
    return Aim(any_rank(found["rank"]), int(found["cs"] or 0), action, options, bool(found["free"]), int(found["further"] or 0))
