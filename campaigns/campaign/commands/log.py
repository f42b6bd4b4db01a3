"""Lines of a campaign's log."""

from __future__ import annotations

from campaigns.campaign.models import Campaign, LogEntry
from campaigns.people.models import User
from campaigns.site.clock import now


def write_log(campaign: Campaign, actor: User, sentence: str) -> LogEntry:
    """A whole sentence with the actor's name in it; what is longer than 300 characters is cut."""
    return LogEntry.objects.create(campaign=campaign, actor=actor, sentence=sentence[:300], at=now())
