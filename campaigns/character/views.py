"""The cast of a campaign, a character's sheet, and what became of it."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.views.decorators.http import require_GET

from campaigns.campaign.access import TableRequest, Viewer, come_in, may_leave, require_writer
from campaigns.character import commands
from campaigns.character.access import may_edit, may_speak_as, open_character, require_edit, visible
from campaigns.character.forms import PickForm, SheetForm
from campaigns.character.models import Character, SheetRevision
from campaigns.character.sheets import changes, declared_by, draw, saved_rolls, sheet_of
from campaigns.ledger.card import ahead
from campaigns.site.answers import answers, refuse
from campaigns.site.refused import Refused, Stale


@require_GET
@login_required
def characters(request: HttpRequest) -> HttpResponse:
    """The person's own characters at every table where he sits."""
    rows = Character.objects.filter(owner__person_id=request.user.pk, owner__state="active").select_related("campaign")
    context = {"characters": rows.order_by("campaign__name", "name"), "place": "characters"}
    return render(request, "character/characters.html", context)


@answers
@require_GET
def cast(request: TableRequest, slug: str) -> HttpResponse:
    """Who is played, by whom, and who sits at the table without a character."""
    viewer = come_in(request, slug)
    rows = visible(Character.objects.all(), viewer).filter(retired=False).select_related("owner__person").order_by("name")
    context = {
        "campaign": viewer.campaign,
        "played": [row for row in rows if row.owner_id is not None],
        "npcs": [row for row in rows if row.owner_id is None],
        "members": viewer.campaign.members.filter(state="active").select_related("person").order_by("joined", "pk"),
        "viewer": viewer,
        "page": "cast",
        "may_leave": may_leave(viewer),
    }
    return render(request, "character/cast.html", context)


@answers
def new_character(request: TableRequest, slug: str) -> HttpResponse:
    """GET shows an empty sheet of the campaign's rules, POST makes the character."""
    viewer = come_in(request, slug)
    require_writer(viewer)
    form = SheetForm(viewer, None, request.POST or None)
    if request.method == "POST" and form.is_valid():
        told = form.cleaned_data
        try:
            character = commands.create_character(
                viewer, name=told["name"], line=told["line"], fields=form.texts(), npc=told.get("npc", False),
                hidden=told.get("hidden", False),
            )  # fmt: skip
        except Refused as refusal:
            refuse(form, refusal)
        else:
            messages.success(request, f"{character.name} is at the table.")
            return redirect("character", character.key)
    context = {"campaign": viewer.campaign, "form": form, "system": form.rules}
    return render(request, "character/new.html", context, status=422 if form.errors else 200)


@answers
@require_GET
def character(request: HttpRequest, key: str) -> HttpResponse:
    """The sheet, read."""
    viewer, shown = open_character(request.user, key)
    rules = viewer.campaign.rules
    context = {
        "character": shown,
        "campaign": viewer.campaign,
        "system": rules,
        "sheet": draw(rules, shown.sheet),
        "saved": saved_rolls(rules, shown, reckoned=viewer.member is not None),
        "may_edit": may_edit(viewer, shown),
        "may_roll": may_speak_as(viewer, shown),
        "roll": _picked_roll(request.GET, viewer, shown) if viewer.member else None,
        "place": "characters",
    }
    return render(request, "character/sheet.html", context)


def _picked_roll(asked: QueryDict, viewer: Viewer, shown: Character) -> dict[str, Any]:
    """What is picked on the sheet: form, line, tray (see ledger/parts/ahead.html) and refused, a sentence or ""."""
    form = PickForm(viewer.campaign.rules, sheet_of(shown), asked)
    told: dict[str, Any] = {"form": form, "line": "", "tray": [], "refused": ""}
    if "roll" not in asked:
        return told
    try:
        told["line"] = form.line()
        told["tray"] = [ahead(declared, form.supposed) for declared in declared_by(told["line"], form.system, shown)]
    except Refused as refused:
        told["refused"] = refused.sentence
    return told


@answers
def edit_character(request: HttpRequest, key: str) -> HttpResponse:
    """GET shows the sheet as a form, POST saves it unless somebody else was quicker (409 with both texts)."""
    viewer, shown = open_character(request.user, key)
    require_edit(viewer, shown)
    form = SheetForm(viewer, shown, request.POST or None)
    if request.method == "POST" and form.is_valid():
        told = form.cleaned_data
        try:
            commands.edit_sheet(
                viewer, shown, name=told["name"], line=told["line"], fields=form.texts(),
                seen_version=told["version"] or 0, hidden=told.get("hidden"),
            )  # fmt: skip
        except Stale as refusal:
            return _conflict(request, viewer, shown, refusal)
        except Refused as refusal:
            refuse(form, refusal)
        else:
            messages.success(request, "The sheet is saved.")
            return redirect("character", key)
    return _edit_page(request, viewer, shown, form, status=422 if form.errors else 200)


def _conflict(request: HttpRequest, viewer: Viewer, shown: Character, refusal: Stale) -> HttpResponse:
    """The typed text stays in the form, which now answers the newest version; that stands beside it."""
    shown.refresh_from_db()
    typed = request.POST.copy()
    typed["version"] = str(shown.version)
    form = SheetForm(viewer, shown, typed)
    form.is_valid()
    refuse(form, refusal)
    return _edit_page(request, viewer, shown, form, status=refusal.status)


def _edit_page(request: HttpRequest, viewer: Viewer, shown: Character, form: SheetForm, *, status: int) -> HttpResponse:
    differing = [form[name] for name in form.changed_data if name != "version"] if status == Stale.status else []
    context = {
        "campaign": viewer.campaign,
        "character": shown,
        "form": form,
        "system": form.rules,
        "differing": [(field.label, field.initial) for field in differing],
        "place": "characters",
    }
    return render(request, "character/edit.html", context, status=status)


@answers
@require_GET
def character_history(request: HttpRequest, key: str) -> HttpResponse:
    """Every version of the sheet, newest first, with what it changed."""
    viewer, shown = open_character(request.user, key)
    revisions = list(shown.revisions.select_related("by__person").order_by("-number"))
    rules = viewer.campaign.rules
    versions = [(newer, _told(older, newer) + changes(rules, older.sheet, newer.sheet)) for newer, older in pairwise(revisions)]
    versions += [(first, []) for first in revisions[-1:]]
    context = {"character": shown, "campaign": viewer.campaign, "versions": versions, "place": "characters"}
    return render(request, "character/history.html", context)


def _told(older: SheetRevision, newer: SheetRevision) -> list[tuple[str, str, str]]:
    rows = [("Name", older.name, newer.name), ("In one line", older.line, newer.line)]
    return [row for row in rows if row[1] != row[2]]
