"""Rows that are written once: refused in code here, and by a trigger that `guard` puts into a migration."""

from __future__ import annotations

from typing import Any, NoReturn

from django.apps.registry import Apps
from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor


class WrittenOnce(Exception):
    """Somebody tried to change or delete a row that is written once."""


class AppendOnlyQuerySet(models.QuerySet[Any]):
    def update(self, **kwargs: Any) -> NoReturn:
        raise WrittenOnce(f"{self.model.__name__} rows are never changed")

    def delete(self) -> NoReturn:
        raise WrittenOnce(f"{self.model.__name__} rows are never deleted")

    def bulk_update(self, *args: Any, **kwargs: Any) -> NoReturn:
        raise WrittenOnce(f"{self.model.__name__} rows are never changed")


class AppendOnly(models.Model):
    """A model whose rows are inserted and read, nothing else."""

    objects = AppendOnlyQuerySet.as_manager()

    class Meta:
        abstract = True

    def save(self, *args: Any, **kwargs: Any) -> None:
        if not self._state.adding:
            raise WrittenOnce(f"{type(self).__name__} rows are never changed")
        kwargs["force_insert"] = True
        super().save(*args, **kwargs)

    def delete(self, *args: Any, **kwargs: Any) -> NoReturn:
        raise WrittenOnce(f"{type(self).__name__} rows are never deleted")


SQLITE = """
CREATE TRIGGER {table}_no_{verb} BEFORE {verb} ON {table}
BEGIN SELECT RAISE(ABORT, '{table} rows are written once'); END
"""
POSTGRES = """
CREATE OR REPLACE FUNCTION {table}_written_once() RETURNS trigger AS $$
BEGIN RAISE EXCEPTION '{table} rows are written once'; END $$ LANGUAGE plpgsql;
CREATE TRIGGER {table}_no_{verb} BEFORE {verb} ON {table} FOR EACH {each} EXECUTE FUNCTION {table}_written_once()
"""
VERBS = {"sqlite": {"update": "", "delete": ""}, "postgresql": {"update": "ROW", "delete": "ROW", "truncate": "STATEMENT"}}
"""What each database is asked to refuse. SQLite empties a table by DELETE; PostgreSQL's TRUNCATE passes the rows' own triggers."""


def guard(table: str) -> migrations.RunPython:
    """The migration step that makes the database itself refuse to change, delete or empty the rows of `table`."""

    def put(apps: Apps, editor: BaseDatabaseSchemaEditor) -> None:
        sql = POSTGRES if editor.connection.vendor == "postgresql" else SQLITE
        for verb, each in VERBS[editor.connection.vendor].items():
            editor.execute(sql.format(table=table, verb=verb, each=each))

    def take(apps: Apps, editor: BaseDatabaseSchemaEditor) -> None:
        on = f" ON {table}" if editor.connection.vendor == "postgresql" else ""
        for verb in VERBS[editor.connection.vendor]:
            editor.execute(f"DROP TRIGGER {table}_no_{verb}{on}")

    return migrations.RunPython(put, take)
