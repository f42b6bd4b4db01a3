"""FEATs without an opponent, the FEAT for further actions, and initiative, as they are recorded (FR-4, FR-11, FR-19).

Prints: `feat Remarkable +1cs`, `feat Remarkable -2cs action 2/2`, `more Amazing`, `init Good`. Options that change the
outcome and are not the default follow as `name=choice`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

from rules.lines import RuleError
from rules.system import Group, Options, Thrown
from rules.systems.faserip.aim import Aim
from rules.systems.faserip.option_print import with_options
from rules.systems.faserip.options import choice
from rules.systems.faserip.ranks import BEYOND, PLACES, check_offered, compact, initiative_die

EFFECTS: Final = {"Blue": "botch", "White": "none", "Green": "half", "Yellow": "full", "Red": "full"}
GREEN: Final = {"half": "half", "yellow": "none", "green": "full"}
"""The effect of a Green FEAT that nobody opposes, by what the campaign says passes one (FR-A13)."""


def effect_of(shown: str, options: Options) -> str:
    """ "botch", "none", "half" or "full": what a FEAT of that colour comes to where nobody opposes it (FR-A13)."""
    return GREEN[choice(options, "feat_pass")] if shown == "Green" else EFFECTS[shown]


@dataclass(frozen=True)
class Feat:
    """One FEAT; `more`: whether further actions hang on it (FR-19)."""

    aim: Aim
    more: bool = False

    @property
    def options(self) -> Options:
        return self.aim.options

    def check(self) -> None:
        """Refuses what cannot be rolled."""
        self.aim.check()
        if self.more and (self.aim.cs or self.aim.several):
            raise RuleError("The FEAT for further actions is rolled at the unshifted rank.")

    def expr(self) -> str:
        """The normal print."""
        word, names = ("more", ()) if self.more else ("feat", ("feat_pass",))
        return with_options(f"{word} {self.aim.text()}", self.options, (*self.aim.option_names(), *names))

    def req(self) -> Group:
        """The dice."""
        return 1, 100

    def added(self, dice: Sequence[Thrown]) -> tuple[Group, ...]:
        """No dice are added."""
        return ()

    def outcome(self, dice: Sequence[Thrown]) -> dict[str, Any]:
        """{"rank", "roll", "colour", "effect"}; effect is "botch", "none", "half" or "full", and "further" 1 or 0 says
        whether further actions are allowed, by Yellow or better (FR-A26).
        """
        roll = dice[0][1][0]
        shown = self.aim.colour(roll)
        found = {"rank": self.aim.rank, "roll": roll, "colour": shown, "effect": effect_of(shown, self.options)}
        return found | {"further": int(shown in ("Yellow", "Red"))} if self.more else found


@dataclass(frozen=True)
class Initiative:
    """One initiative roll: a die of the Agility rank (FR-4)."""

    rank: str
    options: Options

    def check(self) -> None:
        """Refuses a rank without a die."""
        check_offered(self.rank, self.options)
        if self.sides == 0:
            raise RuleError("Shift 0 has no initiative die. Write another rank, `!init NAME Good`, or the number you rolled.")

    @property
    def sides(self) -> int:
        """The sides of the die."""
        return initiative_die(self.rank, self.options)

    def expr(self) -> str:
        """The normal print."""
        beyond = ("beyond",) if self.rank == BEYOND else ()
        return with_options(f"init {compact(self.rank)}", self.options, ("shift_y", "unlisted_init", "init_ties", *beyond))

    def req(self) -> Group:
        """The die."""
        return 1, self.sides

    def added(self, dice: Sequence[Thrown]) -> tuple[Group, ...]:
        """No dice are added."""
        return ()

    def outcome(self, dice: Sequence[Thrown]) -> dict[str, Any]:
        """{"total"}, and "tie", the place of the Agility rank, where that settles equal numbers (FR-A20)."""
        found = {"total": dice[0][1][0]}
        return found | {"tie": PLACES[self.rank]} if choice(self.options, "init_ties") == "agility" else found
