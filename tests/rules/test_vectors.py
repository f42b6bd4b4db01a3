"""The vectors of both rule systems, and the program that runs them."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from rules.vectors import check, main, operations, run

FILE = Path(__file__).parent / "vectors.json"
VECTORS = json.loads(FILE.read_text(encoding="utf-8"))


def test_every_vector_of_both_systems_is_answered_rightly() -> None:
    passed, failures = run(VECTORS["vectors"])
    assert failures == []
    assert passed == VECTORS["count"] == 362


def vector(op: str, expected: Any, **given: Any) -> dict[str, Any]:
    return {"id": "X", "op": op, "input": given, "expected": expected}


@pytest.mark.parametrize(
    ("wrong", "why"),
    [
        (vector("bg.nothing", 1), "no operation bg.nothing"),
        (vector("bg.area", 21, set=[2, 10]), "20 instead of 21"),
        (vector("bg.beats", 1, set=[3, 1], difficulty=4), "true instead of 1"),
        (vector("bg.beats", True, set=[3, 1], difficulty=4, options={"luck": "yes"}), "refused: There is no option luck"),
        (vector("bg.beats", True, set=[3, 1], difficulty=4, options={"split_sets": "maybe"}), "refused: The option"),
        (vector("bg.sets", {"sets": [], "wounds": 0}, dice=[1]), 'instead of {"sets": [], "wounds": 0}'),
        (vector("bg.area", {"error": True}, set=[2, 10]), "20 instead of a refusal"),
        (vector("bg.area", {"error": True}, sett=[2, 10]), "KeyError"),
        (vector("fr.shift", "Good", rank="Good", cs=0, luck=1), "TypeError"),
    ],
)
def test_a_wrong_vector_fails_and_says_why(wrong: dict[str, Any], why: str) -> None:
    assert why in str(check(wrong, operations()))


def test_the_program_prints_the_count_and_each_failure(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    good = vector("bg.area", 20, set=[2, 10])
    file = tmp_path / "vectors.json"
    file.write_text(json.dumps({"vectors": [good, {**good, "id": "BG-V9", "expected": 5}]}))
    assert main([str(file)]) == 1
    assert capsys.readouterr().out == "BG-V9 bg.area: 20 instead of 5\n1 passed, 1 failed\n"
    file.write_text(json.dumps({"vectors": [good]}))
    assert main([str(file)]) == 0
    assert capsys.readouterr().out == "1 passed, 0 failed\n"


def test_an_empty_file_of_vectors_is_no_success(tmp_path: Path) -> None:
    file = tmp_path / "vectors.json"
    file.write_text('{"vectors": []}')
    assert main([str(file)]) == 1
    assert main([]) == 2
