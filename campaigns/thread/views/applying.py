"""What a roll does to its target, at one press."""

from __future__ import annotations

from django.db import transaction
from django.http import HttpResponse
from django.views.decorators.http import require_POST

from campaigns.campaign.access import TableRequest
from campaigns.combat.commands import apply_roll
from campaigns.site.answers import answers
from campaigns.thread.access import lock, place_of
from campaigns.thread.views.acts import acted, come_to, post_of


@require_POST
@answers
def apply(request: TableRequest, key: str) -> HttpResponse:
    """The GM's "Apply": in the fight of the thread, or on the sheet; a second press is told who was first (409)."""
    roll, viewer, thread = come_to(request, key)
    with transaction.atomic():
        apply_roll(viewer, place_of(lock(thread)), roll)
    return acted(request, thread, post_of(roll, thread))
