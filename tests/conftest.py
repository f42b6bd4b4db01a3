"""What every test stands on: the rows that are written once can still be swept away between tests."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager

import psycopg
import pytest
from django.conf import settings
from django.core.management.commands import flush
from django.db import connections
from django.db.backends.base.base import BaseDatabaseWrapper

pytest_plugins = ["tests.people"]


def pytest_report_header(config: pytest.Config) -> str:
    return f"on {_engines()}"


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """The engines that this run stood on and how many tests passed there, so that one left out shows."""
    if hasattr(terminalreporter.config, "workerinput"):
        return
    passed = len(terminalreporter.stats.get("passed", []))
    terminalreporter.write_line(f"{passed} tests passed on {_engines()}")


def _engines() -> str:
    to = settings.DATABASES["default"]
    layer = "Redis" if settings.REDIS_URL else "the in-process layer"
    if to["ENGINE"].endswith("sqlite3"):
        return f"SQLite {sqlite3.sqlite_version} and {layer}"
    with psycopg.connect(host=to["HOST"], port=to["PORT"], user=to["USER"], password=to["PASSWORD"], dbname=to["NAME"]) as db:
        return "PostgreSQL {}.{} and {}".format(*divmod(db.info.server_version, 10000), layer)


GUARDS = {
    "sqlite": "SELECT 'DROP TRIGGER ' || name, sql FROM sqlite_master WHERE type = 'trigger' AND instr(name, '_no_')",
    "postgresql": "SELECT format('DROP TRIGGER %I ON %s', tgname, tgrelid::regclass), pg_get_triggerdef(oid) "
    "FROM pg_trigger WHERE tgname LIKE '%_no_truncate'",
}
"""For each guard of a table: how it is dropped and how it is made."""


@contextmanager
def guards_down(connection: BaseDatabaseWrapper) -> Iterator[None]:
    """Drops the triggers that refuse to empty a table, and puts them back exactly as the migrations made them."""
    with connection.cursor() as cursor:
        cursor.execute(GUARDS[connection.vendor])
        guards = cursor.fetchall()
        for drop, _ in guards:
            cursor.execute(drop)
        try:
            yield
        finally:
            for _, make in guards:
                cursor.execute(make)


@pytest.fixture(autouse=True, scope="session")
def _sweepable() -> Iterator[None]:
    """Django empties all tables after a transactional test: only then are the guards down."""
    whole = flush.Command.handle

    def handle(command: flush.Command, **options: object) -> None:
        with guards_down(connections[str(options["database"])]):
            whole(command, **options)

    flush.Command.handle = handle  # type: ignore[method-assign, assignment]
    yield
    flush.Command.handle = whole  # type: ignore[method-assign]
