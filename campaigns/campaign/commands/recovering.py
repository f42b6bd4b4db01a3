"""Recovering a table's ledger after a restored backup, told in its log."""

from __future__ import annotations

from django.db import transaction

from campaigns.campaign.commands.log import write_log
from campaigns.campaign.models import Campaign
from campaigns.ledger.commands import Recovery, recover
from campaigns.ledger.models import Ledger
from campaigns.people.models import User


def recover_table(ledger: Ledger, *, gm: User | None = None) -> Recovery | None:
    """What `recover` does and refuses, with a line in the campaign's log, where the ledger is a campaign's.

    The line stands under the founder, as every line has somebody, and says that the operator did it.
    """
    with transaction.atomic():
        done = recover(ledger, gm=gm)
        campaign = Campaign.objects.filter(ledger=ledger).first()
        if done and campaign:
            founder = campaign.members.select_related("person").get(role="owner").person
            write_log(
                campaign,
                founder,
                f"The operator of the site put back a backup. The rolls after entry {done.after} of the ledger are lost, up to "
                f"entry {done.gone} at least; every envelope was sealed anew, and receipts of lost rolls fit no longer.",
            )
    return done
