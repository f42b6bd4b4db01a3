"""The dice of a roll from its cast key: the request's groups, then wave after wave what the rules add."""

from __future__ import annotations

from rules.dice.source import Derived, Source
from rules.errors import RuleError
from rules.system import Declaration, RuleSystem, Thrown

MOST_DICE = 1000


def draw(key: bytes, roll: int, declaration: Declaration, system: RuleSystem) -> tuple[Thrown, ...]:
    """All (sides, faces) of roll number `roll` of the cast with this 32-byte key, as `dice` records them.

    Raises RuleError where the rules would add more than fits into 1000 dice.
    """
    return deal(Derived(key, roll), declaration, system)


def deal(source: Source, declaration: Declaration, system: RuleSystem) -> tuple[Thrown, ...]:
    """The same from any source of faces."""
    dice = source.throw(declaration.req)
    while wave := system.extra(declaration, dice):  # noqa: S610 - no query, the rules' extra dice
        total = sum(len(faces) for _, faces in dice) + sum(count for count, _ in wave)
        if total > MOST_DICE:
            raise RuleError(f"This roll would grow to {total} dice; a roll has at most {MOST_DICE}.")
        dice += source.throw(wave)
    return dice
