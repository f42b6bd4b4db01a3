"""Tables in the admin, the private ones left out."""

from __future__ import annotations

from typing import Any

from django.contrib import admin
from django.http import HttpRequest

from campaigns.campaign.models import Campaign, LogEntry, Member
from campaigns.site.admin import ReadOnly


@admin.register(Campaign)
class CampaignAdmin(ReadOnly):
    list_display = ("name", "system", "visibility", "founded")
    search_fields = ("name", "slug")

    def get_queryset(self, request: HttpRequest) -> Any:
        return super().get_queryset(request).exclude(visibility="private")


@admin.register(Member)
class MemberAdmin(ReadOnly):
    list_display = ("person", "campaign", "role", "state", "joined")
    list_filter = ("role", "state")

    def get_queryset(self, request: HttpRequest) -> Any:
        return super().get_queryset(request).exclude(campaign__visibility="private")


@admin.register(LogEntry)
class LogEntryAdmin(ReadOnly):
    list_display = ("at", "campaign", "sentence")

    def get_queryset(self, request: HttpRequest) -> Any:
        return super().get_queryset(request).exclude(campaign__visibility="private")
