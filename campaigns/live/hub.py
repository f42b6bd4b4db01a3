"""One subscription of the channel layer per process and event loop; it passes what it hears on to its own sockets.

One member of a layer's group per socket costs nine times the processor time of this, and tells of a hidden event to
sockets that may not know of it.
"""

from __future__ import annotations

import asyncio
import logging
from collections import Counter
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from hashlib import sha256
from typing import Any
from weakref import WeakKeyDictionary

from channels.layers import get_channel_layer

from campaigns.site.limits import SOCKETS_A_PERSON, SOCKETS_AN_ADDRESS

log = logging.getLogger(__name__)

NUDGE = '<div id="nudge"></div>'
"""The one frame that a socket ever sends: the page asks its `changes` view for what it missed."""

RESTARTED = 1012
"""The close code on which a browser comes back and catches up."""

SIGNED_OUT = 4401
NOT_ALLOWED = 4403

BEAT = 5.0
"""Seconds between two messages of a hub to itself."""

PATIENCE = 5.0
"""Seconds that the layer may take for anything before it counts as lost."""


def stream_group(key: str) -> str:
    """The layer's group of a stream (letters, digits and dots alone are allowed in it)."""
    return f"stream.{key}"


def person_group(person: int) -> str:
    return f"person.{person}"


def session_mark(session_key: str) -> str:
    """What stands for a session in the layer: its key itself would let whoever reads the layer sign in."""
    return sha256(session_key.encode()).hexdigest()[:16] if session_key else ""


class LayerLost(Exception):
    """The channel layer cannot be reached."""


@dataclass(eq=False)
class Seat:
    """One open socket of this process: how to reach it, whom it stands for ("" is not counted), what it may hear."""

    say: Callable[[str], Awaitable[None]]
    close: Callable[[int], Awaitable[None]]
    person: str = ""
    address: str = ""
    session: str = ""
    keys: frozenset[str] = frozenset()
    closed: bool = False
    wanted: bool = False
    running: dict[str, asyncio.Task[None]] = field(default_factory=dict)

    def tell(self) -> None:
        """Sends a nudge; all that come while one is on its way are one more: a slow reader keeps nobody waiting."""
        self.wanted = True
        if "telling" not in self.running:
            self._run("telling", self._tell())

    def shut(self, code: int) -> None:
        """Closes the socket; from here on it hears nothing."""
        if not self.closed:
            self.closed = True
            self._run("closing", self.close(code))

    async def _tell(self) -> None:
        while self.wanted and not self.closed:
            self.wanted = False
            await self.say(NUDGE)

    def _run(self, name: str, act: Awaitable[None]) -> None:
        async def quietly() -> None:
            try:
                await act
            except Exception as error:  # the browser went away meanwhile: its socket ends by itself
                log.debug("A socket was gone while %s: %s", name, error)
            finally:
                del self.running[name]

        self.running[name] = asyncio.create_task(quietly())


class Hub:
    """The sockets of one event loop, by layer group; it listens as long as there are any."""

    def __init__(self) -> None:
        self.layer: Any = None
        self.groups: dict[str, set[Seat]] = {}
        self.seated: Counter[str] = Counter()
        self.channel = ""
        self.listening: asyncio.Task[None] | None = None
        self.heard = asyncio.Event()
        self.lock = asyncio.Lock()

    def admit(self, seat: Seat) -> bool:
        """Counts the socket in, until it leaves; False when its person or its address has too many."""
        self.seated.update(filter(None, (seat.person, seat.address)))
        return self.seated[seat.person] <= SOCKETS_A_PERSON and self.seated[seat.address] <= SOCKETS_AN_ADDRESS

    async def join(self, seat: Seat, group: str) -> None:
        """From now on the seat hears what is told to `group`. LayerLost when the layer cannot be asked for it."""
        async with self.lock:
            if seat.closed:
                return
            if group not in self.groups:
                await self._subscribe(group)
            self.groups.setdefault(group, set()).add(seat)

    async def leave(self, seat: Seat) -> None:
        """Forgets the seat; the last of a group ends its subscription, the last of all ends the listening."""
        seat.closed = True
        self.seated -= Counter(filter(None, (seat.person, seat.address)))
        async with self.lock:
            for group in [name for name, seats in self.groups.items() if seat in seats]:
                self.groups[group].remove(seat)
                if not self.groups[group]:
                    del self.groups[group]
                    await self._unsubscribe(group)
            if not self.groups and self.listening:
                self.listening.cancel()
                self.listening = None

    async def _subscribe(self, group: str) -> None:
        try:
            async with asyncio.timeout(PATIENCE):
                if not self.listening:
                    self.layer = get_channel_layer()
                    self.channel = await self.layer.new_channel()
                    self.listening = asyncio.create_task(self._run())
                await self.layer.group_add(group, self.channel)
            if not self.listening:
                raise LayerLost("it was lost meanwhile")
        except Exception as error:
            raise LayerLost(f"The channel layer did not take the subscription to {group}: {error!r}") from error

    async def _unsubscribe(self, group: str) -> None:
        try:
            async with asyncio.timeout(PATIENCE):
                await self.layer.group_discard(group, self.channel)
        except Exception as error:  # nobody here listens to it any more: what still comes is dropped
            log.warning("The channel layer did not end the subscription to %s: %r", group, error)

    async def _run(self) -> None:
        try:
            async with asyncio.TaskGroup() as both:
                both.create_task(self._listen())
                both.create_task(self._beat())
        except* Exception as errors:
            log.error("The channel layer was lost, the sockets start again: %r", errors.exceptions)
            self._lose()

    async def _listen(self) -> None:
        while True:
            message = await self.layer.receive(self.channel)
            if message["type"] == "beat":
                self.heard.set()
                continue
            for seat in list(self.groups.get(message["group"], ())):
                if message["type"] == "kick":
                    if message["session"] in ("", seat.session):
                        seat.shut(message["code"])
                elif not seat.keys.isdisjoint(message["audience"]):
                    seat.tell()

    async def _beat(self) -> None:
        """A layer that lost its connection says nothing; it is known by a message that does not come back."""
        while True:
            self.heard.clear()
            async with asyncio.timeout(PATIENCE):
                await self.layer.send(self.channel, {"type": "beat"})
                await self.heard.wait()
            await asyncio.sleep(BEAT)

    def _lose(self) -> None:
        """Nobody knows what was lost: every socket closes, so that its page comes back and catches up."""
        seats = {seat for group in self.groups.values() for seat in group}
        self.groups, self.listening = {}, None
        for seat in seats:
            seat.shut(RESTARTED)


_hubs: WeakKeyDictionary[asyncio.AbstractEventLoop, Hub] = WeakKeyDictionary()


def here() -> Hub:
    """The hub of the running event loop."""
    loop = asyncio.get_running_loop()
    if loop not in _hubs:
        _hubs[loop] = Hub()
    return _hubs[loop]
