"""Attacks, contests and their answers in posts: who is aimed at, who may answer, and that one answer counts."""

from __future__ import annotations

import pytest
from django.urls import reverse

from campaigns.campaign.models import Campaign
from campaigns.character.models import Character
from campaigns.ledger.models import Ledger, Roll
from campaigns.live.models import Event
from campaigns.people.models import User
from campaigns.site.refused import NotAllowed, Refused, Stale
from campaigns.thread.models import Post, Thread
from tests.ledgers import checked
from tests.people import browser
from tests.side_by_side import at_once
from tests.tables import casts, opened, reply, write


def newest(name: str) -> Roll:
    return Roll.objects.filter(name=name).latest("pk")


def refusal(person: User, thread: Thread, text: str, speaker: Character | None = None) -> str:
    """Why a post is refused; it threw nothing and changed nothing."""
    before = casts(thread), Post.objects.count(), Event.objects.count()
    with pytest.raises(Refused) as told:
        reply(person, thread, text, speaker)
    assert (casts(thread), Post.objects.count(), Event.objects.count()) == before
    return told.value.sentence


def test_an_attack_waits_for_its_target_and_the_dodge_answers_it(
    harbour: Thread, gm: User, player: User, iron_man: Character, toad: Character
) -> None:
    reply(player, harbour, "Duck!\n!attack toad with Repulsor", iron_man)
    attack = newest("Iron Man")
    assert (attack.target, attack.target_char, attack.waits) == ("Toad", toad.cid, "answer")
    assert attack.card["waits"] == "Waiting for Toad."
    reply(gm, harbour, "!dodge", toad)
    attack.refresh_from_db()
    dodge = newest("Toad")
    assert (dodge.answers, dodge.char, attack.waits) == (attack, toad.cid, "")
    assert dodge.expr.startswith(f"defend Excellent against {attack.entry.i}.0 ")
    assert attack.card["answer"]["key"] == dodge.key
    assert dodge.card["rival"]["name"] == "Iron Man"
    assert checked(Ledger.objects.get(pk=harbour.campaign.ledger_id)).refusal is None


def test_a_contest_of_pools_is_answered_by_the_stats_that_the_line_names(
    scene: Thread, player: User, other_player: User, wolfman: Character, mabel: Character
) -> None:
    reply(player, scene, '!pool Body+Brawl vs "mabel crane" fast', wolfman)
    assert refusal(other_player, scene, "!defend Wolfman-Jackson", mabel).startswith("Say what you defend with")
    reply(other_player, scene, "!defend with Body+Climb ed=10", mabel)
    opened_by, answer = newest("Wolfman Jackson"), newest("Mabel Crane")
    assert (answer.answers, opened_by.waits) == (opened_by, "")
    assert {opened_by.card["won"], answer.card["won"]} <= {True, False}
    assert checked(Ledger.objects.get(pk=scene.campaign.ledger_id)).refusal is None


def test_a_grapple_and_a_contest_of_feats_wait_too(
    harbour: Thread, gm: User, player: User, iron_man: Character, toad: Character
) -> None:
    reply(player, harbour, "!grapple Toad\n!feat Psyche vs Toad", iron_man)
    assert sorted(Roll.objects.values_list("target", "waits")) == [("Toad", "answer"), ("Toad", "answer")]
    reply(gm, harbour, "!defend\n!feat Strength vs IronMan", toad)
    assert Roll.objects.get(expr__startswith="feat Amazing vs").waits == ""
    assert Roll.objects.get(expr__startswith="grapple").waits == "answer"
    assert newest("Toad").target_char == iron_man.cid


def test_a_target_is_looked_up_in_the_turn_order_too(harbour: Thread, gm: User, player: User, iron_man: Character) -> None:
    assert "nobody called Usher here" in refusal(player, harbour, "!attack Usher", iron_man)
    reply(gm, harbour, "!fight\n!init Usher 12")
    reply(player, harbour, "!attack usher", iron_man)
    assert (newest("Iron Man").target, newest("Iron Man").target_char) == ("Usher", "")
    reply(gm, harbour, "!defend with Good as Usher")
    assert newest("Usher").answers == newest("Iron Man")


def test_whom_the_writer_may_not_see_is_as_unknown_as_nobody(
    scene: Thread, gm: User, player: User, wolfman: Character, mole: Character
) -> None:
    unknown = refusal(player, scene, '!pool Body+Brawl vs "The Mole"', wolfman)
    assert unknown == refusal(player, scene, '!pool Body+Brawl vs "Nobody"', wolfman).replace("Nobody", "The Mole")
    assert "is hidden" in refusal(gm, scene, '!pool 4d vs "The Mole"')


def test_nobody_else_answers(
    harbour: Thread, gm: User, player: User, other_player: User, watcher: User, stranger: User,
    iron_man: Character, thor: Character,
) -> None:  # fmt: skip
    reply(player, harbour, "!attack Thor", iron_man)
    nobody = "Nobody waits for an answer of Iron Man here."
    assert refusal(player, harbour, "!dodge", iron_man) == nobody
    assert refusal(player, harbour, "!dodge as Thor", iron_man) == "There is no character of yours by that name."
    assert refusal(gm, harbour, "!dodge") == "Nobody waits for an answer of yours here."
    assert refusal(other_player, harbour, "!dodge Storm", thor) == "Nobody waits for an answer of Thor here."
    for person in (watcher, stranger):
        with pytest.raises(NotAllowed):
            reply(person, harbour, "!dodge")
    assert newest("Iron Man").waits == "answer"
    reply(other_player, harbour, '!dodge "Iron Man"', thor)
    assert newest("Iron Man").waits == ""


def test_the_gm_answers_for_his_own_people_and_by_name_for_anybody(
    harbour: Thread, gm: User, player: User, iron_man: Character, thor: Character, toad: Character
) -> None:
    reply(player, harbour, "!attack Toad\n!attack Thor", iron_man)
    reply(gm, harbour, "!defend")
    assert (newest("Toad").answers.target, newest("Toad").char) == ("Toad", toad.cid)
    reply(gm, harbour, "!defend as Thor")
    assert (newest("Thor").answers.target, newest("Thor").char) == ("Thor", thor.cid)
    assert refusal(gm, harbour, "!defend as Thor") == "Nobody waits for an answer of Thor here."


def test_only_rolls_of_this_thread_are_answered(
    harbour: Thread, faserip_campaign: Campaign, gm: User, player: User, iron_man: Character, toad: Character
) -> None:
    reply(player, harbour, "!attack Toad", iron_man)
    other = opened(faserip_campaign, title="Elsewhere")
    assert refusal(gm, other, "!dodge", toad) == "Nobody waits for an answer of Toad here."


def test_a_second_answer_in_one_post_or_later_throws_nothing(
    harbour: Thread, gm: User, player: User, iron_man: Character, toad: Character
) -> None:
    reply(player, harbour, "!attack Toad", iron_man)
    with pytest.raises(Stale):
        reply(gm, harbour, "!dodge\n!defend", toad)
    assert casts(harbour) == 1
    reply(gm, harbour, "!dodge", toad, rid="ab" * 16)
    assert refusal(gm, harbour, "!dodge", toad) == "Nobody waits for an answer of Toad here."
    again = reply(gm, harbour, "!dodge", toad, rid="ab" * 16)
    assert (again.number, casts(harbour)) == (2, 2)


@pytest.mark.django_db(transaction=True)
def test_of_ten_answers_at_once_one_counts(harbour: Thread, gm: User, player: User, iron_man: Character, toad: Character) -> None:
    reply(player, harbour, "!attack Toad", iron_man)
    found = at_once(lambda _: write(gm, harbour, "!dodge", character=toad.key).status_code, range(10))
    assert sorted(found)[0] == 302
    assert set(sorted(found)[1:]) <= {409, 422}
    assert (casts(harbour), harbour.posts.count(), newest("Iron Man").waits) == (2, 2, "")
    assert checked(Ledger.objects.get(pk=harbour.campaign.ledger_id)).refusal is None


def test_further_actions_count_since_the_passed_feat(harbour: Thread, gm: User, player: User, iron_man: Character) -> None:
    wanted = "Further actions follow a passed FEAT of this Turn: `!more Fighting` first, then `extra`."
    assert refusal(player, harbour, "!feat Psyche extra", iron_man) == wanted
    for _ in range(200):
        reply(player, harbour, "!more Fighting", iron_man)
        if newest("Iron Man").card["reading"]["verdict"] == "success":
            break
        assert refusal(player, harbour, "!feat Psyche extra", iron_man) == wanted
    reply(player, harbour, "!feat Psyche extra\n!feat Psyche extra", iron_man)
    reply(player, harbour, "!feat Psyche extra", iron_man)
    extras = [roll.expr for roll in Roll.objects.filter(expr__contains=" extra ").order_by("pk")]
    assert extras == [f"feat Amazing -{n + 1}cs extra {n}" for n in (1, 2, 3)]


def test_an_owner_is_told_of_an_attack(harbour: Thread, gm: User, player: User, other_player: User, thor: Character) -> None:
    reply(gm, harbour, "!attack Thor with Good damage Good")
    assert Event.objects.filter(kind="post").latest("pk").tells == [other_player.pk]
    today = browser(other_player).get(reverse("home")).content.decode()
    assert "Thor" in today
