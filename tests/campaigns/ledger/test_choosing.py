from __future__ import annotations

import json
from collections.abc import Callable

import pytest
from django.db import IntegrityError, transaction

from campaigns.ledger.commands import Wanted, change_role, choose, throw
from campaigns.ledger.export import export, proof_of
from campaigns.ledger.models import Entry, Lane, Roll
from campaigns.site.keys import hex16
from campaigns.site.refused import NotAllowed, Refused, Stale
from rules.proof.write import entry_hash
from tests.duel import DUEL
from tests.ledgers import ask, cast, checked, lane_in, ledger_of, signed_again

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("duel")]


@pytest.fixture
def lane() -> Lane:
    return ledger_of("Ann")


def rolled(lane: Lane, *exprs: str, name: str = "Wolfman") -> list[Roll]:
    wanted = [Wanted(DUEL.parse(expr), expr, name=name) for expr in exprs]
    return list(throw(lane, ask=ask(lane), wanted=wanted, post=hex16(), thread=hex16(), text=None).rolls)


def anew(roll: Roll) -> Roll:
    return Roll.objects.select_related("entry", "choice").get(pk=roll.pk)


def state(lane: Lane) -> tuple[object, ...]:
    """All that a choice changes."""
    return Entry.objects.count(), list(Roll.objects.values_list("chosen", "waits", "html"))


def test_a_choice_is_an_entry_of_its_own_and_the_chain_proves_its_outcome(lane: Lane) -> None:
    plain, roll = rolled(lane, "2d10", "3d10+1 open")
    entry = choose(roll, by=lane, values=[10], rid=hex16())
    body = json.loads(entry.body)
    told = [body[key] for key in ("t", "ref", "r", "by", "set", "res")]
    assert told == ["choose", roll.entry.i, 1, lane.pid, [10], {"high": 10, "set": [10]}]
    report = checked(lane.ledger)
    assert (report.refusal, report.casts, report.unruled, report.head) == (None, 1, {}, entry.hash)
    fresh = anew(roll)
    assert (fresh.chosen, fresh.choice, fresh.set_by, fresh.waits) == ([10], entry, lane, "")
    assert anew(plain).chosen is None


def test_a_choice_costs_no_envelope_and_leaves_the_dice_as_they_fell(lane: Lane) -> None:
    (roll,) = rolled(lane, "3d10+1 open")
    choose(roll, by=lane, values=[10], rid=hex16())
    assert Lane.objects.get(pk=lane.pk).k == 1
    assert anew(roll).card["faces"] == json.loads(roll.entry.body)["rolls"][0]["dice"] == roll.card["faces"]


def test_before_the_choice_the_card_waits_and_after_it_it_says_who_set_what(lane: Lane) -> None:
    (roll,) = rolled(lane, "3d10+1 open")
    assert (roll.waits, roll.card["waits"], roll.card["set"]) == ("choice", "Waiting for 1 Hammer-time Die.", "")
    assert "Waiting for 1 Hammer-time Die." in roll.html and "<b>?</b><i>HaD</i>" in roll.html
    assert 'data-waits="choice"' in roll.html
    choose(roll, by=lane, values=[10], rid=hex16())
    fresh = anew(roll)
    assert "Hammer-time Die set to 10 by Wolfman." in fresh.html and "<b>10</b><i>HaD</i>" in fresh.html
    assert "Waiting" not in fresh.html and "data-waits" not in fresh.html
    assert fresh.card["reading"]["headline"] == "Wolfman has 10."
    assert (fresh.key, fresh.entry, fresh.expr) == (roll.key, roll.entry, roll.expr)


def test_several_open_dice_are_set_together(lane: Lane) -> None:
    (roll,) = rolled(lane, "3d10+2 open", name="")
    choose(roll, by=lane, values=[8, 9], rid=hex16())
    assert anew(roll).card["set"] == "Hammer-time Dice set to 8 and 9 by Ann"
    assert checked(lane.ledger).refusal is None


def test_dice_are_set_once(lane: Lane) -> None:
    (roll,) = rolled(lane, "3d10+1 open")
    choose(roll, by=lane, values=[5], rid=hex16())
    before = state(lane)
    for value in (5, 8):
        with pytest.raises(Stale) as refusal:
            choose(roll, by=lane, values=[value], rid=hex16())
        assert refusal.value.sentence == "It was set to 5 already."
    assert state(lane) == before


def test_the_same_request_gives_the_stored_entry_and_other_values_under_its_number_are_refused(lane: Lane) -> None:
    roll, other = rolled(lane, "3d10+1 open", "3d10+1 open")
    rid = hex16()
    entry = choose(roll, by=lane, values=[5], rid=rid)
    rolled(lane, "1d10")
    before = state(lane)
    assert choose(roll, by=lane, values=[5], rid=rid) == entry
    for which, values in ((roll, [6]), (other, [5])):
        with pytest.raises(Stale, match="other values"):
            choose(which, by=lane, values=values, rid=rid)
    assert state(lane) == before


def test_another_player_sets_nobodys_dice(lane: Lane) -> None:
    (roll,) = rolled(lane, "3d10+1 open")
    bert, stranger = lane_in(lane.ledger, "Bert"), ledger_of("Zoe")
    before = state(lane)
    for other in (bert, stranger):
        with pytest.raises(NotAllowed):
            choose(roll, by=other, values=[5], rid=hex16())
    assert state(lane) == before


def test_the_gm_sets_them_in_the_rollers_place_and_the_card_says_so(lane: Lane) -> None:
    (roll,) = rolled(lane, "3d10+1 open")
    gm = lane_in(lane.ledger, "Mia", role="gm")
    entry = choose(roll, by=gm, values=[5], rid=hex16())
    assert json.loads(entry.body)["by"] == lane.pid
    fresh = anew(roll)
    assert (fresh.set_by, fresh.card["set"]) == (gm, "Hammer-time Die set to 5 by Mia, the GM")
    assert checked(lane.ledger).refusal is None


def test_who_has_left_sets_no_dice_and_nobody_sets_his(lane: Lane) -> None:
    (roll,) = rolled(lane, "3d10+1 open")
    gm = lane_in(lane.ledger, "Mia", role="gm")
    change_role(lane, role="out", by=gm)
    before = state(lane)
    with pytest.raises(NotAllowed, match="You have left"):
        choose(roll, by=lane, values=[5], rid=hex16())
    with pytest.raises(Refused, match="has left the campaign"):
        choose(roll, by=gm, values=[5], rid=hex16())
    assert state(lane) == before


@pytest.mark.parametrize(
    ("expr", "values", "words"),
    [
        ("3d10", [5], "No die of this roll"),
        ("3d10+1 open", [], "has 1 to set; you gave 0"),
        ("3d10+1 open", [5, 5], "has 1 to set; you gave 2"),
        ("3d10+2 open", [5], "has 2 to set; you gave 1"),
        ("3d10+1 open", [0], "set to 1 to 10; it has no 0"),
        ("3d10+1 open", [11], "set to 1 to 10; it has no 11"),
        ("3d10+1 open", [True], "set to 1 to 10"),
    ],
)
def test_values_that_do_not_fit_are_refused_and_nothing_is_written(lane: Lane, expr: str, values: list[int], words: str) -> None:
    (roll,) = rolled(lane, expr)
    before = state(lane)
    with pytest.raises(Refused, match=words):
        choose(roll, by=lane, values=values, rid=hex16())
    assert state(lane) == before
    with pytest.raises(Refused, match="lost its number"):
        choose(roll, by=lane, values=[5], rid="12")


def test_the_database_refuses_two_choices_of_one_request(lane: Lane) -> None:
    (roll,) = rolled(lane, "3d10+1 open")
    entry = choose(roll, by=lane, values=[5], rid=hex16())
    twin = Entry(ledger=lane.ledger, i=99, t="choose", body="{}", hash="", signature="", rid=entry.rid, at=entry.at)
    with pytest.raises(IntegrityError), transaction.atomic():
        twin.save()


def _again(entries: list[dict[str, object]]) -> list[dict[str, object]]:
    return [*entries, entries[-1] | {"i": len(entries), "prev": entry_hash(entries[-1])}]


def _last(**changes: object) -> Callable[[list[dict[str, object]]], list[dict[str, object]]]:
    return lambda entries: [*entries[:-1], entries[-1] | changes]


@pytest.mark.parametrize(
    ("change", "error"),
    [
        (_again, "E_TWICE"),
        (_last(by="ab" * 16), "E_CHOOSER"),
        (_last(set=[11]), "E_CHOICE"),
        (_last(set=[7]), "E_RESULT"),
        (_last(ref=1), "E_REF"),
    ],
)
def test_a_forged_choice_that_the_site_signed_is_refused_by_the_checker(
    lane: Lane, change: Callable[[list[dict[str, object]]], list[dict[str, object]]], error: str
) -> None:
    (roll,) = rolled(lane, "3d10+1 open")
    choose(roll, by=lane, values=[5], rid=hex16())

    def forged(lines: list[bytes]) -> list[bytes]:
        entries = change([json.loads(line)["e"] for line in lines])
        bare = [json.dumps({"e": entry, "h": "", "s": ""}) for entry in entries]
        return [f"{signed_again(line, lambda entry: None)}\n".encode() for line in bare]

    assert checked(lane.ledger, lambda lines: forged(lines)[:3]).refusal is None
    refusal = checked(lane.ledger, forged).refusal
    assert refusal is not None and refusal.code == error


def test_export_and_a_rolls_proof_hold_the_choice(lane: Lane) -> None:
    roll, other = rolled(lane, "3d10+1 open", "3d10+1 open")
    assert "choice" not in proof_of(roll)
    entry = choose(roll, by=lane, values=[5], rid=hex16())
    cast(lane, ask(lane))
    proof = proof_of(anew(roll))
    assert json.loads(str(proof["choice"]))["h"] == entry.hash
    assert "choice" not in proof_of(anew(other))
    assert f"{proof['choice']}\n" in list(export(lane.ledger, lambda entry: False))
