"""What was found by attacking the site, one test for each fault."""

from __future__ import annotations

import pytest
from asgiref.sync import sync_to_async
from django.test import override_settings
from django.urls import reverse

from campaigns.asgi import application
from campaigns.campaign.commands import change_settings
from campaigns.campaign.models import Campaign
from campaigns.live import hub
from campaigns.people.hashers import LONGEST
from campaigns.people.models import User
from campaigns.site.limits import WORD
from campaigns.site.markup import render
from campaigns.thread.models import Thread
from tests.people import PASSWORD, browser, seen_by
from tests.sockets import BrowserSocket
from tests.tables import opened


def test_a_word_of_64_kib_reaches_the_browser_in_pieces() -> None:
    pieces = render("b" * 65536).removeprefix("<p>").removesuffix("</p>").split("<wbr>")
    assert [len(piece) for piece in pieces] == [WORD] * (65536 // WORD) + [65536 % WORD]
    assert render("b" * WORD) == f"<p>{'b' * WORD}</p>"
    assert render(f"{'b' * WORD}\u0301{'b' * WORD}") == f"<p>{'b' * WORD}\u0301<wbr>{'b' * WORD}</p>"


@pytest.mark.django_db
@pytest.mark.parametrize("sent", [{"act": "revoke", "code": "a\0b"}, {"act": "role", "person": "Ree\0d!", "role": "player"}])
def test_a_nul_in_a_button_of_the_settings_names_nobody(gm: User, campaign: Campaign, sent: dict[str, str]) -> None:
    assert browser(gm).post(reverse("settings", args=[campaign.slug]), sent).status_code == 404


@pytest.mark.django_db
@override_settings(DEBUG=True, DEMO_PEOPLE=("Ines",), ALLOWED_HOSTS=["testserver"])
def test_the_front_page_never_names_a_private_table_of_a_demo_person(campaign: Campaign, private_campaign: Campaign) -> None:
    page = browser().get("/").content.decode()
    assert "GM in The Orpheum Affair" in page
    assert "The Back Room" not in page


@pytest.mark.django_db
@pytest.mark.parametrize(("length", "made"), [(LONGEST, 1), (LONGEST + 1, 0), (1_000_000, 0)])
def test_a_password_is_no_burden_to_the_server(length: int, made: int) -> None:
    told = {"username": "Juniper", "email": "juniper@example.org", "password1": "seven candles " + "k" * (length - 14)}
    answer = browser().post(reverse("account_signup"), told)
    assert User.objects.count() == made
    assert ("A password has at most 128 characters" in answer.content.decode()) == (not made)


async def socket_of(person: User | None, thread: Thread) -> BrowserSocket:
    """The thread's socket as that browser opens it, nudged once."""
    client = await sync_to_async(browser)(person)
    cookie = "; ".join(f"{name}={morsel.value}" for name, morsel in client.cookies.items()) or "theme=light"
    socket = BrowserSocket(application, f"/live/t/{thread.key}/", cookie=cookie)
    await socket.open()
    assert await socket.next() == hub.NUDGE
    return socket


@pytest.mark.django_db(transaction=True)
async def test_a_table_that_turns_private_closes_the_sockets_of_strangers(gm: User, campaign: Campaign, stranger: User) -> None:
    thread = await sync_to_async(opened)(campaign)
    sockets = [await socket_of(None, thread), await socket_of(stranger, thread)]
    turned = {"name": campaign.name, "sentence": campaign.sentence, "visibility": "private", "options": {}}
    await sync_to_async(lambda: change_settings(seen_by(gm, campaign), **turned))()
    assert [await socket.next() for socket in sockets] == [hub.RESTARTED] * 2
    again = BrowserSocket(application, f"/live/t/{thread.key}/", cookie="theme=light")
    await again.open()
    assert await again.next() == 4404
    for socket in (*sockets, again):
        await socket.leave()


@pytest.mark.django_db(transaction=True)
async def test_a_new_password_closes_every_socket_of_its_person(player: User, private_scene: Thread) -> None:
    socket = await socket_of(player, private_scene)
    told = {"oldpassword": PASSWORD, "password1": "another long table", "password2": "another long table"}
    answer = await sync_to_async(lambda: browser(player).post(reverse("account_change_password"), told))()
    assert (answer.status_code, await socket.next()) == (302, hub.RESTARTED)
    await socket.leave()
