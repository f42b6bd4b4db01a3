"""Who may throw into a ledger."""

from __future__ import annotations

from typing import Literal

from django.contrib.auth.base_user import AbstractBaseUser
from django.db import IntegrityError, transaction

from campaigns.ledger import keys
from campaigns.ledger.commands import chain
from campaigns.ledger.models import Lane, Ledger
from campaigns.site.keys import hex16
from campaigns.site.refused import NotAllowed, Refused
from rules.proof import write


def open_ledger(camp: str) -> Ledger:
    """The ledger of campaign `camp` (32 hex digits) with its entry 0. The first ledger of all makes the key file."""
    return _open(Ledger(camp=camp))


def _open(ledger: Ledger) -> Ledger:
    if not Ledger.objects.exists():
        keys.make()
    ledger.key = keys.public_key()
    with transaction.atomic():
        ledger.save()
        start = chain.link(ledger)
        chain.append(ledger, write.genesis(ledger.led, start.ts, key=ledger.key, camp=ledger.camp))
    return ledger


def join(ledger: Ledger, person: AbstractBaseUser, *, role: Literal["player", "gm"]) -> Lane:
    """The person's new lane, its first envelope sealed. Refused where there is one: whoever returns keeps it."""
    with transaction.atomic():
        locked = chain.lock(ledger.pk)
        if locked.lanes.filter(person=person.pk).exists():
            raise Refused("This person has joined the ledger already and keeps the lane; change the role instead.")
        lane = Lane(ledger=locked, person_id=person.pk, pid=hex16(), role=role, sealed_in=locked.length)
        first = chain.seal(locked.led, lane.pid, 0)
        lane.salt, lane.envelope = first.salt, first.seal
        chain.append(locked, write.join(chain.link(locked), pid=lane.pid, role=role, next=first.seal))
        lane.save()
    return lane


def change_role(lane: Lane, *, role: Literal["player", "gm", "out"], by: Lane | None) -> Lane:
    """Records the new role ("out": left or removed), given by a GM of the ledger or, with None, by the site itself.

    A closed ledger takes no entry of it: there the role stands in the lane alone.
    """
    with transaction.atomic():
        ledger = chain.lock(lane.ledger_id, after_close=True)
        fresh = ledger.lanes.get(pk=lane.pk)
        if fresh.role == role:
            raise Refused(f"The role is {role} already; nothing was changed.")
        if by is not None and not ledger.lanes.filter(pk=by.pk, role="gm").exists():
            raise NotAllowed("Only a GM of this campaign gives roles.")
        fresh.ledger, fresh.role = ledger, role
        fresh.save(update_fields=["role"])
        giver = by.pid if by is not None else None
        if not ledger.closed:
            chain.append(ledger, write.role(chain.link(ledger), pid=fresh.pid, role=role, by=giver))
    return fresh


def practice_ledger(person: AbstractBaseUser) -> Lane:
    """The person's lane in the ledger of his own practice rolls, which the first call opens."""
    known = _practice_lane(person)
    if known is not None:
        return known
    try:
        with transaction.atomic():
            ledger = _open(Ledger(camp=hex16(), practice_of_id=person.pk))
            return join(ledger, person, role="player")
    except IntegrityError:  # another tab was quicker
        return Lane.objects.select_related("ledger").get(ledger__practice_of=person.pk)


def _practice_lane(person: AbstractBaseUser) -> Lane | None:
    return Lane.objects.select_related("ledger").filter(ledger__practice_of=person.pk).first()
