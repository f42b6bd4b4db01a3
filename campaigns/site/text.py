"""A typed text as it is kept, and as it is safe to show."""

from __future__ import annotations

import re
import unicodedata

from campaigns.site.limits import BODY, WORD
from campaigns.site.refused import Refused

_UNFIT = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x84\x86-\x9f\ud800-\udfff\ufffe\uffff]")
_UNSEEN = re.compile(
    "[\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\u3164\ufeff\uffa0\ufff9-\ufffc"
    "\U000e0000-\U000e0fff]"
)
"""Signs without a shape that turn the reading direction or hide letters. Joiners stay: Persian and emoji need them."""

_LONG_WORD = re.compile(rf"\S{{{WORD}}}(?=[^\W_]|[!-~])")
"""Letters, digits and signs alone follow: never an accent or half of an emoji, which belong to what stands before them."""

_HIGHEST = 4
"""Accents that may stand on one letter; more would reach into the lines above."""


def fit_text(text: str, longest: int = BODY, *, field: str = "text") -> str:
    """The text as it is kept: line ends as LF, letters composed (NFC), nothing else changed.

    Raises Refused where it is longer than `longest` characters or holds a character that no text has (NUL, C0, C1, a half
    of a surrogate pair), which not every database can keep.
    """
    kept = unicodedata.normalize("NFC", text.replace("\r\n", "\n").replace("\r", "\n"))
    if len(kept) > longest:
        raise Refused(f"At most {longest:,} characters fit here; this text has {len(kept):,}.", field=field)
    unfit = _UNFIT.search(kept)
    if unfit is not None:
        line = kept.count("\n", 0, unfit.start()) + 1
        raise Refused(f"Line {line} holds a control character (U+{ord(unfit[0]):04X}); remove it.", field=field, line=line)
    return kept


def whole_number(typed: str) -> int | None:
    """The number that an address or a form names in at most 15 digits 0 to 9; None for everything else."""
    return int(typed) if typed.isascii() and typed.isdigit() and len(typed) <= 15 else None


def without_unseen(text: str) -> str:
    """The text without direction and invisible signs, and with at most four accents on a letter; for showing, not for keeping."""
    if text.isascii():
        return text
    seen, stacked = [], 0
    for letter in _UNSEEN.sub("", text):
        stacked = stacked + 1 if unicodedata.category(letter) in ("Mn", "Me") else 0
        if stacked <= _HIGHEST:
            seen.append(letter)
    return "".join(seen)


def in_pieces(text: str) -> list[str]:
    """The text cut after each `limits.WORD` characters without a blank; whole where it has no such word."""
    ends = [found.end() for found in _LONG_WORD.finditer(text)]
    return [text[start:end] for start, end in zip([0, *ends], [*ends, len(text)], strict=True)]
