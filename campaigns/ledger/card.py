"""The card of a roll: plain data from the rule system's reading, and the part that shows it."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import asdict, fields
from functools import lru_cache
from typing import Any

from django.template.loader import render_to_string

from campaigns.ledger.models import Roll
from rules import catalogue
from rules.system import Declaration, Odds, Rival, RuleSystem, SecondActs, Thrown

TEMPLATE = "ledger/parts/card.html"
NOBODY = "the roller"
"""Stands for a roller without a name: nobody's character."""

KINDS = {"hammer": ("Hammer-time Die", "Hammer-time Dice")}
"""What a card calls one and several dice that are set after the throw, by their kind."""

_NAMED = re.compile(r"\{(roller|rival|target)\}")


def declaration_of(roll: Roll) -> Declaration:
    """What the roll was, as its card keeps it."""
    kept = {one.name: roll.card["declared"][one.name] for one in fields(Declaration)}
    for name in ("req", "fix"):
        kept[name] = tuple((int(one), int(other)) for one, other in kept[name])
    return Declaration(**kept | {"open": tuple(kept["open"]), "notes": tuple(kept["notes"])})


def dice_of(roll: Roll) -> tuple[Thrown, ...]:
    """The faces that were thrown, in the order of the ledger; what was set afterwards is `roll.chosen`."""
    return tuple((sides, tuple(faces)) for sides, faces in roll.card["faces"])


def rival_of(roll: Roll) -> Rival:
    """The roll as the rules take it to make its answer; reads its entry."""
    number = f"{roll.entry.i}.{roll.place}"
    return Rival(number, roll.name or NOBODY, declaration_of(roll), dice_of(roll), tuple(roll.chosen or ()))


def describe(roll: Roll, declaration: Declaration, dice: Sequence[Thrown], system: RuleSystem) -> dict[str, Any]:
    """What `Roll.card` stores, names laid into the reading.

    title, notation, notes, system (the title of the rules), faces [[sides, [faces]], ...], reading (a Reading's fields),
    declared (a Declaration's fields), waits (what it waits for, a sentence or ""), set (who set which dice afterwards, a
    sentence or ""), won (whether it won its contest), rival (the roll that it answers) and answer (the one that answers
    it): None or key, name, title, short, colour, at, won.
    """
    chosen = tuple(roll.chosen or ())
    answer = _answer_to(roll, declaration)
    if roll.ruled and isinstance(system, SecondActs):
        read = system.ruled(declaration, dice, chosen, roll.ruled)
    elif roll.uses and isinstance(system, SecondActs):
        read = system.allot(declaration, dice, chosen, [((width, height), action) for (width, height), action in roll.uses])
    else:
        read = (system.unanswered if roll.unanswered else system.read)(declaration, dice, chosen)
    reading = _named(asdict(read), _names(roll, answer))
    return {
        "title": declaration.title,
        "notation": declaration.notation,
        "notes": list(declaration.notes),
        "system": system.title,
        "faces": [[sides, list(faces)] for sides, faces in dice],
        "reading": reading,
        "declared": asdict(declaration),
        "waits": _waiting(roll, reading),
        "set": _set_afterwards(roll, reading),
        "won": _won(roll, reading) if roll.answers else bool(answer and _lost(answer, answer.card["reading"])),
        "rival": _line(roll.answers, won=_lost(roll, reading)) if roll.answers else None,
        "answer": _line(answer, won=_won(answer, answer.card["reading"])) if answer else None,
    }


def ahead(declaration: Declaration, against: str = "", *, reckoned: bool = True) -> dict[str, Any]:
    """What a page shows of a roll before it is thrown: declaration, reading (blank dice) and odds, both None without its rules.

    `against` is the rank that is supposed to answer it; odds are None too where they are not to be `reckoned`.
    """
    system = catalogue.by_rv(declaration.rv)
    if system is None:
        return {"declaration": declaration, "reading": None, "odds": None}
    return {
        "declaration": declaration,
        "reading": system.read(declaration, ()),
        "odds": _odds(declaration.rv, declaration.expr, against) if reckoned else None,
    }


@lru_cache(maxsize=512)
def _odds(rv: str, expr: str, against: str) -> Odds | None:
    """The chances of a recorded print, which says all that they depend on; a page asks for them again and again."""
    system = catalogue.by_rv(rv)
    return system.odds(system.parse(expr), against) if system else None


def waits_for_gm(roll: Roll) -> bool:
    """Whether the roll answers one in a contest that is open until the GM says whether time matters."""
    return bool(not roll.waits and roll.card["waits"])


def draw(roll: Roll) -> str:
    """The card's HTML."""
    return render_to_string(TEMPLATE, {"roll": roll, "card": roll.card, "entry": roll.entry})


def _answer_to(roll: Roll, declaration: Declaration) -> Roll | None:
    if not declaration.waits or roll.pk is None or roll.unanswered:
        return None
    return roll.answered_by.order_by("pk").first()


def _won(answer: Roll, reading: Mapping[str, Any]) -> bool:
    """Whether an answer with this reading beats the roll that it answers; a part of a success beats nobody."""
    return bool(reading["verdict"] == "success") and not _helps(answer)


def _lost(answer: Roll, reading: Mapping[str, Any]) -> bool:
    return reading["verdict"] in ("failure", "botch") and not _helps(answer)


def _helps(answer: Roll) -> bool:
    """Whether it is a helper's hand, which joins a roll and stands against nobody."""
    return "joins" in answer.expr.split()


def _line(roll: Roll, *, won: bool) -> dict[str, Any]:
    """The short form in which a roll stands on the card of its rival."""
    reading = roll.card["reading"]
    said = {"short": reading["short"] or reading["headline"], "colour": reading["colour"], "at": reading["at"]}
    return {"key": roll.key, "name": roll.name or NOBODY, "title": roll.card["title"], "won": won, **said}


def _names(roll: Roll, answer: Roll | None) -> dict[str, str]:
    rival = roll.answers or answer
    other = rival.name if rival else roll.target
    return {"roller": roll.name or NOBODY, "rival": other or NOBODY, "target": roll.target or other or "the target"}


def _named(part: Any, names: Mapping[str, str]) -> Any:
    """The same data with names in the places that the rules left for them; a name is never looked into again."""
    if isinstance(part, str):
        return _NAMED.sub(lambda found: names[found[1]], part)
    if isinstance(part, dict):
        return {key: _named(value, names) for key, value in part.items()}
    return [_named(value, names) for value in part] if isinstance(part, (list, tuple)) else part


def _waiting(roll: Roll, reading: Mapping[str, Any]) -> str:
    if roll.waits == "choice":
        return reading["waits"] or "Waiting for the dice that are set after the throw."
    if roll.waits == "answer":
        return f"Waiting for {roll.target or 'an answer'}."
    return reading["waits"] if roll.answers else ""  # an answer waits for nobody but the GM, who decides an open contest


def _set_afterwards(roll: Roll, reading: Mapping[str, Any]) -> str:
    """Who set which dice, as the site knows it: the chain names the roller, whoever of the two did it."""
    if not roll.chosen or roll.set_by is None:
        return ""
    found = {one["kind"] for cluster in reading["clusters"] for one in cluster["dice"]} & KINDS.keys()
    one, several = KINDS[found.pop()] if len(found) == 1 else ("Open die", "Open dice")
    by_roller = roll.set_by.pid == roll.entry.pid
    person = roll.set_by.person
    who = (by_roller and roll.name) or (person.get_username() if person.is_active else "a former member")
    if not by_roller:
        who += ", the GM"
    return f"{several if len(roll.chosen) > 1 else one} set to {' and '.join(map(str, roll.chosen))} by {who}"
