"""A campaign's page, and founding one."""

from __future__ import annotations

from django.contrib.auth.decorators import login_required
from django.db.models import F
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_safe

from campaigns.campaign.access import TableRequest, come_in, runs
from campaigns.campaign.forms import FoundForm
from campaigns.character.access import visible as visible_characters
from campaigns.character.models import Character
from campaigns.desk.access import latest_rolls, rail_threads
from campaigns.desk.commands import found_table
from campaigns.people.models import PersonRequest
from campaigns.site.answers import answers, refuse
from campaigns.site.refused import Refused


@require_safe
@answers
def campaign_page(request: TableRequest, slug: str) -> HttpResponse:
    """Where the table stands: what is played now, who plays, the newest rolls."""
    viewer = come_in(request, slug)
    threads = list(rail_threads(viewer))
    members = list(viewer.campaign.members.filter(state="active").select_related("person").order_by("pk"))
    characters = visible_characters(Character.objects.all(), viewer).filter(retired=False).select_related("owner__person")
    context = {
        "campaign": viewer.campaign,
        "viewer": viewer,
        "system": viewer.campaign.rules,
        "scenes": [thread for thread in reversed(threads) if thread.kind == "scene"],
        "talks": [thread for thread in threads if thread.kind != "scene"],
        "gms": [member for member in members if runs(member)],
        "members": members,
        "characters": characters.order_by(F("owner").asc(nulls_last=True), "name"),
        "rolls": latest_rolls([viewer]),
        "place": "campaigns",
    }
    return render(request, "desk/campaign.html", context)


@login_required
@answers
def found(request: PersonRequest) -> HttpResponse:
    """Three questions, then a campaign with a table talk and a first scene."""
    form = FoundForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        try:
            return redirect("campaign", found_table(request.user, **form.cleaned_data).slug)
        except Refused as refusal:
            refuse(form, refusal)
    status = 422 if request.method == "POST" else 200
    return render(request, "desk/found.html", {"form": form, "place": "campaigns"}, status=status)
