"""What a viewer missed, as parts: the answer to a nudge, to a poll and to his own post."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from campaigns.campaign.access import Viewer
from campaigns.combat.access import closed_table, open_on, table
from campaigns.live.models import Event
from campaigns.site.answers import answers
from campaigns.thread.access import page_of, posts_on, with_rolls
from campaigns.thread.models import Post, Thread
from campaigns.thread.views.entering import enter


@require_safe
@answers
def changes(request: HttpRequest, slug: str, key: str) -> HttpResponse:
    """The parts that changed after the cursor, out of band and in order, and the new cursor."""
    viewer, thread = enter(request, slug, key)
    parts = change_parts(viewer, thread, request.GET.get("after", ""))
    return render(request, "thread/changes.html", parts)


def change_parts(viewer: Viewer, thread: Thread, after: str, *, own: str = "") -> dict[str, Any]:
    """Context of `thread/changes.html`. A cursor that is not one of this viewer's gives the whole last page again.

    `own` is the uid of the viewer's own new post, when this is the answer to it.
    """
    events, complete = Event.objects.since(thread.stream, after, viewer.keys)
    kinds = {event.kind for event in events}
    if complete:
        uids = [event.subject for event in events if event.kind == "post"]
        posts = with_rolls(Post.objects.filter(thread=thread, uid__in=uids)) if uids else []
    else:
        posts = posts_on(thread, page_of(thread.post_count))
    moved = "turns" in kinds or not complete
    return {
        "campaign": viewer.campaign,
        "viewer": viewer,
        "thread": thread,
        "posts": posts,
        "whole": not complete,
        "own": own,
        "turns": _turns(viewer, thread) if moved else None,
        "cursor": events[-1].cursor if events else (thread.cursor or after),
    }


def _turns(viewer: Viewer, thread: Thread) -> Any:
    encounter = open_on(thread.stream_id)
    if encounter is None:
        return closed_table(viewer, writable=thread.kind == "scene" and not thread.locked)
    return table(encounter, viewer)
