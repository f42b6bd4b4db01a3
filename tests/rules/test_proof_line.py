"""A line read at a glance: what is recognised so is what a thorough reading finds, and nothing else is recognised."""

from __future__ import annotations

import json
from random import Random

import pytest

from rules.proof.breach import Breach
from rules.proof.canonical import canon
from rules.proof.line import LONGEST_KEPT, thorough, usual
from rules.proof.openings import check_shape
from rules.proof.rolls import check_request_keys
from rules.proof.schema import PUBLIC_ROLL, check_entry_keys, check_entry_types, check_types
from tests.rules.vroll.book import Book

SIGNS = b'{}[],:"\\ 0159-.eEaf\x00\x1f\x7f\xc3\xa9\xed\xa0\xff'


def _line() -> bytes:
    book = Book()
    book.cast("ann", "2d6+3", "4d6kh3")
    return (book.lines[-1].rstrip("\n") + "\n").encode()


def _thoroughly(raw: bytes) -> object:
    """What all the checks of a public cast's keys and types leave, None where one of them refuses."""
    try:
        line = thorough(raw)
        check_entry_keys(line.entry, True)
        check_shape(line.openings)
        check_entry_types(line.entry)
        check_request_keys(line.entry["rolls"], PUBLIC_ROLL)
        for r, roll in enumerate(line.entry["rolls"]):
            check_types(roll, PUBLIC_ROLL, f"roll {r}")
    except Breach:
        return None
    return (line.entry, line.written, line.head, line.signature, line.openings)


def test_a_public_cast_is_recognised_with_its_outcomes_as_written() -> None:
    raw = _line()
    line = usual(raw)
    assert line is not None
    assert (line.entry, line.written, line.head, line.signature, line.openings) == _thoroughly(raw)
    assert [json.loads(outcome) for outcome in line.outcomes] == [roll["res"] for roll in line.entry["rolls"]]


def test_whatever_is_recognised_passes_every_check_of_keys_and_types() -> None:
    raw, chance = _line(), Random(4)
    recognised = 0
    for _ in range(3000):
        at, end = sorted((chance.randrange(len(raw)), chance.randrange(len(raw))))
        patch = bytes(chance.choices(SIGNS, k=chance.randrange(3)))
        bent = raw[:at] + patch + raw[at + chance.randrange(3) :] if chance.random() < 0.8 else raw[:at] + raw[at:end] + raw[at:]
        line = usual(bent)
        if line is not None:
            recognised += 1
            assert (line.entry, line.written, line.head, line.signature, line.openings) == _thoroughly(bent), bent
    assert recognised > 100


@pytest.mark.parametrize(
    "res",
    [
        '{"b":1,"a":1}', '{"a":1,"a":1}', '{"a":1.0}', '{"a": 1}', '{"a":"}"}', '{"a":9007199254740993}', '{"a":01}', '{"a":-0}',
        '{"9a":1}', '{"a":' + "[" * 9 + "]" * 9 + "}", '{"a":"\\u0041"}', '{"a":1},"rv":"x/1"},{"res":{"a":1}', "{a:1}",
    ],
)  # fmt: skip
def test_an_outcome_in_another_form_than_the_canonical_one_is_not_recognised(res: str) -> None:
    whole = json.loads(_line())
    whole["e"]["rolls"] = whole["e"]["rolls"][:1]
    whole["e"]["rolls"][0]["res"] = "RES"
    text = canon(whole).decode()
    assert usual(text.replace('"RES"', '{"a":1}').encode() + b"\n") is not None
    assert usual(text.replace('"RES"', res).encode() + b"\n") is None


def test_a_value_as_deep_as_the_form_allows_is_recognised_and_one_deeper_is_not() -> None:
    whole = json.loads(_line())
    for depth, fits in ((7, True), (8, False)):
        nested: object = 1
        for _ in range(depth):
            nested = [nested]
        whole["e"]["rolls"][0]["res"] = {"a": nested}
        raw = json.dumps(whole, sort_keys=True, separators=(",", ":")).encode() + b"\n"
        assert (usual(raw) is not None) == fits
        assert (_thoroughly(raw) is not None) == fits


def test_a_long_outcome_is_read_thoroughly_and_not_remembered() -> None:
    whole = json.loads(_line())
    for length, fits in ((LONGEST_KEPT, True), (LONGEST_KEPT + 1, False)):
        whole["e"]["rolls"][0]["res"] = {"a": "x" * (length - len('{"a":""}'))}
        raw = json.dumps(whole, sort_keys=True, separators=(",", ":")).encode() + b"\n"
        assert (usual(raw) is not None) == fits
        assert _thoroughly(raw) is not None
