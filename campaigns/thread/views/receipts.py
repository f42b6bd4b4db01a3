"""Receipts: the signed newest entry of a ledger, which its reader keeps to prove later that nothing before it was changed."""

from __future__ import annotations

import json
from typing import Any

from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods, require_safe

from campaigns.campaign.access import TableRequest, come_in
from campaigns.campaign.models import Member
from campaigns.ledger.commands import heed
from campaigns.ledger.export import code_of, receipt_of
from campaigns.ledger.models import Roll
from campaigns.ledger.side import is_behind
from campaigns.people.models import PersonRequest
from campaigns.site.answers import answers
from campaigns.site.refused import Refused
from campaigns.thread.access import visible_rolls

LONGEST = 400
"""Characters of a receipt that somebody sends; one has 234 and the digits of its entry's number."""

REFERRING = ("choose", "void", "wit", "reveal")
"""Entries about a roll of an earlier one, `ref`."""


@require_http_methods(["GET", "HEAD", "POST"])
@answers
def receipt(request: TableRequest, slug: str) -> HttpResponse:
    """The receipt of the newest entry, to copy; one that is sent is looked up, and closes the dice where its entry is lost."""
    viewer = come_in(request, slug)
    ledger = viewer.campaign.ledger
    typed, refused, lacks = "", None, None
    if request.method == "POST":
        typed = request.POST.get("receipt", "")[:LONGEST].strip()
        try:
            lacks = heed(ledger, typed)
        except Refused as said:
            refused = said
    context = {
        "campaign": viewer.campaign,
        "number": ledger.length - 1,
        "receipt": receipt_of(ledger),
        "code": code_of(ledger),
        "typed": typed,
        "refused": refused,
        "found": lacks is False,
        "lacks": bool(lacks) and is_behind(ledger) is not None,
        "given_up": bool(lacks) and is_behind(ledger) is None,
        "place": "campaigns",
        "page": "rolls",
    }
    return render(request, "thread/receipt.html", context, status=refused.status if refused else 200)


@require_safe
@answers
def entry(request: TableRequest, slug: str, number: int) -> HttpResponse:
    """The page of the roll that an entry threw or is about, as far as this reader may see it; else the roll ledger."""
    viewer = come_in(request, slug)
    found = viewer.campaign.ledger.entries.filter(i=number).first()
    if found is None:
        raise Http404("There is no such entry.")
    body: dict[str, Any] = json.loads(found.body)
    there = body["ref"] if found.t in REFERRING else number
    rolls = Roll.objects.filter(entry__ledger=viewer.campaign.ledger_id, entry__i=there)
    roll = visible_rolls(rolls, viewer).order_by("place").first()
    return redirect("roll", roll.key) if roll else redirect("rolls", slug)


@login_required
@require_safe
def receipts(request: PersonRequest) -> HttpResponse:
    """The person's receipts, one for each table: the site's newest ones, which the script replaces by those that it keeps."""
    seats = Member.objects.filter(person=request.user, state="active").select_related("campaign__ledger", "lane")
    tables = [
        {
            "campaign": seat.campaign,
            "number": seat.campaign.ledger.length - 1,
            "code": code_of(seat.campaign.ledger),
            "receipt": receipt_of(seat.campaign.ledger),
            "led": seat.campaign.ledger.led,
            "key": seat.campaign.ledger.key,
            "pid": seat.lane.pid if seat.lane else "",
        }
        for seat in seats.order_by("campaign__name", "pk")
    ]
    return render(request, "thread/receipts.html", {"tables": tables, "place": "preferences"})
