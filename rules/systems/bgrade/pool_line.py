"""Reading the arguments of `!pool` into their parts (commands.md, grammar of `pool`); nothing here looks at a sheet.

hands: `Body+Brawl`, `Body`, `7d`, `7d10+1ed`, several parted by commas
options: `+1d`, `-2d`, `penalty=2`, `ed=10,8`, `vs 4`, `vs 4,0`, `vs NAME`, `with NAME`, `fast`, `slow`, `actions 2`,
`actions punch, duck`
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import Final

from rules.dice.limits import TABLE
from rules.lines import Command, RuleError, Word, check_name, split_words

EXAMPLE: Final = "`!pool Body+Brawl vs 4`, `!pool 7d`"
_MODIFIER = re.compile(r"[+-][0-9]{1,3}d", re.IGNORECASE | re.ASCII)
_SETTING = re.compile(r"(penalty|had|ed)=([0-9]{1,3})", re.IGNORECASE | re.ASCII)
_OPTION_WORDS: Final = frozenset(("vs", "with", "fast", "slow", "actions"))


@dataclass
class Asked:
    """The parts of one `!pool` line. hands: the terms of each hand as typed; difficulties and labels as many as were
    typed; target: after `vs`; helpers: after `with`; pace: "fast", "slow" or "".
    """

    hands: list[list[Word]] = field(default_factory=list)
    bonus: int = 0
    penalty: int = 0
    had: int = 0
    heights: list[int] = field(default_factory=list)
    difficulties: list[int] = field(default_factory=list)
    actions: int = 1
    labels: list[str] = field(default_factory=list)
    target: str = ""
    helpers: list[str] = field(default_factory=list)
    pace: str = ""


def pool_words(command: Command) -> list[Word]:
    """The words of a command's arguments; refused where there are more characters than a roll may have."""
    if len(command.rest) > TABLE.characters:
        raise RuleError(f"A roll has at most {TABLE.characters} characters, this one has {len(command.rest)}.", command.column)
    return split_words(command.rest, command.column)


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
        return self.read_options()

    def read_options(self) -> Asked:
        """The parts of a line that has no hand, or whose hand is read."""
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
            if not word.quoted and (is_option(word) or (not open_plus and not word.text.startswith("+"))):
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
            self._versus(word)
        elif word.says("with"):
            self._with(word)
        elif word.says("fast") or word.says("slow"):
            if asked.pace:
                raise RuleError("Say `fast` (time matters) or `slow`, once.", word.column)
            asked.pace = word.text.lower()
        elif word.says("actions"):
            self._actions(word)
        else:
            raise RuleError(self._unclear(word), word.column)

    def _unclear(self, word: Word) -> str:
        """What is right instead of that word: a name with blanks goes in quotes."""
        asked, before = self.asked, self.words[self.at - 2]
        said = "vs" if before.text == asked.target else "with" if before.text in asked.helpers else ""
        if said:
            return f'A name with blanks needs quotes: `{said} "{before.text} {word.text}"`.'
        return f"“{word.text}” is not clear here. Write it like this: {EXAMPLE}."

    def _versus(self, said: Word) -> None:
        """`vs 4`, `vs 4,0` or `vs NAME`."""
        word = self._peek()
        if word is not None and not word.quoted and not any(map(str.isalpha, word.text)):
            if self.asked.difficulties:
                raise RuleError("Say the Difficulty once: `vs 4`, or one for each action: `vs 4,0`.", said.column)
            self.asked.difficulties = self._numbers("A Difficulty is a number: `vs 4`, or one for each action: `vs 4,0`.")
        elif self.asked.target:
            raise RuleError("A contest is against one: `vs NAME`.", said.column)
        else:
            self.asked.target = self._name("Say a Difficulty, `vs 4`, or against whom, `vs NAME`.", said)

    def _with(self, said: Word) -> None:
        """`with NAME`, several parted by commas."""
        while True:
            self.asked.helpers.append(self._name("Say who helps: `with NAME`.", said))
            if not self._comma():
                return

    def _end_of_name(self, said: str, name: str) -> None:
        """Refuses a further word of a name that stands without quotes."""
        word = self._peek()
        if word is not None and not is_option(word):
            raise RuleError(f'A name with blanks needs quotes: `{said} "{name} {word.text}"`.', word.column)

    def _name(self, refusal: str, said: Word) -> str:
        word = self._peek()
        if word is None or word.says(",") or is_option(word):
            raise RuleError(refusal, said.column)
        self.at += 1
        return check_name(word.text)

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
        if self.asked.actions > 1:
            raise RuleError("Say the actions once: `actions 2` or `actions punch, duck`.", said.column)
        word = self._peek()
        labels: list[str] = []
        if word is not None and not word.quoted and word.text.isascii() and word.text.isdigit():
            self.at += 1
            self.asked.actions = int(word.text[:3])
        else:
            while (word := self._peek()) is not None and not word.says(",") and not is_option(word):
                if " and " in word.text:
                    raise RuleError("An action is named in one word, like punch.", word.column)
                labels.append(check_name(word.text))
                self.at += 1
                if not self._comma():
                    self._end_of_name("actions", labels[-1])
                    break
            self.asked.labels, self.asked.actions = labels, len(labels)
        if self.asked.actions < 2:
            raise RuleError("Several actions are at least two: `actions 2` or `actions punch, duck`.", said.column)


def is_option(word: Word) -> bool:
    """Whether an option begins with that word; in quotes none does."""
    text = word.text.lower()
    return not word.quoted and bool(text in _OPTION_WORDS or _MODIFIER.fullmatch(text) or _SETTING.fullmatch(text))
