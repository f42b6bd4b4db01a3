"""Throwing what a GM asked for, at one press."""

from __future__ import annotations

from dataclasses import replace

from django.db import transaction

from campaigns.campaign.access import Viewer, require_member
from campaigns.ledger.commands import Ask
from campaigns.site.refused import NotAllowed, Stale
from campaigns.thread.access import lock
from campaigns.thread.commands.asking import line_of
from campaigns.thread.commands.posting import Draft, post_reply
from campaigns.thread.commands.second_acts import number_of
from campaigns.thread.models import Post, RollRequest, Thread


def roll_asked(viewer: Viewer, thread: Thread, request: RollRequest, ask: Ask, *, witness: str = "") -> Post:
    """A post of the request's line as its character; pressed twice it is one post. `ask` brings the browser's number, `witness`
    is the id in the ledger of who is to witness it, or "".

    Stale where the request is answered by another post or taken back.
    """
    member = require_member(viewer)
    if request.character.owner_id != member.pk:
        raise NotAllowed(f"{request.character.name}'s dice are thrown by who plays {request.character.name}.")
    ask = replace(ask, rid=number_of("asked", request.key, member.pk))
    with transaction.atomic():
        open_ones = lock(thread).requests.filter(pk=request.pk, roll="")
        if not open_ones.exists() and not Post.objects.filter(author=member, rid=ask.rid).exists():
            raise Stale("This is asked for no longer: it was answered or taken back. Nothing was thrown.")
        return post_reply(viewer, thread, Draft(line_of(request), request.character, witness=witness), ask)
