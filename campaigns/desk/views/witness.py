"""The rolls that wait for a person as their witness, over all tables."""

from __future__ import annotations

from django.contrib.auth.decorators import login_required
from django.http import HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from campaigns.desk.access import MOST, calls
from campaigns.ledger.export import form_fields
from campaigns.people.models import PersonRequest
from campaigns.thread.models import Post


@login_required
@require_safe
def witness(request: PersonRequest) -> HttpResponse:
    """Each roll with the form that adds his number; with script his browser does so by itself, here or on any other page."""
    rolls = list(calls(request.user.pk).select_related("entry", "witness__ledger").order_by("pk")[:MOST])
    posts = Post.objects.filter(uid__in=[roll.post for roll in rolls]).select_related("thread__campaign")
    found = {post.uid: post for post in posts}
    waiting = [
        {"roll": roll, "post": found[roll.post], "dice": form_fields(roll.witness)}
        for roll in rolls if roll.post in found and roll.witness
    ]  # fmt: skip
    return render(request, "desk/witness.html", {"waiting": waiting, "place": "today"})
