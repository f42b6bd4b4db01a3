"""The composer: what it shows, the preview that throws nothing, and the post."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from django.http import HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_http_methods, require_POST

from campaigns.campaign.access import TableRequest, Viewer, witnesses
from campaigns.campaign.models import WITNESS
from campaigns.combat.access import Table
from campaigns.ledger.commands.asking import held_by
from campaigns.ledger.export import form_fields
from campaigns.site.answers import answers
from campaigns.site.keys import hex16
from campaigns.site.refused import NotAllowed, Refused, Stale
from campaigns.thread.access import everybody_reads, page_of, require_post, speaking_as
from campaigns.thread.commands import Plan, post_reply, preview_post
from campaigns.thread.forms import SEES, ComposerForm
from campaigns.thread.models import Post, Thread
from campaigns.thread.views.changes import change_parts, cursor_in, panel
from campaigns.thread.views.entering import enter
from campaigns.thread.views.picking import picker, tray_of

KEPT = ("text", "lines", "character", "kind", "sees", "done_as", "did_as", "autos", "rid", "words", "witness")
"""Fields that come back as they were sent when a post is refused."""

MOST_LINE = 2000
"""Characters of a line that an address brings into the roll box."""


def composer(
    viewer: Viewer,
    thread: Thread,
    turns: Table,
    *,
    sent: dict[str, Any] | None = None,
    refused: Refused | None = None,
    plan: Plan | None = None,
    picked: QueryDict | None = None,
) -> dict[str, Any]:
    """The composer's context. `sent` are fields that it begins with: what was typed when it comes back refused, so that nothing
    is lost, or as whom its writer spoke last."""
    speakers = speaking_as(viewer, thread)
    lane = viewer.member.lane if viewer.member else None
    fresh: dict[str, Any] = dict.fromkeys(KEPT, "") | {"did": [], "kind": "ooc", "rid": hex16()}
    if speakers:
        acting = turns.mine_now.seal_id if turns.mine_now else ""
        own = next((who for who in speakers if who.owner_id is not None), None)
        mine = next((who for who in speakers if who.cid == acting), own)
        fresh |= {"character": mine.key if mine else "", "kind": "ic"}
    form = fresh | (sent or {})
    rolls = lane and viewer.may_write
    return {
        "form": form,
        "speakers": speakers,
        "dice": form_fields(lane) if lane and rolls else None,
        "picker": picker(viewer, thread, speakers, turns, key=form["character"], picked=picked) if rolls else None,
        "examples": ["!roll 2d6+3", *viewer.campaign.rules.words.values()],
        "sees": SEES if everybody_reads(thread) else (),
        "witnesses": _witnesses(viewer, thread) if rolls else (),
        "every": viewer.campaign.chose(WITNESS) == "every",
        "held": held_by(lane.bind) if lane and lane.bind else "",
        "refused": refused,
        "preview": plan,
        "tray": tray_of(plan) if plan else [],
        "write_url": reverse("write", args=[viewer.campaign.slug, thread.key]),
        "preview_url": reverse("preview", args=[viewer.campaign.slug, thread.key]),
    }


def _witnesses(viewer: Viewer, thread: Thread) -> list[tuple[str, str]]:
    """(id in the ledger, name) of those whom the writer may name: one query at a table where rolls have witnesses, else none."""
    if viewer.campaign.chose(WITNESS) == "never" or not everybody_reads(thread):
        return []
    return [(member.lane.pid, member.person.get_username()) for member in witnesses(viewer) if member.lane]


def spoken(posts: Iterable[Post]) -> dict[str, str]:
    """As whom and in which kind the newest of one person's posts was written."""
    newest = max(posts, key=lambda post: post.number, default=None)
    return {"character": newest.character.key if newest.character else "", "kind": newest.kind} if newest else {}


@require_http_methods(["GET", "HEAD", "POST"])
@answers
def write(request: TableRequest, slug: str, key: str) -> HttpResponse:
    """The composer as a page of its own (GET), and the post itself (POST)."""
    viewer, thread = enter(request, slug, key)
    require_post(viewer, thread)
    if request.method != "POST":
        turns = panel(viewer, thread)
        sent = {"lines": request.GET.get("line", "")[:MOST_LINE]}
        if "character" in request.GET:
            sent["character"] = request.GET["character"]
        return _page(request, viewer, thread, composer(viewer, thread, turns, sent=sent), turns)
    form = ComposerForm(request.POST)
    if not form.is_valid():
        return _again(request, viewer, thread, Refused(" ".join(str(errors[0]) for errors in form.errors.values())))
    try:
        post = post_reply(viewer, thread, form.draft(viewer), form.ask())
    except Refused as refused:
        return _again(request, viewer, thread, refused)
    if not request.htmx:
        return redirect(f"{reverse('thread', args=[slug, thread.key])}?page={page_of(post.number)}#post-{post.number}")
    viewer, thread = enter(request, slug, key)
    turns = panel(viewer, thread)
    parts = change_parts(viewer, thread, cursor_in(request.POST), on_last_page=True)
    shown = composer(viewer, thread, turns, sent=spoken([post]))
    return render(request, "thread/posted.html", parts | {"composer": shown | {"posted": post.number}, "turns": turns})


@require_POST
@answers
def preview(request: TableRequest, slug: str, key: str) -> HttpResponse:
    """What the text would do, with blank dice; nothing is thrown, changed or used up."""
    viewer, thread = enter(request, slug, key)
    require_post(viewer, thread)
    form = ComposerForm(request.POST)
    if not form.is_valid():
        return _again(
            request, viewer, thread, Refused("This form cannot be read. Reload the page; your text is kept in this browser.")
        )
    try:
        plan = preview_post(viewer, thread, form.draft(viewer))
    except Refused as refused:
        return _again(request, viewer, thread, refused)
    turns = panel(viewer, thread)
    return _page(request, viewer, thread, composer(viewer, thread, turns, sent=sent_fields(request.POST), plan=plan), turns)


def sent_fields(sent: QueryDict) -> dict[str, Any]:
    """What was sent of the fields that come back."""
    return {name: sent.get(name, "") for name in KEPT if name in sent} | {"did": sent.getlist("did")}


def _again(request: TableRequest, viewer: Viewer, thread: Thread, refused: Refused) -> HttpResponse:
    """The form with everything that was typed, and why it was refused; its envelope is the lane's present one.

    After Stale it is a new request: what was posted under the old one, if anything was, stands.
    """
    viewer, thread = enter(request, viewer.campaign.slug, thread.key)
    turns, sent = panel(viewer, thread), sent_fields(request.POST)
    if isinstance(refused, Stale):
        sent["rid"] = hex16()
    # The page takes a form back with 409 and 422 alone; behind any other refusal it expects no form.
    status = 422 if request.htmx and isinstance(refused, NotAllowed) else refused.status
    return _page(request, viewer, thread, composer(viewer, thread, turns, sent=sent, refused=refused), turns, status=status)


def _page(
    request: TableRequest, viewer: Viewer, thread: Thread, shown: dict[str, Any], turns: Table, *, status: int = 200
) -> HttpResponse:
    context = {"campaign": viewer.campaign, "thread": thread, "composer": shown, "turns": turns, "place": "campaigns"}
    template = "thread/parts/composer.html" if request.htmx else "thread/write.html"
    return render(request, template, context, status=status)
