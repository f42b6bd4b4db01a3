"""Who is played."""

from __future__ import annotations

from django.db import models

from campaigns.campaign.models import Campaign, Member
from campaigns.site.append_only import AppendOnly
from campaigns.site.keys import hex16, key10


class Character(models.Model):
    """`sheet` is what the campaign's rule system read from the form; `owner` is null for the GM's own people (NPCs).

    A hidden character's name is free for others to take: a refusal would tell that he exists.
    """

    campaign = models.ForeignKey(Campaign, on_delete=models.PROTECT, related_name="characters")
    owner = models.ForeignKey(Member, on_delete=models.PROTECT, null=True, blank=True, related_name="characters")
    key = models.CharField(max_length=10, unique=True, default=key10, editable=False)
    cid = models.CharField(max_length=32, unique=True, default=hex16, editable=False)
    name = models.CharField(max_length=40)
    folded_name = models.CharField(max_length=800, editable=False, help_text="one letter can fold to eighteen")
    line = models.CharField(max_length=120, blank=True)
    sheet = models.JSONField(default=dict, blank=True)
    version = models.PositiveIntegerField(default=1)
    hidden = models.BooleanField(default=False)
    retired = models.BooleanField(default=False)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["campaign", "folded_name"], condition=models.Q(hidden=False), name="one_shown_character_a_name"
            )
        ]

    def __str__(self) -> str:
        return self.name


class SheetRevision(AppendOnly):
    """A sheet as it stood from version `number` on."""

    character = models.ForeignKey(Character, on_delete=models.PROTECT, related_name="revisions")
    number = models.PositiveIntegerField()
    name = models.CharField(max_length=40)
    line = models.CharField(max_length=120, blank=True)
    sheet = models.JSONField()
    by = models.ForeignKey(Member, on_delete=models.PROTECT, related_name="+")
    at = models.DateTimeField()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["character", "number"], name="one_revision_a_number")]

    def __str__(self) -> str:
        return f"{self.name}, version {self.number}"
