"""The socket of a thread: it says that something is new to those who may see it, and nothing else."""

from __future__ import annotations

from typing import Any

from channels.db import database_sync_to_async
from django.http import Http404

from campaigns.campaign.access import viewer
from campaigns.live.socket import NOT_THERE, LiveSocket
from campaigns.thread.access import find_thread
from campaigns.thread.models import Thread


class ThreadSocket(LiveSocket):
    """One answer for a thread that does not exist and one that this person may not read: 4404."""

    async def place(self) -> tuple[str, frozenset[str]] | int:
        return await database_sync_to_async(_place)(self.scope["user"], self.scope["url_route"]["kwargs"]["key"])


def _place(person: Any, key: str) -> tuple[str, frozenset[str]] | int:
    slug = Thread.objects.filter(key=key).values_list("campaign__slug", flat=True).first() if key.isalnum() else None
    try:
        seen_by = viewer(person, slug or "")
        return find_thread(seen_by, key).stream.key, seen_by.keys
    except Http404:
        return NOT_THERE
