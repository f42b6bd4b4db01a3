"""The sockets of a page: they say that something is new, never what."""

from __future__ import annotations

from ipaddress import ip_address
from typing import Any

from channels.generic.websocket import AsyncWebsocketConsumer

from campaigns.live import hub
from campaigns.live.hub import SIGNED_OUT, person_group, session_mark, stream_group

SPOKE = 4400
NOT_THERE = 4404
TOO_MANY = 4429
TRY_AGAIN = 1013


def address_of(scope: dict[str, Any]) -> str:
    """The browser's address; "" for this machine: a proxy on it that names nobody would make one of all readers."""
    host = (scope.get("client") or ("",))[0]
    return "" if not host or ip_address(host).is_loopback else str(host)


class LiveSocket(AsyncWebsocketConsumer):
    """Accepts, asks `place`, joins, nudges once (so that every opening catches up), leaves.

    A close code comes after the accept: a browser that is refused before it tries again for ever.
    """

    channel_layer_alias = ""  # none of its own: the hub listens for all

    async def place(self) -> tuple[str, frozenset[str]] | int:
        """The key of the stream to hear ("" for none) and the viewer's keys, or a close code (4401, 4403, 4404).

        A socket that names no place hears nothing.
        """
        return NOT_THERE

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        person = scope["user"].pk
        self.hub = hub.here()
        self.seat = hub.Seat(
            say=self.send,
            close=self.close,
            person=person_group(person) if person else "",
            address=address_of(scope),
            session=session_mark(scope["session"].session_key or ""),
        )
        self.admitted = self.hub.admit(self.seat)
        try:
            await super().__call__(scope, receive, send)
        finally:
            await self.hub.leave(self.seat)

    async def connect(self) -> None:
        await self.accept()
        try:
            code = await self._sit()
        except hub.LayerLost:
            code = TRY_AGAIN
        if code:
            self.seat.shut(code)

    async def _sit(self) -> int:
        """Joins the person's group before asking for access: a kick in between is heard."""
        if not self.admitted:
            return TOO_MANY
        if self.seat.person:
            await self.hub.join(self.seat, self.seat.person)
        place = await self.place()
        if isinstance(place, int):
            return place
        stream, self.seat.keys = place
        if stream:
            await self.hub.join(self.seat, stream_group(stream))
            self.seat.tell()
        return 0

    async def receive(self, text_data: str | None = None, bytes_data: bytes | None = None) -> None:
        """Our pages only listen: whoever speaks is none of them, and a flood of words costs one."""
        self.seat.shut(SPOKE)


class OwnSocket(LiveSocket):
    """The socket of every other page: it is there to be closed when its person signs out."""

    async def place(self) -> tuple[str, frozenset[str]] | int:
        return ("", frozenset()) if self.seat.person else SIGNED_OUT
