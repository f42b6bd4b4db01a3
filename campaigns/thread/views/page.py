"""The thread page, and the ways to it."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_POST, require_safe

from campaigns.campaign.access import Viewer, viewer
from campaigns.combat.access import Table, closed_table, open_on, table
from campaigns.site.answers import answers
from campaigns.site.refused import NotAllowed
from campaigns.thread.access import may_open, may_post, page_of, posts_on
from campaigns.thread.commands import mark_read, open_thread
from campaigns.thread.forms import OpenThreadForm
from campaigns.thread.models import Post, Thread
from campaigns.thread.views.composer import composer
from campaigns.thread.views.entering import enter


@require_safe
@answers
def thread_page(request: HttpRequest, slug: str, key: str) -> HttpResponse:
    """One page of posts: the asked one, else the one with the first unread post, for a visitor the first."""
    viewer, thread = enter(request, slug, key)
    pages = page_of(thread.post_count)
    page = _asked_page(request, thread, viewer, pages)
    posts = posts_on(thread, page)
    shown: dict[str, Any] = {
        "campaign": viewer.campaign,
        "viewer": viewer,
        "thread": thread,
        "posts": posts,
        "page": page,
        "pages": pages,
        "older": page - 1,
        "newer": page + 1 if page < pages else 0,
        "last": page == pages,
        "first_unread": _first_unread(thread, viewer, posts),
        "turns": panel(viewer, thread),
        "cursor": thread.cursor or "",
        "socket_url": f"/live/t/{thread.key}/",
        "changes_url": reverse("changes", args=[slug, thread.key]),
        "composer": composer(viewer, thread) if page == pages and may_post(viewer, thread) else None,
        "place": "campaigns",
    }
    return render(request, "thread/page.html", shown)


def panel(viewer: Viewer, thread: Thread) -> Table:
    """The turn order of a thread as the viewer sees it: one query without a fight, two with one."""
    encounter = open_on(thread.stream_id) if thread.kind == "scene" else None
    if encounter is None:
        return closed_table(viewer, writable=thread.kind == "scene" and not thread.locked)
    return table(encounter, viewer)


def _asked_page(request: HttpRequest, thread: Thread, viewer: Viewer, pages: int) -> int:
    asked = request.GET.get("page", "")
    if asked == "last":
        return pages
    if asked.isascii() and asked.isdigit() and len(asked) < 9:
        return min(max(1, int(asked)), pages)
    if not viewer.person.is_authenticated:
        return 1
    return min(page_of((thread.read_to or 0) + 1), pages)


def _first_unread(thread: Thread, viewer: Viewer, posts: list[Post]) -> Post | None:
    """The post above which the line "New" stands: only where something before it is read."""
    if not viewer.person.is_authenticated or not thread.read_to:
        return None
    unread = [post for post in posts if post.number > thread.read_to]
    return unread[0] if unread else None


@require_safe
@answers
def post_link(request: HttpRequest, slug: str, key: str, number: int) -> HttpResponseRedirect:
    """The permanent link of a post: the page that holds its number."""
    _, thread = enter(request, slug, key)
    return redirect(f"{reverse('thread', args=[slug, thread.key])}?page={page_of(min(number, thread.post_count))}#post-{number}")


@require_POST
@answers
def read_mark(request: HttpRequest, slug: str, key: str) -> HttpResponse:
    """The browser says which post has been on screen."""
    viewer, thread = enter(request, slug, key)
    number = request.POST.get("number", "")
    if number.isascii() and number.isdigit() and len(number) < 9:
        mark_read(viewer, thread, int(number))
    if request.htmx or request.headers.get("X-Requested-With"):
        return HttpResponse(status=204)
    return redirect("thread", slug, thread.key)


@answers
def open_page(request: HttpRequest, slug: str) -> HttpResponse:
    """The form that opens a scene, a talk or notes."""
    seen_by = viewer(request.user, slug)
    request.viewer = seen_by
    if not may_open(seen_by):
        raise NotAllowed("Only the GM opens scenes here.")
    form = OpenThreadForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        thread = open_thread(seen_by, title=form.cleaned_data["title"], kind=form.cleaned_data["kind"])
        return redirect("thread", slug, thread.key)
    status = 422 if request.method == "POST" else 200
    return render(request, "thread/open.html", {"campaign": seen_by.campaign, "form": form, "place": "campaigns"}, status=status)
