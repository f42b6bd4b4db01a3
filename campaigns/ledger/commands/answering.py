"""Rolls that answer one another: which still wait, and what becomes of them."""

from __future__ import annotations

from collections.abc import Sequence

from django.db import transaction

from campaigns.ledger import card, packs
from campaigns.ledger.commands import chain
from campaigns.ledger.models import Ledger, Roll
from campaigns.site.refused import Refused, Stale


def still_waiting(ledger: Ledger, asked: Sequence[Roll]) -> dict[int, Roll]:
    """The rolls that are to be answered, fresh, by primary key, the ledger being locked.

    Refused for a roll of another ledger or one whose own dice are not set yet, Stale for one that has its answer.
    """
    if not asked:
        return {}
    found = Roll.objects.select_related("entry").filter(entry__ledger=ledger, pk__in=[roll.pk for roll in asked])
    known = {roll.pk: roll for roll in found}
    for roll in asked:
        fresh = known.get(roll.pk)
        if fresh is None:
            raise Refused("The roll to be answered stands in another ledger; a roll is answered in its own.")
        _check(fresh)
    if len(known) < len(asked):
        raise Stale("One post answers a roll once; leave the second answer out. Nothing was thrown.")
    return known


def _check(roll: Roll) -> None:
    if roll.waits == "choice":
        raise Refused("That roll still waits for its own dice; it is answered once they are set. Nothing was thrown.")
    if roll.waits != "answer":
        raise Stale("That roll does not wait for an answer any more; look at the newest posts. Nothing was thrown.")


def settle(roll: Roll) -> None:
    """The roll has its answer: its card waits no longer and shows who answered; so do the cards that show it."""
    roll.waits = ""
    redraw(roll)
    redraw_above(roll)


def leave_unanswered(roll: Roll) -> Roll:
    """Says that nobody answers the roll, which then stands by itself; the chain is not changed. Read the roll anew.

    Whether the person may say so is asked by who calls. Said again it changes nothing; Stale where it was answered since.
    """
    with transaction.atomic():
        chain.lock(roll.entry.ledger_id)
        fresh = Roll.objects.select_related("entry").get(pk=roll.pk)
        if fresh.unanswered:
            return fresh
        _check(fresh)
        fresh.waits, fresh.unanswered = "", True
        redraw(fresh)
        redraw_above(fresh)
    return fresh


def redraw(roll: Roll) -> None:
    """Reads the dice anew with all that came after them, and stores the card and the roll's state.

    The faces stay those of the ledger. Refused where the rules of the roll are not known here: its card stays as it is.
    """
    system = packs.find(roll.rv)
    if system is None:
        raise Refused(f"The rules {roll.rv} are not known here, so the roll's card cannot be drawn anew.")
    roll.card = card.describe(roll, card.declaration_of(roll), card.dice_of(roll), system)
    if roll.waits not in ("choice", "answer", "witness"):
        roll.waits = "" if roll.is_void else card.still(roll, system)
    roll.html = card.draw(roll)
    roll.save(update_fields=["waits", "is_void", "unanswered", "chosen", "choice", "set_by", "uses", "ruled", "card", "html"])


def redraw_above(roll: Roll) -> None:
    """The same for the rolls whose cards show this one."""
    for one in card.above(roll):
        redraw(one)
