"""Who is nudged, who is kicked, who is turned away."""

from __future__ import annotations

import pytest
from asgiref.sync import sync_to_async
from django.contrib.auth import get_user_model
from django.db import transaction

from campaigns.live import hub
from campaigns.live.commands import record
from campaigns.live.models import Stream
from campaigns.live.socket import OwnSocket
from campaigns.site.limits import SOCKETS_A_PERSON, SOCKETS_AN_ADDRESS
from tests.campaigns.live.table import at_the_table, gone, kicked, opened, seated, told
from tests.sockets import BrowserSocket

pytestmark = pytest.mark.django_db(transaction=True)


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
    await kicked(7, hub.SIGNED_OUT, session="of-the-laptop")
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


async def test_a_socket_that_speaks_is_closed_for_our_pages_only_listen() -> None:
    stream = await opened()
    reader = await seated(stream, 7)
    await reader.say('{"type": "kick", "group": "person.1", "code": 4403, "session": ""}')
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
