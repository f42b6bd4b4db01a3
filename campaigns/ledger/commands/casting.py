"""Throwing dice: one request, one envelope, one entry, whatever is sent again (vroll/1, section 7)."""

from __future__ import annotations

import logging
import re
import secrets
from collections.abc import Sequence
from dataclasses import dataclass
from hashlib import sha256
from typing import Any

from django.db import transaction

from campaigns.ledger import card, keys
from campaigns.ledger.commands import chain
from campaigns.ledger.models import Entry, Lane, Ledger, Opening, Roll
from campaigns.site.refused import NotAllowed, Refused, Stale
from rules import catalogue
from rules.errors import RuleError
from rules.proof import hashes, write
from rules.proof.canonical import canon
from rules.proof.draw import draw
from rules.system import Declaration, RuleSystem, Thrown

MOST_ROLLS = 32
LONGEST_NAME = 60

_HEX16 = re.compile(r"[0-9a-f]{32}", re.ASCII)
_HEX32 = re.compile(r"[0-9a-f]{64}", re.ASCII)
_SEEN = re.compile(r"(0|[1-9][0-9]{0,14}):([0-9a-f]{64})(?::([0-9a-f]{128}))?", re.ASCII)

log = logging.getLogger(__name__)


@dataclass(frozen=True)
class Wanted:
    """One roll. purpose: the typed line, sealed.  char: the character's id in the ledger, or "".  name: its name."""

    declaration: Declaration
    purpose: str
    char: str = ""
    name: str = ""


@dataclass(frozen=True)
class Ask:
    """What the form sent. rid: 32 hex digits, one per form.  cn: the browser's number, 64 hex digits.

    k: the envelope that the browser saw.  seen: the newest entry that it knew, "<i>:<hash>", a signature may follow.
    words: typed instead of a number, 16 characters or more. Without cn and words the site's own number is taken.
    """

    rid: str
    cn: str = ""
    k: int | None = None
    seen: str = ""
    words: str = ""


@dataclass(frozen=True)
class Cast:
    """The entry that holds the dice, and its rolls in order."""

    entry: Entry
    rolls: tuple[Roll, ...]


@dataclass(frozen=True)
class _Asked:
    """A roll ready to be thrown: what is recorded is what the printed expression alone stands for."""

    wanted: Wanted
    recorded: Declaration
    system: RuleSystem


def throw(lane: Lane, *, ask: Ask, wanted: Sequence[Wanted], post: str | None, thread: str | None, text: str | None) -> Cast:
    """Throws the rolls into the lane's ledger, in one entry, and draws their cards.

    post, thread: ids in the ledger, or None.  text: the post's text as it is stored, sealed beside the dice.  The same
    request sent again gives the stored cast. Raises Refused for what cannot be thrown, Stale where another tab or
    device was quicker: then nothing was thrown and no envelope spent. Read the lane anew for the next form.
    """
    if not _HEX16.fullmatch(ask.rid):
        raise Refused("The form has lost its number; reload the page and post again.")
    asked = tuple(_prepare(one) for one in wanted)
    if not 1 <= len(asked) <= MOST_ROLLS:
        raise Refused(f"A post throws 1 to {MOST_ROLLS} rolls; this one asks for {len(asked)}.")
    print_of_request = _digest(ask, wanted, thread, text)
    with transaction.atomic():
        ledger = chain.lock(lane.ledger_id)
        known = ledger.entries.filter(t="cast", pid=lane.pid, rid=ask.rid).first()
        if known is not None:
            return _again(known, print_of_request)
        fresh = ledger.lanes.get(pk=lane.pk)
        if fresh.role == "out":
            raise NotAllowed("You have left this campaign; only its members throw dice.")
        request = _request(ledger, fresh, ask, post, thread)
        try:
            return _record(ledger, fresh, request, asked, (text, print_of_request))
        except RuleError as refusal:
            raise Refused(refusal.sentence) from refusal


def _prepare(wanted: Wanted) -> _Asked:
    said = wanted.declaration
    system = catalogue.by_rv(said.rv)
    if system is None:
        raise Refused(f"The rules {said.rv} are not known here, so nothing can be thrown by them.")
    try:
        recorded = system.parse(said.expr)
    except RuleError as refusal:
        raise Refused(refusal.sentence) from refusal
    if (recorded.req, recorded.fix, recorded.open) != (said.req, said.fix, said.open):
        raise Refused(f"The roll {said.expr} asks for other dice than its written form; it cannot be recorded.")
    return _Asked(wanted, recorded, system)


def _digest(ask: Ask, wanted: Sequence[Wanted], thread: str | None, text: str | None) -> str:
    """What tells a request sent again from another one: all that was typed and sent, nothing that the site adds."""
    rolls = [{"purpose": one.purpose, "char": one.char} for one in wanted]
    sent = {"rid": ask.rid, "cn": ask.cn, "k": ask.k, "words": ask.words, "thr": thread, "text": text, "rolls": rolls}
    return sha256(canon(sent)).hexdigest()


def _again(entry: Entry, print_of_request: str) -> Cast:
    if entry.asked != print_of_request:
        raise Stale("This form was sent already, with other words; its dice stand. Reload the page to write a new post.")
    return Cast(entry, tuple(entry.rolls.order_by("place")))


def _request(ledger: Ledger, lane: Lane, ask: Ask, post: str | None, thread: str | None) -> write.Request:
    """The request as the chain records it, once its envelope, head and number are found right."""
    seen = _seen(ledger, ask)
    if ask.k is not None and ask.k != lane.k:
        raise Stale(
            f"Your envelope {ask.k} is not the next one: number {lane.k} is, as another tab or device has thrown "
            "since. Nothing was thrown; look at the newest posts, then post again."
        )
    if seen[0] < lane.sealed_in:
        raise Stale(
            f"Your envelope {lane.k} was sealed after your page was made. Nothing was thrown; post again from the new page."
        )
    cs, cn = _number(ledger, lane, ask)
    return write.Request(pid=lane.pid, k=lane.k, rid=ask.rid, cn=cn, cs=cs, seen=seen, post=post, thr=thread)


def _seen(ledger: Ledger, ask: Ask) -> tuple[int, str]:
    """The entry that the browser knew last; the newest one where it says nothing."""
    if not ask.seen:
        return ledger.length - 1, ledger.head
    found = _SEEN.fullmatch(ask.seen)
    if found is None:
        raise Refused("The form does not say which roll your page saw last; reload the page and post again.")
    i, head = int(found[1]), found[2]
    if (i == ledger.length - 1 and head == ledger.head) or ledger.entries.filter(i=i, hash=head).exists():
        return i, head
    if found[3] and _is_ours(ledger, i, head, found[3]):
        log.critical("ledger %s is behind a receipt of its own for entry %s: was a backup restored?", ledger.led, i)
        raise chain.DiceClosed(
            "Your browser holds a receipt for rolls that the site has lost. The dice are closed until the operator has "
            "put the site's records right; keep your receipt. Nothing was thrown."
        )
    raise Refused("Your page names a roll that this ledger does not hold; reload the page and post again.")


def _is_ours(ledger: Ledger, i: int, head: str, signature: str) -> bool:
    return keys.sign(write.sign_message(ledger.led, i, head)) == signature  # Ed25519 signs alike each time


def _number(ledger: Ledger, lane: Lane, ask: Ask) -> tuple[str, str]:
    """(cs, cn): where the second number comes from, and the number."""
    if not ask.cn and not ask.words:
        return "server", hashes.server_number(bytes.fromhex(ledger.led), bytes.fromhex(lane.pid), lane.k).hex()
    if ask.cn:
        cs, cn = "browser", ask.cn
    else:
        try:
            cs, cn = "typed", hashes.typed_number(ask.words).hex()
        except RuleError as refusal:
            raise Refused(refusal.sentence, field="words") from refusal
    if not _HEX32.fullmatch(cn):
        raise Refused("Your browser's number is not one; reload the page and post again.")
    if ledger.entries.filter(pid=lane.pid, cn=cn).exists():
        raise Refused("This number was thrown with before; each throw needs one of its own. Reload the page and post again.")
    return cs, cn


def _record(ledger: Ledger, lane: Lane, request: write.Request, asked: Sequence[_Asked], sealed: tuple[str | None, str]) -> Cast:
    """Draws the dice, appends the entry, seals the next envelope, stores the cards. sealed: text and request digest."""
    text, print_of_request = sealed
    led, pid = bytes.fromhex(ledger.led), bytes.fromhex(lane.pid)
    secret = keys.secret_of(ledger.led, lane.pid, lane.k, lane.salt)
    key = hashes.cast_key(secret, led=led, pid=pid, k=lane.k, cn=bytes.fromhex(request.cn))
    dice = [draw(key, r, one.recorded, one.system) for r, one in enumerate(asked)]
    openings = [_opening(r, "purpose", one.wanted.purpose) for r, one in enumerate(asked)]
    rolls = [_line_of(one, thrown, opened) for one, thrown, opened in zip(asked, dice, openings, strict=True)]
    if text is not None:
        openings.append(_opening(-1, "text", text))
    seals = {"text": _sealed(openings[-1])} if text is not None else {}
    after = chain.seal(ledger.led, lane.pid, lane.k + 1)
    body = write.cast(chain.link(ledger), request, rolls, seals=seals, next=after.seal, seed=secret.hex())
    number = "" if request.cs == "server" else request.cn
    entry = chain.append(ledger, body, asked=print_of_request, cn=number)
    for one in openings:
        one.entry = entry
    Opening.objects.bulk_create(openings)
    lane.k, lane.salt, lane.envelope, lane.sealed_in = lane.k + 1, after.salt, after.seal, entry.i
    lane.save(update_fields=["k", "salt", "envelope", "sealed_in"])
    cards = [_card(entry, body, (r, *pair)) for r, pair in enumerate(zip(asked, dice, strict=True))]
    return Cast(entry, tuple(Roll.objects.bulk_create(cards)))


def _opening(place: int, name: str, value: str) -> Opening:
    return Opening(place=place, name=name, salt=secrets.token_hex(32), value=value)


def _sealed(opening: Opening) -> str:
    return write.seal(opening.name, opening.salt, opening.value)


def _line_of(asked: _Asked, dice: Sequence[Thrown], purpose: Opening) -> dict[str, Any]:
    res = asked.system.result(asked.recorded, dice)
    return write.roll(asked.recorded, dice, res, char=asked.wanted.char or None, purpose=_sealed(purpose))


def _card(entry: Entry, body: dict[str, Any], thrown: tuple[int, _Asked, Sequence[Thrown]]) -> Roll:
    r, asked, dice = thrown
    roll = Roll(
        entry=entry,
        place=r,
        post=body["post"] or "",
        thread=body["thr"] or "",
        char=asked.wanted.char,
        name=asked.wanted.name[:LONGEST_NAME],
        rv=asked.recorded.rv,
        expr=asked.recorded.expr,
        level="site" if body["cs"] == "server" else "yours",
        card=card.describe(asked.wanted.declaration, asked.system.read(asked.wanted.declaration, dice), dice),
    )
    roll.html = card.draw(roll, entry, asked.system.title)
    return roll
