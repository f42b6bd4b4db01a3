"""What a `!state` line says: a condition put on somebody, or taken away (BG-28)."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from rules.combat.combatant import MOST_PENALTY, MOST_ROUNDS
from rules.combat.words import read_name
from rules.errors import RuleError
from rules.lines import Command, Word, check_name, quoted, split_words

KEYWORDS: Final = ("for", "with", "vs")
_HOW: Final = 'Say who, and what: `!state NAME +held for 2`, `!state NAME +"torn arm" -1d`, or `!state NAME -held`.'
_DASHES: Final = "-−–"
_SIGNS: Final = f"{_DASHES}+"
_DICE = re.compile(rf"[{_DASHES}]([0-9]{{1,4}})d", re.IGNORECASE | re.ASCII)
_LIKE_DICE = re.compile(rf"[{_SIGNS}]?[0-9]*d?", re.IGNORECASE | re.ASCII)


@dataclass(frozen=True)
class ConditionLine:
    """One `!state` line. lifts: whether the condition is taken away.  rounds: None until then.  dice: lost by every pool."""

    name: str
    condition: str
    lifts: bool = False
    rounds: int | None = None
    dice: int = 0


def read_state(command: Command) -> ConditionLine:
    """The `!state` line of a command; every refusal ends with the right line."""
    words = split_words(command.rest, command.column)
    at = next((place for place, word in enumerate(words) if not word.quoted and word.text[0] in _SIGNS), len(words))
    if not at or words[0].text == ",":
        raise RuleError(_HOW, command.column)
    _check_whole(command, words, at)
    name = read_name(words[0])
    sign, condition, rest = _signed(name, words[at:])
    begin = f"!state {quoted(name, KEYWORDS)} {sign}{quoted(condition, KEYWORDS)}"
    if sign == "-":
        if rest:
            raise RuleError(f"What is taken away goes at once, and nothing stands after it: `{begin}`.", rest[0].column)
        return ConditionLine(name, condition, lifts=True)
    return _put(name, condition, begin, rest)


def _check_whole(command: Command, words: Sequence[Word], at: int) -> None:
    """Refuses a line without a signed word at `at`, and a name whose blanks stand without quotes before it."""
    called = quoted(words[0].text, KEYWORDS)
    if at < len(words) and at == 1:
        return
    if comma := next((word for word in words[:at] if word.says(",")), None):
        raise RuleError(f"One combatant a line: `!state {called} +held`.", comma.column)
    if at == len(words) and len(words) == 1:
        raise RuleError(f"Which condition? `!state {called} +held for 2`, `!state {called} -held`.", words[0].column)
    if at == len(words):
        condition = quoted(" ".join(word.text for word in words[1:]), KEYWORDS)
        raise RuleError(f"Put on or taken away? `!state {called} +{condition}`, `!state {called} -{condition}`.", words[1].column)
    tail = command.rest[words[at].column - command.column :]
    whole = [word.text for word in words[:at]]
    raise RuleError(
        f'A name with blanks needs quotes: `!state "{" ".join(whole)}" {tail}`, or `!state {"".join(whole)} {tail}`.',
        words[1].column,
    )


def _signed(name: str, words: Sequence[Word]) -> tuple[str, str, Sequence[Word]]:
    """("+" or "-", the condition, the words after it) of words whose first begins with a sign."""
    called, first = quoted(name, KEYWORDS), words[0]
    sign = "+" if first.text[0] == "+" else "-"
    bare = Word(first.text[1:], False, first.column + 1)
    condition, rest = (bare, words[1:]) if bare.text else (words[1] if len(words) > 1 else bare, words[2:])
    if not condition.text:
        raise RuleError(f"Which condition? `!state {called} {sign}held`.", first.column)
    if not condition.quoted and _LIKE_DICE.fullmatch(condition.text):
        raise RuleError(f'Dice are lost by a condition that has a name: `!state {called} +"torn arm" -1d`.', first.column)
    return sign, _condition(condition), rest


def _condition(word: Word) -> str:
    if not word.quoted and (word.text == "," or word.text.lower() in KEYWORDS):
        raise RuleError(f'`{word.text}` means something here. In quotes it is a condition: `+"{word.text}"`.', word.column)
    try:
        return check_name(word.text)
    except RuleError as refusal:
        raise RuleError(refusal.sentence.replace("A name", "The name of a condition", 1), word.column) from None


def _put(name: str, condition: str, begin: str, rest: Sequence[Word]) -> ConditionLine:
    """A condition with its dice and Rounds, each said once at most."""
    dice, rounds, left = 0, None, list(rest)
    while left:
        word = left.pop(0)
        if not dice and not word.quoted and word.text[0] in _SIGNS and _LIKE_DICE.fullmatch(word.text):
            dice = _dice(word, begin)
        elif rounds is None and word.says("for"):
            rounds = _rounds(left.pop(0) if left else word, begin)
            if left and left[0].text.lower().rstrip(".") in ("round", "rounds"):
                left.pop(0)
        else:
            raise _unclear(word, name, condition, begin)
    return ConditionLine(name, condition, False, rounds, dice)


def _unclear(word: Word, name: str, condition: str, begin: str) -> RuleError:
    if word.text.isdigit() and not word.quoted:
        return RuleError(
            f"For so many Rounds, or so many dice less? `{begin} for {word.text}`, `{begin} -{word.text}d`.", word.column
        )
    if word.quoted or word.text[0] in _SIGNS or word.says("for") or not word.text[0].isalpha():
        return RuleError(f"One condition a line, with its dice and its Rounds: `{begin} -1d for 2`.", word.column)
    whole = f'!state {quoted(name, KEYWORDS)} +"{condition} {word.text}"'
    return RuleError(f"A condition with blanks needs quotes: `{whole}`. A note goes after #.", word.column)


def _dice(word: Word, begin: str) -> int:
    found = _DICE.fullmatch(word.text)
    if not found or not 1 <= int(found[1]) <= MOST_PENALTY:
        raise RuleError(f"A condition takes 1 to {MOST_PENALTY} dice from every pool: `{begin} -1d`.", word.column)
    return int(found[1])


def _rounds(word: Word, begin: str) -> int:
    digits = word.text if word.text.isascii() and word.text.isdigit() and not word.quoted else ""
    if not digits or len(digits) > 4 or not 1 <= int(digits) <= MOST_ROUNDS:
        raise RuleError(f"Rounds are a whole number, 1 to {MOST_ROUNDS}: `{begin} for 2`.", word.column)
    return int(digits)
