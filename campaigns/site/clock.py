"""The one place where the site asks for the time."""

from __future__ import annotations

from datetime import datetime

from django.utils import timezone


def now() -> datetime:
    """The present moment in UTC, with its zone."""
    return timezone.now()
