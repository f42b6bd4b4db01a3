from __future__ import annotations

import json
from typing import Any

import pytest

from campaigns.ledger.commands import Ask, Cast, Wanted, ask_witness, change_role, choose, lift, take_back, throw, void, witness
from campaigns.ledger.models import Entry, Lane, Opening, Roll
from campaigns.site.keys import hex16
from campaigns.site.refused import NotAllowed, Refused, Stale
from rules.proof import hashes
from rules.proof.draw import draw
from tests.duel import DUEL
from tests.ledgers import POST, TEXT, THREAD, ask, cast, checked, lane_in, ledger_of, number

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("duel")]

WHY = "Ben is away until spring"


@pytest.fixture
def lane() -> Lane:
    return ledger_of("Ann")


@pytest.fixture
def ben(lane: Lane) -> Lane:
    return lane_in(lane.ledger, "Ben")


@pytest.fixture
def gm(lane: Lane) -> Lane:
    return lane_in(lane.ledger, "Mia", role="gm")


def bound(lane: Lane, who: Lane, *exprs: str, sent: Ask | None = None, text: str | None = TEXT) -> Cast:
    wanted = [Wanted(DUEL.parse(expr), f"!{expr}", name="Wolfman") for expr in exprs or ("3d10",)]
    sent = sent or ask(lane, f"of {lane.pid} {Entry.objects.count()}")
    return ask_witness(lane, ask=sent, wanted=wanted, who=who, post=POST, thread=THREAD, text=text)


def anew(roll: Roll) -> Roll:
    return Roll.objects.select_related("entry", "choice").get(pk=roll.pk)


def bind_of(one: Cast) -> Entry:
    return Entry.objects.get(t="bind", rid=json.loads(one.entry.body)["rid"])


def state() -> tuple[object, ...]:
    rolls = Roll.objects.order_by("pk").values_list("entry", "waits", "is_void", "html")
    return list(rolls), list(Lane.objects.order_by("pk").values_list("k", "bind", "salt")), Opening.objects.count()


def test_the_request_stands_first_and_its_card_waits_with_blank_dice(lane: Lane, ben: Lane) -> None:
    one = bound(lane, ben, "3d10", "2d10")
    body = json.loads(one.entry.body)
    assert (body["t"], body["who"], body["w"], body["k"], body["post"], body["thr"]) == ("bind", ben.pid, 1, 0, POST, THREAD)
    assert "seed" not in body and all("dice" not in roll for roll in body["rolls"])
    for roll in one.rolls:
        fresh = anew(roll)
        assert (fresh.entry, fresh.waits, fresh.level, fresh.witness) == (one.entry, "witness", "witnessed", ben)
        assert fresh.card["faces"] == []
        assert "Waiting for Ben as witness." in fresh.html and "data-roll" not in fresh.html and "Not thrown" in fresh.html
        assert not Roll.objects.counted().filter(pk=roll.pk).exists()
    report = checked(lane.ledger)
    assert (report.refusal, report.open_binds, report.casts) == (None, 1, 0)


def test_the_witness_adds_his_number_and_the_dice_follow_from_all_three(lane: Lane, ben: Lane) -> None:
    one = bound(lane, ben, "3d10", "2d10+1 open")
    done = witness(one.entry, by=ben, n=number("of Ben"))
    wit, body = Entry.objects.get(t="wit"), json.loads(done.entry.body)
    told = json.loads(wit.body)
    assert (told["pid"], told["ref"], told["n"], told["cs"]) == (ben.pid, one.entry.i, number("of Ben"), "browser")
    assert (body["bind"], body["f"], body["rid"]) == (one.entry.i, json.loads(one.entry.body)["f"], one.entry.rid)
    x = hashes.witness_digest([(bytes.fromhex(ben.pid), bytes.fromhex(number("of Ben")))])
    parts = {"led": bytes.fromhex(body["led"]), "pid": bytes.fromhex(lane.pid), "k": 0, "cn": bytes.fromhex(body["cn"])}
    key = hashes.cast_key(bytes.fromhex(body["seed"]), **parts, x=x)
    for r, roll in enumerate(done.rolls):
        fresh = anew(roll)
        assert (fresh.key, fresh.entry, fresh.level) == (one.rolls[r].key, done.entry, "witnessed")
        thrown = [[sides, list(faces)] for sides, faces in draw(key, r, DUEL.parse(fresh.expr), DUEL)]
        assert fresh.card["faces"] == thrown == body["rolls"][r]["dice"]
        assert "witnessed, Ben" in fresh.html and "data-roll" in fresh.html
    assert [anew(roll).waits for roll in done.rolls] == ["", "choice"]
    assert (Lane.objects.get(pk=lane.pk).k, Lane.objects.get(pk=lane.pk).bind) == (1, None)
    choose(anew(done.rolls[1]), by=lane, values=[10], rid=hex16())
    report = checked(lane.ledger)
    assert (report.refusal, report.open_binds, report.levels["witnessed"], report.redacted) == (None, 0, 1, 0)
    assert cast(lane, ask(lane, "next")).entry.k == 1 and checked(lane.ledger).refusal is None


def test_words_of_his_own_make_the_witnesss_number_without_script(lane: Lane, ben: Lane) -> None:
    one = bound(lane, ben)
    before = state()
    for words in ("", "too short"):
        with pytest.raises(Refused, match="at least 16"):
            witness(one.entry, by=ben, words=words)
    with pytest.raises(Refused, match="is not one"):
        witness(one.entry, by=ben, n="12")
    assert state() == before
    witness(one.entry, by=ben, words="sixteen red herrings")
    told = json.loads(Entry.objects.get(t="wit").body)
    assert (told["cs"], told["n"]) == ("typed", hashes.typed_number("sixteen red herrings").hex())
    assert checked(lane.ledger).refusal is None


def test_until_then_the_lane_throws_nothing_else_and_says_why(lane: Lane, ben: Lane, gm: Lane) -> None:
    one = bound(lane, ben)
    before = state()
    for again in (lambda: cast(lane, ask(lane, "other")), lambda: bound(lane, gm)):
        with pytest.raises(Refused, match="waits for Ben as witness"):
            again()
    assert state() == before
    assert cast(ben, ask(ben, "mine")).entry.k == 0
    witness(one.entry, by=ben, n=number("of Ben"))
    assert cast(lane, ask(lane, "other")).entry.k == 1
    assert checked(lane.ledger).refusal is None


def test_the_same_form_sent_again_gives_the_stored_request_and_later_its_cast(lane: Lane, ben: Lane, gm: Lane) -> None:
    sent = ask(lane, "blue socks")
    one = bound(lane, ben, sent=sent)
    assert bound(lane, ben, sent=sent).entry == one.entry
    for who, text in ((gm, TEXT), (ben, "Other words.")):
        with pytest.raises(Stale, match="sent already"):
            bound(lane, who, sent=sent, text=text)
    with pytest.raises(Stale, match="sent already"):
        cast(lane, sent)
    done = witness(one.entry, by=ben, n=number("of Ben"))
    assert bound(lane, ben, sent=sent).entry == done.entry
    assert (Roll.objects.count(), checked(lane.ledger).refusal) == (1, None)


def test_only_another_player_or_gm_of_the_table_is_a_witness(lane: Lane, ben: Lane) -> None:
    zoe = ledger_of("Zoe")
    before = state()
    for who, said in ((lane, "his own roll"), (zoe, "sit at this table")):
        with pytest.raises(Refused, match=said):
            bound(lane, who)
    change_role(ben, role="out", by=None)
    with pytest.raises(Refused, match="sit at this table"):
        bound(lane, ben)
    assert state() == before


def test_only_the_named_witness_answers_and_nobody_who_has_left(lane: Lane, ben: Lane, gm: Lane) -> None:
    one = bound(lane, ben)
    zoe = ledger_of("Zoe")
    for other in (gm, lane, zoe):
        with pytest.raises(NotAllowed):
            witness(one.entry, by=other, n=number("of another"))
    for gone in (ben, lane):
        role = Lane.objects.get(pk=gone.pk).role
        change_role(gone, role="out", by=None)
        before = state()
        with pytest.raises(NotAllowed, match="has left this table"):
            witness(one.entry, by=ben, n=number("of Ben"))
        assert state() == before
        change_role(gone, role=role, by=None)  # type: ignore[arg-type]
    witness(one.entry, by=ben, n=number("of Ben"))
    assert checked(lane.ledger).refusal is None


def test_a_roll_with_a_witness_needs_a_number_of_the_rollers_own(lane: Lane, ben: Lane) -> None:
    with pytest.raises(Refused, match="a number of your own"):
        bound(lane, ben, sent=ask(lane))
    bound(lane, ben, sent=ask(lane, words="sixteen blue herrings"))
    assert checked(lane.ledger).refusal is None


def test_a_roll_that_answers_somebody_waits_for_no_witness(lane: Lane, ben: Lane) -> None:
    (attack,) = throw(ben, ask=ask(ben), wanted=[Wanted(DUEL.parse("3d10 waits"), "")], post=POST, thread=THREAD, text=None).rolls
    wanted: list[Any] = [[Wanted(DUEL.parse("3d10"), "", answers=attack)], [Wanted(lambda rival: DUEL.parse("3d10"), "")]]
    before = state()
    for one in wanted:
        with pytest.raises(Refused, match="waits for no witness"):
            ask_witness(lane, ask=ask(lane, "x"), wanted=one, who=ben, post=POST, thread=THREAD, text=None)
    assert state() == before


def test_a_number_is_sent_once_to_throw_or_as_a_witness(lane: Lane, ben: Lane) -> None:
    cast(ben, ask(ben, "red"))
    one = bound(lane, ben)
    with pytest.raises(Refused, match="thrown with before"):
        witness(one.entry, by=ben, n=number("red"))
    witness(one.entry, by=ben, n=number("green"))
    with pytest.raises(Refused, match="thrown with before"):
        cast(ben, ask(ben, "green"))
    assert checked(lane.ledger).refusal is None


def test_the_same_number_sent_twice_is_one_and_another_one_comes_too_late(lane: Lane, ben: Lane) -> None:
    one = bound(lane, ben)
    done = witness(one.entry, by=ben, n=number("of Ben"))
    assert witness(one.entry, by=ben, n=number("of Ben")).entry == done.entry
    with pytest.raises(Stale, match="with another number"):
        witness(one.entry, by=ben, n=number("second"))
    assert (Entry.objects.filter(t="wit").count(), Entry.objects.filter(t="cast").count()) == (1, 1)


def test_a_request_that_nobody_answers_is_taken_back_and_the_same_envelope_is_free_for_another_number(
    lane: Lane, ben: Lane, gm: Lane
) -> None:
    sent = ask(lane, "blue socks")
    one = bound(lane, ben, "3d10", "2d10", sent=sent)
    for other in (lane, ben):
        with pytest.raises(NotAllowed):
            take_back(one.entry, by=other, why=WHY)
    take_back(one.entry, by=gm, why=WHY)
    take_back(one.entry, by=gm, why=WHY)
    void_entry = Entry.objects.get(t="void")
    assert (json.loads(void_entry.body)["ref"], json.loads(void_entry.body)["r"]) == (one.entry.i, None)
    for roll in one.rolls:
        fresh = anew(roll)
        assert (fresh.is_void, fresh.waits) == (True, "") and f"Not witnessed, and taken back by Mia: {WHY}." in fresh.html
        with pytest.raises(Refused, match="nothing to lift"):
            lift(fresh, by=gm)
    with pytest.raises(Stale, match="taken back"):
        witness(one.entry, by=ben, n=number("of Ben"))
    with pytest.raises(Refused, match="thrown with before"):
        cast(lane, ask(lane, "blue socks"))
    with pytest.raises(Stale, match="sent already"):
        cast(lane, ask(lane, "green", rid=sent.rid))
    assert cast(lane, ask(lane, "green")).entry.k == 0
    report = checked(lane.ledger)
    assert (report.refusal, report.voided_binds, report.open_binds) == (None, 1, 0)


def test_once_the_witness_has_answered_nothing_is_taken_back_but_the_roll_may_be_voided(lane: Lane, ben: Lane, gm: Lane) -> None:
    one = bound(lane, ben)
    with pytest.raises(Refused, match="waits for its witness"):
        void(one.rolls[0], by=gm, why=WHY)
    done = witness(one.entry, by=ben, n=number("of Ben"))
    with pytest.raises(Stale, match="the dice lie"):
        take_back(bind_of(done), by=gm, why=WHY)
    void(done.rolls[0], by=gm, why=WHY)
    assert anew(done.rolls[0]).is_void and checked(lane.ledger).refusal is None


def test_texts_are_opened_with_the_request_and_with_the_cast(lane: Lane, ben: Lane) -> None:
    one = bound(lane, ben)
    done = witness(one.entry, by=ben, n=number("of Ben"))
    told = list(Opening.objects.filter(entry=done.entry).order_by("pk").values_list("place", "name", "salt", "value"))
    assert told == list(Opening.objects.filter(entry=one.entry).order_by("pk").values_list("place", "name", "salt", "value"))
    assert [name for _, name, _, _ in told] == ["purpose", "text"]
