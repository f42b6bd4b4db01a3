"""How a print tells the options that are not at their default and bear on its roll: `rounding=ceil dodge=on`.

Where a print would be longer than a record may be, it tells all of them in short: a letter for each option and the place of its
choice, ` by a1e2`; a capital goes before a number that is none of the choices.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Final

from rules.dice.limits import TABLE as LIMITS
from rules.system import Options
from rules.systems.faserip.options import CHOICES, choice
from rules.systems.faserip.table import CLASSIC, Table

SHORT: Final = {"number_must_be_lower": "lower", "hundred_vs_red": "vs_red", "dodge_shift": "dodge"}
"""Options whose name would make a print too long, with the name that stands there instead."""
LONG: Final = {short: name for name, short in SHORT.items()}
LETTERS: Final = {
    "blue_max": "a", "hundred": "b", "hundred_vs_red": "c", "number_must_be_lower": "d", "rounding": "e", "shift_y": "f",
    "shift0_rolls": "g", "cs_policy": "h", "feat_mode": "i", "floor": "j", "beyond": "k", "dodge_shift": "l", "talents": "m",
    "feat_pass": "n", "unlisted_init": "o", "init_ties": "p",
}  # fmt: skip
"""The letter of each option that a print may tell; none ever stands for another."""
NAMES: Final = {letter: name for name, letter in LETTERS.items()}

OPTIONS_PRINT: Final = r"(?P<options>(?: [a-z0-9_]+=[a-z0-9_]+)*| by (?:[A-Za-z][0-9]+)+)"
_LETTER = re.compile(r"([A-Za-z])([0-9]+)", re.ASCII)


def with_options(head: str, options: Options, names: Iterable[str]) -> str:
    """The print of that beginning with those of the named options that are not at their default."""
    told = {name: choice(options, name) for name in dict.fromkeys(names) if choice(options, name) != CHOICES[name][0]}
    whole = head + "".join(f" {SHORT.get(name, name)}={chosen}" for name, chosen in told.items())
    if len(whole) <= LIMITS.characters:
        return whole
    return f"{head} by {''.join(_letter(name, chosen) for name, chosen in told.items())}"


def read_options(text: str, table: Table) -> Options:
    """The options of a print, and the table where it is not the classic one."""
    found: dict[str, object] = {}
    if text.startswith(" by "):
        found |= {NAMES.get(letter.lower(), letter): _chosen(letter, number) for letter, number in _LETTER.findall(text[4:])}
    else:
        pairs = (part.split("=") for part in text.split())
        found |= {LONG.get(name, name): chosen for name, chosen in pairs}
    return found if table == CLASSIC else found | {"table": table}


def _letter(name: str, chosen: str) -> str:
    known = CHOICES[name]
    return f"{LETTERS[name]}{known.index(chosen)}" if chosen in known else f"{LETTERS[name].upper()}{chosen}"


def _chosen(letter: str, number: str) -> str:
    """The choice that a letter and its number stand for; the number itself where there is no such place."""
    known = CHOICES.get(NAMES.get(letter, ""), ())
    return known[int(number)] if int(number) < len(known) else number
