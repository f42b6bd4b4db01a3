"""The card of a roll: plain data from the rule system's reading, and the part that shows it."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import asdict, fields
from functools import lru_cache
from typing import Any

from django.template.loader import render_to_string

from campaigns.ledger import packs
from campaigns.ledger.models import Lane, Roll
from rules.system import Allotment, Declaration, Odds, Rival, RuleSystem, SecondActs, Thrown

TEMPLATE = "ledger/parts/card.html"
NOBODY = "the roller"
"""Stands for a roller without a name: nobody's character."""

KINDS = {"hammer": ("Hammer-time Die", "Hammer-time Dice")}
"""What a card calls one and several dice that are set after the throw, by their kind."""

SEVERAL = {"wins": "win", "has": "have"}
"""What is said of several people where one `wins` and `has`."""

_NAMED = re.compile(r"\{(roller|rival|target|hand[1-9])\}(?: (wins|has)\b)?")


def declaration_of(roll: Roll) -> Declaration:
    """What the roll was, as its card keeps it."""
    declared = roll.card["declared"]
    kept = {one.name: declared[one.name] for one in fields(Declaration) if one.name in declared}
    for name in ("req", "fix"):
        kept[name] = tuple((int(one), int(other)) for one, other in kept[name])
    lists = {name: tuple(kept.get(name, ())) for name in ("open", "notes", "helpers")}
    return Declaration(**kept | lists)


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
    declared (a Declaration's fields), people (the names of those whose hands are in it), waits (what it waits for, a
    sentence or ""), seal (who sees it, or that it was sealed once; a sentence or ""), set (who set which dice afterwards, a
    sentence or ""), won (whether it won its contest), rival (the roll that it answers) and answer (the one that answers
    it): None or key, name, title, short, colour, at, won.
    """
    chosen = tuple(roll.chosen or ())
    answer, joint = _answer_to(roll, declaration), _prints(roll, "joint")
    if roll.ruled and isinstance(system, SecondActs):
        read = system.ruled(declaration, dice, chosen, roll.ruled)
    elif roll.uses and isinstance(system, SecondActs):
        read = system.allot(declaration, dice, chosen, [((width, height), action) for (width, height), action in roll.uses])
    else:
        read = (system.unanswered if roll.unanswered else system.read)(declaration, dice, chosen)
    reading = _named(asdict(read), _names(roll, answer))
    waits = _waiting(roll, reading)
    if not waits:
        reading["spoken"] = reading["spoken"].removesuffix(reading["waits"]).rstrip()
    return {
        "title": declaration.title,
        "notation": declaration.notation,
        "notes": list(declaration.notes),
        "system": system.title,
        "faces": [[sides, list(faces)] for sides, faces in dice],
        "reading": reading,
        "declared": asdict(declaration),
        "people": _people(roll),
        "waits": waits,
        "set": _set_afterwards(roll, reading),
        "won": _lost(answer, answer.card["reading"]) if answer and not joint else _beat(roll, reading),
        "rival": _line(roll.answers, won=_lost(roll, reading)) if roll.answers else None,
        "seal": sealed_once(roll),
        "answer": _line(answer, won=not joint and _won(answer, answer.card["reading"])) if answer else None,
    }


def still(roll: Roll, system: RuleSystem) -> str:
    """What a described roll whose dice are set and answered waits for yet, as `Roll.waits` says it."""
    if _is_open(roll, roll.card["reading"]):
        return "word"
    sets = choice_of(roll, system)
    return "sets" if sets and len(sets.actions) > 1 else ""


def choice_of(roll: Roll, system: RuleSystem) -> Allotment | None:
    """What the roller may still say of his sets, None for nothing."""
    if roll.uses or not isinstance(system, SecondActs):
        return None
    return system.to_allot(declaration_of(roll), dice_of(roll), tuple(roll.chosen or ()))


def above(roll: Roll) -> list[Roll]:
    """The rolls whose cards show this one: the one that it answers or joins, what that one answers or joins, and so on."""
    found, one = [], roll.answers
    while one is not None:
        found.append(one)
        one = one.answers
    return found


def listed(names: Sequence[str]) -> str:
    """ "Wolfman, Ines and Otto"."""
    return " and ".join(filter(None, [", ".join(names[:-1]), *names[-1:]]))


def ahead(declaration: Declaration, against: str = "", *, reckoned: bool = True) -> dict[str, Any]:
    """What a page shows of a roll before it is thrown: declaration, reading (blank dice) and odds, both None without its rules.

    `against` is the rank that is supposed to answer it; odds are None too where they are not to be `reckoned`.
    """
    system = packs.find(declaration.rv)
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
    system = packs.find(rv)
    return system.odds(system.parse(expr), against) if system else None


def sealed_once(roll: Roll) -> str:
    """That a roll which was thrown in secret is open since."""
    return f"Thrown in secret; revealed later, in entry {roll.reveal.i}." if roll.reveal else ""


def draw(roll: Roll) -> str:
    """The card's HTML."""
    witness = name_of(roll.witness) if roll.witness else ""
    shown = {"roll": roll, "card": roll.card, "entry": roll.entry, "voids": voids_of(roll), "witness": witness}
    return render_to_string(TEMPLATE, shown)


def voids_of(roll: Roll) -> list[str]:
    """What GMs took back of the roll and why, a sentence for each: two queries, none for a roll that is not stored yet."""
    if not roll.pk:
        return []
    told = []
    for void in roll.voids.select_related("entry", "by__person", "lifted_by__person").order_by("pk"):
        why = void.entry.openings.filter(name="why").values_list("value", flat=True).first()
        who = name_of(void.by) + (", the GM whose roll it is" if void.by.pid == roll.entry.pid else "")
        what = "Voided by"
        if void.took is not None:
            what = f"{'Dice' if len(void.took) > 1 else 'Die'} set to {' and '.join(map(str, void.took))}, voided by"
        elif roll.entry.t == "bind":
            what = "Not witnessed, and taken back by"
        lifted = f" {name_of(void.lifted_by)} lifted this void." if void.lifted_by else ""
        told.append(f"{what} {who}: {why.rstrip('.')}.{lifted}" if why else f"{what} {who}; the reason is no longer kept.{lifted}")
    return told


def name_of(lane: Lane) -> str:
    """The name under which a card speaks of a member."""
    return lane.person.get_username() if lane.person.is_active else "a former member"


def _answer_to(roll: Roll, declaration: Declaration) -> Roll | None:
    """The newest roll of those that answer or join this one, one after the other."""
    if not declaration.waits or roll.pk is None or roll.unanswered:
        return None
    answer: Roll | None = roll.answered_by.filter(is_void=False).order_by("pk").first()
    while answer is not None and _prints(answer, "joint") and not answer.unanswered:
        following = answer.answered_by.filter(is_void=False).order_by("pk").first()
        if following is None:
            break
        answer = following
    return answer


def _beat(roll: Roll, reading: Mapping[str, Any]) -> bool:
    """Whether it beats the roll that it answers."""
    return bool(roll.answers and not roll.answers.is_void and _won(roll, reading))


def _won(answer: Roll, reading: Mapping[str, Any]) -> bool:
    """Whether an answer with this reading beats its rival; a part of a success beats nobody."""
    return bool(reading["verdict"] == "success") and _opposes(answer)


def _lost(answer: Roll, reading: Mapping[str, Any]) -> bool:
    return reading["verdict"] in ("failure", "botch") and _opposes(answer)


def _opposes(answer: Roll) -> bool:
    """Whether it decides a contest; a helper's hand joins a roll, and stands against nobody unless the joint roll does."""
    return _prints(answer, "against") or not _prints(answer, "joins")


def _prints(roll: Roll, word: str) -> bool:
    """Whether that word stands in the roll's print."""
    return word in roll.expr.split()


def _is_open(roll: Roll, reading: Mapping[str, Any]) -> bool:
    """Whether the roll answers one in a contest that is open until the GM says whether time matters."""
    waits = reading["waits"] and not _prints(roll, "joint")
    return bool(roll.answers is not None and waits and _opposes(roll))


def _hands(roll: Roll) -> list[Roll]:
    """The rolls whose hands are in this one, the leader's first; of a roll that joins none, itself."""
    hands = [roll]
    while _prints(hands[0], "joins") and hands[0].answers is not None:
        hands.insert(0, hands[0].answers)
    return hands


def _people(roll: Roll) -> list[str]:
    return [hand.name or NOBODY for hand in _hands(roll)]


def _line(roll: Roll, *, won: bool) -> dict[str, Any]:
    """The short form in which a roll stands on the card of its rival."""
    reading = roll.card["reading"]
    short = f"{reading['short'] or reading['headline']}{', void' if roll.is_void else ''}"
    said = {"short": short, "colour": reading["colour"], "at": reading["at"]}
    return {"key": roll.key, "name": listed(_people(roll)), "title": roll.card["title"], "won": won, **said}


def _names(roll: Roll, answer: Roll | None) -> dict[str, list[str]]:
    """The people for whom the words of the rules have a place."""
    people, rival = _people(roll), _hands(roll)[0].answers or answer
    others = _people(rival) if rival else [roll.target] if roll.target else []
    target = [roll.target] if roll.target else others
    hands = {f"hand{place}": [name] for place, name in enumerate(people, 1)}
    return hands | {"roller": people, "rival": others or [NOBODY], "target": target or ["the target"]}


def _laid_in(found: re.Match[str], names: Mapping[str, Sequence[str]]) -> str:
    people, verb = names.get(found[1], [found[1]]), found[2] or ""
    return f"{listed(people)} {SEVERAL[verb] if len(people) > 1 else verb}".rstrip() if verb else listed(people)


def _named(part: Any, names: Mapping[str, Sequence[str]]) -> Any:
    """The same data with names in the places that the rules left for them; a name is never looked into again."""
    if isinstance(part, str):
        return _NAMED.sub(lambda found: _laid_in(found, names), part)
    if isinstance(part, dict):
        return {key: _named(value, names) for key, value in part.items()}
    return [_named(value, names) for value in part] if isinstance(part, (list, tuple)) else part


def _waiting(roll: Roll, reading: Mapping[str, Any]) -> str:
    if roll.is_void:
        return ""
    if roll.waits == "choice":
        return reading["waits"] or "Waiting for the dice that are set after the throw."
    if roll.waits == "answer":
        return f"Waiting for {roll.target or 'an answer'}."
    if roll.waits == "witness" and roll.witness is not None:
        return f"Waiting for {name_of(roll.witness)} as witness. The dice fall once both numbers are there."
    return str(reading["waits"]) if _is_open(roll, reading) else ""


def _set_afterwards(roll: Roll, reading: Mapping[str, Any]) -> str:
    """Who set which dice, as the site knows it: the chain names the roller, whoever of the two did it."""
    if not roll.chosen or roll.set_by is None:
        return ""
    found = {one["kind"] for cluster in reading["clusters"] for one in cluster["dice"]} & KINDS.keys()
    one, several = KINDS[found.pop()] if len(found) == 1 else ("Open die", "Open dice")
    by_roller = roll.set_by.pid == roll.entry.pid
    who = (by_roller and roll.name) or name_of(roll.set_by)
    if not by_roller:
        who += ", the GM"
    return f"{several if len(roll.chosen) > 1 else one} set to {' and '.join(map(str, roll.chosen))} by {who}"
