"""Several people in one roll: who is waited for, whose hand comes when, and whom they stand against together."""

from __future__ import annotations

from typing import Any

import pytest

from campaigns.campaign.models import Campaign
from campaigns.character.commands import create_character
from campaigns.character.models import Character
from campaigns.ledger.models import Ledger, Roll
from campaigns.live.models import Event
from campaigns.people.models import User
from campaigns.site.refused import Refused
from campaigns.thread.models import Thread
from tests.campaigns.thread.test_answers_by_button import acts_of, press, slot
from tests.ledgers import checked
from tests.people import browser, seen_by
from tests.tables import changed, cursor_in, page, reply

RUNNER = {"stats": "Body 3", "skills": "Run 2", "penalties": ""}


@pytest.fixture
def many(campaign: Campaign) -> Campaign:
    """The table lets more than two work together."""
    campaign.options = campaign.options | {"coop_max": "any"}
    campaign.save(update_fields=["options"])
    return campaign


def runner(person: User, campaign: Campaign, name: str, **more: Any) -> Character:
    return create_character(seen_by(person, campaign), name=name, line="Runs", fields=RUNNER, **more)


@pytest.fixture
def wolf(campaign: Campaign, player: User) -> Character:
    return runner(player, campaign, "Wolf")


@pytest.fixture
def kit(campaign: Campaign, other_player: User) -> Character:
    return runner(other_player, campaign, "Kit")


@pytest.fixture
def guard(campaign: Campaign, gm: User) -> Character:
    return runner(gm, campaign, "Guard", npc=True)


@pytest.fixture
def otto(campaign: Campaign, gm: User) -> Character:
    return runner(gm, campaign, "Otto", npc=True)


def newest(name: str) -> Roll:
    return Roll.objects.filter(name=name).latest("pk")


def whole(thread: Thread) -> bool:
    return checked(Ledger.objects.get(pk=thread.campaign.ledger_id)).refusal is None


def test_each_helper_is_waited_for_until_all_hands_are_there(
    many: Campaign, scene: Thread, gm: User, player: User, other_player: User, wolf: Character, kit: Character, otto: Character
) -> None:
    reply(player, scene, "!pool Body+Run with kit, Otto fast", wolf)
    led = newest("Wolf")
    assert (led.expr, led.target, led.target_char) == ("5d joint 2", "Kit and Otto", f"{kit.cid} {otto.cid}")
    assert led.card["waits"] == "Waiting for Kit and Otto."
    assert led.card["reading"]["spoken"].endswith("Waiting for Kit and Otto.")
    assert Event.objects.filter(kind="post").latest("pk").tells == [other_player.pk]
    today = {who: browser(who).get("/").content.decode() for who in (gm, player, other_player)}
    assert ["Kit and Otto are asked for help by Wolf in" in today[who] for who in (gm, player, other_player)] == [True, False, True]
    with pytest.raises(Refused, match="That roll opens no contest."):
        reply(other_player, scene, "!defend with Body", kit)
    old = page(player, scene)
    reply(gm, scene, "!assist Wolf", otto)
    first = newest("Otto")
    led.refresh_from_db()
    assert (first.expr.split()[:3], first.waits, first.target, first.target_char) == (
        ["5d", "joint", "joins"],
        "answer",
        "Kit",
        kit.cid,
    )
    assert (led.waits, led.card["answer"]["name"], first.card["waits"]) == ("", "Wolf and Otto", "Waiting for Kit.")
    missed, new = changed(player, scene, cursor_in(old)), page(player, scene)
    assert slot(old, led) != slot(missed, led) == slot(new, led)
    reply(other_player, scene, "!assist Wolf", kit)
    last = newest("Kit")
    first.refresh_from_db(), led.refresh_from_db()
    assert (last.answers, last.waits, first.waits) == (first, "", "")
    assert last.expr.split()[1] == "joins"
    assert "Waiting" not in led.card["reading"]["spoken"] and "Waiting" not in led.html
    assert last.card["people"] == ["Wolf", "Otto", "Kit"]
    assert all(f"{name} " in last.card["reading"]["spoken"] for name in ("Wolf", "Otto", "Kit"))
    assert led.card["answer"]["key"] == first.card["answer"]["key"] == last.key
    assert not any(roll.card["won"] for roll in (led, first, last))
    assert whole(scene)


def test_two_work_together_where_the_table_says_no_more(scene: Thread, player: User, wolf: Character, kit: Character) -> None:
    with pytest.raises(Refused, match="Two work together at this table"):
        reply(player, scene, "!pool Body+Run with Kit, Guard fast", wolf)


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        ("!pool Body+Run with Kit, kit fast", "Kit is named twice: one hand each."),
        ("!pool Body+Run with Wolf fast", "Nobody helps himself: `with NAME` names somebody else."),
        ("!pool Body+Run with Kit vs Kit fast", "Kit cannot help against himself."),
        ("!pool Body+Run with Kit, Nobody fast", "There is nobody called Nobody here."),
    ],
)
def test_who_cannot_help_is_refused(
    many: Campaign, scene: Thread, player: User, wolf: Character, kit: Character, line: str, sentence: str
) -> None:
    with pytest.raises(Refused) as told:
        reply(player, scene, line, wolf)
    assert told.value.sentence.startswith(sentence)
    assert not Roll.objects.exists()


def test_the_buttons_of_a_roll_that_waits_for_several_are_those_of_each(
    many: Campaign, scene: Thread, gm: User, player: User, other_player: User, wolf: Character, kit: Character, otto: Character
) -> None:
    reply(player, scene, "!pool Body+Run with Kit, Otto fast", wolf)
    led = newest("Wolf")
    assert [acts_of(page(who, scene), led) for who in (gm, player, other_player)] == [
        ["Assist", "Nobody helps"], [], ["Assist"],
    ]  # fmt: skip
    assert 'value="!assist Wolf as "' in slot(page(gm, scene), led)
    assert press(gm, "answer_roll", led, line="!assist Wolf as Otto").status_code == 302
    assert (newest("Otto").char, newest("Otto").answers) == (otto.cid, led)
    assert press(other_player, "answer_roll", newest("Otto"), line="!assist Wolf").status_code == 302
    assert newest("Kit").answers == newest("Otto")


def test_hands_together_stand_against_somebody_when_all_are_there(
    scene: Thread, gm: User, player: User, other_player: User, wolf: Character, kit: Character, guard: Character
) -> None:
    reply(player, scene, "!pool Body+Run with Kit vs guard fast", wolf)
    led = newest("Wolf")
    assert (led.expr, led.target, led.opponent_char) == ("5d joint contest fast", "Kit", guard.cid)
    with pytest.raises(Refused, match="Nobody waits for an answer of Guard here."):
        reply(gm, scene, "!defend with Body", guard)
    reply(other_player, scene, "!assist Wolf", kit)
    joint = newest("Kit")
    assert (joint.target, joint.target_char, joint.waits) == ("Guard", guard.cid, "answer")
    assert (joint.card["waits"], joint.card["people"]) == ("Waiting for Guard.", ["Wolf", "Kit"])
    reply(gm, scene, "!defend Wolf with Body+Run", guard)
    answer = newest("Guard")
    joint.refresh_from_db()
    assert (answer.answers, joint.waits) == (joint, "")
    assert answer.card["rival"]["name"] == "Wolf and Kit"
    verdict = answer.card["reading"]["verdict"]
    assert (answer.card["won"], joint.card["won"]) == (verdict == "success", verdict == "failure")
    if verdict == "failure":
        assert answer.card["reading"]["headline"].endswith("Wolf and Kit win.")
    assert whole(scene)


def test_hands_together_answer_a_contest(
    scene: Thread, gm: User, player: User, other_player: User, wolf: Character, kit: Character, guard: Character
) -> None:
    reply(gm, scene, "!pool Body+Run vs Wolf fast", guard)
    reply(player, scene, "!defend with Body+Run with Kit", wolf)
    led, opened = newest("Wolf"), newest("Guard")
    assert (led.waits, led.target, led.answers, led.card["waits"]) == ("answer", "Kit", opened, "Waiting for Kit.")
    assert (opened.waits, opened.card["won"], opened.card["answer"]["won"]) == ("", False, False)
    old = page(gm, scene)
    reply(other_player, scene, "!assist Wolf", kit)
    last = newest("Kit")
    opened.refresh_from_db(), led.refresh_from_db()
    assert (last.waits, led.card["waits"], opened.card["answer"]["key"]) == ("", "", last.key)
    assert opened.card["answer"]["name"] == "Wolf and Kit"
    verdict = last.card["reading"]["verdict"]
    assert (opened.card["won"], last.card["won"]) == (verdict == "failure", verdict == "success")
    missed, new = changed(gm, scene, cursor_in(old)), page(gm, scene)
    assert slot(old, opened) != slot(missed, opened) == slot(new, opened)
    assert whole(scene)


def test_a_contest_goes_on_when_the_gm_says_that_nobody_helps(
    scene: Thread, gm: User, player: User, wolf: Character, kit: Character, guard: Character
) -> None:
    reply(gm, scene, "!pool 5d vs Wolf fast", guard)
    reply(player, scene, "!defend with Body+Run with Kit", wolf)
    led = newest("Wolf")
    old = page(player, scene)
    assert press(gm, "leave_roll", led).status_code == 302
    led.refresh_from_db()
    opened = newest("Guard")
    assert (led.waits, led.unanswered) == ("", True)
    verdict = led.card["reading"]["verdict"]
    assert (opened.card["won"], led.card["won"]) == (verdict == "failure", verdict == "success")
    missed, new = changed(player, scene, cursor_in(old)), page(player, scene)
    assert slot(missed, opened) == slot(new, opened)


def test_a_joint_pool_answers_where_time_does_not_matter(
    scene: Thread, gm: User, player: User, other_player: User, wolf: Character, kit: Character, guard: Character
) -> None:
    reply(gm, scene, "!pool Body+Run vs Wolf slow", guard)
    with pytest.raises(Refused, match="Kit's dice are not offered yet"):
        reply(player, scene, "!defend with Body+Run with Kit", wolf)
    reply(other_player, scene, "!assist Wolf", kit)
    reply(player, scene, "!defend with Body+Run with Kit", wolf)
    answer = newest("Wolf")
    assert answer.expr.startswith("10d against ")
    assert "Wolf 5 + Kit 5" in answer.card["notes"]
    assert answer.answers == newest("Guard")
    assert whole(scene)


def test_a_dice_throw_of_nobodys_character_carries_the_persons_name(
    scene: Thread, gm: User, player: User, guard: Character
) -> None:
    reply(player, scene, "!pool 5d vs Guard fast")
    roll = Roll.objects.get()
    assert (roll.name, roll.char) == ("Juniper", "")
    reply(gm, scene, "!defend Juniper with 5d", guard)
    answer = newest("Guard")
    assert answer.card["rival"]["name"] == "Juniper"
    assert "the roller" not in str(answer.card)
