"""The list of tables, and what a table's GMs and members see of how it is run."""

from __future__ import annotations

from typing import cast

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.views.decorators.http import require_GET

from campaigns.campaign import commands
from campaigns.campaign.access import (
    TableRequest,
    Viewer,
    come_in,
    listed,
    may_leave,
    require_gm,
    require_member,
    roles_to_give,
)
from campaigns.campaign.forms import InvitationForm, SettingsForm, TableForm
from campaigns.campaign.models import Campaign, Invitation, LogEntry, Member, table_lines
from campaigns.people.models import User
from campaigns.site.answers import answers, refuse
from campaigns.site.refused import Refused
from rules.tabled import Tabled

ROWS = 25
"""Rows on a page of a list."""


@require_GET
def campaigns(request: HttpRequest) -> HttpResponse:
    """The person's own tables, and a page of the public ones, newest first."""
    seats: list[Member] = []
    if request.user.is_authenticated:
        mine = Member.objects.filter(person=request.user, state="active").select_related("campaign")
        seats = list(mine.order_by("campaign__name"))
    others = listed(Campaign.objects.all()).exclude(pk__in=[seat.campaign_id for seat in seats]).order_by("-founded")
    rows = Paginator(others, ROWS).get_page(request.GET.get("page"))
    return render(request, "campaign/campaigns.html", {"seats": seats, "rows": rows, "place": "campaigns"})


@answers
def settings(request: TableRequest, slug: str) -> HttpResponse:
    """The GMs' page. Each of its forms posts back here and names its act."""
    viewer = come_in(request, slug)
    require_gm(viewer)
    act = request.POST.get("act")
    if request.method != "POST":
        return _settings_page(request, viewer, SettingsForm(viewer))
    if act == "settings":
        return _keep_settings(request, viewer)
    if act == "invite":
        commands.invite(viewer, role=request.POST.get("role", ""))
        messages.success(request, "The invitation is made. Send its link to whom you want at the table.")
    elif act == "revoke":
        commands.revoke(viewer, get_object_or_404(viewer.campaign.invitations, code=_named(request, "code")))
        messages.success(request, "The invitation is revoked; its link leads nowhere now.")
    elif act == "role":
        member = get_object_or_404(viewer.campaign.members, person__username=_named(request, "person"))
        commands.set_role(viewer, member, role=request.POST.get("role", ""))
        messages.success(request, "The role is changed.")
    else:
        raise Refused("This form names no act that this page knows. Open the page again.")
    return redirect("settings", slug)


def _named(request: HttpRequest, field: str) -> str:
    """The code or the person that a button names; PostgreSQL cannot even be asked for a text with a NUL in it."""
    return request.POST.get(field, "").replace("\0", "")


def _keep_settings(request: HttpRequest, viewer: Viewer) -> HttpResponse:
    form = SettingsForm(viewer, request.POST)
    if form.is_valid():
        try:
            commands.change_settings(viewer, **form.wanted())
        except Refused as refusal:
            refuse(form, refusal)
        else:
            messages.success(request, "The settings are kept.")
            return redirect("settings", viewer.campaign.slug)
    return _settings_page(request, viewer, form, status=422)


def _settings_page(request: HttpRequest, viewer: Viewer, form: SettingsForm, status: int = 200) -> HttpResponse:
    members = viewer.campaign.members.filter(state="active").select_related("person").order_by("joined", "pk")
    roles = dict(Member.ROLES)
    context = {
        "campaign": viewer.campaign,
        "page": "settings",
        "form": form,
        "basic": [form[name] for name in ("name", "sentence", "visibility")],
        "options": [form[name] for name in form.fields if name.startswith("option_")],
        "invitation_form": InvitationForm(),
        "invitations": [
            (invitation, request.build_absolute_uri(reverse("join", args=[invitation.code])))
            for invitation in viewer.campaign.invitations.filter(revoked=False).order_by("pk")
        ],
        "members": [(member, [(role, roles[role]) for role in roles_to_give(viewer, member)]) for member in members],
    }
    return render(request, "campaign/settings.html", context, status=status)


@answers
def results(request: TableRequest, slug: str) -> HttpResponse:
    """The GMs' page of the table of results: `act` looks at what was typed, keeps it, or goes back to the table of the rules."""
    viewer = come_in(request, slug)
    require_gm(viewer)
    if viewer.campaign.by_table is None:
        raise Http404("There is no such page.")
    if request.method != "POST":
        return _results_page(request, viewer)
    form, act = _table_form(viewer, request.POST), request.POST.get("act")
    if not form.is_valid() and act != "usual":
        return _results_page(request, viewer, form, status=422)
    if act == "look":
        return _results_page(request, viewer, form)
    try:
        commands.change_table(viewer, starts=None if act == "usual" else form.starts(), seen=request.POST.get("seen", ""))
    except Refused as refusal:
        refuse(form, refusal)
        viewer.campaign.refresh_from_db(fields=["pack"])
        return _results_page(request, viewer, form, status=refusal.status)
    messages.success(request, "The table is kept. Rolls from now on are read by it.")
    return redirect("results", slug)


def _table_form(viewer: Viewer, typed: QueryDict | None = None) -> TableForm:
    played = cast(Tabled, viewer.campaign.rules)
    return TableForm(played, viewer.campaign.options, typed)


def _results_page(request: HttpRequest, viewer: Viewer, form: TableForm | None = None, status: int = 200) -> HttpResponse:
    """What was typed so far, drawn as far as it can be read, beside what the campaign plays by now."""
    campaign = viewer.campaign
    played, usual = cast(tuple[Tabled, Tabled], campaign.by_table)
    form = form or _table_form(viewer)
    starts = form.starts()
    now = {row.name: row.starts for row in played.rows(campaign.options)}
    rows = [
        (line, form.cells(line.name), () if starts.get(line.name) == list(now[line.name]) else now[line.name])
        for line in table_lines(played.with_rows(starts), usual, campaign.options)
    ]
    context = {
        "campaign": campaign,
        "page": "settings",
        "form": form,
        "seen": campaign.pack,
        "title": played.table_title,
        "columns": played.columns,
        "rows": rows,
    }
    return render(request, "campaign/results.html", context, status=status)


@answers
@require_GET
def rulings(request: TableRequest, slug: str) -> HttpResponse:
    """How the table reads what its rules leave open, for everybody who may read the table."""
    viewer = come_in(request, slug)
    found = viewer.campaign.rulings
    context = {
        "campaign": viewer.campaign,
        "rulings": found,
        "differing": [one for one in found if one.differs],
        "viewer": viewer,
        "page": "rulings",
    }
    if viewer.member is not None:  # who changed it is for those who sit here, as in the log
        changes = viewer.campaign.ruling_changes.select_related("actor").order_by("-pk")
        context["changes"] = Paginator(changes, ROWS).get_page(request.GET.get("page"))
    if viewer.campaign.by_table:
        played, usual = viewer.campaign.by_table
        lines = table_lines(played, usual, viewer.campaign.options)
        context |= {"table": {"title": played.table_title, "columns": played.columns, "lines": lines}}
    return render(request, "campaign/rulings.html", context)


@answers
@require_GET
def log(request: TableRequest, slug: str) -> HttpResponse:
    """What was done to the table, newest first, for its members; nobody else learns of it."""
    viewer = come_in(request, slug)
    if viewer.member is None:
        raise Http404("There is no such page.")
    entries = LogEntry.objects.filter(campaign=viewer.campaign).order_by("-pk")
    rows = Paginator(entries, ROWS).get_page(request.GET.get("page"))
    context = {"campaign": viewer.campaign, "rows": rows, "may_leave": may_leave(viewer), "page": "log"}
    return render(request, "campaign/log.html", context)


@answers
def leave(request: TableRequest, slug: str) -> HttpResponse:
    """GET asks once more, POST gives up the seat."""
    viewer = come_in(request, slug)
    require_member(viewer)
    if request.method != "POST":
        return render(request, "campaign/leave.html", {"campaign": viewer.campaign, "may_leave": may_leave(viewer)})
    commands.leave(viewer)
    messages.success(request, f"You left {viewer.campaign}.")
    return redirect("campaigns")


@answers
def join(request: HttpRequest, code: str) -> HttpResponse:
    """An invitation: whoever holds its code sees what the table is, also a private one, and may sit down."""
    rows = Invitation.objects.select_related("campaign").filter(revoked=False)
    invitation = get_object_or_404(rows, code=code)
    return _answer_invitation(request, invitation)


@login_required
def _answer_invitation(request: HttpRequest, invitation: Invitation) -> HttpResponse:
    campaign, person = invitation.campaign, cast(User, request.user)
    if campaign.members.filter(person=person, state="active").exists():
        messages.info(request, "You sit at this table already.")
        return redirect("campaign", campaign.slug)
    if request.method == "POST":
        commands.join_campaign(person, invitation)
        messages.success(request, f"Welcome to {campaign}.")
        return redirect("campaign", campaign.slug)
    owner = campaign.members.select_related("person").get(role="owner")
    context = {"invitation": invitation, "campaign": campaign, "owner": owner.person, "place": "campaigns"}
    return render(request, "campaign/join.html", context)
