"""After a restored backup: every envelope that somebody may know is sealed anew, for all to see (vroll/1, section 7)."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial

from django.contrib.auth.base_user import AbstractBaseUser
from django.db import transaction

from campaigns.ledger import keys, side
from campaigns.ledger.commands import chain
from campaigns.ledger.commands.asking import is_shown_by
from campaigns.ledger.commands.witnessing import open_binds, take_back_all
from campaigns.ledger.models import Ledger
from campaigns.site.refused import Refused
from rules.proof import hashes, write
from rules.proof.breach import Breach

WHY = "Every envelope of this table was sealed anew. Ask for this roll anew."


@dataclass(frozen=True)
class Recovery:
    """What was done. after: number of the newest entry that was left.  gone: highest number of a lost one that is known.

    voided: requests for a witness that were taken back.  sealed: envelopes that were sealed anew.
    """

    after: int
    gone: int
    voided: int
    sealed: int


def recover(ledger: Ledger, *, gm: AbstractBaseUser | None = None) -> Recovery | None:
    """Opens the dice of a ledger that lost entries; None where nothing is missing.

    Appends one block of new seals over all lanes, which anybody can see. A lane whose request waits for a witness cannot be
    sealed anew, and the format lets a GM alone take such a request back: `gm` is the person in whose name that is recorded,
    who has to be asked first. Refused where there is such a request and nobody is named, or somebody who is no GM here.
    """
    with transaction.atomic():
        locked = chain.lock(ledger.pk, recovering=True)
        lost = side.missing(locked)
        if lost is None:
            return None
        after, gone = locked.length - 1, max(lost.i, side.gone_up_to(locked.led))
        voided = sealed = 0
        if not locked.entries.filter(t="close").exists():  # only secret casts may be revealed there, and none is thrown
            voided = take_back_binds(locked, gm)
            sealed = seal_anew(locked)
        transaction.on_commit(partial(side.go_on, locked.led, side.Head(locked.length - 1, locked.head), gone))
    return Recovery(after, gone, voided, sealed)


def seal_anew(ledger: Ledger) -> int:
    """One block of new seals over all lanes of the locked ledger, in the order of the joins; returns how many."""
    lanes = {lane.pid: lane for lane in ledger.lanes.all()}
    joined = list(ledger.entries.filter(t="join").order_by("i").values_list("pid", flat=True))
    for pid in joined:
        lane = lanes[pid]
        fresh = chain.seal(ledger.led, pid, lane.k)
        entry = chain.append(ledger, write.reseal(chain.link(ledger), pid=pid, k=lane.k, next=fresh.seal))
        lane.salt, lane.envelope, lane.sealed_in = fresh.salt, fresh.seal, entry.i
        lane.save(update_fields=["salt", "envelope", "sealed_in"])
    return len(joined)


def take_back_binds(ledger: Ledger, gm: AbstractBaseUser | None) -> int:
    """Takes back, in that GM's name, all requests of the locked ledger that wait for a witness; returns how many."""
    waiting = list(open_binds(ledger))
    if not waiting:
        return 0
    rolls = "a roll waits for its" if len(waiting) == 1 else f"{len(waiting)} rolls wait for their"
    if gm is None:
        raise Refused(
            f"In ledger {ledger.led} {rolls} witness, which only a GM of that table takes back. Ask one, and name him: --gm NAME."
        )
    return take_back_all(ledger, gm, WHY)


def _is_signed(ledger: Ledger, head: side.Head, signature: str) -> bool:
    """Whether any key of the file signed that entry."""
    return keys.has_signed(write.sign_message(ledger.led, head.i, head.hash), signature, since=keys.public_keys()[0])


def heed(ledger: Ledger, receipt: str) -> bool:
    """Hears a receipt that somebody's browser keeps (`vroll1:...`); true where it shows an entry that the ledger lacks.

    Then no dice are thrown into it until `recover`, unless a recovery has given that entry up already. Refused for a text that
    is no receipt of this ledger.
    """
    try:
        told = hashes.read_receipt(receipt)
    except Breach as refusal:
        raise Refused("That is no receipt of this table.") from refusal
    ledger, head = Ledger.objects.get(pk=ledger.pk), side.Head(told.i, told.head.hex())
    if told.led.hex() != ledger.led:
        raise Refused("That receipt belongs to another table.")
    known, signature = ledger.entries.filter(i=head.i, hash=head.hash).first(), told.signature.hex()
    if known is not None and (signature == known.signature or _is_signed(ledger, head, signature)):
        return False
    if known is not None or not is_shown_by(ledger, head, signature):
        raise Refused("This site did not sign that receipt.")
    if head.i > side.gone_up_to(ledger.led):
        side.believe(ledger.led, head)
    return True
