"""Rolls that a GM asks for: the form, the player's press that throws one, and taking one back."""

from __future__ import annotations

from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_POST

from campaigns.campaign.access import TableRequest, Viewer, require_gm
from campaigns.ledger.commands import Ask
from campaigns.ledger.models import Roll
from campaigns.site.answers import answers, refuse
from campaigns.site.refused import Refused
from campaigns.thread.access import requests_for
from campaigns.thread.commands import ask_for_rolls, askable, roll_asked, take_back
from campaigns.thread.forms import AskForm, ComposerForm
from campaigns.thread.models import RollRequest, Thread
from campaigns.thread.views.acts import acted
from campaigns.thread.views.changes import change_parts, cursor_in
from campaigns.thread.views.entering import enter

NEWEST = 20
"""Answered requests that the page lists."""


@answers
def ask(request: TableRequest, slug: str, key: str) -> HttpResponse:
    """GET gives the form and what was asked for before, POST asks. htmx gets the form alone, then what changed."""
    viewer, thread = enter(request, slug, key)
    require_gm(viewer)
    example = next(iter([*viewer.campaign.rules.words.values(), "!roll 2d6+3"]))
    form = AskForm(askable(viewer), example, request.POST if request.method == "POST" else None)
    if request.method != "POST" or not form.is_valid():
        return _form(request, viewer, thread, form)
    try:
        ask_for_rolls(viewer, thread, **form.wanted())
    except Refused as refused:
        refuse(form, refused)
        return _form(request, viewer, thread, form)
    if not request.htmx:
        return redirect("thread", slug, thread.key)
    viewer, thread = enter(request, slug, key)
    parts = change_parts(viewer, thread, cursor_in(request.POST), on_last_page=request.POST.get("page") == "last")
    return render(request, "thread/asked.html", parts | {"ask": None})


def _form(request: TableRequest, viewer: Viewer, thread: Thread, form: AskForm) -> HttpResponse:
    shown = {"campaign": viewer.campaign, "thread": thread, "ask": form, "place": "campaigns"}
    if request.htmx:
        return render(request, "thread/parts/ask.html", shown, status=422 if form.is_bound else 200)
    done = thread.requests.exclude(roll="").select_related("character", "by__person").order_by("-pk")[:NEWEST]
    titles = {roll.key: roll for roll in Roll.objects.filter(key__in=[one.roll for one in done])}
    shown["answered"] = [(one, titles.get(one.roll)) for one in done]
    return render(request, "thread/ask.html", shown, status=422 if form.is_bound else 200)


@require_POST
@answers
def roll(request: TableRequest, slug: str, key: str, request_key: str) -> HttpResponse:
    """The player's "Roll it": a post of the asked line. Number and witness are those of the composer, sent along."""
    viewer, thread = enter(request, slug, key)
    asked = thread.requests.filter(key=request_key).select_related("character").first()
    if asked is None or asked.character.owner_id != (viewer.member.pk if viewer.member else 0):
        raise Http404("Nobody asks you for that roll.")
    form = ComposerForm(request.POST)
    sent = form.ask() if form.is_valid() else Ask("")
    post = roll_asked(viewer, thread, asked, sent, witness=form.cleaned_data["witness"] if form.is_valid() else "")
    return acted(request, thread, post.number, composing="text" in request.POST)


@require_POST
@answers
def back(request: TableRequest, slug: str, key: str, request_key: str) -> HttpResponse:
    """The GM's "Take back"; one that is gone already is none."""
    viewer, thread = enter(request, slug, key)
    require_gm(viewer)
    asked: RollRequest | None = requests_for(viewer).filter(thread=thread, key=request_key).first()
    if asked is not None:
        take_back(viewer, thread, asked)
    return acted(request, thread, thread.post_count)
