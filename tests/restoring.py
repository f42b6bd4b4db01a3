"""A backup that is put back: one ledger's rows as they were, whatever was thrown since."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from django.db import connection
from django.db.models import QuerySet

from campaigns.ledger.models import Entry, Ledger, Opening, Roll, Void
from tests.conftest import guards_down


@contextmanager
def restored(ledger: Ledger) -> Iterator[None]:
    """Takes the ledger back, at the end of the block, to what it was at its beginning; the side file stays as it is."""
    row = Ledger.objects.get(pk=ledger.pk)
    lanes = list(row.lanes.all())
    yield
    for lane in lanes:
        lane.save()
    lost = Entry.objects.filter(ledger=row, i__gte=row.length)
    Void.objects.filter(entry__in=lost).delete()
    Opening.objects.filter(entry__in=lost).delete()
    Roll.objects.filter(entry__in=lost).delete()
    row.lanes.exclude(pk__in=[lane.pk for lane in lanes]).delete()
    with unguarded():
        QuerySet(Entry).filter(ledger=row, i__gte=row.length)._raw_delete("default")  # type: ignore[attr-defined]
    row.save()


@contextmanager
def unguarded() -> Iterator[None]:
    """Inside, the database lets entries be changed, as whoever may write to it can."""
    if connection.vendor != "postgresql":
        with guards_down(connection):
            yield
        return
    with connection.cursor() as cursor:
        cursor.execute("ALTER TABLE ledger_entry DISABLE TRIGGER USER")
        yield
        cursor.execute("ALTER TABLE ledger_entry ENABLE TRIGGER USER")
