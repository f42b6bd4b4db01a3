"""The exact chances of a declared pool, as the composer and the sheet show them."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from functools import partial
from typing import Final

from rules.system import Odds
from rules.systems.bgrade.chances import FACES, MOST, all_served, one_hand, reaches
from rules.systems.bgrade.contest import weight
from rules.systems.bgrade.options import choice
from rules.systems.bgrade.sets import Set, beats, sets_of
from rules.systems.bgrade.throw import Throw

DRAWN: Final = 15
"""Dice of a pool whose distribution is drawn."""

MOST_ACTIONS: Final = 3
"""Actions for which the chance that all are served is worked out."""

Numbers = list[tuple[str, Fraction]]


def odds_of(throw: Throw) -> Odds:
    """Exact chances of that throw; of a pool of more than 15 dice the bounds, and the chances that are cheap."""
    if throw.auto_fail:
        return Odds((("Success", "0 %"),), words="No die is left in the pool: the attempt fails.")
    dice = throw.rolled + len(throw.heights) + throw.had
    bounds = (("Least width", str(_least(throw))), ("Greatest width", str(_greatest(throw))))
    if throw.rolled > MOST:
        return Odds(bounds, words=f"Chances of more than {DRAWN} dice are not drawn.")
    numbers = tuple((label, percent(chance)) for label, chance in _numbers(throw))
    if dice > DRAWN:
        return Odds(numbers + bounds, words=f"Chances of more than {DRAWN} dice are not drawn.")
    shares = widths(throw)
    mean = sum((width * share for width, share in shares.items()), Fraction(0))
    bars = tuple((_bar(width), share) for width, share in shares.items() if share)
    return Odds((*numbers, ("Mean width of the widest set, none as 1", f"{float(mean):.2f}")), bars, _words(throw))


def percent(chance: Fraction) -> str:
    """ "58.2 %": rounded, but certain and impossible only where they are."""
    if chance in (0, 1):
        return f"{int(chance * 100)} %"
    rounded = f"{float(chance * 100):.1f}"
    return {"0.0": "under 0.1 %", "100.0": "over 99.9 %"}.get(rounded, f"{rounded} %")


def widths(throw: Throw) -> dict[int, Fraction]:
    """The chance of each width of the own widest set, Hammer-time Dice set to widen it; 1 stands for no set."""
    heights, had = throw.heights, throw.had
    shares, before = {}, Fraction(0)
    for width in range(1, throw.total + 1):
        up_to = one_hand(throw.rolled, partial(_at_most, heights, width - had))
        shares[width], before = up_to - before, up_to
    return shares


def _at_most(heights: tuple[int, ...], most: int, count: int, face: int) -> bool:
    return count + heights.count(face) <= most


def _numbers(throw: Throw) -> Numbers:
    """The chances that a player wants, the one that decides first."""
    rolled, heights, had = throw.rolled, throw.heights, throw.had
    any_set = reaches(rolled, heights, had, lambda of: True)
    wide = ("A set of width 3 or more", reaches(rolled, heights, had, lambda of: of[0] >= 3))
    if throw.against and not throw.joint and not throw.joins:
        return [*_wins(throw), ("Any set", any_set), wide]
    if throw.joins:
        return [*_together(throw), ("A set of his own", any_set), wide]
    passed = reaches(rolled, heights, had, lambda of: beats(of, throw.difficulty, throw.options))
    if len(throw.difficulties) > 1:
        return [("At least one action succeeds", passed), *_all(throw), wide]
    if throw.difficulty == 0:
        return [("Any set" if throw.waits else "Success", any_set), wide]
    return [(f"Beats Difficulty {throw.difficulty}", passed), ("Any set", any_set), wide]


def _all(throw: Throw) -> Numbers:
    """The chance that all declared actions succeed, where it is cheap to work out."""
    count = len(throw.difficulties)
    if throw.had or count > MOST_ACTIONS or throw.total > DRAWN or choice(throw.options, "split_sets") == "on":
        return []
    chance = all_served(throw.rolled, throw.heights, throw.difficulties, throw.options)
    return [(f"All {count} actions succeed", chance)]


def _wins(throw: Throw) -> Numbers:
    """The chance to have the better deciding set; where the GM is asked, both ways."""
    label = "Wins with the best set" if choice(throw.options, "contest_tie") == "next" else "Wins"
    if throw.contest:
        return [(label, _win(throw, throw.contest))]
    return [(f"{label} if time matters", _win(throw, "fast")), (f"{label} if it does not", _win(throw, "slow"))]


def _win(throw: Throw, by: str) -> Fraction:
    return reaches(throw.rolled, throw.heights, throw.had, _ahead(throw, by))


def _ahead(throw: Throw, by: str) -> Callable[[Set], bool]:
    """Whether a set counts, and in a contest decided by that is better than the rival's best."""
    rivals = throw.against.sets if throw.against else ()
    bar = max((weight(of, by, throw.options) for of in rivals), default=())
    return lambda of: beats(of, throw.difficulty, throw.options) and weight(of, by, throw.options) > bar


def _together(throw: Throw) -> Numbers:
    """The chance to succeed, or to win, with the hands that are there (BG-22); left out where a Hammer-time Die would have to make
    both the own set and the joint one.
    """
    hands = throw.joins.hands if throw.joins else ()
    own_sets = [of for hand in hands for of in sets_of(hand)[0]]
    heights, counts = throw.heights, _ahead(throw, throw.contest or "fast")
    label = "Wins together" if throw.against else "Success together"
    if choice(throw.options, "coop_mode") == "best_of":
        own = reaches(throw.rolled, heights, throw.had, counts)
        return [(label, Fraction(1) if any(map(counts, own_sets)) else own)]
    if throw.had and not own_sets:
        return []
    others = [face for hand in hands for face in hand]

    def fails(count: int, face: int) -> bool:
        width = count + heights.count(face) + throw.had + others.count(face)
        return width < 2 or not counts((width, face))

    def single(count: int, face: int) -> bool:
        return count + heights.count(face) < 2

    chance = 1 - one_hand(throw.rolled, fails)
    if not own_sets:
        both = one_hand(throw.rolled, lambda count, face: fails(count, face) and single(count, face))
        chance += both - one_hand(throw.rolled, single)
    return [(label, chance)]


def _least(throw: Throw) -> int:
    """The least width of the widest set, 1 for no set, with Hammer-time Dice set to widen it."""
    counts = [throw.heights.count(face) for face in FACES]
    for _ in range(throw.rolled):
        counts[counts.index(min(counts))] += 1
    return max(counts) + throw.had


def _greatest(throw: Throw) -> int:
    return throw.rolled + throw.had + max(throw.heights.count(face) for face in FACES)


def _bar(width: int) -> str:
    return "no set" if width == 1 else f"width {width}"


def _words(throw: Throw) -> str:
    """What the numbers leave out."""
    if throw.joint:
        return "Without the dice of the helpers, who throw their own."
    if throw.contest is not None and throw.against is None:
        return "Without the dice of the other side, which are not thrown yet."
    return "The Hammer-time Dice set as well as they can be." if throw.had else ""
