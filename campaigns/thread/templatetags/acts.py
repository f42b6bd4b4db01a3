"""What a reader may do with a roll of the page: worked out from the roll and the reader's rights, without a query."""

from __future__ import annotations

from dataclasses import dataclass

from django import template

from campaigns.ledger.card import waits_for_gm
from campaigns.ledger.models import Roll
from campaigns.thread.access import Rights
from rules import catalogue
from rules.lines import quoted

register = template.Library()


@dataclass(frozen=True)
class Line:
    """A line that answers a roll; `start` is not empty where the person still has to say with what."""

    word: str
    line: str
    start: str = ""


@dataclass(frozen=True)
class Acts:
    """lines: those that answer the roll; leave: the words with which he says that nobody does; sides: of the dice
    that he sets; rule: whether he says if time matters."""

    lines: tuple[Line, ...] = ()
    leave: str = ""
    sides: tuple[int, ...] = ()
    rule: bool = False


@register.simple_tag
def acts(rights: Rights | None, roll: Roll) -> Acts | None:
    """The acts of the roll's card for this reader, None where there are none."""
    if rights is None or not rights.may_act:
        return None
    if not roll.waits:
        return Acts(rule=True) if rights.is_gm and waits_for_gm(roll) else None
    if roll.waits == "choice":
        return Acts(sides=tuple(roll.card["declared"]["open"])) if rights.may_set(roll) else None
    if not (rights.is_gm or roll.target_char in rights.own):
        return None
    return Acts(lines=_lines(roll), leave=("Nobody helps" if _joins(roll) else "No defence") if rights.is_gm else "")


def _joins(roll: Roll) -> bool:
    """Whether it waits for a helper's hand and not for an opponent's."""
    return "joint" in roll.expr.split()


def _lines(roll: Roll) -> tuple[Line, ...]:
    """Every line by which the rules of the roll answer it; hands that join it and hands that stand against it have their own."""
    system = catalogue.by_rv(roll.rv)
    joins = _joins(roll)
    words = sorted(word for word in system.answers if (word == "assist") == joins) if system else ()
    return tuple(_line(word, system.words[word], roll) for word in words if system)


def _line(word: str, example: str, roll: Roll) -> Line:
    if " with " in example:
        return Line(word, example, f"!{word} with ")
    return Line(word, example.replace("NAME", quoted(roll.name)))
