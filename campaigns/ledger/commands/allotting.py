"""Which of its sets a roll uses, said by its roller after the throw. The chain holds the dice alone; this stands beside it."""

from __future__ import annotations

from django.db import transaction

from campaigns.ledger import packs
from campaigns.ledger.commands import chain
from campaigns.ledger.commands.answering import redraw
from campaigns.ledger.models import Roll
from campaigns.site.refused import Refused, Stale, refusing
from rules.system import SecondActs, Uses


def allot(roll: Roll, *, uses: Uses) -> Roll:
    """Says once for ever which sets the roll uses, and draws its card anew; read the roll anew afterwards.

    Whether the person may say so is asked by who calls.  The same again changes nothing; Stale for another use, Refused
    for sets that were not rolled.
    """
    if roll.sealed:
        raise Refused("This roll is sealed yet: its sets are allotted once it is revealed.")
    if not isinstance(packs.find(roll.rv), SecondActs):
        raise Refused("This roll has no sets to use.")
    with transaction.atomic():
        chain.lock(roll.entry.ledger_id)
        fresh = Roll.objects.select_related("entry", "answers").get(pk=roll.pk)
        said = [[list(of), action] for of, action in uses]
        if fresh.uses == said:
            return fresh
        if fresh.uses:
            raise Stale("The sets of this roll are allotted already; that is said once.")
        fresh.uses = said
        with refusing():
            redraw(fresh)
    return fresh
