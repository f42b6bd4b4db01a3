"""Catching up equals reloading: an old page and what `changes` sends are the new page."""

from __future__ import annotations

import re

import pytest

from campaigns.character.models import Character
from campaigns.people.models import User
from campaigns.thread.models import Thread
from tests.tables import articles, changed, cursor_in, page, part, press, reply, write


def post_of(html: str, number: int) -> str:
    return part(html, f"post-{number}", "article")


@pytest.mark.parametrize("reader", ["gm", "player", "watcher", "visitor"])
def test_posts_rolls_and_turns_that_were_missed_make_the_old_page_the_new_one(
    harbour: Thread, gm: User, player: User, watcher: User, iron_man: Character, reader: str
) -> None:
    person = {"gm": gm, "player": player, "watcher": watcher, "visitor": None}[reader]
    reply(gm, harbour, "The truck lies on its side.")
    for act in (
        lambda: reply(player, harbour, "Hm.\n!feat Reasoning\n!roll 2d6", iron_man),
        lambda: reply(gm, harbour, "!fight\n!init Toad 12"),
        lambda: reply(player, harbour, "!init IronMan"),
        lambda: press(gm, harbour, "next", version="3"),
        lambda: press(gm, harbour, "undo", version="4"),
        lambda: press(gm, harbour, "end", version="5"),
        lambda: press(gm, harbour, "open", version="0"),
    ):
        old = page(person, harbour)
        act()
        new, missed = page(person, harbour), changed(person, harbour, cursor_in(old))
        assert articles(old) + articles(missed) == articles(new)
        for name in articles(missed):
            assert part(missed, name, "article") == part(new, name, "article")
        turns = part(missed, "turns") if 'id="turns"' in missed else part(old, "turns")
        assert turns == part(new, "turns")
        assert cursor_in(missed) == cursor_in(new)


def test_nothing_missed_is_no_part_and_the_same_cursor(scene: Thread, gm: User) -> None:
    reply(gm, scene, "One.")
    cursor = cursor_in(page(gm, scene))
    missed = changed(gm, scene, cursor)
    assert (articles(missed), cursor_in(missed), 'id="turns"' in missed) == ([], cursor, False)


@pytest.mark.parametrize("cursor", ["", "zzzzzzzzzz", "\x00"])
def test_an_empty_or_unknown_cursor_gives_the_newest_page_and_the_turn_order(scene: Thread, gm: User, cursor: str) -> None:
    for n in range(27):
        reply(gm, scene, f"Number {n + 1}.")
    reply(gm, scene, "!fight")
    missed, new = changed(gm, scene, cursor), page(gm, scene, page="last")
    known = articles(missed)
    assert known[-3:] == articles(new)[-3:] == ["post-26", "post-27", "post-28"]
    assert cursor_in(missed) == cursor_in(new)
    assert part(missed, "turns") == part(new, "turns")


def test_who_reads_an_older_page_gets_a_pill_and_no_posts(scene: Thread, gm: User, player: User) -> None:
    for n in range(26):
        reply(gm, scene, f"Number {n + 1}.")
    old = page(player, scene, page="1")
    reply(gm, scene, "Number 27.")
    reply(gm, scene, "Number 28.")
    missed = changed(player, scene, cursor_in(old), page="1")
    assert articles(missed) == []
    assert re.search(r'id="arrivals"[^>]*>.*?2 new posts', missed)
    assert f"{scene.key}/p/27/" in missed


def test_what_the_gms_alone_see_moves_nobody_elses_cursor(notes: Thread, scene: Thread, gm: User) -> None:
    reply(gm, scene, "Seen.")
    before = cursor_in(page(None, scene))
    reply(gm, notes, "Unseen.")
    assert cursor_in(changed(None, scene, before)) == before


def test_ones_own_post_is_answered_with_what_everybody_gets_and_a_fresh_form(
    harbour: Thread, gm: User, player: User, iron_man: Character
) -> None:
    reply(gm, harbour, "The truck lies on its side.")
    old = page(player, harbour)
    reply(gm, harbour, "!fight\n!init IronMan 15")
    answer = write(player, harbour, "Mine.\n!roll 1d6", htmx=True, after=cursor_in(old)).content.decode()
    new = page(player, harbour)
    assert articles(answer) == ["post-2", "post-3"]
    assert post_of(answer, 3) == post_of(new, 3)
    assert part(answer, "turns") == part(new, "turns")
    assert cursor_in(answer) == cursor_in(new)
    assert "Mine.\n!roll" not in part(answer, "composer", "form")
    assert re.findall(r'data-(?:k|seen)="[^"]*"', answer) == re.findall(r'data-(?:k|seen)="[^"]*"', new)
