"""The turn order as a page of its own, and its buttons."""

from __future__ import annotations

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
from rules.combat.words import read_hp
from rules.lines import Command, quoted


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
    if act == "harm":
        with refusing():
            line = read_hp(_health(request.POST))
        combat.change_health(viewer, place, line, combatant=combatant, seen=version)
        return
    combat.move(viewer, place, act, combatant=combatant, seen=version)


def _health(sent: QueryDict) -> Command:
    """The `!hp` line that the fields of a combatant's form stand for."""
    track = " mental" if sent.get("track") == "mental" else ""
    return Command("hp", f"{quoted(sent.get('name', '')[:40])}{track} {sent.get('points', '')[:20].strip()}")
