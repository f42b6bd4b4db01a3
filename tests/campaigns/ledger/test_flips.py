"""Whatever is changed in an exported file: the command line checker refuses it and names the line."""

from __future__ import annotations

import io
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from pytest_django import Settings

from rules.proof.checker import check
from tests.campaigns.ledger.test_verifier import ROOT
from tests.flipping import flips, verdict
from tests.playing import Play, find, play

pytestmark = pytest.mark.django_db(transaction=True)

FLIPS = 150
"""Of a small file; `benchmarks/flips.py` flips 2,000 bytes of a large one."""


@pytest.fixture(autouse=True)
def _files(tmp_path: Path, settings: Settings) -> None:
    settings.LEDGER_KEY_FILE = tmp_path / "ledger.key"
    settings.LEDGER_SIDE_FILE = str(tmp_path / "ledger.heads")


def exported(word: str, acts: int) -> bytes:
    table = play(word, acts)
    table.close()
    return b"".join(table.lines)


def test_each_of_many_single_flipped_bytes_is_refused_at_its_own_line(tmp_path: Path) -> None:
    ledger, file = exported("flips", 60), tmp_path / "ledger.jsonl"
    assert verdict(ledger, file)[0] == 0
    errors = set()
    for flip in flips(ledger, FLIPS):
        code, line, error = verdict(flip.of(ledger), file)
        assert code == 1 and flip.is_named(line), (flip, code, line, error)
        errors.add(error)
    assert {"E_JSON", "E_CANON", "E_HASH", "E_SIG", "E_FIELD"} <= errors
    for flip in flips(ledger, 2):
        file.write_bytes(flip.of(ledger) + ledger[flip.upto :])
        run = subprocess.run([sys.executable, "-m", "rules.proof", str(file)], cwd=ROOT, capture_output=True, text=True)
        assert run.returncode == 1 and f"is refused at line {flip.line} " in run.stdout


def test_the_line_end_that_is_flipped_is_refused_at_its_line_or_the_next(tmp_path: Path) -> None:
    ledger, file = exported("ends", 2), tmp_path / "ledger.jsonl"
    ends = [flip for flip in flips(ledger, len(ledger)) if flip.ends]
    assert [flip.line for flip in ends] == list(range(1, ledger.count(b"\n") + 1))
    for flip in ends:
        code, line, error = verdict(flip.of(ledger), file)
        assert (code, flip.is_named(line), error) == (1, True, "E_JSON"), flip


CHANGES = st.sampled_from(["flip", "insert", "remove", "drop line", "double line", "swap lines", "cut"])


@settings(max_examples=8, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow])
@given(
    word=st.integers(0, 2**64),
    acts=st.integers(0, 12),
    changes=st.lists(st.tuples(CHANGES, st.integers(0, 2**32), st.integers(1, 255))),
)
def test_random_acts_verify_after_each_act_and_any_change_of_the_file_fails(
    word: int, acts: int, changes: list[tuple[str, int, int]]
) -> None:
    table = Play(str(word))
    for _ in range(acts):
        table.act()
        assert check(table.lines, find=find).refusal is None, table.done
    lines = table.lines
    newest = table.ledger.entries.latest("i")
    receipt = f"vroll1:{table.ledger.led}:{newest.i}:{newest.hash}:{newest.signature}"
    whole = b"".join(lines)
    assert check(lines, [receipt], find=find).refusal is None
    for change, place, other in changes:
        bent = changed(lines, change, place, other)
        if bent != whole:
            assert check(io.BytesIO(bent), [receipt], find=find).refusal is not None, (change, place, other)


def changed(lines: list[bytes], change: str, place: int, other: int) -> bytes:
    """The file with one change somewhere."""
    whole, at, n = b"".join(lines), place % sum(map(len, lines)), place % len(lines)
    match change:
        case "flip":
            return whole[:at] + bytes([whole[at] ^ other]) + whole[at + 1 :]
        case "insert":
            return whole[:at] + bytes([other]) + whole[at:]
        case "remove":
            return whole[:at] + whole[at + 1 :]
        case "cut":
            return whole[:at]
        case "drop line":
            return b"".join(lines[:n] + lines[n + 1 :])
        case "double line":
            return b"".join(lines[: n + 1] + lines[n:])
    m = (n + 1) % len(lines)
    lines = list(lines)
    lines[n], lines[m] = lines[m], lines[n]
    return b"".join(lines)
