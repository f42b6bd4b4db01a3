"""Start-up checks: the key file is this database's, its owner's alone, and the clock has not jumped."""

from __future__ import annotations

import os
import stat
from collections.abc import Iterable
from typing import Any

from django.core.checks import CheckMessage, Error, Tags, register
from django.core.exceptions import ImproperlyConfigured
from django.db import DatabaseError

from campaigns.ledger import keys
from campaigns.ledger.models import Ledger
from campaigns.site.clock import now

LEAP = 10 * 60 * 1000
"""Milliseconds that a ledger's newest entry may lie ahead of the clock: its time would stay in the chain for ever."""


@register(Tags.database)
def check_key_file(app_configs: Any, databases: Iterable[str] | None = None, **kwargs: Any) -> list[CheckMessage]:
    """E001: the key cannot be read.  E002: a ledger was begun with another key.  E003: others may read the file."""
    if not databases:
        return []
    try:
        signed_with = set(Ledger.objects.values_list("key", flat=True).distinct()[:9])
    except DatabaseError:  # before the first migration there is nothing that the key must fit
        return []
    if not signed_with:
        return []
    try:
        key = keys.public_key()
    except ImproperlyConfigured as fault:
        return [Error(str(fault), id="ledger.E001")]
    found: list[CheckMessage] = []
    if signed_with != {key}:
        found.append(
            Error(
                f"The ledgers of this database were begun with another key than that of {keys.path()}.",
                hint="Put back the key file that belongs to this database, or name its place in LEDGER_KEY_FILE.",
                id="ledger.E002",
            )
        )
    if os.name == "posix" and stat.S_IMODE(keys.path().stat().st_mode) & 0o077:
        found.append(Error(f"Others than its owner may read {keys.path()}.", hint="chmod 600 it.", id="ledger.E003"))
    return found


@register(Tags.database)
def check_clock(app_configs: Any, databases: Iterable[str] | None = None, **kwargs: Any) -> list[CheckMessage]:
    """E004: a newest entry lies more than ten minutes in the future."""
    if not databases:
        return []
    latest = int(now().timestamp() * 1000) + LEAP
    try:
        ahead = Ledger.objects.filter(stamp__gt=latest).first()
    except DatabaseError:
        return []
    if ahead is None:
        return []
    return [
        Error(
            f"The newest entry of ledger {ahead.led} lies more than ten minutes ahead of this machine's clock.",
            hint="Set the clock right; no entry can be earlier than the one before it.",
            id="ledger.E004",
        )
    ]
