"""Where faces come from: derived from a cast key (`vroll/1`, section 3), or listed by a test."""

from __future__ import annotations

import hmac
import struct
from collections.abc import Iterable, Iterator, Sequence
from typing import Protocol

Group = tuple[int, int]
Thrown = tuple[int, tuple[int, ...]]

MOST_SIDES = 1_000_000
_TAG = b"vroll/1/die\x00"
_ADDRESS = struct.Struct(">HII")
_WORDS = struct.Struct(">8I")


class Source(Protocol):
    """Faces for one roll, wave after wave."""

    def throw(self, groups: Sequence[Group]) -> tuple[Thrown, ...]:
        """The (sides, faces) of each (count, sides), in order; the next call goes on where this one ended."""


class Derived:
    """Faces of roll number `roll` of a cast: a function of the 32-byte cast key alone, so anybody can repeat it."""

    def __init__(self, key: bytes, roll: int) -> None:
        self.key = key
        self.roll = roll
        self._next = 0

    def throw(self, groups: Sequence[Group]) -> tuple[Thrown, ...]:
        """One face per die, numbered on through all calls."""
        return tuple((sides, tuple(self._die(sides) for _ in range(count))) for count, sides in groups)

    def _die(self, sides: int) -> int:
        face = die(self.key, self.roll, self._next, sides)
        self._next += 1
        return face


class Listed:
    """Faces said beforehand, in order; raises ValueError where they run out or do not fit a die."""

    def __init__(self, faces: Iterable[int]) -> None:
        self._faces: Iterator[int] = iter(faces)

    def throw(self, groups: Sequence[Group]) -> tuple[Thrown, ...]:
        """The next faces of the list."""
        return tuple((sides, tuple(self._die(sides) for _ in range(count))) for count, sides in groups)

    def _die(self, sides: int) -> int:
        face = next(self._faces, None)
        if face is None or not 1 <= face <= sides:
            raise ValueError(f"the next listed face is {face}, a die of {sides} sides was thrown")
        return face


def die(key: bytes, roll: int, number: int, sides: int) -> int:
    """The face, 1 to `sides`, of die `number` of roll `roll` under a 32-byte cast key (1 to 1,000,000 sides).

    Each die has its address, so dice added to one roll never shift another.
    """
    if not 1 <= sides <= MOST_SIDES:
        raise ValueError(f"a die has 1 to {MOST_SIDES:,} sides, not {sides}")
    block = 0
    while True:
        face = pick(_WORDS.unpack(block_of(key, roll, number, block)), sides)
        if face is not None:
            return face
        block += 1


def block_of(key: bytes, roll: int, number: int, block: int = 0) -> bytes:
    """The 32 bytes of which die `number` of roll `roll` takes its first fair word; a further block where all eight are refused."""
    return hmac.digest(key, _TAG + _ADDRESS.pack(roll, number, block), "sha256")


def pick(words: Iterable[int], sides: int) -> int | None:
    """The face of the first of the 32-bit `words` that treats every face alike, None where all are refused."""
    fair = 2**32 - 2**32 % sides
    for word in words:
        if word < fair:
            return word % sides + 1
    return None
