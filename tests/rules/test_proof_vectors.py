"""The published test vectors of vroll/1: `vectors.json` (a bare ledger) and `vectors-full.json` (a full one)."""

from __future__ import annotations

import io
import json
from pathlib import Path
from typing import Any

import pytest

from rules.dice.source import die, pick
from rules.proof import hashes
from rules.proof.breach import Breach
from rules.proof.canonical import canon, read_line
from rules.proof.checker import Signed, check
from rules.proof.report import Report
from tests.rules.rows import rows
from tests.rules.vroll.book import verdict

FOLDER = Path(__file__).parent / "vroll"
BARE = json.loads((FOLDER / "vectors.json").read_text("utf-8"))
FULL = json.loads((FOLDER / "vectors-full.json").read_text("utf-8"))
H = bytes.fromhex


def title(vector: dict[str, Any]) -> str:
    return str(vector.get("name") or vector.get("note"))


def ledger_of(vectors: dict[str, Any], case: dict[str, Any]) -> bytes:
    text = "".join(line + "\n" for line in vectors["ledger"][: case["keep"]] + case["then"])
    return text.encode("utf-8")[: -1 if case.get("cut") else None]


SIGNED = ("E_SIG", "E_KEY", "E_RECEIPT")


def checked(whole: bytes, *receipts: str, **how: Any) -> Report:
    return check(io.BytesIO(whole), receipts, **how)


@rows("vector", BARE["die"], ids=title)
def test_dice_follow_from_the_secret_and_the_number(vector: dict[str, Any]) -> None:
    key = hashes.cast_key(
        H(vector["seed"]),
        led=H(vector["led"]),
        pid=H(vector["pid"]),
        k=vector["k"],
        cn=H(vector["cn"]),
        x=H(vector["x"]),
    )
    assert key.hex() == vector["key"]
    dice, number = [], 0
    for count, sides in vector["req"]:
        dice.append([sides, [die(key, vector["r"], j, sides) for j in range(number, number + count)]])
        number += count
    assert dice == vector["dice"]


@rows("vector", BARE["pick"])
def test_a_word_that_would_favour_a_face_is_refused(vector: dict[str, Any]) -> None:
    assert pick(vector["words"], vector["sides"]) == vector["die"]


def entries_of(vectors: dict[str, Any]) -> list[Any]:
    return [vector for vector in vectors["hash"] if vector["what"] == "entry"]


@rows("vector", entries_of(BARE), ids=lambda vector: str(vector["t"]))
def test_an_entry_has_its_canonical_form_and_its_hash(vector: dict[str, Any]) -> None:
    entry = read_line(vector["canon"].encode("utf-8"))
    assert canon(entry) == vector["canon"].encode("utf-8")
    assert hashes.entry_hash(entry).hex() == vector["out"]


DIGESTS: dict[str, Any] = {
    "client": lambda v: hashes.browser_number(H(v["rnd"]), v["phrase"]).hex(),
    "field": lambda v: hashes.sealed_text(v["name"], H(v["salt"]), v["value"]).hex(),
    "typed": lambda v: hashes.typed_number(v["words"]).hex(),
    "server": lambda v: hashes.server_number(H(v["led"]), H(v["pid"]), v["k"]).hex(),
    "code": lambda v: list(hashes.head_code(H(v["h"]))),
    "place": lambda v: hashes.sealed_text("place", H(v["salt"]), canon([v["thr"], v["post"]]).decode()).hex(),
    "request": lambda v: hashes.request_digest(json.loads(v["canon"])).hex(),
}


@rows("vector", [v for v in BARE["hash"] + FULL["hash"] if v["what"] != "entry"], ids=lambda vector: str(vector["what"]))
def test_every_digest_is_the_published_one(vector: dict[str, Any]) -> None:
    assert DIGESTS[vector["what"]](vector) == vector["out"]


@rows("vector", BARE["canon"])
def test_values_have_their_canonical_bytes(vector: dict[str, Any]) -> None:
    assert canon(vector["in"]).hex() == vector["out_hex"]
    assert read_line(H(vector["out_hex"])) == vector["in"]


def test_the_bare_ledger_is_good_and_gives_its_report() -> None:
    report = checked(ledger_of(BARE, {"keep": 19, "then": []}))
    assert report.refusal is None
    told = report.as_json()
    assert {key: told[key] for key in BARE["ledger_report"]} == BARE["ledger_report"]
    assert (report.bare, report.camp, report.after, report.pinned) == (True, None, None, False)


def test_the_full_ledger_is_good_and_gives_its_report() -> None:
    genesis = json.loads(FULL["ledger"][0])["e"]
    report = checked(ledger_of(FULL, {"keep": 37, "then": []}), key=genesis["key"])
    pack = "pack-17bc46bfa2b2b7796378c6bf3458d0c3ac999edcf4c6cd269e62fd7040fbbbbd/1"
    assert report.refusal is None
    assert (report.bare, report.camp, report.after) == (False, genesis["camp"], genesis["after"])
    assert (report.entries, report.casts, report.signatures, report.pinned) == (37, 11, 37, True)
    assert (report.reseals, report.restores, report.voided, report.voided_binds) == (4, 1, 3, 1)
    assert report.unruled == {"bgrade/1": 3, "faserip/1": 1, pack: 1}
    assert report.levels == {"site": 3, "yours": 7, "witnessed": 1}
    assert (report.sealed, report.open_binds) == (0, 0)


def test_a_secret_cast_is_counted_for_its_roller_and_thread_until_it_is_revealed() -> None:
    report = checked(ledger_of(FULL, {"keep": 14, "then": []}))
    secret = json.loads(FULL["ledger"][11])["e"]
    hidden = json.loads(FULL["ledger"][10])["e"]
    assert report.sealed == 2
    assert report.sealed_by == [
        {"pid": hidden["pid"], "thr": None, "casts": 1},
        {"pid": secret["pid"], "thr": secret["thr"], "casts": 1},
    ]


@rows("case", BARE["reject"], ids=title)
def test_a_bent_bare_ledger_is_refused_with_the_published_error(case: dict[str, Any]) -> None:
    assert verdict(checked(ledger_of(BARE, case), *case["receipts"])) == (case["error"], case["entry"])


@rows("case", FULL["reject"], ids=title)
def test_a_bent_full_ledger_is_refused_with_the_published_error(case: dict[str, Any]) -> None:
    """Signatures, most of the time, are checked where the fault is one of them; the good ledger is checked with all of them."""
    signed: Signed = "every" if case["error"] in SIGNED or case["receipts"] else "none"
    assert verdict(checked(ledger_of(FULL, case), *case["receipts"], signed=signed)) == (case["error"], case["entry"])


@rows("case", FULL["receipts"], ids=title)
def test_receipts_prove_what_was_there(case: dict[str, Any]) -> None:
    wanted = (case["error"], case["entry"]) if case["error"] else None
    assert verdict(checked(ledger_of(FULL, case), *case["receipts"])) == wanted


def test_every_receipt_of_the_bare_ledger_fits_and_reads_back() -> None:
    assert verdict(checked(ledger_of(BARE, {"keep": 19, "then": []}), *BARE["receipts"])) is None
    assert [str(hashes.read_receipt(text)) for text in BARE["receipts"]] == BARE["receipts"]


def test_a_ledger_with_every_opening_removed_keeps_its_head_and_its_receipts() -> None:
    lines = [json.loads(line) for line in FULL["ledger"]]
    bare = b"".join(canon({key: part for key, part in line.items() if key != "o"}) + b"\n" for line in lines)
    report = checked(bare, *FULL["receipts"][1]["receipts"])
    whole = checked(ledger_of(FULL, {"keep": 37, "then": []}))
    openings = sum(len(line.get("o", [])) for line in lines)
    assert (report.refusal, report.head) == (None, whole.head)
    assert (openings > 0, report.redacted) == (True, whole.redacted + openings)


def test_a_receipt_of_another_ledger_is_refused_without_signatures_too() -> None:
    whole = ledger_of(FULL, {"keep": 37, "then": []})
    assert verdict(checked(whole, BARE["receipts"][8], signed="none")) == ("E_RECEIPT", -1)


def test_a_receipt_of_another_shape_is_refused() -> None:
    good = BARE["receipts"][8]
    for bent in (
        good.upper(),
        good + " ",
        good[:-1],
        good.replace(":8:", ":-8:"),
        good.replace(":8:", f":{2**53}:"),
        "",
    ):
        with pytest.raises(Breach, match="^E_RECEIPT"):
            hashes.read_receipt(bent)
