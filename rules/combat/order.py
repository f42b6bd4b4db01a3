"""The turn order: highest initiative first, equal ones in the order in which they entered (FR-3, FR-A20, BG-29)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import groupby
from typing import Any, Protocol, TypeVar

from rules.errors import RuleError

HIGHEST = 99_999


class Placed(Protocol):
    """Whoever stands in an order: `order` is a number (20,) or a set (3, 5), `entry` counts entries from 1."""

    @property
    def order(self) -> tuple[int, ...]: ...

    @property
    def entry(self) -> int: ...


P = TypeVar("P", bound=Placed)


def read_order(numbers: Any) -> tuple[int, ...]:
    """The order of a recorded list: one number, or width and height of a set; empty for no set, which acts last (BG-29)."""
    whole = isinstance(numbers, Sequence) and not isinstance(numbers, str) and len(numbers) <= 2
    if not whole or not all(type(number) is int and 1 <= number <= HIGHEST for number in numbers):
        raise RuleError("The number is a roll you made, 1 to 99999. To throw it here: `!init NAME`.")
    return tuple(numbers)


def in_order(entries: Iterable[P]) -> tuple[P, ...]:
    """The entries in turn order. It is total: no two entries share `entry`, so equal numbers never change places."""
    by_entry = sorted(entries, key=lambda placed: placed.entry)
    return tuple(sorted(by_entry, key=lambda placed: placed.order, reverse=True))


def same_time(entries: Iterable[P]) -> tuple[tuple[P, ...], ...]:
    """The entries in turn order, those with equal numbers together: they act at the same time (FR-A42, BG-A29)."""
    return tuple(tuple(group) for _, group in groupby(in_order(entries), key=lambda placed: placed.order))
