"""A new table."""

from __future__ import annotations

from django.db import transaction
from django.utils.text import slugify

from campaigns.campaign.commands.log import write_log
from campaigns.campaign.commands.seating import sit_down
from campaigns.campaign.commands.settling import check_visibility, clean_name
from campaigns.campaign.models import Campaign
from campaigns.ledger.commands import open_ledger
from campaigns.people.models import User
from campaigns.site.clock import now
from campaigns.site.keys import hex16, key4
from campaigns.site.refused import Refused
from rules import catalogue
from rules.system import RuleSystem


@transaction.atomic
def found_campaign(person: User, *, name: str, system: str, sentence: str, visibility: str) -> Campaign:
    """A new table, its ledger opened, `person` its GM. `system` is a key of the catalogue (newest version)."""
    rule_system = _newest(system)
    name = clean_name(name)
    check_visibility(visibility)
    cid = hex16()
    campaign = Campaign.objects.create(
        name=name,
        slug=f"{slugify(name)[:90] or 'table'}-{key4()}",
        cid=cid,
        sentence=sentence.strip(),
        system=rule_system.key,
        system_version=rule_system.version,
        visibility=visibility,
        ledger=open_ledger(cid),
        founded=now(),
    )
    sit_down(campaign, person, "owner")
    write_log(campaign, person, f"{person.username} founded this table.")
    return campaign


def _newest(key: str) -> RuleSystem:
    system = catalogue.get(key)
    if system is None:
        raise Refused("Choose one of the rule systems of the list.", field="system")
    return system
