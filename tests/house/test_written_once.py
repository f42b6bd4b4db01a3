from __future__ import annotations

import pytest
from django.apps import apps
from django.core.management import call_command
from django.db import DatabaseError, connection, models, transaction

from campaigns.site.append_only import AppendOnly, WrittenOnce
from campaigns.site.clock import now

WRITTEN_ONCE = [model for model in apps.get_models() if issubclass(model, AppendOnly)]


def a_row(model: type[models.Model]) -> models.Model:
    """An unsaved row with some value in every column; what it points to need not exist before the transaction ends."""
    row = model()
    for field in model._meta.concrete_fields:
        if isinstance(field, models.ForeignKey):
            setattr(row, field.attname, 1_000_000)
        elif isinstance(field, models.DateTimeField):
            setattr(row, field.attname, now())
        elif isinstance(field, models.IntegerField) and not field.primary_key:
            setattr(row, field.attname, 1)
        elif isinstance(field, models.JSONField):
            setattr(row, field.attname, {})
    return row


def refused_by_the_database(sql: str) -> bool:
    try:
        with transaction.atomic(), connection.cursor() as cursor:
            cursor.execute(sql)
    except DatabaseError as fault:
        return "rows are written once" in str(fault)
    return False


def test_there_are_rows_that_are_written_once() -> None:
    names = {model._meta.db_table for model in WRITTEN_ONCE}
    assert names >= {
        "live_event", "ledger_entry", "campaign_logentry", "character_sheetrevision", "combat_combatcommand", "thread_postrevision",
    }  # fmt: skip


@pytest.mark.django_db
@pytest.mark.parametrize("model", WRITTEN_ONCE, ids=lambda model: model.__name__)
def test_a_row_written_once_is_refused_a_change_in_code_and_by_the_database(model: type[AppendOnly]) -> None:
    table, key = model._meta.db_table, model._meta.pk.column
    assert connection.vendor == "sqlite" or refused_by_the_database(f"TRUNCATE {table} CASCADE")
    with transaction.atomic():
        row = a_row(model)
        row.save()
        assert model._default_manager.filter(pk=row.pk).exists()
        for change in (
            row.save,
            row.delete,
            model._default_manager.all().delete,
            lambda: model._default_manager.update(pk=row.pk),
            lambda: model._default_manager.bulk_update([row], ["id"]),
        ):
            with pytest.raises(WrittenOnce):
                change()
        assert refused_by_the_database(f"UPDATE {table} SET {key} = {key} WHERE {key} = {row.pk}")
        assert refused_by_the_database(f"DELETE FROM {table} WHERE {key} = {row.pk}")
        if connection.vendor == "sqlite":
            assert refused_by_the_database(f"REPLACE INTO {table} SELECT * FROM {table} WHERE {key} = {row.pk}")
        transaction.set_rollback(True)


@pytest.mark.django_db
def test_an_unguarded_table_is_noticed() -> None:
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute("CREATE TABLE planted (id integer)")
        cursor.execute("INSERT INTO planted VALUES (1)")
        assert not refused_by_the_database("DELETE FROM planted")
        transaction.set_rollback(True)


@pytest.mark.django_db
def test_the_models_and_their_migrations_say_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    call_command("makemigrations", "--check", "--dry-run", verbosity=0)
    monkeypatch.setattr(WRITTEN_ONCE[0]._meta.get_field("kind"), "max_length", 99)
    with pytest.raises(SystemExit):
        call_command("makemigrations", "--check", "--dry-run", verbosity=0)


@pytest.mark.django_db(transaction=True)
def test_the_guards_stand_again_after_the_tables_are_emptied() -> None:
    call_command("flush", interactive=False, verbosity=0)
    with transaction.atomic():
        row = a_row(WRITTEN_ONCE[0])
        row.save()
        assert refused_by_the_database(f"DELETE FROM {WRITTEN_ONCE[0]._meta.db_table}")
        transaction.set_rollback(True)
