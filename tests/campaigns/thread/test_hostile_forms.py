"""Forged fields of the composer."""

from __future__ import annotations

import pytest

from campaigns.people.models import User
from campaigns.thread.models import Thread
from tests.people import browser
from tests.tables import casts, lane_of, write

pytestmark = pytest.mark.django_db

NUMBER = "a" * 64


@pytest.mark.parametrize("k", [2**53, 10**30])
def test_an_envelope_number_beyond_all_envelopes_is_refused_and_the_text_kept(player: User, scene: Thread, k: int) -> None:
    seen = f"0:{'0' * 64}"
    answer = write(player, scene, "He jumps.\n!roll 1d6", cn=NUMBER, k=k, seen=seen)
    assert (answer.status_code, casts(scene)) == (422, 0)
    assert "He jumps." in answer.content.decode()
    practised = browser(player).post("/practice/", {"lines": "1d6", "cn": NUMBER, "k": k, "seen": seen})
    assert (practised.status_code, "This form cannot be read." in practised.content.decode()) == (422, True)


def test_what_a_form_says_of_its_own_dice_is_not_listened_to(player: User, scene: Thread) -> None:
    forged = {"result": "20", "total": "20", "dice": "[[20,[20]]]", "seed": "0" * 64, "level": "witnessed", "cs": "browser"}
    assert write(player, scene, "!roll 1d1", **forged, author="1", number="99").status_code == 302
    post = scene.posts.get()
    assert (post.number, post.author.person) == (1, player)
    lane = lane_of(player, scene)
    entry = lane.ledger.entries.get(t="cast")
    roll = entry.rolls.get()
    assert (roll.level, roll.card["faces"], entry.k, lane.k) == ("site", [[1, [1]]], 0, 1)
    assert "0" * 64 not in entry.body
