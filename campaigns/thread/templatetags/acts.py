"""What a reader may do with a roll of the page: worked out from the roll and the reader's rights, without a query."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from django import template

from campaigns.ledger import packs
from campaigns.ledger.card import choice_of
from campaigns.ledger.models import Roll
from campaigns.thread.access import Rights
from rules.lines import quoted

register = template.Library()


@dataclass(frozen=True)
class Line:
    """A line that answers a roll; `start` is not empty where the person still has to say with what."""

    word: str
    line: str
    start: str = ""


@dataclass(frozen=True)
class Served:
    """A set that a roller allots: "2x8" and "2×8", and of several actions the one that is offered first for it."""

    typed: str
    shown: str
    action: str = ""


@dataclass(frozen=True)
class Acts:
    """lines: those that answer the roll; leave: the words with which he says that nobody does; sides: of the dice that he
    sets, each with what he typed for it; rule: whether he says if time matters; sets: those that he allots to `actions`, of
    which there is none where he may only prefer another set than the first one; reveal: whether he opens the roll, which is
    sealed; witness: whether it waits for his number, with the `words` that he typed for it; void: whether he is a GM, who may take
    it back."""

    lines: tuple[Line, ...] = ()
    leave: str = ""
    sides: tuple[tuple[int, str], ...] = ()
    rule: bool = False
    sets: tuple[Served, ...] = ()
    actions: tuple[tuple[str, str], ...] = ()
    reveal: bool = False
    witness: bool = False
    words: str = ""
    void: bool = False


@register.simple_tag
def acts(rights: Rights | None, roll: Roll, kept: Mapping[str, Sequence[str]] | None = None) -> Acts | None:
    """The acts of the roll's card for this reader, None where there are none.

    kept: what he sent of their fields and had refused; it stands in them again.
    """
    if rights is not None and roll.waits == "witness" and roll.place == 0 and roll.witness_id == rights.lane and rights.dice:
        return Acts(witness=True, words="".join((kept or {}).get("words", ())), void=rights.is_gm)
    if rights is None or not rights.may_act:
        return None
    found = _acts(rights, roll, kept or {})
    never_thrown = roll.is_void and roll.entry.t == "bind"
    return replace(found or Acts(), void=True) if rights.is_gm and not never_thrown else found


def _acts(rights: Rights, roll: Roll, kept: Mapping[str, Sequence[str]]) -> Acts | None:
    if roll.sealed:
        return Acts(reveal=True) if roll.laid and (rights.is_gm or roll.entry.pid == rights.pid) else None
    if roll.is_void or roll.waits == "witness":
        return None
    if roll.waits in ("", "sets"):
        return _allotting(roll, kept.get("for", ())) if roll.entry.pid == rights.pid else None
    if roll.waits == "word":
        return Acts(rule=True) if rights.is_gm else None
    if roll.waits == "choice":
        dice = roll.card["declared"]["open"]
        typed = (*kept.get("values", ()), *[""] * len(dice))
        return Acts(sides=tuple(zip(dice, typed, strict=False))) if rights.may_set(roll) else None
    own = rights.own.intersection(roll.target_char.split())
    if not (rights.is_gm or own):
        return None
    lines = tuple(_kept(one, "".join(kept.get("line", ()))) for one in _lines(roll, named=not own))
    return Acts(lines=lines, leave=("Nobody helps" if _joins(roll) else "No defence") if rights.is_gm else "")


def _kept(one: Line, typed: str) -> Line:
    return replace(one, start=typed) if one.start and typed.startswith(f"!{one.word}") else one


def _allotting(roll: Roll, said: Sequence[str]) -> Acts | None:
    system = packs.find(roll.rv)
    found = choice_of(roll, system) if system else None
    if found is None:
        return None
    if len(found.actions) == 1:
        best = roll.card["reading"]["clusters"][0]["name"]
        others = [of for of in found.sets if _shown(of) != best]
        return Acts(sets=tuple(Served(f"{width}x{height}", _shown((width, height))) for width, height in others))
    first = (*(said or found.actions), *[""] * len(found.sets))
    sets = tuple(Served(f"{of[0]}x{of[1]}", _shown(of), action) for of, action in zip(found.sets, first, strict=False))
    return Acts(sets=sets, actions=tuple((one, f"action {one}" if one.isdigit() else one) for one in found.actions))


def _shown(of: tuple[int, int]) -> str:
    return f"{of[0]}×{of[1]}"


def _joins(roll: Roll) -> bool:
    """Whether it waits for a helper's hand and not for an opponent's."""
    return "joint" in roll.expr.split()


def _lines(roll: Roll, *, named: bool) -> tuple[Line, ...]:
    """Every line by which the rules of the roll answer it; hands that join it and hands that stand against it have their own.

    named: it has to say for whom, where the roll waits for several people.
    """
    system = packs.find(roll.rv)
    joins = _joins(roll)
    words = sorted(word for word in system.answers if (word == "assist") == joins) if system else ()
    found = tuple(_line(word, system.words[word], roll) for word in words if system)
    if named and " " in roll.target_char:
        return tuple(Line(one.word, f"{one.line} as NAME", f"{one.line} as ") for one in found)
    return found


def _line(word: str, example: str, roll: Roll) -> Line:
    if " with " in example:
        return Line(word, example, f"!{word} with ")
    return Line(word, example.replace("NAME", quoted(roll.card.get("people", [roll.name])[0])))
