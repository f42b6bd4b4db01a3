"""The socket that stands where no other does."""

from __future__ import annotations

from typing import Any

from asgiref.typing import ASGIReceiveCallable, ASGISendCallable


async def no_such_socket(scope: Any, receive: ASGIReceiveCallable, send: ASGISendCallable) -> None:
    """Accepts and closes with 4404: a browser that is refused before it is accepted tries again for ever."""
    await receive()
    await send({"type": "websocket.accept", "subprotocol": None, "headers": []})
    await send({"type": "websocket.close", "code": 4404, "reason": None})
