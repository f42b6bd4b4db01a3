"""What every page shows from above: the bell, and inside a campaign the rail. Read once, before the template."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest

from campaigns.campaign.access import Viewer
from campaigns.desk.access import rail_threads, rings
from campaigns.ledger.export import code_of, receipt_of
from campaigns.ledger.side import is_behind, told_of
from campaigns.thread.access import may_open
from campaigns.thread.models import Thread

MOST = 200
"""Threads that a rail lists; the campaign's page lists them all."""


def frame(request: HttpRequest) -> dict[str, Any]:
    """theme, bell (turns and rolls that wait for the reader), calls (those that he is to witness), rail, closed (why a table throws
    no dice) and chain (the newest entry of its ledger: receipt, code, key, pid of a reader who throws dice there), for `base.html`.

    One query, none for a part that htmx asked for.
    """
    person: Any = getattr(request, "user", None)
    viewer: Viewer | None = getattr(request, "viewer", None)
    signed_in = person is not None and person.is_authenticated
    shown: dict[str, Any] = {"theme": _theme(request), "bell": 0, "calls": 0, "rail": None, "closed": "", "chain": None}
    if getattr(request, "htmx", False):
        return shown
    if viewer is not None:
        threads = list(rail_threads(viewer)[:MOST])
        shown["rail"] = _rail(request, viewer, threads)
        lost = is_behind(viewer.campaign.ledger)
        shown["closed"] = told_of(lost) if lost else ""
        shown["chain"] = _chain(viewer)
        rung = (threads[0].bell, threads[0].calls) if threads else (rings(person.pk) if signed_in else (0, 0))
        shown["bell"], shown["calls"] = rung
    elif signed_in:
        shown["bell"], shown["calls"] = rings(person.pk)
    return shown


def _theme(request: HttpRequest) -> str:
    person = getattr(request, "user", None)
    chosen = person.theme if person is not None and person.is_authenticated else ""
    chosen = chosen or request.COOKIES.get("theme", "")
    return chosen if chosen in ("light", "dark") else ""


def _chain(viewer: Viewer) -> dict[str, str]:
    ledger, lane = viewer.campaign.ledger, viewer.member.lane if viewer.member else None
    pid = lane.pid if lane else ""
    return {"receipt": receipt_of(ledger), "code": code_of(ledger), "key": ledger.key, "pid": pid, "slug": viewer.campaign.slug}


def _rail(request: HttpRequest, viewer: Viewer, threads: list[Thread]) -> dict[str, Any]:
    match = request.resolver_match
    here = match.kwargs.get("key") if match else None
    rows: dict[str, list[dict[str, Any]]] = {"scene": [], "talk": [], "notes": []}
    for thread in threads:
        current = thread.key == here
        # The scene that is open has no count: its page says what is new, and a number here would be wrong while it is read.
        unread = 0 if current else thread.new
        rows[thread.kind].append(
            {"key": thread.key, "title": thread.title, "ordinal": thread.ordinal, "unread": unread, "current": current}
        )
    return {
        "campaign": viewer.campaign,
        "scenes": rows["scene"],
        "talks": rows["talk"],
        "notes": rows["notes"],
        "may_open": may_open(viewer),
        "is_member": viewer.member is not None,
        "is_gm": viewer.is_gm,
    }
