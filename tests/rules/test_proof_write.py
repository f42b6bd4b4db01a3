"""Entries and lines as the site writes them."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from rules.dice.source import Listed
from rules.errors import RuleError
from rules.proof import hashes, write
from rules.proof.breach import Breach
from rules.proof.draw import deal
from rules.systems.dice.system import PlainDice
from tests.rules.vroll.book import Book, pid, token, verdict

VECTORS = json.loads((Path(__file__).parent / "vroll" / "vectors.json").read_text("utf-8"))


def test_a_published_line_is_written_again_byte_for_byte() -> None:
    for text in VECTORS["ledger"]:
        line = json.loads(text)
        assert write.line(line["e"], line["s"], line.get("o", [])) == text + "\n"


def test_the_signed_message_and_the_receipt_are_the_published_ones() -> None:
    line = json.loads(VECTORS["ledger"][4])
    led, head = line["e"]["led"], write.entry_hash(line["e"])
    assert head == "66f89241e3a8a96fb737fb8895432f4e4e4cdf205a51323411a14042992ca32a"
    assert write.sign_message(led, 4, head).hex() == (
        "76726f6c6c2f312f68656164008e907e952992786c960863d3593fca2e000000000000000466f89241e3a8a96fb737fb8895432f4e"
        "4e4cdf205a51323411a14042992ca32a"
    )
    assert write.receipt(led, 4, head, line["s"]) == VECTORS["receipts"][4]


def test_a_ledger_of_written_entries_is_full_and_good_with_its_openings() -> None:
    book = Book()
    book.put(write.role(book.link(), pid=pid("bob"), role="gm", by=pid("gm")))
    salts = [token("one"), token("two")]
    entry = book.cast_entry("ann", "2d6", f={"text": write.seal("text", salts[0], "Zoë kicks.")})
    entry["rolls"][0]["f"]["purpose"] = write.seal("purpose", salts[1], "")
    openings = [write.opening(-1, "text", salts[0], "Zoë kicks."), write.opening(0, "purpose", salts[1], "")]
    book.put(entry, openings)
    report = book.check()
    assert (verdict(report), report.bare, report.redacted) == (None, False, 0)
    assert '"o":[' in book.lines[-1]
    assert '"o":[' not in book.lines[-2]


def test_a_cast_holds_the_request_as_it_came() -> None:
    book = Book()
    request = write.Request(
        pid=pid("ann"), k=0, rid=token("r", 16), cn=token("n"), cs="browser", seen=(3, book.heads[3]),
        post=token("p", 16), thr=None,
    )  # fmt: skip
    seed, envelope = book.secret("ann", 0), book.envelope("ann", 1)
    rolls = book.cast_entry("ann", "2d6", cn=token("n"))["rolls"]
    entry = write.cast(book.link(), request, rolls, seals={}, next=envelope, seed=seed)
    assert entry == {
        "v": 1, "t": "cast", "i": 4, "led": book.led, "prev": book.heads[3], "ts": 1004, "pid": pid("ann"), "k": 0,
        "rid": token("r", 16), "cn": token("n"), "cs": "browser", "seen": [3, book.heads[3]], "post": token("p", 16),
        "thr": None, "rolls": rolls, "f": {}, "next": envelope, "seed": seed,
    }  # fmt: skip
    book.put(entry)
    assert verdict(book.check()) is None


def test_a_choice_names_the_roll_the_roller_and_the_values() -> None:
    book = Book()
    entry = write.choose(book.link(), ref=4, r=0, by=pid("ann"), values=(7, 8), res={"sum": 15})
    assert entry == book.entry("choose", ref=4, r=0, by=pid("ann"), set=[7, 8], res={"sum": 15})


def test_a_text_with_half_a_surrogate_pair_cannot_be_written() -> None:
    book = Book()
    with pytest.raises(Breach, match="^E_CANON"):
        write.line(book.entry("close"), "00" * 64, [write.opening(-1, "text", token("s"), "\ud800")])


def test_extra_waves_are_drawn_until_the_rules_ask_for_none() -> None:
    system = PlainDice()
    declaration = system.parse("2d6!+1d4!")
    dice = deal(Listed([6, 6, 4, 6, 1, 2, 3]), declaration, system)
    assert dice == ((6, (6, 6)), (4, (4,)), (6, (6, 1)), (4, (2,)), (6, (3,)))


def test_a_roll_that_grows_beyond_a_thousand_dice_is_refused() -> None:
    class Endless(PlainDice):
        def extra(self, declaration: object, dice: object) -> tuple[tuple[int, int], ...]:
            return ((400, 6),)

    system = Endless()
    with pytest.raises(RuleError, match="at most 1000"):
        deal(Listed([1] * 1000), system.parse("2d6"), system)


def test_the_typed_number_is_the_browsers_with_nought_for_chance() -> None:
    assert hashes.typed_number("correct horse battery") == hashes.browser_number(hashes.NOUGHT, "correct horse battery")
