"""Names of people: which are allowed, and which two would be read as the same."""

from __future__ import annotations

import unicodedata

from campaigns.site.refused import Refused

SHORTEST_NAME = 2
LONGEST_NAME = 30
"""Characters of a person's name."""

_RESERVED = (
    "admin",
    "administrator",
    "gm",
    "mod",
    "moderator",
    "root",
    "site",
    "staff",
    "system",
    "support",
    "thelongtable",
    "nobody",
)
_SIGNS = "._-"
_TOGETHER = (
    frozenset(("HIRAGANA", "KATAKANA", "CJK", "KATAKANA-HIRAGANA")),
    frozenset(("HANGUL", "CJK")),
    frozenset(("BOPOMOFO", "CJK")),
)
"""Scripts that one word of their language mixes."""

_LOOKALIKES = {
    "а": "a", "в": "b", "ь": "b", "с": "c", "ԁ": "d", "е": "e", "һ": "h", "н": "h", "і": "i", "ӏ": "i",
    "ј": "j", "к": "k", "м": "m", "п": "n", "о": "o", "р": "p", "ԛ": "q", "г": "r", "ѕ": "s", "т": "t",
    "ѵ": "v", "ԝ": "w", "ш": "w", "х": "x", "у": "y", "ү": "y", "α": "a", "β": "b", "ϲ": "c", "ε": "e",
    "η": "n", "ι": "i", "κ": "k", "μ": "u", "ν": "v", "ο": "o", "ρ": "p", "σ": "o", "τ": "t", "υ": "u",
    "χ": "x", "γ": "y", "ω": "w", "օ": "o", "ո": "n", "ս": "u", "հ": "h", "ց": "g", "ı": "i", "ł": "i",
    "ø": "o", "đ": "d", "ɑ": "a", "ɡ": "g", "0": "o", "1": "i", "l": "i", "|": "i",
}  # fmt: skip
"""Letters after case folding that are drawn like a Latin one. i, l and 1 are one letter, as a capital I is drawn like an l."""


def folded(name: str) -> str:
    """The key under which two names are read as the same: compatible forms (NFKC), no case, look-alike letters as one, no signs."""
    plain = unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", name).casefold())
    return "".join(_LOOKALIKES.get(letter, letter) for letter in plain if letter not in _SIGNS and not letter.isspace())


_KEPT_FOR_THE_SITE = frozenset(folded(name) for name in _RESERVED)


def check_person_name(name: str) -> str:
    """The name as it is kept (NFC).

    Raises Refused (field "username") unless it has 2 to 30 letters of one script, digits, dots, hyphens or underscores, at
    least one letter, and is not one that the site speaks with.
    """
    kept = unicodedata.normalize("NFC", name.strip())
    if not SHORTEST_NAME <= len(kept) <= LONGEST_NAME:
        raise _refused(f"A name has {SHORTEST_NAME} to {LONGEST_NAME} characters; this one has {len(kept)}.")
    for letter in kept:
        if not (unicodedata.category(letter)[0] in "LM" or letter in _SIGNS or letter in "0123456789"):
            shown = letter if letter.isprintable() and not letter.isspace() else f"the character U+{ord(letter):04X}"
            raise _refused(f"A name is made of letters, digits, dots, hyphens and underscores; this one holds {shown}.")
    if not any(letter.isalpha() for letter in kept):
        raise _refused("A name needs at least one letter.")
    scripts = {_script(letter) for letter in kept if letter.isalpha()}
    if len(scripts) > 1 and not any(scripts <= together for together in _TOGETHER):
        raise _refused("A name keeps to one alphabet; this one mixes letters that look alike.")
    if any(one == other for one, other in zip(_marks(kept), _marks(kept)[2:], strict=False) if one):
        raise _refused("A name stacks at most two accents on a letter.")
    if folded(kept) in _KEPT_FOR_THE_SITE:
        raise _refused("That name is kept for the site itself; choose another.")
    return kept


def _script(letter: str) -> str:
    return unicodedata.name(unicodedata.normalize("NFKC", letter)[0], "UNKNOWN").split(" ")[0]


def _marks(name: str) -> list[bool]:
    return [unicodedata.combining(letter) > 0 for letter in name]


def _refused(sentence: str) -> Refused:
    return Refused(sentence, field="username")
