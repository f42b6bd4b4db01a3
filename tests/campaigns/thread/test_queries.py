"""How many queries a page takes, and that their number depends on nothing that grows (P4)."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import partial
from itertools import product
from typing import Any

import pytest
from django.core.cache import cache
from django.db import connection
from django.test.utils import CaptureQueriesContext

from campaigns.campaign.models import Campaign
from campaigns.character.commands import create_character
from campaigns.character.models import Character
from campaigns.people.models import User
from campaigns.thread.models import Thread
from tests.people import IRON_MAN, browser, new_person, seen_by, sit_down
from tests.tables import HTMX, address, cursor_in, opened, page, reply, sent


def queries(act: Callable[[], Any]) -> list[str]:
    """What the act asks of the database, session and user included, caches empty; not what a process asks it once, about JSON."""
    cache.clear()
    with CaptureQueriesContext(connection) as asked:
        act()
    found = [str(query["sql"]) for query in asked.captured_queries]
    return [sql for sql in found if not sql.startswith(("SAVEPOINT", "RELEASE", "BEGIN", "SELECT JSON("))]


def read(person: User | None, thread: Thread, name: str = "thread", **asked: Any) -> int:
    client, headers = browser(person), HTMX if name == "changes" else {}
    return len(queries(lambda: client.get(address(name, thread), asked, headers=headers)))


@pytest.fixture
def small(faserip_campaign: Campaign, gm: User) -> Thread:
    """One post by one author, without dice."""
    thread = opened(faserip_campaign, title="The pier")
    reply(gm, thread, "Fog.")
    return thread


@pytest.fixture
def full(faserip_campaign: Campaign, gm: User) -> Thread:
    """25 posts by 25 authors with 60 rolls, and a turn order of 12 of them."""
    thread = opened(faserip_campaign, title="The whole town")
    for n in range(25):
        person = new_person(f"Writer{n}")
        sit_down(faserip_campaign, person)
        seat = seen_by(person, faserip_campaign)
        hero = create_character(seat, name=f"Hero {n}", line="", fields=IRON_MAN)
        rolls = "\n".join(["!roll 1d6"] * (3 if n < 10 else 2))
        joins = f'\n!init "Hero {n}" {n + 1}' if 0 < n <= 12 else ""
        reply(person if n else gm, thread, f"Here I am.\n{rolls}{joins}" if n else f"All in.\n{rolls}\n!fight", hero if n else None)
    thread.refresh_from_db()
    assert thread.post_count == 25
    return thread


def test_a_thread_page_takes_eight_queries_signed_in_and_six_signed_out(
    small: Thread, gm: User, player: User, stranger: User
) -> None:
    assert {who.username: read(who, small) for who in (gm, player, stranger)} == {"Ines": 8, "Juniper": 8, "Bex": 8}
    assert read(None, small) == 5


def test_the_number_of_queries_does_not_grow_with_what_is_on_the_page(small: Thread, full: Thread, gm: User, player: User) -> None:
    assert (full.campaign.ledger.entries.filter(t="cast").count(), page(gm, full).count("data-roll")) == (25, 60)
    for who in (gm, player, None):
        assert read(who, full) == read(who, small) + 2


def test_what_comes_live_takes_four_two_more_for_posts_and_one_for_their_dice(
    small: Thread, full: Thread, gm: User, player: User
) -> None:
    for thread in (small, full):
        for who in (gm, player):
            old = cursor_in(page(who, thread))
            assert read(who, thread, "changes", after=old, page="last") == 4
            reply(gm, thread, "On.")
            assert read(who, thread, "changes", after=old, page="last") == 6
            reply(gm, thread, "On.\n!roll 1d6")
            assert read(who, thread, "changes", after=old, page="last") == 7


@pytest.mark.parametrize("where", ["small", "full"])
def test_a_preview_takes_two_beyond_the_way_in_and_a_post_eleven(
    small: Thread, full: Thread, player: User, iron_man: Character, where: str
) -> None:
    thread = {"small": small, "full": full}[where]
    client, write, preview = browser(player), address("write", thread), address("preview", thread)
    rolls = "!roll 1d6\n!feat Psyche"

    def asked(text: str, to: str = write, speaker: str = "", headers: dict[str, str] | None = None) -> int:
        form = sent(text, character=speaker)
        return len(queries(lambda: client.post(to, form, headers=headers)))

    fight = 2 if where == "full" else 0
    assert asked(rolls, preview, iron_man.key, HTMX) == 6 + fight
    assert (asked("No dice."), asked("No dice.", speaker=iron_man.key)) == (11, 12)
    assert (asked("!roll 1d6"), asked(rolls, speaker=iron_man.key)) == (18, 19)
    assert asked("No dice.", headers=HTMX) == 17 + 2 * fight


def goes_by_the_index(asked: str) -> bool:
    """Whether the database finds what waits by the index of thread and word. PostgreSQL reads a table of a few rows whole, whatever
    the index: there it is enough that the query names the index's columns outside every OR."""
    if connection.vendor == "postgresql":
        return re.search(r'"thread" (=|IN) .+ AND [^()]*"waits" IN \(|"waits" IN \([^)]*\) AND ', asked) is not None
    with connection.cursor() as cursor:
        steps = [str(row[3]) for row in cursor.execute(f"EXPLAIN QUERY PLAN {asked}")]
    return any("rolls_that_wait (thread=? AND waits=?)" in step for step in steps)


def test_what_waits_is_found_by_an_index_and_not_among_all_rolls_of_the_thread(full: Thread, gm: User, player: User) -> None:
    for who, shown in product((gm, player), (address("thread", full), "/")):
        sent_by_page = queries(partial(browser(who).get, shown))
        (asked,) = (sql for sql in sent_by_page if '."waits" IN (' in sql)
        assert goes_by_the_index(asked)
