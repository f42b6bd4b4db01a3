"""The same form sent again, and many writers at the same moment."""

from __future__ import annotations

import re

import pytest

from campaigns.campaign.commands import set_role
from campaigns.campaign.models import Campaign, Member
from campaigns.character.models import Character
from campaigns.combat.commands import fight_of
from campaigns.combat.models import Encounter
from campaigns.ledger.models import Ledger, Roll
from campaigns.live.models import Event
from campaigns.people.models import User
from campaigns.site.keys import hex16
from campaigns.site.refused import Stale
from campaigns.thread.models import Post, Thread
from rules.combat.record import from_record
from tests.ledgers import checked
from tests.people import new_person, seen_by, sit_down
from tests.side_by_side import at_once
from tests.tables import casts, lane_of, opened, press, reply, write


def test_a_form_sent_twice_is_one_post_with_the_same_dice(scene: Thread, player: User) -> None:
    rid = hex16()
    first = write(player, scene, "!roll 10d10", rid=rid)
    again = write(player, scene, "!roll 10d10", rid=rid)
    assert first.status_code == again.status_code == 302
    assert first["Location"] == again["Location"]
    assert (Post.objects.count(), casts(scene), Roll.objects.count(), Event.objects.count()) == (1, 1, 1, 1)


def test_a_form_that_ended_the_turn_and_is_sent_again_moves_no_second_turn(
    harbour: Thread, gm: User, player: User, iron_man: object
) -> None:
    reply(gm, harbour, "!fight\n!init Toad 12")
    reply(player, harbour, "!init IronMan 15")
    reply(gm, harbour, "!next")
    mine = Encounter.objects.get().state["current"]
    rid = hex16()
    first, again = (reply(player, harbour, "Done.", rid=rid, done_as=mine) for _ in range(2))
    assert first == again
    assert Encounter.objects.get().version == 5


def test_the_same_request_with_other_words_is_stale(scene: Thread, player: User) -> None:
    rid = hex16()
    reply(player, scene, "!roll 1d6", rid=rid)
    with pytest.raises(Stale):
        reply(player, scene, "!roll 1d8", rid=rid)
    with pytest.raises(Stale):
        reply(player, scene, "No dice.", rid=rid)
    assert (Post.objects.count(), casts(scene), lane_of(player, scene).k) == (1, 1, 1)


def test_the_same_request_in_another_thread_is_stale(scene: Thread, campaign: Campaign, player: User) -> None:
    rid = hex16()
    reply(player, scene, "Here.", rid=rid)
    with pytest.raises(Stale):
        reply(player, opened(campaign, title="The lobby"), "Here.", rid=rid)
    assert Post.objects.count() == 1


def test_the_answer_to_a_stale_form_is_a_form_that_can_be_sent(scene: Thread, player: User) -> None:
    rid = hex16()
    reply(player, scene, "First.", rid=rid)
    answer = write(player, scene, "First, and more.", rid=rid, htmx=True)
    assert (answer.status_code, "First, and more." in answer.content.decode()) == (409, True)
    given = re.search(r'name="rid" value="([0-9a-f]{32})"', answer.content.decode())
    assert given is not None
    assert given[1] != rid
    assert write(player, scene, "First, and more.", rid=given[1]).status_code == 302
    assert Post.objects.count() == 2


def test_two_people_may_come_upon_the_same_request_number(scene: Thread, player: User, other_player: User) -> None:
    rid = hex16()
    assert [reply(who, scene, "!roll 1d6", rid=rid).number for who in (player, other_player)] == [1, 2]


@pytest.mark.django_db(transaction=True)
def test_a_form_sent_ten_times_at_once_is_one_post_one_cast_and_the_same_dice(scene: Thread, player: User) -> None:
    rid = hex16()
    answers = at_once(lambda _: write(player, scene, "Now.\n!roll 10d10", rid=rid), range(10))
    assert {answer.status_code for answer in answers} == {302}
    assert len({answer["Location"] for answer in answers}) == 1
    assert (Post.objects.count(), casts(scene), Roll.objects.count(), Event.objects.count()) == (1, 1, 1, 1)
    assert (lane_of(player, scene).k, Thread.objects.get(pk=scene.pk).post_count) == (1, 1)


@pytest.mark.django_db(transaction=True)
def test_eight_writers_leave_no_gap_and_a_chain_that_verifies(scene: Thread, campaign: Campaign) -> None:
    writers = [new_person(f"Writer {n}") for n in range(8)]
    for person in writers:
        sit_down(campaign, person)

    def tell(person: User) -> set[int]:
        texts = [f"{person.username}, part {n}.\n!roll 2d6+3\n!pool 5d" for n in range(10)]
        return {write(person, scene, text).status_code for text in texts}

    assert at_once(tell, writers) == [{302}] * 8
    assert list(scene.posts.order_by("number").values_list("number", flat=True)) == list(range(1, 81))
    assert list(Event.objects.order_by("number").values_list("number", flat=True)) == list(range(1, 81))
    assert Thread.objects.get(pk=scene.pk).post_count == 80
    report = checked(Ledger.objects.get(pk=campaign.ledger_id))
    assert (report.refusal, report.casts) == (None, 80)
    assert Roll.objects.count() == 160


@pytest.mark.django_db(transaction=True)
def test_posts_and_buttons_at_the_same_moment_wait_for_one_another(
    harbour: Thread, gm: User, player: User, other_player: User, iron_man: object, thor: object
) -> None:
    reply(gm, harbour, "!fight\n!init Toad 12")

    def act(n: int) -> int:
        if n % 2:
            version = Encounter.objects.get().version
            return int(press(gm, harbour, "next", version=str(version)).status_code)
        who, name = ((player, "IronMan"), (other_player, "Thor"))[n % 4 // 2]
        return int(write(who, harbour, f"In.\n!init {name} {n + 1}\n!roll 1d6").status_code)

    assert set(at_once(act, range(16))) <= {200, 302, 409, 422}
    posts = harbour.posts.count()
    assert list(harbour.posts.order_by("number").values_list("number", flat=True)) == list(range(1, posts + 1))
    encounter = Encounter.objects.get()
    assert from_record(encounter.state) == fight_of(encounter)
    assert Event.objects.filter(stream=harbour.stream).count() == posts + encounter.version


@pytest.mark.django_db(transaction=True)
def test_a_role_that_changes_while_its_member_posts_stops_neither(scene: Thread, gm: User, player: User) -> None:
    def act(n: int) -> int:
        if n % 2:
            return int(write(player, scene, f"Part {n}.\n!roll 1d6").status_code)
        member = Member.objects.get(campaign=scene.campaign, person=player)
        set_role(seen_by(gm, scene.campaign), member, role="gm" if n % 4 else "player")
        return 302

    assert at_once(act, range(16)) == [302] * 16
    assert casts(scene) == 8
    assert checked(Ledger.objects.get(pk=scene.campaign.ledger_id)).refusal is None


@pytest.mark.django_db(transaction=True)
def test_an_initiative_thrown_twice_at_once_is_one_roll_and_the_second_is_told(
    harbour: Thread, gm: User, player: User, iron_man: Character
) -> None:
    reply(gm, harbour, "!fight")
    answers = at_once(lambda _: write(player, harbour, "!init IronMan").status_code, range(4))
    assert sorted(answers) == [302, 422, 422, 422]
    assert (casts(harbour), len(Encounter.objects.get().state["rows"])) == (1, 1)
