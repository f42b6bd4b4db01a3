"""Where the story is told."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.db import models

from campaigns.campaign.models import Campaign, Member
from campaigns.character.models import Character
from campaigns.ledger.models import Roll
from campaigns.live.models import Stream
from campaigns.site.append_only import AppendOnly
from campaigns.site.keys import hex16, key10

PAGE = 25
"""Posts a page: page k holds numbers 25(k-1)+1 to 25k, whatever was removed."""


class Thread(models.Model):
    """`audience` is who may read it, as live stores it; `post_count` the number of its newest post; `tid` its id in the ledger."""

    KINDS = [("scene", "Scene"), ("talk", "Talk"), ("notes", "Notes")]

    campaign = models.ForeignKey(Campaign, on_delete=models.PROTECT, related_name="threads")
    stream = models.OneToOneField(Stream, on_delete=models.PROTECT, related_name="+")
    key = models.CharField(max_length=10, unique=True, default=key10, editable=False)
    tid = models.CharField(max_length=32, unique=True, default=hex16, editable=False)
    title = models.CharField(max_length=120)
    kind = models.CharField(max_length=5, choices=KINDS, default="scene")
    ordinal = models.PositiveIntegerField(default=0, help_text="place among the campaign's scenes; 0 for talk and notes")
    locked = models.BooleanField(default=False)
    audience = models.CharField(max_length=500)
    post_count = models.PositiveIntegerField(default=0)
    opened = models.DateTimeField()
    last_post = models.DateTimeField(null=True)

    asked: bool
    cursor: str | None
    due: dict[str, Any] | None
    read_to: int | None
    fight: int | None
    running: bool
    bell: int
    calls: int
    new: int
    # what the reads of access.py and of the desk add to a row

    def __str__(self) -> str:
        return self.title


class Post(models.Model):
    """`blocks` is the body as drawn once per version: [["html", "<p>.."], ["roll", 0],
    ["note", "Thor, initiative 20, typed by hand."]].

    `rid` is the form's request id, `asked` the hash of what was sent with it: the same form sent twice makes one post.
    """

    KINDS = [("ic", "In character"), ("ooc", "Out of character")]

    thread = models.ForeignKey(Thread, on_delete=models.PROTECT, related_name="posts")
    number = models.PositiveIntegerField()
    uid = models.CharField(max_length=32, unique=True, default=hex16, editable=False)
    author = models.ForeignKey(Member, on_delete=models.PROTECT, related_name="posts")
    character = models.ForeignKey(Character, on_delete=models.PROTECT, null=True, blank=True, related_name="posts")
    speaker = models.CharField(max_length=60)
    kind = models.CharField(max_length=3, choices=KINDS, default="ic")
    text = models.TextField()
    blocks = models.JSONField()
    version = models.PositiveIntegerField(default=1)
    rid = models.CharField(max_length=32)
    asked = models.CharField(max_length=64)
    at = models.DateTimeField()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["thread", "number"], name="one_post_a_number"),
            models.UniqueConstraint(fields=["author", "rid"], name="one_post_a_request"),
        ]

    rolls: list[Roll]
    by_gm: bool
    opens: bool
    # laid on by access.with_rolls: its rolls in the order of its lines, whether a GM wrote it, whether it opens a scene

    def __str__(self) -> str:
        return f"#{self.number}"


class PostRevision(AppendOnly):
    """The text of a post at one version."""

    post = models.ForeignKey(Post, on_delete=models.PROTECT, related_name="revisions")
    version = models.PositiveIntegerField()
    text = models.TextField()
    by = models.ForeignKey(Member, on_delete=models.PROTECT, related_name="+")
    at = models.DateTimeField()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["post", "version"], name="one_text_a_version")]


class Offer(models.Model):
    """Dice that a character offers to another's joint roll, by the `line` of a post (its uid); `roll` is the key of the roll that
    threw them, empty until then."""

    thread = models.ForeignKey(Thread, on_delete=models.PROTECT, related_name="offers")
    helper = models.ForeignKey(Character, on_delete=models.PROTECT, related_name="+")
    leader = models.ForeignKey(Character, on_delete=models.PROTECT, related_name="+")
    line = models.TextField()
    post = models.CharField(max_length=32)
    roll = models.CharField(max_length=8, blank=True)

    class Meta:
        indexes = [models.Index(fields=["thread", "leader", "roll"], name="offers_to_a_leader")]


class RollRequest(models.Model):
    """A GM asks a player's character for a roll: `line` throws it, `title` says what it is.

    `roll` is the key of the roll that answered it, empty until then; a request that is taken back is deleted.
    """

    thread = models.ForeignKey(Thread, on_delete=models.PROTECT, related_name="requests")
    key = models.CharField(max_length=10, unique=True, default=key10, editable=False)
    character = models.ForeignKey(Character, on_delete=models.PROTECT, related_name="+")
    line = models.CharField(max_length=200)
    title = models.CharField(max_length=200)
    reason = models.CharField(max_length=120, blank=True)
    by = models.ForeignKey(Member, on_delete=models.PROTECT, related_name="+")
    at = models.DateTimeField()
    roll = models.CharField(max_length=8, blank=True)

    class Meta:
        indexes = [models.Index(fields=["thread", "roll"], name="requests_of_a_thread")]

    def __str__(self) -> str:
        return f"{self.character}: {self.title}"


class ReadMark(models.Model):
    """The number of the newest post that a person has read in a thread; it only moves forward."""

    thread = models.ForeignKey(Thread, on_delete=models.CASCADE, related_name="read_marks")
    person = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="read_marks")
    number = models.PositiveIntegerField(default=0)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["thread", "person"], name="one_mark_a_reader")]
