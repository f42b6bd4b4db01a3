"""The notation of plain rolls: `4d6kh3+2`, read from left to right in one pass and kept as postfix steps.

    sum     = product , { ( "+" | "-" ) , product } ;
    product = factor , { ( "*" | "/" ) , factor } ;                 "/" rounds down
    factor  = [ "+" | "-" ] , ( ( dice | number ) , [ label ] | "(" , sum , ")" ) ;
    dice    = [ number ] , "d" , ( number | "%" | "F" ) , [ reroll ] , [ again ] , [ keep ] , [ compare , value ] ;
    reroll  = ( "r" | "rr" | "ro" ) , [ compare ] , value ;         "ro" once, the others until no such face is left
    again   = ( "!" | "!!" ) , [ [ compare ] , value ] ;            without a value: the highest face
    keep    = ( "kh" | "k" | "kl" | "dl" | "d" | "dh" ) , number ;
    compare = ">=" | ">" | "<=" | "<" | "=" ;                       at the end of dice: each such die counts one
    value   = number, and with dF also "-" , number ;
    label   = "[" , text , "]" ;                                    1 to 40 characters for people, not recorded

Nothing is evaluated while reading and nothing recurs, so hostile text costs what its length costs. All limits, a
possible division by zero included, are settled here, before a die is thrown.
"""

from __future__ import annotations

from rules.dice.expression import CALCULATE, NEGATE, WEIGHT, Dice, Expression, Step, printed
from rules.dice.limits import TABLE, Limits
from rules.dice.terms import ORDER, Cursor, read_term
from rules.dice.tokens import Token, tokens, whole_number
from rules.errors import RuleError


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


class _Reader:
    """Precedence parsing with a stack of waiting operators; bounds are reckoned beside the steps."""

    def __init__(self, text: str, limits: Limits) -> None:
        if len(text) > limits.characters:
            raise RuleError(f"A roll has at most {limits.characters} characters.")
        self.limits = limits
        self.cursor = Cursor(tokens(text))
        self.steps: list[Step] = []
        self.bounds: list[tuple[int, int]] = []
        self.waiting: list[Token] = []
        self.labels: list[tuple[str, str]] = []
        self.dice = self.groups = self.depth = 0

    def read(self) -> Expression:
        if self.cursor.token.kind == "end":
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
        return Expression(steps, text, *self.bounds[0], tuple(self.labels))

    def _operand(self) -> None:
        cursor, signed = self.cursor, False
        while True:
            token = cursor.token
            if token.kind == "sign" and token.text in "+-" and not signed:
                signed = True
                if token.text == "-":
                    self.waiting.append(token._replace(text=NEGATE))
            elif token.text == "(":
                signed = False
                self._open(token)
            else:
                break
            cursor.place += 1
        if token.kind == "number":
            cursor.place += 1
            if cursor.token.kind == "word" and cursor.token.text == "d":
                self._dice(token)
            else:
                self._number(token)
        elif token.kind == "word" and token.text == "d":
            self._dice(Token("number", "1", token.at))
        else:
            self._missing(token)
        self._label()
        self._negate()

    def _missing(self, token: Token) -> None:
        if token.kind == "label":
            raise RuleError(f"A label stands behind dice or a number: `1d8[fire]` (column {token.at}).", token.at)
        if not self.cursor.place:
            raise RuleError(f"A roll cannot begin with {token.text} (column {token.at}).", token.at)
        before = self.cursor.before
        raise RuleError(f"Something is missing after {before.text} (column {before.at}).", before.at + len(before.text))

    def _label(self) -> None:
        label = self.cursor.take("label")
        if label is not None:
            step = self.steps[-1]
            self.labels.append((step.text if isinstance(step, Dice) else str(step), label.text))

    def _operator(self) -> bool:
        """Reads closing brackets and then one operator; False at the end."""
        while True:
            token = self.cursor.token
            if token.kind == "end":
                self._close_all()
                return False
            self.cursor.place += 1
            if token.text == ")":
                self._close(token)
            elif token.kind == "sign":
                while self.waiting and WEIGHT.get(self.waiting[-1].text, 0) >= WEIGHT[token.text]:
                    self._apply(self.waiting.pop())
                self.waiting.append(token)
                return True
            else:
                raise self._stray(token)

    def _stray(self, token: Token) -> RuleError:
        """Why something that belongs to dice, or needs a sign before it, cannot stand here."""
        if token.kind == "again":
            return RuleError(f"{token.text} stands right after the sides of a die, `4d6!kh3` (column {token.at}).", token.at)
        if token.kind == "compare" or token.text in ("r", "rr", "ro"):
            dice = self.steps and isinstance(self.steps[-1], Dice) and self.cursor.tokens[self.cursor.place - 2].text != ")"
            why = f"after dice {ORDER}" if dice else "it stands right behind dice, `8d6>=5`"
            return RuleError(f"{token.text} is out of place (column {token.at}): {why}.", token.at)
        if token.kind == "label":
            return RuleError(f"One label stands behind dice or a number: `1d8[fire]` (column {token.at}).", token.at)
        return RuleError(f"One of + - * / is missing before {token.text} (column {token.at}).", token.at)

    def _open(self, token: Token) -> None:
        self.depth += 1
        if self.depth > self.limits.brackets:
            raise RuleError(f"At most {self.limits.brackets} brackets inside each other (column {token.at}).", token.at)
        self.waiting.append(token)

    def _close(self, token: Token) -> None:
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

    def _number(self, token: Token) -> None:
        value = whole_number(token)
        if value > self.limits.number:
            raise RuleError(f"A number goes up to {self.limits.number:,} (column {token.at}).", token.at)
        self.steps.append(value)
        self.bounds.append((value, value))

    def _dice(self, counted: Token) -> None:
        term = read_term(self.cursor, counted, self.limits, lambda count: self._count(count, counted))
        self.groups += 1
        if self.groups > self.limits.groups:
            raise RuleError(f"At most {self.limits.groups} kinds of dice in one roll.", counted.at)
        self.steps.append(term)
        self.bounds.append(term.bounds(self.limits.added))

    def _count(self, count: int, counted: Token) -> None:
        self.dice += count
        if self.dice > self.limits.dice:
            raise RuleError(f"At most {self.limits.dice:,} dice.", counted.at)

    def _apply(self, token: Token) -> None:
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
