"""The GM's word on a contest that his table left to him. The chain holds both results; which one holds stands beside it."""

from __future__ import annotations

from django.db import transaction

from campaigns.ledger.commands import chain
from campaigns.ledger.commands.answering import redraw, redraw_above
from campaigns.ledger.models import Roll
from campaigns.site.refused import Refused, Stale


def rule(roll: Roll, *, word: str) -> Roll:
    """Says once for ever of an answer whether time matters ("fast" or "slow"), and draws its card and that of its rival anew.

    Whether the person may say so is asked by who calls. The same word again changes nothing; Stale for the other one,
    Refused for a roll that waits for no such word.
    """
    if word not in dict(Roll.RULINGS):
        raise Refused("Say whether time matters: fast or slow.")
    with transaction.atomic():
        chain.lock(roll.entry.ledger_id)
        fresh = Roll.objects.select_related("entry", "answers__entry").get(pk=roll.pk)
        if fresh.ruled == word:
            return fresh
        if fresh.ruled:
            raise Stale(f"It is said already that {fresh.get_ruled_display()}; that is said once.")
        if fresh.waits != "word":
            raise Refused("This roll does not wait for the GM's word: nothing in it hangs on time.")
        fresh.ruled = word
        redraw(fresh)
        redraw_above(fresh)  # whose cards show this roll in short, and who won
    return fresh
