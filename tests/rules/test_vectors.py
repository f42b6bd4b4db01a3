"""The vectors of both rule systems, and the program that runs them."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from rules.vectors import check, main, operations, run
from tests.rules.rows import rows

FILE = Path(__file__).parent / "vectors.json"
VECTORS = json.loads(FILE.read_text(encoding="utf-8"))
FURTHER = json.loads((FILE.parent / "vectors_of_options.json").read_text(encoding="utf-8"))


def test_every_vector_of_both_systems_is_answered_rightly() -> None:
    passed, failures = run(VECTORS["vectors"])
    assert failures == []
    assert passed == VECTORS["count"] == 362


def test_every_option_is_answered_as_it_was_reckoned_apart_from_the_code() -> None:
    passed, failures = run(FURTHER["vectors"])
    assert failures == []
    assert passed == 612


def vector(op: str, expected: Any, **given: Any) -> dict[str, Any]:
    return {"id": "X", "op": op, "input": given, "expected": expected}


@rows(
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


@pytest.mark.parametrize(
    "asked",
    [
        vector("bg.area", {"error": True}, set=[2, 11]),
        vector("bg.beats", {"error": True}, set=[1, 5], difficulty=0),
        vector("bg.max_successes", {"error": True}, sets=[[2, 0]], difficulties=[0]),
        vector("bg.order", {"error": True}, entries=[["Toad", [2, 5, 1]]]),
        vector("bg.p_success", {"error": True}, rolled=2, ed=[7, 7], options={"ed_must_differ": True}),
        vector("bg.allocate", {"error": True}, sets=[[3, 5]], allocation=[[2, 5]], difficulties=[0], options={"split_sets": True}),
        vector("bg.allocate", {"error": True}, sets=[[6, 1]], allocation=[[3, 1]], difficulties=[0], options={"split_sets": True}),
        vector("fr.rank", {"error": True}, text=5),
        vector("fr.number", {"error": True}, rank=None),
        vector("fr.shift", {"error": True}, rank="Good", cs=1.0),
        vector("fr.attack", {"error": True}, a_colour="Green", a_roll=101),
        vector("fr.attack", {"error": True}, a_colour="Green", a_roll=50, d_colour="White"),
        vector("fr.share", {"error": True}, points=-1, share="half"),
        vector("fr.health", {"error": True}, kind="physical", value=True),
        vector("fr.multi", {"error": True}, base="Good", count=2.0, variant="feat"),
        vector("fr.p_initiative", {"error": True}, a="Shift 0", b="Good"),
        vector("fr.damage", {"error": True}, damage_rank="Amazing", a_rank="Remarkable", a_roll=95, bonus_dice=[4, 5, 7]),
    ],
)
def test_what_no_roll_can_show_is_refused(asked: dict[str, Any]) -> None:
    assert check(asked, operations()) is None


RED: dict[str, Any] = {"damage_rank": "Amazing", "a_rank": "Remarkable", "d_rank": "Remarkable", "bonus_dice": [4, 5, 6]}


@pytest.mark.parametrize(
    "asked",
    [
        vector("fr.damage", {"damage": 65, "bonus": "3d6"}, **RED, a_roll=97, d_roll=80),
        vector("fr.damage", {"damage": 50, "bonus": None}, **RED, a_roll=97, d_roll=96),
        vector("fr.damage", {"damage": 0, "bonus": None}, **RED, a_roll=96, d_roll=97),
        vector(
            "fr.damage", {"damage": 75, "bonus": "5d10", "max": 100},
            **{**RED, "bonus_dice": [5, 5, 5, 5, 5, 6, 6, 6]}, a_roll=100, d_roll=96, options={"hundred": "stack"},
        ),
    ],
)  # fmt: skip
def test_dice_that_a_red_attack_threw_at_once_count_where_the_defence_leaves_them(asked: dict[str, Any]) -> None:
    assert check(asked, operations()) is None


@pytest.mark.parametrize(
    "asked",
    [
        vector("bg.beats", True, set=[2, 1], difficulty=10, options={"auto_beat_width": 2}),
        vector("bg.pool", {"rolled": 5, "removed": 0, "total": 5}, normal=7, penalty=2, options={"pool_cap": 5}),
        vector("fr.colour", "Blue", rank="Class 5000", roll=9, options={"blue_max": 9}),
        vector("fr.colour", {"error": True}, rank="Good", roll=100, options={"blue_max": 100}),
    ],
)
def test_a_number_that_no_page_offers_is_understood_where_the_reading_has_one(asked: dict[str, Any]) -> None:
    assert check(asked, operations()) is None


def test_a_typed_line_may_write_its_number_with_noughts() -> None:
    read = operations()["fr.init_parse"]
    assert read("!init Thor 020") == ["Thor", 20]
    assert [read(f"!init Thor {number}") for number in ("0", "00", "000020", "٢")] == [None] * 4
