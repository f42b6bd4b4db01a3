"""One term with dice, part after part: `4d6r1!kh3>=5`."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from rules.dice.expression import Dice, Point
from rules.dice.limits import Limits
from rules.dice.tokens import TOO_LONG, Token, whole_number
from rules.errors import RuleError

_KEEPS = {"k": "kh", "d": "dl"}
_REROLLS = {"r": "r", "rr": "r", "ro": "ro"}
ORDER = "the order is reroll, explode, keep, count: `8d6r1!kh3>=5`"


class Cursor:
    """A place among tokens that only moves forward."""

    def __init__(self, tokens: Sequence[Token]) -> None:
        self.tokens = tokens
        self.place = 0

    @property
    def token(self) -> Token:
        """The next token, not taken yet."""
        return self.tokens[self.place]

    @property
    def before(self) -> Token:
        """The token taken last."""
        return self.tokens[self.place - 1]

    def take(self, kind: str, *texts: str) -> Token | None:
        """The next token where it is of that kind, and one of `texts` if any are given."""
        token = self.token
        if token.kind != kind or (texts and token.text not in texts):
            return None
        self.place += 1
        return token


def read_term(cursor: Cursor, counted: Token, limits: Limits, count_dice: Callable[[int], None]) -> Dice:
    """The term whose `d` is the next token; `counted` is the number before it, `count_dice` may refuse that many dice.

    Raises RuleError for what cannot be thrown, or would be thrown for ever.
    """
    count = whole_number(counted)
    cursor.place += 1
    fudge = cursor.take("word", "f") is not None
    sided = cursor.before if fudge else cursor.take("number") or cursor.take("mark", "%")
    sides = 3 if fudge else 0 if sided is None else 100 if sided.text == "%" else whole_number(sided)
    place = sided or cursor.before
    if count < 1:
        raise RuleError(f"At least 1 die is thrown, not 0 (column {counted.at}).", counted.at)
    count_dice(count)
    if not 1 <= sides <= limits.sides:
        raise RuleError(f"A die needs 1 to {limits.sides:,} sides.", place.at)
    term = _reroll(cursor, Dice(count, sides, fudge=fudge))
    term = _again(cursor, term)
    if term.again and sides == 1:
        raise RuleError("A die with one side would be thrown again for ever.", place.at)
    return _success(cursor, _keep(cursor, term))


def _reroll(cursor: Cursor, term: Dice) -> Dice:
    word = cursor.take("word", *_REROLLS)
    if word is None:
        return term
    point = _point(cursor, term)
    if point is None:
        raise RuleError(f"Say which faces are thrown again: {word.text}1 or {word.text}<=2 (column {word.at}).", word.at)
    rerolled = replace(term, reroll=_REROLLS[word.text], reroll_point=point)
    _need_values(term, point, word)
    if rerolled.reroll == "r" and len(rerolled.rerolled) == term.sides:
        raise _for_ever(term, word)
    return rerolled


def _again(cursor: Cursor, term: Dice) -> Dice:
    mark = cursor.take("again")
    if mark is None:
        return term
    point = _point(cursor, term)
    if point is not None:
        _need_values(term, point, mark)
        if point.among(term.lowest, term.highest) == range(term.highest, term.highest + 1):
            point = None
    exploding = replace(term, again=mark.text, again_point=point)
    gone, more = term.rerolled if term.reroll == "r" else range(0), exploding.exploding
    both = range(max(gone.start, more.start), min(gone.stop, more.stop))
    if term.sides > 1 and len(gone) + len(more) - len(both) == term.sides:
        raise _for_ever(term, mark)
    return exploding


def _keep(cursor: Cursor, term: Dice) -> Dice:
    word = cursor.take("word", "k", "kh", "kl", "d", "dh", "dl")
    if word is None:
        return term
    keep = _KEEPS.get(word.text, word.text)
    act = "keep" if keep[0] == "k" else "drop"
    numbered = cursor.take("number")
    if numbered is None:
        raise RuleError(f"Say how many dice to {act}: {word.text}1 (column {word.at}).", word.at + len(word.text))
    number = whole_number(numbered)
    most = term.count if act == "keep" else term.count - 1
    if number > most:
        told = f"{number:,}" if number < TOO_LONG else "too many"
        dice = "1 die" if term.count == 1 else f"{term.count} dice"
        raise RuleError(f"{dice}, {told} to {act}.", numbered.at)
    if number < 1:
        raise RuleError(f"At least 1 die to {act} (column {numbered.at}).", numbered.at)
    return replace(term, keep=keep, keep_count=number)


def _success(cursor: Cursor, term: Dice) -> Dice:
    compare = cursor.token
    if compare.kind != "compare":
        return term
    point = _point(cursor, term)
    if term.again != "!!" and point is not None:
        _need_values(term, point, compare)
    return replace(term, success=point)


def _point(cursor: Cursor, term: Dice) -> Point | None:
    """A comparison and its number, or a number alone; None where neither stands there."""
    compare = cursor.take("compare")
    before = cursor.token
    signed = term.fudge and (compare is not None or cursor.before.kind == "word") and cursor.take("sign", "-") is not None
    numbered = cursor.take("number")
    if numbered is None:
        if compare is None and not signed:
            return None
        missing = before if signed else cursor.before
        raise RuleError(f"Something is missing after {missing.text} (column {missing.at}).", missing.at + len(missing.text))
    number = whole_number(numbered) * (-1 if signed else 1)
    sign = "=" if compare is None else compare.text
    if sign in (">", "<"):
        return Point(sign + "=", number + (1 if sign == ">" else -1))
    return Point(sign, number)


def _need_values(term: Dice, point: Point, place: Token) -> None:
    """Refuses a point that no face of the die meets."""
    if point.among(term.lowest, term.highest):
        return
    told = {">=": f"{point.number:,} or more", "<=": f"{point.number:,} or less"}.get(point.compare, f"{point.number:,}")
    count = " To count dice, name the exploding face too: `8d6!!6>=7`." if place.kind == "again" else ""
    raise RuleError(f"A {_one(term)} never shows {told} (column {place.at}).{count}", place.at)


def _one(term: Dice) -> str:
    return Dice(1, term.sides, fudge=term.fudge).kind[1:]


def _for_ever(term: Dice, place: Token) -> RuleError:
    return RuleError(f"Every face of a {_one(term)} would be thrown again, for ever (column {place.at}).", place.at)
