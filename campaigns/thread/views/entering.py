"""The way into every page of a thread: the viewer, then the thread as he may see it."""

from __future__ import annotations

from campaigns.campaign.access import TableRequest, Viewer, come_in
from campaigns.thread.access import find_thread
from campaigns.thread.models import Thread


def enter(request: TableRequest, slug: str, key: str) -> tuple[Viewer, Thread]:
    """Raises Http404 for what this person may not know of."""
    viewer = come_in(request, slug)
    return viewer, find_thread(viewer, key)
