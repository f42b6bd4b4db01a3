from __future__ import annotations

import json
import re
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from campaigns.ledger import keys
from campaigns.ledger.commands import Ask, Wanted, throw
from campaigns.ledger.commands.chain import DiceClosed
from campaigns.ledger.models import Entry, Lane, Ledger
from campaigns.site.keys import hex16
from campaigns.site.refused import Refused, Stale
from rules.proof import hashes, write
from rules.system import Declaration
from tests.ledgers import POST, TEXT, THREAD, ask, cast, checked, lane_in, ledger_of, number, wanted

pytestmark = pytest.mark.django_db


@pytest.fixture
def lane() -> Lane:
    return ledger_of("Ann")


def body(entry: Entry) -> dict[str, Any]:
    return dict(json.loads(entry.body))


def state(lane: Lane) -> tuple[object, ...]:
    """All that a throw changes: an unchanged state means that no envelope was spent."""
    fresh = Lane.objects.select_related("ledger").get(pk=lane.pk)
    return fresh.k, fresh.salt, fresh.envelope, fresh.ledger.head, Entry.objects.count()


def test_a_cast_says_what_was_sent_and_seals_the_next_envelope(lane: Lane) -> None:
    sent = ask(lane, "blue socks")
    entry = body(cast(lane, sent, "!roll 3d6 # luck").entry)
    told = [entry[key] for key in ("pid", "k", "rid", "cn", "cs", "post", "thr")]
    assert told == [lane.pid, 0, sent.rid, number("blue socks"), "browser", POST, THREAD]
    assert ":".join(map(str, entry["seen"])) == sent.seen
    fresh = Lane.objects.get(pk=lane.pk)
    assert (fresh.k, fresh.envelope, fresh.sealed_in) == (1, entry["next"], entry["i"])


def test_dice_follow_from_the_sealed_secret_and_the_browsers_number(lane: Lane) -> None:
    entry = body(cast(lane, ask(lane, "blue socks"), "!roll 3d6").entry)
    secret = keys.secret_of(lane.ledger.led, lane.pid, 0, lane.salt)
    assert entry["seed"] == secret.hex()
    led, pid = bytes.fromhex(lane.ledger.led), bytes.fromhex(lane.pid)
    assert hashes.envelope(led, pid, 0, secret).hex() == lane.envelope
    report = checked(lane.ledger)
    assert (report.refusal, report.casts, report.dice, report.unruled) == (None, 1, 3, {})


def test_several_rolls_of_a_post_stand_in_one_entry_with_a_card_each(lane: Lane) -> None:
    thrown = cast(lane, ask(lane), "!roll 4d6kh3+2", "!roll 1d20 & 2d8", "!roll 3d6!")
    assert [roll.expr for roll in thrown.rolls] == ["4d6kh3+2", "1d20", "2d8", "3d6!"]
    for roll, recorded in zip(thrown.rolls, body(thrown.entry)["rolls"], strict=True):
        assert roll.card["faces"] == recorded["dice"]
        assert roll.card["reading"]["figure"] == str(recorded["res"]["total"])
        assert f'data-roll="{roll.key}"' in roll.html
    assert checked(lane.ledger).refusal is None


def test_the_text_and_the_typed_lines_are_sealed_and_opened_beside_the_chain(lane: Lane) -> None:
    entry = cast(lane, ask(lane), "!roll 3d6 # luck").entry
    sealed = {(one.place, one.name): one for one in entry.openings.all()}
    assert {place: one.value for place, one in sealed.items()} == {(-1, "text"): TEXT, (0, "purpose"): "!roll 3d6 # luck"}
    text = sealed[-1, "text"]
    assert write.seal("text", text.salt, TEXT) == body(entry)["f"]["text"]
    assert "luck" not in entry.body


def test_without_script_the_site_takes_the_number_that_nobody_picks(lane: Lane) -> None:
    first = cast(lane, Ask(rid=hex16()))
    second = cast(lane, Ask(rid=hex16()))
    assert [body(one.entry)["cs"] for one in (first, second)] == ["server", "server"]
    assert [first.rolls[0].level, cast(lane, ask(lane, "own")).rolls[0].level] == ["site", "yours"]
    assert checked(lane.ledger).levels == {"site": 2, "yours": 1, "witnessed": 0}


def test_typed_words_make_a_number_when_there_are_enough_of_them(lane: Lane) -> None:
    entry = body(cast(lane, Ask(rid=hex16(), words="seven blue candles")).entry)
    assert (entry["cs"], entry["cn"]) == ("typed", hashes.typed_number("seven blue candles").hex())
    before = state(lane)
    with pytest.raises(Refused, match="at least 16") as refusal:
        cast(lane, Ask(rid=hex16(), words="too few"))
    assert (refusal.value.field, state(lane)) == ("words", before)


def test_the_same_request_gives_the_same_cast_whatever_was_posted_since(lane: Lane) -> None:
    sent = ask(lane, "once")
    first = cast(lane, sent)
    cast(lane_in(lane.ledger, "Bert"), Ask(rid=hex16()))
    before = state(lane)
    again = throw(lane, ask=sent, wanted=wanted("!roll 3d6 # luck"), post=hex16(), thread=THREAD, text=TEXT)
    assert (again.entry, again.rolls, state(lane)) == (first.entry, first.rolls, before)


@pytest.mark.parametrize("change", ["line", "text", "thread", "number"])
def test_a_request_number_with_other_words_is_refused(lane: Lane, change: str) -> None:
    sent = ask(lane, "once")
    cast(lane, sent)
    before = state(lane)
    with pytest.raises(Stale, match="sent already"):
        throw(
            lane,
            ask=Ask(rid=sent.rid, cn=number("twice"), k=sent.k, seen=sent.seen) if change == "number" else sent,
            wanted=wanted("!roll 3d6" if change == "line" else "!roll 3d6 # luck"),
            post=POST,
            thread=hex16() if change == "thread" else THREAD,
            text="Other words." if change == "text" else TEXT,
        )
    assert state(lane) == before


@pytest.mark.parametrize("k", [1, 7])
def test_a_wrong_envelope_is_stale_and_costs_nothing(lane: Lane, k: int) -> None:
    before = state(lane)
    with pytest.raises(Stale, match=f"envelope {k} is not the next one: number 0 is"):
        cast(lane, ask(lane, "blue", k=k))
    assert state(lane) == before


def test_a_used_envelope_is_stale_also_for_another_tab(lane: Lane) -> None:
    tabs = ask(lane, "blue"), ask(lane, "blue")
    cast(lane, tabs[0])
    with pytest.raises(Stale):
        cast(lane, tabs[1])


def test_an_envelope_sealed_after_the_page_was_made_is_stale(lane: Lane) -> None:
    old = ask(lane, "blue").seen
    cast(lane, ask(lane, "red"))
    before = state(lane)
    with pytest.raises(Stale, match="sealed after your page was made"):
        cast(lane, ask(lane, "blue", seen=old))
    assert state(lane) == before


def test_a_page_that_saw_another_ledger_is_refused(lane: Lane) -> None:
    other = ledger_of("Bert").ledger
    before = state(lane)
    for seen in (f"1:{other.head}", f"40:{lane.ledger.head}", "1", "1:x", "-1:" + "0" * 64):
        with pytest.raises(Refused):
            cast(lane, ask(lane, "blue", seen=seen))
    assert state(lane) == before


def test_a_receipt_for_lost_entries_closes_the_dice_and_a_forged_one_does_not(lane: Lane) -> None:
    lost = "ab" * 32
    signature = keys.sign(write.sign_message(lane.ledger.led, 9, lost))
    with pytest.raises(Refused, match="does not hold"):
        cast(lane, ask(lane, "blue", seen=f"9:{lost}:{'0' * 128}"))
    with pytest.raises(DiceClosed, match="the site has lost"):
        cast(lane, ask(lane, "blue", seen=f"9:{lost}:{signature}"))
    with pytest.raises(DiceClosed, match="entry 9 of this table's ledger is missing"):
        cast(lane, ask(lane, "blue"))


def test_a_number_is_thrown_with_once(lane: Lane) -> None:
    cast(lane, ask(lane, "blue"))
    before = state(lane)
    with pytest.raises(Refused, match="thrown with before"):
        cast(lane, ask(lane, "blue"))
    assert state(lane) == before
    assert cast(lane_in(lane.ledger, "Bert"), ask(Lane.objects.latest("pk"), "blue")).entry.k == 0


@pytest.mark.parametrize("broken", [{"rid": ""}, {"rid": "A" * 32}, {"cn": "12"}, {"cn": "G" * 64}])
def test_a_form_with_a_broken_number_is_refused(lane: Lane, broken: dict[str, str]) -> None:
    before = state(lane)
    with pytest.raises(Refused):
        cast(lane, ask(lane, "blue", **broken))
    assert state(lane) == before


def test_what_the_rules_do_not_know_is_refused_before_anything_is_touched(lane: Lane) -> None:
    before = state(lane)
    strange = [
        Declaration("chess/1", "e4", "", "", ((1, 6),)),
        Declaration("dice/1", "3d6", "", "", ((1, 6),)),
        Declaration("dice/1", "3d", "", "", ((3, 6),)),
    ]
    for declaration in strange:
        with pytest.raises(Refused):
            throw(lane, ask=ask(lane), wanted=[Wanted(declaration, "")], post=None, thread=None, text=None)
    for count in (0, 33):
        with pytest.raises(Refused, match=f"asks for {count}"):
            throw(lane, ask=ask(lane), wanted=wanted(*["!roll 1d6"] * count), post=None, thread=None, text=None)
    assert state(lane) == before


def test_time_in_the_chain_never_runs_backwards(lane: Lane) -> None:
    ahead = lane.ledger.stamp + 60_000
    Ledger.objects.filter(pk=lane.ledger_id).update(stamp=ahead)
    assert body(cast(lane, ask(lane)).entry)["ts"] == ahead
    assert checked(lane.ledger).refusal is None


def test_more_rolls_take_no_more_queries(lane: Lane) -> None:
    counts = []
    for lines in (["!roll 1d6"], ["!roll 3d6!"] * 12):
        with CaptureQueriesContext(connection) as queries:
            cast(lane, Ask(rid=hex16()), *lines)
        counts.append(len(queries))
    assert counts[0] == counts[1] <= 12


def test_names_and_reasons_stay_out_of_the_chain(lane: Lane) -> None:
    named = [Wanted(one.declaration, one.purpose, char="cc" * 16, name="Wolfman Jackson") for one in wanted("!roll 3d6")]
    thrown = throw(lane, ask=ask(lane), wanted=named, post=None, thread=None, text=None)
    assert (thrown.rolls[0].char, thrown.rolls[0].name) == ("cc" * 16, "Wolfman Jackson")
    assert "Wolfman" not in thrown.entry.body
    assert re.search("Wolfman Jackson", thrown.rolls[0].html)
