"""What of a ledger goes out: the composer's fields, lines to check, a roll's proof, the whole file."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator

from django.core.exceptions import ImproperlyConfigured
from django.db.models import QuerySet, prefetch_related_objects

from campaigns.ledger import keys
from campaigns.ledger.models import Entry, Lane, Ledger, Opening, Roll
from rules.proof import write
from rules.proof.canonical import canon
from rules.proof.hashes import head_code

BATCH = 500
"""Entries read at once."""

SEALING = ("join", "cast", "reseal")
"""Entries that seal a lane's next envelope."""


def form_fields(lane: Lane) -> dict[str, str | int]:
    """The composer's data attributes led, pid, k, envelope, seen, key; no query when the lane's ledger is loaded."""
    ledger = lane.ledger
    return {
        "led": ledger.led,
        "pid": lane.pid,
        "k": lane.k,
        "envelope": lane.envelope,
        "seen": f"{ledger.length - 1}:{ledger.head}",
        "key": ledger.key,
    }


def receipt_of(ledger: Ledger) -> str:
    """The receipt of the newest entry, `vroll1:...`; "" where the key file is missing. No query.

    Ed25519 gives the same signature whenever it is asked, so that of the entry need not be looked up.
    """
    signed = write.sign_message(ledger.led, ledger.length - 1, ledger.head)
    try:
        return f"vroll1:{ledger.led}:{ledger.length - 1}:{ledger.head}:{keys.sign(signed, ledger.key)}"
    except ImproperlyConfigured:
        return ""


def code_of(ledger: Ledger) -> str:
    """The newest entry as people read it to one another: six groups of four letters and digits."""
    return " ".join(head_code(bytes.fromhex(ledger.head)))


def lines_since(ledger: Ledger, after: int, limit: int = BATCH) -> list[str]:
    """Up to `limit` signed lines after entry `after`, without openings and line ends: enough to follow the chain."""
    return [_line(entry, ()) for entry in ledger.entries.filter(i__gt=after).order_by("i")[:limit]]


def sealing(entry: Entry) -> Entry:
    """The entry that sealed the envelope which this cast opened: one query."""
    earlier = Entry.objects.filter(ledger=entry.ledger_id, pid=entry.pid, i__lt=entry.i, t__in=SEALING)
    return earlier.latest("i")


def proof_of(roll: Roll) -> dict[str, str | int | list[str]]:
    """All that a roll can be recomputed from, as plain JSON.

    line: its entry's line, with the openings.  place: the index of the roll in it.  sealed: the line of the entry that
    sealed its envelope.  key: the public key that signs the ledger now, hex.  keys: all that may have signed one of these
    lines.  bind, wit: the lines of the request and of the witness's number, of a witnessed cast.  voids: those that took
    something of the roll back, with the reasons.  choice: the line of the entry that set its open dice, where they are set.
    reveal: the line that opened a cast which was thrown in secret; before that its openings come where the truth is laid on the
    roll alone.  At most eight queries.
    """
    entry = Entry.objects.select_related("ledger").get(pk=roll.entry_id)
    closed = roll.sealed and not roll.laid
    proof: dict[str, str | int | list[str]] = {
        "line": _line(entry, () if closed else entry.openings.order_by("place", "name")),
        "place": roll.place,
        "sealed": _line(sealing(entry), ()),
        "key": entry.ledger.key,
        "keys": keys_of(entry.ledger),
    }
    if roll.choice is not None:
        proof["choice"] = _line(roll.choice, ())
    if witnessed := witnessing(entry):
        proof["bind"], proof["wit"] = (_line(one, ()) for one in witnessed)
    if voids := voids_of(roll):
        proof["voids"] = [_line(one, one.openings.all()) for one in voids]
    if roll.reveal is not None:
        proof["reveal"] = _line(roll.reveal, ())
    return proof


def witnessing(entry: Entry) -> tuple[Entry, Entry] | None:
    """The request of a witnessed cast and the witness's entry, None for any other entry. At most one query."""
    ref = json.loads(entry.body).get("bind")
    if ref is None:
        return None
    bind, wit = Entry.objects.filter(ledger=entry.ledger_id, i__in=(ref, entry.i - 1)).order_by("i")
    return bind, wit


def voids_of(roll: Roll) -> list[Entry]:
    """The entries that took something of the roll back, the oldest first."""
    return list(Entry.objects.filter(voids__roll=roll.pk).prefetch_related("openings").order_by("i"))


def keys_of(ledger: Ledger) -> list[str]:
    """The public keys, hex, that signed the ledger's entries, in their order; they stand in its first entry and in `key` ones."""
    bodies = ledger.entries.filter(t__in=("genesis", "key")).order_by("i").values_list("body", flat=True)
    return [str(json.loads(body)["key"]) for body in bodies]


def export(ledger: Ledger, may_open: Callable[[Entry], bool]) -> Iterator[str]:
    """The file's lines, each with its LF. Seals are opened for those entries alone for which `may_open` says so.

    Five queries per 500 entries at most: entries, openings, and for `may_open` the rolls and the voids with their rolls, as
    `entry.rolls.all()` and `entry.voids.all()`.
    """
    after = -1
    while batch := list(_next(ledger.entries.all(), after)):
        prefetch_related_objects(batch, "openings", "rolls", "voids__roll")
        for entry in batch:
            openings = sorted(entry.openings.all(), key=lambda one: (one.place, one.name)) if may_open(entry) else ()
            yield _line(entry, openings) + "\n"
        after = batch[-1].i


def _next(entries: QuerySet[Entry], after: int) -> QuerySet[Entry]:
    return entries.filter(i__gt=after).order_by("i")[:BATCH]


def _line(entry: Entry, openings: Iterable[Opening]) -> str:
    """The canonical line, put together from the stored canonical body: keys e, h, o, s are in order already."""
    shown = [{"at": one.place, "name": one.name, "salt": one.salt, "value": one.value} for one in openings]
    opened = f',"o":{canon(shown).decode("utf-8")}' if shown else ""
    return f'{{"e":{entry.body},"h":{json.dumps(entry.hash)}{opened},"s":{json.dumps(entry.signature)}}}'
