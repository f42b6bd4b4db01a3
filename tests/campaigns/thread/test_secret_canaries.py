"""200 secret rolls, each with a word of its own: every address as every kind of person, the frames of sockets, mails, the files.

A word is found by those who may see its roll, and by nobody else before its reveal.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import timedelta
from typing import Any

import pytest
from asgiref.sync import sync_to_async
from django.core import mail
from django.test import Client
from django.urls import URLPattern, URLResolver, get_resolver

from campaigns.campaign.models import Campaign
from campaigns.character.commands import create_character
from campaigns.ledger.models import Roll, Sealed
from campaigns.live.hub import NUDGE
from campaigns.people.models import User
from campaigns.site.clock import now
from campaigns.thread.commands import ask_for_rolls, tend
from campaigns.thread.models import Thread
from campaigns.thread.socket import ThreadSocket
from rules import catalogue
from tests.ledgers import checked
from tests.people import browser, seen_by
from tests.runes import RUNES
from tests.sockets import BrowserSocket
from tests.tables import HTMX, opened, reply

WORD = re.compile(r"q(?:[b-m][xvw]){7}z")

ELSEWHERE = ("accounts/", "admin/auth", "admin/account", "admin/(?P<url>", "admin/r/", "static", "admin/autocomplete")
"""Where nothing of a table stands: pages of accounts."""

Fill = dict[str, list[str]]


@pytest.fixture
def runes(monkeypatch: pytest.MonkeyPatch, campaign: Campaign) -> Campaign:
    """The table plays by runes."""
    monkeypatch.setitem(catalogue._recorded(), (RUNES.key, RUNES.version), RUNES)
    Campaign.objects.filter(pk=campaign.pk).update(system=RUNES.key)
    campaign.refresh_from_db()
    return campaign


@pytest.fixture
def canaries(runes: Campaign, roles: dict[str, User | None]) -> dict[str, set[str]]:
    """The words by who may see them: "roller" (Juniper and the GMs), "gms", "notes" (the same people)."""
    player, gm = roles["roller"], roles["GM"]
    assert player is not None and gm is not None
    scene, notes = opened(runes), opened(runes, "notes", "The murderer")
    create_character(seen_by(player, runes), name="Otto", line="", fields={})
    lines = "\n".join(["!pool 1 {} # a reason"] * 20)
    for _ in range(3):
        reply(player, scene, f"Juniper speaks.\n{lines}".replace("{}", "secret"))
    for _ in range(2):
        reply(player, scene, lines.replace("{}", "blind"))
        reply(gm, scene, lines.replace("{}", "secret"))
    for _ in range(3):
        reply(gm, notes, lines.replace("{} ", ""))
    ask_for_rolls(seen_by(gm, runes), scene, line="!pool 1", reason="")
    found: dict[str, set[str]] = {"roller": set(), "gms": set(), "readers": set()}
    for truth in Sealed.objects.all():
        found[truth.sees].add(str(truth.card["reading"]["figure"]))
    assert [len(words) for words in found.values()] == [60, 80, 60]
    return found


def patterns(resolver: URLResolver, before: str = "") -> Iterator[tuple[str, list[str]]]:
    """Every address of the site as (its pattern, the names in it)."""
    for one in resolver.url_patterns:
        whole = before + str(one.pattern)
        if isinstance(one, URLResolver):
            yield from patterns(one, whole)
        elif isinstance(one, URLPattern) and not whole.lstrip("^").startswith(ELSEWHERE):
            yield whole, re.findall(r"<(?:\w+:)?(\w+)>", whole)


def filled(table: Campaign) -> list[str]:
    """Addresses, each filled with what is in the database; a pattern that nothing here fills fails the test."""
    threads = {thread.kind: thread for thread in table.threads.all()}
    entries = [truth.roll.entry for truth in Sealed.objects.filter(roll__place=7).order_by("sees", "pk")[::3]]
    rolls = list(Roll.objects.filter(entry__in=entries, place=7))
    asked = threads["scene"].requests.values_list("key", flat=True)
    character = table.characters.get()
    fill: dict[str, Fill] = {
        "c/<slug:slug>/t/": {"key": [one.key for one in threads.values()], "number": ["1", "4"], "request_key": list(asked)},
        "c/<slug:slug>/rolls/entry/": {"number": [str(one.i) for one in entries]},
        "c/<slug:slug>/": {"name": ["pack-" + "0" * 64]},
        "r/": {"key": [roll.key for roll in rolls]},
        "ch/": {"key": [character.key]},
        "join/": {"code": ["nobody"]},
        "help/": {"slug": ["dice", "bgrade"], "key": ["dice"], "system": ["dice"]},
        "admin/ledger/roll/": {"object_id": [str(one.pk) for one in rolls]},
        "admin/ledger/entry/": {"object_id": [str(one.pk) for one in entries]},
        "admin/": {"object_id": ["1"], "id": ["1"], "app_label": ["ledger"]},
    }
    found: list[str] = []
    for pattern, names in patterns(get_resolver()):
        values: Fill = next((one for start, one in fill.items() if pattern.startswith(start)), {})
        ways: list[str] = [re.sub(r"[$^]|\(\?P(<\w+>)[^)]*\)", lambda part: part[1] or "", pattern)]
        for name in names:
            given = [table.slug] if name == "slug" and name not in values else values[name]
            ways = [re.sub(rf"<(?:\w+:)?{name}>", value, way) for way in ways for value in given]
        found += [f"/{way}" for way in ways]
    return found


def words_in(answer: Any) -> set[str]:
    assert answer.status_code < 500, answer.request["PATH_INFO"]
    body = b"".join(answer.streaming_content) if answer.streaming else answer.content
    return set(WORD.findall(body.decode("utf-8", "replace") + str(answer.headers)))


def found_by(client: Client, addresses: list[str]) -> set[str]:
    """The words on all pages, whole and as the parts that htmx asks for."""
    found: set[str] = set()
    for address in addresses:
        found |= words_in(client.get(address, {"page": "last"}))
        if address.endswith("/changes/") or address == "/":
            found |= words_in(client.get(address, {"page": "last"}, headers=HTMX))
    return found


def pressed_by(client: Client, table: Campaign) -> set[str]:
    """The words that come back to somebody who presses every button of blind rolls, with and without script."""
    blind = list(Roll.objects.filter(truth__sees="gms", place=7).values_list("key", flat=True)[:2])
    forms = [
        f"/{pattern.replace('<str:key>', key)}" for pattern, _ in patterns(get_resolver()) if pattern[:2] == "r/" for key in blind
    ]
    sent = {"values": "7", "line": "!pool 1", "word": "fast", "set": "2x2", "why": "It is mine", "page": "last"}
    found: set[str] = set()
    for address in forms:
        found |= words_in(client.post(address, sent)) | words_in(client.post(address, sent, headers=HTMX))
    assert Roll.objects.filter(key__in=blind, sealed=True).count() == len(blind)
    return found - {truth.card["reading"]["figure"] for truth in Sealed.objects.filter(sees="roller")}


def walk(roles: dict[str, User | None], table: Campaign) -> dict[str, set[str]]:
    addresses = filled(table)
    site = [one for one in addresses if not one.startswith("/admin/")]
    return {role: found_by(browser(who), addresses if role == "AD" else site) for role, who in roles.items()}


@pytest.mark.django_db
def test_each_word_is_found_by_those_who_may_see_it_and_by_nobody_else(
    runes: Campaign, roles: dict[str, User | None], canaries: dict[str, set[str]]
) -> None:
    every = set().union(*canaries.values())
    assert len(every) == 200
    allowed = dict.fromkeys(roles, set[str]()) | {"roller": canaries["roller"], "CG": every, "GM": every}
    assert walk(roles, runes) == allowed
    assert {role: pressed_by(browser(roles[role]), runes) for role in ("AN", "RN", "PL", "MU", "roller")} == dict.fromkeys(
        ("AN", "RN", "PL", "MU", "roller"), set()
    )
    assert not [one for one in mail.outbox if WORD.search(f"{one.subject}{one.body}")]
    assert checked(runes.ledger).refusal is None


@pytest.mark.django_db
def test_a_leak_would_be_found(runes: Campaign, roles: dict[str, User | None], canaries: dict[str, set[str]]) -> None:
    truth = Sealed.objects.filter(sees="roller").latest("pk")
    Roll.objects.filter(pk=truth.roll_id).update(html=truth.html)
    kept = {"AN": None, "PL": roles["PL"]}
    assert walk(kept, runes) == dict.fromkeys(kept, {truth.card["reading"]["figure"]})


@pytest.mark.django_db
def test_after_the_reveal_everybody_who_reads_the_thread_finds_the_words(
    runes: Campaign, roles: dict[str, User | None], canaries: dict[str, set[str]]
) -> None:
    Campaign.objects.filter(pk=runes.pk).update(customs={"reveal_days": "1"})
    assert tend(now() + timedelta(days=1)).revealed == 10
    seen = found_by(browser(), [f"/c/{runes.slug}/t/{thread.key}/" for thread in runes.threads.all()])
    assert seen == canaries["roller"] | canaries["gms"]
    assert checked(runes.ledger).refusal is None


@pytest.mark.django_db(transaction=True)
async def test_a_socket_says_that_something_is_new_and_no_word(scene: Thread, player: User, other_player: User) -> None:
    socket = BrowserSocket(ThreadSocket.as_asgi(), f"/live/t/{scene.key}/", person=other_player, route={"key": scene.key})
    await socket.open()
    await sync_to_async(reply)(player, scene, "!roll 1d6 secret")
    assert await socket.next() == NUDGE
