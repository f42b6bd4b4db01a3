"""Readings of B-Grade that act between two rolls or in the turn order."""

from __future__ import annotations

from rules.system import Rival
from rules.systems.bgrade.options import OPTIONS
from rules.systems.bgrade.system import SYSTEM
from tests.rules.bgrade_table import TABLE, defence, outcome, rival, typed
from tests.rules.table import deal


def test_hammer_time_dice_of_an_answer_may_be_thrown_like_plain_ones_as_nothing_is_set_unseen_here() -> None:
    line, faces = "!pool 5d vs Guard fast", (3, 5, 5, 5, 6)
    usual = defence(rival(line, faces), "!defend with 4d+1had")
    assert (usual.expr, usual.open) == ("4d+1had against 41.0 3x5 fast", (10,))
    blind = rival(line, faces, {"had_seen": "off"})
    assert blind.declaration.expr == "5d contest fast had_seen=off"
    for options in ({}, {"had_seen": "off"}):  # those of the contest count, whatever the table says by now
        found = defence(blind, "!defend with 4d+1had", options)
        assert (found.expr, found.open) == ("5d against 41.0 3x5 fast had_seen=off", ())
        assert "Hammer-time Dice of an answer are thrown like plain dice" in found.notes
        assert outcome(found, 9, 9, 9, 1, 2)["winner"] == "roller"
    assert defence(rival(line, faces), "!defend with 4d+1had", {"had_seen": "off"}).expr == usual.expr


def test_only_what_answers_is_thrown_so() -> None:
    off = {"had_seen": "off"}
    assert TABLE.declare("!pool 5d+1had", None, off).expr == "5d+1had"
    assert TABLE.declare("!pool 5d+1had vs Guard fast", None, off).expr == "5d+1had contest fast had_seen=off"
    assert "like plain dice" not in " ".join(
        defence(rival("!pool 5d vs Guard fast", (1, 2, 3, 4, 5), off), "!defend with 4d").notes
    )


def test_a_helper_s_die_in_an_answer_is_thrown_so_too() -> None:
    blind = rival("!pool 5d vs Guard fast", (3, 5, 5, 5, 6), {"had_seen": "off"})
    led = defence(blind, "!defend with 4d with Ines")
    waiting = Rival("42.0", "Guard", led, deal(led, (1, 2, 3, 4)))
    found = SYSTEM.answer(typed("!assist Guard 3d+1had"), waiting, None, {})
    assert (found.open, found.req) == ((), ((4, 10),))


def test_the_ways_of_a_turn_order_follow_from_the_options() -> None:
    assert [SYSTEM.ways({"order_by": choice}) for choice in ("width", "height", "width_only")] == [(), ("height",), ("width_only",)]
    assert (SYSTEM.ways({}), SYSTEM.tie(None, ""), SYSTEM.under({"order_by": "height"})) == ((), 0, SYSTEM)


def test_every_option_says_each_of_its_choices_in_plain_words() -> None:
    for option in OPTIONS:
        assert len(option.words) == len(option.choices) == len(set(option.words)) >= 2
        assert "`" not in "".join((option.label, *option.words))
