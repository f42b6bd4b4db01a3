"""Opening a thread, and the turn order in it."""

from __future__ import annotations

from django.db import transaction
from django.db.models import Max

from campaigns.campaign.access import Viewer
from campaigns.campaign.models import Campaign
from campaigns.combat.commands import open_fight
from campaigns.combat.models import Encounter
from campaigns.live.commands import open_stream
from campaigns.live.models import audience_text
from campaigns.site.clock import now
from campaigns.site.refused import Refused
from campaigns.thread.access import AUDIENCES, lock, place_of, require_open, require_post
from campaigns.thread.models import Thread

LONGEST_TITLE = 120


@transaction.atomic
def open_thread(viewer: Viewer, *, title: str, kind: str) -> Thread:
    """A new scene, talk or notes; scenes are counted within the campaign."""
    require_open(viewer)
    title = " ".join(title.split())
    if not 1 <= len(title) <= LONGEST_TITLE:
        raise Refused(f"A title has 1 to {LONGEST_TITLE} characters.", field="title")
    if kind not in AUDIENCES:
        raise Refused("A thread is a scene, a talk or notes.", field="kind")
    ordinal = 0
    if kind == "scene":
        Campaign.objects.select_for_update().get(pk=viewer.campaign.pk)
        ordinal = 1 + (viewer.campaign.threads.aggregate(last=Max("ordinal"))["last"] or 0)
    return Thread.objects.create(
        campaign=viewer.campaign,
        stream=open_stream(),
        title=title,
        kind=kind,
        ordinal=ordinal,
        audience=audience_text(AUDIENCES[kind]),
        opened=now(),
    )


@transaction.atomic
def open_turn_order(viewer: Viewer, thread: Thread) -> Encounter:
    """Opens the turn order of a scene; refused in talk and notes, and while one is open. `!fight` does it within a post."""
    thread = lock(thread)
    require_post(viewer, thread)
    if thread.kind != "scene":
        raise Refused("A turn order belongs to a scene.")
    return open_fight(viewer, place_of(thread))
