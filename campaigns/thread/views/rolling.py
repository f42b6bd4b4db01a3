"""A roll that is picked instead of typed, in the composer, and the way from a sheet to the scene where it is thrown."""

from __future__ import annotations

from typing import Any
from urllib.parse import urlencode

from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_http_methods, require_safe

from campaigns.campaign.access import TableRequest, come_in, require_writer
from campaigns.site.answers import answers
from campaigns.thread.access import may_post, require_post, speaking_as, visible
from campaigns.thread.models import Thread
from campaigns.thread.views.changes import panel
from campaigns.thread.views.composer import composer, sent_fields
from campaigns.thread.views.entering import enter
from campaigns.thread.views.picking import picker

NEWEST = 50
"""Scenes that are offered for a roll from a sheet."""


@require_http_methods(["GET", "HEAD", "POST"])
@answers
def rolling(request: TableRequest, slug: str, key: str) -> HttpResponse:
    """The line that is picked, with its dice and chances; nothing is thrown.

    htmx gets the picker, or of it what changed as long as its fields stay the same; without script the composer comes back with
    everything that was typed, and with the line in its roll box where `act` is "put".
    """
    viewer, thread = enter(request, slug, key)
    require_post(viewer, thread)
    asked = request.POST if request.method == "POST" else request.GET
    if not request.htmx:
        turns, sent = panel(viewer, thread), sent_fields(asked)
        shown = composer(viewer, thread, turns, sent=sent, picked=asked)
        if asked.get("act") == "put" and shown["picker"]["line"] and not shown["picker"]["refused"]:
            shown["form"] |= _put(sent, shown["picker"]["line"])
        context = {"campaign": viewer.campaign, "thread": thread, "composer": shown, "turns": turns, "place": "campaigns"}
        return render(request, "thread/write.html", context)
    speakers, key = speaking_as(viewer, thread), asked.get("character", "")
    found = picker(viewer, thread, speakers, panel(viewer, thread), key=key, picked=asked)
    answer = render(request, "thread/parts/picker.html", {"composer": {"picker": found}})
    if asked.get("shape") != found["form"].shape:
        answer["HX-Retarget"] = answer["HX-Reselect"] = "#picker"
    return answer


def _put(sent: dict[str, Any], line: str) -> dict[str, str]:
    """The line in the roll box, which holds one: what stood there goes to the end of the text."""
    text, before = sent.get("text", ""), sent.get("lines", "").strip()
    if before and before != line:
        text = "\n".join(part for part in (text.rstrip("\n"), before) if part)
    return {"text": text, "lines": line}


@require_safe
@answers
def throw(request: TableRequest, slug: str) -> HttpResponse:
    """The scenes in which the line of a sheet may be thrown; where there is one, its composer."""
    viewer = come_in(request, slug)
    require_writer(viewer)
    found = visible(Thread.objects, viewer).filter(kind="scene").order_by("-last_post", "-pk")[:NEWEST]
    carried = urlencode({name: request.GET.get(name, "")[:2000] for name in ("line", "character")})
    scenes = [(thread, f"{reverse('write', args=[slug, thread.key])}?{carried}") for thread in found if may_post(viewer, thread)]
    if len(scenes) == 1:
        return redirect(scenes[0][1])
    context = {"campaign": viewer.campaign, "scenes": scenes, "line": request.GET.get("line", "")[:2000], "place": "campaigns"}
    return render(request, "thread/throw.html", context)
