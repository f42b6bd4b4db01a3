"""How a process listens to the channel layer, and what a lost layer costs."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest
from channels.layers import channel_layers, get_channel_layer

from campaigns.live import hub
from campaigns.live.hub import stream_group
from tests.campaigns.live.table import at_the_table, gone, kicked, missed, opened, seated, told

pytestmark = pytest.mark.django_db(transaction=True)


class CountingLayer:
    """The layer of this run, with its subscriptions counted."""

    def __init__(self) -> None:
        self.layer: Any = get_channel_layer()
        self.added: Counter[str] = Counter()
        self.discarded: Counter[str] = Counter()

    def __getattr__(self, name: str) -> Any:
        return getattr(self.layer, name)

    async def group_add(self, group: str, channel: str) -> None:
        self.added[group] += 1
        await self.layer.group_add(group, channel)

    async def group_discard(self, group: str, channel: str) -> None:
        self.discarded[group] += 1
        await self.layer.group_discard(group, channel)


class LostLayer(CountingLayer):
    """A layer whose connection is gone: it takes nothing."""

    async def group_send(self, group: str, message: dict[str, Any]) -> None:
        raise ConnectionError("the layer is away")

    group_add = send = group_send  # type: ignore[assignment]


@pytest.fixture
def layer(request: pytest.FixtureRequest) -> Any:
    """Puts a layer of the asked kind in place of the run's own, and the own back."""
    kind: type[CountingLayer] = request.param
    own, replaced = channel_layers["default"], kind()
    channel_layers.set("default", replaced)
    yield replaced
    channel_layers.set("default", own)


@pytest.mark.parametrize("layer", [CountingLayer], indirect=True)
async def test_fifty_sockets_of_a_stream_are_one_subscription(layer: CountingLayer) -> None:
    stream = await opened()
    sockets = [await seated(stream, person, address=f"198.51.100.{person}") for person in range(100, 150)]
    group = stream_group(stream.key)
    assert layer.added[group] == 1
    await told(stream, "heard by all fifty")
    assert [await socket.next() for socket in sockets] == [hub.NUDGE] * 50
    last = sockets.pop()
    await gone(*sockets)
    assert layer.discarded[group] == 0
    await last.leave()
    assert layer.discarded[group] == 1
    assert hub.here().listening is None


@pytest.mark.parametrize("layer", [LostLayer], indirect=True)
async def test_a_lost_layer_never_fails_an_act_and_the_reader_catches_up_later(layer: LostLayer, caplog: Any) -> None:
    stream = await opened()
    for subject in ("one", "two"):
        await told(stream, subject)
    await kicked(7)
    assert await missed(stream, "", {"all"}) == ["one", "two"]
    assert [record.exc_info[0] for record in caplog.records if record.exc_info] == [ConnectionError] * 3


@pytest.mark.parametrize("layer", [LostLayer], indirect=True)
async def test_a_socket_that_cannot_listen_is_asked_to_come_back(layer: LostLayer) -> None:
    socket = at_the_table(await opened(), 7)
    await socket.open()
    assert await socket.next() == 1013
    await socket.leave()


class ForgetfulLayer(CountingLayer):
    """A layer that takes what a hub says to itself until it is told to forget it, as a connection does that only looks open."""

    forgets = False

    async def send(self, channel: str, message: dict[str, Any]) -> None:
        if not self.forgets:
            await self.layer.send(channel, message)


@pytest.mark.parametrize("layer", [ForgetfulLayer], indirect=True)
async def test_a_layer_that_only_looks_open_is_noticed(layer: ForgetfulLayer, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hub, "BEAT", 0.01)
    reader = await seated(await opened(), 7)
    monkeypatch.setattr(hub, "PATIENCE", 0.1)
    layer.forgets = True
    assert await reader.next() == 1012
    await reader.leave()


async def test_when_the_layer_is_lost_its_sockets_close_so_that_their_pages_come_back_and_catch_up() -> None:
    stream = await opened()
    reader = await seated(stream, 7)
    await told(stream, "before")
    assert await reader.next() == hub.NUDGE
    await hub.here().layer.send(hub.here().channel, {"type": "nudge"})  # names no group: the hub cannot go on listening
    assert await reader.next() == 1012
    await reader.leave()
    again = await seated(stream, 7)
    await told(stream, "after")
    assert await again.next() == hub.NUDGE
    await again.leave()
