"""The thread page, and the ways to it."""

from __future__ import annotations

from typing import Any

from django.http import HttpResponse, HttpResponseRedirect
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_POST, require_safe

from campaigns.campaign.access import TableRequest, Viewer, come_in
from campaigns.combat.access import Table
from campaigns.site.answers import answers
from campaigns.site.text import whole_number
from campaigns.thread.access import asked_in, may_post, page_of, posts_on, require_open, rights_of
from campaigns.thread.commands import mark_read, open_thread
from campaigns.thread.forms import OpenThreadForm
from campaigns.thread.models import Post, Thread
from campaigns.thread.views.changes import addresses, panel
from campaigns.thread.views.composer import composer, spoken
from campaigns.thread.views.entering import enter


@require_safe
@answers
def thread_page(request: TableRequest, slug: str, key: str) -> HttpResponse:
    """One page of posts: the asked one, else the one with the first unread post, for a visitor the first."""
    viewer, thread = enter(request, slug, key)
    pages = page_of(thread.post_count)
    page = _asked_page(request, thread, viewer, pages)
    posts = posts_on(viewer, thread, page)
    turns = panel(viewer, thread)
    on_last_page, writes = page == pages, may_post(viewer, thread)
    shown: dict[str, Any] = addresses(viewer, thread) | {
        "campaign": viewer.campaign,
        "thread": thread,
        "posts": posts,
        "asked": asked_in(viewer, thread),
        "rights": rights_of(viewer, thread, [roll for post in posts for roll in post.rolls]),
        "page": page,
        "pages": pages,
        "older": page - 1 if page > 1 else None,
        "newer": page + 1 if page < pages else None,
        "first_unread": _first_unread(thread, viewer, posts),
        "last_unread": _last_unread(thread, viewer, posts),
        "on_last_page": on_last_page,
        "cursor": thread.cursor or "",
        "turns": turns,
        "composer": composer(viewer, thread, turns, sent=_spoke_last(viewer, turns, posts)) if on_last_page and writes else None,
        "may_write": writes,
        "place": "campaigns",
    }
    return render(request, "thread/page.html", shown)


def _asked_page(request: TableRequest, thread: Thread, viewer: Viewer, pages: int) -> int:
    asked = request.GET.get("page", "")
    if asked == "last":
        return pages
    number = whole_number(asked)
    if number is not None:
        return min(max(1, number), pages)
    if not viewer.person.is_authenticated:
        return 1
    return min(page_of((thread.read_to or 0) + 1), pages)


def _spoke_last(viewer: Viewer, turns: Table, posts: list[Post]) -> dict[str, str]:
    """As whom the writer spoke last on this page; nothing where it is the turn of one of his own."""
    return {} if turns.mine_now else spoken(post for post in posts if viewer.member and post.author_id == viewer.member.pk)


def _first_unread(thread: Thread, viewer: Viewer, posts: list[Post]) -> Post | None:
    """The post above which the line "New" stands: only where something before it is read."""
    if not viewer.person.is_authenticated or not thread.read_to:
        return None
    return next((post for post in posts if post.number > thread.read_to), None)


def _last_unread(thread: Thread, viewer: Viewer, posts: list[Post]) -> int | None:
    """The number of the page's last post, where a reader without script may say that he has read so far."""
    unread = viewer.person.is_authenticated and posts and posts[-1].number > (thread.read_to or 0)
    return posts[-1].number if unread else None


@require_safe
@answers
def post_link(request: TableRequest, slug: str, key: str, number: int) -> HttpResponseRedirect:
    """The permanent link of a post: the page that holds its number; with `roll`, the key of one of its rolls, at its card."""
    _, thread = enter(request, slug, key)
    roll = request.GET.get("roll", "")
    place = f"slot-{roll}" if roll.isascii() and roll.isalnum() else f"post-{number}"
    return redirect(f"{reverse('thread', args=[slug, thread.key])}?page={page_of(min(number, thread.post_count))}#{place}")


@require_POST
@answers
def read_mark(request: TableRequest, slug: str, key: str) -> HttpResponse:
    """The browser says which post has been on screen."""
    viewer, thread = enter(request, slug, key)
    number = whole_number(request.POST.get("number", ""))
    if number is not None:
        mark_read(viewer, thread, number)
    if request.htmx or request.headers.get("X-Requested-With"):
        return HttpResponse(status=204)
    return redirect("thread", slug, thread.key)


@answers
def open_page(request: TableRequest, slug: str) -> HttpResponse:
    """The form that opens a scene, a talk or notes."""
    viewer = come_in(request, slug)
    require_open(viewer)
    form = OpenThreadForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        thread = open_thread(viewer, title=form.cleaned_data["title"], kind=form.cleaned_data["kind"])
        return redirect("thread", slug, thread.key)
    status = 422 if request.method == "POST" else 200
    return render(request, "thread/open.html", {"campaign": viewer.campaign, "form": form, "place": "campaigns"}, status=status)
