"""`python -m rules.proof --table`: rolls by a campaign's own table of results are checked by whoever holds that table."""

from __future__ import annotations

from pathlib import Path

import pytest

from rules.catalogue import by_rv, by_table, find_with
from rules.errors import RuleError
from rules.proof import write
from rules.proof.__main__ import main
from rules.proof.draw import draw
from rules.systems.faserip.system import SYSTEM, Faserip
from rules.systems.faserip.table import CLASSIC
from rules.tabled import Tabled
from tests.rules.vroll.book import Book, token

OWN = Faserip().with_rows({"Good": (1, 41, 100), "Class 5000": (2, 2, 2)})
OTHER = Faserip().with_rows({"Poor": (56, 86, 99)})


def book_by(system: Tabled, **bent: object) -> Book:
    """A ledger with one FEAT by that system's table."""
    book = Book()
    asked, declared = book.request("ann"), system.parse("feat Good")
    dice = draw(book.cast_key("ann", asked), 0, declared, system)
    purpose = write.seal("purpose", token("salt"), "feat Good")
    roll = write.roll(declared, dice, system.result(declared, dice), char=None, purpose=purpose) | bent
    following = book.envelope("ann", asked["k"] + 1)
    book.used("ann", book.entry("cast", **asked, rolls=[roll], next=following, seed=book.secret("ann", asked["k"])))
    return book


def kept(folder: Path, book: Book, *tables: str | bytes) -> list[str]:
    """The arguments that check that ledger with these tables, all laid into the folder."""
    ledger = folder / "ledger.jsonl"
    ledger.write_text("".join(book.lines), "utf-8", newline="")
    told = [str(ledger)]
    for place, table in enumerate(tables):
        file = folder / f"table{place}.txt"
        file.write_bytes(table if isinstance(table, bytes) else table.encode())
        told += ["--table", str(file)]
    return told


def test_a_roll_by_an_unknown_table_is_reported_as_not_checked(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(kept(tmp_path, book_by(OWN))) == 0
    missing = f"1 rolls by {OWN.rv}: dice proven, outcome not checked, for want of that campaign's table (--table FILE)."
    assert missing in capsys.readouterr().out
    assert main(kept(tmp_path, book_by(OWN), OTHER.print_table())) == 0
    assert missing in capsys.readouterr().out


def test_a_roll_is_checked_by_the_table_that_is_given(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    tables = OTHER.print_table(), OWN.print_table()
    assert main(kept(tmp_path, book_by(OWN), *tables)) == 0
    assert "not checked" not in capsys.readouterr().out.replace("whose ledger it is was not checked", "")
    bent = book_by(OWN, res={"colour": "Red"})
    assert main(kept(tmp_path, bent)) == 0
    assert main(kept(tmp_path, bent, *tables)) == 1
    assert "E_RESULT" in capsys.readouterr().out


def test_a_table_may_be_typed_loosely_as_long_as_it_says_the_same(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    loose = OWN.print_table().replace("Class 5000: White 1, Red 2-100", "class5000 : white 1-1 , red 2 – 100").replace("\n", "\r\n")
    assert loose.encode() != OWN.print_table().encode()
    assert main(kept(tmp_path, book_by(OWN, res={"colour": "Red"}), loose)) == 1


@pytest.mark.parametrize(
    ("table", "why"),
    [
        (b"", "is no table: The first line of a table names its rules, such as `faserip/1 table`."),
        (b"dice/1 table\nGood: Red 1-100\n", "is no table: The first line of a table names its rules"),
        (b"faserip/1 table\nGood: lots\n", "is no table: Good: “lots” is not clear."),
        (b"faserip/1 table\n" + b"x" * 5000, "is no table: A table has at most 4000 characters"),
        (b"\xff\xfe\x00", "is no table: a table is plain text."),
        ("missing", "cannot be read: No such file or directory."),
    ],
)  # fmt: skip
def test_a_table_that_cannot_be_read_is_refused_and_nothing_is_checked(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], table: bytes | str, why: str
) -> None:
    arguments = kept(tmp_path, book_by(OWN), *([table] if isinstance(table, bytes) else ()))
    if table == "missing":
        arguments += ["--table", str(tmp_path / "missing.txt")]
    assert main(arguments) == 2
    told = capsys.readouterr()
    assert (told.out, told.err.startswith("Not checked. "), why in told.err) == ("", True, True)


def test_a_system_is_found_by_the_print_of_its_table() -> None:
    assert by_table(OWN.print_table()).rv == OWN.rv
    assert by_table(SYSTEM.print_table()).rv == "faserip/1" if isinstance(SYSTEM, Tabled) else False
    find = find_with([OWN, OTHER])
    assert (find(OWN.rv), find(OTHER.rv), find("dice/1"), find("pack-0/1")) == (OWN, OTHER, by_rv("dice/1"), None)


def test_a_row_is_refused_with_its_rank_its_colour_and_what_would_be_right() -> None:
    for starts, why in {
        (46, 40, 98): "Good: Yellow begins at 40, below Green, which begins at 46. "
        "Yellow begins at 46 or above; at 46 itself, Green has no number.",
        (46, 76, 75): "Good: Red begins at 75, below Yellow, which begins at 76. "
        "Red begins at 76 or above; at 76 itself, Yellow has no number.",
        (0, 76, 98): "Good: Green begins at a number from 1 to 100, not at 0.",
        (46, 76, 101): "Good: Red begins at a number from 1 to 100, not at 101.",
        (46, 76): "Good needs the first numbers of Green, Yellow and Red.",
    }.items():
        for ask in (OWN.check_row, lambda name, row: OWN.with_rows({name: row})):
            with pytest.raises(RuleError) as refused:
                ask("Good", starts)
            assert refused.value.sentence == why


def test_every_row_gives_each_number_one_colour() -> None:
    edges = Faserip().with_rows({"Good": (1, 1, 1), "Poor": (100, 100, 100), "Typical": (50, 50, 60)})
    shown = {row.name: [(band.colour, band.first, band.last) for band in row.bands] for row in edges.rows({"blue_max": "0"})}
    assert shown["Good"] == [("Red", 1, 100)]
    assert shown["Poor"] == [("White", 1, 99), ("Red", 100, 100)]
    assert shown["Typical"] == [("White", 1, 49), ("Yellow", 50, 59), ("Red", 60, 100)]
    assert all(bands[0][1] == 1 and bands[-1][2] == 100 for bands in shown.values())
    assert by_table(edges.print_table()).rows({}) == edges.rows({})
    assert edges.with_rows(dict(zip(shown, CLASSIC.starts, strict=False))).rv == "faserip/1"


def test_beyond_has_a_row_of_its_own_where_it_is_played_with() -> None:
    assert [row.name for row in Faserip().rows({})][-1] == "Class 5000"
    assert Faserip().rows({"beyond": "on"})[-1].starts == (2, 21, 61)
    own = Faserip().with_rows({"Beyond": (1, 10, 50)})
    assert own.print_table().splitlines()[-1] == "Beyond: Green 1-9, Yellow 10-49, Red 50-100"
    assert by_table(own.print_table()).rows({"beyond": "on"})[-1].starts == (1, 10, 50)
    roll = own.parse("feat Beyond beyond=on")
    assert [own.result(roll, ((100, (face,)),))["colour"] for face in (5, 9, 10, 50)] == ["Blue", "Green", "Yellow", "Red"]
    assert own.with_rows({"Beyond": (2, 21, 61)}).rv == "faserip/1"
