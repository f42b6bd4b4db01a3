"""Openings beside an entry: they fit its seals, and everything stands without them."""

from __future__ import annotations

from typing import Any

from rules.proof import write
from rules.proof.canonical import canon
from tests.rules.rows import rows
from tests.rules.vroll.book import Book, secret_cast, token, verdict

SALT = token("salt 0")


def opened(openings: Any) -> tuple[str, int] | None:
    """The verdict on a cast whose roll seals the purpose "2d6", with these openings in its line."""
    book = Book()
    book.cast("ann", "2d6")
    line = {"e": book.entries[4], "h": book.heads[4], "s": "00" * 64, "o": openings}
    book.lines[4] = canon(line).decode() + "\n"
    return verdict(book.check(signed="none"))


def test_the_right_text_opens_its_seal() -> None:
    assert opened([write.opening(0, "purpose", SALT, "2d6")]) is None
    assert opened([]) is None


RIGHT = write.opening(0, "purpose", SALT, "2d6")


@rows(
    ("error", "openings"),
    [
        ("E_SCHEMA", {}),
        ("E_SCHEMA", [7]),
        ("E_SCHEMA", [RIGHT, RIGHT]),
        ("E_SCHEMA", [RIGHT | {"at": True}]),
        ("E_SCHEMA", [RIGHT | {"at": -2}]),
        ("E_SCHEMA", [RIGHT | {"salt": "ab"}]),
        ("E_SCHEMA", [RIGHT | {"value": None}]),
        ("E_FIELD", [RIGHT | {"at": 1}]),
        ("E_FIELD", [RIGHT | {"at": -1}]),
        ("E_FIELD", [RIGHT | {"name": "text"}]),
        ("E_FIELD", [RIGHT | {"name": "é" * 300}]),
        ("E_FIELD", [RIGHT | {"value": "3d6"}]),
        ("E_FIELD", [RIGHT | {"salt": token("x")}]),
    ],
    ids=lambda part: str(part)[:60],
)
def test_an_opening_that_does_not_fit_is_refused(error: str, openings: Any) -> None:
    assert opened(openings) == (error, 4)


def test_the_request_of_a_secret_roll_is_opened_by_a_reveal_alone() -> None:
    book = Book()
    _, rolls = secret_cast(book, "ann", "2d6")
    opening = write.opening(0, "spec", rolls[0]["salt"], canon(rolls[0]["spec"]).decode())
    book.lines[4] = write.line(book.entries[4], "00" * 64, [opening])
    assert verdict(book.check(signed="none")) == ("E_FIELD", 4)


@rows("part", [{"s": "ab"}, {"s": None}, {"h": 1}, {"e": []}, {"x": 1}], ids=str)
def test_a_line_of_another_shape_is_refused_without_signatures_too(part: dict[str, Any]) -> None:
    book = Book()
    line = {"e": book.entries[3], "h": book.heads[3], "s": "00" * 64} | part
    book.lines[3] = canon(line).decode() + "\n"
    error = {"s": "E_SIG", "h": "E_HASH"}.get(next(iter(part)), "E_SCHEMA")
    assert verdict(book.check(signed="none")) == (error, 3)
