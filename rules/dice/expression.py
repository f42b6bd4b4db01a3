"""A roll as read: postfix steps, their print and their sum. What text becomes one says `rules.dice.notation`."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

NEGATE = "neg"
WEIGHT = {"+": 1, "-": 1, "*": 2, "/": 2}
"""How strongly an operator binds."""

CALCULATE: dict[str, Callable[[int, int], int]] = {
    "+": lambda left, right: left + right,
    "-": lambda left, right: left - right,
    "*": lambda left, right: left * right,
    "/": lambda left, right: left // right,
}
"""What an operator makes of two whole numbers; "/" rounds down."""


@dataclass(frozen=True, slots=True)
class Dice:
    """One term with dice: again is "", "!" or "!!", keep "", "kh", "kl", "dl" or "dh" with `keep_count` dice."""

    count: int
    sides: int
    again: str = ""
    keep: str = ""
    keep_count: int = 0

    @property
    def text(self) -> str:
        """The normal print of the term: `4d6!kh3`."""
        return f"{self.count}d{self.sides}{self.again}" + (f"{self.keep}{self.keep_count}" if self.keep else "")

    @property
    def counting(self) -> int:
        """How many dice count, explosions apart."""
        if not self.keep:
            return self.count
        return self.keep_count if self.keep[0] == "k" else self.count - self.keep_count


Step = int | str | Dice
"""One step of a postfix sum: a number, dice, one of + - * / on the two values before it, or "neg" on the one before
it."""


@dataclass(frozen=True)
class Expression:
    """A roll as read: its steps, its normal print (ASCII, no blanks, no needless brackets), and the bounds of its
    total."""

    steps: tuple[Step, ...]
    text: str
    least: int
    greatest: int

    @property
    def terms(self) -> tuple[Dice, ...]:
        """The terms with dice, from left to right."""
        return tuple(step for step in self.steps if isinstance(step, Dice))

    @property
    def groups(self) -> tuple[tuple[int, int], ...]:
        """(count, sides) of each term: what is thrown first."""
        return tuple((term.count, term.sides) for term in self.terms)

    def total(self, values: Sequence[int]) -> int:
        """The sum where `values` are those of the terms, in order."""
        return _fold(self.steps, iter(values).__next__, CALCULATE)

    def filled(self, values: Sequence[int]) -> str:
        """The normal print with the values of the terms in their places: `15+5`."""
        return printed(self.steps, values)


def _fold(steps: Sequence[Step], value: Callable[[], int], work: dict[str, Callable[[int, int], int]]) -> int:
    stack: list[int] = []
    for step in steps:
        if isinstance(step, Dice):
            stack.append(value())
        elif isinstance(step, int):
            stack.append(step)
        elif step == NEGATE:
            stack.append(-stack.pop())
        else:
            right = stack.pop()
            stack.append(work[step](stack.pop(), right))
    return stack[0]


def printed(steps: Sequence[Step], values: Sequence[int] | None = None) -> str:
    """The print of the steps; each text waits with its weight: 1 sum, 2 product, 3 signed, 4 whole."""
    stack: list[tuple[str, int]] = []
    filling = None if values is None else iter(values)
    for step in steps:
        if isinstance(step, Dice):
            stack.append((step.text if filling is None else str(next(filling)), 4))
        elif isinstance(step, int):
            stack.append((str(step), 4))
        elif step == NEGATE:
            stack.append(("-" + _bracketed(stack.pop(), 4), 3))
        else:
            weight = WEIGHT[step]
            right = _bracketed(stack.pop(), weight + 1)
            stack.append((_bracketed(stack.pop(), weight) + step + right, weight))
    return stack[0][0]


def _bracketed(part: tuple[str, int], weight: int) -> str:
    return part[0] if part[1] >= weight else f"({part[0]})"
