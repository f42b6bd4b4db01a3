"""The second of two rolls: `defend Good against 41.0 Yellow 67 damage Amazing physical bonus 15` (FR-12, FR-13).

Its print holds the first roll's place in the ledger, colour, number and all else that the comparison needs, so that the
outcome follows from this roll alone.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from rules.lines import RuleError
from rules.system import Group, Options, Thrown
from rules.systems.faserip.aim import Aim
from rules.systems.faserip.colours import better, bluest
from rules.systems.faserip.contest import Stake
from rules.systems.faserip.damage import BONUS, Hit, attack, share
from rules.systems.faserip.feat import EFFECTS
from rules.systems.faserip.option_print import with_options
from rules.systems.faserip.options import choice
from rules.systems.faserip.ranks import check_offered


@dataclass(frozen=True)
class Defence:
    """number: the first roll's place in the ledger ("41.0"); first: its (colour, number); bonus: the sums of the groups
    of dice that it added.
    """

    aim: Aim
    number: str
    first: tuple[str, int]
    stake: Stake
    bonus: tuple[int, ...] = ()

    @property
    def options(self) -> Options:
        return self.aim.options

    @property
    def groups(self) -> tuple[Group, ...]:
        """The dice that the first roll added."""
        return BONUS[attack(self.first, None, self.options).bonus or ""] if self.stake.hurts else ()

    def check(self) -> None:
        """Refuses what cannot be rolled, and a first roll that cannot have been."""
        self.aim.check()
        self.stake.check()
        check_offered(self.stake.rank or self.aim.base, self.options)
        if self.aim.several and (self.aim.further or choice(self.options, "dodge_shift") == "off"):
            raise RuleError("A defence is no action: it has no place among several.")
        if self.aim.ends_round:
            raise RuleError("At Good nothing follows in this Round, no defence either.")
        shown, roll = self.first
        blue, everywhere = roll <= bluest(self.options), choice(self.options, "blue_max") != "white"
        fits = blue == (shown == "Blue") if everywhere else blue or shown != "Blue"
        possible = 1 <= roll <= 100 and fits and (roll < 100 or shown == "Red")
        sums = zip(self.bonus, self.groups, strict=False)
        within = all(count <= points <= count * sides for points, (count, sides) in sums)
        if not possible or len(self.bonus) != len(self.groups) or not within:
            raise RuleError(f"No roll {self.number} shows {shown} {roll} with these added dice.")

    def expr(self) -> str:
        """The normal print."""
        against = f"against {self.number} {self.first[0]} {self.first[1]}"
        bonus = f" bonus {'+'.join(map(str, self.bonus))}" if self.bonus else ""
        shifted = ("dodge_shift",) if self.aim.several else ()
        names = (*self.aim.option_names(), *self.stake.option_names(), *shifted)
        return with_options(f"defend {self.aim.text()} {against} {self.stake.text()}{bonus}", self.options, names)

    def req(self) -> Group:
        """The dice."""
        return 1, 100

    def added(self, dice: Sequence[Thrown]) -> tuple[Group, ...]:
        """No dice are added: the attack threw its own."""
        return ()

    def hit(self, roll: int) -> Hit:
        """What the two rolls come to."""
        return attack(self.first, (self.aim.colour(roll), roll), self.options)

    def counted(self, added: str) -> int:
        """The points of the added dice of that name, which the comparison leaves."""
        left = BONUS[added]
        return sum(points for points, group in zip(self.bonus, self.groups, strict=True) if group in left)

    def outcome(self, dice: Sequence[Thrown]) -> dict[str, Any]:
        """{"rank", "roll", "colour", "winner", "tie", "counter", "botch"} with 1 or 0 for yes or no.

        winner: "attacker", "defender" or "tie"; botch: the defender rolled Blue. Of damage "share", "bonus" and "damage"
        in points follow, of anything else "effect", of a hold that hurts all of them (FR-A10, FR-A46, FR-A47).
        """
        roll = dice[0][1][0]
        shown, hit = self.aim.colour(roll), self.hit(roll)
        compared = better(self.first, (shown, roll))
        dodged = self.stake.kind in ("damage", "hold")
        winner = "attacker" if compared > 0 else "tie" if compared == 0 and not dodged else "defender"
        found: dict[str, Any] = {"rank": self.aim.rank, "roll": roll, "colour": shown, "winner": winner}
        found |= {"tie": int(hit.tie), "counter": int(hit.counter and dodged), "botch": int(shown == "Blue")}
        if self.stake.kind != "damage":
            found["effect"] = EFFECTS[self.first[0]] if winner == "attacker" else "none"
        if self.stake.hurts:
            bonus = self.counted(hit.bonus or "")
            base = share(self.stake.points(self.options), hit.share, self.options)
            found |= {"share": hit.share, "bonus": bonus, "damage": base + bonus}
        return found
