from __future__ import annotations

from typing import TYPE_CHECKING, Any

from django.contrib import admin
from django.http import HttpRequest

from campaigns.ledger.models import Entry, Ledger, Roll

if TYPE_CHECKING:
    ModelAdmin = admin.ModelAdmin[Any]
else:
    ModelAdmin = admin.ModelAdmin


class ReadOnly(ModelAdmin):
    """Rows to look at: a ledger is written by throwing dice alone."""

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False


@admin.register(Ledger)
class LedgerAdmin(ReadOnly):
    list_display = ("led", "length", "head", "practice_of")


@admin.register(Entry)
class EntryAdmin(ReadOnly):
    list_display = ("i", "t", "ledger", "pid", "at")
    list_filter = ("t",)
    list_select_related = ("ledger",)
    search_fields = ("hash", "pid", "rid")
    show_full_result_count = False


@admin.register(Roll)
class RollAdmin(ReadOnly):
    list_display = ("key", "name", "expr", "rv", "level", "entry")
    list_filter = ("level",)
    list_select_related = ("entry",)
    search_fields = ("=key", "name")
    exclude = ("html",)
    show_full_result_count = False
