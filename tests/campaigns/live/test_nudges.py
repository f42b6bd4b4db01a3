"""Who is nudged, who is kicked, and what a lost layer costs."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import Any

import pytest
from asgiref.sync import sync_to_async
from channels.layers import channel_layers, get_channel_layer
from django.contrib.auth import get_user_model
from django.db import transaction

from campaigns.live import hub
from campaigns.live.commands import SIGNED_OUT, kick, open_stream, record, stream_group
from campaigns.live.models import Event, Stream
from campaigns.live.socket import LiveSocket, OwnSocket
from campaigns.site.limits import FRAME, SOCKETS_A_PERSON, SOCKETS_AN_ADDRESS
from tests.sockets import BrowserSocket

pytestmark = pytest.mark.django_db(transaction=True)


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


async def test_every_opening_is_nudged_once_so_that_the_page_catches_up() -> None:
    stream = await opened()
    first = await seated(stream, 7)
    await first.leave()
    again = await seated(stream, 7)
    await again.leave()


async def test_an_event_for_all_nudges_every_reader_after_the_commit() -> None:
    stream = await opened()
    sockets = [await seated(stream, person) for person in (1, 7, 77, None)]
    await told(stream, "for everybody")
    assert [await socket.next() for socket in sockets] == [hub.NUDGE] * 4
    await gone(*sockets)


async def test_an_event_for_the_gm_nudges_the_gm_and_never_a_players_socket() -> None:
    stream = await opened()
    gm, player = await seated(stream, 1), await seated(stream, 7)
    await told(stream, "for the gm", "gms")
    assert await gm.next() == hub.NUDGE
    await kicked(7)
    assert await player.next() == 4403  # a nudge would have come before it
    await gone(gm, player)


async def test_an_event_of_another_stream_nudges_nobody_here() -> None:
    here, there = await opened(), await opened()
    reader, other = await seated(here, 7), await seated(there, 77)
    await told(there, "elsewhere")
    assert await other.next() == hub.NUDGE
    await kicked(7)
    assert await reader.next() == 4403
    await gone(reader, other)


async def test_an_act_that_is_rolled_back_nudges_nobody() -> None:
    @sync_to_async
    def failing(stream: Stream) -> None:
        with pytest.raises(ZeroDivisionError), transaction.atomic():
            record(stream, kind="post", subject="never", audience=["all"])
            raise ZeroDivisionError

    stream = await opened()
    reader = await seated(stream, 7)
    await failing(stream)
    await kicked(7)
    assert await reader.next() == 4403
    await reader.leave()


async def test_a_frame_tells_neither_what_happened_nor_how_much() -> None:
    stream = await opened()
    reader = await seated(stream, 7)
    await told(stream, "the conductor is the murderer")
    assert await reader.next() == '<div id="nudge"></div>'
    await reader.leave()


async def test_a_kicked_socket_closes_and_hears_nothing_more() -> None:
    stream = await opened()
    gm, player = await seated(stream, 1), await seated(stream, 7)
    await kicked(7)
    assert await player.next() == 4403
    await told(stream, "after the kick")
    assert await gm.next() == hub.NUDGE
    assert await player.wire.receive_nothing()
    await gone(gm, player)


async def test_signing_out_closes_the_sockets_of_that_session_alone() -> None:
    stream = await opened()
    own = BrowserSocket(OwnSocket.as_asgi(), "/live/me/", person=get_user_model()(pk=7), session="of-the-laptop")
    await own.open()
    here, there = await seated(stream, 7, session="of-the-laptop"), await seated(stream, 7, session="of-the-phone")
    await kicked(7, SIGNED_OUT, session="of-the-laptop")
    assert await here.next() == 4401
    assert await own.next() == 4401
    await told(stream, "still to be read on the phone")
    assert await there.next() == hub.NUDGE
    await gone(here, there, own)


async def test_who_may_not_listen_is_accepted_and_then_closed() -> None:
    stream = await opened()
    banned = at_the_table(stream, 9)
    await banned.open()
    assert await banned.next() == 4403
    visitor = BrowserSocket(OwnSocket.as_asgi(), "/live/me/")
    await visitor.open()
    assert await visitor.next() == 4401
    await gone(banned, visitor)


async def test_what_a_browser_sends_is_ignored_and_too_much_of_it_closes_the_socket() -> None:
    stream = await opened()
    reader = await seated(stream, 7)
    await reader.say("x" * FRAME)
    await told(stream, "it still listens")
    assert await reader.next() == hub.NUDGE
    await reader.say("x" * (FRAME + 1))
    assert await reader.next() == 4400
    await reader.leave()


async def test_a_person_has_twenty_sockets_and_gets_a_place_back_when_one_closes() -> None:
    stream = await opened()
    sockets = [await seated(stream, 7, address=f"198.51.100.{n}") for n in range(SOCKETS_A_PERSON)]
    crowded = at_the_table(stream, 7)
    await crowded.open()
    assert await crowded.next() == 4429
    await gone(crowded, sockets.pop())
    sockets.append(await seated(stream, 7))
    await gone(*sockets)


async def test_an_address_has_fifty_sockets_but_this_machine_itself_any_number() -> None:
    stream = await opened()
    sockets = [await seated(stream) for _ in range(SOCKETS_AN_ADDRESS)]
    crowded = at_the_table(stream)
    await crowded.open()
    assert await crowded.next() == 4429
    sockets += [await seated(stream, address="127.0.0.1") for _ in range(SOCKETS_AN_ADDRESS + 1)]
    await gone(crowded, *sockets)


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
