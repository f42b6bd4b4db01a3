"""The canonical form of vroll/1: RFC 8785, restricted to what every language writes alike."""

from __future__ import annotations

import json
import re
from functools import lru_cache
from typing import Any, NoReturn

from rules.proof.breach import Breach, need, shown

GREATEST = 2**53 - 1
DEEPEST = 12
LONGEST_LINE = 2**20

_KEY = re.compile(r"[A-Za-z][A-Za-z0-9_]{0,31}")
_SIMPLE = frozenset((str, bool, type(None)))
_LONGEST_NUMBER = 17
_write = json.JSONEncoder(sort_keys=True, ensure_ascii=False, check_circular=False, allow_nan=False, separators=(",", ":")).encode


def canon(value: Any, *, around: int = 0) -> bytes:
    """The canonical bytes of objects, arrays, strings, true, false, null and integers from -(2^53-1) to 2^53-1.

    around: how many containers the value stands in already.  Raises Breach E_CANON for anything else, for a bad key, and
    for a value with more than 12 containers around it.
    """
    _examine(value, around)
    try:
        return written(value)
    except UnicodeEncodeError:
        raise Breach("E_CANON", "A text holds half of a surrogate pair; texts are whole Unicode characters.") from None


def written(value: Any) -> bytes:
    """The bytes of a value that is known to have a canonical form, for instance as a part of a line that was read."""
    return _write(value).encode("utf-8")


def _examine(value: Any, around: int) -> None:
    """Level by level, so that no depth of a file can exhaust the stack."""
    level = [[value]]
    for _ in range(DEEPEST + 1 - around):
        inner: list[Any] = []
        for container in level:
            for part in container:
                kind = type(part)
                if kind is dict:
                    _examine_keys(part)
                    inner += [part.values()] if part else []
                elif kind is list or kind is tuple:
                    inner += [part] if part else []
                elif kind is int:
                    if not -GREATEST <= part <= GREATEST:
                        raise Breach("E_CANON", "An integer is not between -(2^53-1) and 2^53-1.")
                elif kind not in _SIMPLE:
                    raise Breach("E_CANON", f"A {kind.__name__} has no canonical form; numbers are whole.")
        if not inner:
            return
        level = inner
    raise Breach("E_CANON", f"A value has more than {DEEPEST} containers around it.")


def _examine_keys(members: dict[Any, Any]) -> None:
    for key in members:
        if not _is_key(key):
            raise Breach("E_CANON", f"The key {shown(key)} is not a letter and up to 31 letters, digits, _.")


@lru_cache(maxsize=1024)
def _is_key(key: Any) -> bool:
    return type(key) is str and _KEY.fullmatch(key) is not None


def read_line(raw: bytes) -> Any:
    """The value of one line (without its LF), which must be in canonical form.

    Raises Breach E_JSON (not JSON, a key given twice, a number with `.`, `e` or `E`, more than 1 MiB) or E_CANON.
    """
    need(len(raw) <= LONGEST_LINE, "E_JSON", "The line is longer than 1 MiB.")
    try:
        text = raw.decode("utf-8")
    except UnicodeDecodeError:
        raise Breach("E_JSON", "The line is not UTF-8.") from None
    try:
        # Canonical bytes that come back unchanged hold no key twice, no -0 and no blank, so one comparison is enough.
        value = _quick.decode(text)
        if canon(value) == raw:
            return value
    except (Breach, ValueError, RecursionError):
        pass
    raise _fault(text)


def _fault(text: str) -> Breach:
    try:
        canon(_strict.decode(text))
    except RecursionError:
        return Breach("E_CANON", f"A value has more than {DEEPEST} containers around it.")
    except json.JSONDecodeError as fault:
        return Breach("E_JSON", f"The line is not JSON: {fault.msg} at character {fault.pos + 1}.")
    except Breach as breach:
        return breach
    return Breach("E_CANON", "The line is not in canonical form: sorted keys, no blanks, no needless escapes, one LF.")


def _no_fraction(digits: str) -> NoReturn:
    raise Breach("E_JSON", f"The number {digits[:40]} is not a whole number written in digits alone.")


def _bounded(digits: str) -> int:
    return int(digits) if len(digits) <= _LONGEST_NUMBER else GREATEST + 1


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    members = dict(pairs)
    need(len(members) == len(pairs), "E_JSON", "A key is given twice in one object.")
    return members


_quick = json.JSONDecoder(parse_float=_no_fraction, parse_constant=_no_fraction)
_strict = json.JSONDecoder(parse_float=_no_fraction, parse_constant=_no_fraction, parse_int=_bounded, object_pairs_hook=_once)
