"""Throwing dice: one request, one envelope, one entry, whatever is sent again (vroll/1, section 7)."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from hashlib import sha256
from typing import Any

from django.db import transaction
from django.db.models import OuterRef, Subquery

from campaigns.ledger import card, keys, packs
from campaigns.ledger.access import OPEN, Secrecy
from campaigns.ledger.commands import chain, sealing
from campaigns.ledger.commands.answering import settle, still_waiting
from campaigns.ledger.commands.asking import Ask, check_number, request_of
from campaigns.ledger.models import Entry, Lane, Ledger, Opening, Roll, Sealed
from campaigns.site.refused import NotAllowed, Refused, Stale
from rules.errors import RuleError
from rules.proof import hashes, write
from rules.proof.canonical import canon
from rules.proof.draw import draw
from rules.system import Declaration, Rival, RuleSystem, Thrown

MOST_ROLLS = 32
LONGEST_NAME = 60
LONGEST_LIST = 400

Reply = Callable[[Rival], Declaration]
"""Makes the declaration of an answer out of the roll that stands just before it in the same cast, once that is thrown."""


@dataclass(frozen=True)
class Wanted:
    """One roll. purpose: the typed line, sealed.  char: the character's id in the ledger, or "".  name: its name.

    target, target_char, opponent_char: at whom the roll is aimed, as `Roll` keeps it.  answers: the waiting roll that this
    one answers; a `Reply` for a declaration answers the roll before it.
    """

    declaration: Declaration | Reply
    purpose: str
    char: str = ""
    name: str = ""
    target: str = ""
    target_char: str = ""
    opponent_char: str = ""
    answers: Roll | None = None


@dataclass(frozen=True)
class Cast:
    """The entry that holds the dice, and its rolls in order."""

    entry: Entry
    rolls: tuple[Roll, ...]


@dataclass(frozen=True)
class Prepared:
    """A roll ready to be thrown: `recorded` is what the printed expression alone stands for, `said` what the card says."""

    said: Declaration
    recorded: Declaration
    system: RuleSystem

    def res(self, dice: Sequence[Thrown]) -> dict[str, Any]:
        """The outcome that the ledger records beside the dice: {} while dice are open, whose choice records it."""
        return {} if self.recorded.open else self.system.result(self.recorded, dice)


@dataclass(frozen=True)
class _Beside:
    """What goes into an entry besides its rolls. secret: the envelope's, by `salt`.  text: the post's.  asked: the request's."""

    secret: bytes
    salt: str
    text: str | None
    asked: str
    secrecy: Secrecy


@dataclass(frozen=True)
class _Fallen:
    """A roll with its dice, and its purpose before it is sealed."""

    wanted: Wanted
    asked: Prepared
    dice: tuple[Thrown, ...]
    purpose: Opening


def throw(
    lane: Lane,
    *,
    ask: Ask,
    wanted: Sequence[Wanted],
    post: str | None,
    thread: str | None,
    text: str | None,
    secrecy: Secrecy = OPEN,
) -> Cast:
    """Throws the rolls into the lane's ledger, in one entry, and draws their cards.

    post, thread: ids in the ledger, or None.  text: the post's as it is stored, sealed beside the dice.  secrecy: who sees them
    before they are revealed; the rolls that are given are then what the table sees.  Rolls that are answered wait no longer.
    The same request sent again gives the stored cast.  Raises Refused for what cannot be thrown, Stale where another tab or
    device was quicker: then nothing was thrown and no envelope spent.  Read the lane anew for the next form.
    """
    check_number(ask.rid)
    asked = _ready(wanted, secrecy)
    print_of_request = _digest(ask, wanted, thread, text, secrecy)
    with transaction.atomic():
        ledger = chain.lock(lane.ledger_id)
        sent = ledger.entries.filter(t__in=("cast", "bind"), pid=OuterRef("pid"), rid=ask.rid).order_by("-i")
        fresh = ledger.lanes.annotate(sent=Subquery(sent.values("pk")[:1])).get(pk=lane.pk)
        if fresh.sent is not None:
            return again(ledger.entries.get(pk=fresh.sent), print_of_request)
        if fresh.role == "out":
            raise NotAllowed("You have left this campaign; only its members throw dice.")
        request = request_of(ledger, fresh, ask, post, thread)
        rivals = still_waiting(ledger, [one.answers for one in wanted if one.answers is not None])
        secret = keys.secret_of(ledger.led, fresh.pid, fresh.k, fresh.salt)
        try:
            fallen = _draw(ledger, request, secret, list(zip(wanted, asked, strict=True)))
            beside = _Beside(secret, fresh.salt, text, print_of_request, secrecy)
            if secrecy.sees:
                return _sealed_cast(ledger, fresh, request, fallen, beside)
            entry = _record(ledger, fresh, request, [_line_of(one) for one in fallen], beside)
            return Cast(entry, _lay_out(entry, request, fallen, rivals))
        except RuleError as refusal:
            raise Refused(refusal.sentence) from refusal


def _ready(wanted: Sequence[Wanted], secrecy: Secrecy) -> list[Prepared | None]:
    """Each roll ready to be thrown, None for a reply. Refused for too many, and in secret for one that meets somebody."""
    asked = [None if callable(one.declaration) else prepare(one.declaration) for one in wanted]
    if not 1 <= len(asked) <= MOST_ROLLS:
        raise Refused(f"A post throws 1 to {MOST_ROLLS} rolls; this one asks for {len(asked)}.")
    if secrecy.sees and any(sealing.meets_others(one.declaration, target=one.target, answers=one.answers) for one in wanted):
        raise Refused(sealing.LINKED)
    return asked


def prepare(said: Declaration) -> Prepared:
    """Refused where the rules are not known, or where the print does not ask for the dice of the declaration."""
    system = packs.find(said.rv)
    if system is None:
        raise Refused(f"The rules {said.rv} are not known here, so nothing can be thrown by them.")
    try:
        recorded = system.parse(said.expr)
    except RuleError as refusal:
        raise Refused(refusal.sentence) from refusal
    if (recorded.req, recorded.fix, recorded.open) != (said.req, said.fix, said.open):
        raise Refused(f"The roll {said.expr} asks for other dice than its written form; it cannot be recorded.")
    return Prepared(said, recorded, system)


def _digest(ask: Ask, wanted: Sequence[Wanted], thread: str | None, text: str | None, secrecy: Secrecy) -> str:
    """What tells a request sent again from another one: all that was typed and sent, nothing that the site adds."""
    rolls = [{"purpose": one.purpose, "char": one.char} for one in wanted]
    sent = {"rid": ask.rid, "cn": ask.cn, "k": ask.k, "words": ask.words, "thr": thread, "text": text, "rolls": rolls}
    sent |= {"sees": secrecy.sees} if secrecy.sees else {}
    return sha256(canon(sent)).hexdigest()


def again(entry: Entry, print_of_request: str) -> Cast:
    """What a form made that is sent again; Stale where it comes with other words."""
    if entry.asked != print_of_request:
        raise Stale("This form was sent already, with other words; its dice stand. Reload the page to write a new post.")
    return Cast(entry, tuple(entry.rolls.order_by("place")))


def _draw(ledger: Ledger, request: write.Request, secret: bytes, asked: Sequence[tuple[Wanted, Prepared | None]]) -> list[_Fallen]:
    """The dice of every roll in order; a reply is declared once the roll before it lies."""
    led, pid, cn = bytes.fromhex(ledger.led), bytes.fromhex(request.pid), bytes.fromhex(request.cn)
    key = hashes.cast_key(secret, led=led, pid=pid, k=request.k, cn=cn)
    fallen: list[_Fallen] = []
    for r, (wanted, known) in enumerate(asked):
        ready = known or prepare(_replied(wanted, fallen, ledger.length))
        dice = draw(key, r, ready.recorded, ready.system)
        fallen.append(_Fallen(wanted, ready, dice, opening(r, "purpose", wanted.purpose)))
    return fallen


def _replied(wanted: Wanted, fallen: Sequence[_Fallen], i: int) -> Declaration:
    """The declaration of a reply in entry `i` to the roll before it."""
    before = fallen[-1] if fallen else None
    if before is None or not before.asked.said.waits or before.asked.said.open or not callable(wanted.declaration):
        raise Refused("This roll answers the one before it, and there is none that waits for an answer.")
    number = f"{i}.{len(fallen) - 1}"
    return wanted.declaration(Rival(number, before.wanted.name or card.NOBODY, before.asked.said, before.dice))


_Line = tuple[dict[str, Any], Opening]
"""A roll as the format writes it, and its purpose, which it seals."""


def _record(ledger: Ledger, lane: Lane, request: write.Request, lines: list[_Line], beside: _Beside) -> Entry:
    """Appends the entry and seals the next envelope."""
    of_entry = [opening(-1, "text", beside.text)] if beside.text is not None else []
    if beside.secrecy.hides_place:
        of_entry.append(opening(-1, "place", sealing.place_text(request.thr, request.post)))
        request = replace(request, thr=None, post=None)
    seals = {one.name: seal_of(one) for one in of_entry}
    seed = "" if beside.secrecy.sees else beside.secret.hex()
    after = chain.seal(ledger.led, lane.pid, lane.k + 1)
    body = write.cast(chain.link(ledger), request, [roll for roll, _ in lines], seals=seals, next=after.seal, seed=seed)
    number = "" if request.cs == "server" else request.cn
    entry = chain.append(ledger, body, asked=beside.asked, cn=number)
    openings = [*(purpose for _, purpose in lines), *of_entry]
    for one in openings:
        one.entry = entry
    Opening.objects.bulk_create(openings)
    lane.k, lane.salt, lane.envelope, lane.sealed_in = lane.k + 1, after.salt, after.seal, entry.i
    lane.save(update_fields=["k", "salt", "envelope", "sealed_in"])
    return entry


def _sealed_cast(ledger: Ledger, lane: Lane, request: write.Request, fallen: Sequence[_Fallen], beside: _Beside) -> Cast:
    """The entry of a secret cast, what the table sees of its rolls, and what is kept of them until they are revealed."""
    specs = [opening(r, "spec", sealing.spec_text(one.asked.recorded, one.wanted.char)) for r, one in enumerate(fallen)]
    sealed = zip([one.purpose for one in fallen], specs, strict=True)
    lines = [(write.secret_roll(purpose=seal_of(purpose), spec=seal_of(spec)), purpose) for purpose, spec in sealed]
    entry = _record(ledger, lane, request, lines, beside)
    roller, rolls, truths = lane.person.get_username(), [], []
    for r, (one, spec) in enumerate(zip(fallen, specs, strict=True)):
        roll = roll_of(entry, request, r, one.wanted, one.asked.said)
        _describe(roll, one)
        outcome = write.outcome(one.dice, one.asked.res(one.dice))
        number = sealing.called(roll, len(fallen))
        truths.append(sealing.seal_up(roll, beside.secrecy, spec, outcome, roller=roller, number=number))
        rolls.append(roll)
    Roll.objects.bulk_create(rolls)
    for roll, truth in zip(rolls, truths, strict=True):
        truth.roll, truth.salt = roll, beside.salt
    Sealed.objects.bulk_create(truths)
    return Cast(entry, tuple(rolls))


def opening(place: int, name: str, value: str) -> Opening:
    """A text that stands sealed in an entry, with a fresh salt; `place` is the index of its roll, -1 for the entry itself."""
    return Opening(place=place, name=name, salt=secrets.token_hex(32), value=value)


def seal_of(one: Opening) -> str:
    return write.seal(one.name, one.salt, one.value)


def _line_of(one: _Fallen) -> _Line:
    seal, char = seal_of(one.purpose), one.wanted.char or None
    return write.roll(one.asked.recorded, one.dice, one.asked.res(one.dice), char=char, purpose=seal), one.purpose


def _lay_out(entry: Entry, request: write.Request, fallen: Sequence[_Fallen], rivals: dict[int, Roll]) -> tuple[Roll, ...]:
    """Stores the cards: first the rolls of their own, then the replies, which need those; rolls that are answered change."""
    rolls = [roll_of(entry, request, r, one.wanted, one.asked.said) for r, one in enumerate(fallen)]
    replies = []
    for roll, one in zip(rolls, fallen, strict=True):
        if callable(one.wanted.declaration):
            replies.append(roll)
        else:
            roll.answers = rivals[one.wanted.answers.pk] if one.wanted.answers else None
            _describe(roll, one)
    Roll.objects.bulk_create([roll for roll in rolls if roll not in replies])
    for roll in replies:
        roll.answers = rolls[roll.place - 1]
        _describe(roll, fallen[roll.place])
    Roll.objects.bulk_create(replies)
    for roll in rolls:
        if roll.answers is not None:
            settle(roll.answers)
    return tuple(rolls)


def roll_of(entry: Entry, request: write.Request, r: int, wanted: Wanted, said: Declaration) -> Roll:
    """Roll `r` of the entry, without its card."""
    return Roll(
        entry=entry,
        place=r,
        post=request.post or "",
        thread=request.thr or "",
        char=wanted.char,
        name=wanted.name[:LONGEST_NAME],
        target=wanted.target[:LONGEST_LIST],
        target_char=wanted.target_char,
        opponent_char=wanted.opponent_char,
        rv=said.rv,
        expr=said.expr,
        level="site" if request.cs == "server" else "yours",
        waits="choice" if said.open else "answer" if said.waits else "",
    )


def _describe(roll: Roll, one: _Fallen) -> None:
    roll.card = card.describe(roll, one.asked.said, one.dice, one.asked.system)
    roll.waits = roll.waits or card.still(roll, one.asked.system)
    roll.html = card.draw(roll)
