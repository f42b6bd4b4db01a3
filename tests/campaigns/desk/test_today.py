"""Today, the front page and a table's own page: what waits for whom."""

from __future__ import annotations

from typing import Any

import pytest
from django.urls import reverse

from campaigns.campaign.models import Campaign, Member
from campaigns.character.models import Character
from campaigns.people.models import User
from campaigns.thread.models import ReadMark, Thread
from tests.people import browser
from tests.tables import page, reply


def today(person: User | None) -> Any:
    answer = browser(person).get(reverse("home"))
    assert answer.status_code == 200
    return answer


def told(person: User) -> tuple[list[tuple[str, str]], list[tuple[str, str]], int]:
    """Scene and name of the turns that are the person's, scene and person of those of others, and the bell."""
    context = today(person).context
    mine = [(turn.thread.title, turn.name) for turn in context["mine"]]
    others = [(turn.thread.title, turn.person) for turn in context["others"]]
    return mine, others, context["bell"]


def unread(person: User) -> dict[str, int]:
    return {thread.title: thread.new for thread in today(person).context["unread"]}


@pytest.fixture
def fight(harbour: Thread, gm: User, player: User, iron_man: Character, toad: Character) -> Thread:
    """Iron Man at 15, Toad at 12; it has not begun."""
    reply(gm, harbour, "A truck lies on its side.\n!fight\n!init Toad 12")
    reply(player, harbour, "!init IronMan 15")
    return harbour


def test_a_turn_order_that_has_not_begun_waits_for_nobody(fight: Thread, player: User, gm: User) -> None:
    assert told(player) == told(gm) == ([], [], 0)


def test_today_says_whose_turn_it_is_in_each_table(
    fight: Thread, gm: User, player: User, other_player: User, watcher: User
) -> None:
    reply(gm, fight, "!next")
    scene = fight.title
    assert told(player) == ([(scene, "Iron Man")], [], 1)
    for other in (gm, other_player, watcher):
        assert told(other) == ([], [(scene, "Juniper")], 0)
    assert "One scene waits for you" in today(player).content.decode()


def test_the_turn_of_an_npc_is_every_gms(fight: Thread, gm: User, player: User, other_player: User) -> None:
    reply(gm, fight, "!next")
    reply(gm, fight, "!next")
    assert told(player) == told(other_player) == ([], [(fight.title, "the GM")], 0)
    assert told(gm) == ([(fight.title, "Toad")], [], 1)
    Member.objects.filter(campaign=fight.campaign, person=other_player).update(role="gm")
    assert told(other_player) == ([(fight.title, "Toad")], [], 1)


def test_the_bell_rings_on_every_page_alike(fight: Thread, gm: User, player: User, campaign: Campaign) -> None:
    reply(gm, fight, "!next")
    pages = [reverse("home"), reverse("help"), reverse("campaign", args=[campaign.slug]), reverse("preferences")]
    for asked in (*pages, reverse("thread", args=[fight.campaign.slug, fight.key])):
        assert browser(player).get(asked).context["bell"] == 1, asked
        assert browser(gm).get(asked).context["bell"] == 0, asked


def test_nothing_waits_for_whoever_left_the_table(fight: Thread, gm: User, player: User) -> None:
    reply(gm, fight, "!next")
    Member.objects.filter(campaign=fight.campaign, person=player).update(state="left")
    assert told(player) == ([], [], 0)
    assert unread(player) == {}


def test_a_fight_that_ended_waits_for_nobody(fight: Thread, gm: User, player: User) -> None:
    reply(gm, fight, "!next")
    reply(gm, fight, "!fight end")
    assert told(player) == ([], [], 0)


def test_today_counts_what_is_unread_where_one_sits_and_may_read(
    scene: Thread, talk: Thread, notes: Thread, private_scene: Thread, gm: User, player: User, other_player: User,
    stranger: User,
) -> None:  # fmt: skip
    for thread in (scene, scene, talk, notes, private_scene):
        reply(gm, thread, "News.")
    reply(other_player, talk, "Mine.")
    assert unread(gm) == {talk.title: 1}
    assert unread(player) == {scene.title: 2, talk.title: 2, private_scene.title: 1}
    assert unread(other_player) == {scene.title: 2}
    assert unread(stranger) == {}
    ReadMark.objects.filter(person=gm).delete()
    assert unread(gm) == {scene.title: 2, talk.title: 2, notes.title: 1, private_scene.title: 1}


def test_the_newest_unread_thread_stands_first(scene: Thread, talk: Thread, gm: User, player: User) -> None:
    reply(gm, talk, "First.")
    reply(gm, scene, "Then.")
    assert list(unread(player)) == [scene.title, talk.title]
    reply(gm, talk, "Again.")
    assert list(unread(player)) == [talk.title, scene.title]


def test_who_sits_nowhere_is_shown_the_way_to_a_table(stranger: User) -> None:
    shown = today(stranger).content.decode()
    assert ("You sit at no table yet." in shown, reverse("found") in shown) == (True, True)


def test_a_visitor_sees_public_tables_and_no_demo_people_where_debug_is_off(campaign: Campaign, private_campaign: Campaign) -> None:
    shown = today(None).content.decode()
    assert (campaign.name in shown, private_campaign.name in shown) == (True, False)
    assert "Try it as somebody" not in shown


def test_a_tables_page_names_its_scenes_people_and_cast_and_hides_what_is_hidden(
    scene: Thread, notes: Thread, campaign: Campaign, wolfman: Character, mole: Character, gm: User, player: User
) -> None:
    reply(gm, scene, "News.")
    asked = reverse("campaign", args=[campaign.slug])
    shown = {who: browser(who).get(asked).content.decode() for who in (gm, player, None)}
    for html in shown.values():
        assert scene.title in html
        assert wolfman.name in html
        assert "4 at the table" in html
    assert [mole.name in html for html in shown.values()] == [True, False, False]
    assert [notes.title in html for html in shown.values()] == [True, False, False]
    assert "1 new" in shown[player]


@pytest.mark.django_db
def test_help_names_every_command_of_every_system() -> None:
    shown = browser().get(reverse("help")).content.decode()
    for word in ("!roll 4d6kh3+2", "!pool", "!feat", "!fight", "!init Thor 20", "python -m rules.proof FILE"):
        assert word in shown, word


def test_the_rail_marks_the_thread_that_is_open(scene: Thread, talk: Thread, gm: User) -> None:
    shown = page(gm, talk)
    rail = shown[shown.index('id="rail"') : shown.index("</nav>", shown.index('id="rail"'))]
    assert rail.count('aria-current="page"') == 1
    assert rail.index(talk.key) < rail.index('aria-current="page"')
