"""The house rules' own line `!init NAME NUMBER`, and the order that such lines make (FR-3, FR-5)."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import groupby
from typing import Final

from rules.combat.order import in_order
from rules.lines import RuleError, fold_name
from rules.system import Options
from rules.systems.faserip.options import choice
from rules.systems.faserip.ranks import PLACES, initiative_die, rank

LINE: Final = re.compile(r' {0,3}!init[ \t]+([^\s"#,]+)[ \t]+([0-9]{1,5})[ \t]*', re.IGNORECASE | re.ASCII)


@dataclass(frozen=True)
class Entered:
    """One name with its number; `entry` counts from 1 and settles ties."""

    name: str
    order: tuple[int, ...]
    entry: int
    tie: int = 0


def read_line(line: str) -> tuple[str, int] | None:
    """Name and number of a line in the seed's form; None for every other line (FR-A22)."""
    found = LINE.fullmatch(line)
    number = int(found[2]) if found else 0
    return (found[1], number) if found and number else None


def order(lines: Sequence[str], agility: Mapping[str, str], options: Options) -> list[tuple[int, list[str]]]:
    """(number, names that share it), highest first. A repeated name replaces its number (FR-A21).

    Names that share a number stand in order of entry, or by Agility rank where the campaign chose so (FR-A20).
    """
    entered: dict[str, Entered] = {}
    for name, number in filter(None, map(read_line, lines)):
        key = fold_name("".join(sign for sign in name if unicodedata.category(sign) != "Cf"))
        stands = entered.get(key) or Entered(name, (), len(entered) + 1)
        entered[key] = replace(stands, order=(number,))
    by_agility = choice(options, "init_ties") == "agility"
    places = {fold_name(name): PLACES[rank(typed, options)] for name, typed in agility.items()}
    groups = []
    for number_of, tied in groupby(in_order(entered.values()), key=lambda one: one.order[0]):
        names = [one.name for one in tied]
        if by_agility:
            names.sort(key=lambda name: -places.get(fold_name(name), 0))
        groups.append((number_of, names))
    return groups


def chances(first: str, second: str, options: Options) -> tuple[Fraction, Fraction, Fraction]:
    """The exact chances that the first rank's initiative is higher, equal, lower than the second's."""
    mine, theirs = initiative_die(first, options), initiative_die(second, options)
    higher = sum(min(face - 1, theirs) for face in range(1, mine + 1))
    if not mine or not theirs:
        raise RuleError("At Shift 0 there is no initiative die: Feeble is the lowest rank that acts.")
    pairs, equal = mine * theirs, min(mine, theirs)
    return Fraction(higher, pairs), Fraction(equal, pairs), Fraction(pairs - higher - equal, pairs)
