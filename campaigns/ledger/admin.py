from __future__ import annotations

from django.contrib import admin

from campaigns.ledger.models import Entry, Ledger, Roll
from campaigns.site.admin import ReadOnly


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
