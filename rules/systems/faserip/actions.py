"""Several actions in one Round (FR-17 to FR-20), and what fits in one Turn (FR-15, FR-16)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from rules.lines import RuleError
from rules.system import Options
from rules.systems.faserip.column_shifts import shift
from rules.systems.faserip.options import choice
from rules.systems.faserip.ranks import PLACES, rank

GOOD: Final = PLACES["Good"]
ORDINALS: Final = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth")
TIMES: Final = ("once", "twice", "three times", "four times", "five times", "six times", "seven times", "eight times")


@dataclass(frozen=True)
class Ladder:
    """The ranks at which the actions of a Round are rolled, as far as the floor of Good allows (FR-20)."""

    ranks: tuple[str, ...]
    complete: bool
    can_dodge: bool

    @property
    def allowed(self) -> int:
        return len(self.ranks)


def action_shift(variant: str, k: int, options: Options) -> int:
    """The column shift of the k-th action, k from 1.

    "powers" and "plain": -1, -2, -3 (FR-17, FR-18, FR-A23). "feat": the first is regular, then -2, -3, -4, or -2, -1,
    -1 where the campaign reads it so (FR-19, FR-A25).
    """
    if variant not in ("powers", "plain", "feat"):
        raise RuleError(f"Several actions come by powers, plain or feat, not {variant}.")
    if variant != "feat":
        return -k
    if k == 1:
        return 0
    return -1 if k > 2 and choice(options, "feat_mode") == "flat" else -k


def ladder(base: str, count: int, options: Options, *, variant: str, talent: bool = False, other: int = 0) -> Ladder:
    """The ladder of `count` actions from that rank; `other` sums the roll's further column shifts.

    A single action is regular and knows no floor. An enabling Talent takes the slide from actions without powers
    (FR-18), and with it the floor, unless the campaign keeps that (FR-A44). Where it clamps at Good, every action is
    allowed and none ends the Round (FR-A27).
    """
    if count < 1:
        raise RuleError(f"{count} is no number of actions: there is at least 1.")
    frees = talent and variant == "plain" and choice(options, "talent_frees") == "on"
    action_shift(variant, 1, options)
    if count == 1 or (frees and choice(options, "free_floor") == "off"):
        return Ladder((shift(base, other, options),) * count, complete=True, can_dodge=True)
    ranks: list[str] = []
    at_good, clamped = False, choice(options, "floor") == "clamp"
    for k in range(1, count + 1):
        slide = 0 if frees else action_shift(variant, k, options)
        place = PLACES[rank(base, options)] + other + slide
        if not clamped and (at_good or (slide and place < GOOD)):
            break
        ranks.append(shift(base, floored(base, other, slide, options), options))
        at_good = not clamped and (slide != 0 or frees) and place <= GOOD
    return Ladder(tuple(ranks), complete=len(ranks) == count, can_dodge=not at_good)


def floored(base: str, other: int, slide: int, options: Options) -> int:
    """The columns that a roll is shifted in all: its slide for several actions takes it down to Good at most where the
    campaign clamps it there, and never up (FR-A27).
    """
    if choice(options, "floor") != "clamp":
        return other + slide
    place = PLACES[rank(base, options)]
    return max(place + other + slide, min(GOOD, place + other)) - place


def check_actions(base: str, count: int, options: Options, *, variant: str = "plain", free: bool = False, other: int = 0) -> Ladder:
    """The ladder of declared actions; refuses the declaration when one would fall below Good (FR-20, FR-A27).

    free: an enabling Talent takes the slide away, so that nothing falls (FR-18, FR-A44).
    """
    if not 2 <= count <= len(TIMES):
        raise RuleError(f"Several actions are 2 to {len(TIMES)} in a Round: `action 1/2`.")
    found = ladder(base, count, options, variant=variant, talent=free, other=other)
    if not found.complete:
        first = found.allowed if found.allowed >= 2 else 1
        name = shift(base, other, options)
        article = "An" if ORDINALS[first] == "eighth" else "A"
        raise RuleError(f"{article} {ORDINALS[first]} action would fall below Good: {name} can't act {TIMES[first]}.")
    return found


@dataclass(frozen=True)
class Turn:
    """A verdict on one Turn. gm: only with the GM's word; cs: the shift of its rolls; multi: FR-17 to FR-20 apply."""

    legal: bool
    why: str
    gm: bool = False
    cs: int = 0
    multi: bool = False


MOVES: Final = ("move", "move_short")
DICE: Final = ("attack", "dice", "long_dice")
DEFENCES: Final = ("dodge", "block")
TASK: Final = "A task longer than a Round leaves only dodge or block until it is done."
DICE_AFTER: Final = "A second dice action: declare each with action 1/2, or roll !more Fighting after the first, then say extra."
GOOD_ENDS: Final = "An action at Good ended this Round: no further action, and no dodge."


def turn(actions: Sequence[str]) -> Turn:
    """What the rules say of these actions in one Turn, in this order; the GM may overrule it.

    An action is auto, move, move_short, attack, dice, long_dice (a task longer than a Round), dodge or block.
    """
    unknown = [action for action in actions if action not in ("auto", *MOVES, *DICE, *DEFENCES)]
    if unknown:
        raise RuleError(f"{unknown[0]} is no kind of action.")
    automatic = sum(action == "auto" for action in actions)
    thrown = [action for action in actions if action in DICE]
    moves = [action for action in actions if action in MOVES]
    multi, slide = len(thrown) > 1, min(0, 1 - automatic)
    why, gm = _against(moves, thrown, automatic)
    if why:
        return Turn(False, why, cs=slide, multi=multi)
    said = "With the GM's word: a short move and one simple attack." if gm else "Fits in one Turn."
    return Turn(True, said, gm=gm, cs=slide, multi=multi)


def _against(moves: Sequence[str], thrown: Sequence[str], automatic: int) -> tuple[str, bool]:
    """(what forbids these actions, or nothing; whether the GM has to allow them)."""
    if "long_dice" in thrown and (len(thrown) > 1 or moves):
        return TASK, False
    if len(moves) > 1:
        return "There is one movement in a Turn: never move, hit and move back.", False
    if not moves or not thrown:
        return "", False
    if moves == ["move_short"] and list(thrown) == ["attack"] and not automatic:
        return "", True
    return "A movement takes the Turn; only a short one leaves room for one simple attack.", False
