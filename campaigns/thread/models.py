"""Where the story is told."""

from __future__ import annotations

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

    cursor: str | None
    read_to: int | None
    fight: int | None
    bell: int
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


class ReadMark(models.Model):
    """The number of the newest post that a person has read in a thread; it only moves forward."""

    thread = models.ForeignKey(Thread, on_delete=models.CASCADE, related_name="read_marks")
    person = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="read_marks")
    number = models.PositiveIntegerField(default=0)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["thread", "person"], name="one_mark_a_reader")]
