"""The turn order: highest initiative first, equal ones in the order in which they entered (FR-3, FR-A20, BG-29).

A table may have it go another way. `WAYS` names what there is; a fight keeps those it was opened with.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import groupby
from typing import Any, Final, Protocol, TypeVar

from rules.errors import RuleError

HIGHEST = 99_999

WAYS: Final = {
    "anew": "every Round has numbers of its own: between two Rounds the order gathers again (FR-A19)",
    "ties": "of equal numbers the one with the greater `tie` comes first (FR-A20)",
    "skip": "the Turn of whoever cannot act is passed over (FR-A41)",
    "height": "sets go by height, then width (BG-A29)",
    "width_only": "sets go by width alone (BG-A29)",
}


class Placed(Protocol):
    """Whoever stands in an order: `order` is a number (20,) or a set (3, 5), `entry` counts entries from 1.

    tie: what settles equal numbers in a fight that goes by it, as the place of the Agility rank, from 0.
    """

    @property
    def order(self) -> tuple[int, ...]: ...

    @property
    def entry(self) -> int: ...

    @property
    def tie(self) -> int: ...


P = TypeVar("P", bound=Placed)


def read_order(numbers: Any) -> tuple[int, ...]:
    """The order of a recorded list: one number, or width and height of a set; empty for no set, which acts last (BG-29)."""
    whole = isinstance(numbers, Sequence) and not isinstance(numbers, str) and len(numbers) <= 2
    if not whole or not all(type(number) is int and 1 <= number <= HIGHEST for number in numbers):
        raise RuleError("The number is a roll you made, 1 to 99999. To throw it here: `!init NAME`.")
    return tuple(numbers)


def read_ways(words: Any) -> tuple[str, ...]:
    """The recorded ways of a fight; refuses one that there is not."""
    if isinstance(words, str) or not isinstance(words, Sequence) or not all(word in tuple(WAYS) for word in words):
        raise RuleError(f"A turn order goes {', '.join(WAYS)}, or none of these ways.")
    return tuple(words)


def read_tie(tie: Any) -> int:
    """The recorded number that settles equal ones."""
    if type(tie) is not int or not 0 <= tie <= HIGHEST:
        raise RuleError("What settles equal numbers is a place on a ladder, from 0.")
    return tie


def in_order(entries: Iterable[P], ways: Sequence[str] = ()) -> tuple[P, ...]:
    """The entries in turn order. It is total: no two entries share `entry`, so equal numbers never change places."""
    by_entry = sorted(entries, key=lambda placed: placed.entry)
    return tuple(sorted(by_entry, key=lambda placed: _weight(placed, ways), reverse=True))


def same_time(entries: Iterable[P], ways: Sequence[str] = ()) -> tuple[tuple[P, ...], ...]:
    """The entries in turn order, those with equal numbers together: they act at the same time (FR-A42, BG-A29)."""
    return tuple(tuple(group) for _, group in groupby(in_order(entries, ways), key=lambda placed: _weight(placed, ways)))


def _weight(placed: Placed, ways: Sequence[str]) -> tuple[int, ...]:
    """What is compared of an entry, the greater one coming first."""
    order = placed.order
    if len(order) == 2 and "height" in ways:
        return order[1], order[0]
    if len(order) == 2 and "width_only" in ways:
        return order[:1]
    return (*order, placed.tie) if len(order) == 1 and "ties" in ways else order
