"""What the lines of the turn order say: `!init` and the words that move a fight."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from rules.errors import RuleError
from rules.lines import Command, Word, near, split_words
from rules.names import check_name, loose_name

GREATEST_NUMBER = 99_999
MOST_NUMBERED = 20
"""Combatants that one `!init Usher x3` line may number."""

TALLEST, WIDEST = 10, 99
"""Bounds of a typed set WIDTHxHEIGHT (BG-29); its width is 2 or more."""

RANKS = frozenset((
    "shift0", "feeble", "poor", "typical", "good", "excellent", "remarkable", "incredible", "amazing", "monstrous",
    "unearthly", "shiftx", "shifty", "shiftz", "class1000", "class3000", "class5000",
    "fe", "pr", "ty", "gd", "ex", "rm", "in", "am", "mn", "un",
))  # fmt: skip
"""Rank words of the grammar as `loose_name` prints them; what a rank throws is the rule system's to say (FR-4)."""

_KEYWORDS = frozenset(("as", "secret", "blind", "with", "vs", "for"))
_NOT_NAMES = frozenset(("begin", "next", "add", "end", "list"))
_HOW = "`!init NAME` throws, `!init NAME NUMBER` enters a number you rolled. Open with `!fight`, go on with `!next`."
_DIGITS = re.compile(r"[0-9]+")
_TIMES = re.compile(r"x([0-9]{1,9})", re.IGNORECASE)
_SET = re.compile(r"([0-9]{1,9})[x×]([0-9]{1,9})", re.IGNORECASE)
_ACTS = {"fight": "open", "next": "next", "back": "back", "turn": "turn", "hold": "hold", "pass": "pass", "out": "out"}
_NAMED = {"turn": "Say whose turn it is: `!turn NAME`.", "out": "Say who leaves: `!out NAME`."}


@dataclass(frozen=True)
class InitLine:
    """One `!init` line. With neither number, rank nor set the die of the sheet is thrown; a rank names another die.

    name: as typed, "" for `!init all`.  number: 1 to 99999, typed, nothing is thrown.  rank: as typed.  set: (width,
    height).  count: how many numbered combatants of that name (`x3`), else 1.
    """

    name: str
    number: int | None = None
    rank: str = ""
    set: tuple[int, int] | None = None
    all: bool = False
    count: int = 1


@dataclass(frozen=True)
class FightWord:
    """do: "open", "end", "next", "back", "turn", "hold", "pass" or "out"; name: whom, as typed, or ""."""

    do: str
    name: str = ""


def read_init(command: Command) -> InitLine:
    """The `!init` line of a command; every refusal ends with the right line."""
    words = split_words(command.rest, command.column)
    if not words or words[0].text == "," or (not words[0].quoted and _DIGITS.fullmatch(words[0].text)):
        raise RuleError(_HOW, command.column)
    first, rest = words[0], words[1:]
    if not first.quoted and first.text.lower() in _NOT_NAMES:
        raise RuleError(f"{_HOW} (Quotes make `{first.text}` a name.)", first.column)
    if first.says("all"):
        if rest:
            raise RuleError('`!init all` stands alone. (Quotes make it a name: `!init "all"`.)', rest[0].column)
        return InitLine("", all=True)
    if rest and not first.quoted and _is_more_name(rest[0]):
        raise _needs_quotes("init", words)
    name = _name(first)
    count = 1
    times = None if not rest or rest[0].quoted else _TIMES.fullmatch(rest[0].text)
    if times:
        count = int(times[1])
        if not 2 <= count <= MOST_NUMBERED:
            raise RuleError(f"2 to {MOST_NUMBERED} of a kind: `!init {_shown(name)} x3`.", rest[0].column)
        rest = rest[1:]
    if len(rest) > 1:
        line = f"!init {_shown(name)} {rest[0].text.strip(';,.') or 20}"
        raise RuleError(f"One command a line, and nothing after the number: `{line}`, or `{line} # why`.", rest[1].column)
    return _with_value(name, count, rest[0] if rest else None)


def read_fight_word(command: Command) -> FightWord:
    """The act of any other word: fight, next, back, turn, hold, pass, out."""
    words = split_words(command.rest, command.column)
    do = _ACTS[command.word]
    if do == "open":
        if len(words) == 1 and words[0].says("end"):
            return FightWord("end")
        if words:
            raise RuleError("`!fight` opens the turn order, `!fight end` closes it.", words[0].column)
        return FightWord("open")
    if do not in ("turn", "pass", "out"):
        if words:
            raise RuleError(f"`!{command.word}` stands alone on its line. A note goes after #.", words[0].column)
        return FightWord(do)
    if not words and do in _NAMED:
        raise RuleError(_NAMED[do], command.column)
    if len(words) > 1:
        raise _needs_quotes(command.word, words)
    return FightWord(do, _name(words[0]) if words else "")


def _with_value(name: str, count: int, word: Word | None) -> InitLine:
    if word is None:
        return InitLine(name, count=count)
    if loose_name(word.text) in RANKS:
        return InitLine(name, rank=word.text, count=count)
    if not word.quoted and count == 1 and (found := _SET.fullmatch(word.text)):
        width, height = int(found[1]), int(found[2])
        if not (2 <= width <= WIDEST and 1 <= height <= TALLEST):
            raise RuleError(f"A set is width 2 or more, then height 1 to {TALLEST}: `!init {_shown(name)} 3x5`.", word.column)
        return InitLine(name, set=(width, height))
    digits = word.text.lstrip("0") if _DIGITS.fullmatch(word.text) and not word.quoted else ""
    if not digits or len(digits) > len(str(GREATEST_NUMBER)):
        raise RuleError(
            f"The number is a roll you made, 1 to {GREATEST_NUMBER}. To throw it here: `!init {_shown(name)}`.",
            word.column,
        )
    return InitLine(name, number=int(digits), count=count)


def _is_more_name(word: Word) -> bool:
    """Whether the word after a bare name goes on with that name, as it is no number, set, rank or count."""
    if word.quoted or word.text == "," or loose_name(word.text) in RANKS or word.text.lower() in _KEYWORDS:
        return False
    return not any(c.isnumeric() for c in word.text) and word.text[0] not in "+-−"


def _needs_quotes(command_word: str, words: Sequence[Word]) -> RuleError:
    """The refusal of a name whose blanks stand without quotes, with the line as it should be."""
    called = [word.text for word in words]
    number = ""
    if command_word == "init":
        if len(called) > 2 and (_DIGITS.fullmatch(called[-1]) or loose_name(called[-1]) in RANKS):
            number = f" {called.pop()}"
        elif len(called) == 2 and (rank := near(called[1].lower(), sorted(word for word in RANKS if len(word) > 3))):
            return RuleError(f"Did you mean `!init {called[0]} {rank.capitalize()}`?", words[1].column)
        number = number or " 15"
    spaced, joined = " ".join(called), "".join(called)
    line = f'`!{command_word} "{spaced}"{number}`, or `!{command_word} {joined}{number}`'
    return RuleError(f"A name with blanks needs quotes: {line}.", words[1].column)


def _name(word: Word) -> str:
    if not word.quoted and (word.text == "," or word.text.lower() in _KEYWORDS):
        raise RuleError(f'`{word.text}` means something here. In quotes it is a name: `"{word.text}"`.', word.column)
    try:
        return check_name(word.text)
    except RuleError as refusal:
        raise RuleError(refusal.sentence, word.column) from None


def _shown(name: str) -> str:
    return f'"{name}"' if " " in name or "," in name or name.lower() in _KEYWORDS | _NOT_NAMES else name
