"""Taking a person's words out of the ledgers; chain, dice and receipts stand as before (vroll/1, section 10)."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass, replace

from django.contrib.auth.base_user import AbstractBaseUser
from django.db import transaction
from django.db.models import Q, QuerySet

from campaigns.ledger import card, packs
from campaigns.ledger.commands.answering import redraw
from campaigns.ledger.commands.sealing import forget_words
from campaigns.ledger.commands.voiding import redraw_around
from campaigns.ledger.models import Entry, Lane, Ledger, Opening, Roll


@dataclass(frozen=True)
class Erasure:
    """texts: openings that are gone.  cards: rolls that were drawn anew.  left: rolls whose rules are not installed here, so
    that their cards stand as they were."""

    texts: int = 0
    cards: int = 0
    left: int = 0


def erase(person: AbstractBaseUser, *, names: bool = False) -> Erasure:
    """Deletes what the person typed beside dice, in all ledgers: post texts, purposes, places and reasons with their salts.

    The cards of his rolls are drawn anew from what the chain itself holds, without typed words. names: the names of his
    characters go from the cards too, also where others answered or aimed at him; else they stay, as parts of the story. The
    chain holds none of this, only seals of it: it is not changed, and a file without the openings verifies.  Deactivate the
    account first: its name stands on cards of dice that he set or took back as a GM.  One transaction for each ledger; done again
    it changes nothing.
    """
    whole = Erasure()
    for lane in Lane.objects.filter(person=person.pk).order_by("pk"):
        with transaction.atomic():
            Ledger.objects.select_for_update().get(pk=lane.ledger_id)  # also while dice are closed
            texts = _delete_openings(lane)
            cards, left = _clean_cards(lane, names)
        whole = Erasure(whole.texts + texts, whole.cards + cards, whole.left + left)
    return whole


def _delete_openings(lane: Lane) -> int:
    voids = Entry.objects.filter(ledger=lane.ledger_id, t="void").values_list("pk", "body")
    own = [pk for pk, body in voids if json.loads(body)["by"] == lane.pid]
    typed = Q(entry__ledger=lane.ledger_id, entry__pid=lane.pid, entry__t__in=("cast", "bind"))
    count, _ = Opening.objects.filter(typed | Q(entry__in=own)).delete()
    return count


def _clean_cards(lane: Lane, names: bool) -> tuple[int, int]:
    """How many cards were drawn anew, and how many could not be: the person's own, and those that show something of them."""
    mine = Roll.objects.filter(entry__ledger=lane.ledger_id, entry__pid=lane.pid)
    own = mine.filter(sealed=False)
    characters = [char for char in own.values_list("char", flat=True).distinct() if char] if names else []
    for roll in own.select_related("entry"):
        _take_words(roll)
    if names:
        own.update(name="")
        Roll.objects.filter(entry__ledger=lane.ledger_id, target_char__in=characters).update(target="")
    shown = _linked(own) | set(Roll.objects.filter(_names(lane) | Q(target_char__in=characters)).values_list("pk", flat=True))
    drawn = [_draw(pk) for _ in range(2) for pk in sorted(shown)]  # twice: of two that answer each other each shows the other
    sealed = [forget_words(roll, names=names) for roll in mine.filter(sealed=True).select_related("entry", "truth")]
    return sum(drawn) // 2 + sum(sealed), drawn.count(False) // 2 + sealed.count(False)


def _names(lane: Lane) -> Q:
    """The rolls whose cards name the person, or say why he took them back."""
    return Q(set_by=lane) | Q(witness=lane) | Q(voids__by=lane) | Q(voids__lifted_by=lane)


def _linked(rolls: QuerySet[Roll]) -> set[int]:
    """Those rolls and all that answer or join them or are answered by them, over any number of steps, by primary key."""
    found: set[int] = set()
    new = set(rolls.values_list("pk", flat=True))
    while new:
        found |= new
        beside = Roll.objects.filter(Q(answers__in=new) | Q(answered_by__in=new))
        new = set(beside.values_list("pk", flat=True)) - found
    return found


def _take_words(roll: Roll) -> None:
    """Leaves of the declaration what follows from the recorded print alone, which never holds a reason or a title of his.

    Whom a roll waits for is left until it waits no more.
    """
    system = packs.find(roll.rv)
    if system is None:
        return
    said = card.declaration_of(roll)
    kept = replace(system.parse(roll.expr), waits=said.waits)
    if roll.waits:
        kept = replace(kept, target=said.target, helpers=said.helpers)
    roll.card["declared"] = asdict(kept)
    roll.save(update_fields=["card"])


def _draw(pk: int) -> bool:
    roll = Roll.objects.select_related("entry", "answers__entry", "set_by__person", "witness__person").get(pk=pk)
    if roll.sealed:
        redraw_around(roll)
        return True
    if packs.find(roll.rv) is None:
        return False
    redraw(roll)
    return True
