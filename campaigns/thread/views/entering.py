"""The way into every page of a thread: the viewer, then the thread as he may see it."""

from __future__ import annotations

from campaigns.campaign.access import TableRequest, Viewer, viewer
from campaigns.thread.access import find_thread
from campaigns.thread.models import Thread


def enter(request: TableRequest, slug: str, key: str) -> tuple[Viewer, Thread]:
    """Raises Http404 for what this person may not know of. The frame of the page reads `request.viewer`."""
    seen_by = viewer(request.user, slug)
    request.viewer = seen_by
    return seen_by, find_thread(seen_by, key)
