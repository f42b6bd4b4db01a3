"""A GM takes back a roll, or dice that were set after it: struck, still readable, for ever in the chain (vroll/1, `void`)."""

from __future__ import annotations

from django.db import transaction

from campaigns.ledger import card
from campaigns.ledger.commands import chain
from campaigns.ledger.commands.answering import redraw, redraw_above, settle
from campaigns.ledger.commands.casting import opening, seal_of
from campaigns.ledger.commands.sealing import true_one
from campaigns.ledger.models import Entry, Lane, Ledger, Roll, Void
from campaigns.site.refused import NotAllowed, Refused, Stale
from campaigns.site.text import fit_text, without_unseen
from rules.proof import write

SHORTEST_REASON = 3
LONGEST_REASON = 120


def void(roll: Roll, *, by: Lane, why: str) -> Void:
    """Takes the roll back for a reason of 3 to 120 characters; read the roll anew afterwards. The same again changes nothing.

    Its dice count no longer, it waits for nothing, and a roll that it answered waits again.  Refused for a roll that still waits
    for its witness, NotAllowed for anybody but a GM of the ledger, Stale where it was taken back before, also if that was lifted.
    """
    why = reason_in(why)
    with transaction.atomic():
        ledger, fresh, gm = _come_to(roll, by)
        known = fresh.voids.filter(took__isnull=True).select_related("entry", "lifted_by").first()
        if known is not None:
            return _again(known, gm, why)
        if fresh.waits == "witness":
            raise Refused("This roll is not thrown yet: it waits for its witness.")
        entry = record_void(ledger, gm, why, ref=fresh.entry.i, r=fresh.place)
        found = Void.objects.create(entry=entry, roll=fresh, by=gm)
        strike(fresh)
        if fresh.answers is not None:
            fresh.answers.waits = _waits_for(fresh.answers)
            redraw(fresh.answers)
            redraw_above(fresh.answers)
    return found


def void_choice(roll: Roll, *, by: Lane, why: str) -> Void:
    """Takes back the values to which the roll's open dice were set: they may be set anew, and what followed from them is gone.

    Refused where none are set, or where the roll is void or has its answer; NotAllowed for anybody but a GM of the ledger.
    """
    why = reason_in(why)
    with transaction.atomic():
        ledger, fresh, gm = _come_to(roll, by)
        if fresh.is_void:
            raise Refused("The whole roll is void; its dice count no longer, however they are set.")
        if fresh.choice is None:
            raise Refused("No dice of this roll were set after the throw.")
        if _answer_of(fresh) is not None:
            raise Refused("This roll has its answer, which counts on its dice as they are. Void the answer first, or the roll.")
        entry = record_void(ledger, gm, why, ref=fresh.choice.i, r=None)
        found = Void.objects.create(entry=entry, roll=fresh, by=gm, took=fresh.chosen)
        fresh.choice = fresh.chosen = fresh.set_by = None
        fresh.uses, fresh.ruled, fresh.unanswered, fresh.waits = [], "", False, "choice"
        redraw_around(fresh)
    return found


def lift(roll: Roll, *, by: Lane) -> Roll:
    """The roll counts again, once for ever: the chain keeps the void, and both are told on the card. Said again it changes nothing.

    Whoever calls writes the campaign's log.  Refused for a roll that is not void or was never thrown, Stale where the roll that it
    answered has another answer by now, NotAllowed for anybody but a GM of the ledger.
    """
    with transaction.atomic():
        _, fresh, gm = _come_to(roll, by)
        known = fresh.voids.filter(took__isnull=True).first()
        if known is None or fresh.entry.t != "cast":
            raise Refused("This roll is not void, so there is nothing to lift.")
        if known.lifted_by_id is not None:
            return fresh
        rival = fresh.answers
        if rival is not None and (rival.unanswered or _answer_of(rival) is not None):
            raise Stale("The roll that this one answered is answered otherwise by now; the void stays.")
        known.lifted_by, fresh.is_void = gm, False
        known.save(update_fields=["lifted_by"])
        fresh.waits = _waits_for(fresh)
        redraw_around(fresh)
        if rival is not None:
            settle(rival)
    return fresh


def reason_in(typed: str) -> str:
    """The reason as it is sealed. Refused for one that is too short or too long, or that holds what no text has (see `fit_text`) or
    signs without a shape, which could turn the line that it is shown in."""
    why = " ".join(fit_text(typed, field="why").split())
    if without_unseen(why) != why:
        raise Refused("A reason holds no invisible signs and none that turn the reading direction; remove them.", field="why")
    if not SHORTEST_REASON <= len(why) <= LONGEST_REASON:
        raise Refused(
            f"Say why, in {SHORTEST_REASON} to {LONGEST_REASON} characters: everybody who may read the roll reads it.", field="why"
        )
    return why


def gm_lane(ledger: Ledger, by: Lane) -> Lane:
    """The lane as it stands now, of somebody who is a GM of the locked ledger."""
    gm = ledger.lanes.filter(pk=by.pk, role="gm").select_related("person").first()
    if gm is None:
        raise NotAllowed("Only a GM of this table takes a roll back.")
    return gm


def record_void(ledger: Ledger, gm: Lane, why: str, *, ref: int, r: int | None) -> Entry:
    """Appends the entry to the locked ledger and keeps the reason beside it."""
    reason = opening(-1, "why", why)
    entry = chain.append(ledger, write.void(chain.link(ledger), ref=ref, r=r, by=gm.pid, why=seal_of(reason)))
    reason.entry = entry
    reason.save()
    return entry


def strike(roll: Roll) -> None:
    """The roll counts no longer: its card says so, and so do the cards that show it."""
    roll.is_void, roll.waits = True, ""
    redraw_around(roll)


def around(roll: Roll) -> list[Roll]:
    """The rolls whose cards show this one: those that it answers or joins, and those that answer it."""
    return [*card.above(roll), *roll.answered_by.select_related("entry", "answers__entry").order_by("pk")]


def redraw_around(roll: Roll) -> None:
    """Draws the card anew, and those that show it; of a sealed roll what the table sees and what those see who may."""
    if roll.sealed:
        truth = roll.truth
        truth.html, roll.html = card.draw(true_one(roll)), card.draw(roll)
        truth.save(update_fields=["html"])
        roll.save(update_fields=["is_void", "waits", "html"])
        return
    redraw(roll)
    for one in around(roll):
        redraw(one)


def _come_to(roll: Roll, by: Lane) -> tuple[Ledger, Roll, Lane]:
    """The locked ledger of a GM's lane, the roll in it, and the lane, both fresh."""
    ledger = chain.lock(by.ledger_id)
    gm = gm_lane(ledger, by)
    rows = Roll.objects.select_related("entry", "choice", "answers__entry", "witness__person")
    fresh = rows.filter(pk=roll.pk, entry__ledger=ledger).first()
    if fresh is None:
        raise NotAllowed("That roll stands in another ledger than yours; a GM of its own table takes it back.")
    return ledger, fresh, gm


def _again(known: Void, gm: Lane, why: str) -> Void:
    """A form sent twice; anything else comes too late."""
    said = known.entry.openings.filter(name="why").values_list("value", flat=True).first()
    if known.lifted_by is None and known.by_id == gm.pk and said == why:
        return known
    if known.lifted_by is not None:
        raise Stale("This roll was taken back once, and that was lifted; the ledger knows no second time.")
    raise Stale("This roll is void already; that is said once.")


def _answer_of(roll: Roll) -> Roll | None:
    """The roll that answers or joins this one and counts."""
    found: Roll | None = roll.answered_by.filter(is_void=False).first()
    return found


def _waits_for(roll: Roll) -> str:
    """What a thrown roll waits for that is not void (any more); what `redraw` finds out by itself is left to it."""
    declared = roll.card["declared"]
    if roll.is_void or roll.sealed:
        return ""
    if declared["open"] and roll.chosen is None:
        return "choice"
    return "answer" if declared["waits"] and not roll.unanswered and _answer_of(roll) is None else ""
