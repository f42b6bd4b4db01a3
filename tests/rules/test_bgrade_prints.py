"""The recorded prints of B-Grade pools: one for each throw, and everything else refused; every option acts and is told."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.lines import RuleError
from rules.systems.bgrade.options import CHOICES, OPTIONS, OUTCOME, choice
from rules.systems.bgrade.printing import parse, print_throw
from rules.systems.bgrade.system import SYSTEM
from rules.systems.bgrade.throw import Against, Joins, Throw
from tests.rules.bgrade_table import TABLE, WOLFMAN, deal
from tests.rules.rows import few, rows


@rows(
    ("options", "expr", "faces", "success"),
    [
        ({}, "2d vs 4", (4, 4), False),
        ({"difficulty_mode": "inclusive"}, "2d vs 4 difficulty_mode=inclusive", (4, 4), True),
        ({"auto_beat_width": "0"}, "3d vs 4 auto_beat_width=0", (1, 1, 1), False),
    ],
)
def test_an_option_that_changes_the_outcome_is_recorded(
    options: dict[str, str], expr: str, faces: tuple[int, ...], success: bool
) -> None:
    found = TABLE.declare(f"!pool {len(faces)}d vs 4", None, options)
    assert found.expr == expr
    assert TABLE.result(found, *faces)["success"] is success


@rows(
    "expr",
    [
        "", "7", "7d ", " 7d", "07d", "7d10", "7d vs 0", "7d vs 11", "7d vs 4,4 actions 2", "7d actions 1", "7d actions 99",
        "7d lost 0", "7d+1ed", "7d+2ed=9", "7d+1ed=11", "201d", "7d vs 4 difficulty_mode=strict", "7d luck=1",
        "7d prefer=luck", "7d vs 1,2", "7d vs 1,2 actions 3", "7d\n", "7d fast", "7d contest luck", "7d contest slow fast",
        "7d joint joint", "7d joint 1", "7d joint 9",
        "7d+0had", "7d+51had", "150d+51had", "7d+1had+1ed=3", "7d contest actions 2", "7d joint actions 2",
        "7d joins 41.0 3 actions 2", "7d against 41 3x5 fast", "7d against 041.0 3x5 fast", "7d against 41.01 3x5",
        "7d against 41.0 fast", "7d against 41.0 1x5", "7d against 41.0 2x11", "7d against 41.0 2x0",
        "7d against 41.0 2x5,3x5", "7d against 41.0 2x5,3x9", "7d against 41.0 3x9,3x9", "7d against 41.0 3x9,2x9",
        "7d against 41.0 3x5,2x9 fast", "7d against 41.0 3x5 contest", "7d contest joint", "7d joins 41.0",
        "7d joins 41.0 11", "7d joins 41.0 0", "7d joins 41.0 1//2", "7d joint joins 41.0 3 vs 4", "7d coop_mode=best_of",
        "7d contest slow area_use=speed", "7d split_sets=on", "7d+1ed=3 ed_must_differ=on", "7d+2ed=3,3 ed_must_differ=on",
        "7d difficulty_mode=inclusive", "7d contest_tie=next", "7d pool_cap=10 prefer=height", "7d skill_needed=on",
        "7d contest_by=width", "7d prefer=height prefer=height", "7d vs 4 auto_beat_width=1", "٧d",
        "7d prefer=height difficulty_mode=inclusive", "x" * 100_000,
    ],
)  # fmt: skip
def test_everything_but_the_normal_print_is_refused(expr: str) -> None:
    with pytest.raises(RuleError):
        SYSTEM.parse(expr)


FACES = st.lists(st.integers(1, 10), max_size=5).map(sorted).map(tuple)
SETS = st.dictionaries(st.integers(1, 10), st.integers(2, 12), max_size=4).map(
    lambda sets: tuple(sorted(((width, height) for height, width in sets.items()), reverse=True))
)
ALONE = st.builds(
    Throw, st.integers(0, 100), FACES, st.lists(st.integers(0, 10), min_size=1, max_size=4).map(tuple), st.integers(0, 20),
    st.fixed_dictionaries({}, optional={one.name: st.sampled_from(one.choices) for one in OUTCOME if one.name != "ed_must_differ"}),
    st.integers(0, 5),
)  # fmt: skip
LINKED = st.builds(
    Throw, st.integers(0, 100), FACES, st.integers(0, 10).map(lambda level: (level,)), st.integers(0, 20),
    st.fixed_dictionaries({}, optional={"contest_tie": st.just("next"), "coop_mode": st.just("best_of")}),
    st.integers(0, 5), st.just(""), st.none() | st.builds(Against, st.just("41.0"), SETS), st.just(False),
    st.none() | st.builds(Joins, st.just("7.31"), st.lists(FACES, min_size=1, max_size=3).map(tuple)),
)  # fmt: skip


@few
@given(ALONE | LINKED)
def test_a_print_gives_the_same_throw_again(throw: Throw) -> None:
    expr = print_throw(throw.checked())
    again = parse(expr)
    told = {name: choice(throw.options, name) for name in again.options}
    assert vars(again) == vars(throw) | {"options": again.options}
    assert (again.options, print_throw(again)) == (told, expr)


def test_a_print_longer_than_a_record_is_refused() -> None:
    with pytest.raises(RuleError, match="too long to be recorded"):
        TABLE.declare(
            "!pool 7d+50ed ed=" + ",".join(["10"] * 50) + " vs 1,2,3,4,5,6,7,8,9,10 actions 10 +1d", None, {"prefer": "height"}
        )
    assert len(TABLE.declare("!pool 7d+50ed ed=" + ",".join(["10"] * 50)).expr) == 157


def test_every_choice_of_every_option_is_said_in_words() -> None:
    for option in OPTIONS:
        assert len(option.words) == len(option.choices) == len(set(option.words))
        assert option.rule in {f"BG-A{number:02}" for number in range(1, 36)}
    assert len(CHOICES) == len(OPTIONS)


@rows(
    ("line", "name", "option", "value", "before", "after"),
    [
        ("!pool 5d vs 4", None, "difficulty_mode", "inclusive", "5d vs 4", "5d vs 4 difficulty_mode=inclusive"),
        ("!pool 5d vs 4", None, "auto_beat_width", "4", "5d vs 4", "5d vs 4 auto_beat_width=4"),
        ("!pool 5d", None, "difficulty_mode", "inclusive", "5d", "5d"),
        ("!pool 5d", None, "prefer", "height", "5d", "5d prefer=height"),
        ("!pool 5d actions 3", None, "multi_penalty", "per_extra", "4d actions 3 lost 1",
            "3d actions 3 lost 2 multi_penalty=per_extra"),
        ("!pool 5d actions 2", None, "multi_penalty", "per_extra", "4d actions 2 lost 1", "4d actions 2 lost 1"),
        ("!pool 5d actions 2", None, "split_sets", "on", "4d actions 2 lost 1", "4d actions 2 lost 1 split_sets=on"),
        ("!pool 5d+2ed ed=9,8", None, "ed_must_differ", "on", "5d+2ed=9,8", "5d+2ed=9,8 ed_must_differ=on"),
        ("!pool 5d+1ed -1d ed=9", None, "ed_buys_off", "off", "6d", "4d+1ed=9 lost 1 ed_buys_off=off"),
        ("!pool 5d+1ed+1had -1d ed=9", None, "buyoff_order", "had_first", "6d+1had", "6d+1ed=9 buyoff_order=had_first"),
        ("!pool 5d+1had +1d -1d", None, "buyoff_basis", "gross", "5d+1had", "7d buyoff_basis=gross"),
        ("!pool 5d+1had actions 2", None, "multi_counts_for_buyoff", "off", "6d actions 2",
            "4d+1had actions 2 lost 1 multi_counts_for_buyoff=off"),
        ("!pool 12d", None, "pool_cap", "10", "12d", "10d pool_cap=10"),
        ("!pool 9d", None, "pool_cap", "10", "9d", "9d"),
        ("!pool Body+Brawl, Body+Dodge", WOLFMAN, "several_pools", "first", "4d actions 2 lost 1",
            "6d actions 2 lost 1 several_pools=first"),
        ("!pool Body+Dodge, Body+Brawl", WOLFMAN, "several_pools", "first", "4d actions 2 lost 1", "4d actions 2 lost 1"),
        ("!pool 5d vs Guard", None, "contest_by", "width", "5d contest", "5d contest fast"),
        ("!pool 5d vs Guard", None, "contest_tie", "next", "5d contest", "5d contest contest_tie=next"),
        ("!pool 5d vs Guard", None, "area_use", "speed", "5d contest", "5d contest area_use=speed"),
        ("!pool 5d with Ines fast", None, "coop_mode", "best_of", "5d joint", "5d joint coop_mode=best_of"),
    ],
)  # fmt: skip
def test_an_option_acts_and_is_told_where_it_matters(
    line: str, name: str | None, option: str, value: str, before: str, after: str
) -> None:
    assert TABLE.declare(line, name).expr == before
    assert TABLE.declare(line, name, {option: value}).expr == after


def test_the_options_that_only_refuse_lines_refuse_them() -> None:
    for line, name, option, value, sentence in (
        ("!pool Body", WOLFMAN, "skill_needed", "on", "At this table a Stat is rolled with a Skill: `!pool Body+Brawl`."),
        (
            "!pool 3d+2ed ed=9,9",
            None,
            "ed_must_differ",
            "on",
            "Expert Dice of one pool must differ here: say another height for each.",
        ),
        ("!pool 3d", None, "luck", "on", f"There is no option luck. There are: {', '.join(CHOICES)}."),
    ):  # fmt: skip
        with pytest.raises(RuleError) as refused:
            TABLE.declare(line, name, {option: value})
        assert refused.value.sentence == sentence
    assert TABLE.declare("!pool 3d with Ines, Mabel fast", None, {"coop_max": "any"}).helpers == ("Ines", "Mabel")


def test_a_capped_pool_says_so() -> None:
    assert TABLE.declare("!pool 12d", None, {"pool_cap": "10"}).notes == ("12 dice", "at most 10 dice", "10 dice")


def test_a_width_that_passes_is_named_as_the_campaign_has_it() -> None:
    found = TABLE.declare("!pool 4d vs 4", None, {"auto_beat_width": "4"})
    assert SYSTEM.read(found, deal(found, (3, 3, 3, 1))).detail == "Difficulty 4: a set narrower than 4 needs 5 or more."
    assert SYSTEM.read(found, deal(found, (3, 3, 3, 3))).detail == "Difficulty 4; width 4 beats any Difficulty."
    never = TABLE.declare("!pool 4d vs 10", None, {"auto_beat_width": "0"})
    assert SYSTEM.read(never, deal(never, (3, 3, 3, 3))).detail == "Difficulty 10: a set is never enough."


def test_the_bounds_of_a_print_are_its_own() -> None:
    assert TABLE.declare("!pool 200d").req == ((200, 10),)
    for expr in (
        "150d+50had",
        "7d against 41.0 2x1 fast",
        "7d against 41.0 2x10",
        "7d against 0.0 none",
        "7d joins 41.0 none/1,10",
    ):
        assert SYSTEM.parse(expr).expr == expr
