"""The smallest parts of the notation: numbers, words, signs, each with its place."""

from __future__ import annotations

import re
from typing import NamedTuple

from rules.errors import RuleError
from rules.names import describe

_TOKEN = re.compile(
    r"[ \t]*(?:(?P<number>[0-9]+)|(?P<word>d[hl]?|k[hl]?|r[or]?|f)|(?P<again>!!?)|(?P<compare>[<>]=?|=[<>]?|[≥≤])"
    r"|(?P<sign>[-+*/×−])|(?P<mark>[()%])|\[(?P<label>[^\[\]]*)\]|(?P<end>$)|(?P<other>.))",
    re.IGNORECASE | re.DOTALL,
)
_SAME = {"×": "*", "−": "-", "≥": ">=", "≤": "<=", "=>": ">=", "=<": "<="}
_MANY_DIGITS = 8

TOO_LONG = 10**9
"""What a number with too many digits is worth: over every limit."""

LONGEST_LABEL = 40


class Token(NamedTuple):
    """kind: number, word, again, compare, sign, mark, label or end.  text: in lower case and ASCII, a label as typed.  at: 1-based
    column."""

    kind: str
    text: str
    at: int


def tokens(text: str) -> list[Token]:
    """The parts of a text, the last one being its end. Raises RuleError for a character that no part begins with."""
    found = []
    for part in _TOKEN.finditer(text):
        kind = part.lastgroup or "other"
        typed, at = part[kind], part.start(kind) + 1
        if kind == "other":
            raise _strange(typed, at)
        if kind == "label":
            found.append(Token(kind, _label(typed, at), at - 1))
        else:
            found.append(Token(kind, _SAME.get(typed, typed.lower()), at))
    return found


def whole_number(token: Token) -> int:
    """The number; one with too many digits is not converted, only known to be over every limit."""
    digits = token.text.lstrip("0") or "0"
    return int(digits) if len(digits) <= _MANY_DIGITS else TOO_LONG


def _label(typed: str, at: int) -> str:
    label = typed.strip(" \t")
    strange = next((character for character in label if not character.isprintable()), None)
    if strange is not None:
        raise RuleError(f"A label holds no {describe(strange)} (column {at - 1}).", at - 1)
    if not 1 <= len(label) <= LONGEST_LABEL:
        raise RuleError(f"A label has 1 to {LONGEST_LABEL} characters: `1d8[fire]` (column {at - 1}).", at - 1)
    return label


def _strange(typed: str, at: int) -> RuleError:
    if typed in "[]":
        return RuleError(f"A label stands between [ and ]: `1d8[fire]` (column {at}).", at)
    hint = "; digits are 0 to 9" if typed.isnumeric() else ""
    return RuleError(f"{describe(typed)} is not part of a roll (column {at}){hint}.", at)
