"""The openings of a line: salt and text behind the seals of its entry. They are not in the chain and may be erased."""

from __future__ import annotations

from typing import Any

from rules.proof import hashes
from rules.proof.breach import Breach, need, shown
from rules.proof.schema import HEX32, Entry, Kind, Schema, check_keys, check_types

Opening = dict[str, Any]

ENTRY_ITSELF = -1
NEVER_OPENED_HERE = "spec"
"""The request of a secret roll is opened by a reveal entry alone."""

_OPENING = Schema(
    {
        "at": Kind("the index of a roll, or -1 for the entry", lambda value: type(value) is int and value >= ENTRY_ITSELF),
        "name": Kind("a text", lambda value: type(value) is str),
        "salt": HEX32,
        "value": Kind("a text", lambda value: type(value) is str),
    },
    frozenset(),
    frozenset(),
)


def check_shape(openings: Any) -> None:
    """Keys and types of all openings (E_SCHEMA)."""
    need(type(openings) is list, "E_SCHEMA", "In a line, o must be a list of openings.")
    for opening in openings:
        check_keys(opening, _OPENING, "an opening")
        check_types(opening, _OPENING, "an opening")


def check_openings(openings: list[Opening], entry: Entry) -> None:
    """Each once (E_SCHEMA) and as it was sealed (E_FIELD). The entry's types may be unchecked."""
    places = {(opening["at"], opening["name"]) for opening in openings}
    need(len(places) == len(openings), "E_SCHEMA", "A sealed value is opened twice in one line.")
    for opening in openings:
        _fits(opening, entry)


def _fits(opening: Opening, entry: Entry) -> None:
    at, name = opening["at"], opening["name"]
    where = "the entry" if at == ENTRY_ITSELF else f"roll {at}"
    seal = seals(entry, at).get(name)
    if type(seal) is not str or name == NEVER_OPENED_HERE:
        raise Breach("E_FIELD", f"The opening {shown(name)} of {where} opens nothing that may be opened here.")
    right = hashes.sealed_text(name, bytes.fromhex(opening["salt"]), opening["value"]).hex()
    need(right == seal, "E_FIELD", f"The {name} of {where} is not the text that was sealed.")


def seals(entry: Entry, at: int) -> dict[str, Any]:
    """The seals by name of the entry (at -1) or of one of its rolls, {} where there are none."""
    part: Any = entry
    if at != ENTRY_ITSELF:
        rolls = entry.get("rolls")
        part = rolls[at] if type(rolls) is list and at < len(rolls) else None
    sealed = part.get("f") if type(part) is dict else None
    return sealed if type(sealed) is dict else {}


def count_seals(entry: Entry) -> int:
    """How many values the (checked) entry seals."""
    rolls = len(entry["rolls"]) if entry["t"] in ("cast", "bind") else 0
    return sum(len(seals(entry, at)) for at in range(ENTRY_ITSELF, rolls))
