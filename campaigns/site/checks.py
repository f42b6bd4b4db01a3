"""What is looked at before the site starts: a setting that could lose or forge something is refused, and says what is right.

Errors stop every command of `manage.py` and the ASGI server. What only the database can tell is read back from it.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable
from typing import Any
from urllib.parse import urlsplit

from django.conf import settings
from django.core.checks import CheckMessage, Error, Tags, Warning, register
from django.db import connections
from django.db.backends.base.base import BaseDatabaseWrapper

from campaigns.site.alone import workers_asked

LOCAL = frozenset(("localhost", "127.0.0.1", "[::1]", "::1", ".localhost", "testserver"))
SHORTEST_KEY = 32
"""Characters of SECRET_KEY."""


@register(Tags.security)
def settings_are_safe(app_configs: Any, **kwargs: Any) -> list[CheckMessage]:
    """E001 hosts with DEBUG, E002 the key, E003 `*` hosts, E004 workers without Redis, E005 hosts without DEBUG."""
    found: list[CheckMessage] = []
    hosts = list(settings.ALLOWED_HOSTS)
    if "*" in hosts:
        found.append(_error("ALLOWED_HOSTS holds *, which lets every host name in; name the hosts of this site.", "E003"))
    if settings.DEBUG:
        public = sorted({*hosts, urlsplit(settings.SITE_ORIGIN).hostname or ""} - LOCAL - {"*"})
        if public:
            told = f"DEBUG is on and the site answers as {', '.join(public)}; set DEBUG=off and a SECRET_KEY."
            found.append(_error(told, "E001"))
    else:
        if len(settings.SECRET_KEY) < SHORTEST_KEY:
            found.append(_error(f"SECRET_KEY needs at least {SHORTEST_KEY} random characters when DEBUG is off.", "E002"))
        if not hosts:
            found.append(_error("ALLOWED_HOSTS is empty; name the hosts of this site, parted by commas.", "E005"))
    workers = workers_asked(sys.argv, settings.WORKERS)
    if workers > 1 and not settings.REDIS_URL:
        told = f"{workers} workers are set and no REDIS_URL: what one worker tells would not reach the pages of another."
        found.append(_error(f"{told} Set REDIS_URL, or WEB_CONCURRENCY=1.", "E004"))
    return found


@register(Tags.database)
def database_is_safe(app_configs: Any, databases: Iterable[str] | None = None, **kwargs: Any) -> list[CheckMessage]:
    """E011 to E015: the pragmas or settings that decide whether an acknowledged post survives a power cut, read back."""
    found: list[CheckMessage] = []
    for alias in databases or ():
        connection = connections[alias]
        found += _of_sqlite(connection) if connection.vendor == "sqlite" else _of_postgresql(connection)
    return found


def database_told(connection: BaseDatabaseWrapper) -> dict[str, str]:
    """Engine, version and the settings that durability hangs on, as the database itself reports them."""
    with connection.cursor() as cursor:
        if connection.vendor == "sqlite":
            cursor.execute("SELECT sqlite_version()")
            told = {"engine": "SQLite", "version": str(cursor.fetchone()[0])}
            for name in ("journal_mode", "synchronous", "foreign_keys"):
                cursor.execute(f"PRAGMA {name}")
                told[name] = str(cursor.fetchone()[0])
            return told
        told = {"engine": "PostgreSQL"}
        for name in ("server_version", "fsync", "full_page_writes", "synchronous_commit"):
            cursor.execute("SELECT current_setting(%s)", [name])
            told[name] = str(cursor.fetchone()[0])
        return told | {"version": told.pop("server_version")}


def _of_sqlite(connection: BaseDatabaseWrapper) -> list[CheckMessage]:
    told = database_told(connection)
    found: list[CheckMessage] = []
    if told["synchronous"] != "2":
        found.append(_error("SQLite runs without synchronous=FULL; a power cut could undo posts that were shown.", "E011"))
    if told["foreign_keys"] != "1":
        found.append(_error("SQLite runs without foreign_keys=ON.", "E012"))
    if settings.DATABASES["default"].get("OPTIONS", {}).get("transaction_mode") != "IMMEDIATE":
        found.append(_error("SQLite runs without transaction_mode=IMMEDIATE; two writers would fail each other.", "E013"))
    if not settings.SQLITE_SAFE:
        if told["journal_mode"] == "wal":
            found.append(_error(f"SQLite {told['version']} may lose a write-ahead log; it needs journal_mode=TRUNCATE.", "E014"))
        else:
            hint = "SQLite 3.51.3 or newer runs faster here, with a write-ahead log."
            found.append(
                Warning(f"SQLite {told['version']} is old: the site runs with journal_mode=TRUNCATE.", hint=hint, id="site.W014")
            )
    return found


def _of_postgresql(connection: BaseDatabaseWrapper) -> list[CheckMessage]:
    told = database_told(connection)
    names = [name for name in ("fsync", "full_page_writes", "synchronous_commit") if told[name] == "off"]
    if not names or settings.ALLOW_UNSAFE_POSTGRESQL:
        return []
    told_off = " and ".join(names)
    return [_error(f"PostgreSQL runs with {told_off} off; a power cut could undo posts that were shown. Turn it on.", "E015")]


def _error(sentence: str, number: str) -> Error:
    return Error(sentence, id=f"site.{number}")
