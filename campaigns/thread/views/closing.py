"""The founder's page for closing the dice of a campaign."""

from __future__ import annotations

from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods

from campaigns.campaign.access import TableRequest, come_in, require_close
from campaigns.ledger.models import Roll
from campaigns.site.answers import answers
from campaigns.site.refused import Refused
from campaigns.thread.commands import close_dice


@require_http_methods(["GET", "HEAD", "POST"])
@answers
def close(request: TableRequest, slug: str) -> HttpResponse:
    """What closing does, and the button that does it."""
    viewer = come_in(request, slug)
    require_close(viewer)
    refused = None
    if request.method == "POST":
        try:
            close_dice(viewer)
            return redirect("rolls", viewer.campaign.slug)
        except Refused as refusal:
            refused = refusal
    sealed = Roll.objects.filter(entry__ledger=viewer.campaign.ledger_id, sealed=True, place=0).count()
    context = {"campaign": viewer.campaign, "sealed": sealed, "refused": refused, "place": "campaigns"}
    return render(request, "thread/close.html", context, status=refused.status if refused else 200)
