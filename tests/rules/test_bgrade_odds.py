"""The exact chances that the composer shows, against counting every throw of small pools."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from fractions import Fraction
from itertools import combinations_with_replacement, permutations
from typing import Any

from rules.systems.bgrade.contest import max_successes
from rules.systems.bgrade.odds import percent
from rules.systems.bgrade.printing import parse
from rules.systems.bgrade.system import SYSTEM
from tests.rules.bgrade_table import hands
from tests.rules.rows import rows


def counted(expr: str, passes: Callable[[dict[str, Any]], bool]) -> str:
    """The share of all throws that pass, Hammer-time Dice being set so that they do where that can be."""
    throw = parse(expr)
    values = list(combinations_with_replacement(range(1, 11), throw.had))
    thrown = hands(throw.rolled)
    passed = sum(ways for hand, ways in thrown.items() if any(passes(throw.result(hand, chosen)) for chosen in values))
    return percent(Fraction(passed, thrown.total()))


def test_the_order_in_which_dice_fall_decides_nothing() -> None:
    for expr in ("3d vs 4", "2d+1ed=9 vs 4", "3d vs 3,8 actions 2", "3d against 41.0 2x5 fast", "3d vs 4 joins 41.0 1,5,9"):
        for faces in ((1, 5, 9), (5, 5, 9), (4, 9, 9), (3, 3, 3)):
            throw = parse(expr)
            results = [throw.result(hand) for hand in permutations(faces[: throw.rolled])]
            assert all(result == results[0] for result in results)


def numbers(expr: str) -> dict[str, str]:
    return dict(SYSTEM.odds(SYSTEM.parse(expr)).numbers)


def success(result: dict[str, Any]) -> bool:
    return bool(result["success"])


def wins(result: dict[str, Any]) -> bool:
    return bool(result["winner"] == "roller")


@rows(
    ("expr", "label", "passes"),
    [
        ("3d", "Success", success),
        ("3d vs 4", "Beats Difficulty 4", success),
        ("3d vs 4 difficulty_mode=inclusive", "Beats Difficulty 4", success),
        ("2d+1ed=3 vs 4", "Beats Difficulty 4", success),
        ("2d+1had vs 9", "Beats Difficulty 9", success),
        ("3d vs 4", "Any set", lambda result: bool(result["sets"])),
        ("3d", "A set of width 3 or more", lambda result: any(of[0] > 2 for of in result["sets"])),
        ("1d+1ed=3+1had", "A set of width 3 or more", lambda result: any(of[0] > 2 for of in result["sets"])),
        ("3d vs 3,8 actions 2", "At least one action succeeds", success),
        ("3d against 41.0 2x5 fast", "Wins", wins),
        ("3d against 41.0 3x5 slow", "Wins", wins),
        ("3d against 41.0 2x5 width", "Wins", wins),
        ("3d against 41.0 none fast", "Wins", wins),
        ("3d vs 7 against 41.0 2x5 fast", "Wins", wins),
        ("2d+1had against 41.0 2x9 fast", "Wins", wins),
        ("3d against 41.0 3x5,2x9", "Wins if time matters", lambda result: result["fast"] == "roller"),
        ("3d against 41.0 3x5,2x9", "Wins if it does not", lambda result: result["slow"] == "roller"),
        ("3d joins 41.0 1,2,3", "Success together", success),
        ("3d vs 4 joins 41.0 1,5,9", "Success together", success),
        ("2d+1ed=9 vs 4 joins 41.0 1,5,9", "Success together", success),
        ("2d vs 4 joins 41.0 3,3,9", "Success together", success),
        ("1d+1had vs 4 joins 41.0 3,3,9", "Success together", success),
        ("2d vs 4 joins 41.0 3,3,9 coop_mode=best_of", "Success together", success),
        ("2d vs 4 joins 41.0 9,9 coop_mode=best_of", "Success together", success),
        ("3d joins 41.0 1,2,3 against 40.0 2x5 fast", "Wins together", wins),
        ("2d joins 41.0 3,3,9 against 40.0 2x6 height", "Wins together", wins),
        ("1d+1had joins 41.0 3,3,9 against 40.0 2x9 fast", "Wins together", wins),
        ("2d joins 41.0 3,3,9 against 40.0 2x5 fast coop_mode=best_of", "Wins together", wins),
        ("3d vs 4 joins 41.0 1,5,9", "A set of his own", lambda result: result["gate"]),
    ],
)
def test_a_chance_is_the_count_of_all_throws(expr: str, label: str, passes: Callable[[dict[str, Any]], bool]) -> None:
    assert numbers(expr)[label] == counted(expr, passes)


@rows("expr", ["4d vs 3,8 actions 2", "4d actions 2", "3d+1ed=9 vs 9,0 actions 2"])
def test_the_chance_that_all_actions_succeed_is_the_count_of_all_throws(expr: str) -> None:
    throw = parse(expr)

    def all_served(result: dict[str, Any]) -> bool:
        return max_successes([tuple(of) for of in result["sets"]], throw.difficulties, throw.options) == len(throw.difficulties)

    assert numbers(expr)["All 2 actions succeed"] == counted(expr, all_served)


@rows("expr", ["4d", "2d+2ed=3,3", "2d+1ed=3+1had"])
def test_the_bars_are_the_widths_of_the_widest_set(expr: str) -> None:
    throw, odds = parse(expr), SYSTEM.odds(SYSTEM.parse(expr))
    widths: Counter[int] = Counter()
    for hand, ways in hands(throw.rolled).items():
        widths[max(map(throw.hand(hand).count, range(1, 11))) + throw.had] += ways
    labels = {width: "no set" if width == 1 else f"width {width}" for width in sorted(widths)}
    assert odds.bars == tuple((label, Fraction(widths[width], widths.total())) for width, label in labels.items())
    assert sum(share for _, share in odds.bars) == 1
    mean = sum(width * ways for width, ways in widths.items()) / widths.total()
    assert dict(odds.numbers)["Mean width of the widest set, none as 1"] == f"{mean:.2f}"


@rows(
    ("expr", "label"),
    [
        ("1d+1had joins 41.0 1,2,3", "Success together"),
        ("4d+1had actions 2", "All 2 actions succeed"),
        ("4d actions 2 split_sets=on", "All 2 actions succeed"),
        ("6d actions 4", "All 4 actions succeed"),
        ("16d actions 2", "All 2 actions succeed"),
    ],
)
def test_what_is_not_worked_out_is_left_out_and_never_estimated(expr: str, label: str) -> None:
    assert label not in numbers(expr)


def test_large_pools_show_their_bounds_and_are_not_drawn() -> None:
    assert len(SYSTEM.odds(SYSTEM.parse("15d")).bars) == 14
    sixteen, huge = SYSTEM.odds(SYSTEM.parse("14d+1ed=3+1had")), SYSTEM.odds(SYSTEM.parse("61d"))
    assert (sixteen.bars, sixteen.words) == ((), "Chances of more than 15 dice are not drawn.")
    assert dict(sixteen.numbers) == {
        "Success": "100 %", "A set of width 3 or more": "100 %", "Least width": "3", "Greatest width": "16",
    }  # fmt: skip
    assert huge.numbers == (("Least width", "7"), ("Greatest width", "61"))
    assert "Success" in numbers("60d")


def test_a_pool_of_no_dice_has_no_chance() -> None:
    assert SYSTEM.odds(SYSTEM.parse("0d lost 2")).numbers == (("Success", "0 %"),)


@rows(
    ("expr", "words"),
    [
        ("5d", ""),
        ("5d+1had", "The Hammer-time Dice set as well as they can be."),
        ("5d contest fast", "Without the dice of the other side, which are not thrown yet."),
        ("5d joint", "Without the dice of the helpers, who throw their own."),
        ("5d against 41.0 3x5 fast", ""),
    ],
)
def test_what_the_numbers_leave_out_is_said(expr: str, words: str) -> None:
    assert SYSTEM.odds(SYSTEM.parse(expr)).words == words
    assert ("Any set" in numbers(expr)) == (words.startswith("Without") or "against" in expr)


def test_where_the_next_best_sets_decide_the_chance_is_that_of_the_best_set() -> None:
    assert "Wins with the best set" in numbers("5d against 41.0 3x5,2x9 fast contest_tie=next")


def test_only_the_certain_is_100_percent_and_only_the_impossible_0() -> None:
    assert [percent(Fraction(*of)) for of in ((0, 1), (1, 1), (1, 100_000), (99_999, 100_000), (582, 1000))] == [
        "0 %", "100 %", "under 0.1 %", "over 99.9 %", "58.2 %",
    ]  # fmt: skip
