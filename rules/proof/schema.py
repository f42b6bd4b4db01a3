"""The closed schemas of vroll/1, section 4: which keys each entry has, and the type and range of each value.

Rules that need more than the value itself (roles, lanes, dice) stand beside the entries they belong to.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from rules.proof.breach import Breach, need, shown

Entry = dict[str, Any]

MOST_GROUPS = 64
COMMON = frozenset({"v", "t", "i", "led", "prev", "ts"})


@dataclass(frozen=True)
class Kind:
    """A type and range: `words` complete the sentence "... must be"."""

    words: str
    fits: Callable[[Any], bool]


def _text(pattern: str) -> Callable[[Any], bool]:
    match = re.compile(pattern).fullmatch
    return lambda value: type(value) is str and match(value) is not None


def _or_null(kind: Kind) -> Kind:
    return Kind(f"{kind.words} or null", lambda value: value is None or kind.fits(value))


def _one_of(*words: str) -> Kind:
    return Kind("one of " + ", ".join(words), lambda value: type(value) is str and value in words)


def is_integer(value: Any) -> bool:
    """True for 1, false for true: JSON's booleans are no numbers."""
    return type(value) is int


def _row(*kinds: Kind) -> Callable[[Any], bool]:
    return lambda value: (
        type(value) is list and len(value) == len(kinds) and all(kind.fits(part) for kind, part in zip(kinds, value, strict=True))
    )


def _many(fits: Callable[[Any], bool], most: int | None = MOST_GROUPS) -> Callable[[Any], bool]:
    return lambda value: type(value) is list and (most is None or len(value) <= most) and all(map(fits, value))


def _seals(must: frozenset[str] = frozenset(), may: frozenset[str] = frozenset()) -> Kind:
    names = ", ".join(sorted(must) + [f"optionally {name}" for name in sorted(may)])
    return Kind(
        f"an object of seals, each 64 lower-case hex digits, with exactly {names}",
        lambda value: type(value) is dict and must <= value.keys() <= must | may and all(map(HEX32.fits, value.values())),
    )


HEX16 = Kind("32 lower-case hex digits", _text("[0-9a-f]{32}"))
HEX32 = Kind("64 lower-case hex digits", _text("[0-9a-f]{64}"))
HEX64 = Kind("128 lower-case hex digits", _text("[0-9a-f]{128}"))
INTEGER = Kind("a whole number", is_integer)
NATURAL = Kind("a whole number, 0 or more", lambda value: type(value) is int and value >= 0)
POSITIVE = Kind("a whole number, 1 or more", lambda value: type(value) is int and value >= 1)
ANYTHING = Kind("present", lambda value: True)
OBJECT = Kind("an object", lambda value: type(value) is dict)
ARRAY = Kind("a list", lambda value: type(value) is list)

_ROLE = _one_of("player", "gm", "bot")
_ROLE_OR_OUT = _one_of("player", "gm", "bot", "out")
_OWN_SOURCE = _one_of("browser", "typed", "api")
_SOURCE = _one_of("browser", "typed", "api", "server")
_SEEN = Kind("[number of an entry, its hash]", _row(NATURAL, HEX32))
_AFTER = _or_null(Kind("[ledger, number of its close, hash of it]", _row(HEX16, POSITIVE, HEX32)))
_MINWIT = Kind("a whole number from 0 to 8", lambda value: type(value) is int and 0 <= value <= 8)
_TEXT_SEAL = _seals(may=frozenset({"text"}))
_CAST_SEALS = _seals(may=frozenset({"text", "place"}))
_WHY = _seals(must=frozenset({"why"}))


@dataclass(frozen=True)
class Schema:
    """The keys of one object. starred: required in a full ledger, optional in a bare one.  optional: in both."""

    kinds: Mapping[str, Kind]
    starred: frozenset[str]
    optional: frozenset[str]

    def keys_fit(self, keys: frozenset[str], full: bool) -> bool:
        """Whether these are the keys of the object, no more and no fewer."""
        may_miss = self.optional if full else self.optional | self.starred
        return self.kinds.keys() - may_miss <= keys <= self.kinds.keys()


def _schema(marked: Mapping[str, Kind]) -> Schema:
    """A schema of keys marked as in the format's tables: `cs*` in full ledgers only, `seed?` optional."""
    return Schema(
        {key.rstrip("*?"): kind for key, kind in marked.items()},
        frozenset(key[:-1] for key in marked if key.endswith("*")),
        frozenset(key[:-1] for key in marked if key.endswith("?")),
    )


_REQUEST = {
    "pid": HEX16, "k": NATURAL, "rid": HEX16, "cn": HEX32, "seen": _SEEN,
    "post": _or_null(HEX16), "thr": _or_null(HEX16), "rolls": ANYTHING,
}  # fmt: skip

ENTRIES: Mapping[str, Schema] = {
    "genesis": _schema({"key": HEX32, "minwit": _MINWIT, "camp?": HEX16, "after?": _AFTER}),
    "join": _schema({"pid": HEX16, "role": _ROLE, "next": HEX32}),
    "role": _schema({"pid": HEX16, "role": _ROLE_OR_OUT, "by": _or_null(HEX16)}),
    "cast": _schema(
        {**_REQUEST, "cs*": _SOURCE, "f": _CAST_SEALS, "next": HEX32, "seed?": HEX32, "bind?": INTEGER}
    ),
    "bind": _schema({**_REQUEST, "cs*": _OWN_SOURCE, "f*": _TEXT_SEAL, "w": INTEGER, "who*": HEX16}),
    "wit": _schema({"pid": HEX16, "ref": INTEGER, "n": HEX32, "cs*": _OWN_SOURCE}),
    "reveal": _schema({"ref": INTEGER, "by": HEX16, "seed": HEX32, "rolls": ARRAY}),
    "choose": _schema(
        {
            "ref": INTEGER, "r": INTEGER, "by": HEX16, "res*": OBJECT,
            "set": Kind("a list of whole numbers", _many(is_integer, None)),
        }
    ),
    "void": _schema({"ref": INTEGER, "r": _or_null(INTEGER), "by": HEX16, "f": _WHY}),
    "reseal": _schema({"pid": HEX16, "k": NATURAL, "next": HEX32}),
    "key": _schema({"key": HEX32}),
    "close": _schema({}),
}  # fmt: skip

_PAIRS = _many(_row(INTEGER, INTEGER))
_SPEC = {
    "rv": Kind("a rules version such as dice/1", _text("[a-z][a-z0-9-]{0,79}/[1-9][0-9]{0,3}")),
    "expr": Kind("1 to 200 characters of printable ASCII", _text("[ -~]{1,200}")),
    "char": _or_null(HEX16),
    "req": Kind(f"up to {MOST_GROUPS} pairs [count, sides]", _PAIRS),
    "fix": Kind(f"up to {MOST_GROUPS} pairs [sides, value]", _PAIRS),
    "open": Kind(f"up to {MOST_GROUPS} numbers of sides", _many(is_integer)),
}
_OUTCOME = {
    "dice": Kind("a list of [sides, [values]]", _many(_row(INTEGER, Kind("values", _many(is_integer, None))), None)),
    "res": OBJECT,
}
_PURPOSE = {"f": _seals(must=frozenset({"purpose"}))}

SPEC = _schema(_SPEC)
BOUND_ROLL = _schema({**_SPEC, **_PURPOSE})
PUBLIC_ROLL = _schema({**_SPEC, **_PURPOSE, **_OUTCOME})
SECRET_ROLL = _schema({"f": _seals(must=frozenset({"purpose", "spec"}))})
REVEALED_ROLL = _schema({"spec": OBJECT, "salt": HEX32, **_OUTCOME})


def check_entry_keys(entry: Entry, full: bool) -> None:
    """`t` is known and the keys are those of its kind. `full` is that of the ledger. Raises Breach E_SCHEMA."""
    t = entry.get("t")
    schema = ENTRIES.get(t) if type(t) is str else None
    if schema is None:
        raise Breach("E_SCHEMA", f"There is no entry of kind {shown(t)}; the kinds are {', '.join(ENTRIES)}.")
    check_keys(entry, schema, f"a {t} entry", full=full, common=COMMON)
    if t == "genesis":
        need(("camp" in entry) == ("after" in entry), "E_SCHEMA", "A genesis has camp and after, or neither.")


def check_keys(part: Any, schema: Schema, name: str, *, full: bool = True, common: frozenset[str] = frozenset()) -> None:
    """The object has exactly the keys of the schema. Raises Breach E_SCHEMA."""
    if type(part) is not dict:
        raise Breach("E_SCHEMA", f"Here {name} must stand as an object.")
    keys = part.keys()
    if common <= keys and schema.keys_fit(frozenset(keys - common), full):
        return
    wanted = schema.kinds.keys() | common
    unknown = sorted(keys - wanted)
    missing = sorted(wanted - keys - schema.optional)
    wrong = f"has the unknown key {unknown[0]}" if unknown else f"lacks {', '.join(missing)}"
    raise Breach("E_SCHEMA", f"{name.capitalize()} {wrong}; its keys are {', '.join(sorted(wanted))}.")


def check_types(part: Entry, schema: Schema, name: str) -> None:
    """Every value has the type and range of its key. Raises Breach E_SCHEMA."""
    for key, kind in schema.kinds.items():
        if key in part and not kind.fits(part[key]):
            raise Breach("E_SCHEMA", f"In {name}, {key} must be {kind.words}.")


def check_entry_types(entry: Entry) -> None:
    """Types and ranges of the keys of the entry's kind, and the keys that only go together. Raises Breach E_SCHEMA."""
    check_types(entry, ENTRIES[entry["t"]], f"a {entry['t']} entry")
    if entry["t"] == "cast" and "place" in entry["f"]:
        hidden = "seed" not in entry and entry["post"] is None and entry["thr"] is None
        need(hidden, "E_SCHEMA", "A place is sealed only in a secret cast whose post and thr are null.")
