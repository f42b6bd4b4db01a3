"""Events are recorded inside the act that they tell of; the nudge goes out once that act is committed."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable
from typing import Any

from asgiref.sync import async_to_sync
from channels.layers import get_channel_layer
from django.db import transaction

from campaigns.live.hub import NOT_ALLOWED, RESTARTED, person_group, session_mark, stream_group
from campaigns.live.models import Event, Stream, audience_text
from campaigns.site.clock import now

NEXT = 'UPDATE live_stream SET "last" = "last" + 1 WHERE id = %s RETURNING id, key, "last"'
"""Takes the lock of a stream's row and its next number, in one query."""

PATIENCE = 2.0
"""Seconds that an act waits for the channel layer before it goes on without it."""


def open_stream() -> Stream:
    """A new, empty stream."""
    return Stream.objects.create()


def record(stream: Stream, *, kind: str, subject: str, audience: Iterable[str], tells: Iterable[int] = ()) -> Event:
    """Writes the stream's next event; `audience` are the keys that open it, `tells` the ids of the people it calls.

    Only inside a transaction (TransactionManagementError), as the last lock that it takes: the stream's row stays
    locked until the commit, so that numbers have no gaps and nobody sees number 8 before number 7.
    """
    if not transaction.get_connection().in_atomic_block:
        raise transaction.TransactionManagementError("An event is recorded inside the transaction of its act.")
    keys = sorted(set(audience))
    locked = Stream.objects.raw(NEXT, [stream.pk])[0]
    stream.last = locked.last
    event = Event(stream=stream, number=locked.last, kind=kind, subject=subject, at=now())
    event.audience, event.tells = audience_text(keys), sorted(set(tells))
    event.save()
    nudge(locked.key, keys)
    return event


def nudge(stream_key: str, audience: Iterable[str]) -> None:
    """Tells every server process, once the act is committed, that the stream has something new for `audience`."""
    group = stream_group(stream_key)
    _tell(group, {"type": "nudge", "group": group, "audience": list(audience)})


def kick(person: int, code: int = NOT_ALLOWED, *, session: str = "") -> None:
    """Closes the open sockets of the person with this id, once the act is committed.

    `code` is SIGNED_OUT or NOT_ALLOWED. With `session` (its key, taken before it ends) only the sockets of that
    session close.
    """
    group = person_group(person)
    _tell(group, {"type": "kick", "group": group, "code": code, "session": session_mark(session)})


def look_again(stream_key: str) -> None:
    """Closes every socket of the stream, once the act is committed: whoever may still hear it comes back by itself."""
    group = stream_group(stream_key)
    _tell(group, {"type": "kick", "group": group, "code": RESTARTED, "session": ""})


def _tell(group: str, message: dict[str, Any]) -> None:
    """robust: a layer that is away is logged and costs the message, never the act; pages catch up by their poll."""

    def tell_the_layer() -> None:  # a partial has no name, which Django's own report of a failure asks for
        async_to_sync(_send)(group, message)

    transaction.on_commit(tell_the_layer, robust=True)


async def _send(group: str, message: dict[str, Any]) -> None:
    async with asyncio.timeout(PATIENCE):
        await get_channel_layer().group_send(group, message)
