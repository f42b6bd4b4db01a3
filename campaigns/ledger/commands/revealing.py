"""Opening a secret cast for good: its secret, what was asked for and its dice go into the chain (vroll/1, `reveal`)."""

from __future__ import annotations

from django.db import transaction

from campaigns.ledger import keys
from campaigns.ledger.commands import chain
from campaigns.ledger.commands.sealing import open_up
from campaigns.ledger.models import Lane, Ledger, Roll, Sealed
from campaigns.site.refused import NotAllowed
from rules.proof import write


def reveal(roll: Roll, *, by: Lane | None) -> list[Roll]:
    """Opens all rolls of that roll's secret cast and draws their cards for everybody; gives them. [] where they are open already.

    by: the lane of its roller or of a GM; None where it falls due by itself, which the chain records in the roller's name.
    NotAllowed for anybody else, and for the roller of a cast that the GMs alone may see.
    """
    with transaction.atomic():
        ledger = chain.lock(roll.entry.ledger_id, after_close=True)
        sealed = list(Sealed.objects.filter(roll__entry=roll.entry_id).select_related("roll__entry").order_by("roll__place"))
        if not sealed:
            return []
        cast = sealed[0].roll.entry
        giver = _giver(ledger, sealed[0], by) if by else cast.pid
        secret = keys.secret_of(ledger.led, cast.pid, cast.k or 0, sealed[0].salt)
        parts = [write.revealed_roll(one.spec, one.spec_salt, one.dice, one.res) for one in sealed]
        entry = chain.append(ledger, write.reveal(chain.link(ledger), ref=cast.i, by=giver, seed=secret.hex(), rolls=parts))
        for one in sealed:
            open_up(one.roll, one, entry)
    return [one.roll for one in sealed]


def _giver(ledger: Ledger, truth: Sealed, by: Lane) -> str:
    """The id of who opens it, his role read afresh."""
    is_gm = ledger.lanes.filter(pk=by.pk, role="gm").exists()
    own = by.ledger_id == ledger.pk and by.pid == truth.roll.entry.pid
    if not is_gm and not own:
        raise NotAllowed("A secret roll is revealed by who threw it, or by a GM.")
    if not is_gm and truth.sees == "gms":
        raise NotAllowed("The GM alone sees this roll, so a GM reveals it.")
    return by.pid
