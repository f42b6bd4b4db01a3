"""People in the admin, where they are locked out and let in again."""

from __future__ import annotations

from django.contrib import admin
from django.contrib.auth.admin import UserAdmin

from campaigns.people.models import User


@admin.register(User)
class PersonAdmin(UserAdmin):
    list_display = ("username", "email", "date_joined", "last_login", "is_active", "is_staff")
    search_fields = ("username", "email")
    readonly_fields = ("folded_name", "last_login", "date_joined")
    fieldsets = (
        (None, {"fields": ("username", "folded_name", "password")}),
        ("Person", {"fields": ("email", "theme", "time_zone")}),
        ("Rights", {"fields": ("is_active", "is_staff", "is_superuser", "groups", "user_permissions")}),
        ("Dates", {"fields": ("last_login", "date_joined")}),
    )
    add_fieldsets = ((None, {"classes": ("wide",), "fields": ("username", "email", "password1", "password2")}),)
