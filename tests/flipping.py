"""Bytes of an exported ledger that are flipped one at a time, and what the command line checker says of each."""

from __future__ import annotations

import io
import json
from collections.abc import Iterator
from contextlib import redirect_stdout
from dataclasses import dataclass
from pathlib import Path

from rules.proof.__main__ import main

LF = 10
MASKS = (1, 2, 4, 8, 16, 32, 64, 128, 3, 5, 6, 7, 255)
"""Bits that are flipped in turn. The low ones make another digit of a digit, so that the line is often well formed still."""


@dataclass(frozen=True)
class Flip:
    """One byte. at: its place in the file.  mask: the bits that change.  line: its line, from 1.  ends: it ends the line.

    upto: where the file may be cut so that the checker reads all that it needs to see the change: after the next line, too,
    where the flipped byte ends its own.
    """

    at: int
    mask: int
    line: int
    ends: bool
    upto: int

    def of(self, ledger: bytes) -> bytes:
        """The file up to there, with the change."""
        return ledger[: self.at] + bytes([ledger[self.at] ^ self.mask]) + ledger[self.at + 1 : self.upto]

    def is_named(self, line: int | None) -> bool:
        """Whether a refusal of that line names the flipped one, or the next one where the line's end was flipped."""
        return line == self.line or (self.ends and line == self.line + 1)


def flips(ledger: bytes, count: int) -> Iterator[Flip]:
    """So many flips of one to eight bits, evenly spread over the bytes of the file."""
    ends = [at for at, byte in enumerate(ledger) if byte == LF]
    line = 0
    for number in range(count):
        at = (2 * number + 1) * len(ledger) // (2 * count)
        while ends[line] < at:
            line += 1
        is_end = ends[line] == at
        upto = ends[min(line + is_end, len(ends) - 1)] + 1
        yield Flip(at, MASKS[number % len(MASKS)], line + 1, is_end, upto)


def verdict(ledger: bytes, file: Path) -> tuple[int, int | None, str]:
    """(exit code, refused line, error) of the command line checker in this process, all signatures checked.

    file: where the bytes are laid for it.
    """
    file.write_bytes(ledger)
    printed = io.StringIO()
    with redirect_stdout(printed):
        code = main([str(file), "--json"])
    refusal = json.loads(printed.getvalue())["refusal"] or {"line": None, "code": ""}
    return code, refusal["line"], refusal["code"]
