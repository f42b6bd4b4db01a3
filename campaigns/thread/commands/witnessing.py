"""Rolls that wait for a named witness: who may be one, his answer, and the GM's way out where nobody answers."""

from __future__ import annotations

from django.db import transaction
from django.db.models import Q

from campaigns.campaign.access import Viewer, require_gm, require_member, witnesses
from campaigns.campaign.models import WITNESS, WITNESS_DAYS
from campaigns.ledger.commands import take_back, witness
from campaigns.ledger.commands.witnessing import AT_ONCE, bind_of, can_wait
from campaigns.ledger.models import Lane, Roll
from campaigns.site.refused import NotAllowed, Refused
from campaigns.thread.access import lock, unanswered_before
from campaigns.thread.commands.planning import Plan
from campaigns.thread.commands.second_acts import tell
from campaigns.thread.models import Thread

NOT_HERE = "Rolls have no witness at this table; a GM can change that in its settings. Nothing was thrown."
EVERY = "At this table every roll has a witness: choose one beside the dice. Nothing was thrown."
CLOSED = "A roll with a witness is thrown openly: leave the witness or the secrecy away. Nothing was thrown."


def witness_of(viewer: Viewer, plan: Plan, chosen: str) -> Lane | None:
    """The lane of who witnesses the dice of a post, None where they fall at once. chosen: his id in the ledger, or "".

    Where every roll has a witness, those that cannot wait for one are thrown without: answers, joint rolls, initiative, secret
    ones.  Refused for a witness where the table has none, of such rolls, or who does not sit there. One query where one is named.
    """
    custom = viewer.campaign.chose(WITNESS)
    if not plan.throws or (not chosen and custom != "every"):
        return None
    if custom == "never":
        raise Refused(NOT_HERE, field="witness")
    waiting = [_can_wait(plan, place) for place in range(len(plan.throws))]
    if not chosen:
        if plan.secrecy.sees or not any(waiting):
            return None
        raise Refused(EVERY if all(waiting) else AT_ONCE, field="witness")
    if plan.secrecy.sees:
        raise Refused(CLOSED, field="witness")
    if not all(waiting):
        raise Refused(AT_ONCE, field="witness")
    found = next((member.lane for member in witnesses(viewer) if member.lane and member.lane.pid == chosen), None)
    if found is None:
        raise Refused("Your witness has to sit at this table, as a player or a GM. Nothing was thrown.", field="witness")
    return found


def _can_wait(plan: Plan, place: int) -> bool:
    """Whether that roll of the post may wait: no answer, nothing joint, no place in the turn order."""
    at = 0
    for line in plan.lines:
        if place < at + len(line.rolls):
            return can_wait(plan.throws[place].declaration) and plan.throws[place].answers is None and not line.offers
        at += len(line.rolls)
        thrown = sum(1 for step in line.steps if step.declaration)
        if place < at + thrown:
            return False
        at += thrown
    return True


def witness_roll(viewer: Viewer, thread: Thread, roll: Roll, *, n: str = "", words: str = "") -> None:
    """Adds this person's number to a roll that names him, and so throws it; sent again it changes nothing.

    n: his browser's number, 64 hex digits; words: typed instead of it, 16 characters or more.
    """
    lane = require_member(viewer).lane
    if lane is None:
        raise NotAllowed("You throw no dice at this table, so you are nobody's witness here.")
    with transaction.atomic():
        locked = lock(thread)
        bind = bind_of(roll)
        if bind is None:
            raise Refused("This roll asks for no witness.")
        before = bind.rolls.exists()
        done = witness(bind, by=lane, n=n, words=words)
        if before:
            tell(locked, [one.key for one in done.rolls])


def take_back_request(viewer: Viewer, thread: Thread, roll: Roll, *, why: str) -> None:
    """The GM takes back a request that nobody has answered in the table's days; said again it changes nothing."""
    lane = require_gm(viewer).lane
    bind = bind_of(roll)
    if bind is None or lane is None:
        raise Refused("This roll asks for no witness.")
    if not may_take_back(viewer, roll):
        raise NotAllowed(f"Its witness has time yet: {WITNESS_DAYS.said(viewer.campaign.chose(WITNESS_DAYS))}.")
    with transaction.atomic():
        locked = lock(thread)
        rolls = take_back(bind, by=lane, why=why)
        if not roll.is_void:
            tell(locked, [one.key for one in rolls])


def may_take_back(viewer: Viewer, roll: Roll) -> bool:
    """Whether a GM may take the request of this roll back: its days are over, or its witness or its roller has left the table."""
    if not viewer.is_gm:
        return False
    gone = Lane.objects.filter(Q(pk=roll.witness_id) | Q(pid=roll.entry.pid), ledger=viewer.campaign.ledger_id, role="out")
    return roll.is_void or roll.entry.at <= unanswered_before(viewer) or gone.exists()
