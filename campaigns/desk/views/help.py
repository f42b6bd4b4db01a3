"""How to write, roll and check, for everybody: the page, the commands, and the worked examples of each rule system."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from campaigns.desk.views.grammar import GRAMMAR
from rules import catalogue
from rules.examples import examples, sheets


@require_safe
def help_page(request: HttpRequest) -> HttpResponse:
    return render(request, "desk/help.html", {"systems": catalogue.all_systems(), "place": "help"})


@require_safe
def commands(request: HttpRequest) -> HttpResponse:
    """Every command word with a line that can be typed, and who may."""
    return render(request, "desk/help_commands.html", {"groups": GRAMMAR, "place": "help"})


@require_safe
def worked(request: HttpRequest, key: str) -> HttpResponse:
    """The worked examples of a rule system: what was typed, how the dice fell, what the card says."""
    system = catalogue.get(key)
    if system is None:
        raise Http404("There is no such rule system.")
    labels = {trait.name: trait.label for trait in system.traits()}
    told = {
        name: [(labels.get(trait, trait), text) for trait, text in fields.items() if text] for name, fields in sheets(key).items()
    }
    context = {"system": system, "examples": examples(key), "sheets": told, "place": "help"}
    return render(request, "desk/help_examples.html", context)
