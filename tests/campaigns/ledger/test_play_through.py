"""Five hundred acts of every kind, exported: both checkers find the file good, and every outcome is the one of the rules."""

from __future__ import annotations

import json
import shutil
import subprocess
from collections import Counter
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest
from pytest_django import Settings

from rules.proof.checker import check
from rules.system import Thrown
from tests.campaigns.ledger.test_verifier import ROOT
from tests.node import node
from tests.playing import OWN, WEIGHTS, Play, find, play, system_of

pytestmark = pytest.mark.django_db(transaction=True)

ACTS = 500
TYPES = {"genesis", "join", "role", "cast", "reveal", "choose", "void", "bind", "wit", "reseal", "key", "close"}


@pytest.fixture
def table(tmp_path: Path, settings: Settings) -> Play:
    settings.LEDGER_KEY_FILE = tmp_path / "ledger.key"
    settings.LEDGER_SIDE_FILE = str(tmp_path / "ledger.heads")
    return play("the long table", ACTS)


def test_a_play_of_every_kind_of_entry_is_found_good_by_both_checkers(table: Play, tmp_path: Path) -> None:
    assert table.done.total() == ACTS and set(table.done) == set(WEIGHTS)
    before = check(table.lines, table.receipts, find=find)
    assert before.refusal is None and before.sealed > 0
    table.close()
    lines = table.lines
    entries = [json.loads(line)["e"] for line in lines]
    assert {entry["t"] for entry in entries} == TYPES
    report = check(lines, table.receipts, key=entries[0]["key"], find=find)
    assert report.refusal is None
    assert (report.entries, report.signatures, report.receipts) == (len(lines), len(lines), len(table.receipts))
    assert report.unruled == {"bgrade/1": still_open(entries)} and not report.bare and all(report.levels.values())
    assert min(report.redacted, report.voided_binds, report.restores) > report.sealed == 0
    own = {OWN.rv: outcomes(entries)[OWN.rv]}
    assert check(lines).unruled == report.unruled | own  # without the table's own table: never as right
    told = by_node(lines, table.receipts, tmp_path)
    ruled = told.pop("unruled")
    assert told == {name: value for name, value in report.as_json().items() if name in told}
    assert len(told) == len(report.as_json()) - 2  # the code of the head is told by the page itself
    assert set(ruled) == {"dice/1", "bgrade/1", "faserip/1", OWN.rv}  # which the browser says it did not check


def by_node(lines: list[bytes], receipts: list[str], folder: Path) -> dict[str, Any]:
    """The report of the browser's checker."""
    for name in ("dice", "verify"):
        shutil.copytree(ROOT / "static" / name, folder / name)
    (folder / "package.json").write_text('{"type": "module"}')
    (folder / "ledger.jsonl").write_bytes(b"".join(lines))
    (folder / "receipts.json").write_text(json.dumps(receipts))
    script = Path(__file__).parent / "played.mjs"
    run = subprocess.run([node(), script, folder], capture_output=True, text=True, timeout=120)
    assert run.returncode == 0, run.stderr
    told: dict[str, Any] = json.loads(run.stdout)
    return told


def outcomes(entries: list[dict[str, Any]]) -> Counter[str]:
    """How many recorded outcomes of each kind are what the rules make of the recorded dice, all of them being so."""
    rolls: dict[tuple[int, int], Mapping[str, Any]] = {}
    counted: Counter[str] = Counter()
    for entry in entries:
        if entry["t"] == "choose":
            roll = rolls[entry["ref"], entry["r"]]
            assert entry["res"] == outcome(roll, tuple(entry["set"])), entry
            counted[f"{roll['rv']} set"] += 1
        for r, roll in _thrown(entry):
            rolls[entry["ref"] if entry["t"] == "reveal" else entry["i"], r] = roll
            assert roll["res"] == ({} if roll["open"] else outcome(roll)), roll
            counted[roll["rv"] + (" open" if roll["open"] else "")] += 1
    assert set(counted) == {"plain/1", "dice/1", "bgrade/1", "bgrade/1 open", "bgrade/1 set", "faserip/1", OWN.rv}
    return counted


def still_open(entries: list[dict[str, Any]]) -> int:
    """How many rolls have dice that nobody has set, or whose setting was taken back; at least one."""
    void = {entry["ref"] for entry in entries if entry["t"] == "void"}
    chosen = {(entry["ref"], entry["r"]) for entry in entries if entry["t"] == "choose" and entry["i"] not in void}
    thrown = [(entry, r) for entry in entries for r, roll in _thrown(entry) if roll["open"]]
    rolls = [(entry["ref"] if entry["t"] == "reveal" else entry["i"], r) for entry, r in thrown]
    assert chosen <= set(rolls) and len(chosen) < len(rolls)
    return len(rolls) - len(chosen)


def _thrown(entry: dict[str, Any]) -> Iterator[tuple[int, dict[str, Any]]]:
    """The rolls whose dice that entry shows, with the place of each."""
    if entry["t"] == "cast" and "seed" in entry:
        yield from enumerate(entry["rolls"])
    if entry["t"] == "reveal":
        for r, roll in enumerate(entry["rolls"]):
            yield r, roll["spec"] | {"dice": roll["dice"], "res": roll["res"]}


def outcome(roll: Mapping[str, Any], chosen: tuple[int, ...] = ()) -> Mapping[str, Any]:
    """What the rules of its version make of a recorded roll."""
    system = system_of(roll["rv"])
    dice: list[Thrown] = [(sides, tuple(faces)) for sides, faces in roll["dice"]]
    found: Mapping[str, Any] = json.loads(json.dumps(system.result(system.parse(roll["expr"]), dice, chosen)))
    return found
