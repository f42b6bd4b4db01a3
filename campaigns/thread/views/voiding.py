"""A GM's page for taking a roll back, and the witness's answer."""

from __future__ import annotations

from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_http_methods, require_POST

from campaigns.campaign.access import TableRequest, Viewer, require_gm
from campaigns.campaign.models import WITNESS_DAYS
from campaigns.ledger.models import Roll
from campaigns.site.answers import answers
from campaigns.site.refused import Refused
from campaigns.thread.commands import lift_void, take_back_request, void_roll, witness_roll
from campaigns.thread.commands.witnessing import may_take_back
from campaigns.thread.models import Thread
from campaigns.thread.views.acts import acted, come_to, keeping, post_of


@require_http_methods(["GET", "HEAD", "POST"])
@answers
def void(request: TableRequest, key: str) -> HttpResponse:
    """The GMs' page: `act` takes back the roll, the dice set after it ("choice") or an unanswered request, or lifts a void."""
    roll, viewer, thread = come_to(request, key)
    require_gm(viewer)
    if request.method != "POST":
        return _page(request, viewer, thread, roll)
    act, why = request.POST.get("act", ""), request.POST.get("why", "")
    try:
        if act == "lift":
            lift_void(viewer, thread, roll)
        elif act == "request":
            take_back_request(viewer, thread, roll, why=why)
        else:
            void_roll(viewer, thread, roll, what=act, why=why)
    except Refused as refused:
        return _page(request, viewer, thread, Roll.objects.select_related("entry", "choice").get(pk=roll.pk), refused)
    return redirect(f"{reverse('post', args=[thread.campaign.slug, thread.key, post_of(roll, thread)])}?roll={roll.key}")


def _page(request: TableRequest, viewer: Viewer, thread: Thread, roll: Roll, refused: Refused | None = None) -> HttpResponse:
    context = {
        "campaign": viewer.campaign,
        "thread": thread,
        "roll": roll,
        "number": post_of(roll, thread),
        "may_take_back": roll.waits == "witness" and may_take_back(viewer, roll),
        "days": WITNESS_DAYS.said(viewer.campaign.chose(WITNESS_DAYS)),
        "why": request.POST.get("why", ""),
        "refused": refused,
        "place": "campaigns",
    }
    return render(request, "thread/void.html", context, status=refused.status if refused else 200)


@require_POST
@answers
@keeping
def witness(request: TableRequest, key: str) -> HttpResponse:
    """Adds the witness's number: `n` of his browser, or `words` that he typed."""
    roll, viewer, thread = come_to(request, key)
    witness_roll(viewer, thread, roll, n=request.POST.get("n", ""), words=request.POST.get("words", ""))
    return acted(request, thread, post_of(roll, thread))
