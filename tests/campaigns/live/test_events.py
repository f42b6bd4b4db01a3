"""Numbers, audiences, cursors, catching up."""

from __future__ import annotations

import threading

import pytest
from django.db import DatabaseError, connection, transaction
from django.db.models import OuterRef

from campaigns.live.commands import open_stream, record
from campaigns.live.models import CATCH_UP, Event, Stream
from campaigns.site.append_only import WrittenOnce

PLAYER = frozenset({"all", "members", "member:7"})
OTHER_PLAYER = frozenset({"all", "members", "member:77"})
GM = frozenset({"all", "members", "member:1", "gms"})
STRANGER = frozenset({"all"})


def told(stream: Stream, subject: str, *audience: str) -> Event:
    with transaction.atomic():
        return record(stream, kind="post", subject=subject, audience=audience or ("all",))


def subjects(stream: Stream, cursor: str, keys: frozenset[str]) -> list[str]:
    events, complete = Event.objects.since(stream.pk, cursor, keys)
    assert complete
    return [event.subject for event in events]


def newest(stream: Stream, keys: frozenset[str]) -> str:
    return Stream.objects.annotate(cursor=Event.objects.newest_cursor(stream.pk, keys)).get(pk=stream.pk).cursor or ""


@pytest.mark.django_db(transaction=True)
def test_eight_writers_at_once_leave_no_gap_in_the_numbers() -> None:
    stream = open_stream()
    start = threading.Barrier(8)
    failures: list[BaseException] = []

    def write(writer: int) -> None:
        try:
            start.wait()
            for post in range(10):
                told(Stream(pk=stream.pk, key=stream.key), f"{writer}-{post}")
        except BaseException as failure:
            failures.append(failure)
        finally:
            connection.close()

    writers = [threading.Thread(target=write, args=(n,)) for n in range(8)]
    for writer in writers:
        writer.start()
    for writer in writers:
        writer.join()
    assert failures == []
    assert list(Event.objects.order_by("number").values_list("number", flat=True)) == list(range(1, 81))
    stream.refresh_from_db()
    assert stream.last == 80


@pytest.mark.django_db(transaction=True)
def test_an_act_that_fails_takes_no_number() -> None:
    stream = open_stream()
    told(stream, "first")
    with pytest.raises(ZeroDivisionError), transaction.atomic():
        record(stream, kind="post", subject="never", audience=["all"])
        raise ZeroDivisionError
    told(stream, "second")
    assert list(Event.objects.order_by("number").values_list("number", "subject")) == [(1, "first"), (2, "second")]


@pytest.mark.django_db(transaction=True)
def test_an_event_outside_a_transaction_is_refused() -> None:
    stream = open_stream()
    with pytest.raises(transaction.TransactionManagementError, match="inside the transaction of its act"):
        record(stream, kind="post", subject="loose", audience=["all"])


@pytest.mark.django_db
def test_a_reader_catches_up_with_exactly_what_he_missed_in_order() -> None:
    stream = open_stream()
    told(stream, "seen")
    left_at = newest(stream, PLAYER)
    for subject in ("one", "two", "three"):
        told(stream, subject)
    assert subjects(stream, left_at, PLAYER) == ["one", "two", "three"]
    assert subjects(stream, newest(stream, PLAYER), PLAYER) == []
    assert subjects(stream, "", PLAYER) == ["seen", "one", "two", "three"]


@pytest.mark.django_db
def test_each_reader_catches_up_with_what_he_may_know_and_with_nothing_else() -> None:
    stream = open_stream()
    told(stream, "for everybody")
    told(stream, "for the gm", "gms")
    told(stream, "whispered", "gms", "member:7")
    told(stream, "for the table", "members")
    assert subjects(stream, "", STRANGER) == ["for everybody"]
    assert subjects(stream, "", PLAYER) == ["for everybody", "whispered", "for the table"]
    assert subjects(stream, "", OTHER_PLAYER) == ["for everybody", "for the table"]
    assert subjects(stream, "", GM) == ["for everybody", "for the gm", "whispered", "for the table"]


@pytest.mark.django_db
def test_a_hidden_event_does_not_move_the_cursor_of_a_reader_who_may_not_see_it() -> None:
    stream = open_stream()
    told(stream, "for everybody")
    players, gms = newest(stream, PLAYER), newest(stream, GM)
    assert players == gms
    told(stream, "for the gm", "gms")
    assert newest(stream, PLAYER) == players
    assert newest(stream, GM) == Event.objects.get(subject="for the gm").cursor != gms


@pytest.mark.django_db
def test_cursors_tell_neither_number_nor_order() -> None:
    stream = open_stream()
    cursors = [told(stream, str(n)).cursor for n in range(60)]
    assert {len(cursor) for cursor in cursors} == {20}
    assert len(set(cursors)) == 60
    assert cursors != sorted(cursors)
    assert len({cursor[0] for cursor in cursors}) > 5


@pytest.mark.django_db
def test_a_cursor_that_is_unknown_or_foreign_or_closed_to_the_reader_asks_for_a_reload() -> None:
    stream, elsewhere = open_stream(), open_stream()
    told(stream, "here")
    hidden = told(stream, "for the gm", "gms").cursor
    foreign = told(elsewhere, "there").cursor
    for cursor in ("nosuchcursor", foreign, hidden):
        assert Event.objects.since(stream.pk, cursor, PLAYER) == ([], False)
    assert subjects(stream, hidden, GM) == []


@pytest.mark.django_db
def test_who_missed_more_than_a_page_can_fetch_reloads_the_region() -> None:
    stream = open_stream()
    start = told(stream, "seen").cursor
    for n in range(CATCH_UP):
        told(stream, str(n))
    assert subjects(stream, start, PLAYER) == [str(n) for n in range(CATCH_UP)]
    told(stream, "one too many")
    assert Event.objects.since(stream.pk, start, PLAYER) == ([], False)


@pytest.mark.django_db
def test_the_cursor_comes_with_the_row_that_the_page_reads_anyway(django_assert_num_queries: object) -> None:
    stream, empty = open_stream(), open_stream()
    cursor = told(stream, "here").cursor
    with django_assert_num_queries(1):  # type: ignore[operator]
        rows = Stream.objects.annotate(cursor=Event.objects.newest_cursor(OuterRef("pk"), PLAYER))
        assert dict(rows.values_list("pk", "cursor")) == {stream.pk: cursor, empty.pk: None}


@pytest.mark.django_db(transaction=True)
def test_events_are_written_once_in_code_and_in_the_database() -> None:
    event = told(open_stream(), "fixed")
    with pytest.raises(WrittenOnce):
        event.save()
    with pytest.raises(WrittenOnce):
        Event.objects.all().delete()
    for verb in ("UPDATE live_event SET subject = 'other'", "DELETE FROM live_event"):
        with pytest.raises(DatabaseError, match="written once"), transaction.atomic(), connection.cursor() as cursor:
            cursor.execute(verb)
    assert Event.objects.get().subject == "fixed"
