"""`python -m rules.proof`: exit codes and what is printed."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from rules.proof.__main__ import main
from rules.proof.checker import check
from rules.proof.signatures import is_signed
from tests.rules.vroll.book import Book, secret_cast, token, verdict

ROOT = Path(__file__).parents[2]


@pytest.fixture
def book() -> Book:
    book = Book()
    book.cast("ann", "2d6+3")
    secret_cast(book, "gm", "1d100")
    return book


@pytest.fixture
def file(book: Book, tmp_path: Path) -> Path:
    file = tmp_path / "ledger.jsonl"
    file.write_text("".join(book.lines), "utf-8", newline="")
    return file


def test_a_good_ledger_exits_with_nought_and_says_what_was_not_checked(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main([str(file)]) == 0
    printed = capsys.readouterr().out
    assert "is good: 6 entries, 2 casts, 2 dice. 6 signatures hold." in printed
    assert "Secret casts not revealed: 1." in printed
    assert "whose ledger it is was not checked" in printed


def test_a_pinned_key_and_a_receipt_say_whose_ledger_it_is(book: Book, file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main([str(file), book.receipt(4), "--key", book.public()]) == 0
    printed = capsys.readouterr().out
    assert "The key is the pinned one, and 1 receipts fit." in printed
    assert "not checked" not in printed


def test_a_bent_ledger_exits_with_one_and_names_line_entry_and_error(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file.write_bytes(file.read_bytes().replace(b'"2d6+3"', b'"2d6+4"'))
    assert main([str(file)]) == 1
    assert "is refused at line 5 (entry 4): E_HASH. The entry's hash is" in capsys.readouterr().out


def test_a_receipt_of_a_lost_entry_exits_with_one(book: Book, file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file.write_text("".join(book.lines[:5]), "utf-8", newline="")
    assert main([str(file), book.receipt(5)]) == 1
    assert "is refused at a receipt for entry 5: E_TRUNCATED." in capsys.readouterr().out


def test_another_key_than_the_pinned_one_exits_with_one(file: Path) -> None:
    assert main([str(file), "--key", token("other")]) == 1


def test_the_report_is_printed_as_json_on_request(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main([str(file), "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert (told["entries"], told["sealed"], told["signatures"], told["refusal"]) == (6, 1, 6, None)
    file.write_bytes(file.read_bytes()[:-1])
    assert main([str(file), "--json"]) == 1
    told = json.loads(capsys.readouterr().out)["refusal"]
    assert (told["code"], told["entry"], told["line"]) == ("E_JSON", 5, 6)


def test_a_line_that_never_ends_is_refused(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file.write_bytes(b"[" * (2**20 + 5))
    assert main([str(file)]) == 1
    assert "line 1 (entry 0): E_JSON. The line is longer than 1 MiB." in capsys.readouterr().out


def test_what_cannot_be_checked_exits_with_two(file: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main([str(tmp_path / "missing")]) == 2
    assert main([str(tmp_path)]) == 2
    assert main([str(file), "--key", "abc"]) == 2
    assert "Not checked." in capsys.readouterr().err
    with pytest.raises(SystemExit) as usage:
        main([])
    assert usage.value.code == 2


def test_what_says_whose_ledger_it_is_is_told(book: Book, file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for arguments, told in (
        (["--key", book.public()], "The key is the pinned one."),
        ([book.receipt(4)], "1 receipts fit."),
        ([book.receipt(4), book.receipt(5)], "2 receipts fit."),
    ):
        assert main([str(file), *arguments]) == 0
        assert told in capsys.readouterr().out.splitlines()[-1]


def test_where_heads_alone_are_checked_the_newest_signature_must_hold(book: Book) -> None:
    lines = [line.encode() for line in book.lines]

    assert verdict(check(lines, signed="heads")) is None
    other = book.lines[-2].split('"s":"')[1][:128]
    last = book.lines[-1]
    forged = last.replace(last.split('"s":"')[1][:128], other).encode()
    assert verdict(check([*lines[:-1], forged], signed="heads")) == ("E_SIG", len(lines) - 1)
    assert verdict(check([*lines[:-1], forged], signed="none")) is None
    assert not is_signed(bytes(31), b"", bytes(64))


def run(*arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([sys.executable, *arguments], cwd=ROOT, capture_output=True, text=True, check=False)


def test_the_module_runs_from_the_command_line(file: Path) -> None:
    done = run("-m", "rules.proof", str(file))
    assert (done.returncode, done.stderr) == (0, "")
    assert "is good: 6 entries" in done.stdout


WITHOUT_CRYPTOGRAPHY = """
import sys
sys.modules["cryptography"] = None
from rules.proof.__main__ import main
codes = [main(sys.argv[1:])]
print("then", flush=True)
codes.append(main([*sys.argv[1:], "--unsigned"]))
print(codes)
"""


def test_without_the_cryptography_package_signatures_are_not_checked_and_it_says_so(file: Path) -> None:
    done = run("-c", WITHOUT_CRYPTOGRAPHY, str(file))
    assert "--unsigned" in done.stderr
    assert done.stdout.startswith("then\n")
    assert "Signatures were NOT checked." in done.stdout
    assert done.stdout.endswith("[2, 0]\n")
