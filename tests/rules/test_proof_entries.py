"""Every kind of entry, re-signed by an operator who breaks one rule of it: the checker names that rule."""

from __future__ import annotations

from rules.catalogue import by_rv
from rules.dice.source import die
from rules.proof import write
from rules.proof.draw import draw
from tests.rules.vroll.book import (
    ENTRY,
    Bend,
    Book,
    bends,
    bound_cast,
    pid,
    refused,
    secret_cast,
    server_number,
    site_key,
    token,
    verdict,
)


def test_a_whole_story_is_good() -> None:
    book = Book()
    book.cast("ann", "1d20+5", "4d6kh3")
    asked = book.bind("ann")
    book.answer("bob", asked)
    answers = [(bytes.fromhex(book.entries[-1]["pid"]), bytes.fromhex(book.entries[-1]["n"]))]
    book.used("ann", bound_cast(book, asked, answers))
    hidden, rolls = secret_cast(book, "gm", "2d6")
    book.add("reveal", ref=hidden, by=pid("gm"), seed=book.secret("gm", 0), rolls=rolls)
    voided = book.bind("bob", who=pid("gm"))
    book.add("void", ref=voided, r=None, by=pid("gm"), f={"why": token("why")})
    for name in ("gm", "ann", "bob"):
        book.add("reseal", pid=pid(name), k=book.k[name], next=book.envelope(name, book.k[name]))
    following = site_key("second")
    book.add("key", key=following.public_key().public_bytes_raw().hex())
    book.signer = following
    book.cast("bob", "1d100", cs="server", cn=server_number(book, "bob"))
    book.add("close")
    report = book.check(book.receipt(9))
    assert verdict(report) is None
    assert report.levels == {"site": 1, "yours": 2, "witnessed": 1}
    assert (report.restores, report.voided_binds, report.unruled) == (1, 1, {})


@bends(
    ("another version", "E_VERSION", lambda b: b.cast_entry("ann") | {"v": 2}),
    ("version true", "E_VERSION", lambda b: b.cast_entry("ann") | {"v": True}),
    ("unknown kind", "E_SCHEMA", lambda b: b.entry("wish")),
    ("kind that is no text", "E_SCHEMA", lambda b: b.entry("join") | {"t": ["join"]}),
    ("key too many", "E_SCHEMA", lambda b: b.entry("close", why="tired")),
    ("number left out", "E_INDEX", lambda b: b.entry("close") | {"i": len(b.entries) + 1}),
    ("number true", "E_INDEX", lambda b: b.entry("close") | {"i": True}),
    ("other past", "E_PREV", lambda b: b.entry("close") | {"prev": token("past")}),
    ("other ledger", "E_LEDGER", lambda b: b.entry("close") | {"led": token("other", 16)}),
    ("time falls", "E_TIME", lambda b: b.entry("close") | {"ts": 1}),
    ("time is a text", "E_TIME", lambda b: b.entry("close") | {"ts": "noon"}),
    ("genesis again", "E_SCHEMA", lambda b: b.entry("genesis", key=b.public(), minwit=0)),
)
def test_the_keys_that_all_entries_share_are_checked(error: str, bend: Bend) -> None:
    book = Book()
    assert refused(book, bend(book)) == (error, 4)


@bends(
    ("join again", "E_LANE", lambda b: b.entry("join", pid=pid("ann"), role="gm", next=token("x"))),
    ("join without an envelope", "E_SCHEMA", lambda b: b.entry("join", pid=pid("cleo"), role="gm", next="")),
    ("role of a stranger", "E_LANE", lambda b: b.entry("role", pid=pid("cleo"), role="gm", by=None)),
    ("role as it is", "E_TWICE", lambda b: b.entry("role", pid=pid("ann"), role="player", by=None)),
    ("role by a player", "E_NOT_GM", lambda b: b.entry("role", pid=pid("ann"), role="gm", by=pid("bob"))),
    ("role by a stranger", "E_NOT_GM", lambda b: b.entry("role", pid=pid("ann"), role="gm", by=pid("cleo"))),
    ("reseal of a stranger", "E_LANE", lambda b: b.entry("reseal", pid=pid("cleo"), k=0, next=token("x"))),
    ("reseal of another number", "E_SEQ", lambda b: b.entry("reseal", pid=pid("gm"), k=1, next=token("x"))),
    ("reseal of the second lane", "E_SEQ", lambda b: b.entry("reseal", pid=pid("ann"), k=0, next=token("x"))),
    ("key that is none", "E_SCHEMA", lambda b: b.entry("key", key="ab")),
)
def test_entries_about_the_ledger_are_checked(error: str, bend: Bend) -> None:
    book = Book()
    assert refused(book, bend(book)) == (error, 4)


def test_a_genesis_with_a_strange_value_is_refused() -> None:
    for strange in (
        {"minwit": 9},
        {"minwit": True},
        {"led": "ab"},
        {"key": 1},
        {"after": ["ab", 1, "cd"]},
        {"camp": None},
    ):
        book = Book()
        whole = book.entries[0] | strange
        book.lines, book.entries, book.heads = [], [], []
        book.lines = [write.line(whole, "00" * 64)]
        assert verdict(book.check(signed="none")) == ("E_SCHEMA", 0), strange


def test_a_pinned_key_must_be_the_ledgers() -> None:
    book = Book()
    assert verdict(book.check(key=token("other key"))) == ("E_KEY", 0)
    assert verdict(book.check(key=book.public())) is None


def test_the_file_must_not_end_within_a_restore() -> None:
    book = Book()
    book.add("reseal", pid=pid("gm"), k=0, next=book.envelope("gm", 0))
    assert verdict(book.check()) == ("E_SEQ", 5)
    book.add("close")
    assert verdict(book.check()) == ("E_SEQ", 5)


def test_a_bare_ledger_reseals_one_lane_and_needs_no_source_of_numbers() -> None:
    book = Book(full=False)
    book.add("reseal", pid=pid("ann"), k=0, next=book.envelope("ann", 0))
    entry = book.cast_entry("ann")
    entry.pop("cs")
    book.used("ann", entry)
    report = book.check()
    assert verdict(report) is None
    assert (report.bare, report.reseals, report.restores, report.levels["site"]) == (True, 1, 0, 1)


def test_an_entry_after_the_close_is_refused() -> None:
    book = Book()
    book.add("close")
    assert refused(book, book.entry("close")) == ("E_CLOSED", 5)


@bends(
    ("by a stranger", "E_LANE", lambda b: b.cast_entry("ann") | {"pid": pid("cleo")}),
    ("envelope left out", "E_SEQ", lambda b: b.cast_entry("ann", k=1)),
    ("head of another entry", "E_SEEN", lambda b: b.cast_entry("ann", seen=[2, b.heads[3]])),
    ("head to come", "E_SEEN", lambda b: b.cast_entry("ann", seen=[4, b.heads[3]])),
    ("head before the envelope", "E_LATE", lambda b: b.cast_entry("ann", seen=[1, b.heads[1]])),
    ("no roll", "E_SCHEMA", lambda b: b.cast_entry("ann") | {"rolls": []}),
    ("33 rolls", "E_SCHEMA", lambda b: b.cast_entry("ann", *["1d2"] * 33)),
    ("roll that is none", "E_SCHEMA", lambda b: b.cast_entry("ann") | {"rolls": [7]}),
    ("bind that is not there", "E_BIND", lambda b: b.cast_entry("ann", bind=3)),
    ("number nobody sent", "E_NUMBER", lambda b: b.cast_entry("ann", cs="server")),
    ("other secret", "E_ENVELOPE", lambda b: b.cast_entry("ann") | {"seed": token("x")}),
    ("place in public", "E_SCHEMA", lambda b: b.cast_entry("ann", f={"place": token("x")})),
)
def test_a_cast_is_checked(error: str, bend: Bend) -> None:
    book = Book()
    assert refused(book, bend(book)) == (error, 4)


@bends(
    ("request id again", "E_RID", lambda b: b.cast_entry("ann", rid=b.entries[4]["rid"])),
    ("number again", "E_NUMBER", lambda b: b.cast_entry("ann", cn=b.entries[4]["cn"])),
    ("envelope again", "E_SEQ", lambda b: b.cast_entry("ann", k=0)),
    ("head before the new envelope", "E_LATE", lambda b: b.cast_entry("ann", seen=[3, b.heads[3]])),
)
def test_a_second_cast_is_checked_against_the_first(error: str, bend: Bend) -> None:
    book = Book()
    book.cast("ann")
    assert refused(book, bend(book)) == (error, 5)


A_THOUSAND_AND_ONE = {"rv": "pack-ab/1", "req": [[1000, 6]], "dice": [[6, [1] * 1000], [6, [1]]]}


def with_roll(book: Book, notation: str, /, **changes: object) -> ENTRY:
    entry = book.cast_entry("ann", notation)
    entry["rolls"][0] |= changes
    return entry


@bends(
    ("rules version", "E_SCHEMA", lambda b: with_roll(b, "2d6", rv="dice/01")),
    ("expression beyond ASCII", "E_SCHEMA", lambda b: with_roll(b, "2d6", expr="2w6 für Zoë")),
    ("values that are no numbers", "E_SCHEMA", lambda b: with_roll(b, "2d6", dice=[[6, [True, 1]]])),
    ("fixed die above its sides", "E_SIDES", lambda b: with_roll(b, "2d6", fix=[[6, 7]])),
    ("fewer than no dice", "E_COUNT", lambda b: with_roll(b, "2d6", req=[[-1, 6]])),
    ("thousand dice and one", "E_COUNT", lambda b: with_roll(b, "1d6", **A_THOUSAND_AND_ONE)),
    ("extra die of no sides", "E_SIDES", lambda b: with_roll(b, "1d6", dice=[*b_dice(b, "1d6"), [0, []]])),
    ("face that was not thrown", "E_DICE", lambda b: with_roll(b, "2d6", dice=[[6, [7, 7]]])),
    ("face of nought", "E_DICE", lambda b: with_roll(b, "2d6", dice=[[6, [0, 0]]])),
    ("expression of other dice", "E_COUNT", lambda b: with_roll(b, "2d6", expr="3d6")),
    ("expression that is no roll", "E_COUNT", lambda b: with_roll(b, "2d6", expr="((((")),
    ("expression in another print", "E_COUNT", lambda b: with_roll(b, "2d6", expr="2d6 + 0")),
    ("open die that the expression has not", "E_COUNT", lambda b: with_roll(b, "2d6", open=[10])),
    ("fixed die that the expression has not", "E_COUNT", lambda b: with_roll(b, "2d6", fix=[[10, 1]])),
    ("other total", "E_RESULT", lambda b: with_roll(b, "2d6", res={"total": 13})),
    ("outcome of another modifier", "E_RESULT", lambda b: with_roll(b, "2d6", expr="2d6+1")),
)
def test_a_roll_is_checked(error: str, bend: Bend) -> None:
    book = Book()
    assert refused(book, bend(book)) == (error, 4)


def b_dice(book: Book, expr: str) -> list[list[object]]:
    dice: list[list[object]] = book.cast_entry("ann", expr)["rolls"][0]["dice"]
    return dice


def test_extra_dice_are_those_that_the_rules_ask_for() -> None:
    book = Book()
    entry = book.cast_entry("ann", "100d6!")
    dice = entry["rolls"][0]["dice"]
    assert len(dice) > 2, "the explosions of this book go through two waves"
    assert verdict_with(book, dice) is None
    assert verdict_with(book, dice[:-1]) == ("E_COUNT", 4)
    assert verdict_with(book, dice[:1]) == ("E_COUNT", 4)
    one_more = [*dice, [6, [next_face(book, dice)]]]
    assert verdict_with(book, one_more) == ("E_COUNT", 4)


def verdict_with(book: Book, dice: list[list[object]]) -> tuple[str, int] | None:
    entry = book.cast_entry("ann", "100d6!")
    entry["rolls"][0]["dice"] = dice
    bent = Book()
    bent.put(entry)
    return verdict(bent.check())


def next_face(book: Book, dice: list[list[object]]) -> object:
    key = book.cast_key("ann", book.request("ann"))
    return die(key, 0, sum(len(faces) for _, faces in dice), 6)  # type: ignore[arg-type]


def test_rules_that_nobody_has_here_are_named_as_unruled() -> None:
    book = Book()
    book.used("ann", with_roll(book, "2d6", rv="pack-ab/1", res={"anything": "goes"}))
    report = book.check()
    assert (verdict(report), report.unruled) == (None, {"pack-ab/1": 1})


def test_a_roll_without_a_recorded_outcome_is_unruled_and_has_no_extra_dice() -> None:
    book = Book()
    book.used("ann", with_roll(book, "2d6", res={}))
    assert book.check().unruled == {"dice/1": 1}
    entry = book.cast_entry("bob", "100d6!")
    entry["rolls"][0]["res"] = {}
    assert refused(book, entry) == ("E_COUNT", 5)


def test_dice_are_drawn_as_the_checker_draws_them() -> None:
    book = Book()
    entry = book.entries[book.cast("ann", "2d6", "100d6!")]
    system = by_rv("dice/1")
    assert system is not None
    key = book.cast_key("ann", entry)
    again = draw(key, 1, system.parse("100d6!"), system)
    assert [[sides, list(faces)] for sides, faces in again] == entry["rolls"][1]["dice"]
