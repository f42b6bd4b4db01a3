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
from rules.systems.faserip.aim import Aim, print_options
from rules.systems.faserip.options import choice
from rules.systems.faserip.ranks import PLACES, compact, initiative_die

EFFECTS: Final = {"Blue": "botch", "White": "none", "Green": "half", "Yellow": "full", "Red": "full"}


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
        word = "more" if self.more else "feat"
        return f"{word} {self.aim.text()}{print_options(self.options, self.aim.option_names())}"

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
        found = {"rank": self.aim.rank, "roll": roll, "colour": shown, "effect": EFFECTS[shown]}
        return found | {"further": int(shown in ("Yellow", "Red"))} if self.more else found


@dataclass(frozen=True)
class Initiative:
    """One initiative roll: a die of the Agility rank (FR-4)."""

    rank: str
    options: Options

    def check(self) -> None:
        """Refuses a rank without a die."""
        if self.sides == 0:
            raise RuleError("Shift 0 has no initiative die. Write another rank, `!init NAME Good`, or the number you rolled.")

    @property
    def sides(self) -> int:
        """The sides of the die."""
        return initiative_die(self.rank, self.options)

    def expr(self) -> str:
        """The normal print."""
        return f"init {compact(self.rank)}{print_options(self.options, ('shift_y', 'unlisted_init', 'init_ties'))}"

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
