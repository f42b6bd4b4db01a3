"""Founding a table that can be played at: acts of several apps in one."""

from __future__ import annotations

from django.db import transaction

from campaigns.campaign.access import viewer
from campaigns.campaign.commands import found_campaign
from campaigns.campaign.models import Campaign
from campaigns.people.models import User
from campaigns.thread.commands import open_thread

FIRST_THREADS = (("talk", "Table talk"), ("notes", "GM notes"), ("scene", "The first scene"))
"""(kind, title) of what a new table begins with."""


@transaction.atomic
def found_table(person: User, *, name: str, system: str, sentence: str, visibility: str) -> Campaign:
    """A campaign as `found_campaign` makes it, with a place to talk, notes for its GMs and a first scene."""
    campaign = found_campaign(person, name=name, system=system, sentence=sentence, visibility=visibility)
    founder = viewer(person, campaign.slug)
    for kind, title in FIRST_THREADS:
        open_thread(founder, title=title, kind=kind)
    return campaign
