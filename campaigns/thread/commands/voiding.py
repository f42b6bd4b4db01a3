"""A GM takes back a roll, or dice that were set after it."""

from __future__ import annotations

from django.db import transaction

from campaigns.campaign.access import Viewer, require_gm
from campaigns.campaign.commands.log import write_log
from campaigns.ledger.commands import lift, void, void_choice
from campaigns.ledger.commands.voiding import around
from campaigns.ledger.models import Lane, Roll
from campaigns.site.refused import NotAllowed, Refused
from campaigns.thread.access import lock
from campaigns.thread.commands.second_acts import tell
from campaigns.thread.models import Thread


def void_roll(viewer: Viewer, thread: Thread, roll: Roll, *, what: str, why: str) -> None:
    """Takes back the roll ("roll") or the values to which its dice were set ("choice"), for a reason that its readers may read.

    What it did already, in the turn order or on a sheet, stays.  Said again it changes nothing.
    """
    lane = _gm(viewer)
    if what not in ("roll", "choice"):
        raise Refused("Say what is void: the roll, or the dice that were set after it.", field="what")
    with transaction.atomic():
        locked = lock(thread)
        if what == "roll":
            void(roll, by=lane, why=why)
        else:
            void_choice(roll, by=lane, why=why)
        _tell(locked, roll)


def lift_void(viewer: Viewer, thread: Thread, roll: Roll) -> None:
    """The roll counts again: a line of the campaign's log says so, the ledger keeps the void. Said again it changes nothing."""
    lane = _gm(viewer)
    with transaction.atomic():
        locked = lock(thread)
        was_void = Roll.objects.filter(pk=roll.pk, is_void=True).exists()
        lift(roll, by=lane)
        if was_void:
            who = viewer.person.get_username()
            write_log(viewer.campaign, require_gm(viewer).person, f"{who} lifted the void of roll {roll.key}; it counts again.")
            _tell(locked, roll)


def _gm(viewer: Viewer) -> Lane:
    lane = require_gm(viewer).lane
    if lane is None:
        raise NotAllowed("You have no envelopes at this table, so its ledger does not know you as a GM.")
    return lane


def _tell(thread: Thread, roll: Roll) -> None:
    """Every card that this roll shows on is told to open pages."""
    fresh = Roll.objects.select_related("answers").get(pk=roll.pk)
    tell(thread, [fresh.key, *(one.key for one in around(fresh))])
