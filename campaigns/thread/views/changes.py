"""What a viewer missed, as parts: the answer to a nudge, to a poll and to his own post."""

from __future__ import annotations

from typing import Any

from django.http import HttpResponse, QueryDict
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_safe

from campaigns.campaign.access import TableRequest, Viewer
from campaigns.combat.access import Table, closed_table, open_on, table
from campaigns.ledger.models import Roll
from campaigns.live.models import Event
from campaigns.site.answers import answers
from campaigns.thread.access import asked_in, changed_rolls, may_post, page_of, posts_on, rights_of, with_rolls
from campaigns.thread.models import Post, Thread
from campaigns.thread.views.entering import enter


@require_safe
@answers
def changes(request: TableRequest, slug: str, key: str) -> HttpResponse:
    """The parts that changed after the cursor, out of band and in order, and the new cursor.

    `page=last` says that the reader sees the newest page: only then do posts come themselves, else a pill that counts them.
    """
    viewer, thread = enter(request, slug, key)
    on_last_page = request.GET.get("page") == "last"
    parts = change_parts(viewer, thread, cursor_in(request.GET), on_last_page=on_last_page)
    return render(request, "thread/changes.html", parts)


def cursor_in(sent: QueryDict) -> str:
    """The cursor that a page sent; what cannot be one is answered like an unknown one."""
    cursor = sent.get("after", "")
    return cursor if cursor.isalnum() or not cursor else "?"


def change_parts(viewer: Viewer, thread: Thread, after: str, *, on_last_page: bool) -> dict[str, Any]:
    """Context of `thread/changes.html`. A cursor that is not one of this viewer's gives the whole last page again."""
    events, complete = ([], True) if after and after == thread.cursor else Event.objects.since(thread.stream_id, after, viewer.keys)
    kinds = {event.kind for event in events}
    posts: list[Post] = []
    if not complete and on_last_page:
        posts = posts_on(viewer, thread, page_of(thread.post_count))
    elif "post" in kinds:
        uids = [event.subject for event in events if event.kind == "post"]
        posts = with_rolls(viewer, Post.objects.filter(thread=thread, uid__in=uids))
    changed = _changed(viewer, thread, events, posts)
    newest = reverse("post", args=[viewer.campaign.slug, thread.key, posts[0].number]) if posts else ""
    return addresses(viewer, thread) | {
        "campaign": viewer.campaign,
        "thread": thread,
        "posts": posts,
        "changed": changed,
        "rights": rights_of(viewer, thread, [*changed, *(roll for post in posts for roll in post.rolls)]),
        "asked": asked_in(viewer, thread) if "asked" in kinds or not complete else None,
        "due_moved": bool(kinds & {"post", "roll"}) or not complete,
        "whole": not complete and on_last_page,
        "on_last_page": on_last_page,
        "may_write": may_post(viewer, thread),
        "arrivals_url": newest,
        "turns": panel(viewer, thread) if "turns" in kinds or not complete else None,
        "cursor": events[-1].cursor if events else (after if complete else thread.cursor or ""),
    }


def _changed(viewer: Viewer, thread: Thread, events: list[Event], posts: list[Post]) -> list[Roll]:
    """The rolls whose card changed in posts that a page may show already: no query where none did.

    A newest page that stays open keeps its first posts when the thread has gone on to the next page: so none is left out.
    """
    keys = {event.subject for event in events if event.kind == "roll"}
    sent = {post.uid for post in posts}
    return [roll for roll in changed_rolls(viewer, thread, keys) if roll.post not in sent] if keys else []


def panel(viewer: Viewer, thread: Thread) -> Table:
    """The turn order of a thread, as `enter` found it, for this viewer: no query without a fight, two with one."""
    encounter = open_on(thread.stream_id) if thread.fight is not None else None
    if encounter is None:
        return closed_table(viewer, writable=thread.kind == "scene" and not thread.locked)
    return table(encounter, viewer)


def addresses(viewer: Viewer, thread: Thread) -> dict[str, str]:
    """Where the parts of a thread send their forms."""
    place = [viewer.campaign.slug, thread.key]
    return {"act_url": reverse("turns", args=place), "write_url": reverse("write", args=place)}
