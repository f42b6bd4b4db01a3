"""A command line picked from fields instead of typed: the fields that a rule system describes, and what was picked."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from rules.errors import RuleError


@dataclass(frozen=True)
class Pick:
    """One field of the form with which a command line is picked instead of typed.

    kind is "one" (one of `choices`, the first unless another is picked), "many" (any of them, one a line), "number" (a whole
    number, or nothing), "name" (a character, or nobody) or "text". choices: (value, label) pairs.
    """

    name: str
    label: str
    kind: str
    choices: tuple[tuple[str, str], ...] = ()
    help: str = ""


LONGEST_PICK: Final = 200
"""Characters of what is typed into a pick."""


def kept(picks: Sequence[Pick], picked: Mapping[str, str]) -> dict[str, str]:
    """The value of each pick; what is none of its choices counts as not picked, and what is typed is one line."""
    return {pick.name: _kept(pick, picked.get(pick.name)) for pick in picks}


def _kept(pick: Pick, value: str | None) -> str:
    known = [choice for choice, _ in pick.choices]
    if pick.kind == "one":
        return value if value is not None and value in known else known[0]
    if value is None:
        return ""
    if pick.kind == "many":
        chosen = value.split("\n")
        return "\n".join(choice for choice in known if choice in chosen)
    return " ".join(value.split())[:LONGEST_PICK]


def whole(value: str, label: str) -> int:
    """The number of a "number" pick, 0 where nothing stands there; refused where it is none from 0 to 999."""
    if not value:
        return 0
    if not (value.isascii() and value.isdigit() and len(value) <= 3):
        raise RuleError(f"{label}: a whole number like 2, not “{value}”.")
    return int(value)
