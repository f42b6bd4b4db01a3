from __future__ import annotations

import json
from collections.abc import Callable

import pytest
from pytest_django import DjangoAssertNumQueries

from campaigns.ledger.export import export, form_fields, lines_since, proof_of
from campaigns.ledger.models import Lane, Opening, Roll
from rules.proof.checker import check
from rules.proof.hashes import envelope
from rules.proof.write import receipt
from tests.ledgers import ask, cast, checked, lane_in, ledger_of, lines_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def lane() -> Lane:
    lane = ledger_of("Ann")
    for word in ("one", "two", "three"):
        cast(lane, ask(lane, word), "!roll 4d6kh3", "!roll 1d20")
    return Lane.objects.select_related("ledger").get(pk=lane.pk)


def _other_die(lines: list[bytes]) -> list[bytes]:
    line = json.loads(lines[3])
    sides, faces = line["e"]["rolls"][0]["dice"][0]
    faces[0] = faces[0] % sides + 1
    return [*lines[:3], _written(line), *lines[4:]]


def _other_text(lines: list[bytes]) -> list[bytes]:
    line = json.loads(lines[3])
    line["o"][0]["value"] = "I never said that."
    return [*lines[:3], _written(line), *lines[4:]]


def _written(line: object) -> bytes:
    return json.dumps(line, sort_keys=True, ensure_ascii=False, separators=(",", ":")).encode() + b"\n"


@pytest.mark.parametrize(
    ("change", "error", "entry"),
    [
        (_other_die, "E_HASH", 3),
        (_other_text, "E_FIELD", 3),
        (lambda lines: lines[:2] + lines[3:], "E_INDEX", 2),
        (lambda lines: [*lines[:3], lines[2]], "E_INDEX", 3),
    ],
)
def test_a_changed_file_is_refused_at_its_first_wrong_line(
    lane: Lane, change: Callable[[list[bytes]], list[bytes]], error: str, entry: int
) -> None:
    assert checked(lane.ledger).refusal is None
    refusal = checked(lane.ledger, change).refusal
    assert refusal is not None
    assert (refusal.code, refusal.entry) == (error, entry)


def test_a_file_without_openings_verifies_with_the_same_head_and_receipts(lane: Lane) -> None:
    newest = lane.ledger.entries.latest("i")
    kept = receipt(lane.ledger.led, newest.i, newest.hash, newest.signature)
    whole, bare = (check(lines_of(lane.ledger, opened), [kept], key=lane.ledger.key) for opened in (True, False))
    assert (whole.refusal, bare.refusal, bare.head) == (None, None, whole.head)
    assert (whole.redacted, bare.redacted) == (0, 9)


def test_erasing_an_opening_leaves_the_chain_as_it_was(lane: Lane) -> None:
    Opening.objects.filter(name="text", entry__i=2).delete()
    report = checked(lane.ledger)
    assert (report.refusal, report.redacted) == (None, 1)


def test_texts_are_opened_for_those_entries_alone_that_the_reader_may_see(lane: Lane) -> None:
    lines = [json.loads(line) for line in export(lane.ledger, lambda entry: entry.i == 3)]
    assert [line["e"]["i"] for line in lines if "o" in line] == [3]


def test_the_number_of_queries_does_not_grow_with_the_file(lane: Lane, django_assert_num_queries: DjangoAssertNumQueries) -> None:
    with django_assert_num_queries(5):
        list(export(lane.ledger, lambda entry: bool(entry.rolls.all())))
    cast(lane, ask(lane))
    with django_assert_num_queries(5):
        list(export(lane.ledger, lambda entry: bool(entry.rolls.all())))


def test_lines_after_an_entry_carry_the_chain_on_without_texts(lane: Lane) -> None:
    lines = lines_since(lane.ledger, 2)
    assert [json.loads(line)["e"]["i"] for line in lines] == [3, 4]
    assert all("o" not in json.loads(line) for line in lines)
    assert lines_since(lane.ledger, 2, limit=1) == lines[:1]
    assert lines_since(lane.ledger, 99) == []


def test_the_composer_knows_its_envelope_and_head_without_a_query(
    lane: Lane, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    with django_assert_num_queries(0):
        fields = form_fields(lane)
    ledger = lane.ledger
    seen = f"{ledger.length - 1}:{ledger.head}"
    assert fields == {
        "led": ledger.led, "pid": lane.pid, "k": 3, "envelope": lane.envelope, "seen": seen, "key": ledger.key,
    }  # fmt: skip


def test_a_rolls_proof_holds_its_entry_and_the_one_that_sealed_its_envelope(lane: Lane) -> None:
    cast(lane_in(lane.ledger, "Bert"), ask(Lane.objects.latest("pk")))
    roll = Roll.objects.get(entry__i=3, place=1)
    proof = proof_of(roll)
    line, sealed = json.loads(str(proof["line"])), json.loads(str(proof["sealed"]))
    assert (line["e"]["i"], sealed["e"]["i"], proof["place"], proof["key"]) == (3, 2, 1, lane.ledger.key)
    address = bytes.fromhex(line["e"]["led"]), bytes.fromhex(lane.pid), line["e"]["k"]
    assert sealed["e"]["next"] == envelope(*address, bytes.fromhex(line["e"]["seed"])).hex()
    assert {one["name"] for one in line["o"]} == {"text", "purpose"}
