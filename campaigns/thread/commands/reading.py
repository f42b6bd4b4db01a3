"""How far somebody has read."""

from __future__ import annotations

from campaigns.campaign.access import Viewer
from campaigns.campaign.models import Member
from campaigns.thread.models import ReadMark, Thread


def mark_read(viewer: Viewer, thread: Thread, number: int) -> None:
    """Moves the viewer's read mark forward to a post number, never back and never past the newest post."""
    if not viewer.person.is_authenticated:
        return
    number = min(number, thread.post_count)
    marks = ReadMark.objects.filter(thread=thread, person=viewer.person)
    if not marks.filter(number__lt=number).update(number=number):
        ReadMark.objects.bulk_create([ReadMark(thread=thread, person=viewer.person, number=number)], ignore_conflicts=True)


def mark_all_read(member: Member, thread: Thread) -> None:
    """Moves the member's mark to the newest post of a locked thread."""
    mark = ReadMark(thread=thread, person=member.person, number=thread.post_count)
    ReadMark.objects.bulk_create([mark], update_conflicts=True, unique_fields=["thread", "person"], update_fields=["number"])
