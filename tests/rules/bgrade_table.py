"""What the tests of B-Grade share: a typed line, Wolfman's recorded roll, an outcome that its print alone gives too."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from functools import cache
from itertools import product
from typing import Any

from rules.lines import Command, read_line
from rules.system import Declaration, Options, Rival
from rules.systems.bgrade.system import SYSTEM
from tests.rules.table import Table, deal

TABLE = Table(SYSTEM)
WOLFMAN, MABEL, INES, GUARD = "Wolfman Jackson", "Mabel Crane", "Ines Vega", "Nazi guard"


def typed(line: str) -> Command:
    command = read_line(line)
    assert command is not None
    return command


def rival(line: str, faces: Sequence[int], options: Options | None = None, chosen: tuple[int, ...] = ()) -> Rival:
    """Wolfman's recorded roll."""
    opened = TABLE.declare(line, WOLFMAN if "Body" in line or "Mind" in line else None, options)
    return Rival("41.0", "Wolfman", opened, deal(opened, faces), chosen)


def defence(other: Rival, line: str = "!defend with 5d", options: Options | None = None) -> Declaration:
    return SYSTEM.answer(typed(line), other, None, options or {})


def outcome(found: Declaration, *faces: int, chosen: tuple[int, ...] = ()) -> dict[str, Any]:
    """The recorded outcome, which the recorded print alone must give too."""
    dice = deal(found, faces)
    again = SYSTEM.parse(found.expr)
    assert SYSTEM.result(again, dice, chosen) == SYSTEM.result(found, dice, chosen)
    assert SYSTEM.read(again, dice, chosen).spoken
    return SYSTEM.result(found, dice, chosen)


@cache
def hands(dice: int) -> Counter[tuple[int, ...]]:
    """Every hand of these dice with its faces in rising order, and in how many orders they can fall."""
    return Counter(tuple(sorted(hand)) for hand in product(range(1, 11), repeat=dice))
