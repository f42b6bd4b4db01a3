"""The notation of plain rolls: `4d6kh3+2`, read from left to right in one pass and kept as postfix steps.

    sum     = product , { ( "+" | "-" ) , product } ;
    product = factor , { ( "*" | "/" ) , factor } ;                 "/" rounds down
    factor  = [ "+" | "-" ] , ( dice | number | "(" , sum , ")" ) ;
    dice    = [ number ] , "d" , ( number | "%" ) , [ "!" | "!!" ] , [ keep ] ;
    keep    = ( "kh" | "k" | "kl" | "dl" | "d" | "dh" ) , number ;

Nothing is evaluated while reading and nothing recurs, so hostile text costs what its length costs. All limits, a
possible division by zero included, are settled here, before a die is thrown.
"""

from __future__ import annotations

import re
from dataclasses import replace
from typing import NamedTuple

from rules.dice.expression import CALCULATE, NEGATE, WEIGHT, Dice, Expression, Step, printed
from rules.dice.limits import TABLE, Limits
from rules.errors import RuleError
from rules.names import describe

_TOKEN = re.compile(
    r"[ \t]*(?:(?P<number>[0-9]+)|(?P<word>d[hl]?|k[hl]?)|(?P<again>!!?)"
    r"|(?P<sign>[-+*/×−])|(?P<mark>[()%])|(?P<end>$)|(?P<other>.))",
    re.IGNORECASE | re.DOTALL,
)
_SIGNS = {"×": "*", "−": "-"}
_KEEPS = {"k": "kh", "d": "dl"}
_TOO_LONG = 10**9
_MANY_DIGITS = 8


def parse(text: str, limits: Limits = TABLE, column: int = 1) -> Expression:
    """The expression of `text`, which begins at `column` of the typed line.

    Raises RuleError naming the place; columns in a sentence count from the beginning of the notation, the error's own
    `column` from the beginning of the line.
    """
    try:
        return _Reader(text, limits).read()
    except RuleError as refusal:
        place = refusal.column
        raise RuleError(refusal.sentence, None if place is None else place + column - 1) from None


class _Token(NamedTuple):
    kind: str
    text: str
    at: int


class _Reader:
    """Precedence parsing with a stack of waiting operators; bounds are reckoned beside the steps."""

    def __init__(self, text: str, limits: Limits) -> None:
        if len(text) > limits.characters:
            raise RuleError(f"A roll has at most {limits.characters} characters.")
        self.limits = limits
        self.tokens = _tokens(text)
        self.place = 0
        self.steps: list[Step] = []
        self.bounds: list[tuple[int, int]] = []
        self.waiting: list[_Token] = []
        self.dice = self.groups = self.depth = 0

    def read(self) -> Expression:
        if self.tokens[0].kind == "end":
            raise RuleError("Say what to throw: `!roll 2d6+3`.", 1)
        self._operand()
        while self._operator():
            self._operand()
        if not self.groups:
            raise RuleError("A roll needs at least one die: `!roll 1d20`.", 1)
        steps = tuple(self.steps)
        text = printed(steps)
        if len(text) > self.limits.characters:
            raise RuleError(f"Written out this roll has more than {self.limits.characters} characters.")
        return Expression(steps, text, *self.bounds[0])

    def _take(self, *kinds: str) -> _Token | None:
        token = self.tokens[self.place]
        if token.kind not in kinds:
            return None
        self.place += 1
        return token

    def _operand(self) -> None:
        signed = False
        while True:
            token = self.tokens[self.place]
            if token.kind == "sign" and token.text in "+-" and not signed:
                signed = True
                if token.text == "-":
                    self.waiting.append(token._replace(text=NEGATE))
            elif token.text == "(":
                signed = False
                self._open(token)
            else:
                break
            self.place += 1
        if token.kind == "number":
            self.place += 1
            if self.tokens[self.place].text == "d":
                self._dice(token)
            else:
                self._number(token)
        elif token.text == "d":
            self._dice(_Token("number", "1", token.at))
        else:
            self._missing(token)
        self._negate()

    def _missing(self, token: _Token) -> None:
        if not self.place:
            raise RuleError(f"A roll cannot begin with {token.text} (column {token.at}).", token.at)
        before = self.tokens[self.place - 1]
        raise RuleError(f"Something is missing after {before.text} (column {before.at}).", before.at + len(before.text))

    def _operator(self) -> bool:
        """Reads closing brackets and then one operator; False at the end."""
        while True:
            token = self.tokens[self.place]
            if token.kind == "end":
                self._close_all()
                return False
            self.place += 1
            if token.text == ")":
                self._close(token)
            elif token.kind == "sign":
                while self.waiting and WEIGHT.get(self.waiting[-1].text, 0) >= WEIGHT[token.text]:
                    self._apply(self.waiting.pop())
                self.waiting.append(token)
                return True
            elif token.kind == "again":
                raise RuleError(f"{token.text} stands right after the sides of a die, `4d6!kh3` (column {token.at}).", token.at)
            else:
                raise RuleError(f"One of + - * / is missing before {token.text} (column {token.at}).", token.at)

    def _open(self, token: _Token) -> None:
        self.depth += 1
        if self.depth > self.limits.brackets:
            raise RuleError(f"At most {self.limits.brackets} brackets inside each other (column {token.at}).", token.at)
        self.waiting.append(token)

    def _close(self, token: _Token) -> None:
        while self.waiting and self.waiting[-1].text != "(":
            self._apply(self.waiting.pop())
        if not self.waiting:
            raise RuleError(f"No bracket is open before ) (column {token.at}).", token.at)
        self.waiting.pop()
        self.depth -= 1
        self._negate()

    def _close_all(self) -> None:
        while self.waiting:
            token = self.waiting.pop()
            if token.text == "(":
                raise RuleError(f"The bracket of column {token.at} is not closed.", token.at)
            self._apply(token)

    def _negate(self) -> None:
        if self.waiting and self.waiting[-1].text == NEGATE:
            self._apply(self.waiting.pop())

    def _number(self, token: _Token) -> None:
        value = _value(token)
        if value > self.limits.number:
            raise RuleError(f"A number goes up to {self.limits.number:,} (column {token.at}).", token.at)
        self.steps.append(value)
        self.bounds.append((value, value))

    def _dice(self, counted: _Token) -> None:
        count = _value(counted)
        self.place += 1
        sided = self._take("number") or (self._take("mark") if self.tokens[self.place].text == "%" else None)
        sides = 0 if sided is None else 100 if sided.text == "%" else _value(sided)
        again = self._take("again")
        term = Dice(count, sides, again.text if again else "")
        self._check_dice(term, counted, sided or self.tokens[self.place - 1])
        word = self._take("word")
        if word is not None:
            term = self._keep(term, word)
        self.steps.append(term)
        added = self.limits.added if term.again else 0
        self.bounds.append((term.counting, (term.counting + added) * sides))

    def _check_dice(self, term: Dice, counted: _Token, sided: _Token) -> None:
        if term.count < 1:
            raise RuleError(f"At least 1 die is thrown, not 0 (column {counted.at}).", counted.at)
        self.dice += term.count
        if self.dice > self.limits.dice:
            raise RuleError(f"At most {self.limits.dice:,} dice.", counted.at)
        if not 1 <= term.sides <= self.limits.sides:
            raise RuleError(f"A die needs 1 to {self.limits.sides:,} sides.", sided.at)
        if term.again and term.sides == 1:
            raise RuleError("A die with one side would be thrown again for ever.", sided.at)
        self.groups += 1
        if self.groups > self.limits.groups:
            raise RuleError(f"At most {self.limits.groups} kinds of dice in one roll.", counted.at)

    def _keep(self, term: Dice, word: _Token) -> Dice:
        numbered = self._take("number")
        keep = _KEEPS.get(word.text, word.text)
        act = "keep" if keep[0] == "k" else "drop"
        if numbered is None:
            raise RuleError(f"Say how many dice to {act}: {word.text}1 (column {word.at}).", word.at + len(word.text))
        number = _value(numbered)
        most = term.count if act == "keep" else term.count - 1
        if number > most:
            told = f"{number:,}" if number < _TOO_LONG else "too many"
            dice = "1 die" if term.count == 1 else f"{term.count} dice"
            raise RuleError(f"{dice}, {told} to {act}.", numbered.at)
        if number < 1:
            raise RuleError(f"At least 1 die to {act} (column {numbered.at}).", numbered.at)
        return replace(term, keep=keep, keep_count=number)

    def _apply(self, token: _Token) -> None:
        self.steps.append(token.text)
        low, high = self.bounds.pop()
        if token.text == NEGATE:
            self.bounds.append((-high, -low))
            return
        if token.text == "/" and low <= 0 <= high:
            raise RuleError(f"Here something could be divided by 0 (column {token.at}).", token.at)
        work, (left_low, left_high) = CALCULATE[token.text], self.bounds.pop()
        corners = [work(left, right) for left in (left_low, left_high) for right in (low, high)]
        least, greatest = min(corners), max(corners)
        if max(-least, greatest) > self.limits.total:
            raise RuleError(f"The total could pass {self.limits.total:,} (column {token.at}).", token.at)
        self.bounds.append((least, greatest))


def _tokens(text: str) -> list[_Token]:
    tokens = []
    for found in _TOKEN.finditer(text):
        kind = found.lastgroup or "other"
        typed, at = found[kind], found.start(kind) + 1
        if kind == "other":
            hint = "; digits are 0 to 9" if typed.isnumeric() else ""
            raise RuleError(f"{describe(typed)} is not part of a roll (column {at}){hint}.", at)
        tokens.append(_Token(kind, _SIGNS.get(typed, typed.lower()), at))
    return tokens


def _value(token: _Token) -> int:
    """The number; one with too many digits is not converted, only known to be over every limit."""
    digits = token.text.lstrip("0") or "0"
    return int(digits) if len(digits) <= _MANY_DIGITS else _TOO_LONG
