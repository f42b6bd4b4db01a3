"""How far somebody has read."""

from __future__ import annotations

from campaigns.campaign.access import Viewer
from campaigns.thread.models import ReadMark, Thread


def mark_read(viewer: Viewer, thread: Thread, number: int) -> None:
    """Moves the viewer's read mark forward to a post number, never back and never past the newest post."""
    if not viewer.person.is_authenticated:
        return
    number = min(number, thread.post_count)
    mark, made = ReadMark.objects.get_or_create(thread=thread, person=viewer.person, defaults={"number": number})
    if not made:
        ReadMark.objects.filter(pk=mark.pk, number__lt=number).update(number=number)
