"""FEAT and initiative rolls as they are recorded: the normal print, the outcome, the words (FR-4, FR-11, FR-A13).

Prints: `feat Remarkable +1cs`, `feat Remarkable -2cs action 2/2`, `init Good`. The rank is the one before any shift,
`cs` the sum of all shifts, the action's own among them. Options that change the outcome and are not the default follow
as `name=choice`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, Final

from rules.lines import RuleError
from rules.system import Options
from rules.systems.faserip.actions import check_actions
from rules.systems.faserip.colours import colour, may_roll
from rules.systems.faserip.column_shifts import shift
from rules.systems.faserip.options import OPTIONS, choice
from rules.systems.faserip.ranks import compact, initiative_die, rank

FEAT_OPTIONS: Final = ("blue_max", "shift0_rolls", "cs_policy")
INIT_OPTIONS: Final = ("shift_y", "unlisted_init")
FURTHEST: Final = 99
"""Columns that the shifts of one roll may sum up to."""

EFFECTS: Final = {"Blue": "botch", "White": "none", "Green": "half", "Yellow": "full", "Red": "full"}
SENTENCES: Final = {
    "Blue": "A botch. The GM says what happens.",
    "White": "Fails.",
    "Green": "Partly: half the intended effect.",
    "Yellow": "Succeeds, full effect.",
    "Red": "Succeeds, full effect, outstanding.",
}
VERDICTS: Final = {"Blue": "botch", "White": "failure", "Green": "part", "Yellow": "success", "Red": "success"}

_FEAT = re.compile(
    r"feat (?P<rank>[A-Za-z]+[0-9]*)(?: (?P<cs>[+-][1-9][0-9]?)cs)?(?: action (?P<k>[1-9])/(?P<of>[1-9]))?"
    r"(?P<options>(?: [a-z0-9_]+=[a-z0-9_]+)*)",
    re.ASCII,
)
_INIT = re.compile(r"init (?P<rank>[A-Za-z]+[0-9]*)(?P<options>(?: [a-z0-9_]+=[a-z0-9_]+)*)", re.ASCII)


@dataclass(frozen=True)
class Feat:
    """One FEAT. base: the rank before shifts; cs: the sum of all shifts; action: (k, of) when several were declared."""

    base: str
    cs: int
    action: tuple[int, int] | None
    options: Options

    @property
    def rank(self) -> str:
        """The rank that is rolled."""
        return shift(self.base, self.cs, self.options)

    @property
    def ends_round(self) -> bool:
        """Whether this is one of several actions and stands at Good: nothing may follow, no dodge either (FR-20)."""
        return self.action is not None and self.rank == "Good"

    def checked(self) -> Feat:
        """This FEAT, refused when it cannot be rolled: at Shift 0, or as an action that the floor of Good forbids."""
        if abs(self.cs) > FURTHEST:
            raise RuleError(f"Column shifts sum up to {FURTHEST} at most, not {abs(self.cs)}.")
        if self.action:
            k, of = self.action
            if not 1 <= k <= of:
                raise RuleError(f"Action {k}/{of} does not exist: `action 1/{of}` to `action {of}/{of}`.")
            check_actions(self.base, of, self.options, other=self.cs + k)
        may_roll(self.rank, self.options)
        return self

    def expr(self) -> str:
        """The normal print."""
        shifted = f" {self.cs:+d}cs" if self.cs else ""
        action = f" action {self.action[0]}/{self.action[1]}" if self.action else ""
        return f"feat {compact(self.base)}{shifted}{action}{print_options(self.options, FEAT_OPTIONS)}"

    def outcome(self, roll: int) -> dict[str, Any]:
        """{"rank", "roll", "colour", "effect"}; effect is "botch", "none", "half" or "full"."""
        shown = colour(self.rank, roll, self.options)
        return {"rank": self.rank, "roll": roll, "colour": shown, "effect": EFFECTS[shown]}


@dataclass(frozen=True)
class Initiative:
    """One initiative roll: a die of the Agility rank (FR-4)."""

    rank: str
    options: Options

    @property
    def sides(self) -> int:
        """The sides of the die; a rank without one is refused."""
        sides = initiative_die(self.rank, self.options)
        if sides == 0:
            raise RuleError("Shift 0 has no initiative die. Write another rank, `!init NAME Good`, or the number you rolled.")
        return sides

    def expr(self) -> str:
        """The normal print."""
        return f"init {compact(self.rank)}{print_options(self.options, INIT_OPTIONS)}"


def print_options(options: Options, names: Iterable[str]) -> str:
    """The named options that are not at their default, each after a blank: ` blue_max=0`."""
    defaults = {option.name: option.choices[0] for option in OPTIONS}
    return "".join(f" {name}={choice(options, name)}" for name in names if choice(options, name) != defaults[name])


def parse(expr: str) -> Feat | Initiative:
    """The roll of a recorded print; everything but the normal print is refused."""
    roll: Feat | Initiative | None = None
    if found := _FEAT.fullmatch(expr):
        action = (int(found["k"]), int(found["of"])) if found["k"] else None
        roll = Feat(rank(found["rank"]), int(found["cs"] or 0), action, _options(found["options"])).checked()
    elif found := _INIT.fullmatch(expr):
        roll = Initiative(rank(found["rank"]), _options(found["options"]))
    if roll is None or roll.expr() != expr:
        raise RuleError(f"“{expr[:200]}” is no FASERIP roll in its normal print, like `feat Remarkable +1cs`.")
    return roll


def _options(text: str) -> dict[str, str]:
    pairs = (part.split("=") for part in text.split())
    return dict(pairs)
