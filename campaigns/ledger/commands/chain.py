"""Appending one entry, and the envelope that the next one opens."""

from __future__ import annotations

import logging
from dataclasses import dataclass
from datetime import datetime
from functools import partial
from typing import Any

from django.core.exceptions import ImproperlyConfigured
from django.db import transaction

from campaigns.ledger import keys, side
from campaigns.ledger.models import Entry, Ledger
from campaigns.site.clock import now
from campaigns.site.refused import Refused
from rules.proof import hashes, write
from rules.proof.canonical import canon

log = logging.getLogger(__name__)


class DiceClosed(Refused):
    """Nothing can be thrown until the operator has put something right."""

    status = 503


def lock(ledger_id: int, *, recovering: bool = False, after_close: bool = False) -> Ledger:
    """The ledger's row, fresh and locked to the end of the transaction.

    Raises DiceClosed where the key is another, or where entries are lost and the caller is not `recovering` from that, and
    Refused where the ledger is closed, unless the caller does what may be done `after_close`.
    """
    ledger = Ledger.objects.select_for_update().get(pk=ledger_id)
    try:
        fits = ledger.key in keys.public_keys()
    except ImproperlyConfigured as fault:
        raise DiceClosed("The dice are closed: the site's key file is missing. Nothing was thrown.") from fault
    if not fits:
        raise DiceClosed("The dice are closed: the site's key is not the one that began this ledger. Nothing was thrown.")
    if not recovering:
        _refuse_a_loss(ledger)
    if ledger.closed and not after_close:
        raise Refused("The dice of this table are closed for good: what was thrown stands, and nothing is thrown any more.")
    return ledger


def _refuse_a_loss(ledger: Ledger) -> None:
    try:
        lost = side.lost(ledger)
    except OSError as fault:
        log.critical("the side file %s cannot be read: %s", side.path(), fault)
        raise DiceClosed("The dice are closed: the site cannot look up its newest entries. Nothing was thrown.") from fault
    if lost:
        log.critical("ledger %s ends at entry %s and had entry %s: run ledger_recover", ledger.led, ledger.length - 1, lost.i)
        raise DiceClosed(f"{side.told_of(lost)} Nothing was thrown.")


def link(ledger: Ledger) -> write.Link:
    """Where the next entry hangs; its time never falls behind that of the newest one."""
    stamp = max(int(now().timestamp() * 1000), ledger.stamp)
    return write.Link(ledger.led, ledger.length, ledger.head or hashes.NOUGHT.hex(), stamp)


def append(ledger: Ledger, body: dict[str, Any], *, asked: str = "", cn: str = "", rid: str = "") -> Entry:
    """Signs and stores `body` as the newest entry of the locked ledger and moves the ledger's head.

    rid: the number of the form, where the entry itself does not hold it.  The side file hears of the entry before and after
    the commit; raises DiceClosed where it cannot.
    """
    hash = write.entry_hash(body)
    entry = Entry(
        ledger=ledger,
        i=body["i"],
        t=body["t"],
        body=canon(body).decode("utf-8"),
        hash=hash,
        signature=keys.sign(write.sign_message(ledger.led, ledger.length, hash), ledger.key),
        pid=body.get("pid", ""),
        k=body.get("k"),
        rid=body.get("rid", rid),
        cn=cn,
        asked=asked,
        at=_moment(body["ts"]),
    )
    entry.save()
    ledger.length, ledger.head, ledger.stamp = ledger.length + 1, hash, body["ts"]
    ledger.save(update_fields=["length", "head", "stamp"])
    _write_down(entry)
    return entry


def _write_down(entry: Entry) -> None:
    written = (entry.ledger.led, entry.i, entry.hash)
    try:
        side.announce(*written)
    except OSError as fault:
        log.critical("the side file %s cannot be written: %s", side.path(), fault)
        raise DiceClosed("The dice are closed: the site cannot write down its newest entry. Nothing was thrown.") from fault
    transaction.on_commit(partial(side.confirm, *written))


def _moment(stamp: int) -> datetime:
    return datetime.fromtimestamp(stamp / 1000, tz=now().tzinfo)


@dataclass(frozen=True)
class Envelope:
    """A sealed secret: `salt` stays in the lane, `seal` goes into the chain."""

    salt: str
    seal: str


def seal(led: str, pid: str, k: int) -> Envelope:
    """A new envelope number k, of a fresh salt."""
    salt = keys.fresh_salt()
    secret = keys.secret_of(led, pid, k, salt)
    return Envelope(salt, hashes.envelope(bytes.fromhex(led), bytes.fromhex(pid), k, secret).hex())
