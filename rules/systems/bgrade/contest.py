"""Several actions, contests, working together and the order by sets (BG-17 to BG-22, BG-29)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import product

from rules.combat.order import same_time
from rules.lines import RuleError
from rules.system import Options
from rules.systems.bgrade.options import choice
from rules.systems.bgrade.sets import Outcome, Set, area, beats, best, check_difficulty, resolve, sets_of


def max_successes(sets: Sequence[Set], difficulties: Sequence[int], options: Options) -> int:
    """How many declared actions the sets can serve at most: one set an action, one action a set (BG-19)."""
    asked = sorted(check_difficulty(difficulty) for difficulty in difficulties)
    ways = [[[of]] for of in sets]
    if choice(options, "split_sets") == "on":
        ways = [[[of], as_pairs(of)] for of in sets]
    return max(_served([of for part in parts for of in part], asked, options) for parts in product(*ways))


def as_pairs(of: Set) -> list[Set]:
    """A set as pairs of its height, an odd die going to the last one (BG-A07)."""
    width, height = of
    return [(2, height)] * (width // 2 - 1) + [(2 + width % 2, height)]


def _is_part(width: int, whole: int) -> bool:
    """Whether a set of `whole` dice has a part that wide: a pair of four dice or more, or one part of three of an odd number."""
    return whole >= 4 and (width == 2 or (width == 3 and whole % 2 == 1))


def _served(parts: Sequence[Set], asked: Sequence[int], options: Options) -> int:
    """How many of the ascending Difficulties the parts pass: the k easiest by the k strongest, for the largest k."""
    reach = [max((level for level in range(11) if beats(of, level, options)), default=-1) for of in parts]
    reach.sort(reverse=True)
    served = 0
    for k in range(1, min(len(asked), len(reach)) + 1):
        if all(strong >= level for strong, level in zip(sorted(reach[:k]), asked[:k], strict=True)):
            served = k
    return served


def allot(sets: Sequence[Set], allotted: Sequence[Set | None], difficulties: Sequence[int], options: Options) -> list[bool]:
    """Whether each action succeeds with the set allotted to it, None being none; refuses sets that were not rolled or
    are used twice (BG-19).
    """
    if len(allotted) != len(difficulties):
        raise RuleError(f"There are {len(difficulties)} actions, not {len(allotted)}.")
    split = choice(options, "split_sets") == "on"
    whole = {height: width for width, height in sets}
    left = dict(whole)
    for width, height in filter(None, allotted):
        if (width, height) not in sets and not (split and _is_part(width, whole.get(height, 0))):
            have = " and ".join(f"{w}×{h}" for w, h in sets) or "no set"
            raise RuleError(f"That set was not rolled; you have {have}.")
        if left[height] < width:
            raise RuleError(f"{width}×{height} serves another action already: a set serves one.")
        left[height] -= width
    pairs = zip(allotted, difficulties, strict=True)
    return [of is not None and beats(of, difficulty, options) for of, difficulty in pairs]


def contest(a: Sequence[int], b: Sequence[int], difficulty: int, options: Options) -> str:
    """The winner of two hands: "a", "b", "tie", or "none" when neither passes (BG-17, BG-A09, BG-A10).

    Where the campaign leaves it to the GM, time matters.
    """
    first, second = (resolve(hand, difficulty, "width", options).qualifying for hand in (a, b))
    return decide(first, second, contest_way("", options) or "fast", options)


def contest_way(said: str, options: Options) -> str:
    """What decides a contest: "fast" (width, then height), "slow" (height, then width), "width" or "height" alone, or
    "" where the GM is asked. `said` is `fast`, `slow` or "" (BG-A09).
    """
    by = choice(options, "contest_by")
    if by in ("width_only", "height_only"):
        return by.removesuffix("_only")
    return said or {"width": "fast", "height": "slow"}.get(by, "")


def weight(of: Set, by: str, options: Options) -> tuple[int, ...]:
    """What is compared of a set, the heavier one winning."""
    width, height = of
    if by == "fast" and choice(options, "area_use") == "speed":
        return area(of), width
    return {"fast": (width, height), "slow": (height, width), "width": (width,), "height": (height,)}[by]


def decide(a: Sequence[Set], b: Sequence[Set], by: str, options: Options) -> str:
    """The winner between sets that pass: "a", "b", "tie" or "none" (BG-17).

    Equal deciding sets are a tie, unless the campaign compares the next best ones (BG-A10).
    """
    first, second = (sorted((weight(of, by, options) for of in sets), reverse=True) for sets in (a, b))
    if not first and not second:
        return "none"
    if first and second and choice(options, "contest_tie") != "next":
        first, second = first[:1], second[:1]
    if first == second:
        return "tie"
    return "a" if first > second else "b"


@dataclass(frozen=True)
class Joint:
    """Hands thrown against time: whether somebody has a set of his own, and the outcome of all hands."""

    gate: bool
    outcome: Outcome


def together(hands: Sequence[Sequence[int]], difficulty: int, prefer: str, mode: str, options: Options) -> Joint:
    """The joint outcome (BG-22): the dice of all hands, or the best of the separate hands where `mode` is "best_of"
    (BG-A11).

    Without a set of somebody's own nothing passes, even when the dice together would match.
    """
    if mode not in ("union", "best_of"):
        raise RuleError(f"Hands are joined as union or best_of, not {mode}.")
    gate = any(sets_of(hand)[0] for hand in hands)
    outcome = resolve([face for hand in hands for face in hand], difficulty, prefer, options)
    if mode == "best_of":
        apart = [resolve(hand, difficulty, prefer, options) for hand in hands]
        sets, qualifying = (
            tuple(sorted((of for found in apart for of in getattr(found, name)), reverse=True)) for name in ("sets", "qualifying")
        )
        loose = tuple(sorted(face for found in apart for face in found.loose))
        outcome = Outcome(sets, loose, qualifying, best(qualifying, prefer))
    return Joint(gate, outcome if gate else Outcome(outcome.sets, outcome.loose, (), None))


@dataclass(frozen=True)
class Entered:
    """A name with its set (empty for none) in an order."""

    name: str
    order: tuple[int, ...]
    entry: int
    tie: int = 0


def order(entries: Sequence[tuple[str, Set | None]], options: Options) -> list[list[str]]:
    """Groups of names that act at the same time: by width, then height, or as the campaign reads it; no set acts last (BG-29,
    BG-A29).
    """
    entered = [Entered(name, tuple(of or ()), place) for place, (name, of) in enumerate(entries, 1)]
    return [[one.name for one in group] for group in same_time(entered, (choice(options, "order_by"),))]
