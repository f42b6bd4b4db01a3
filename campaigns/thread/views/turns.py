"""The turn order as a page of its own, and its buttons."""

from __future__ import annotations

from collections.abc import Callable

from django.http import HttpResponse, QueryDict
from django.shortcuts import redirect, render

from campaigns.campaign.access import TableRequest, Viewer
from campaigns.combat import commands as combat
from campaigns.site.answers import answers
from campaigns.site.refused import Refused, refusing
from campaigns.site.text import whole_number
from campaigns.thread.access import place_of, require_post
from campaigns.thread.commands import open_turn_order
from campaigns.thread.models import Thread
from campaigns.thread.views.changes import addresses, panel
from campaigns.thread.views.entering import enter
from rules.combat.state_line import ConditionLine, read_state
from rules.combat.words import HealthLine, read_hp
from rules.lines import Command, check_name, quoted


@answers
def turns(request: TableRequest, slug: str, key: str) -> HttpResponse:
    """GET shows the turn order, POST moves it: `act`, the `version` of the page, and for some moves a `combatant`, by id.

    Two presses from one version move one turn: the second is told who was quicker, with the turn order as it is now (409).
    """
    viewer, thread = enter(request, slug, key)
    refused: Refused | None = None
    if request.method == "POST":
        require_post(viewer, thread)
        try:
            _press(viewer, thread, request)
        except Refused as said:
            refused = said
        if refused is None and not request.htmx:
            return redirect("thread", slug, thread.key)
        viewer, thread = enter(request, slug, key)
    status = refused.status if refused else 200
    context = addresses(viewer, thread) | {
        "campaign": viewer.campaign,
        "viewer": viewer,
        "thread": thread,
        "turns": panel(viewer, thread),
        "refused": refused,
        "kept": request.POST if refused and not request.htmx else None,
        "place": "campaigns",
    }
    template = "thread/turned.html" if request.htmx else "thread/turns.html"
    return render(request, template, context, status=status)


def _press(viewer: Viewer, thread: Thread, request: TableRequest) -> None:
    act = {"begin": "next"}.get(request.POST.get("act", ""), request.POST.get("act", ""))
    if act == "open":
        open_turn_order(viewer, thread)
        return
    version = whole_number(request.POST.get("version", ""))
    if version is None:
        raise Refused("This button is from a page of another time. Reload it and press again.")
    place, combatant = place_of(thread), request.POST.get("combatant", "")[:10]
    if act in READ:
        with refusing():
            line = READ[act](request.POST)
        combat.change(viewer, place, line, combatant=combatant, seen=version)
        return
    combat.move(viewer, place, act, combatant=combatant, seen=version)


def _health(sent: QueryDict) -> HealthLine:
    """The `!hp` line that the fields of a combatant's form stand for."""
    track = " mental" if sent.get("track") == "mental" else ""
    return read_hp(Command("hp", f"{quoted(sent.get('name', '')[:40])}{track} {sent.get('points', '')[:20].strip()}"))


def _condition(sent: QueryDict) -> ConditionLine:
    """The `!state` line that puts the condition on that the fields tell."""
    dice, rounds = sent.get("dice", "")[:10].strip(" -−–dD"), sent.get("rounds", "")[:10].strip()
    more = f"{f' -{dice}d' if dice else ''}{f' for {rounds}' if rounds else ''}"
    return read_state(Command("state", f"{_of(sent, '+')}{more}"))


def _lift(sent: QueryDict) -> ConditionLine:
    """The `!state` line that takes the condition of the pressed button away."""
    return read_state(Command("state", _of(sent, "-")))


def _of(sent: QueryDict, sign: str) -> str:
    name, condition = (check_name(sent.get(field, "")[:100]) for field in ("name", "condition"))
    return f'"{name}" {sign}"{condition}"'


READ: dict[str, Callable[[QueryDict], HealthLine | ConditionLine]] = {"harm": _health, "condition": _condition, "lift": _lift}
"""Acts that befall a combatant: what the fields of their forms say."""
