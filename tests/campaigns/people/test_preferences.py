"""Theme, time zone, sign-out, and the line in front of the password hasher."""

from __future__ import annotations

import asyncio
import threading
from datetime import UTC, datetime

import pytest
from asgiref.sync import sync_to_async
from channels.layers import get_channel_layer
from django.conf import settings
from django.contrib.auth import hashers
from django.template import engines
from django.test import RequestFactory
from django.urls import reverse

from campaigns.live.hub import SIGNED_OUT, person_group, session_mark
from campaigns.people import hashers as ours
from campaigns.people.commands import set_preferences
from campaigns.people.middleware import TimeZoneMiddleware
from campaigns.people.models import User
from campaigns.site.refused import Refused
from tests.people import browser

PREFERENCES = "/settings/reading/"


def test_a_chosen_theme_is_kept_with_the_account_and_in_the_browser(player: User) -> None:
    client = browser(player)
    client.post(PREFERENCES, {"theme": "dark", "time_zone": "Europe/Vienna"})
    player.refresh_from_db()
    assert (player.theme, player.time_zone) == ("dark", "Europe/Vienna")
    assert client.cookies["theme"].value == "dark"
    assert 'data-theme="dark"' in client.get(PREFERENCES).content.decode()
    client.logout()
    client.cookies["theme"] = "dark"
    assert 'data-theme="dark"' in client.get(reverse("account_login")).content.decode()


def test_following_the_device_forgets_the_cookie(player: User) -> None:
    client = browser(player)
    client.post(PREFERENCES, {"theme": "light", "time_zone": "UTC"})
    client.post(PREFERENCES, {"theme": "", "time_zone": "UTC"})
    assert client.cookies["theme"].value == ""
    assert "data-theme" not in client.get(PREFERENCES).content.decode()


def test_an_unknown_theme_or_zone_changes_nothing(player: User) -> None:
    assert browser(player).post(PREFERENCES, {"theme": "pink", "time_zone": "Mars/Olympus"}).status_code == 422
    for theme, zone in (("pink", "UTC"), ("dark", "Mars/Olympus")):
        with pytest.raises(Refused):
            set_preferences(player, theme=theme, time_zone=zone)
    player.refresh_from_db()
    assert (player.theme, player.time_zone) == ("", "UTC")


def test_a_visitor_signs_in_before_choosing(db: None) -> None:
    assert browser().get(PREFERENCES).headers["Location"] == f"{reverse('account_login')}?next={PREFERENCES}"


def test_times_are_told_in_the_readers_zone(player: User) -> None:
    player.time_zone = "Asia/Tokyo"
    at = datetime(2026, 3, 1, 20, 30, tzinfo=UTC)
    drawn = engines["django"].from_string("{% load table %}{% when at %}")
    request = RequestFactory().get("/")
    request.user = player
    told = TimeZoneMiddleware(lambda _: drawn.render({"at": at}))  # type: ignore[arg-type, return-value]
    assert "20:30 UTC" in told(request)
    request.COOKIES[settings.SESSION_COOKIE_NAME] = "some session"
    assert "05:30 JST" in told(request)


@pytest.mark.django_db(transaction=True)
async def test_signing_out_closes_the_sockets_of_that_session_and_of_nobody_else(player: User, other_player: User) -> None:
    client = await sync_to_async(browser)(player)
    session = client.session.session_key
    layer = get_channel_layer()
    channel = await layer.new_channel()
    await layer.group_add(person_group(other_player.pk), channel)
    await layer.group_add(person_group(player.pk), channel)
    answer = await sync_to_async(client.post)(reverse("account_logout"))
    told = await asyncio.wait_for(layer.receive(channel), 10)
    assert answer.status_code == 302
    assert (told["group"], told["code"], told["session"]) == (person_group(player.pk), SIGNED_OUT, session_mark(session))
    assert "_auth_user_id" not in await sync_to_async(dict)(client.session)


def test_reading_the_sign_out_page_signs_nobody_out(player: User) -> None:
    client = browser(player)
    assert client.get(reverse("account_logout")).status_code == 200
    assert "_auth_user_id" in client.session


def test_a_third_password_waits_until_one_of_two_hashings_is_done() -> None:
    done = threading.Event()
    third = threading.Thread(target=lambda: (ours.Argon2InTurn().encode("secret", "saltsaltsalt"), done.set()))
    with ours.TURNS:
        with ours.TURNS:
            third.start()
            assert not done.wait(0.5)
        assert done.wait(20)
    third.join(20)


def test_our_hashes_are_djangos_own() -> None:
    kept = ours.Argon2InTurn().encode("secret", "saltsaltsalt")
    assert hashers.Argon2PasswordHasher().verify("secret", kept)
    assert not ours.Argon2InTurn().verify("wrong", kept)
