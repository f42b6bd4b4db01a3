from __future__ import annotations

import json

import pytest

from campaigns.ledger.access import Secrecy
from campaigns.ledger.card import rival_of
from campaigns.ledger.commands import Wanted, choose, lift, reveal, throw, void, void_choice
from campaigns.ledger.models import Entry, Lane, Roll, Void
from campaigns.site.keys import hex16
from campaigns.site.refused import NotAllowed, Refused, Stale
from tests.duel import DUEL, against
from tests.ledgers import ask, checked, lane_in, ledger_of

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("duel")]

WHY = "Rolled for the wrong wolf"


@pytest.fixture
def lane() -> Lane:
    return ledger_of("Ann")


@pytest.fixture
def gm(lane: Lane) -> Lane:
    return lane_in(lane.ledger, "Mia", role="gm")


def rolled(lane: Lane, *exprs: str, name: str = "Wolfman", secrecy: Secrecy | None = None) -> list[Roll]:
    wanted = [Wanted(DUEL.parse(expr), expr, name=name) for expr in exprs]
    more = {"secrecy": secrecy} if secrecy else {}
    return list(throw(lane, ask=ask(lane), wanted=wanted, post=hex16(), thread=hex16(), text=None, **more).rolls)


def answer(lane: Lane, roll: Roll) -> Roll:
    roll = anew(roll)
    wanted = [Wanted(against(rival_of(roll)), "", name="Mabel", answers=roll)]
    return throw(lane, ask=ask(lane), wanted=wanted, post=hex16(), thread=hex16(), text=None).rolls[0]


def anew(roll: Roll) -> Roll:
    return Roll.objects.select_related("entry", "choice").get(pk=roll.pk)


def told(roll: Roll) -> tuple[bool, str, bool]:
    """Whether it is void, what it waits for, and whether it counts."""
    fresh = anew(roll)
    return fresh.is_void, fresh.waits, Roll.objects.counted().filter(pk=roll.pk).exists()


def state() -> tuple[object, ...]:
    return Entry.objects.count(), list(Roll.objects.order_by("pk").values_list("is_void", "waits", "html")), Void.objects.count()


def test_a_void_roll_is_struck_and_readable_and_counts_no_longer_and_the_chain_says_who_and_seals_why(lane: Lane, gm: Lane) -> None:
    plain, roll = rolled(lane, "2d10", "3d10")
    entry = void(roll, by=gm, why=f"  {WHY} ").entry
    body = json.loads(entry.body)
    assert [body[key] for key in ("t", "ref", "r", "by")] == ["void", roll.entry.i, 1, gm.pid]
    assert entry.openings.get().value == WHY
    assert (told(plain), told(roll)) == ((False, "", True), (True, "", False))
    fresh = anew(roll)
    assert f"Voided by Mia: {WHY}." in fresh.html and 'class="roll void"' in fresh.html
    assert fresh.card["faces"] == roll.card["faces"] and "void" not in anew(plain).html
    report = checked(lane.ledger)
    assert (report.refusal, report.voided, report.redacted) == (None, 1, 0)


def test_the_gms_void_of_his_own_roll_says_so(gm: Lane) -> None:
    (roll,) = rolled(gm, "3d10")
    void(roll, by=gm, why=WHY)
    assert "Voided by Mia, the GM whose roll it is: " in anew(roll).html


def test_only_a_gm_of_the_same_ledger_voids_and_a_reason_has_3_to_120_characters(lane: Lane, gm: Lane) -> None:
    (roll,) = rolled(lane, "3d10")
    before = state()
    for other in (lane, lane_in(lane.ledger, "Bert"), lane_in(ledger_of("Zoe").ledger, "Ida", role="gm")):
        with pytest.raises(NotAllowed):
            void(roll, by=other, why=WHY)
    for why in ("", " a b ".replace("b", ""), "x" * 121):
        with pytest.raises(Refused, match="3 to 120 characters"):
            void(roll, by=gm, why=why)
    assert state()[1:] == before[1:] and not Entry.objects.filter(t="void").exists()


def test_a_reason_holds_nothing_that_a_database_cannot_keep_or_that_turns_the_line_it_stands_in(lane: Lane, gm: Lane) -> None:
    (roll,) = rolled(lane, "3d10")
    for why, said in (("ab\0cd", "U\\+0000"), ("ab\x9fcd", "U\\+009F"), ("\u202enrut", "invisible"), ("ab\u200bcd", "invisible")):
        with pytest.raises(Refused, match=said):
            void(roll, by=gm, why=why)
    assert void(roll, by=gm, why="Ann\r\n  slipped é").entry.openings.get(name="why").value == "Ann slipped é"


def test_pressed_twice_it_is_one_void_and_a_second_one_comes_too_late(lane: Lane, gm: Lane) -> None:
    (roll,) = rolled(lane, "3d10")
    first = void(roll, by=gm, why=WHY)
    assert void(roll, by=gm, why=WHY) == first
    for by, why in ((gm, "Another reason"), (lane_in(lane.ledger, "Ida", role="gm"), WHY)):
        with pytest.raises(Stale, match="void already"):
            void(roll, by=by, why=why)
    lift(roll, by=gm)
    with pytest.raises(Stale, match="no second time"):
        void(roll, by=gm, why=WHY)
    assert Entry.objects.filter(t="void").count() == 1


def test_a_lifted_void_stays_readable_and_the_roll_counts_and_waits_again(lane: Lane, gm: Lane) -> None:
    (roll,) = rolled(lane, "3d10+1 open")
    void(roll, by=gm, why=WHY)
    assert told(roll) == (True, "", False) and "Waiting" not in anew(roll).html
    with pytest.raises(NotAllowed):
        lift(roll, by=lane)
    length = Entry.objects.count()
    lift(roll, by=gm)
    lift(roll, by=gm)
    assert told(roll) == (False, "choice", True)
    html = anew(roll).html
    assert f"Voided by Mia: {WHY}. Mia lifted this void." in html and "Waiting for 1" in html and "roll void" not in html
    assert (Entry.objects.count(), checked(lane.ledger).voided) == (length, 1)
    with pytest.raises(Refused, match="is not void"):
        lift(rolled(lane, "3d10")[0], by=gm)


def test_a_roll_whose_answer_is_void_waits_again_and_has_the_next_one(lane: Lane, gm: Lane) -> None:
    (attack,) = rolled(lane, "3d10 waits")
    first = answer(gm, attack)
    assert told(attack)[1] == ""
    void(first, by=gm, why=WHY)
    assert told(attack) == (False, "answer", True) and "Answered by" not in anew(attack).html
    second = answer(gm, attack)
    assert anew(attack).card["answer"]["key"] == second.key
    with pytest.raises(Stale, match="answered otherwise"):
        lift(first, by=gm)
    void(second, by=gm, why=WHY)
    lift(first, by=gm)
    assert anew(attack).card["answer"]["key"] == first.key and told(attack)[1] == ""
    assert checked(lane.ledger).refusal is None


def test_who_answered_a_roll_that_is_void_by_now_has_beaten_nobody(lane: Lane, gm: Lane) -> None:
    (attack,) = rolled(lane, "1d10 waits")
    reply = answer(gm, attack)
    won = anew(reply).card["won"]
    void(attack, by=gm, why=WHY)
    rival = anew(reply).card["rival"]
    assert rival["short"].endswith(", void") and not anew(reply).card["won"]
    lift(attack, by=gm)
    assert anew(reply).card["won"] == won and not anew(reply).card["rival"]["short"].endswith("void")


def test_dice_that_were_set_are_voided_and_set_again(lane: Lane, gm: Lane) -> None:
    (roll,) = rolled(lane, "3d10+1 open")
    with pytest.raises(Refused, match="No dice of this roll"):
        void_choice(roll, by=gm, why=WHY)
    choice = choose(roll, by=lane, values=[10], rid=hex16())
    entry = void_choice(roll, by=gm, why=WHY).entry
    body = json.loads(entry.body)
    assert [body[key] for key in ("ref", "r")] == [choice.i, None]
    fresh = anew(roll)
    assert (fresh.chosen, fresh.choice, fresh.set_by, told(roll)) == (None, None, None, (False, "choice", True))
    assert f"Die set to 10, voided by Mia: {WHY}." in fresh.html
    choose(roll, by=lane, values=[4], rid=hex16())
    assert anew(roll).chosen == [4] and "voided by Mia" in anew(roll).html
    void_choice(roll, by=gm, why="Once more")
    report = checked(lane.ledger)
    assert (report.refusal, report.voided) == (None, 2)
    void(roll, by=gm, why=WHY)
    with pytest.raises(Refused, match="whole roll is void"):
        void_choice(roll, by=gm, why=WHY)


def test_a_sealed_roll_is_voided_without_a_word_of_what_fell_and_stays_void_when_it_is_revealed(lane: Lane, gm: Lane) -> None:
    (roll,) = rolled(lane, "3d10", secrecy=Secrecy("roller"))
    void(roll, by=gm, why=WHY)
    assert told(roll) == (True, "", False)
    assert f"Voided by Mia: {WHY}." in anew(roll).html and "duel" not in anew(roll).html.lower()
    assert f"Voided by Mia: {WHY}." in Roll.objects.get(pk=roll.pk).truth.html
    reveal(anew(roll), by=gm)
    assert told(roll) == (True, "", False)
    assert f"Voided by Mia: {WHY}." in anew(roll).html and "Duel" in anew(roll).html
    assert checked(lane.ledger).refusal is None
