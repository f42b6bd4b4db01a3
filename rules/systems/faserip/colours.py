"""Colours: one d100 on the column of a rank (FR-11), and which of two rolls is the better one (FR-12)."""

from __future__ import annotations

from fractions import Fraction
from typing import Final

from rules.lines import RuleError
from rules.system import Band, Options
from rules.systems.faserip.options import choice
from rules.systems.faserip.ranks import rank
from rules.systems.faserip.table import table_of

COLOURS: Final = ("Blue", "White", "Green", "Yellow", "Red")
"""Worst first (FR-A08)."""


BLUEST: Final = 5


def bluest(options: Options) -> int:
    """The highest number that may be Blue, 0 where there is no Blue (FR-A02)."""
    chosen = choice(options, "blue_max")
    return BLUEST if chosen == "white" else int(chosen)


def may_roll(name: str, options: Options) -> None:
    """Refuses a roll at Shift 0, where nobody can act (FR-A17)."""
    if rank(name, options) == "Shift 0" and choice(options, "shift0_rolls") == "off":
        raise RuleError("At Shift 0 nothing can be rolled: Feeble is the lowest rank that acts.")


def check_roll(roll: int) -> int:
    """The same number; anything but 1 to 100 is refused."""
    if type(roll) is not int or not 1 <= roll <= 100:
        raise RuleError(f"{roll} is no roll of a d100: it shows 1 to 100.")
    return roll


def colour(name: str, roll: int, options: Options) -> str:
    """The colour of a d100 roll, 1 to 100, at that rank. Blue comes before everything (FR-A02)."""
    may_roll(name, options)
    check_roll(roll)
    green, yellow, red = table_of(options).of(rank(name, options))
    if roll <= bluest(options) and (roll < green or choice(options, "blue_max") != "white"):
        return "Blue"
    return "Red" if roll >= red else "Yellow" if roll >= yellow else "Green" if roll >= green else "White"


def bands(name: str, options: Options) -> tuple[Band, ...]:
    """The stretches of 1 to 100 of each colour at that rank, from left to right, without the empty ones."""
    found: list[Band] = []
    for roll in range(1, 101):
        shown = colour(name, roll, options)
        if found and found[-1].colour == shown:
            found[-1] = Band(shown, found[-1].first, roll)
        else:
            found.append(Band(shown, roll, roll))
    return tuple(found)


def chances(name: str, options: Options) -> dict[str, Fraction]:
    """The exact chance of each colour at that rank."""
    rolls = [colour(name, roll, options) for roll in range(1, 101)]
    return {shown: Fraction(rolls.count(shown), 100) for shown in COLOURS}


def better(attacker: tuple[str, int], defender: tuple[str, int]) -> int:
    """Of two (colour, number): 1 the first is better, -1 the second, 0 a tie. Colour first, then number (FR-12)."""
    first = (COLOURS.index(attacker[0]), attacker[1])
    second = (COLOURS.index(defender[0]), defender[1])
    return (first > second) - (first < second)


def winner(attacker: tuple[str, int], defender: tuple[str, int], dodger: str | None) -> str:
    """ "attacker", "defender" or "tie". A full tie goes to the side that dodges, if any does (FR-12, FR-A10)."""
    if dodger not in ("attacker", "defender", None):
        raise RuleError(f"The dodger is the attacker, the defender or nobody, not {dodger}.")
    outcome = better(attacker, defender)
    if outcome == 0:
        return dodger or "tie"
    return "attacker" if outcome > 0 else "defender"
