"""Exact chances of a roll before it is thrown: colours, shares of damage, mean points."""

from __future__ import annotations

from fractions import Fraction
from typing import Final

from rules.system import Odds
from rules.systems.faserip import colours
from rules.systems.faserip.contest import Challenge
from rules.systems.faserip.damage import attack, mean, outcomes
from rules.systems.faserip.defence import Defence
from rules.systems.faserip.feat import Feat, Initiative
from rules.systems.faserip.prints import Roll

Chances = dict[tuple[str, str], Fraction]
"""By share and added dice."""

WIDEST: Final = 100
"""Bars that are drawn at most."""
SHARE_WORDS: Final = {"none": "no damage", "quarter": "a quarter", "half": "half", "full": "full"}
ORDER: Final = (
    ("none", ""),
    ("quarter", ""),
    ("half", ""),
    ("full", ""),
    ("full", "3d6"),
    ("full", "5d10"),
    ("full", "5d10+3d6"),
)


def odds(roll: Roll, against: str = "") -> Odds:
    """The chances of a roll; `against` is the rank that answers an attack where it is known."""
    if isinstance(roll, Initiative):
        return _initiative(roll.sides)
    if isinstance(roll, Defence) and roll.stake.hurts:
        return _damage(roll, _answers(roll), "")
    if isinstance(roll, Challenge) and roll.stake.hurts:
        found = outcomes(roll.aim.rank, against or None, roll.options)
        return _damage(roll, found, f"against {against}" if against else "undefended")
    return _contest(roll) if isinstance(roll, Defence) else _colours(roll)


def percent(chance: Fraction) -> str:
    """ "58.2 %", "35 %": to the nearest tenth, a half up."""
    return f"{_decimal(chance * 100, 1)} %"


def _decimal(value: Fraction, places: int) -> str:
    """The value to so many places, a half up, without idle noughts."""
    whole, part = divmod(int(value * 10**places + Fraction(1, 2)), 10**places)
    return f"{whole}.{part:0{places}d}".rstrip("0").rstrip(".")


def _colours(roll: Feat | Challenge) -> Odds:
    found = colours.chances(roll.aim.rank, roll.options)
    yellow = found["Yellow"] + found["Red"]
    numbers = (
        ("Yellow or better", percent(yellow)),
        ("Green or better", percent(yellow + found["Green"])),
        ("a botch, Blue", percent(found["Blue"])),
    )
    return Odds(numbers, tuple(found.items()))


def _initiative(sides: int) -> Odds:
    numbers = (("least", "1"), ("mean", _decimal(Fraction(sides + 1, 2), 1)), ("greatest", str(sides)))
    if sides > WIDEST:
        return Odds(numbers, words=f"Every number from 1 to {sides} is equally likely; the table is not drawn.")
    return Odds(numbers, tuple((str(face), Fraction(1, sides)) for face in range(1, sides + 1)))


def _answers(roll: Defence) -> Chances:
    """The chances of an answer whose first roll is known."""
    found: Chances = {}
    for band in colours.bands(roll.aim.rank, roll.options):
        for face in range(band.first, band.last + 1):
            hit = attack(roll.first, (band.colour, face), roll.options)
            key = (hit.share, hit.bonus or "")
            found[key] = found.get(key, Fraction(0)) + Fraction(1, 100)
    return found


def _damage(roll: Challenge | Defence, found: Chances, when: str) -> Odds:
    points = {key: _points(roll, *key) for key in found}
    expected = sum((chance * points[key] for key, chance in found.items()), Fraction(0))
    none = found.get(("none", ""), Fraction(0))
    full = sum((chance for (part, _), chance in found.items() if part == "full"), Fraction(0))
    numbers = (
        (f"mean damage {when}".strip(), _decimal(expected, 2)),
        ("no damage", percent(none)),
        ("full damage", percent(full)),
    )
    bars = ((_bar(*key), found[key]) for key in ORDER if key in found)
    return Odds(numbers, tuple(bars))


def _points(roll: Challenge | Defence, part: str, added: str) -> Fraction:
    """Mean points of a share; the added dice of a first roll that is known are known too."""
    if isinstance(roll, Challenge):
        return mean(roll.stake.rank, part, added, roll.options)
    return mean(roll.stake.rank, part, "", roll.options) + roll.counted(added)


def _bar(part: str, added: str) -> str:
    return f"{SHARE_WORDS[part]} + {added.replace('+', ' + ')}" if added else SHARE_WORDS[part]


def _contest(roll: Defence) -> Odds:
    won = tied = Fraction(0)
    for face in range(1, 101):
        outcome = roll.outcome(((100, (face,)),))
        won += Fraction(outcome["winner"] == "defender", 100)
        tied += Fraction(outcome["winner"] == "tie", 100)
    bars = (("loses", 1 - won - tied), ("a tie", tied), ("wins", won))
    return Odds((("wins", percent(won)),), tuple(bar for bar in bars if bar[1]))
