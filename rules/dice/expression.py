"""A roll as read: postfix steps, their print and their sum. What text becomes one says `rules.dice.notation`."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

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
class Point:
    """Which values of a die are meant: compare is ">=", "<=" or "="."""

    compare: str
    number: int

    def meets(self, value: int) -> bool:
        """Whether a value is among those that are meant."""
        if self.compare == ">=":
            return value >= self.number
        return value <= self.number if self.compare == "<=" else value == self.number

    def among(self, lowest: int, highest: int) -> range:
        """Those of the values `lowest` to `highest` that are meant."""
        first = lowest if self.compare == "<=" else max(lowest, self.number)
        last = highest if self.compare == ">=" else min(highest, self.number)
        return range(first, last + 1)

    @property
    def text(self) -> str:
        """The print after r, ro and !: `1`, `<=2`."""
        return f"{'' if self.compare == '=' else self.compare}{self.number}"


@dataclass(frozen=True, slots=True)
class Dice:
    """One term with dice, in the order in which its parts are applied.

    reroll: "", "r" (until the values of `reroll_point` are gone) or "ro" (once).  again: "", "!" or "!!", for the values of
    `again_point`, None being the highest alone.  keep: "", "kh", "kl", "dl" or "dh" with `keep_count` dice.  success: the
    values that count one each; None adds the values.  fudge: a die of three sides that shows -1, 0 or 1.
    """

    count: int
    sides: int
    again: str = ""
    keep: str = ""
    keep_count: int = 0
    again_point: Point | None = None
    reroll: str = ""
    reroll_point: Point | None = None
    success: Point | None = None
    fudge: bool = False

    @property
    def text(self) -> str:
        """The normal print of the term: `4d6r1!kh3>=5`."""
        reroll = self.reroll + self.reroll_point.text if self.reroll_point else ""
        again = self.again + self.again_point.text if self.again_point else self.again
        if self.again and not self.again_point and self.success and not self.keep:
            again += str(self.highest)
        keep = f"{self.keep}{self.keep_count}" if self.keep else ""
        success = f"{self.success.compare}{self.success.number}" if self.success else ""
        return f"{self.kind}{reroll}{again}{keep}{success}"

    @property
    def kind(self) -> str:
        """Which dice, without what is done with them: `4d6`, `4dF`."""
        return f"{self.count}d{'F' if self.fudge else self.sides}"

    @property
    def lowest(self) -> int:
        """The lowest value of one die."""
        return -1 if self.fudge else 1

    @property
    def highest(self) -> int:
        """The highest value of one die."""
        return 1 if self.fudge else self.sides

    def value(self, face: int) -> int:
        """What a face, 1 to `sides`, is worth."""
        return face - 2 if self.fudge else face

    def rerolls(self, value: int) -> bool:
        """Whether a die of that value is thrown again in its place."""
        return value in self.rerolled

    def explodes(self, value: int) -> bool:
        """Whether a die of that value brings a further one."""
        return value in self.exploding

    @property
    def exploding(self) -> range:
        """The values that bring a further die."""
        if not self.again:
            return range(0)
        return (self.again_point or Point("=", self.highest)).among(self.lowest, self.highest)

    @property
    def rerolled(self) -> range:
        """The values of a die that is thrown again in its place."""
        return self.reroll_point.among(self.lowest, self.highest) if self.reroll_point else range(0)

    @property
    def counting(self) -> int:
        """How many dice count, explosions apart."""
        if not self.keep:
            return self.count
        return self.keep_count if self.keep[0] == "k" else self.count - self.keep_count

    def bounds(self, added: int) -> tuple[int, int]:
        """The least and the greatest that the term can come to where at most `added` dice are added."""
        grows = self.again == "!!" or (self.again == "!" and self.keep not in ("kh", "kl"))
        if self.success is not None:
            return 0, self.counting + (added if grows and self.again == "!" else 0)
        least, greatest = self.counting * self.lowest, self.counting * self.highest
        if not grows:
            return least, greatest
        exploding = self.exploding
        return least + added * min(0, exploding[0]), greatest + added * max(0, exploding[-1])


Step = int | str | Dice
"""One step of a postfix sum: a number, dice, one of + - * / on the two values before it, or "neg" on the one before
it."""


@dataclass(frozen=True)
class Expression:
    """A roll as read: its steps, its normal print (ASCII, no blanks, no needless brackets), and the bounds of its total.

    labels: (print of a term or number, what was typed in square brackets behind it); words for people, no part of the roll.
    """

    steps: tuple[Step, ...]
    text: str
    least: int
    greatest: int
    labels: tuple[tuple[str, str], ...] = field(default=(), compare=False)

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


def counts_successes(expression: Expression) -> bool:
    """Whether the roll is one term whose dice count one by one, and nothing more."""
    return len(expression.steps) == 1 and expression.terms[0].success is not None


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
