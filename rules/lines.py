"""Command lines: `!word arguments # reason`, the part of the grammar that all words share."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass

from rules.errors import RuleError
from rules.names import check_name, find_name, fold_name, loose_name

__all__ = [
    "ALIASES", "COMBAT_WORDS", "LONGEST_REASON", "MOST_SPEAKERS", "ROLL_WORDS", "WORDS", "Command", "RuleError", "Word",
    "bracketed", "check_name", "find_name", "fold_name", "loose_name", "near", "near_miss", "quoted", "read_line", "split_words",
]  # fmt: skip

LONGEST_REASON = 120
"""Characters of a reason."""

MOST_WORDS = 400
"""Words of a command line, commas among them: more than any can use."""

MOST_SPEAKERS = 20
"""Names after one `as`."""

ROLL_WORDS = frozenset((
    "roll", "pool", "hammer", "use", "assist", "defend", "feat", "attack", "dodge", "grapple", "more",
))  # fmt: skip
"""Words that throw dice: they take `as NAME`, `secret` and `blind`."""

COMBAT_WORDS = frozenset(("init", "fight", "next", "back", "turn", "hold", "pass", "hp", "state", "out"))
"""Words that move the turn order of a thread."""

WORDS = ROLL_WORDS | COMBAT_WORDS

ALIASES = {"r": "roll", "ore": "pool", "faserip": "feat"}

_BRACKETS = re.compile(
    r"\[\[[ \t]*([^][\n]{0,40}\dd[\d%][^][\n]{0,40})\]\]|\[(?:dice|roll)\b[^][\n]{0,40}\][ \t]*([^][\n]{0,80})", re.IGNORECASE
)
_QUOTES = '"“”„‟'
_COMMAND = re.compile(r" {0,3}!([A-Za-z]+)(?=[ \t]|$)")
_SLASHED = re.compile(r" {0,3}/(roll|r)(?=[ \t]|$)", re.IGNORECASE)
_WORD = re.compile(
    rf"[ \t]*(?:[{_QUOTES}](?P<quoted>[^{_QUOTES}]*)(?P<close>[{_QUOTES}]?)|(?P<comma>,)|(?P<bare>[^ \t,{_QUOTES}]+))"
)
_PLAIN = re.compile(r"[^\W\d_][\w.'’-]*")
_COMMON = ("as", "secret", "blind")
ONE_NAME = 'One name stands after `as`, in quotes where it has blanks: `as "Iron Man"`.'
SEVERAL_NAMES = 'Several names after `as` are parted by commas, in quotes where they have blanks: `as Toad, "Usher 2"`.'
_CONTROL = re.compile("[\x00-\x08\x0a-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]")


@dataclass(frozen=True)
class Command:
    """One command line taken apart.

    word: lower case, aliases resolved (`r` is "roll", `ore` is "pool", `faserip` is "feat").  rest: the arguments
    without `as NAME`, `secret`, `blind` and the reason.  column: 1-based place of `rest` in the line.  line: the whole
    line as typed, without blanks at its ends.  speaker: the name after `as`, or "";  also: those that stand after it, parted
    by commas, each of whom throws the same line.
    """

    word: str
    rest: str = ""
    column: int = 1
    reason: str = ""
    line: str = ""
    speaker: str = ""
    secrecy: str = ""
    also: tuple[str, ...] = ()


@dataclass(frozen=True)
class Word:
    """One word of a command's arguments; `column` is the 1-based place of its first character, or of its opening quote."""

    text: str
    quoted: bool
    column: int

    def says(self, keyword: str) -> bool:
        """Whether this is that keyword (lower case): a word in quotes never is."""
        return not self.quoted and self.text.lower() == keyword


def read_line(line: str) -> Command | None:
    """The command of one line of a post, or None where the line is text.

    Raises RuleError for a known word whose quotes, reason, `as NAME`, `secret` or `blind` are wrong. What stands
    between, `rest`, is read by the word's own grammar. Code and quoted passages are the caller's to leave out.
    """
    found = _COMMAND.match(line) or _SLASHED.match(line)
    if found is None:
        return None
    typed = found.group(1).lower()
    word = ALIASES.get(typed, typed)
    if word not in WORDS:
        return None
    whole = line.strip(" \t\r\n")
    if "\n" in whole or "\r" in whole:
        raise RuleError("A command is one line; the next one begins on a line of its own.")
    start = found.end() - (len(line) - len(line.lstrip(" \t")))
    words, reason = _without_reason(whole, start)
    speakers: tuple[str, ...] = ()
    secrecy = ""
    if word in ROLL_WORDS:
        words, speakers, secrecy = _without_common(words)
        if word == "roll" and words and (words[0].says("secret") or words[0].says("blind")):
            raise RuleError("`secret` and `blind` stand behind the dice: `!roll 2d6 secret`.", words[0].column)
    rest, first = "", min(start + 2, len(whole) + 1)
    if words:
        first, end = words[0].column, words[-1].column + len(words[-1].text) + 2 * words[-1].quoted
        rest = whole[first - 1 : end - 1]
    return Command(word, rest, first, reason, whole, "".join(speakers[:1]), secrecy, speakers[1:])


def split_words(text: str, column: int = 1) -> list[Word]:
    """The words of `text`, which begins at `column` of its line.

    Blanks and tabs part words, a comma is a word of its own, and so is what stands in straight or curly quotes, also
    where no blank stands beside them (`+"torn arm"` gives `+` and `torn arm`). Raises RuleError where a quote is not
    closed.
    """
    words: list[Word] = []
    for found in _WORD.finditer(text):
        if len(words) == MOST_WORDS:
            raise RuleError(f"A command line has at most {MOST_WORDS} words.", column)
        quoted = found["quoted"]
        at = found.end() - len(found[0].lstrip(" \t")) + column
        if quoted is None:
            words.append(Word(found["comma"] or found["bare"], False, at))
        elif found["close"]:
            words.append(Word(quoted, True, at))
        else:
            raise RuleError(f"A quote is opened and not closed (column {at}).", at)
    return words


def quoted(name: str, keywords: Iterable[str] = ()) -> str:
    """The name as it is typed in a line: in quotes where it would be read otherwise, as one of the `keywords` for instance."""
    return name if _PLAIN.fullmatch(name) and name.lower() not in (*_COMMON, *keywords) else f'"{name}"'


def near_miss(line: str) -> str | None:
    """What the preview says of a word that is no command but was meant as one, else None.

    One that is one letter away from a known one: "Did you mean !init?"; `!secret` and `!blind`, which end a line and begin none.
    """
    found = _COMMAND.match(line)
    if found is None:
        return None
    typed = found.group(1).lower()
    if typed in ("secret", "blind"):
        return f"Nothing is thrown by this line. `{typed}` stands behind the dice: `!roll 2d6 {typed}`."
    if typed in WORDS or typed in ALIASES or len(typed) < 3:
        return None
    meant = near(typed, sorted(WORDS | (ALIASES.keys() - {"r"})))
    return f"Did you mean !{meant}?" if meant else None


def bracketed(line: str) -> str | None:
    """What the preview says of `[[2d6]]` and `[dice]2d6[/dice]`, which are not thrown here: the line that would throw them."""
    found = _BRACKETS.search(line)
    if found is None:
        return None
    wanted = (found[1] or found[2] or "").strip()
    return f"Dice in brackets are not thrown. A line of its own throws them: `!roll {wanted or '2d6'}`."


def near(typed: str, words: Iterable[str]) -> str | None:
    """The first of `words` (lower case) that is one letter away: one more, one less, one other, or two that changed places."""
    return next((word for word in words if _one_apart(typed, word)), None)


def _one_apart(one: str, other: str) -> bool:
    if one == other or abs(len(one) - len(other)) > 1:
        return False
    same = next((i for i, (a, b) in enumerate(zip(one, other, strict=False)) if a != b), min(len(one), len(other)))
    left, right = one[same:], other[same:]
    if left[1:] == right or left == right[1:] or left[1:] == right[1:]:
        return True
    return left[:2] == right[1::-1] and left[2:] == right[2:]


def _without_reason(whole: str, start: int) -> tuple[list[Word], str]:
    """The words before ` # reason` and the reason; a `#` inside quotes or a word begins none."""
    begin = _reason_at(whole, start)
    words = split_words(whole[start:begin], start + 1)
    reason = "" if begin is None else whole[begin + 1 :].strip(" \t")
    if len(reason) > LONGEST_REASON:
        raise RuleError(f"A reason has at most {LONGEST_REASON} characters; this one has {len(reason)}.", begin)
    if _CONTROL.search(reason):
        raise RuleError("A reason holds no control or direction characters.", begin)
    return words, reason


def _reason_at(whole: str, start: int) -> int | None:
    if "#" not in whole:
        return None
    quoted = False
    for place in range(start, len(whole)):
        if whole[place] in _QUOTES:
            quoted = not quoted
        elif whole[place] == "#" and not quoted and whole[place - 1] in " \t":
            return place
    return None


def _without_common(words: list[Word]) -> tuple[list[Word], tuple[str, ...], str]:
    """Takes `as NAME`, `secret` and `blind` off the end: the words left, the names, "secret", "blind" or ""."""
    speakers: tuple[str, ...] = ()
    secrecy = ""
    while words:
        last = words[-1]
        if last.says("secret") or last.says("blind"):
            if secrecy:
                raise RuleError("Say `secret` (roller and GM) or `blind` (GM alone), once.", last.column)
            secrecy, words = last.text.lower(), words[:-1]
            continue
        place = max((i for i, word in enumerate(words) if word.says("as")), default=None)
        if place is None:
            break
        if speakers:
            raise RuleError(ONE_NAME, words[place].column)
        speakers, words = _speakers(words[place], words[place + 1 :]), words[:place]
    return words, speakers, secrecy


def _speakers(said: Word, after: list[Word]) -> tuple[str, ...]:
    """The names after `as`: one, or several parted by commas; a name stands there once."""
    listed = [word.says(",") for word in after]
    if not after or listed != [place % 2 == 1 for place in range(len(after))] or listed[-1]:
        raise RuleError(ONE_NAME if "," not in [word.text for word in after if not word.quoted] else SEVERAL_NAMES, said.column)
    names = tuple(check_name(word.text) for word in after[::2])
    if len(names) > MOST_SPEAKERS:
        raise RuleError(f"After `as` stand at most {MOST_SPEAKERS} names; these are {len(names)}.", said.column)
    twice = next((name for place, name in enumerate(names) if loose_name(name) in map(loose_name, names[:place])), None)
    if twice is not None:
        raise RuleError(f"{twice} stands twice after `as`; each throws once.", said.column)
    return names
