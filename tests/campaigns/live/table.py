"""A thread's socket as this app sees it, and people who open it."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from asgiref.sync import sync_to_async
from django.contrib.auth import get_user_model
from django.db import transaction

from campaigns.live import hub
from campaigns.live.commands import kick, open_stream, record
from campaigns.live.models import Event, Stream
from campaigns.live.socket import LiveSocket
from tests.sockets import BrowserSocket


class Table(LiveSocket):
    """Stands for a thread's socket: the person's keys come from his id (1 is the GM, 9 was banned)."""

    async def place(self) -> tuple[str, frozenset[str]] | int:
        person = self.scope["user"].pk
        if person == 9:
            return 4403
        keys = {"all"} | ({"members", f"member:{person}"} if person else set()) | ({"gms"} if person == 1 else set())
        return self.scope["url_route"]["kwargs"]["stream"], frozenset(keys)


def at_the_table(stream: Stream, person: int | None = None, **more: Any) -> BrowserSocket:
    who = get_user_model()(pk=person) if person else None
    return BrowserSocket(Table.as_asgi(), "/live/t/x/", person=who, route={"stream": stream.key}, **more)


async def seated(stream: Stream, person: int | None = None, **more: Any) -> BrowserSocket:
    socket = at_the_table(stream, person, **more)
    await socket.open()
    assert await socket.next() == hub.NUDGE
    return socket


@sync_to_async
def opened() -> Stream:
    return open_stream()


@sync_to_async
def told(stream: Stream, subject: str, *audience: str) -> None:
    with transaction.atomic():
        record(stream, kind="post", subject=subject, audience=audience or ("all",))


@sync_to_async
def kicked(person: int, *code: int, session: str = "") -> None:
    kick(person, *code, session=session)


@sync_to_async
def missed(stream: Stream, cursor: str, keys: Iterable[str]) -> list[str]:
    return [event.subject for event in Event.objects.since(stream.pk, cursor, keys)[0]]


async def gone(*sockets: BrowserSocket) -> None:
    for socket in sockets:
        await socket.leave()
