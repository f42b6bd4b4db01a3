"""Whose turn it is: an encounter is the fold of its recorded commands."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.db.models import Q

from campaigns.campaign.models import Campaign, Member
from campaigns.live.models import Stream
from campaigns.site.append_only import AppendOnly


class Encounter(models.Model):
    """One fight on a stream. `state` is a copy of the fold after `version` commands; `waits_for` is whose turn it is."""

    campaign = models.ForeignKey(Campaign, on_delete=models.PROTECT, related_name="encounters")
    stream = models.ForeignKey(Stream, on_delete=models.PROTECT, related_name="encounters")
    is_open = models.BooleanField(default=True)
    version = models.PositiveIntegerField(default=0)
    state = models.JSONField(default=dict)
    waits_for = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, related_name="turns")
    since = models.DateTimeField()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["stream"], condition=Q(is_open=True), name="one_open_fight_a_stream")]


class CombatCommand(AppendOnly):
    """One act on an encounter, as `rules.combat` reads it. `post` is the uid of a post, `roll` the key of a roll, or empty."""

    encounter = models.ForeignKey(Encounter, on_delete=models.PROTECT, related_name="commands")
    number = models.PositiveIntegerField()
    act = models.JSONField()
    by = models.ForeignKey(Member, on_delete=models.PROTECT, related_name="+")
    post = models.CharField(max_length=32, blank=True)
    roll = models.CharField(max_length=8, blank=True)
    at = models.DateTimeField()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["encounter", "number"], name="one_command_a_number")]


class Applied(models.Model):
    """That what a roll does was done, once: to a combatant of `encounter`, or on a sheet where that is None. `said` tells what it
    did. An undo in the fight takes the row away with the act."""

    roll = models.CharField(max_length=8, unique=True)
    by = models.ForeignKey(Member, on_delete=models.PROTECT, related_name="+")
    encounter = models.ForeignKey(Encounter, on_delete=models.PROTECT, null=True, related_name="applied")
    said = models.CharField(max_length=200)
    at = models.DateTimeField()
