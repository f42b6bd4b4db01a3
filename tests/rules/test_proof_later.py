"""Binds and their witnesses, reveals, choices and voids, each with one rule broken and all signatures right."""

from __future__ import annotations

from tests.rules.rows import rows
from tests.rules.vroll.book import (
    ENTRY,
    Bend,
    Book,
    bends,
    bound_cast,
    pid,
    refused,
    requested,
    secret_cast,
    token,
    verdict,
)


@bends(
    ("by a stranger", "E_LANE", lambda b: b.bind_entry("ann", pid=pid("cleo"))),
    ("of another envelope", "E_SEQ", lambda b: b.bind_entry("ann", k=3)),
    ("head to come", "E_SEEN", lambda b: b.bind_entry("ann", seen=[9, token("x")])),
    ("head before the envelope", "E_LATE", lambda b: b.bind_entry("ann", seen=[0, b.heads[0]])),
    ("no witness", "E_WITNESS", lambda b: b.bind_entry("ann", w=0)),
    ("nine witnesses", "E_WITNESS", lambda b: b.bind_entry("ann", w=9)),
    ("named witness and another", "E_WITNESS", lambda b: b.bind_entry("ann", w=2)),
    ("witness of herself", "E_WITNESS", lambda b: b.bind_entry("ann", who=pid("ann"))),
    ("witness who is a stranger", "E_WITNESS", lambda b: b.bind_entry("ann", who=pid("cleo"))),
    ("dice thrown already", "E_SCHEMA", lambda b: b.bind_entry("ann", rolls=[requested("3d6") | {"dice": []}])),
    ("die of no sides", "E_SIDES", lambda b: b.bind_entry("ann", rolls=[requested("3d6") | {"open": [0]}])),
    ("too many dice", "E_COUNT", lambda b: b.bind_entry("ann", rolls=[requested("3d6") | {"req": [[1001, 6]]}])),
    ("sealed place", "E_SCHEMA", lambda b: b.bind_entry("ann", f={"place": token("x")})),
)
def test_a_bind_is_checked(error: str, bend: Bend) -> None:
    book = Book()
    assert refused(book, bend(book)) == (error, 4)


def wit(book: Book, name: str, **changes: object) -> ENTRY:
    return book.entry("wit", pid=pid(name), ref=5, n=token("n"), cs="browser", **changes)


@bends(
    ("answer to no bind", "E_BIND", lambda b: wit(b, "bob") | {"ref": 4}),
    ("answer of a stranger", "E_WITNESS", lambda b: wit(b, "cleo")),
    ("answer of the roller", "E_WITNESS", lambda b: wit(b, "ann")),
    ("answer of somebody else", "E_WITNESS", lambda b: wit(b, "gm")),
    ("number of an earlier cast", "E_NUMBER", lambda b: wit(b, "bob") | {"n": b.entries[4]["cn"]}),
    ("second bind", "E_BIND", lambda b: b.bind_entry("ann")),
    ("cast of its own", "E_BIND", lambda b: b.cast_entry("ann")),
    ("cast before the answer", "E_WITNESS", lambda b: bound_cast(b, 5, [])),
    ("cast with another head", "E_BIND", lambda b: bound_cast(b, 5, [], seen=[3, b.heads[3]])),
    ("cast with another roll", "E_BIND", lambda b: bound_cast(b, 5, [], rolls=b.cast_entry("ann", "4d6")["rolls"])),
    ("secret cast", "E_BIND", lambda b: {k: v for k, v in bound_cast(b, 5, []).items() if k != "seed"}),
)
def test_an_open_bind_is_answered_and_kept(error: str, bend: Bend) -> None:
    book = Book()
    book.cast("bob")
    book.bind("ann")
    assert refused(book, bend(book)) == (error, 6)


@bends(
    ("second answer", "E_WITNESS", lambda b: wit(b, "bob") | {"n": token("m"), "ref": 4}),
    ("dice without the answer", "E_DICE", lambda b: bound_cast(b, 4, [])),
    ("void", "E_BIND", lambda b: b.entry("void", ref=4, r=None, by=pid("gm"), f={"why": token("w")})),
)
def test_an_answered_bind_is_settled(error: str, bend: Bend) -> None:
    book = Book()
    book.answer("bob", book.bind("ann"))
    assert refused(book, bend(book)) == (error, 6)


def test_a_bind_that_names_nobody_takes_as_many_answers_as_it_asked_for() -> None:
    book = Book(full=False)
    unnamed = {key: part for key, part in book.bind_entry("ann").items() if key != "who"}
    book.put(unnamed)
    book.answer("bob", 4)
    assert verdict(book.check()) is None
    assert refused(book, wit(book, "gm") | {"ref": 4}) == ("E_WITNESS", 6)


def test_where_a_witness_is_required_a_cast_without_a_bind_is_refused() -> None:
    book = Book(minwit=1)
    assert refused(book, book.cast_entry("ann")) == ("E_WITNESS", 4)


def test_the_rolls_of_a_secret_cast_hold_two_seals_and_nothing_else() -> None:
    for bent in ({"purpose": token("p")}, {"purpose": token("p"), "spec": "ab"}, {"purpose": token("p"), "spec": None}):
        book = Book()
        secret_cast(book, "ann", "2d6")
        secret = book.entries[4] | {"rolls": [{"f": bent}]}
        bare = Book()
        assert refused(bare, secret) == ("E_SCHEMA", 4)


def reveal(book: Book, rolls: list[ENTRY], /, **changes: object) -> ENTRY:
    return book.entry("reveal", ref=4, by=pid("ann"), seed=book.secret("ann", 0), rolls=rolls) | changes


@rows(
    ("error", "changes"),
    [
        ("E_REF", {"ref": 3}),
        ("E_REF", {"ref": -1}),
        ("E_NOT_GM", {"by": pid("bob")}),
        ("E_ENVELOPE", {"seed": token("x")}),
        ("E_COUNT", {"rolls": []}),
        ("E_SCHEMA", {"rolls": [{}]}),
        ("E_SCHEMA", {"rolls": None}),
    ],
)
def test_a_reveal_is_checked(error: str, changes: ENTRY) -> None:
    book = Book()
    _, rolls = secret_cast(book, "ann", "2d6")
    assert refused(book, reveal(book, rolls, **changes)) == (error, 5)


@rows(
    ("error", "changes"),
    [
        ("E_SPEC", {"spec": {}}),
        ("E_SPEC", {"salt": token("x")}),
        ("E_COUNT", {"dice": []}),
        ("E_DICE", {"dice": [[6, [7, 7]]]}),
        ("E_RESULT", {"res": {"total": 12}}),
        ("E_SCHEMA", {"res": []}),
    ],
)
def test_a_revealed_roll_is_checked(error: str, changes: ENTRY) -> None:
    book = Book()
    _, rolls = secret_cast(book, "ann", "2d6")
    assert refused(book, reveal(book, [rolls[0] | changes])) == (error, 5)
    assert verdict(Book().check()) is None


def test_a_gm_and_the_roller_reveal_a_cast_once() -> None:
    for by in ("gm", "ann"):
        book = Book()
        _, rolls = secret_cast(book, "ann", "2d6")
        book.add("role", pid=pid("ann"), role="out", by=None)
        book.put(reveal(book, rolls, by=pid(by)))
        assert verdict(book.check()) is None
        assert refused(book, reveal(book, rolls)) == ("E_TWICE", 7)


def open_die(book: Book) -> None:
    """Entry 4: a roll by rules unknown here, with an open die of ten sides and a plain roll beside it."""
    entry = book.cast_entry("ann", "2d6", "1d20")
    entry["rolls"][0] |= {"rv": "pack-ab/1", "open": [10]}
    book.used("ann", entry)


def choice(book: Book, **changes: object) -> ENTRY:
    return book.entry("choose", ref=4, r=0, by=pid("ann"), set=[10], res={}) | changes


@bends(
    ("no cast", "E_REF", lambda b: choice(b, ref=2)),
    ("no roll", "E_REF", lambda b: choice(b, r=2)),
    ("roll before the first", "E_REF", lambda b: choice(b, r=-1)),
    ("by the GM", "E_CHOOSER", lambda b: choice(b, by=pid("gm"))),
    ("above its sides", "E_CHOICE", lambda b: choice(b, set=[11])),
    ("two for one", "E_CHOICE", lambda b: choice(b, set=[1, 1])),
    ("roll without open dice", "E_CHOICE", lambda b: choice(b, r=1, set=[])),
    ("no number", "E_SCHEMA", lambda b: choice(b, set=["1"])),
)
def test_a_choice_is_checked(error: str, bend: Bend) -> None:
    book = Book()
    open_die(book)
    assert refused(book, bend(book)) == (error, 5)


def test_a_choice_stands_until_a_gm_voids_it() -> None:
    book = Book()
    open_die(book)
    book.put(choice(book))
    voided = book.entry("void", ref=5, r=None, by=pid("gm"), f={"why": token("why")})
    book.put(voided)
    book.put(choice(book, set=[1]))
    assert verdict(book.check()) is None
    assert refused(book, choice(book)) == ("E_TWICE", 8)


def void(book: Book, **changes: object) -> ENTRY:
    return book.entry("void", ref=4, r=0, by=pid("gm"), f={"why": token("why")}) | changes


@bends(
    ("of a join", "E_REF", lambda b: void(b, ref=2)),
    ("of a roll that is not there", "E_REF", lambda b: void(b, r=1)),
    ("of a choice's roll", "E_REF", lambda b: void(b, ref=5)),
    ("by a player", "E_NOT_GM", lambda b: void(b, by=pid("ann"))),
    ("twice", "E_TWICE", lambda b: void(b, ref=5, r=None)),
    ("without a reason", "E_SCHEMA", lambda b: void(b, f={})),
)
def test_a_void_is_checked(error: str, bend: Bend) -> None:
    book = Book()
    book.cast("ann")
    book.bind("ann")
    book.put(void(book, ref=5, r=None))
    assert refused(book, bend(book)) == (error, 7)
