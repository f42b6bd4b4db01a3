"""A browser's end of a socket, for tests: no network, no server (Channels' own test client needs one)."""

from __future__ import annotations

from typing import Any

from asgiref.testing import ApplicationCommunicator
from django.contrib.auth.models import AnonymousUser
from django.contrib.sessions.backends.base import SessionBase

PATIENCE = 5.0
"""Seconds that a test waits for what must come."""


class BrowserSocket:
    """One socket to a consumer (give `person` and `route`) or to the whole of `campaigns.asgi` (give `cookie`)."""

    def __init__(
        self,
        application: Any,
        path: str,
        *,
        person: Any = None,
        route: dict[str, str] | None = None,
        session: str = "",
        cookie: str = "",
        address: str = "198.51.100.7",
        origin: str = "http://testserver",
    ) -> None:
        headers = [(b"host", b"testserver"), (b"origin", origin.encode())]
        if cookie:
            headers.append((b"cookie", cookie.encode()))
        scope = {
            "type": "websocket",
            "asgi": {"version": "3.0"},
            "path": path,
            "raw_path": path.encode(),
            "query_string": b"",
            "headers": headers,
            "client": (address, 50000),
            "subprotocols": [],
        }
        if not cookie:
            scope["user"] = person or AnonymousUser()
            scope["session"] = SessionBase(session or None)
            scope["url_route"] = {"args": (), "kwargs": route or {}}
        self.wire = ApplicationCommunicator(application, scope)

    async def open(self) -> None:
        """Knocks; AssertionError when it is refused before it is accepted."""
        await self.wire.send_input({"type": "websocket.connect"})
        assert (await self.wire.receive_output(PATIENCE))["type"] == "websocket.accept"

    async def say(self, text: str) -> None:
        await self.wire.send_input({"type": "websocket.receive", "text": text})

    async def next(self) -> str | int:
        """What comes next: the text of a frame, or the code of a close."""
        message = await self.wire.receive_output(PATIENCE)
        return message["code"] if message["type"] == "websocket.close" else message["text"]

    async def leave(self) -> None:
        """Goes away, as a closed tab does, and waits until the server has noticed."""
        await self.wire.send_input({"type": "websocket.disconnect", "code": 1001})
        await self.wire.wait(PATIENCE)
