"""Rolls with a named witness: the request stands first, then his number, and the dice follow from both (vroll/1, `bind`, `wit`)."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from hashlib import sha256
from typing import Any

from django.contrib.auth.base_user import AbstractBaseUser
from django.db import transaction

from campaigns.ledger import card, keys
from campaigns.ledger.commands import chain
from campaigns.ledger.commands.asking import Ask, check_number, own_number, request_of, require_new
from campaigns.ledger.commands.casting import MOST_ROLLS, Cast, Prepared, Wanted, again, opening, prepare, roll_of, seal_of
from campaigns.ledger.commands.voiding import gm_lane, reason_in, record_void, strike
from campaigns.ledger.models import Entry, Lane, Ledger, Opening, Roll, Void
from campaigns.site.refused import NotAllowed, Refused, Stale
from rules.errors import RuleError
from rules.proof import hashes, write
from rules.proof.canonical import canon
from rules.proof.draw import draw
from rules.system import Declaration, RuleSystem, Thrown

OWN_NUMBER = (
    "A roll with a witness needs a number of your own, not the site's: switch script on, or type 16 characters or more of words "
    "of your own beside the dice. Nothing was thrown."
)
AT_ONCE = (
    "Such a roll is thrown at once and waits for no witness: an answer, a joint roll, a number for the turn order. Post it by "
    "itself, without a witness. Nothing was thrown."
)


def ask_witness(
    lane: Lane, *, ask: Ask, wanted: Sequence[Wanted], who: Lane, post: str | None, thread: str | None, text: str | None
) -> Cast:
    """Records what is to be thrown and who is to witness it; the rolls wait for him, their cards with blank dice.

    Until then the lane throws nothing else.  The same request sent again gives the stored one, or its cast.  Arguments and
    refusals are those of `throw`; Refused too for rolls that answer another, without a number of the roller's own, and for a
    witness who is the roller himself or neither plays nor runs the game.
    """
    check_number(ask.rid)
    if any(one.answers is not None or not can_wait(one.declaration) for one in wanted):
        raise Refused(AT_ONCE)
    asked = [prepare(one.declaration) for one in wanted if isinstance(one.declaration, Declaration)]
    if not 1 <= len(asked) <= MOST_ROLLS:
        raise Refused(f"A post throws 1 to {MOST_ROLLS} rolls; this one asks for {len(asked)}.")
    print_of_request = _digest(ask, wanted, who, thread, text)
    with transaction.atomic():
        ledger = chain.lock(lane.ledger_id)
        fresh = ledger.lanes.get(pk=lane.pk)
        known = ledger.entries.filter(t__in=("bind", "cast"), pid=fresh.pid, rid=ask.rid).order_by("-i").first()
        if known is not None:
            return again(known, print_of_request)
        if fresh.role == "out":
            raise NotAllowed("You have left this campaign; only its members throw dice.")
        request = request_of(ledger, fresh, ask, post, thread)
        if request.cs == "server":
            raise Refused(OWN_NUMBER)
        witness = _named(ledger, fresh, who)
        entry = _record(ledger, request, list(zip(wanted, asked, strict=True)), witness, (text, print_of_request))
        fresh.bind = entry
        fresh.save(update_fields=["bind"])
        return Cast(entry, _lay_out(entry, request, list(zip(wanted, asked, strict=True)), witness))


def can_wait(declaration: object) -> bool:
    """Whether a roll may wait for a witness: one that answers nobody and takes nobody's hands in."""
    return isinstance(declaration, Declaration) and not declaration.helpers and "joins" not in declaration.expr.split()


def _digest(ask: Ask, wanted: Sequence[Wanted], who: Lane, thread: str | None, text: str | None) -> str:
    """What tells a request sent again from another one."""
    rolls = [{"purpose": one.purpose, "char": one.char} for one in wanted]
    sent = {"rid": ask.rid, "cn": ask.cn, "k": ask.k, "words": ask.words, "thr": thread, "text": text, "rolls": rolls}
    return sha256(canon(sent | {"who": who.pid})).hexdigest()


def _named(ledger: Ledger, lane: Lane, who: Lane) -> Lane:
    witness = ledger.lanes.filter(pk=who.pk, role__in=("player", "gm")).select_related("person").first()
    if witness is None:
        raise Refused("Your witness has to sit at this table, as a player or a GM. Nothing was thrown.", field="witness")
    if witness.pk == lane.pk:
        raise Refused("Nobody is the witness of his own roll: name somebody else. Nothing was thrown.", field="witness")
    return witness


def _record(
    ledger: Ledger,
    request: write.Request,
    asked: Sequence[tuple[Wanted, Prepared]],
    witness: Lane,
    beside: tuple[str | None, str],
) -> Entry:
    """Appends the request. beside: the text and the request's digest."""
    text, print_of_request = beside
    openings = [opening(r, "purpose", wanted.purpose) for r, (wanted, _) in enumerate(asked)]
    rolls = [
        write.bound_roll(ready.recorded, char=wanted.char or None, purpose=seal_of(purpose))
        for (wanted, ready), purpose in zip(asked, openings, strict=True)
    ]
    if text is not None:
        openings.append(opening(-1, "text", text))
    seals = {"text": seal_of(openings[-1])} if text is not None else {}
    body = write.bind(chain.link(ledger), request, rolls, seals=seals, who=witness.pid)
    entry = chain.append(ledger, body, asked=print_of_request, cn=request.cn)
    for one in openings:
        one.entry = entry
    Opening.objects.bulk_create(openings)
    return entry


def _lay_out(entry: Entry, request: write.Request, asked: Sequence[tuple[Wanted, Prepared]], witness: Lane) -> tuple[Roll, ...]:
    """Stores the cards with blank dice."""
    rolls = []
    for r, (wanted, ready) in enumerate(asked):
        roll = roll_of(entry, request, r, wanted, ready.said)
        roll.level, roll.witness, roll.waits = "witnessed", witness, "witness"
        roll.card = card.describe(roll, ready.said, (), ready.system)
        roll.html = card.draw(roll)
        rolls.append(roll)
    return tuple(Roll.objects.bulk_create(rolls))


def witness(bind: Entry, *, by: Lane, n: str = "", words: str = "") -> Cast:
    """Adds the witness's number and throws the dice, in one transaction; the rolls move to their cast and get new cards.

    n: his browser's number, 64 hex digits; words: typed instead of it, 16 characters or more.  The same number sent again gives
    the stored cast.  NotAllowed for anybody but the named witness, Stale where the request was answered or taken back before,
    Refused without a number of his own, and where one of the two has left the table.
    """
    with transaction.atomic():
        ledger = chain.lock(by.ledger_id)
        lanes = {lane.pid: lane for lane in ledger.lanes.filter(pid__in=[by.pid, bind.pid])}
        asked = json.loads(bind.body)
        if bind.ledger_id != ledger.pk or asked.get("who") != by.pid:
            raise NotAllowed("This roll names somebody else as its witness.")
        roller, own = lanes[bind.pid], lanes[by.pid]
        cs, number = own_number(n, words)
        if roller.bind_id != bind.pk:
            return _thrown(ledger, bind, own, number)
        if own.role == "out" or roller.role == "out":
            raise NotAllowed("One of you has left this table, so this roll cannot be witnessed. A GM takes it back.")
        require_new(ledger, own, number)
        chain.append(ledger, write.wit(chain.link(ledger), pid=own.pid, ref=bind.i, n=number, cs=cs), cn=number)
        return _throw(ledger, bind, roller, (own.pid, number))


def _thrown(ledger: Ledger, bind: Entry, own: Lane, number: str) -> Cast:
    """The cast of a request that is answered already, for whoever sends his number again."""
    wits = ledger.entries.filter(t="wit", pid=own.pid, cn=number, i__gt=bind.i)
    if any(json.loads(body)["ref"] == bind.i for body in wits.values_list("body", flat=True)):
        entry = ledger.entries.get(t="cast", pid=bind.pid, rid=bind.rid)
        return Cast(entry, tuple(entry.rolls.order_by("place")))
    if ledger.entries.filter(t="cast", pid=bind.pid, rid=bind.rid).exists():
        raise Stale("You have witnessed this roll already, with another number; its dice lie.")
    raise Stale("This request was taken back by a GM before your number came; nothing was thrown.")


def _throw(ledger: Ledger, bind: Entry, lane: Lane, answer: tuple[str, str]) -> Cast:
    """The cast of a request whose witness has just given his number. answer: his id and the number."""
    asked = json.loads(bind.body)
    secret = keys.secret_of(ledger.led, lane.pid, lane.k, lane.salt)
    digest = hashes.witness_digest([(bytes.fromhex(answer[0]), bytes.fromhex(answer[1]))])
    led, pid, cn = bytes.fromhex(ledger.led), bytes.fromhex(lane.pid), bytes.fromhex(asked["cn"])
    key = hashes.cast_key(secret, led=led, pid=pid, k=lane.k, cn=cn, x=digest)
    rolls = list(bind.rolls.select_related("entry", "witness__person").order_by("place"))
    fallen: list[tuple[Roll, Prepared, tuple[Thrown, ...]]] = []
    for roll in rolls:
        ready = prepare(card.declaration_of(roll))
        fallen.append((roll, ready, _dice(key, roll.place, ready.recorded, ready.system)))
    lines = [
        {**line, **write.outcome(dice, ready.res(dice))} for line, (_, ready, dice) in zip(asked["rolls"], fallen, strict=True)
    ]
    entry = _record_cast(ledger, bind, lane, asked | {"rolls": lines, "seed": secret.hex()})
    for roll, ready, dice in fallen:
        _fall(roll, entry, ready, dice)
    return Cast(entry, tuple(rolls))


def _dice(key: bytes, r: int, recorded: Declaration, system: RuleSystem) -> tuple[Thrown, ...]:
    try:
        return draw(key, r, recorded, system)
    except RuleError as refusal:
        raise Refused(refusal.sentence) from refusal


def _record_cast(ledger: Ledger, bind: Entry, lane: Lane, said: dict[str, Any]) -> Entry:
    """Appends the cast and frees the lane with its next envelope. said: the request, with dice and secret."""
    request = write.Request(
        pid=lane.pid, k=lane.k, rid=said["rid"], cn=said["cn"], cs=said["cs"], seen=tuple(said["seen"]), post=said["post"],
        thr=said["thr"],
    )  # fmt: skip
    after = chain.seal(ledger.led, lane.pid, lane.k + 1)
    body = write.cast(chain.link(ledger), request, said["rolls"], seals=said["f"], next=after.seal, seed=said["seed"], bind=bind.i)
    entry = chain.append(ledger, body, asked=bind.asked)
    copies = [Opening(entry=entry, place=one.place, name=one.name, salt=one.salt, value=one.value) for one in bind.openings.all()]
    Opening.objects.bulk_create(copies)
    lane.k, lane.salt, lane.envelope, lane.sealed_in, lane.bind = lane.k + 1, after.salt, after.seal, entry.i, None
    lane.save(update_fields=["k", "salt", "envelope", "sealed_in", "bind"])
    return entry


def _fall(roll: Roll, entry: Entry, ready: Prepared, dice: tuple[Thrown, ...]) -> None:
    """The roll has its dice."""
    said = ready.said
    roll.entry, roll.waits = entry, "choice" if said.open else "answer" if said.waits else ""
    roll.card = card.describe(roll, said, dice, ready.system)
    roll.waits = roll.waits or card.still(roll, ready.system)
    roll.html = card.draw(roll)
    roll.save(update_fields=["entry", "waits", "card", "html"])


def take_back(bind: Entry, *, by: Lane, why: str) -> tuple[Roll, ...]:
    """A GM takes back a request that nobody has witnessed; the lane is free again, and the rolls stay, never thrown.

    When he may (after a deadline) is asked by who calls.  Said again it changes nothing.  Stale where the dice lie already,
    NotAllowed for anybody but a GM of the ledger, Refused for a reason that is too short or too long.
    """
    why = reason_in(why)
    with transaction.atomic():
        ledger = chain.lock(by.ledger_id)
        gm = gm_lane(ledger, by)
        if bind.ledger_id != ledger.pk:
            raise NotAllowed("That request stands in another ledger than yours.")
        if ledger.entries.filter(t="cast", pid=bind.pid, rid=bind.rid).exists():
            raise Stale("The witness has given his number, so the dice lie. Void the roll if it was a mistake.")
        return _take_back(ledger, bind, gm, why)


def _take_back(ledger: Ledger, bind: Entry, gm: Lane, why: str) -> tuple[Roll, ...]:
    rolls = tuple(bind.rolls.select_related("entry", "witness__person").order_by("place"))
    lane = ledger.lanes.get(pid=bind.pid)
    if lane.bind_id != bind.pk:
        return rolls
    entry = record_void(ledger, gm, why, ref=bind.i, r=None)
    lane.bind = None
    lane.save(update_fields=["bind"])
    for roll in rolls:
        Void.objects.create(entry=entry, roll=roll, by=gm)
        strike(roll)
    return rolls


def take_back_all(ledger: Ledger, gm: AbstractBaseUser, why: str) -> int:
    """The same for every request of the locked ledger that waits, in that GM's name; returns how many.

    Refused where he is no GM there.
    """
    by = ledger.lanes.filter(person=gm.pk, role="gm").select_related("person").first()
    if by is None:
        raise Refused(f"{gm} is no GM in ledger {ledger.led}, so nothing can be taken back in that name.")
    waiting = list(open_binds(ledger))
    for bind in waiting:
        _take_back(ledger, bind, by, why)
    return len(waiting)


def open_binds(ledger: Ledger) -> Iterable[Entry]:
    """The requests of the ledger that wait for their witness and hold their lanes, the oldest first."""
    return ledger.entries.filter(t="bind", holds__isnull=False).order_by("i")


def bind_of(roll: Roll) -> Entry | None:
    """The request of a roll with a witness, whether it is thrown or not; `roll.entry` is loaded."""
    entry: Entry = roll.entry
    if entry.t == "bind":
        return entry
    ref = json.loads(entry.body).get("bind")
    return Entry.objects.get(ledger=entry.ledger_id, i=ref) if ref is not None else None
