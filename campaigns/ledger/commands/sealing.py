"""Rolls that are thrown in secret: what the chain seals of them, what the table sees, and what is kept until they are revealed."""

from __future__ import annotations

import json
from dataclasses import asdict

from campaigns.ledger import card, packs
from campaigns.ledger.access import Secrecy
from campaigns.ledger.models import Entry as Line
from campaigns.ledger.models import Opening, Roll, Sealed
from rules.proof import write
from rules.proof.canonical import canon
from rules.proof.schema import Entry
from rules.system import Declaration, Reading

LINKED = (
    "An attack, a contest, an answer, a joint roll or a number for the turn order meets other people, so it is thrown openly: "
    "leave `secret` and `blind` away. Nothing was thrown."
)
SEES = {
    "roller": "{} and the GMs see this",
    "gms": "The GMs alone see this",
    "readers": "Only those who read here see this",
}

TITLE = "Sealed roll "
FORMER = "a former member"


def meets_others(declared: Declaration | object, *, target: str = "", answers: Roll | None = None) -> bool:
    """Whether a roll is linked to another one or to somebody, which no secret roll may be."""
    free = isinstance(declared, Declaration) and not (declared.waits or declared.helpers or declared.target)
    return not free or bool(target) or answers is not None


def spec_text(recorded: Declaration, char: str) -> str:
    """What the seal of a roll's request holds. char: the id of the character, or ""."""
    return canon(write.spec(recorded, char=char or None)).decode("utf-8")


def place_text(thread: str | None, post: str | None) -> str:
    """What the seal of a cast's place holds."""
    return canon([thread, post]).decode("utf-8")


def called(roll: Roll, count: int) -> str:
    """What people call a sealed roll: 41, or of several in one cast 41.0, 41.1 and so on."""
    return f"{roll.entry.i}.{roll.place}" if count > 1 else str(roll.entry.i)


def seal_up(roll: Roll, secrecy: Secrecy, spec: Opening, outcome: Entry, *, roller: str, number: str) -> Sealed:
    """Makes of a described roll what the table sees of it, and gives what is kept beside it; neither is stored yet.

    spec: its request with the salt of its seal, no opening of the entry.  outcome: its dice and res, as a reveal has them.
    roller: the person's name.  number: see `called`.
    """
    truth = Sealed(sees=secrecy.sees, spec=json.loads(spec.value), spec_salt=spec.salt, **outcome)
    truth.name, truth.waits = roll.name, roll.waits
    where = " and when, not where" if secrecy.hides_place else ", when and in which post"
    seal = f"{SEES[secrecy.sees].format(roller)}. The others see sealed roll {number}: that {roller} threw it{where}."
    roll.sealed, roll.card = True, roll.card | {"seal": seal}
    truth.card, truth.html = roll.card, card.draw(roll)
    roll.name, roll.char, roll.waits, roll.rv, roll.expr = roller, "", "", "", ""
    show_sealed(roll, number)
    return truth


def show_sealed(roll: Roll, number: str) -> None:
    """The card of a sealed roll for those who may not see it."""
    title = f"{TITLE}{number}"
    said = f"{roll.name or card.NOBODY} threw in secret."
    reading = Reading((), headline=said, short=title, spoken=f"{title}. {said}")
    roll.card = {
        "title": title, "notation": title, "notes": [], "system": "", "faces": [], "reading": asdict(reading), "declared": {},
        "people": [roll.name or card.NOBODY], "waits": "", "set": "", "won": False, "rival": None, "answer": None,
        "seal": "Its dice have fallen, and nobody can change them; they are shown once it is revealed.",
    }  # fmt: skip
    roll.html = card.draw(roll)


def true_one(roll: Roll) -> Roll:
    """A sealed roll as those see it who may, to draw its card; never to be stored."""
    truth = roll.truth
    bare = {"pk": roll.pk, "key": roll.key, "entry": roll.entry, "place": roll.place, "level": roll.level, "sealed": True}
    said = {"name": truth.name, "rv": truth.spec["rv"], "expr": truth.spec["expr"], "card": truth.card}
    return Roll(**bare, **said, waits="" if roll.is_void else truth.waits, is_void=roll.is_void)


def open_up(roll: Roll, truth: Sealed, reveal: Line) -> None:
    """Makes a sealed roll an open one: what was kept of it moves into its row, and its card is drawn for everybody."""
    roll.sealed, roll.reveal = False, reveal
    roll.name, roll.char, roll.waits = truth.name, truth.spec["char"] or "", "" if roll.is_void else truth.waits
    roll.rv, roll.expr = truth.spec["rv"], truth.spec["expr"]
    roll.card = truth.card | {"seal": card.sealed_once(roll)}
    roll.html = card.draw(roll)
    roll.save(update_fields=["sealed", "reveal", "name", "char", "waits", "rv", "expr", "card", "html"])
    truth.delete()


def forget_words(roll: Roll, *, names: bool) -> bool:
    """Takes what its roller typed out of a sealed roll, and with `names` the name of his character; what the chain seals stays.

    False where its rules are not installed here, so that the card of those who see it stands as it was.
    """
    truth = roll.truth
    roll.name = FORMER
    show_sealed(roll, roll.card["title"].removeprefix(TITLE))
    roll.save(update_fields=["name", "card", "html"])
    system = packs.find(truth.spec["rv"])
    if system is None:
        return False
    truth.name = "" if names else truth.name
    true = true_one(roll)
    seal = {"seal": f"{SEES[truth.sees].format(FORMER.capitalize())}."}
    true.card = card.describe(true, system.parse(true.expr), card.dice_of(true), system) | seal
    truth.card, truth.html = true.card, card.draw(true)
    truth.save(update_fields=["name", "card", "html"])
    return True
