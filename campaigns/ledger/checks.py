"""Start-up checks: the key file is this database's, its owner's alone, the clock has not jumped, no entry is lost."""

from __future__ import annotations

import os
import stat
from collections.abc import Iterable
from typing import Any

from django.core.checks import CheckMessage, Error, Tags, Warning, register
from django.core.exceptions import ImproperlyConfigured
from django.db import DatabaseError

from campaigns.ledger import keys, side
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
        known = set(keys.public_keys())
    except ImproperlyConfigured as fault:
        return [Error(str(fault), id="ledger.E001")]
    found: list[CheckMessage] = []
    if signed_with - known:
        found.append(
            Error(
                f"Ledgers of this database are signed with another key than those of {keys.path()}.",
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


@register(Tags.database)
def check_side_file(app_configs: Any, databases: Iterable[str] | None = None, **kwargs: Any) -> list[CheckMessage]:
    """E005: the side file cannot be written.  W006: ledgers lack entries.  W007: the file knew nothing of some, and does now.

    W008: no side file is wanted.  A loss does not stop the site: its pages are read, and those ledgers throw no dice.
    """
    if not databases:
        return []
    if side.path() is None:
        return [Warning("LEDGER_SIDE_FILE is empty: a restored backup would go unnoticed.", id="ledger.W008")]
    try:
        missing = side.lost_of(Ledger.objects.order_by("pk"))
        new = side.tidy()
    except DatabaseError:
        return []
    except OSError as fault:
        told = f"The side file {side.path()} cannot be written ({fault.strerror}), so no dice could be thrown."
        return [Error(told, hint="Make its folder writable, or name another place in LEDGER_SIDE_FILE.", id="ledger.E005")]
    found: list[CheckMessage] = [_lacks(ledger, head) for ledger, head in missing]
    if new:
        told = f"The side file {side.path()} knew nothing of {new} of the ledgers; it does now."
        hint = "That is right at its first start only: losses from before this moment cannot be seen any more."
        found.append(Warning(told, hint=hint, id="ledger.W007"))
    return found


def _lacks(ledger: Ledger, head: side.Head) -> CheckMessage:
    told = f"Ledger {ledger.led} ends at entry {ledger.length - 1} and lacks entry {head.i}, which stood in it: it throws no dice."
    return Warning(told, hint="If a newer backup exists, restore that. If not: manage.py ledger_recover.", id="ledger.W006")
