"""What a rule system answers besides whose rules say what fits in one Turn of a fight."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Protocol, runtime_checkable

from rules.system import Declaration


@runtime_checkable
class TurnRules(Protocol):
    """The part of such a system that a fight asks; what it has against somebody's acts is a warning, and never blocks."""

    declared: Mapping[str, str]
    """What is declared without dice, by the words of `rules.combat.deeds`, each as a page says it."""

    def misfits(
        self, before: Sequence[str], fresh: Sequence[str | Declaration], *, busy: bool = False, spent: bool = False
    ) -> tuple[str, ...]:
        """Why these acts do not fit into the Turn in which those `before` were done, a sentence each. An act is one of `declared`
        or a roll; busy and spent as `rules.combat.deeds.Deeds` has them. A warning: it never blocks.
        """

    def spends(self, print_of_roll: str) -> bool:
        """Whether nothing may follow that recorded roll in the Round, a defence neither."""


def worded(rules: TurnRules, acts: Sequence[str]) -> str:
    """Declared acts in words: "a short move, an automatic action (2 times)"."""
    counted = {one: acts.count(one) for one in acts}
    return ", ".join(f"{rules.declared.get(one, one)}{f' ({n} times)' if n > 1 else ''}" for one, n in counted.items())
