"""Which of its sets a roll uses, said by its roller after the throw. The chain holds the dice alone; this stands beside it."""

from __future__ import annotations

from django.db import transaction

from campaigns.ledger.commands import chain
from campaigns.ledger.commands.answering import redraw
from campaigns.ledger.models import Roll
from campaigns.site.refused import Refused, Stale, refusing
from rules import catalogue
from rules.system import SecondActs, Uses


def allot(roll: Roll, *, uses: Uses) -> Roll:
    """Says once for ever which sets the roll uses, and draws its card anew; read the roll anew afterwards.

    Whether the person may say so is asked by who calls.  Stale where it is said already, Refused for sets that were not rolled.
    """
    if not isinstance(catalogue.by_rv(roll.rv), SecondActs):
        raise Refused("This roll has no sets to use.")
    with transaction.atomic():
        chain.lock(roll.entry.ledger_id)
        fresh = Roll.objects.select_related("entry", "answers").get(pk=roll.pk)
        if fresh.uses:
            raise Stale("The sets of this roll are allotted already; that is said once.")
        fresh.uses = [[list(of), action] for of, action in uses]
        with refusing():
            redraw(fresh)
    return fresh
