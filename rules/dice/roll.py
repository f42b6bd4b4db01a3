"""What thrown dice give: the waves that explosions ask for, which dice count, and the total.

"!" throws again for every highest face and adds the new die to its term as a die of its own; "!!" adds it to the value
of the die that caused it, which matters where dice are kept or dropped. Added dice can explode too. After
`Limits.added` of them no more are thrown.
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
    """A thrown die: number counts through the whole roll from 0; cause is the number of the die that it was added
    for."""

    number: int
    sides: int
    face: int
    cause: int | None = None
    kept: bool = True


@dataclass(frozen=True)
class Outcome:
    """terms: the dice of each term in throw order.  values: what each term counts.  capped: dice that should have been
    thrown again and were not, as the limit of added dice was reached."""

    terms: tuple[tuple[Rolled, ...], ...]
    values: tuple[int, ...]
    total: int
    capped: int


def next_wave(expression: Expression, dice: Sequence[Thrown]) -> tuple[Group, ...]:
    """The dice that explosions ask for after `dice` (whole waves, the first ones included); () where none are missing.

    Ordered by the die that caused them; neighbours of equal sides stand in one group. Raises RuleError where `dice`
    are not what the expression asks for.
    """
    return _follow(expression, dice).wanted


def outcome(expression: Expression, dice: Sequence[Thrown]) -> Outcome:
    """What the dice of all waves give. Raises RuleError where `dice` are not what the expression asks for."""
    course = _follow(expression, dice)
    if course.wanted:
        raise _unfit(expression)
    terms = tuple(_marked(term, rolled) for term, rolled in zip(expression.terms, course.terms, strict=True))
    values = tuple(sum(die.face for die in rolled if die.kept) for rolled in terms)
    return Outcome(terms, values, expression.total(values), course.capped)


@dataclass(frozen=True)
class _Course:
    terms: list[list[Rolled]]
    wanted: tuple[Group, ...]
    capped: int


def _follow(expression: Expression, dice: Sequence[Thrown]) -> _Course:
    """Goes through the waves as far as `dice` reach."""
    terms = expression.terms
    laid: list[list[Rolled]] = [[] for _ in terms]
    causes: list[tuple[int, int | None]] = [(place, None) for place, term in enumerate(terms) for _ in range(term.count)]
    groups, rest, number, left, capped = expression.groups, list(dice), 0, TABLE.added, 0
    while True:
        faces = _faces(expression, groups, rest[: len(groups)])
        rest = rest[len(groups) :]
        asking: list[tuple[int, int | None]] = []
        for (place, cause), face in zip(causes, faces, strict=True):
            laid[place].append(Rolled(number, terms[place].sides, face, cause))
            if terms[place].again and face == terms[place].sides:
                asking.append((place, number))
            number += 1
        capped += len(asking[left:])
        causes = asking[:left]
        left -= len(causes)
        groups = _grouped(terms[place].sides for place, _ in causes)
        if not groups or not rest:
            break
    if rest:
        raise _unfit(expression)
    return _Course(laid, groups, capped)


def _faces(expression: Expression, groups: Sequence[Group], dice: Sequence[Thrown]) -> list[int]:
    asked = [(sides, count) for count, sides in groups]
    if [(sides, len(faces)) for sides, faces in dice] != asked:
        raise _unfit(expression)
    if any(not 1 <= face <= sides for sides, faces in dice for face in faces):
        raise _unfit(expression)
    return [face for _, faces in dice for face in faces]


def _grouped(sides: Iterable[int]) -> tuple[Group, ...]:
    return tuple((len(list(same)), size) for size, same in groupby(sides))


def _marked(term: Dice, rolled: Sequence[Rolled]) -> tuple[Rolled, ...]:
    """The dice with `kept` settled; of equal values the one thrown earlier is kept."""
    if not term.keep:
        return tuple(rolled)
    heads: dict[int, int] = {}
    values: dict[int, int] = {}
    for die in rolled:
        compound = term.again == "!!" and die.cause is not None
        heads[die.number] = head = heads[die.cause or 0] if compound else die.number
        values[head] = values.get(head, 0) + die.face
    lowest_first = term.keep in ("kl", "dh")
    order = sorted(values, key=lambda head: (values[head] if lowest_first else -values[head], head))
    kept = set(order[: term.keep_count] if term.keep[0] == "k" else order[: len(order) - term.keep_count])
    return tuple(replace(die, kept=heads[die.number] in kept) for die in rolled)


def _unfit(expression: Expression) -> RuleError:
    return RuleError(f"These are not the dice of {expression.text}.")
