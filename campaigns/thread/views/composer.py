"""The composer: what it shows, the preview that throws nothing, and the post."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_POST

from campaigns.campaign.access import Viewer
from campaigns.combat.access import open_on, table
from campaigns.ledger.export import form_fields
from campaigns.site.answers import answers
from campaigns.site.keys import hex16
from campaigns.site.refused import Refused
from campaigns.thread.access import page_of, require_post
from campaigns.thread.commands import Plan, plan_post, post_reply
from campaigns.thread.forms import ComposerForm, speaking_as
from campaigns.thread.models import Thread
from campaigns.thread.views.changes import change_parts
from campaigns.thread.views.entering import enter
from rules import catalogue


def composer(
    viewer: Viewer, thread: Thread, sent: dict[str, Any] | None = None, refused: Refused | None = None, plan: Plan | None = None
) -> dict[str, Any]:
    """The composer's context; with what was sent when it comes back refused, so that nothing typed is lost."""
    people = speaking_as(viewer, thread)
    lane = viewer.member.lane if viewer.member else None
    kept = sent or {"character": people[0].key if people else "", "kind": "ic" if people else "ooc"}
    system = catalogue.get(viewer.campaign.system, viewer.campaign.system_version)
    return {
        "form": {"text": "", "lines": "", "done_as": "", "rid": hex16()} | kept,
        "speakers": people,
        "dice": form_fields(lane) if lane and thread.kind != "notes" else None,
        "examples": ["!roll 2d6+3", *system.words.values()],
        "refused": refused,
        "tray": _tray(plan) if plan else [],
        "write_url": reverse("write", args=[viewer.campaign.slug, thread.key]),
        "preview_url": reverse("preview", args=[viewer.campaign.slug, thread.key]),
    }


def _tray(plan: Plan) -> list[dict[str, Any]]:
    """What will be thrown and done, in the order of the lines: for a roll its blank dice, for a move its line."""
    rows: list[dict[str, Any]] = []
    for line in plan.lines:
        rows += [{"declaration": declared, "reading": _blank(declared)} for declared in line.declarations]
        for step in line.steps:
            rows.append({"declaration": step.declaration, "reading": _blank(step.declaration), "line": line.command.line, "name": step.name})
    return rows


def _blank(declared: Any) -> Any:
    if declared is None:
        return None
    system = catalogue.by_rv(declared.rv)
    return system.read(declared, ()) if system else None


@answers
def write(request: HttpRequest, slug: str, key: str) -> HttpResponse:
    """The composer as a page of its own (GET), and the post itself (POST)."""
    viewer, thread = enter(request, slug, key)
    require_post(viewer, thread)
    if request.method != "POST":
        return _page(request, viewer, thread, composer(viewer, thread), 200)
    form = ComposerForm(request.POST)
    if not form.is_valid():
        return _again(request, viewer, thread, Refused(" ".join(errors[0] for errors in form.errors.values())))
    try:
        post = post_reply(viewer, thread, form.draft(viewer), form.ask())
    except Refused as refused:
        return _again(request, viewer, thread, refused)
    if not request.htmx:
        return redirect(f"{reverse('thread', args=[slug, thread.key])}?page={page_of(post.number)}#post-{post.number}")
    viewer, thread = enter(request, slug, key)
    parts = change_parts(viewer, thread, request.POST.get("after", ""), own=post.uid)
    return render(request, "thread/posted.html", parts | {"composer": composer(viewer, thread), "post": post})


@require_POST
@answers
def preview(request: HttpRequest, slug: str, key: str) -> HttpResponse:
    """What the text would do, with blank dice; nothing is thrown, changed or used up."""
    viewer, thread = enter(request, slug, key)
    require_post(viewer, thread)
    form = ComposerForm(request.POST)
    if not form.is_valid():
        return _again(request, viewer, thread, Refused("This form cannot be read. Reload the page; your text is kept in this browser."))
    draft = form.draft(viewer)
    try:
        plan = plan_post(viewer, thread, draft.text, draft.character)
    except Refused as refused:
        return _again(request, viewer, thread, refused)
    shown = composer(viewer, thread, _sent(request), plan=plan) | {"preview": plan}
    return _page(request, viewer, thread, shown, 200)


def _sent(request: HttpRequest) -> dict[str, Any]:
    kept = ("text", "lines", "character", "kind", "done_as", "rid")
    return {name: request.POST.get(name, "") for name in kept}


def _again(request: HttpRequest, viewer: Viewer, thread: Thread, refused: Refused) -> HttpResponse:
    """The form with everything that was typed, and why it was refused."""
    viewer.member and viewer.member.lane and viewer.member.lane.refresh_from_db()
    return _page(request, viewer, thread, composer(viewer, thread, _sent(request), refused), refused.status)


def _page(request: HttpRequest, viewer: Viewer, thread: Thread, shown: dict[str, Any], status: int) -> HttpResponse:
    encounter = open_on(thread.stream_id)
    context = {
        "campaign": viewer.campaign,
        "viewer": viewer,
        "thread": thread,
        "composer": shown,
        "turns": table(encounter, viewer) if encounter else None,
        "place": "campaigns",
    }
    template = "thread/parts/composer.html" if request.htmx else "thread/write.html"
    return render(request, template, context, status=status)
