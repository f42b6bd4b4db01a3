"""The end of a ledger: after its `close` nothing but reveals may follow (vroll/1, section 4)."""

from __future__ import annotations

from django.db import transaction

from campaigns.ledger.commands import chain
from campaigns.ledger.models import Entry, Ledger, Sealed
from campaigns.site.refused import Refused
from rules.proof import write


def close(ledger: Ledger) -> Entry:
    """Closes the ledger for good. Refused while a roll waits for its witness, or while one is still sealed: that is to be
    revealed or taken back first, since nobody could open it alone afterwards.
    """
    with transaction.atomic():
        locked = chain.lock(ledger.pk)
        require_no_bind(locked)
        if Sealed.objects.filter(roll__entry__ledger=locked, roll__sealed=True).exists():
            raise Refused("A roll is still sealed. It is revealed before the dice are closed.")
        entry = chain.append(locked, write.close(chain.link(locked)))
        locked.closed = True
        locked.save(update_fields=["closed"])
    return entry


def require_no_bind(ledger: Ledger) -> None:
    """Refused while a roll waits for its witness. Asked before anything is revealed, which nobody can undo, and when locked."""
    if ledger.lanes.exclude(bind=None).exists():
        raise Refused("A roll waits for its witness. Let it be thrown, or take it back, before the dice are closed.")
