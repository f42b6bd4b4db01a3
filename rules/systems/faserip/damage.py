"""Damage by colours (FR-13): what share of the damage rank's points lands, and which dice are added."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Final

from rules.lines import RuleError
from rules.system import Band, Options
from rules.systems.faserip.colours import COLOURS, bands, better, colour
from rules.systems.faserip.options import choice
from rules.systems.faserip.ranks import number

Side = tuple[str, int]
"""(rank, number on the d100)."""

SHARES: Final = {"none": Fraction(0), "quarter": Fraction(1, 4), "half": Fraction(1, 2), "full": Fraction(1)}
SHARE_OF: Final = {"Blue": "none", "White": "quarter", "Green": "half", "Yellow": "full", "Red": "full"}
BONUS: Final[dict[str, tuple[tuple[int, int], ...]]] = {
    "": (),
    "3d6": ((3, 6),),
    "5d10": ((5, 10),),
    "5d10+3d6": ((5, 10), (3, 6)),
}
"""By name, "" for none: the groups of dice, (count, sides)."""


@dataclass(frozen=True)
class Hit:
    """What an attack comes to. share is a key of SHARES, bonus a key of BONUS that adds dice, or None.

    botch: the attacker rolled Blue. tie: same colour and number, the dodger wins. counter: the defender won and may use
    a counter move, if he owns one.
    """

    share: str
    bonus: str | None
    botch: bool = False
    tie: bool = False
    counter: bool = False


def attack(attacker: tuple[str, int], defender: tuple[str, int] | None, options: Options) -> Hit:
    """The hit of two (colour, number), or of an attack that nobody defends against (FR-13)."""
    mine, roll = attacker
    if mine not in COLOURS or (defender is not None and defender[0] not in COLOURS):
        raise RuleError(f"A colour is one of {', '.join(COLOURS)}.")
    if defender is None:
        return Hit("none" if mine == "White" else SHARE_OF[mine], _bonus(attacker, "", options), botch=mine == "Blue")
    outcome = better(attacker, defender)
    if mine == "Blue" or outcome <= 0:
        counter = outcome < 0 and defender[0] != "Blue"
        return Hit("none", None, botch=mine == "Blue", tie=outcome == 0, counter=counter)
    if choice(options, "number_must_be_lower") == "on" and defender[1] >= roll:
        return Hit("none", None)
    return Hit(SHARE_OF[mine], _bonus(attacker, defender[0], options))


def _bonus(attacker: tuple[str, int], against: str, options: Options) -> str | None:
    """The dice that a winning attack adds: 3d6 for Red, 5d10 for a natural 100; a lower Red takes the 3d6 away."""
    shown, roll = attacker
    if shown != "Red":
        return None
    if roll < 100:
        return None if against == "Red" else "3d6"
    if against == "Red":
        return "5d10" if choice(options, "hundred_vs_red") == "bonus" else None
    return "5d10+3d6" if choice(options, "hundred") == "stack" else "5d10"


def share(points: int, part: str, options: Options) -> int:
    """That share of so many points; by default rounded down, without a minimum (FR-A12)."""
    if part not in SHARES:
        raise RuleError(f"A share is one of {', '.join(SHARES)}, not {part}.")
    exact, rounding = points * SHARES[part], choice(options, "rounding")
    if rounding == "ceil":
        return -(-exact.numerator // exact.denominator)
    if rounding == "least_1":
        return max(int(exact), 1) if exact else 0
    return int(exact + Fraction(1, 2)) if rounding == "half_up" else int(exact)


@dataclass(frozen=True)
class Damage:
    """Points of one attack: `base` after the share, `least` and `most` with the added dice, `points` once they are
    thrown.
    """

    attacker_colour: str
    defender_colour: str | None
    hit: Hit
    base: int
    least: int
    most: int
    points: int | None


def damage(damage_rank: str, attacker: Side, defender: Side | None, thrown: Sequence[int], options: Options) -> Damage:
    """The damage of an attack: the rank that hurts is another than the rank that aims, and is never shifted (FR-8,
    FR-A14).

    `thrown` holds the faces of the added dice, or is empty while they are not thrown; other counts or faces are
    refused. A Red attack throws them before it knows the defence: those that the defence takes away are not counted.
    """
    mine = colour(*attacker, options)
    theirs = colour(*defender, options) if defender else None
    hit = attack((mine, attacker[1]), (theirs, defender[1]) if theirs and defender else None, options)
    base = share(number(damage_rank, options), hit.share, options)
    at_once = attack((mine, attacker[1]), None, options).bonus or ""
    sides = _sides(hit.bonus or "")
    if thrown and not (_shows(thrown, sides) or _shows(thrown, _sides(at_once))):
        raise RuleError(f"{list(thrown)} is no throw of {hit.bonus or at_once or 'no dice'}.")
    points = base + sum(thrown[: len(sides)]) if thrown or not sides else None
    return Damage(mine, theirs, hit, base, base + len(sides), base + sum(sides), points)


def _sides(bonus: str) -> list[int]:
    return [size for count, size in BONUS[bonus] for _ in range(count)]


def _shows(thrown: Sequence[int], sides: Sequence[int]) -> bool:
    """Whether such dice can show these faces."""
    fitting = (type(face) is int and 1 <= face <= size for face, size in zip(thrown, sides, strict=False))
    return len(thrown) == len(sides) and all(fitting)


def outcomes(attacker_rank: str, defender_rank: str | None, options: Options) -> dict[tuple[str, str], Fraction]:
    """The exact chance of each (share, added dice) over all rolls of both sides; no defender for None."""
    theirs = bands(defender_rank, options) if defender_rank else ()
    found: dict[tuple[str, str], Fraction] = {}
    for roll in range(1, 101):
        mine = (colour(attacker_rank, roll, options), roll)
        for defender, weight in _against(roll, theirs) if theirs else ((None, Fraction(1)),):
            hit = attack(mine, defender, options)
            key = (hit.share, hit.bonus or "")
            found[key] = found.get(key, Fraction(0)) + weight / 100
    return found


def _against(roll: int, theirs: Sequence[Band]) -> list[tuple[tuple[str, int], Fraction]]:
    """(a roll that stands for its like, their chance): within one colour all lower numbers come to the same, and all
    higher ones.
    """
    found: list[tuple[tuple[str, int], Fraction]] = []
    for band in theirs:
        lower = (band.first, min(band.last, roll - 1))
        equal = (max(band.first, roll), min(band.last, roll))
        higher = (max(band.first, roll + 1), band.last)
        found += [((band.colour, a), Fraction(b - a + 1, 100)) for a, b in (lower, equal, higher) if a <= b]
    return found


def mean(damage_rank: str, part: str, added: str, options: Options) -> Fraction:
    """The exact mean points of that share with those added dice."""
    dice = sum((Fraction(count * (sides + 1), 2) for count, sides in BONUS[added]), Fraction(0))
    return share(number(damage_rank, options), part, options) + dice


def expected(damage_rank: str, attacker_rank: str, defender_rank: str | None, options: Options) -> Fraction:
    """The exact mean damage in points over all rolls of both sides."""
    chances = outcomes(attacker_rank, defender_rank, options).items()
    return sum((chance * mean(damage_rank, part, added, options) for (part, added), chance in chances), Fraction(0))
