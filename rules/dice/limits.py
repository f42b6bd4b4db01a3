"""Every limit of a roll (commands.md, rule 9), in one place."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Limits:
    """What one roll may ask for.

    dice: dice of all its groups together.  sides: of one die.  added: dice that explosions add.  characters: of the
    notation, typed and printed.  brackets: how deep.  groups: terms with dice.  number: greatest whole number.
    results: of one line. total: greatest number, either way, that any part of the sum can come to.
    """

    dice: int = 200
    sides: int = 10_000
    added: int = 100
    characters: int = 200
    brackets: int = 8
    groups: int = 64
    number: int = 1_000_000
    results: int = 32
    total: int = 1_000_000_000_000


TABLE = Limits()
"""What people may ask for."""

LEDGER = Limits(dice=1000, sides=1_000_000)
"""What the ledger format itself can hold, for rolls that other writers recorded (`plain/1`)."""
