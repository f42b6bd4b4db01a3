"""What two rolls are about, and the first of the two: attack, grapple, contest (FR-8, FR-12, FR-13, FR-22, FR-23).

Prints: `attack Remarkable +1cs damage Amazing physical`, `grapple Incredible`, `feat Good vs Strength`. `defence X`
follows an attack that is not met with what its track names: Agility for a physical, Psyche for a mental one.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

from rules.lines import RuleError
from rules.system import Group, Options, Thrown
from rules.systems.faserip.aim import Aim
from rules.systems.faserip.damage import BONUS, Hit, attack, share
from rules.systems.faserip.option_print import with_options
from rules.systems.faserip.ranks import BEYOND, check_offered, compact, number

DEFENCES: Final = {"physical": "Agility", "mental": "Psyche"}
"""By track: what meets an attack unless it is a blow (Fighting), or its power says otherwise (FR-23)."""

ANSWERING: Final = ("floor", "beyond", "dodge_shift", "talents")
"""Options by which the answer is read, so that the first roll keeps them for it."""


@dataclass(frozen=True)
class Stake:
    """kind: "damage", "hold" (a grapple), "free" (out of a hold) or "contest"; rank and track belong to what hurts, which a
    hold does where the campaign reads it so (FR-A46).
    """

    kind: str
    rank: str = ""
    track: str = ""

    @property
    def hurts(self) -> bool:
        """Whether points of damage are at stake."""
        return bool(self.rank)

    def check(self) -> None:
        """Refuses damage that nobody can do (FR-6)."""
        if self.rank == "Shift 0":
            raise RuleError("Shift 0 does no damage: nobody attacks with it.")

    def text(self) -> str:
        """This part of the normal print."""
        if self.kind == "damage":
            return f"damage {compact(self.rank)} {self.track}"
        return f"{self.kind} {compact(self.rank)}" if self.hurts else self.kind

    def option_names(self) -> tuple[str, ...]:
        """The options that bear on what comes of both rolls."""
        if not self.hurts:
            return ()
        names = ("hundred", "hundred_vs_red", "number_must_be_lower", "rounding")
        named = {"Shift Y": ("shift_y",), BEYOND: ("beyond",)}
        return (*names, *named.get(self.rank, ()))

    def points(self, options: Options) -> int:
        """The points of the damage rank; there is one where damage is at stake."""
        return number(self.rank, options)


@dataclass(frozen=True)
class Challenge:
    """A roll that another one answers; `defence` is the statistic that meets it unless the defender says another."""

    aim: Aim
    stake: Stake
    defence: str

    @property
    def options(self) -> Options:
        return self.aim.options

    def check(self) -> None:
        """Refuses what cannot be rolled."""
        self.aim.check()
        self.stake.check()
        check_offered(self.stake.rank or self.aim.base, self.options)

    def expr(self) -> str:
        """The normal print."""
        feat = ("feat_pass",) if self.stake.kind in ("free", "contest") else ()
        names = (*self.aim.option_names(), *self.stake.option_names(), *feat, *ANSWERING)
        return with_options(self._head(), self.options, names)

    def _head(self) -> str:
        if self.stake.kind == "hold":
            return f"grapple {self.aim.text()}{f' {self.stake.text()}' if self.stake.hurts else ''}"
        if self.stake.kind != "damage":
            return f"feat {self.aim.text()} vs {self.defence or 'any'}"
        met = "" if self.defence == DEFENCES[self.stake.track] else f" defence {self.defence}"
        return f"attack {self.aim.text()} {self.stake.text()}{met}"

    def req(self) -> Group:
        """The dice."""
        return 1, 100

    def added(self, dice: Sequence[Thrown]) -> tuple[Group, ...]:
        """The 3d6 of a Red attack, the 5d10 of a natural 100, thrown at once (FR-13)."""
        return BONUS[self.hit(dice[0][1][0]).bonus or ""] if self.stake.hurts and len(dice) == 1 else ()

    def hit(self, roll: int) -> Hit:
        """What that roll comes to when nobody answers it."""
        return attack((self.aim.colour(roll), roll), None, self.options)

    def outcome(self, dice: Sequence[Thrown]) -> dict[str, Any]:
        """{"rank", "roll", "colour"}, of an attack "base" (points of its damage rank) and "bonus" (sums of the added
        groups of dice) too.
        """
        roll = dice[0][1][0]
        found: dict[str, Any] = {"rank": self.aim.rank, "roll": roll, "colour": self.aim.colour(roll)}
        if self.stake.hurts:
            found |= {"base": self.stake.points(self.options), "bonus": list(bonus_of(dice))}
        return found

    def undefended(self, dice: Sequence[Thrown]) -> int:
        """The points of damage when nobody answers."""
        part = share(self.stake.points(self.options), self.hit(dice[0][1][0]).share, self.options)
        return part + sum(bonus_of(dice))


def bonus_of(dice: Sequence[Thrown]) -> tuple[int, ...]:
    """The sum of each group of added dice."""
    return tuple(sum(faces) for _, faces in dice[1:])
