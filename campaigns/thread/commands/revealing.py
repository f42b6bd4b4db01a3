"""Opening what was thrown in secret: by hand, or because the table's days are over."""

from __future__ import annotations

import logging
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.core.exceptions import ImproperlyConfigured
from django.db import transaction

from campaigns.campaign.access import Viewer, require_close, require_member, require_writer
from campaigns.campaign.commands.log import write_log
from campaigns.campaign.models import REVEAL_DAYS, Campaign
from campaigns.ledger.commands import close, require_no_bind, reveal
from campaigns.ledger.models import Lane, Roll
from campaigns.site.clock import now
from campaigns.site.refused import NotAllowed, Refused
from campaigns.thread.access import lock
from campaigns.thread.commands.second_acts import tell
from campaigns.thread.models import Thread

log = logging.getLogger(__name__)


@dataclass(frozen=True)
class Tended:
    """What fell due: `revealed` casts; `failed` are those that could not be opened, as the log says, and are tried again."""

    revealed: int = 0
    failed: int = 0


def reveal_cast(viewer: Viewer, thread: Thread, roll: Roll) -> None:
    """Opens all rolls of a secret cast for everybody who may read its thread; done again it changes nothing.

    NotAllowed for who neither threw it nor is a GM, and for the roller of a blind one.
    """
    require_member(viewer)
    lane = require_writer(viewer).lane
    if lane is None:
        raise NotAllowed("A secret roll is revealed by who threw it, or by a GM.")
    with transaction.atomic():
        _open(lock(thread), roll, lane)


def _open(thread: Thread | None, roll: Roll, by: Lane | None) -> bool:
    opened = reveal(roll, by=by)
    if thread is not None:
        tell(thread, [one.key for one in opened])
    return bool(opened)


def close_dice(viewer: Viewer) -> int:
    """Reveals every sealed roll of the campaign and closes its ledger for good; how many casts were revealed.

    The founder's alone. Refused, before anything is revealed, while a roll waits for its witness, and when done again.
    """
    require_close(viewer)
    person = require_member(viewer).person
    ledger, opened = viewer.campaign.ledger, 0
    require_no_bind(ledger)
    sealed = Roll.objects.filter(entry__ledger=ledger, sealed=True, place=0).select_related("entry").order_by("entry__i")
    for roll in sealed:  # each for itself: the locks of a scene come before that of the ledger
        with transaction.atomic():
            found = Thread.objects.filter(tid=roll.thread).first() if roll.thread else None
            opened += _open(lock(found) if found else None, roll, None)
    with transaction.atomic():
        close(ledger)
        write_log(viewer.campaign, person, f"{person.username} closed the dice of this table for good.")
    return opened


def tend(at: datetime | None = None) -> Tended:
    """Does what falls due at all tables up to that moment (now, where none is given); done again it finds nothing.

    One transaction for each act, so that one that fails holds up no other.
    """
    at = at or now()
    revealed = failed = 0
    for roll in due(at):
        try:
            with transaction.atomic():
                found = Thread.objects.filter(tid=roll.thread).first() if roll.thread else None
                revealed += _open(lock(found) if found else None, roll, None)
        except (Refused, ImproperlyConfigured) as fault:  # the latter where the key file is an older one
            log.warning("roll %s is due and stays sealed: %s", roll.key, fault)
            failed += 1
    return Tended(revealed, failed)


def due(at: datetime) -> Iterable[Roll]:
    """The first roll of each secret cast that its table opens by then."""
    for campaign in Campaign.objects.filter(customs__has_key=REVEAL_DAYS.name).order_by("pk"):
        days = campaign.chose(REVEAL_DAYS)
        if days.isdigit():
            rolls = Roll.objects.filter(entry__ledger=campaign.ledger_id, sealed=True, place=0)
            late = rolls.filter(entry__at__lte=at - timedelta(days=int(days)))
            yield from late.select_related("entry").order_by("entry__i")
