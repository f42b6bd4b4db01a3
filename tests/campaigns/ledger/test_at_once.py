"""Many requests at the same moment, in threads with connections of their own."""

from __future__ import annotations

from typing import Any

import pytest

from campaigns.ledger.access import Secrecy
from campaigns.ledger.card import rival_of
from campaigns.ledger.commands import Wanted, choose, practice_ledger, reveal, throw, void
from campaigns.ledger.models import Entry, Lane, Ledger, Roll, Sealed
from campaigns.people.models import User
from campaigns.site.keys import hex16
from campaigns.site.refused import Stale
from tests.duel import DUEL, against
from tests.ledgers import POST, THREAD, ask, cast, checked, lane_in, ledger_of, wanted
from tests.side_by_side import at_once

pytestmark = pytest.mark.django_db(transaction=True)


def test_the_same_form_sent_ten_times_at_once_is_one_cast_with_one_set_of_dice() -> None:
    lane = ledger_of("Ann")
    sent = ask(lane, "blue socks")
    casts = at_once(lambda _: cast(lane, sent, "!roll 10d10"), range(10))
    assert len({one.entry.pk for one in casts}) == 1
    assert len({str(one.rolls[0].card["faces"]) for one in casts}) == 1
    assert (Entry.objects.filter(t="cast").count(), Roll.objects.count()) == (1, 1)
    assert Lane.objects.get(pk=lane.pk).k == 1


def test_eight_writers_with_twenty_casts_each_leave_a_chain_without_a_gap() -> None:
    first = ledger_of("Ann")
    lanes = [first, *(lane_in(first.ledger, f"Writer {n}") for n in range(7))]

    def write(lane: Lane) -> None:
        for n in range(20):
            cast(lane, ask(lane, f"{lane.pid} {n}"), "!roll 2d6+3", "!roll 1d20")

    at_once(write, lanes)
    ledger = Ledger.objects.get(pk=first.ledger_id)
    assert list(ledger.entries.order_by("i").values_list("i", flat=True)) == list(range(169))
    assert list(Lane.objects.values_list("k", flat=True)) == [20] * 8
    report = checked(ledger)
    assert (report.refusal, report.casts, report.head, report.levels["yours"]) == (None, 160, ledger.head, 160)


def test_eight_people_who_throw_reveal_and_take_back_at_once_leave_a_chain_without_a_gap() -> None:
    first = ledger_of("Ann")
    lanes, gm = [first, *(lane_in(first.ledger, f"Writer {n}") for n in range(6))], lane_in(first.ledger, "Mia", "gm")

    def act(lane: Lane) -> None:
        for n in range(6):
            hidden: dict[str, Any] = {"post": POST, "thread": THREAD, "text": None, "secrecy": Secrecy("gms", hides_place=n > 3)}
            (roll,) = throw(lane, ask=ask(lane, f"{lane.pid} {n}"), wanted=wanted("!roll 2d6"), **hidden).rolls
            if n % 2:
                reveal(roll, by=gm)
            if n % 3 == 0:
                void(roll, by=gm, why="The guards sleep")

    at_once(act, [*lanes, gm])
    ledger = Ledger.objects.get(pk=first.ledger_id)
    assert list(ledger.entries.order_by("i").values_list("i", flat=True)) == list(range(9 + 8 * (6 + 3 + 2)))
    report = checked(ledger)
    assert (report.refusal, report.casts, report.sealed, report.voided) == (None, 48, 24, 16)


def test_two_tabs_that_open_practice_at_once_find_one_ledger() -> None:
    person = User.objects.create_user(username="Ann", email="ann@example.org")
    assert len({lane.pk for lane in at_once(lambda _: practice_ledger(person), range(6))}) == 1
    assert Ledger.objects.count() == 1


@pytest.mark.usefixtures("duel")
def test_dice_that_are_set_ten_times_at_once_are_set_once() -> None:
    lane = ledger_of("Ann")
    wanted = [Wanted(DUEL.parse("3d10+1 open"), "")]
    (roll,) = throw(lane, ask=ask(lane), wanted=wanted, post=None, thread=None, text=None).rolls

    def set_to(value: int) -> int:
        try:
            choose(roll, by=lane, values=[value], rid=hex16())
        except Stale:
            return 0
        return value

    told = [value for value in at_once(set_to, range(1, 11)) if value]
    assert told == Roll.objects.get(pk=roll.pk).chosen
    report = checked(lane.ledger)
    assert (len(told), report.refusal, Entry.objects.filter(t="choose").count()) == (1, None, 1)


@pytest.mark.usefixtures("duel")
def test_a_roll_that_two_answer_at_once_has_one_answer() -> None:
    lane = ledger_of("Ann")
    wanted = [Wanted(DUEL.parse("3d10 waits"), "")]
    (roll,) = throw(lane, ask=ask(lane), wanted=wanted, post=None, thread=None, text=None).rolls
    lanes = [lane_in(lane.ledger, f"Writer {n}") for n in range(4)]
    answer = against(rival_of(roll))

    def reply(by: Lane) -> bool:
        try:
            throw(by, ask=ask(by), wanted=[Wanted(answer, "", answers=roll)], post=None, thread=None, text=None)
        except Stale:
            return False
        return True

    assert sorted(at_once(reply, lanes)) == [False, False, False, True]
    assert Roll.objects.filter(answers=roll).count() == 1


def test_a_secret_roll_that_roller_gm_and_clock_reveal_at_once_is_revealed_once() -> None:
    lane = ledger_of("Ann")
    gm = lane_in(lane.ledger, "Ines", "gm")
    secret = {"post": None, "thread": None, "text": None, "secrecy": Secrecy("roller")}
    (roll,) = throw(lane, ask=ask(lane), wanted=wanted("!roll 10d10"), **secret).rolls  # type: ignore[arg-type]
    told = at_once(lambda by: len(reveal(roll, by=by)), [lane, gm, None, lane, gm, None])
    report = checked(lane.ledger)
    assert (sorted(told), report.refusal, Entry.objects.filter(t="reveal").count()) == ([0, 0, 0, 0, 0, 1], None, 1)


def test_the_same_secret_form_sent_eight_times_at_once_is_one_cast_and_one_truth() -> None:
    lane = ledger_of("Ann")
    sent, dice = ask(lane, "blue socks"), wanted("!roll 10d10")
    secret = {"post": None, "thread": None, "text": None, "secrecy": Secrecy("gms")}
    casts = at_once(lambda _: throw(lane, ask=sent, wanted=dice, **secret), range(8))  # type: ignore[arg-type]
    assert len({one.entry.pk for one in casts}) == 1
    assert (Roll.objects.count(), Sealed.objects.count()) == (1, 1)
