"""Pages of posts, how far somebody has read, and the ways to one post."""

from __future__ import annotations

import re

import pytest
from django.urls import reverse

from campaigns.campaign.models import Campaign
from campaigns.people.models import User
from campaigns.thread.models import ReadMark, Thread
from tests.people import browser
from tests.tables import address, articles, page, reply


@pytest.fixture
def long(scene: Thread, gm: User) -> Thread:
    """53 posts of the GM: three pages."""
    for n in range(53):
        reply(gm, scene, f"Number {n + 1}.")
    return scene


def say_read(person: User | None, thread: Thread, number: object) -> int:
    return int(browser(person).post(address("read_mark", thread), {"number": number}, headers={"HX-Request": "true"}).status_code)


def mark(person: User) -> int | None:
    return ReadMark.objects.filter(person=person).values_list("number", flat=True).first()


def test_a_page_is_a_range_of_25_numbers(long: Thread, gm: User) -> None:
    assert articles(page(gm, long, page=1)) == [f"post-{n}" for n in range(1, 26)]
    assert articles(page(gm, long, page=3)) == ["post-51", "post-52", "post-53"]
    assert articles(page(gm, long, page="last")) == articles(page(gm, long, page=999)) == ["post-51", "post-52", "post-53"]
    for asked in ("0", "-1", "x", "²", "9" * 30):
        assert "post-1" in articles(page(None, long, page=asked)), asked


def test_a_page_leads_to_its_neighbours(long: Thread, gm: User) -> None:
    shown = {n: page(gm, long, page=n) for n in (1, 2, 3)}
    assert [re.findall(r'rel="(prev|next)" href="\?page=(\d)"', shown[n]) for n in (1, 2, 3)] == [
        [("next", "2")],
        [("prev", "1"), ("next", "3")],
        [("prev", "2")],
    ]


def test_the_newest_page_alone_has_the_form_and_hears_posts_themselves(long: Thread, gm: User) -> None:
    first, last = page(gm, long, page=1), page(gm, long, page=3)
    assert ('id="composer"' in first, 'id="composer"' in last) == (False, True)
    assert ('"page": "last"' in first, '"page": "last"' in last) == (False, True)


def test_a_reader_comes_back_to_the_first_post_that_he_has_not_read(long: Thread, player: User) -> None:
    assert 'id="unread"' not in page(player, long)
    say_read(player, long, 30)
    shown = page(player, long)
    assert articles(shown)[0] == "post-26"
    assert shown.index('id="post-30"') < shown.index('id="unread"') < shown.index('id="post-31"')
    say_read(player, long, 53)
    assert articles(page(player, long))[0] == "post-51"
    assert 'id="unread"' not in page(player, long)


def test_a_visitor_begins_at_the_first_page(long: Thread) -> None:
    assert articles(page(None, long))[0] == "post-1"


def test_a_read_mark_moves_forward_alone_and_never_past_the_newest_post(long: Thread, player: User) -> None:
    told = [(5, 5), (3, 5), (20, 20), (999, 53), (0, 53), ("x", 53), ("", 53), ("9" * 30, 53)]
    for number, stands in told:
        assert say_read(player, long, number) == 204
        assert mark(player) == stands, number
    assert say_read(None, long, 7) == 204
    assert ReadMark.objects.filter(person=player).count() == 1


def test_writing_reads_to_ones_own_post(long: Thread, player: User) -> None:
    reply(player, long, "Mine.")
    assert mark(player) == 54


def test_the_rail_counts_what_is_unread(long: Thread, campaign: Campaign, player: User, gm: User) -> None:
    asked = reverse("campaign", args=[campaign.slug])
    assert '<b>53<span class="vh"> unread' in browser(player).get(asked).content.decode()
    say_read(player, long, 50)
    assert '<b>3<span class="vh"> unread' in browser(player).get(asked).content.decode()
    assert "unread" not in browser(gm).get(asked).content.decode()
    assert "unread" not in browser(None).get(asked).content.decode()


def test_the_link_of_a_post_leads_to_the_page_that_holds_it(long: Thread) -> None:
    for number, shown in ((1, 1), (25, 1), (26, 2), (53, 3), (54, 3)):
        answer = browser().get(address("post", long, number))
        assert answer["Location"] == f"{address('thread', long)}?page={shown}#post-{number}"


def test_an_empty_scene_has_one_page_and_says_so(scene: Thread, player: User) -> None:
    assert "Nothing is told here yet." in page(player, scene)
    assert 'rel="next"' not in page(player, scene)
    assert say_read(player, scene, 5) == 204
    assert mark(player) in (None, 0)
