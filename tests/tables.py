"""Threads at hand for tests, and the ways of writing in them: the command, and the form as a browser sends it."""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.urls import reverse

from campaigns.campaign.models import Campaign, Member
from campaigns.character.commands import create_character
from campaigns.character.models import Character
from campaigns.ledger.commands import Ask
from campaigns.ledger.models import Entry
from campaigns.people.models import User
from campaigns.site.keys import hex16
from campaigns.thread.commands import Draft, open_thread, post_reply
from campaigns.thread.models import Post, Thread
from tests.people import IRON_MAN, browser, seen_by


def opened(campaign: Campaign, kind: str = "scene", title: str = "The gantry above the screen") -> Thread:
    founder = campaign.members.select_related("person").get(role="owner").person
    return open_thread(seen_by(founder, campaign), title=title, kind=kind)


@pytest.fixture
def scene(campaign: Campaign) -> Thread:
    return opened(campaign)


@pytest.fixture
def talk(campaign: Campaign) -> Thread:
    return opened(campaign, "talk", "Table talk")


@pytest.fixture
def notes(campaign: Campaign) -> Thread:
    """What the GMs alone know of."""
    return opened(campaign, "notes", "The murderer")


@pytest.fixture
def private_scene(private_campaign: Campaign) -> Thread:
    return opened(private_campaign, title="Behind the curtain")


@pytest.fixture
def harbour(faserip_campaign: Campaign) -> Thread:
    """The scene of the FASERIP table."""
    return opened(faserip_campaign, title="A blocked street")


@pytest.fixture
def thor(faserip_campaign: Campaign, other_player: User) -> Character:
    """Tobias's: Agility Excellent, so his initiative die is 1d20."""
    told = {"name": "Thor", "line": "Here about the weather", "fields": IRON_MAN}
    return create_character(seen_by(other_player, faserip_campaign), **told)


@pytest.fixture
def toad(faserip_campaign: Campaign, gm: User) -> Character:
    """An NPC that everybody sees."""
    return create_character(seen_by(gm, faserip_campaign), name="Toad", line="Damp", fields=IRON_MAN, npc=True)


def reply(person: User, thread: Thread, text: str, speaker: Character | None = None, **more: Any) -> Post:
    """Posts by the command, from a form of its own unless `rid` is given."""
    ask = Ask(more.pop("rid", "") or hex16(), **{name: more.pop(name) for name in ("cn", "k", "seen") if name in more})
    return post_reply(seen_by(person, thread.campaign), thread, Draft(text, speaker, **more), ask)


def address(name: str, thread: Thread, *more: Any) -> str:
    return reverse(name, args=[thread.campaign.slug, thread.key, *more])


def sent(text: str, **fields: Any) -> dict[str, Any]:
    """The composer's fields as a browser without script sends them."""
    return {"text": text, "kind": "ic", "character": "", "rid": hex16(), "cn": "", "k": "", "seen": ""} | fields


HTMX = {"HX-Request": "true"}
FORM_TOKEN = re.compile(r'<input type="hidden" name="csrfmiddlewaretoken"[^>]*>')


def write(person: User | None, thread: Thread, text: str, *, htmx: bool = False, **fields: Any) -> Any:
    """The answer to the composer's form."""
    headers = HTMX if htmx else {}
    return browser(person).post(address("write", thread), sent(text, **fields), headers=headers)


def press(person: User | None, thread: Thread, act: str, *, htmx: bool = True, **fields: Any) -> Any:
    """The answer to a button of the turn order."""
    return browser(person).post(address("turns", thread), {"act": act} | fields, headers=HTMX if htmx else {})


def page(person: User | None, thread: Thread, **asked: Any) -> str:
    """The thread's page as this person sees it."""
    answer = browser(person).get(address("thread", thread), asked)
    assert answer.status_code == 200
    return str(answer.content.decode())


def cursor_in(html: str) -> str:
    found = re.search(r'id="cursor"[^>]*value="([^"]*)"', html)
    assert found is not None
    return found[1]


def changed(person: User | None, thread: Thread, after: str, **asked: Any) -> str:
    """What `changes` sends to a page with that cursor that shows the newest posts."""
    answer = browser(person).get(address("changes", thread), {"after": after, "page": "last"} | asked, headers=HTMX)
    assert answer.status_code == 200
    return str(answer.content.decode())


def part(html: str, part_id: str, tag: str = "section") -> str:
    """One part of a page by its id, without what tells an out-of-band part and one form from another."""
    found = re.search(rf'<{tag} id="{part_id}".*?</{tag}>', html, re.DOTALL)
    assert found is not None
    return FORM_TOKEN.sub("", found[0].replace(' hx-swap-oob="true"', "").replace(" hx-preserve", ""))


def articles(html: str) -> list[str]:
    return re.findall(r'<article id="([^"]*)"', html)


def lane_of(person: User, thread: Thread) -> Any:
    """The person's envelopes at the thread's table, read afresh."""
    return Member.objects.select_related("lane__ledger").get(campaign=thread.campaign, person=person).lane


def casts(thread: Thread) -> int:
    return Entry.objects.filter(ledger=thread.campaign.ledger, t="cast").count()
