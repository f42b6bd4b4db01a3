"""Names of characters and combatants: which are allowed, and which of them a typed name means."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable

from rules.errors import RuleError

LONGEST_NAME = 40
"""Characters of a name after normalisation (NFC)."""

_UNSEEN = frozenset(("Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"))
_BLANK_LETTERS = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0")
_TABOO = frozenset('<>/\\"“”„‟')
_LOOKALIKES = frozenset(("CYRILLIC", "GREEK", "ARMENIAN", "CHEROKEE", "COPTIC", "LISU"))


def describe(character: str) -> str:
    """One character for a sentence: itself in quotes where it can be seen, else its Unicode name and number."""
    if character.isascii() and character.isprintable():
        return f"“{character}”"
    code = f"U+{ord(character):04X}"
    named = unicodedata.name(character, "")
    told = f"{named.lower()}, {code}" if named else code
    return told if _unseen(character) or not character.isprintable() else f"“{character}” ({told})"


def check_name(text: str) -> str:
    """The name as it is kept: NFC, no blanks at its ends, single blanks inside.

    Raises RuleError unless it has 1 to 40 characters, at least one of them a letter or digit, and no line break,
    control, direction or invisible character, quote, slash or angle bracket, nor a letter of another script among Latin
    ones.
    """
    broken = next((c for c in text if _unseen(c) and c != "\t"), None)
    if broken is not None:
        raise RuleError(f"A name holds no control or invisible characters; this one has {describe(broken)}.")
    name = " ".join(unicodedata.normalize("NFC", text).split())
    if not name:
        raise RuleError("A name needs at least one character.")
    if len(name) > LONGEST_NAME:
        raise RuleError(f"A name has at most {LONGEST_NAME} characters; this one has {len(name)}.")
    taboo = next((c for c in name if c in _TABOO), None)
    if taboo is not None:
        raise RuleError(f"A name holds no quotes, slashes or angle brackets; this one has {describe(taboo)}.")
    if not any(c.isalnum() for c in name):
        raise RuleError("A name needs at least one letter or digit.")
    _refuse_lookalikes(name)
    return name


def fold_name(name: str) -> str:
    """The key under which two spellings are the same name: compatible letters (NFKC), no case, single blanks."""
    folded = unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", name).casefold())
    return " ".join(folded.split())


def loose_name(name: str) -> str:
    """`fold_name` without blanks, dots and hyphens: IronMan finds Iron Man."""
    return "".join(c for c in fold_name(name) if c not in " ." and unicodedata.category(c) != "Pd")


def find_name(typed: str, names: Iterable[str]) -> str | None:
    """Which of `names` the typed one means: the same without regard to case, else the only one that is the same without
    blanks, dots and hyphens, else None. Never a part of a name."""
    known = list(names)
    key = fold_name(typed)
    exact = next((name for name in known if fold_name(name) == key), None)
    if exact is not None:
        return exact
    loose = loose_name(typed)
    fitting = [name for name in known if loose and loose_name(name) == loose]
    return fitting[0] if len(fitting) == 1 else None


def _unseen(character: str) -> bool:
    """Whether a reader cannot see it: controls, direction marks, fillers, variation selectors, unassigned characters."""
    if character in _BLANK_LETTERS or "\ufe00" <= character <= "\ufe0f" or "\U000e0100" <= character <= "\U000e01ef":
        return True
    return unicodedata.category(character) in _UNSEEN


def _refuse_lookalikes(name: str) -> None:
    letters = [(c, unicodedata.name(c, "").split(" ")[0]) for c in unicodedata.normalize("NFKC", name) if c.isalpha()]
    if not any(script == "LATIN" for _, script in letters):
        return
    stranger = next((c for c, script in letters if script in _LOOKALIKES), None)
    if stranger is not None:
        raise RuleError(f"A name keeps to one alphabet; {describe(stranger)} stands among Latin letters.")
