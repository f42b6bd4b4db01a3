"""How to write, roll and check: one page for everybody."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from rules import catalogue


@require_safe
def help_page(request: HttpRequest) -> HttpResponse:
    return render(request, "desk/help.html", {"systems": catalogue.all_systems(), "place": "help"})
