"""The number of posts in the head, the counts of the rail, and how far somebody has read."""

from __future__ import annotations

import re

from campaigns.campaign.models import Campaign
from campaigns.character.models import Character
from campaigns.people.models import User
from campaigns.thread.models import Thread
from tests.people import browser
from tests.tables import address, changed, cursor_in, opened, page, part, reply, write


def unread_in(html: str) -> dict[str, str]:
    """Titles in the rail that have a count, with it."""
    rows = re.findall(r"<li><a [^>]*><i[^>]*>[^<]*</i><span>([^<]*)</span>(?:<b>(\d+))?", part(html, "rail", "nav"))
    return {title: count for title, count in rows if count}


def test_the_number_of_posts_follows_what_arrives(scene: Thread, gm: User, player: User) -> None:
    reply(gm, scene, "One.")
    old = page(player, scene)
    assert part(old, "count", "span") == '<span id="count">1 post</span>'
    assert 'id="count"' not in changed(player, scene, cursor_in(old))
    reply(gm, scene, "Two.")
    assert part(changed(player, scene, cursor_in(old)), "count", "span") == part(page(player, scene), "count", "span")
    assert '<span id="count">2 posts</span>' in page(player, scene)


def test_the_rail_counts_what_is_unread_elsewhere_and_not_in_the_scene_that_is_open(
    campaign: Campaign, scene: Thread, gm: User, player: User
) -> None:
    other = opened(campaign, title="Row F")
    for thread in (scene, other):
        reply(gm, thread, "One.")
        reply(gm, thread, "Two.")
    assert unread_in(page(player, scene)) == {"Row F": "2"}
    assert unread_in(page(player, other)) == {scene.title: "2"}


def test_without_script_a_button_says_that_the_page_is_read(scene: Thread, gm: User, player: User) -> None:
    for n in range(26):
        reply(gm, scene, f"Number {n + 1}.")
    field = r'<input type="hidden" name="number" value="(\d+)"><button[^>]*>I have read this page'
    for number in ("25", "26"):
        assert re.findall(field, page(player, scene)) == [number]
        browser(player).post(address("read_mark", scene), {"number": number})
    assert re.findall(field, page(player, scene)) == []
    assert re.findall(field, page(None, scene)) == []


def test_who_has_posted_is_offered_his_own_post(scene: Thread, gm: User) -> None:
    assert "See your post" not in page(gm, scene)
    reply(gm, scene, "One.")
    answer = write(gm, scene, "Two.", htmx=True, after=cursor_in(page(gm, scene))).content.decode()
    assert '<a class="link" href="#post-2">See your post</a>' in part(answer, "composer", "form")


def test_whose_turn_it_is_now_is_said_to_who_cannot_see_it(harbour: Thread, gm: User, player: User, iron_man: Character) -> None:
    reply(gm, harbour, "!fight\n!init Toad 12\n!init IronMan 15")
    old = cursor_in(page(player, harbour))
    reply(gm, harbour, "!next")
    said = {who.username: re.findall(r'<p id="status"[^>]*>(.*?)</p>', changed(who, harbour, old)) for who in (gm, player)}
    assert said == {"Ines": ["Iron Man acts now."], "Juniper": ["Your turn."]}
    now = cursor_in(page(player, harbour))
    reply(gm, harbour, "No move.")
    assert 'id="status"' not in changed(player, harbour, now)
