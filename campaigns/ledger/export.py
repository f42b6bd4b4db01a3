"""What of a ledger goes out: the composer's fields, lines to check, a roll's proof, the whole file."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator

from django.db.models import QuerySet, prefetch_related_objects

from campaigns.ledger.models import Entry, Lane, Ledger, Opening, Roll
from rules.proof.canonical import canon

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
    lines.  choice: the line of the entry that set its open dice, where they are set.  At most five queries.
    """
    entry = Entry.objects.select_related("ledger").get(pk=roll.entry_id)
    proof: dict[str, str | int | list[str]] = {
        "line": _line(entry, entry.openings.order_by("place", "name")),
        "place": roll.place,
        "sealed": _line(sealing(entry), ()),
        "key": entry.ledger.key,
        "keys": keys_of(entry.ledger),
    }
    if roll.choice is not None:
        proof["choice"] = _line(roll.choice, ())
    return proof


def keys_of(ledger: Ledger) -> list[str]:
    """The public keys, hex, that signed the ledger's entries, in their order; they stand in its first entry and in `key` ones."""
    bodies = ledger.entries.filter(t__in=("genesis", "key")).order_by("i").values_list("body", flat=True)
    return [str(json.loads(body)["key"]) for body in bodies]


def export(ledger: Ledger, may_open: Callable[[Entry], bool]) -> Iterator[str]:
    """The file's lines, each with its LF. Seals are opened for those entries alone for which `may_open` says so.

    Three queries per 500 entries: entries, openings, rolls (for `may_open`, as `entry.rolls.all()`).
    """
    after = -1
    while batch := list(_next(ledger.entries.all(), after)):
        prefetch_related_objects(batch, "openings", "rolls")
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
