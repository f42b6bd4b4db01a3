"""What thrown dice give: the waves that rerolls and explosions ask for, which dice count, and the total.

A die is rerolled first ("r" until no such face is left, "ro" once) and explodes by the face that stands. "!" adds the new die
to its term as a die of its own; "!!" adds it to the value of the die that caused it, which matters where dice are kept,
dropped or counted one by one. Added dice are rerolled and explode too. After `Limits.added` of them no more are thrown, and the
faces stand as they are.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import groupby

from rules.dice.expression import Dice, Expression
from rules.dice.limits import TABLE
from rules.dice.source import Group, Thrown
from rules.errors import RuleError


@dataclass(frozen=True)
class Rolled:
    """A thrown die.

    number counts through the whole roll from 0.  value: what the face is worth.  cause: the number of the die that it was added
    for, or thrown instead of.  replaced: whether another die was thrown in its place.
    """

    number: int
    sides: int
    face: int
    value: int
    cause: int | None = None
    instead: bool = False
    kept: bool = True
    replaced: bool = False


@dataclass(frozen=True)
class Outcome:
    """terms: the dice of each term in throw order.  values: what each term counts.  capped: dice that should have been thrown
    again and were not, as the limit of added dice was reached."""

    terms: tuple[tuple[Rolled, ...], ...]
    values: tuple[int, ...]
    total: int
    capped: int


def next_wave(expression: Expression, dice: Sequence[Thrown]) -> tuple[Group, ...]:
    """The dice that rerolls and explosions ask for after `dice` (whole waves, the first ones included); () where none are missing.

    Ordered by the die that caused them; neighbours of equal sides stand in one group. Raises RuleError where `dice`
    are not what the expression asks for.
    """
    return _follow(expression, dice).wanted


def outcome(expression: Expression, dice: Sequence[Thrown]) -> Outcome:
    """What the dice of all waves give. Raises RuleError where `dice` are not what the expression asks for."""
    course = _follow(expression, dice)
    if course.wanted:
        raise _unfit(expression)
    terms = tuple(_marked(term, course.dice(place)) for place, term in enumerate(expression.terms))
    values = tuple(_value(term, rolled) for term, rolled in zip(expression.terms, terms, strict=True))
    return Outcome(terms, values, expression.total(values), course.capped)


def counted(term: Dice, rolled: Sequence[Rolled]) -> tuple[int, ...]:
    """The values of the dice of a term that are kept, in throw order; those of a compounded chain are one value."""
    heads = _heads(term, rolled)
    values: dict[int, int] = {}
    for die in rolled:
        if die.kept:
            values[heads[die.number]] = values.get(heads[die.number], 0) + die.value
    return tuple(values.values())


@dataclass(frozen=True)
class _Asked:
    """Why a die is thrown: for the term at `place`, first of all (cause None), instead of its cause, or beside it."""

    place: int
    cause: int | None = None
    instead: bool = False


class _Course:
    """The waves of a roll as far as they are laid; `wanted` is the next one, () when there is none."""

    def __init__(self, expression: Expression) -> None:
        self.laid: list[list[Rolled]] = [[] for _ in expression.terms]
        self.wanted = expression.groups
        self.capped = 0
        self._terms = expression.terms
        self._asked = [_Asked(place) for place, term in enumerate(expression.terms) for _ in range(term.count)]
        self._number, self._left = 0, TABLE.added
        self._replaced: set[int] = set()

    def lay(self, faces: Sequence[int]) -> None:
        """Takes the faces of the wanted wave and asks for the next one."""
        asking: list[_Asked] = []
        for ask, face in zip(self._asked, faces, strict=True):
            term = self._terms[ask.place]
            value = term.value(face)
            self.laid[ask.place].append(Rolled(self._number, term.sides, face, value, ask.cause, ask.instead))
            if term.rerolls(value) and not (term.reroll == "ro" and ask.instead):
                asking.append(_Asked(ask.place, self._number, instead=True))
            elif term.explodes(value):
                asking.append(_Asked(ask.place, self._number))
            self._number += 1
        self.capped += len(asking[self._left :])
        self._asked = asking[: self._left]
        self._left -= len(self._asked)
        self._replaced.update(ask.cause for ask in self._asked if ask.instead and ask.cause is not None)
        self.wanted = _grouped(self._terms[ask.place].sides for ask in self._asked)

    def dice(self, place: int) -> list[Rolled]:
        """The dice of the term at that place."""
        gone = self._replaced
        return [replace(die, kept=False, replaced=True) if die.number in gone else die for die in self.laid[place]]


def _follow(expression: Expression, dice: Sequence[Thrown]) -> _Course:
    """Goes through the waves as far as `dice` reach."""
    course, rest = _Course(expression), list(dice)
    while True:
        groups = course.wanted
        course.lay(_faces(expression, groups, rest[: len(groups)]))
        rest = rest[len(groups) :]
        if not course.wanted or not rest:
            break
    if rest:
        raise _unfit(expression)
    return course


def _faces(expression: Expression, groups: Sequence[Group], dice: Sequence[Thrown]) -> list[int]:
    asked = [(sides, count) for count, sides in groups]
    if [(sides, len(faces)) for sides, faces in dice] != asked:
        raise _unfit(expression)
    if any(not 1 <= face <= sides for sides, faces in dice for face in faces):
        raise _unfit(expression)
    return [face for _, faces in dice for face in faces]


def _grouped(sides: Iterable[int]) -> tuple[Group, ...]:
    return tuple((len(list(same)), size) for size, same in groupby(sides))


def _heads(term: Dice, rolled: Sequence[Rolled]) -> dict[int, int]:
    """For the number of each die that of the die with which it counts as one: itself, unless explosions are compounded."""
    heads: dict[int, int] = {}
    for die in rolled:
        compound = term.again == "!!" and die.cause is not None
        heads[die.number] = heads[die.cause or 0] if compound else die.number
    return heads


def _marked(term: Dice, rolled: Sequence[Rolled]) -> tuple[Rolled, ...]:
    """The dice with `kept` settled; of equal values the one thrown earlier is kept."""
    if not term.keep:
        return tuple(rolled)
    heads = _heads(term, rolled)
    values: dict[int, int] = {}
    for die in rolled:
        if not die.replaced:
            values[heads[die.number]] = values.get(heads[die.number], 0) + die.value
    lowest_first = term.keep in ("kl", "dh")
    order = sorted(values, key=lambda head: (values[head] if lowest_first else -values[head], head))
    kept = set(order[: term.keep_count] if term.keep[0] == "k" else order[: len(order) - term.keep_count])
    return tuple(replace(die, kept=not die.replaced and heads[die.number] in kept) for die in rolled)


def _value(term: Dice, rolled: Sequence[Rolled]) -> int:
    values = counted(term, rolled)
    return sum(values) if term.success is None else sum(map(term.success.meets, values))


def _unfit(expression: Expression) -> RuleError:
    return RuleError(f"These are not the dice of {expression.text}.")
