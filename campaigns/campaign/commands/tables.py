"""The table of results that a campaign writes for itself."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from django.db import transaction

from campaigns.campaign.access import Viewer, require_gm
from campaigns.campaign.commands.log import write_log
from campaigns.campaign.models import Campaign, RulingChange
from campaigns.ledger import packs
from campaigns.people.models import User
from campaigns.site.clock import now
from campaigns.site.refused import Refused, Stale, refusing
from rules.tabled import Tabled, TableRow


@transaction.atomic
def change_table(viewer: Viewer, *, starts: Mapping[str, Sequence[int]] | None, seen: str) -> Campaign:
    """Rolls from now on are read by a table with these first numbers (None: by the one of the rules). The log names each row.

    starts: by name of the row, a row that is not named stays as it is.  seen: the `Campaign.pack` that the form was filled
    with.  Refused, with the row, for numbers that make no table; Stale where the table was changed meanwhile to another one.
    What is kept once can be read for ever: rolls of before keep their table.
    """
    actor = require_gm(viewer)
    # no_key: a post that holds the ledger, which a new table names, may still name the campaign meanwhile
    rows = Campaign.objects.select_for_update(of=("self",), no_key=True).select_related("ledger")
    campaign = rows.get(pk=viewer.campaign.pk)
    if campaign.by_table is None:
        raise Refused(f"{campaign.rules_title} has no table of results that a campaign writes for itself.")
    played, usual = campaign.by_table
    with refusing():
        wanted = usual if starts is None else played.with_rows(starts)
    if wanted.rv == played.rv:
        return campaign
    if seen != campaign.pack:
        raise Stale(f"Somebody changed the {wanted.table_title} meanwhile. Yours is not kept yet: look at what stands there now.")
    campaign.pack = "" if wanted.rv == usual.rv else wanted.rv
    if campaign.pack:
        packs.keep(campaign.ledger, wanted)
    campaign.save(update_fields=["pack"])
    for before, after in zip(played.rows(campaign.options), wanted.rows(campaign.options), strict=True):
        if before.starts != after.starts:
            _tell(campaign, actor.person, wanted, after.name, (_told(played, before), _told(wanted, after)))
    return campaign


def _tell(campaign: Campaign, person: User, system: Tabled, row: str, said: tuple[str, str]) -> None:
    """A line of the log and one of the house rulings' history. said: the row before and after."""
    before, after = said
    write_log(campaign, person, f"{person.username} changed the {system.table_title} at {row} from “{before}” to “{after}”.")
    told = {"rule": system.table_rule, "label": f"{system.table_title}, {row}", "before": before, "after": after}
    RulingChange.objects.create(campaign=campaign, actor=person, at=now(), **told)


def _told(system: Tabled, row: TableRow) -> str:
    """ "Green 46, Yellow 76, Red 98": where each column begins."""
    return ", ".join(f"{column} {first}" for column, first in zip(system.columns, row.starts, strict=True))
