"""Rolls thrown in secret: what the chain and the table see of them, what is kept, and that a reveal opens just that."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

import pytest

from campaigns.ledger.access import Secrecy, shown_to, still_sealed
from campaigns.ledger.commands import Wanted, change_role, choose, erase, reveal, throw, void
from campaigns.ledger.export import proof_of
from campaigns.ledger.models import Entry, Lane, Opening, Roll, Sealed
from campaigns.site.refused import NotAllowed, Refused, Stale
from rules.proof.canonical import canon
from tests.ledgers import POST, THREAD, ask, checked, lane_in, ledger_of, lines_of, wanted

pytestmark = pytest.mark.django_db

SECRET, BLIND, HIDDEN = Secrecy("roller"), Secrecy("gms"), Secrecy("readers", hides_place=True)
LINE = "!roll 8d10000+7 # the guards listen"


@pytest.fixture
def ann(db: None) -> Lane:
    return ledger_of("Ann")


@pytest.fixture
def gm(ann: Lane) -> Lane:
    return lane_in(ann.ledger, "Ines", "gm")


@pytest.fixture
def ben(ann: Lane) -> Lane:
    return lane_in(ann.ledger, "Ben")


def secret(lane: Lane, *lines: str, secrecy: Secrecy = SECRET, **asked: Any) -> tuple[Roll, ...]:
    sent = ask(lane, **asked)
    lines = lines or (LINE,)
    return throw(lane, ask=sent, wanted=wanted(*lines), post=POST, thread=THREAD, text="\n".join(lines), secrecy=secrecy).rolls


def seen(roll: Roll, pid: str = "", is_gm: bool = False) -> str:
    """The card as somebody sees it."""
    fresh = Roll.objects.select_related("entry").get(pk=roll.pk)
    shown_to([fresh], pid=pid, is_gm=is_gm)
    return str(fresh.html)


def figure(roll: Roll) -> str:
    return str(Sealed.objects.get(roll=roll).card["reading"]["figure"])


def test_the_entry_of_a_secret_cast_holds_seals_alone_and_verifies(ann: Lane) -> None:
    (roll,) = secret(ann)
    body = json.loads(roll.entry.body)
    assert "seed" not in body and [list(one) for one in body["rolls"]] == [["f"]]
    assert sorted(body["rolls"][0]["f"]) == ["purpose", "spec"] and (body["post"], body["thr"]) == (POST, THREAD)
    report = checked(ann.ledger)
    assert (report.refusal, report.casts, report.sealed) == (None, 1, 1)


def test_the_row_of_a_sealed_roll_tells_that_somebody_threw_and_nothing_else(ann: Lane) -> None:
    (roll,) = secret(ann)
    fresh, shown = Roll.objects.get(pk=roll.pk), figure(roll)
    assert (fresh.sealed, fresh.name, fresh.char, fresh.rv, fresh.expr, fresh.waits) == (True, "Ann", "", "", "", "")
    stored = json.dumps(fresh.card) + fresh.html
    assert f">{shown}<" not in stored and "8d10000" not in stored and "guards" not in stored
    assert f"Sealed roll {roll.entry.i}" in fresh.html and "Ann threw in secret." in fresh.html
    assert f"roll {fresh.key}" in fresh.html and "data-roll" not in fresh.html


@pytest.mark.parametrize(
    ("secrecy", "by"),
    [(SECRET, {"Ann", "Ines"}), (BLIND, {"Ines"}), (HIDDEN, {"Ann", "Ben", "Ines", ""})],
)
def test_the_true_card_is_laid_for_those_who_may_see_it(ann: Lane, ben: Lane, gm: Lane, secrecy: Secrecy, by: set[str]) -> None:
    (roll,) = secret(ann, secrecy=secrecy)
    pids = {"Ann": ann.pid, "Ben": ben.pid, "": "", "Ines": gm.pid}
    told = {name: seen(roll, pid, is_gm=name == "Ines") for name, pid in pids.items()}
    assert {name for name, html in told.items() if f'class="big">{figure(roll)}<' in html} == by
    assert {name for name, html in told.items() if "8d10000+7" in html} == by


def test_a_row_that_carries_the_truth_for_one_reader_is_never_stored(ann: Lane) -> None:
    (roll,) = secret(ann)
    shown_to([roll], pid=ann.pid, is_gm=False)
    with pytest.raises(TypeError):
        roll.save()
    assert Roll.objects.get(pk=roll.pk).name == "Ann"


@pytest.mark.parametrize("who", ["roller", "gm", "clock"])
def test_a_reveal_opens_the_same_dice_and_the_chain_verifies(ann: Lane, gm: Lane, who: str) -> None:
    rolls = secret(ann, LINE, "!roll 3d6 # luck")
    before = [Sealed.objects.get(roll=roll) for roll in rolls]
    opened = reveal(rolls[1], by={"roller": ann, "gm": gm, "clock": None}[who])
    assert [(one.expr, one.sealed) for one in opened] == [("8d10000+7", False), ("3d6", False)]
    for roll, truth in zip(Roll.objects.filter(entry=rolls[0].entry).order_by("place"), before, strict=True):
        assert (roll.card["faces"], roll.expr, roll.rv) == (truth.dice, truth.spec["expr"], "dice/1")
        assert f'class="big">{truth.card["reading"]["figure"]}<' in roll.html and "revealed later, in entry" in roll.html
    assert not Sealed.objects.exists()
    told = json.loads(Entry.objects.get(t="reveal").body)
    assert told["by"] == (gm.pid if who == "gm" else ann.pid)
    report = checked(ann.ledger)
    assert (report.refusal, report.sealed) == (None, 0)
    assert reveal(rolls[0], by=ann) == []  # done again it does nothing
    assert Entry.objects.filter(t="reveal").count() == 1


def test_somebody_else_reveals_nothing_and_the_roller_of_a_blind_roll_neither(ann: Lane, ben: Lane, gm: Lane) -> None:
    (open_to_ann,), (blind,) = secret(ann), secret(ann, secrecy=BLIND)
    for roll, by in ((open_to_ann, ben), (blind, ann), (blind, ben)):
        with pytest.raises(NotAllowed):
            reveal(roll, by=by)
    change_role(gm, role="player", by=None)
    with pytest.raises(NotAllowed):
        reveal(blind, by=gm)
    assert Sealed.objects.count() == 2 and not Entry.objects.filter(t="reveal").exists()


def test_a_roller_who_left_is_still_named_by_a_reveal_that_falls_due(ann: Lane) -> None:
    (roll,) = secret(ann)
    change_role(ann, role="out", by=None)
    assert len(reveal(roll, by=None)) == 1
    assert checked(ann.ledger).refusal is None


def test_a_hidden_place_is_sealed_in_the_entry_and_known_beside_it(ann: Lane) -> None:
    (roll,) = secret(ann, secrecy=HIDDEN)
    body = json.loads(roll.entry.body)
    assert (body["post"], body["thr"], sorted(body["f"])) == (None, None, ["place", "text"])
    assert Opening.objects.get(name="place").value == canon([THREAD, POST]).decode()
    fresh = Roll.objects.get(pk=roll.pk)
    assert (fresh.post, fresh.thread) == (POST, THREAD)
    assert "not where" in Sealed.objects.get(roll=roll).html
    assert checked(ann.ledger).refusal is None
    reveal(roll, by=ann)
    assert checked(ann.ledger).refusal is None


def test_the_same_request_again_gives_the_same_sealed_roll(ann: Lane) -> None:
    sent: dict[str, Any] = {"ask": ask(ann, "socks"), "wanted": wanted(LINE), "post": POST, "thread": THREAD, "text": LINE}
    first, again = throw(ann, **sent, secrecy=SECRET), throw(ann, **sent, secrecy=SECRET)
    assert (first.entry, first.rolls) == (again.entry, again.rolls) and Sealed.objects.count() == 1
    with pytest.raises(Stale):
        throw(ann, **sent)


def test_a_roll_that_meets_others_is_thrown_openly_or_not_at_all(ann: Lane) -> None:
    (one,) = wanted(LINE)
    with pytest.raises(Refused, match="thrown openly"):
        throw(ann, ask=ask(ann), wanted=[Wanted(one.declaration, LINE, target="Toad")], post=None, thread=None, text=None,
              secrecy=SECRET)  # fmt: skip
    assert not Entry.objects.filter(t="cast").exists()


def test_dice_of_a_sealed_roll_are_not_set_before_its_reveal(ann: Lane) -> None:
    (roll,) = secret(ann)
    with pytest.raises(Refused, match="once it is revealed"):
        choose(roll, by=ann, values=[3], rid="0c" * 16)


def test_a_proof_before_the_reveal_opens_no_text_and_after_it_everything(ann: Lane) -> None:
    (roll,) = secret(ann)
    closed, shown = json.loads(str(proof_of(Roll.objects.get(pk=roll.pk))["line"])), Roll.objects.get(pk=roll.pk)
    assert "o" not in closed and "seed" not in closed["e"]
    shown_to([shown], pid=ann.pid, is_gm=False)
    assert {one["name"] for one in json.loads(str(proof_of(shown)["line"]))["o"]} == {"text", "purpose"}
    reveal(roll, by=ann)
    proof = proof_of(Roll.objects.get(pk=roll.pk))
    assert "o" in json.loads(str(proof["line"])) and json.loads(str(proof["reveal"]))["e"]["ref"] == roll.entry.i


def test_nothing_in_the_exported_file_tells_a_result_before_its_reveal(ann: Lane, gm: Lane) -> None:
    (roll,) = secret(ann)
    (truth,) = Sealed.objects.all()
    file = b"".join(lines_of(ann.ledger, opened=False)).decode()
    needles = (canon(truth.dice).decode(), "8d10000", "guards", truth.spec_salt)
    assert not [one for one in needles if one in file]
    reveal(roll, by=gm)
    assert all(one in b"".join(lines_of(ann.ledger)).decode() for one in needles)


def test_who_has_sealed_rolls_is_counted_for_everybody(ann: Lane, ben: Lane) -> None:
    secret(ann, LINE, LINE)
    (other,) = secret(ben)
    secret(ben, secrecy=HIDDEN)
    secret(ben)
    assert still_sealed(ann.ledger) == [("Ben", 3), ("Ann", 2)]
    reveal(other, by=ben)
    assert dict(still_sealed(ann.ledger)) == {"Ann": 2, "Ben": 2}


def test_words_taken_out_of_a_sealed_roll_are_gone_and_it_can_be_revealed_still(ann: Lane) -> None:
    (one,) = wanted(LINE)
    titled = replace(one.declaration, title="the guards listen")  # type: ignore[type-var]
    (roll,) = throw(
        ann, ask=ask(ann), wanted=[replace(one, declaration=titled)], post=POST, thread=THREAD, text=LINE, secrecy=SECRET
    ).rolls
    assert "guards" in Sealed.objects.get(roll=roll).html
    erase(ann.person)
    fresh, truth = Roll.objects.get(pk=roll.pk), Sealed.objects.get(roll=roll)
    assert "guards" not in json.dumps(truth.card) + truth.html + fresh.html and not Opening.objects.exists()
    assert figure(roll) in truth.html and fresh.sealed and "Ann" not in fresh.html
    reveal(roll, by=None)
    assert checked(ann.ledger).refusal is None


def test_a_sealed_roll_that_is_void_stays_void_on_both_cards_when_its_words_are_taken_out(ann: Lane, gm: Lane) -> None:
    (roll,) = secret(ann)
    void(roll, by=gm, why="Ann was ill that day")
    erase(ann.person)
    for html in (Roll.objects.get(pk=roll.pk).html, Sealed.objects.get(roll=roll).html):
        assert ("Voided by" in html, 'class="roll void"' in html) == (True, True)


def test_a_reveal_that_opens_another_request_is_found_by_the_checker(ann: Lane) -> None:
    (roll,) = secret(ann)
    Sealed.objects.filter(roll=roll).update(spec=Sealed.objects.get(roll=roll).spec | {"expr": "8d10000+8"})
    reveal(roll, by=ann)
    refusal = checked(ann.ledger).refusal
    assert refusal is not None and refusal.code == "E_SPEC"
