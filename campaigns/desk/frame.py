"""What every page shows from above: the bell, and inside a campaign the rail. Read once, before the template."""

from __future__ import annotations

from typing import Any

from django.db.models import Count, IntegerField, OuterRef, Q, QuerySet, Subquery
from django.db.models.functions import Coalesce
from django.http import HttpRequest

from campaigns.campaign.access import Viewer, run_by, sat_at
from campaigns.combat.models import Encounter
from campaigns.thread.access import visible
from campaigns.thread.models import ReadMark, Thread

MOST = 200
"""Threads that a rail lists; the campaign's page lists them all."""


def frame(request: HttpRequest) -> dict[str, Any]:
    """theme, bell (turns that wait for the reader) and rail, for `base.html`: one query, none for a part that htmx asked for."""
    person: Any = getattr(request, "user", None)
    viewer: Viewer | None = getattr(request, "viewer", None)
    signed_in = person is not None and person.is_authenticated
    shown: dict[str, Any] = {"theme": _theme(request), "bell": 0, "rail": None}
    if getattr(request, "htmx", False):
        return shown
    if viewer is not None:
        threads = list(rail_threads(viewer)[:MOST])
        shown["rail"] = _rail(request, viewer, threads)
        shown["bell"] = threads[0].bell if threads else (_turns(person.pk).count() if signed_in else 0)
    elif signed_in:
        shown["bell"] = _turns(person.pk).count()
    return shown


def _theme(request: HttpRequest) -> str:
    person = getattr(request, "user", None)
    chosen = person.theme if person is not None and person.is_authenticated else ""
    chosen = chosen or request.COOKIES.get("theme", "")
    return chosen if chosen in ("light", "dark") else ""


def _turns(person_id: int) -> QuerySet[Encounter]:
    """The fights that wait for a person at a table where he sits; for a GM those too where an NPC has the turn."""
    npcs = Q(waits_for=None, state__phase="running", campaign__in=run_by(person_id)) & ~Q(state__current=None)
    own = Q(waits_for=person_id, campaign__in=sat_at(person_id))
    return Encounter.objects.filter(own | npcs, is_open=True)


def rail_threads(viewer: Viewer) -> QuerySet[Thread]:
    """The campaign's threads that the viewer may read, each with `read_to` and the number of turns that wait for him, `bell`."""
    marks = ReadMark.objects.filter(thread=OuterRef("pk"), person=viewer.person.pk).values("number")[:1]
    waiting = _turns(viewer.person.pk or 0).order_by().values("is_open").annotate(n=Count("pk")).values("n")
    return visible(Thread.objects, viewer).annotate(  # type: ignore[no-redef]
        read_to=Coalesce(Subquery(marks, output_field=IntegerField()), 0),
        bell=Coalesce(Subquery(waiting, output_field=IntegerField()), 0),
    ).order_by("ordinal", "pk")  # fmt: skip


def _rail(request: HttpRequest, viewer: Viewer, threads: list[Thread]) -> dict[str, Any]:
    match = request.resolver_match
    here = match.kwargs.get("key") if match else None
    reads = viewer.person.is_authenticated
    rows: dict[str, list[dict[str, Any]]] = {"scene": [], "talk": [], "notes": []}
    for thread in threads:
        unread = thread.post_count - (thread.read_to or 0) if reads else 0
        rows[thread.kind].append(
            {"key": thread.key, "title": thread.title, "ordinal": thread.ordinal, "unread": unread, "current": thread.key == here}
        )
    return {
        "campaign": viewer.campaign,
        "scenes": rows["scene"],
        "talks": rows["talk"],
        "notes": rows["notes"],
        "may_write": viewer.is_gm,
        "is_member": viewer.member is not None,
        "is_gm": viewer.is_gm,
    }
