"""A pool as it is recorded: the normal print of what is left after the buy-off, and the outcome of its dice.

Print: `7d`, `7d vs 4`, `6d+1ed=10 vs 5 actions 2`, `6d vs 4,0 actions 2 lost 1`. The pool is settled: bonus, penalties
and buy-off are done. `lost` counts dice that penalties removed; they were never thrown. Options that change the outcome
and are not the default follow as `name=choice`.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

from rules.dice.limits import TABLE
from rules.lines import RuleError
from rules.system import Options, Thrown
from rules.systems.bgrade.contest import max_successes
from rules.systems.bgrade.options import CHOICES, choice
from rules.systems.bgrade.sets import Outcome, check_difficulty, resolve
from rules.systems.bgrade.special_dice import check_ed

MOST_DICE: Final = TABLE.dice
MOST_SPECIAL: Final = 50
MOST_ACTIONS: Final = 10
RECORDED: Final = ("difficulty_mode", "auto_beat_width", "prefer", "ed_must_differ", "split_sets")
"""Options that a print tells."""

_PRINT = re.compile(
    r"(?P<rolled>[0-9]{1,3})d(?:\+(?P<ed>[1-9][0-9]?)ed=(?P<heights>[0-9]+(?:,[0-9]+)*))?"
    r"(?: vs (?P<vs>[0-9]{1,2}(?:,[0-9]{1,2})*))?(?: actions (?P<actions>[0-9]{1,2}))?(?: lost (?P<lost>[0-9]{1,3}))?"
    r"(?P<options>(?: [a-z_]+=[a-z0-9_]+)*)",
    re.ASCII,
)


@dataclass(frozen=True)
class Throw:
    """rolled: dice to throw; heights: of the Expert Dice that are left; difficulties: one for each declared action
    (BG-19); lost: dice removed by penalties; options: the campaign's.
    """

    rolled: int
    heights: tuple[int, ...]
    difficulties: tuple[int, ...]
    lost: int
    options: Options

    @property
    def difficulty(self) -> int:
        """The lowest Difficulty asked: a set that beats it serves at least one action."""
        return min(self.difficulties)

    @property
    def auto_fail(self) -> bool:
        """No die is left, so that the attempt fails without a throw (BG-26, BG-A25)."""
        return self.rolled + len(self.heights) == 0

    def checked(self) -> Throw:
        """This throw, refused when a number is out of its bounds."""
        if self.rolled + len(self.heights) > MOST_DICE or len(self.heights) > MOST_SPECIAL:
            raise RuleError(f"A pool has at most {MOST_DICE} dice, {MOST_SPECIAL} of them special.")
        if not 1 <= len(self.difficulties) <= MOST_ACTIONS:
            raise RuleError(f"Several actions are 2 to {MOST_ACTIONS}.")
        for difficulty in self.difficulties:
            check_difficulty(difficulty)
        check_ed(self.heights, self.options)
        if self.lost > MOST_DICE or len(self.expr()) > TABLE.characters:
            raise RuleError("This pool is too long to be recorded: declare fewer special dice, actions or lost dice.")
        return self

    def expr(self) -> str:
        """The normal print."""
        heights = ",".join(str(height) for height in self.heights)
        ed = f"+{len(self.heights)}ed={heights}" if self.heights else ""
        same = len(set(self.difficulties)) == 1
        levels = ",".join(str(level) for level in (self.difficulties[:1] if same else self.difficulties))
        vs = f" vs {levels}" if any(self.difficulties) else ""
        actions = f" actions {len(self.difficulties)}" if len(self.difficulties) > 1 else ""
        lost = f" lost {self.lost}" if self.lost else ""
        told = [name for name in RECORDED if choice(self.options, name) != CHOICES[name][0]]
        return f"{self.rolled}d{ed}{vs}{actions}{lost}" + "".join(f" {name}={choice(self.options, name)}" for name in told)

    def outcome(self, faces: Sequence[int]) -> Outcome:
        """The sets of the thrown faces together with the Expert Dice, against the lowest Difficulty."""
        return resolve([*faces, *self.heights], self.difficulty, choice(self.options, "prefer"), self.options)

    def served(self, outcome: Outcome) -> int:
        """How many of the declared actions the sets can serve at most."""
        return max_successes(outcome.sets, self.difficulties, self.options)

    def result(self, faces: Sequence[int]) -> dict[str, Any]:
        """What the record holds (README.md, ruling 2)."""
        outcome = self.outcome(faces)
        found: dict[str, Any] = {
            "sets": [list(of) for of in outcome.sets],
            "loose": list(outcome.loose),
            "difficulty": self.difficulty,
            "qualifying": [list(of) for of in outcome.qualifying],
            "success": outcome.success,
            "suggested": list(outcome.suggested) if outcome.suggested else None,
            "auto_fail": self.auto_fail,
        }
        return found | {"actions": list(self.difficulties)} if len(self.difficulties) > 1 else found

    def faces(self, dice: Sequence[Thrown]) -> tuple[int, ...]:
        """The thrown faces; refuses dice that are not those of this throw."""
        groups = [(sides, tuple(faces)) for sides, faces in dice]
        thrown = tuple(face for _, faces in groups for face in faces)
        expected = [(10, thrown)] if self.rolled else []
        if groups != expected or len(thrown) != self.rolled or not all(1 <= face <= 10 for face in thrown):
            raise RuleError(f"These are not the dice of `{self.expr()}`: it throws {self.rolled} d10.")
        return thrown


def parse(expr: str) -> Throw:
    """The throw of a recorded print; everything but the normal print is refused."""
    found = _PRINT.fullmatch(expr)
    if found is None:
        raise _unreadable(expr)
    heights = tuple(int(height) for height in found["heights"].split(",")) if found["heights"] else ()
    levels = tuple(int(level) for level in (found["vs"] or "0").split(","))
    count = int(found["actions"] or 1)
    options = dict(part.split("=") for part in found["options"].split())
    difficulties = levels * count if len(levels) == 1 and count <= MOST_ACTIONS else levels
    throw = Throw(int(found["rolled"]), heights, difficulties, int(found["lost"] or 0), options).checked()
    if throw.expr() != expr:
        raise _unreadable(expr)
    return throw


def _unreadable(expr: str) -> RuleError:
    return RuleError(f"“{expr[:200]}” is no B-Grade pool in its normal print, like `6d+1ed=10 vs 5 actions 2`.")
