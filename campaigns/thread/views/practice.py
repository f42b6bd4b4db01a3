"""Practice rolls: a person's own ledger, which no post can use."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from django.contrib.auth.decorators import login_required
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_safe

from campaigns.ledger.commands import Wanted, practice_ledger, throw
from campaigns.ledger.export import form_fields
from campaigns.ledger.models import Roll
from campaigns.people.models import PersonRequest
from campaigns.site.answers import answers
from campaigns.site.keys import hex16
from campaigns.site.refused import Refused, refusing
from campaigns.thread.forms import ComposerForm, as_command
from campaigns.thread.views.rolls import lines_after
from rules.lines import read_line
from rules.systems.dice.system import SYSTEM as PLAIN

NEWEST = 25


@login_required
@answers
def practice(request: PersonRequest) -> HttpResponse:
    """Throws one line of plain dice into the person's own ledger and lists the newest of them."""
    lane = practice_ledger(request.user)
    form = ComposerForm(request.POST or None)
    refused: Refused | None = None
    typed = request.POST.get("lines", "").strip()
    if request.method == "POST":
        try:
            if not form.is_valid():
                raise Refused("This form cannot be read. Reload the page and throw again.")
            throw(lane, ask=form.ask(), wanted=_wanted(typed), post=None, thread=None, text=None)
            return redirect("practice")
        except Refused as said:
            refused = said
            lane.refresh_from_db()
    rolls = Roll.objects.filter(entry__ledger=lane.ledger).select_related("entry").order_by("-entry__i", "-place")[:NEWEST]
    context: dict[str, Any] = {
        "rolls": rolls,
        "refused": refused,
        "typed": typed,
        "words": request.POST.get("words", ""),
        "rid": hex16(),
        "dice": form_fields(lane),
        "place": "practice",
    }
    return render(request, "thread/practice.html", context, status=refused.status if refused else 200)


@login_required
@require_safe
def practice_lines(request: PersonRequest) -> HttpResponse:
    """The signed lines of the person's own ledger after entry `after`."""
    return lines_after(request, practice_ledger(request.user).ledger)


def _wanted(typed: str) -> list[Wanted]:
    """The rolls of one typed line: plain notation, `&` between several."""
    with refusing("lines"):
        command = read_line(as_command(typed)) if typed else None
        if command is None or command.word != "roll":
            raise Refused("Type a plain roll, such as `4d6kh3+2`.", field="lines")
        if command.secrecy:
            raise Refused("Practice is yours alone, so nothing is sealed here: leave the word away.", field="lines")
        declared = PLAIN.declare(command, None, {})
    titled = [replace(one, title=command.reason or one.title) for one in declared]
    return [Wanted(one, purpose=command.line) for one in titled]
