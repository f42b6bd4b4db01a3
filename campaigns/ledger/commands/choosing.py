"""Dice that are set after the throw, as a second recorded act (vroll/1, `choose`)."""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import sha256

from django.db import transaction

from campaigns.ledger import card, packs
from campaigns.ledger.commands import chain
from campaigns.ledger.commands.answering import redraw, redraw_above
from campaigns.ledger.commands.asking import check_number
from campaigns.ledger.models import Entry, Lane, Ledger, Roll
from campaigns.site.refused import NotAllowed, Refused, Stale, refusing
from rules.proof import write
from rules.proof.canonical import canon


def choose(roll: Roll, *, by: Lane, values: Sequence[int], rid: str) -> Entry:
    """Sets the open dice of the roll, once for ever, and draws its card anew; read the roll anew afterwards.

    by: the lane of who does it, the roller's or a GM's; when a GM may (after a deadline) is asked by who calls. The format
    lets the roller alone set his dice, so the entry names the roller in both cases: that the GM did it is the site's own
    note, `Roll.set_by`, and stands on the card.  values: one number for each open die, in their order.  rid: the form's
    number, 32 hex digits; the same request sent again gives the stored entry.  Refused for dice that cannot be set so,
    NotAllowed for anybody else, Stale where they are set.
    """
    check_number(rid)
    with transaction.atomic():
        ledger = chain.lock(by.ledger_id)
        fresh = Roll.objects.select_related("entry", "answers__entry").filter(pk=roll.pk, entry__ledger=ledger).first()
        if fresh is None:
            raise NotAllowed("That roll stands in another ledger than yours; its dice are set at its own table.")
        print_of_request = _digest(fresh, by, values)
        known = ledger.entries.filter(t="choose", rid=rid).first()
        if known is not None:
            if known.asked != print_of_request:
                raise Stale("This form was sent already, with other values; what it set stands. Reload the page.")
            return known
        if fresh.sealed:
            raise Refused("This roll is sealed yet: its dice are set once it is revealed.")
        chooser = _chooser(ledger, fresh, by)
        entry = _record(ledger, fresh, values, asked=(rid, print_of_request))
        fresh.choice, fresh.chosen, fresh.set_by = entry, list(values), chooser
        fresh.waits = "answer" if card.declaration_of(fresh).waits else ""
        redraw(fresh)
        redraw_above(fresh)  # whose cards show this roll in short
    return entry


def _digest(roll: Roll, by: Lane, values: Sequence[int]) -> str:
    return sha256(canon({"roll": roll.key, "by": by.pid, "set": list(values)})).hexdigest()


def _chooser(ledger: Ledger, roll: Roll, by: Lane) -> Lane:
    """The lane of who sets the dice, fresh; the roller has to be a member still, as the format asks."""
    lanes = {lane.pid: lane for lane in ledger.lanes.filter(pid__in=[by.pid, roll.entry.pid]).select_related("person")}
    chooser, roller = lanes[by.pid], lanes[roll.entry.pid]
    if chooser.role == "out":
        raise NotAllowed("You have left this campaign; only its members set dice.")
    if chooser != roller and chooser.role != "gm":
        raise NotAllowed("The dice of a roll are set by who threw it, or by a GM in his place.")
    if roller.role == "out":
        raise Refused("Who threw this roll has left the campaign; its dice can be set no more.")
    return chooser


def _record(ledger: Ledger, roll: Roll, values: Sequence[int], *, asked: tuple[str, str]) -> Entry:
    """Appends the entry. asked: the form's number and the request's digest."""
    system = packs.find(roll.rv)
    if system is None:
        raise Refused(f"The rules {roll.rv} are not known here, so none of their dice can be set.")
    if roll.chosen is not None:
        raise Stale(f"It was set to {', '.join(map(str, roll.chosen))} already.")
    with refusing():
        recorded = system.parse(roll.expr)
        _check(recorded.open, values)
        res = system.result(recorded, card.dice_of(roll), tuple(values))
    body = write.choose(chain.link(ledger), ref=roll.entry.i, r=roll.place, by=roll.entry.pid, values=values, res=res)
    rid, print_of_request = asked
    return chain.append(ledger, body, rid=rid, asked=print_of_request)


def _check(sides: Sequence[int], values: Sequence[int]) -> None:
    if not sides:
        raise Refused("No die of this roll is set after the throw.")
    if len(values) != len(sides):
        raise Refused(f"This roll has {len(sides)} to set; you gave {len(values)}.")
    for value, most in zip(values, sides, strict=True):
        if type(value) is not int or not 1 <= value <= most:
            raise Refused(f"This die is set to 1 to {most}; it has no {value}.")
