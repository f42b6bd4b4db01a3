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
_POINTS = re.compile(r"([+=-])(-?)([0-9]{1,6})", re.ASCII)
_SIGNS = str.maketrans("−–", "--")
_HEALTH = "Say whose Health changes and how: `!hp NAME -25`, `!hp NAME +10` or `!hp NAME =40`; `mental` before the number."
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


@dataclass(frozen=True)
class HealthLine:
    """One `!hp` line. sign: "-" takes the points, "+" gives them, "=" sets them (then they may be below 0)."""

    name: str
    sign: str
    points: int
    mental: bool = False

    def lost(self, now: int, most: int) -> int:
        """What a gauge loses that stands at `now` of `most`, fewer than none where it gains: points given stop at the most."""
        if self.sign == "-":
            return self.points
        highest = max(now, most)
        if self.sign == "=" and self.points > highest:
            raise RuleError(f"{self.points} is more than {self.name} ever has: {most}.")
        return now - (self.points if self.sign == "=" else min(now + self.points, highest))


def read_init(command: Command) -> InitLine:
    """The `!init` line of a command; every refusal ends with the right line."""
    words = split_words(command.rest, command.column)
    nameless = bool(words) and not words[0].quoted and (words[0].text == "," or _DIGITS.fullmatch(words[0].text) is not None)
    if not words or (nameless and not _numbered(words)):
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
    name = read_name(first)
    count = 1
    times = None if not rest or rest[0].quoted else _TIMES.fullmatch(rest[0].text)
    if times:
        count = int(times[1])
        if not 2 <= count <= MOST_NUMBERED:
            raise RuleError(f"2 to {MOST_NUMBERED} of a kind: `!init {_shown(name)} x3`.", rest[0].column)
        rest = rest[1:]
    if len(rest) > 1:
        value = "".join(rest[0].text.strip(";,.").split())
        line = f"!init {_shown(name)} {value if _is_value(value) else 20}"
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
    return FightWord(do, read_name(words[0]) if words else "")


def read_hp(command: Command) -> HealthLine:
    """The `!hp` line of a command."""
    words = split_words(command.rest, command.column)
    if not words or words[0].text == "," or words[0].says("mental") or _is_points(words[0]):
        raise RuleError(_HEALTH, command.column)
    end = next((place for place, word in enumerate(words) if place and (_is_points(word) or word.says("mental"))), len(words))
    if end > 1 and not words[0].quoted and all(_is_bare_name(word) for word in words[1:end]):
        raise _health_needs_quotes(words, end)
    name, rest = read_name(words[0]), words[1:]
    mental = bool(rest) and rest[0].says("mental")
    rest = rest[mental:]
    begin = f"!hp {_shown(name)}{' mental' if mental else ''}"
    if not rest:
        raise RuleError(f"By how much? `{begin} -25`, `{begin} +10` or `{begin} =40`.", command.column)
    if len(rest) > 1:
        raise RuleError(f"One number stands at the end: `{begin} -25`, or `{begin} -25 # why`.", rest[1].column)
    return HealthLine(name, *_points(rest[0], begin), mental)


def _points(word: Word, begin: str) -> tuple[str, int]:
    """(sign, points) of the word that changes a gauge."""
    text = word.text.translate(_SIGNS)
    if _DIGITS.fullmatch(text) and not word.quoted:
        raise RuleError(f"Minus {text} or exactly {text}? `{begin} -{text}`, `{begin} ={text}`.", word.column)
    found = _POINTS.fullmatch(text)
    if found and not word.quoted:
        points = int(found[3])
        if points <= GREATEST_NUMBER and (found[1] == "=" or (points and not found[2])):
            return found[1], -points if found[2] else points
    raise RuleError(
        f"Points are a whole number to {GREATEST_NUMBER} behind -, + or =: `{begin} -25`, `{begin} +10`, `{begin} =40`.",
        word.column,
    )


def _is_points(word: Word) -> bool:
    return not word.quoted and (word.text[0] in "+-−–=" or word.text[0].isnumeric())


def _is_bare_name(word: Word) -> bool:
    return not word.quoted and word.text != "," and not word.says("physical")


def _health_needs_quotes(words: Sequence[Word], end: int) -> RuleError:
    """The refusal of a name whose blanks stand without quotes: it ends before the word at `end`."""
    called = [word.text for word in words[:end]]
    tail = " ".join(word.text for word in words[end:]) or "-25"
    line = f'`!hp "{" ".join(called)}" {tail}`, or `!hp {"".join(called)} {tail}`'
    return RuleError(f"A name with blanks needs quotes: {line}.", words[1].column)


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


def _is_value(text: str) -> bool:
    """Whether it can stand after a name: a number, a rank or a set."""
    return bool(_DIGITS.fullmatch(text) or _SET.fullmatch(text)) or loose_name(text) in RANKS


def _numbered(words: Sequence[Word]) -> bool:
    """Whether digits are the name of somebody, as a number stands after them."""
    return len(words) == 2 and words[0].text != "," and _is_value(words[1].text)


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
        if len(called) > 2 and loose_name("".join(called[-2:])) in RANKS:
            name = _shown(" ".join(called[:-2]))
            return RuleError(f"A rank is one word, or in quotes: `!init {name} {''.join(called[-2:])}`.", words[-2].column)
        if len(called) > 2 and (_DIGITS.fullmatch(called[-1]) or loose_name(called[-1]) in RANKS):
            number = f" {called.pop()}"
        elif len(called) == 2 and (rank := near(called[1].lower(), sorted(word for word in RANKS if len(word) > 3))):
            return RuleError(f"Did you mean `!init {called[0]} {rank.capitalize()}`?", words[1].column)
        number = number or " 15"
    spaced, joined = " ".join(called), "".join(called)
    line = f'`!{command_word} "{spaced}"{number}`, or `!{command_word} {joined}{number}`'
    return RuleError(f"A name with blanks needs quotes: {line}.", words[1].column)


def read_name(word: Word) -> str:
    """The name of a combatant as it is kept; a keyword that stands without quotes is none."""
    if not word.quoted and (word.text == "," or word.text.lower() in _KEYWORDS):
        raise RuleError(f'`{word.text}` means something here. In quotes it is a name: `"{word.text}"`.', word.column)
    try:
        return check_name(word.text)
    except RuleError as refusal:
        raise RuleError(refusal.sentence, word.column) from None


def _shown(name: str) -> str:
    return f'"{name}"' if " " in name or "," in name or name.lower() in _KEYWORDS | _NOT_NAMES else name
