"""A pool as it is thrown and recorded: what is left after the buy-off, whom it meets, and the outcome of its dice.

How it is written stands in `printing.py`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

from rules.dice.limits import TABLE
from rules.lines import RuleError
from rules.system import Options, Rival, Thrown
from rules.systems.bgrade.contest import Joint, decide, max_successes, together, weight
from rules.systems.bgrade.options import choice
from rules.systems.bgrade.sets import Outcome, Set, check_difficulty, check_faces, resolve, sets_of
from rules.systems.bgrade.special_dice import check_ed

MOST_DICE: Final = TABLE.dice
MOST_SPECIAL: Final = 50
MOST_ACTIONS: Final = 10
MOST_HELPERS: Final = 8


@dataclass(frozen=True)
class Against:
    """The roll that this one answers in a contest: its number in the ledger and its sets that count, widest first; only
    the deciding one where no other can matter.
    """

    number: str
    sets: tuple[Set, ...]


@dataclass(frozen=True)
class Joins:
    """The roll that this one joins against time: its number, and the final dice of each hand before this one."""

    number: str
    hands: tuple[tuple[int, ...], ...]


@dataclass(frozen=True)
class Throw:
    """rolled: dice to throw; heights: of the Expert Dice that are left; difficulties: one for each declared action
    (BG-19); lost: dice removed by penalties; options: the campaign's; had: Hammer-time Dice that are left.

    contest: None outside a contest, else what decides it: "fast", "slow", "width", "height", or "" where the GM is
    asked. joint: how many helpers' hands are still to join this one. A contest that is not `against` a roll waits for one.
    """

    rolled: int
    heights: tuple[int, ...]
    difficulties: tuple[int, ...]
    lost: int
    options: Options
    had: int
    contest: str | None = None
    against: Against | None = None
    joint: int = 0
    joins: Joins | None = None

    @property
    def difficulty(self) -> int:
        """The lowest Difficulty asked: a set that beats it serves at least one action."""
        return min(self.difficulties)

    @property
    def total(self) -> int:
        return self.rolled + len(self.heights) + self.had

    @property
    def auto_fail(self) -> bool:
        """No die is left, so that the attempt fails without a throw (BG-26, BG-A25)."""
        return self.total == 0

    @property
    def waits(self) -> bool:
        """Whether somebody's roll answers this one or joins it."""
        return self.joint > 0 or (self.contest is not None and self.against is None)

    @property
    def tells_all(self) -> bool:
        """Whether more than the deciding set of each side can matter to the contest."""
        return self.contest == "" or choice(self.options, "contest_tie") == "next"

    def checked(self) -> Throw:
        """This throw, refused when a number is out of its bounds."""
        special = len(self.heights) + self.had
        if self.total > MOST_DICE or special > MOST_SPECIAL:
            raise RuleError(f"A pool has at most {MOST_DICE} dice, {MOST_SPECIAL} of them special.")
        if not 1 <= len(self.difficulties) <= MOST_ACTIONS:
            raise RuleError(f"Several actions are 2 to {MOST_ACTIONS}.")
        for difficulty in self.difficulties:
            check_difficulty(difficulty)
        check_ed(self.heights, self.options)
        if len(self.difficulties) > 1 and (self.contest is not None or self.joint or self.joins):
            raise RuleError("A contest or a joint roll is one action: roll several actions in a line of their own.")
        if not 0 <= self.joint <= MOST_HELPERS:
            raise RuleError(f"At most {MOST_HELPERS} help in one roll.")
        if self.against:
            self._check_sets(self.against.sets)
        for hand in self.joins.hands if self.joins else ():
            check_faces(hand)
        return self

    def _check_sets(self, sets: tuple[Set, ...]) -> None:
        heights = {height for width, height in sets if width >= 2 and 1 <= height <= 10}
        if len(heights) < len(sets) or (len(sets) > 1 and not self.tells_all):
            raise RuleError("The sets of a rival are those that count against this roll, one of a height.")

    def chosen(self, values: Sequence[int]) -> tuple[int, ...]:
        """The same values of the Hammer-time Dice; refused unless there are none yet or one for each (BG-24)."""
        values = check_faces(values)
        if not self.had and values:
            raise RuleError("No roll of yours here waits for a Hammer-time Die.")
        if values and len(values) != self.had:
            raise RuleError(f"This roll has {self.had}: `!hammer {','.join(['8'] * self.had)}`.")
        return values

    def hand(self, faces: Sequence[int], chosen: Sequence[int] = ()) -> tuple[int, ...]:
        """All dice of the own hand: thrown, set before and set after."""
        return (*faces, *self.heights, *chosen)

    def outcome(self, faces: Sequence[int], chosen: Sequence[int] = ()) -> Outcome:
        """The sets against the lowest Difficulty; in a contest the suggested one is the deciding one."""
        prefer, hand = choice(self.options, "prefer"), self.hand(faces, chosen)
        if self.joins:
            found = self.together(hand).outcome
        else:
            found = resolve(hand, self.difficulty, prefer, self.options)
        if self.contest and found.qualifying:
            found = replace(found, suggested=self.deciding(found.qualifying))
        return found

    def together(self, hand: Sequence[int]) -> Joint:
        """The joint outcome of the hands that this roll joins and its own (BG-22)."""
        hands = [*(self.joins.hands if self.joins else ()), tuple(hand)]
        mode, prefer = choice(self.options, "coop_mode"), choice(self.options, "prefer")
        return together(hands, self.difficulty, prefer, mode, self.options)

    def deciding(self, sets: Sequence[Set], by: str = "") -> Set | None:
        """The set with which a side stands in the contest; `by` is what decides where the GM is asked."""
        way = self.contest or by or "fast"
        return max(sets, key=lambda of: (weight(of, way, self.options), of), default=None)

    def telling(self, outcome: Outcome) -> tuple[Set, ...]:
        """The sets of this roll that an answer to it must record."""
        if self.tells_all:
            return outcome.qualifying
        return tuple(filter(None, [self.deciding(outcome.qualifying)]))

    def verdict(self, outcome: Outcome, by: str) -> str:
        """ "roller" (of this roll), "rival", "tie" or "none" by that way of deciding (BG-17)."""
        sets = self.against.sets if self.against else ()
        names = {"a": "roller", "b": "rival", "tie": "tie", "none": "none"}
        return names[decide(outcome.qualifying, sets, by, self.options)]

    def verdicts(self, outcome: Outcome) -> dict[str, str]:
        """`winner`, and where the GM is asked also both answers; `winner` is "open" when they differ."""
        if self.contest:
            return {"winner": self.verdict(outcome, self.contest)}
        fast, slow = (self.verdict(outcome, by) for by in ("fast", "slow"))
        return {"winner": fast if fast == slow else "open", "fast": fast, "slow": slow}

    def served(self, outcome: Outcome) -> int:
        """How many of the declared actions the sets can serve at most."""
        return max_successes(outcome.sets, self.difficulties, self.options)

    def result(self, faces: Sequence[int], chosen: Sequence[int] = ()) -> dict[str, Any]:
        """What the record holds (README.md, "What is recorded")."""
        several = {"actions": list(self.difficulties)} if len(self.difficulties) > 1 else {}
        if self.had and not chosen:
            sets, loose = sets_of(self.hand(faces))
            natural = {"sets": [list(of) for of in sets], "loose": list(loose), "difficulty": self.difficulty}
            return {"waits": self.had} | natural | several
        outcome = self.outcome(faces, chosen)
        found: dict[str, Any] = {
            "sets": [list(of) for of in outcome.sets],
            "loose": list(outcome.loose),
            "difficulty": self.difficulty,
            "qualifying": [list(of) for of in outcome.qualifying],
            "success": outcome.success,
            "suggested": list(outcome.suggested) if outcome.suggested else None,
            "auto_fail": self.auto_fail,
        }
        return found | several | self._linked(outcome, self.hand(faces, chosen))

    def _linked(self, outcome: Outcome, hand: tuple[int, ...]) -> dict[str, Any]:
        """What the record holds of the rolls that this one joins or answers."""
        found: dict[str, Any] = {}
        if self.joins:
            found |= {"gate": self.together(hand).gate, "hands": [list(one) for one in self.joins.hands]}
        if self.against:
            rival = self.deciding(self.against.sets)
            found |= {"rival": list(rival) if rival else None} | ({} if self.joint else self.verdicts(outcome))
        return found

    def faces(self, dice: Sequence[Thrown]) -> tuple[int, ...]:
        """The thrown faces; refuses dice that are not those of this throw."""
        groups = [(sides, tuple(faces)) for sides, faces in dice]
        thrown = tuple(face for _, faces in groups for face in faces)
        expected = [(10, thrown)] if self.rolled else []
        if groups != expected or len(thrown) != self.rolled or not all(1 <= face <= 10 for face in thrown):
            raise RuleError(f"These are not the dice of this roll: it throws {self.rolled} d10.")
        return thrown

    def final(self, rival: Rival) -> tuple[int, ...]:
        """The final hand of that recorded roll of this throw; refused while a Hammer-time Die of it is not set."""
        chosen = self.chosen(rival.chosen)
        if self.had and not chosen:
            raise RuleError(f"{rival.name} has a Hammer-time Die to set first; then the roll can be answered.")
        return self.hand(self.faces(rival.dice), chosen)
