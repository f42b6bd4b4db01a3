"""B-Grade: what is said after the throw, `!hammer` and `!use`."""

from __future__ import annotations

import pytest

from rules.lines import RuleError
from rules.system import Allotment
from rules.systems.bgrade.choosing import HammerLine, allot, allotment, check_chosen, read_hammer, read_use
from rules.systems.bgrade.system import SYSTEM
from tests.rules.bgrade_table import TABLE, deal, typed
from tests.rules.rows import rows


@rows(
    ("line", "read"),
    [
        ("!hammer 8", HammerLine((8,))),
        ("!hammer 8,3", HammerLine((8, 3))),
        ("!hammer 8, 10 for 5P1c", HammerLine((8, 10), "5p1c")),
    ],
)
def test_a_hammer_line_is_read(line: str, read: HammerLine) -> None:
    assert read_hammer(typed(line)) == read


@rows(
    "line",
    ["!hammer", "!hammer x", '!hammer "8"', "!hammer 8,", "!hammer 8 3", "!hammer 8 for", "!hammer 8 for a b", "!hammer 8 for ü"],
)
def test_a_wrong_hammer_line_is_refused_with_the_right_one(line: str) -> None:
    with pytest.raises(RuleError, match="Say the height, 1 to 10: `!hammer 8`, or `!hammer 8,8` for two"):
        read_hammer(typed(line))


def test_a_hammer_time_die_is_set_to_a_face_and_all_of_a_roll_at_once() -> None:
    two, none = TABLE.declare("!pool 5d+2had"), TABLE.declare("!pool 5d")
    assert check_chosen(two, [8, 3]) == (8, 3)
    for declaration, values, sentence in (
        (two, [8], "This roll has 2: `!hammer 8,8`."),
        (two, [], "This roll has 2: `!hammer 8,8`."),
        (two, [8, 11], "11 is no face of a ten-sided die: it shows 1 to 10."),
        (none, [8], "No roll of yours here waits for a Hammer-time Die."),
    ):
        with pytest.raises(RuleError) as refused:
            check_chosen(declaration, values)
        assert refused.value.sentence == sentence
    with pytest.raises(RuleError, match="11 is no face"):
        read_hammer(typed("!hammer 11"))


def test_two_hammer_time_dice_wait_and_are_drawn() -> None:
    found = TABLE.declare("!pool 2d+1ed+2had ed=4")
    dice = deal(found, (9, 1))
    waiting = SYSTEM.read(found, dice)
    assert waiting.headline == "1, 9, an Expert Die at 4 and 2 Hammer-time Dice not set yet."
    assert (waiting.waits, waiting.short) == ("Waiting for 2 Hammer-time Dice.", "Pool, waiting for 2 Hammer-time Dice")
    settled = SYSTEM.read(found, dice, (4, 8))
    assert settled.spoken.startswith(
        "2 dice, an Expert Die set to 4 beforehand and 2 Hammer-time Dice, Hammer-time Dice set to 4, 8: 2×4"
    )
    assert [(die.face, die.kind) for die in settled.clusters[1].dice] == [(1, ""), (9, ""), (8, "hammer")]
    assert SYSTEM.read(TABLE.declare("!pool 0d+2had"), ()).headline == "2 Hammer-time Dice not set yet."


def test_a_use_line_is_read() -> None:
    assert read_use(typed("!use 2x8")) == (((2, 8), ""),)
    assert read_use(typed('!use 2×8 for punch, 3X10 for "low kick"')) == (((2, 8), "punch"), ((3, 10), "low kick"))


@rows(
    "line", ["!use", "!use x", '!use "2x8"', "!use 2x8 for", "!use 2x8 to punch", "!use 2x8, 2x2", "!use 2x8 for a,",
             "!use " + ", ".join(["2x8 for a"] * 11)]
)  # fmt: skip
def test_a_wrong_use_line_is_refused_with_the_right_one(line: str) -> None:
    with pytest.raises(RuleError, match="Say the set and what it is for: `!use 2x8`"):
        read_use(typed(line))


def test_a_use_for_an_action_with_blanks_needs_quotes() -> None:
    with pytest.raises(RuleError, match='A name with blanks needs quotes: `for "low kick"`.'):
        read_use(typed("!use 2x8 for low kick"))


ACTIONS = "!pool 7d vs 4,0 actions punch, duck"


@rows(
    ("line", "sentence"),
    [
        ("!use 2x9 for punch", "That set was not rolled; you have 2×8 and 2×2."),
        ("!use 2x8 for punch, 2x8 for duck", "2×8 serves another action already: a set serves one."),
        ("!use 2x8 for punch, 2x2 for punch", "An action takes one set: punch has 2×8 already."),
        ("!use 2x8 for kick", "The actions are punch and duck: `!use 2x8 for punch`."),
        ("!use 2x8", "The actions are punch and duck: `!use 2x8 for punch`."),
    ],
)
def test_a_set_that_cannot_serve_is_refused(line: str, sentence: str) -> None:
    found = TABLE.declare(ACTIONS)
    with pytest.raises(RuleError) as refused:
        allot(found, deal(found, (8, 8, 2, 2, 1, 5)), (), read_use(typed(line)))
    assert refused.value.sentence == sentence


def test_each_action_passes_its_own_difficulty_and_an_unserved_one_fails() -> None:
    found = TABLE.declare(ACTIONS)
    dice = deal(found, (8, 8, 2, 2, 1, 5))
    for line, passed, verdict in (
        ("!use 2x8 for punch, 2x2 for duck", [True, True], "success"),
        ("!use 2x2 for punch, 2x8 for duck", [False, True], "part"),
        ("!use 2x2 for Punch", [False, False], "failure"),
    ):
        uses = read_use(typed(line))
        assert [one.success for one in allotment(found, dice, (), uses)] == passed
        assert allot(found, dice, (), uses).verdict == verdict
    card = allot(found, dice, (), read_use(typed("!use 2x2 for punch")))
    assert [(one.name, one.state) for one in card.clusters][:2] == [("2×8", "set"), ("2×2", "used")]
    assert card.spoken == "7 dice, 1 lost for several actions, for punch and duck, 6 dice: Punch 2×2, fails. Duck fails."


def test_a_set_of_ones_choice_may_fail_where_another_would_pass() -> None:
    found = TABLE.declare("!pool 5d vs 4")
    card = allot(found, deal(found, (8, 8, 2, 2, 1)), (), (((2, 2), ""),))
    assert (card.headline, card.verdict) == ("2×2 is not enough: the attempt fails.", "failure")
    assert allot(found, deal(found, (8, 8, 2, 2, 1)), (), (((2, 8), "1"),)).headline == "Success with 2×8."


def test_what_is_to_be_said_of_sets_is_known_from_the_roll() -> None:
    split = {"split_sets": "on"}
    for line, faces, options, chosen, found in (
        (ACTIONS, (8, 8, 2, 2, 1, 5), {}, (), Allotment(("punch", "duck"), ((2, 8), (2, 2)))),
        ("!pool 7d actions 2", (8, 8, 2, 4, 1, 5), {}, (), Allotment(("1", "2"), ((2, 8),))),
        ("!pool 7d actions 2", (8, 8, 8, 8, 8, 5), {}, (), Allotment(("1", "2"), ((5, 8),))),
        ("!pool 7d actions 2", (8, 8, 8, 8, 8, 5), split, (), Allotment(("1", "2"), ((2, 8), (3, 8)))),
        ("!pool 7d vs 8 actions 2", (8, 8, 2, 4, 1, 5), {}, (), None),
        ("!pool 5d vs 4", (8, 8, 2, 2, 1), {}, (), None),
        ("!pool 5d", (8, 8, 2, 2, 1), {}, (), Allotment(("1",), ((2, 8), (2, 2)))),
        ("!pool 5d", (8, 8, 2, 3, 1), {}, (), None),
        ("!pool 4d+1had", (8, 8, 2, 1), {}, (), None),
        ("!pool 4d+1had", (8, 8, 2, 1), {}, (2,), Allotment(("1",), ((2, 8), (2, 2)))),
        ("!pool 4d vs Guard fast", (8, 8, 2, 2), {}, (), None),
        ("!pool 4d with Ines fast", (8, 8, 2, 2), {}, (), None),
    ):
        declared = TABLE.declare(line, None, options)
        assert SYSTEM.to_allot(declared, deal(declared, faces), chosen) == found, (line, faces)


def test_in_a_contest_no_set_is_chosen() -> None:
    for line in ("!pool 4d vs Guard fast", "!pool 4d with Ines fast"):
        found = TABLE.declare(line)
        with pytest.raises(RuleError, match="the rules say which set counts"):
            allot(found, deal(found, (8, 8, 2, 2)), (), (((2, 2), ""),))


def test_sets_are_allotted_when_the_hammer_time_dice_are_set() -> None:
    found = TABLE.declare("!pool 5d+1had actions 2")
    assert found.expr == "6d actions 2"
    found = TABLE.declare("!pool 5d+1had +1d actions 2")
    dice = deal(found, (8, 2, 8, 1, 3))
    with pytest.raises(RuleError, match="waits for its Hammer-time Dice"):
        allot(found, dice, (), read_use(typed("!use 2x8 for 1")))
    assert allot(found, dice, (2,), read_use(typed("!use 2x8 for 1, 2x2 for 2"))).headline == (
        "Action 1, 2×8, succeeds. Action 2, 2×2, succeeds."
    )


def test_several_actions_say_how_many_sets_serve_them() -> None:
    found = TABLE.declare("!pool 7d vs 4,0 actions punch, duck")
    for faces, headline, detail, verdict in (
        ((8, 8, 2, 2, 1, 5), "Two sets for punch and duck: {roller} allots them.",
            "A set serves one action. Difficulties 4, 0, one for each action.", "success"),
        ((3, 3, 2, 2, 1, 5), "Two sets for punch and duck: {roller} allots them.",
            "A set serves one action. Difficulties 4, 0, one for each action.", "part"),
        ((8, 8, 2, 4, 1, 5), "One set for punch and duck: {roller} allots it.",
            "A set serves one action. Difficulties 4, 0, one for each action.", "part"),
        ((1, 2, 3, 4, 5, 6), "All actions fail.", "No two dice match.", "failure"),
    ):  # fmt: skip
        card = SYSTEM.read(found, deal(found, faces))
        assert (card.headline, card.detail, card.verdict) == (headline, detail, verdict)
    low = TABLE.declare("!pool 4d vs 8 actions 2")
    assert SYSTEM.read(low, deal(low, (2, 2, 1))).spoken == (
        "4 dice, 1 lost for several actions, 3 dice: 2×2, loose 1. Difficulty 8: a pair needs 9 or more. All actions fail."
    )
    assert SYSTEM.read(found, deal(found, (8, 8, 2, 4, 1, 5))).short == "Pool, 2×8, partly"
