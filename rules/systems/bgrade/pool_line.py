"""Reading the arguments of `!pool` into their parts (commands.md, grammar of `pool`); nothing here looks at a sheet.

hands: `Body+Brawl`, `Body`, `7d`, `7d10+1ed`, several parted by commas
options: `+1d`, `-2d`, `penalty=2`, `ed=10,8`, `vs 4`, `vs 4,0`, `actions 2`, `actions punch, duck`
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import Final

from rules.lines import RuleError, Word

EXAMPLE: Final = "`!pool Body+Brawl vs 4`, `!pool 7d`"
LATER: Final = {
    "with": "A joint roll (`with NAME`) cannot be made at this table yet; roll your own pool.",
    "fast": "A contest cannot be rolled at this table yet, and `fast` belongs to one; roll the pool alone.",
    "slow": "A contest cannot be rolled at this table yet, and `slow` belongs to one; roll the pool alone.",
}
CONTEST_LATER: Final = "A contest against somebody cannot be rolled at this table yet. A Difficulty is a number: `vs 4`."

_MODIFIER = re.compile(r"[+-][0-9]{1,3}d", re.IGNORECASE | re.ASCII)
_SETTING = re.compile(r"(penalty|had|ed)=([0-9]{1,3})", re.IGNORECASE | re.ASCII)
_OPTION_WORDS: Final = frozenset(("vs", "with", "fast", "slow", "actions"))


@dataclass
class Asked:
    """The parts of one `!pool` line. hands: the terms of each hand as typed; difficulties and labels as many as were
    typed.
    """

    hands: list[list[Word]] = field(default_factory=list)
    bonus: int = 0
    penalty: int = 0
    had: int = 0
    heights: list[int] = field(default_factory=list)
    difficulties: list[int] = field(default_factory=list)
    actions: int = 1
    labels: list[str] = field(default_factory=list)


class PoolLine:
    """A reader that walks the words of one line from left to right."""

    def __init__(self, words: list[Word]) -> None:
        self.words = words
        self.at = 0
        self.asked = Asked()

    def read(self) -> Asked:
        """The parts of the whole line."""
        self.asked.hands.append(self._hand())
        while self._comma():
            self.asked.hands.append(self._hand())
        while self.at < len(self.words):
            self._option()
        return self.asked

    def _peek(self) -> Word | None:
        return self.words[self.at] if self.at < len(self.words) else None

    def _comma(self) -> bool:
        word = self._peek()
        if word is None or not word.says(","):
            return False
        self.at += 1
        return True

    def _hand(self) -> list[Word]:
        """The terms of one hand, parted by `+`; a name in quotes is one term, whatever it holds."""
        terms: list[Word] = []
        open_plus = True
        while (word := self._peek()) is not None and not word.says(","):
            if not word.quoted and (_is_option(word) or (not open_plus and not word.text.startswith("+"))):
                break
            if word.quoted and not open_plus:
                break
            self.at += 1
            if word.quoted:
                terms.append(word)
                open_plus = False
                continue
            for part in re.finditer(r"\+|[^+]+", word.text):
                if (part[0] == "+") == open_plus:
                    raise RuleError(f"Something is missing beside + (column {word.column}).", word.column)
                open_plus = not open_plus
                if part[0] != "+":
                    terms.append(Word(part[0], False, word.column + part.start()))
        if open_plus:
            raise RuleError(f"A pool needs traits or dice: {EXAMPLE}.", word.column if word else None)
        return terms

    def _option(self) -> None:
        word, asked = self.words[self.at], self.asked
        self.at += 1
        if not word.quoted and _MODIFIER.fullmatch(word.text):
            count = int(word.text[:-1])
            asked.bonus += max(0, count)
            asked.penalty += max(0, -count)
        elif not word.quoted and (setting := _SETTING.fullmatch(word.text)):
            self._setting(setting[1].lower(), int(setting[2]))
        elif word.says("vs"):
            asked.difficulties = self._numbers(CONTEST_LATER)
        elif word.says("actions"):
            self._actions(word)
        elif not word.quoted and word.text.lower() in LATER:
            raise RuleError(LATER[word.text.lower()], word.column)
        else:
            raise RuleError(f"“{word.text}” is not clear here. Write it like this: {EXAMPLE}.", word.column)

    def _setting(self, name: str, number: int) -> None:
        if name == "penalty":
            self.asked.penalty += number
        elif name == "had":
            self.asked.had += number
        else:
            more = self._numbers("The height of an Expert Die is 1 to 10.") if self._comma() else []
            self.asked.heights += [number, *more]

    def _numbers(self, refusal: str) -> list[int]:
        """Whole numbers parted by commas, from here on."""
        numbers = []
        while True:
            word = self._peek()
            if word is None or word.quoted or not re.fullmatch(r"[0-9]{1,3}", word.text, re.ASCII):
                raise RuleError(refusal, word.column if word else None)
            numbers.append(int(word.text))
            self.at += 1
            if not self._comma():
                return numbers

    def _actions(self, said: Word) -> None:
        """`actions 2`, or the names of the actions parted by commas."""
        word = self._peek()
        labels: list[str] = []
        if word is not None and not word.quoted and word.text.isascii() and word.text.isdigit():
            self.at += 1
            self.asked.actions = int(word.text) if len(word.text) < 3 else 0
        else:
            while (word := self._peek()) is not None and not word.says(",") and not (not word.quoted and _is_option(word)):
                labels.append(word.text)
                self.at += 1
                if not self._comma():
                    break
            self.asked.labels, self.asked.actions = labels, len(labels)
        if self.asked.actions < 2:
            raise RuleError("Several actions are at least two: `actions 2` or `actions punch, duck`.", said.column)


def _is_option(word: Word) -> bool:
    text = word.text.lower()
    return bool(text in _OPTION_WORDS or _MODIFIER.fullmatch(text) or _SETTING.fullmatch(text))
