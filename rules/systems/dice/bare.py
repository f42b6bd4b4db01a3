"""What dice answer that know neither campaign options nor contests, nor a turn order of their own."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Self

from rules.dice.expression import Expression
from rules.dice.limits import Limits
from rules.dice.notation import parse as read_notation
from rules.errors import RuleError
from rules.system import Consequence, Declaration, Option, Options, Sheet, Thrown


class Bare:
    """The part of a rule system that is the same for all plain dice."""

    words: Mapping[str, str] = {}
    options: tuple[Option, ...] = ()
    answers: frozenset[str] = frozenset()
    usual_answer = ""

    def under(self, options: Options) -> Self:
        """Itself: there is nothing to choose."""
        return self

    def ways(self, options: Options) -> tuple[str, ...]:
        """None beside the usual."""
        return ()

    def tie(self, sheet: Sheet | None, rank: str) -> int:
        """Always 0: equal numbers are equal."""
        return 0

    def remarks(self, sheet: Sheet) -> tuple[str, ...]:
        """None."""
        return ()

    def consequence(self, declaration: Declaration, dice: Sequence[Thrown], chosen: Sequence[int] = ()) -> Consequence | None:
        """None: a total does nothing to anybody."""
        return None


@lru_cache(maxsize=4096)
def normal(expr: str, limits: Limits) -> Expression:
    """The expression of a recorded print. Raises RuleError unless it is the normal one."""
    expression = read_notation(expr, limits)
    if expression.text != expr:
        raise RuleError(f"The normal print of this roll is {expression.text}.")
    return expression
