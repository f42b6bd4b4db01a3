"""What every test stands on: the rows that are written once can still be swept away between tests."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from django.core.management.commands import flush
from django.db import connections
from django.db.backends.base.base import BaseDatabaseWrapper


def pytest_report_header(config: pytest.Config) -> str:
    """The engine and version that this run stands on, so that a skipped one shows."""
    from django.conf import settings

    from campaigns.settings import REDIS_URL

    engine = "SQLite" if settings.DATABASES["default"]["ENGINE"].endswith("sqlite3") else "PostgreSQL"
    layer = "Redis" if REDIS_URL else "in-process layer"
    return f"database: {engine} {_version(engine)}, live: {layer}"


def _version(engine: str) -> str:
    from django.conf import settings

    if engine == "SQLite":
        import sqlite3

        return sqlite3.sqlite_version
    import psycopg

    to = settings.DATABASES["default"]
    with psycopg.connect(
        host=to["HOST"], port=to["PORT"] or None, user=to["USER"], password=to["PASSWORD"], dbname=to["NAME"]
    ) as db:
        return ".".join(map(str, divmod(db.info.server_version, 10000)))


@contextmanager
def guards_down(connection: BaseDatabaseWrapper) -> Iterator[None]:
    """Drops the triggers that refuse DELETE, and puts them back exactly as the migrations made them."""
    with connection.cursor() as cursor:
        if connection.vendor != "sqlite":  # there TRUNCATE is no DELETE
            yield
            return
        cursor.execute("SELECT name, sql FROM sqlite_master WHERE type = 'trigger' AND name LIKE '%\\_no\\_%' ESCAPE '\\'")
        guards = cursor.fetchall()
        for name, _ in guards:
            cursor.execute(f"DROP TRIGGER {name}")
        try:
            yield
        finally:
            for _, sql in guards:
                cursor.execute(sql)


@pytest.fixture(autouse=True, scope="session")
def _sweepable() -> Iterator[None]:
    """Django empties all tables after a transactional test by DELETE on SQLite: only then are the guards down."""
    whole = flush.Command.handle

    def handle(command: flush.Command, **options: object) -> None:
        with guards_down(connections[str(options["database"])]):
            whole(command, **options)

    flush.Command.handle = handle  # type: ignore[method-assign, assignment]
    yield
    flush.Command.handle = whole  # type: ignore[method-assign]
