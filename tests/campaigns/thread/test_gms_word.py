"""What a GM decides of rolls that wait: open dice after the table's deadline, and whether time matters in a contest."""

from __future__ import annotations

import json
from datetime import timedelta
from typing import Any

import pytest
import time_machine
from django.urls import reverse
from django.utils.timezone import now

from campaigns.campaign.commands import change_settings
from campaigns.campaign.models import Campaign
from campaigns.character.models import Character
from campaigns.ledger.commands import rule
from campaigns.ledger.models import Entry, Ledger, Roll
from campaigns.live.models import Event
from campaigns.people.models import User
from campaigns.site.refused import Refused
from campaigns.thread.models import PAGE, Thread
from tests.campaigns.thread.test_answers_by_button import acts_of, press, slot
from tests.ledgers import checked
from tests.people import browser, seen_by
from tests.tables import changed, cursor_in, page, reply


def settle(gm: User, campaign: Campaign, days: str) -> None:
    seen = seen_by(gm, campaign)
    options = {option.name: seen.campaign.chose(option) for option in seen.campaign.open_points} | {"hammer_days": days}
    change_settings(seen, name=campaign.name, sentence=campaign.sentence, visibility=campaign.visibility, options=options)
    campaign.refresh_from_db()


def last_page(person: User, thread: Thread) -> str:
    return page(person, thread, page="last")


def later(**much: int) -> Any:
    return time_machine.travel(now() + timedelta(**much))


@pytest.fixture
def flight(scene: Thread, other_player: User) -> Roll:
    """Tobias's roll, with a die to set."""
    reply(other_player, scene, "!pool 5d+1had")
    return Roll.objects.get()


def test_a_gm_sets_a_die_that_is_open_after_the_tables_deadline(scene: Thread, flight: Roll, gm: User, player: User) -> None:
    settle(gm, scene.campaign, "2")
    with later(days=2, minutes=-5):
        assert acts_of(page(gm, scene), flight) == []
        answer = press(gm, "choose_dice", flight, values="5")
        assert (answer.status_code, "a GM sets them two days after the throw" in answer.content.decode()) == (403, True)
    with later(days=2, minutes=5):
        assert [acts_of(page(who, scene), flight) for who in (gm, player)] == [["Set"], []]
        assert "data-choose" not in slot(page(gm, scene), flight)
        assert press(player, "choose_dice", flight, values="5").status_code == 403
        assert press(gm, "choose_dice", flight, values="5").status_code == 302
    flight.refresh_from_db()
    assert (flight.chosen, flight.card["set"]) == ([5], "Hammer-time Die set to 5 by Ines, the GM")
    assert json.loads(Entry.objects.get(t="choose").body)["by"] == flight.entry.pid
    assert Event.objects.latest("pk").subject == flight.key
    assert checked(Ledger.objects.get(pk=scene.campaign.ledger_id)).refusal is None


def test_without_a_deadline_a_gm_never_sets_it(scene: Thread, flight: Roll, gm: User, other_player: User) -> None:
    with later(days=300):
        assert [acts_of(page(who, scene), flight) for who in (gm, other_player)] == [[], ["Set"]]
        assert press(gm, "choose_dice", flight, values="5").status_code == 403


def test_a_gms_line_names_the_late_roll(scene: Thread, flight: Roll, gm: User, player: User) -> None:
    line = f"!hammer 7 for {flight.key}"
    settle(gm, scene.campaign, "1")
    for who, days, text in ((gm, 0, line), (gm, 2, "!hammer 7"), (player, 2, line)):
        with later(days=days), pytest.raises(Refused, match="No roll of yours here waits"):
            reply(who, scene, text)
    with later(days=2):
        reply(gm, scene, line)
    flight.refresh_from_db()
    assert (flight.chosen, flight.set_by) == ([7], gm.lanes.get(ledger=scene.campaign.ledger_id))


def test_the_deadline_is_offered_where_dice_are_set(scene: Thread, harbour: Thread, gm: User) -> None:
    forms = [browser(gm).get(reverse("settings", args=[one.campaign.slug])).content.decode() for one in (scene, harbour)]
    assert ['name="option_hammer_days"' in form for form in forms] == [True, False]
    with pytest.raises(Refused, match="4 is no choice of the option hammer_days."):
        settle(gm, scene.campaign, "4")
    settle(gm, scene.campaign, "7")
    assert scene.campaign.customs == {"hammer_days": "7"}


def contest(thread: Thread, player: User, other: User, *, pace: str = "", waits: bool = True) -> Roll:
    """The answer in a contest which hangs on time and is then no tie, or does not: thrown until one does, as the dice are real."""
    for _ in range(100):
        if thread.posts.count() % PAGE == PAGE - 1:
            reply(player, thread, "On the next page, both of us.")
        reply(player, thread, f'!pool 15d vs "Mabel Crane" {pace}')
        asked = Roll.objects.latest("pk")
        press(other, "answer_roll", asked, line="!defend with 15d")
        answer = Roll.objects.latest("pk")
        assert answer.answers == asked
        result = json.loads(answer.entry.body)["rolls"][0]["res"]
        if bool(answer.card["waits"]) == waits and not (waits and "tie" in (result["fast"], result["slow"])):
            return answer
    raise AssertionError("no such contest came")


@pytest.fixture
def open_one(scene: Thread, player: User, other_player: User, mabel: Character) -> Roll:
    return contest(scene, player, other_player)


@pytest.mark.parametrize("word", ["fast", "slow"])
def test_the_gm_says_once_whether_time_matters_and_every_page_shows_it(
    scene: Thread, open_one: Roll, gm: User, player: User, other_player: User, word: str
) -> None:
    old = last_page(player, scene)
    buttons = [acts_of(last_page(who, scene), open_one) for who in (gm, player, other_player)]
    assert buttons == [["Time matters", "It does not"], [], []]
    assert "Waiting for the GM, who says whether time matters." in slot(old, open_one)
    length, events = Ledger.objects.get(pk=scene.campaign.ledger_id).length, Event.objects.count()
    for _ in range(2):
        assert press(gm, "rule_roll", open_one, word=word).status_code == 302
    assert (Ledger.objects.get(pk=scene.campaign.ledger_id).length, Event.objects.count()) == (length, events + 2)
    open_one.refresh_from_db()
    missed, new = changed(player, scene, cursor_in(old)), last_page(player, scene)
    for roll in (open_one, open_one.answers):
        assert roll is not None
        assert slot(old, roll) != slot(new, roll) == slot(missed, roll)
    won = {"rival": "failure", "roller": "success"}[json.loads(open_one.entry.body)["rolls"][0]["res"][word]]
    assert (open_one.ruled, open_one.card["reading"]["verdict"], open_one.card["waits"]) == (word, won, "")
    assert open_one.answers is not None
    assert (open_one.answers.card["answer"]["won"], open_one.answers.card["won"]) == (won == "success", won == "failure")
    assert acts_of(last_page(gm, scene), open_one) == []
    other = {"fast": "slow", "slow": "fast"}[word]
    assert press(gm, "rule_roll", open_one, word=other).status_code == 409


def test_nobody_else_says_it_and_nothing_else_is_said(
    scene: Thread, open_one: Roll, gm: User, player: User, other_player: User, watcher: User, stranger: User
) -> None:
    for person in (player, other_player, watcher, stranger):
        assert press(person, "rule_roll", open_one, word="fast").status_code == 403
    for wrong in ("", "width"):
        assert press(gm, "rule_roll", open_one, word=wrong).status_code == 422
    open_one.refresh_from_db()
    assert (open_one.ruled, open_one.card["waits"] != "") == ("", True)


def test_where_time_was_named_or_changes_nothing_the_gm_is_not_asked(
    scene: Thread, gm: User, player: User, other_player: User, mabel: Character
) -> None:
    for pace in ("fast", ""):
        roll = contest(scene, player, other_player, pace=pace, waits=False)
        assert acts_of(last_page(gm, scene), roll) == []
        for one in (roll, roll.answers):
            assert one is not None
            with pytest.raises(Refused, match="does not wait for the GM's word"):
                rule(one, word="fast")
