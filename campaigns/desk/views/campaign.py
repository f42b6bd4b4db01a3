"""A campaign's page, and founding one."""

from __future__ import annotations

from django.contrib.auth.decorators import login_required
from django.db import transaction
from django.db.models import F
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_safe

from campaigns.campaign.access import TableRequest, Viewer, seat, viewer
from campaigns.campaign.commands import found_campaign
from campaigns.campaign.forms import FoundForm
from campaigns.campaign.models import Campaign
from campaigns.character.access import visible as visible_characters
from campaigns.character.models import Character
from campaigns.desk.access import latest_rolls, rail_threads
from campaigns.people.models import PersonRequest
from campaigns.site.answers import answers
from campaigns.site.refused import Refused
from campaigns.thread.commands import open_thread


@require_safe
@answers
def campaign_page(request: TableRequest, slug: str) -> HttpResponse:
    """Where the table stands: what is played now, who plays, the newest rolls."""
    seen_by = viewer(request.user, slug)
    request.viewer = seen_by
    threads = list(rail_threads(seen_by))
    for thread in threads:
        thread.new = thread.post_count - (thread.read_to or 0) if seen_by.person.is_authenticated else 0
    members = list(seen_by.campaign.members.filter(state="active").select_related("person").order_by("pk"))
    characters = visible_characters(Character.objects.all(), seen_by).filter(retired=False).select_related("owner__person")
    context = {
        "campaign": seen_by.campaign,
        "viewer": seen_by,
        "system": seen_by.campaign.rules,
        "scenes": [thread for thread in reversed(threads) if thread.kind == "scene"],
        "talks": [thread for thread in threads if thread.kind != "scene"],
        "gms": [member for member in members if seat(member).is_gm],
        "members": members,
        "characters": characters.order_by(F("owner").asc(nulls_last=True), "name"),
        "rolls": latest_rolls([seen_by]),
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
            with transaction.atomic():
                campaign = found_campaign(request.user, **form.cleaned_data)
                _first_threads(seat(campaign.members.select_related("campaign", "person").get(person=request.user)))
            return redirect("campaign", campaign.slug)
        except Refused as refused:
            form.add_error(refused.field if refused.field in form.fields else None, refused.sentence)
    status = 422 if request.method == "POST" else 200
    return render(request, "desk/found.html", {"form": form, "place": "campaigns"}, status=status)


def _first_threads(founder: Viewer) -> Campaign:
    open_thread(founder, title="Table talk", kind="talk")
    open_thread(founder, title="GM notes", kind="notes")
    open_thread(founder, title="The first scene", kind="scene")
    return founder.campaign
