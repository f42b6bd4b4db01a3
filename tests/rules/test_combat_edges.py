"""Turn orders at their edges: where a refusal of a line points, the least and greatest numbers, what was stored long ago."""

from __future__ import annotations

from typing import Any

import pytest

from rules.combat.combatant import MOST_CONDITIONS, MOST_PENALTY, MOST_ROUNDS, Combatant, Condition
from rules.combat.deeds import Deeds
from rules.combat.order import in_order, read_order, read_tie, read_ways, same_time
from rules.combat.state import Fight, apply, fold, passed_over
from rules.combat.state_line import ConditionLine, read_state
from rules.combat.words import HealthLine, InitLine, read_fight_word, read_hp, read_init
from rules.lines import RuleError, read_line
from tests.rules.rows import rows

OPEN, NEXT = {"do": "open"}, {"do": "next"}
THOR = {"do": "enter", "id": "thor", "name": "Thor", "order": [20], "source": "typed", "by": "owner", "char": "c1"}
TOAD = {"do": "enter", "id": "toad", "name": "Toad", "order": [9], "source": "typed", "by": "owner"}
READERS = {"init": read_init, "hp": read_hp, "state": read_state}


def refusal(line: str) -> RuleError:
    command = read_line(line)
    assert command is not None
    with pytest.raises(RuleError) as refused:
        READERS.get(command.word, read_fight_word)(command)
    return refused.value


@rows(
    ("line", "word"),
    [
        ("!init begin", "begin"),
        ("!init all 5 6", "5"),
        ("!init Iron Man 17", "Man"),
        ("!init Iron Man", "Man"),
        ("!init Thor Goood", "Goood"),
        ("!init Thor 0", "0"),
        ("!init Thor 100000", "100000"),
        *((f"!init Thor {wrong}", wrong) for wrong in ("1x5", "1x1", "100x5", "2x11", "2x0")),
        ("!init Usher x3 3x5", "3x5"),
        ("!init Usher x1", "x1"),
        ("!init Usher x21 5", "x21"),
        ("!init Usher x3 12 13", "13"),
        ("!init Thor 20 Good", "Good"),
        ("!init secret 5", "secret"),
        ("!init ,", ","),
        ("!init Thor Shift X", "Shift"),
        ("!next Thor Toad", "Thor"),
        ("!fight now then", "now"),
        ("!turn Iron Man", "Man"),
        ("!turn with", "with"),
        ("!pass Iron Man", "Man"),
        ("!out Iron Man", "Man"),
        ("!state Toad", "Toad"),
        ("!state Toad held", "held"),
        ("!state Iron Man +held", "Man"),
        ("!state Toad, Thor +held", ","),
        ("!state Toad +", "+"),
        ("!state Toad + -1d", "+"),
        ("!state Toad -1d", "-1d"),
        ("!state Toad +held for", "for"),
        ("!state Toad +held for x", "x"),
        ("!state Toad +held for 100", "100"),
        ("!state Toad +held -0d", "-0d"),
        ("!state Toad +held -100d", "-100d"),
        ("!state Toad +held tight", "tight"),
        ("!state Toad +held 2", "2"),
        ("!state Toad +held for 2 for 3", "for 3"),
        ("!state Toad +held -1d -2d", "-2d"),
        ("!state Toad +for", "for"),
        ("!state Toad -held for 2", "for"),
        ("!state Toad +held,", ","),
    ],
)
def test_a_refusal_points_at_the_word_that_is_wrong(line: str, word: str) -> None:
    assert refusal(line).column == line.rindex(word) + 1


@rows(
    ("line", "read"),
    [
        ("!init Thor 1", InitLine("Thor", 1)),
        ("!init Thor 99999", InitLine("Thor", 99_999)),
        ("!init Thor 0099999", InitLine("Thor", 99_999)),
        ("!init Thor 2x1", InitLine("Thor", set=(2, 1))),
        ("!init Thor 99x10", InitLine("Thor", set=(99, 10))),
        ("!init Usher x2", InitLine("Usher", count=2)),
        ("!init Usher x20 Good", InitLine("Usher", rank="Good", count=20)),
        ('!init Usher x3 "Good"', InitLine("Usher", rank="Good", count=3)),
    ],
)
def test_the_least_and_greatest_numbers_of_an_init_line_are_read(line: str, read: InitLine) -> None:
    command = read_line(line)
    assert command is not None
    assert read_init(command) == read


HOW = "`!init NAME` throws, `!init NAME NUMBER` enters a number you rolled. Open with `!fight`, go on with `!next`."
NUMBER = "The number is a roll you made, 1 to 99999. To throw it here: "


@rows(
    ("line", "sentence"),
    [
        *((line, HOW) for line in ("!init ,", "!init , 5", '!init 20 "x"', "!init")),
        ("!init Thor ,", f"{NUMBER}`!init Thor`."),
        ("!init Thor -x", f"{NUMBER}`!init Thor`."),
        ('!init "A,B" 0', f'{NUMBER}`!init "A,B"`.'),
        ("!init Thor , 5", "One command a line, and nothing after the number: `!init Thor 20`, or `!init Thor 20 # why`."),
        ("!init Shift X", 'A name with blanks needs quotes: `!init "Shift X" 15`, or `!init ShiftX 15`.'),
        ("!init Thor Shift X", "A rank is one word, or in quotes: `!init Thor ShiftX`."),
        ("!init Iron Man Shift X", 'A rank is one word, or in quotes: `!init "Iron Man" ShiftX`.'),
        ("!init Iron Man Jack", 'A name with blanks needs quotes: `!init "Iron Man Jack" 15`, or `!init IronManJack 15`.'),
        (
            "!init Professor xavier",
            'A name with blanks needs quotes: `!init "Professor xavier" 15`, or `!init Professorxavier 15`.',
        ),
        ("!init Thor x-", 'A name with blanks needs quotes: `!init "Thor x-" 15`, or `!init Thorx- 15`.'),
        ("!turn ,", '`,` means something here. In quotes it is a name: `","`.'),
        ("!hp Toad , -5", "One number stands at the end: `!hp Toad -25`, or `!hp Toad -25 # why`."),
        ("!hp physical Man -5", 'A name with blanks needs quotes: `!hp "physical Man" -5`, or `!hp physicalMan -5`.'),
        ("!state Toad +held b+", 'A condition with blanks needs quotes: `!state Toad +"held b+"`. A note goes after #.'),
        ("!state Toad +held b2", 'A condition with blanks needs quotes: `!state Toad +"held b2"`. A note goes after #.'),
    ],
)
def test_what_stands_in_the_wrong_place_is_answered_with_the_right_line(line: str, sentence: str) -> None:
    assert refusal(line).sentence == sentence


def test_names_may_begin_and_end_like_signs_and_numbers() -> None:
    def read(line: str) -> Any:
        command = read_line(line)
        assert command is not None
        return READERS[command.word](command)

    assert [read(f"!hp {name} -5").name for name in ("xavier", "Agent13", "Toad-", "x+")] == ["xavier", "Agent13", "Toad-", "x+"]
    assert (
        read("!state Toad +held for 2 rounds -1d")
        == read("!state Toad +held -1d for 2")
        == ConditionLine("Toad", "held", False, 2, 1)
    )
    assert [read(f"!state Toad +held for {rounds} Round.").rounds for rounds in (1, 99)] == [1, 99]
    assert [read(f"!state Toad +held -{dice}d").dice for dice in (1, 99)] == [1, 99]


def test_an_order_is_a_number_or_a_set_from_1_to_99999() -> None:
    assert [read_order(order) for order in ([1], [99_999], [2, 10], [])] == [(1,), (99_999,), (2, 10), ()]
    for wrong in ([0], [100_000], [1, 2, 3], [0, 5], [5, 0], "20", [True], [1.0], None):
        with pytest.raises(RuleError, match="1 to 99999"):
            read_order(wrong)
    assert (read_tie(0), read_tie(99_999)) == (0, 99_999)
    for tie in (-1, 100_000, True, "1", None):
        with pytest.raises(RuleError, match="a place on a ladder, from 0"):
            read_tie(tie)
    assert (read_ways(["skip", "ties"]), read_ways([])) == (("skip", "ties"), ())
    for ways in ("skip", ["luck"], None, [["skip"]]):
        with pytest.raises(RuleError, match="A turn order goes anew, ties"):
            read_ways(ways)


def row(name: str, *order: int, entry: int = 1, tie: int = 0) -> Combatant:
    return Combatant(name, name, order, "typed", entry, tie=tie)


def test_the_ways_of_an_order_compare_what_they_name_and_nothing_else() -> None:
    wide, tall, flat = row("wide", 3, 5), row("tall", 2, 9, entry=2), row("flat", 3, 2, entry=3)
    number, none, slow = row("number", 3, entry=4, tie=1), row("none", entry=5), row("slow", 3, entry=6, tie=2)

    def names(*ways: str, of: Any = in_order) -> list[Any]:
        return [[one.name for one in group] if isinstance(group, tuple) else group.name for group in of(ALL, ways)]

    ALL = (none, slow, number, flat, tall, wide)
    assert names() == ["wide", "flat", "number", "slow", "tall", "none"]
    assert names("height") == ["tall", "wide", "number", "slow", "flat", "none"]
    assert names("width_only", of=same_time) == [["wide", "flat", "number", "slow"], ["tall"], ["none"]]
    assert names("ties") == ["wide", "flat", "slow", "number", "tall", "none"]
    assert names("anew", "skip", of=same_time) == [["wide"], ["flat"], ["number", "slow"], ["tall"], ["none"]]


def stands(**condition: Any) -> dict[str, Any]:
    return {"do": "condition", "id": "thor", **condition}


def test_a_condition_has_bounds() -> None:
    fight = fold([OPEN, THOR, NEXT])
    for good in ({"rounds": 1}, {"rounds": MOST_ROUNDS}, {"dice": MOST_PENALTY}, {"dice": 0}, {}):
        assert len(apply(fight, stands(name="held", **good)).combatants[0].conditions) == 1
    beyond = ({"rounds": MOST_ROUNDS + 1}, {"dice": MOST_PENALTY + 1})
    for wrong in ({"rounds": 0}, {"rounds": 1.0}, {"dice": -1}, {"dice": True}, *beyond):
        with pytest.raises(RuleError, match="A condition (lasts|takes) 1 to 99"):
            apply(fight, stands(name="held", **wrong))
    full = fold([OPEN, THOR, NEXT, *(stands(name=f"c{place}") for place in range(MOST_CONDITIONS))])
    assert len(apply(full, stands(name="C3", dice=2)).combatants[0].conditions) == MOST_CONDITIONS
    with pytest.raises(RuleError, match="Thor has 12 conditions already: take one away first."):
        apply(full, stands(name="one more"))


def test_points_are_refused_beyond_99999_and_without_a_sheet() -> None:
    fight = fold([OPEN, THOR, TOAD])

    def harmed(points: Any, who: str = "thor") -> Fight:
        return apply(fight, {"do": "harm", "id": who, "gauge": "Luck", "points": points})

    assert [harmed(points).combatants[0].harm for points in (1, -1, 99_999, -99_999)] == [
        {"Luck": 1}, {"Luck": -1}, {"Luck": 99_999}, {"Luck": -99_999},
    ]  # fmt: skip
    for points, who in ((100_000, "thor"), (-100_000, "thor"), (0, "thor"), (1, "toad")):
        with pytest.raises(RuleError):
            harmed(points, who)


def test_nobody_is_next_in_an_empty_or_closed_order_and_an_undo_needs_an_act() -> None:
    with pytest.raises(RuleError, match="There is nothing to undo: no act stands in this turn order."):
        apply(Fight(), {"do": "undo"})
    with pytest.raises(RuleError, match="Nobody is in the turn order"):
        apply(fold([OPEN]), NEXT)
    with pytest.raises(RuleError, match="A number is typed, thrown or linked, not “guessed”."):
        apply(fold([OPEN]), THOR | {"source": "guessed"})
    with pytest.raises(RuleError, match="A turn order has no move “dance”."):
        apply(fold([OPEN]), {"do": "dance"})


def test_entries_are_counted_from_1_and_a_new_number_keeps_its_entry() -> None:
    fight = fold([OPEN, TOAD, THOR | {"order": [9]}])
    assert [(one.name, one.entry) for one in fight.combatants] == [("Toad", 1), ("Thor", 2)]
    again = apply(fight, TOAD | {"order": [9], "by": "gm"})
    assert [(one.name, one.entry) for one in again.combatants] == [("Toad", 1), ("Thor", 2)]
    assert again.entries == 2


def test_a_character_enters_once_whatever_the_id_and_others_by_their_name() -> None:
    fight = fold([OPEN, THOR, TOAD])
    assert [one.id for one in apply(fight, THOR | {"id": "other", "name": "Donald", "order": [3]}).combatants] == ["toad", "thor"]
    assert [one.id for one in apply(fight, TOAD | {"id": "other", "name": "TOAD", "order": [3]}).combatants] == ["thor", "toad"]
    both = apply(fight, TOAD | {"id": "other", "name": "Toad", "char": "c2", "order": [3]})
    assert [one.id for one in both.combatants] == ["thor", "toad", "other"]
    owned = apply(fight, TOAD | {"id": "other", "name": "Thor", "order": [3]})
    assert [one.id for one in owned.combatants] == ["thor", "toad", "other"]


def test_numbers_entered_anew_begin_without_what_settled_the_old_ones() -> None:
    fight = fold([OPEN | {"ways": ["anew", "ties"]}, THOR | {"tie": 5}, NEXT, NEXT])
    assert [(one.order, one.source, one.tie) for one in fight.combatants] == [((), "", 0)]
    assert (fight.phase, fight.current, fight.round) == ("gathering", None, 1)
    assert [one.between for one in (fight, fold([OPEN, THOR]), fold([OPEN, THOR, NEXT]), Fight(round=1))] == [
        True,
        False,
        False,
        False,
    ]


def test_whose_turn_is_passed_over_is_told_once() -> None:
    four = [
        {**THOR, "id": name, "name": name, "char": None, "order": [order]} for name, order in zip("ABCD", (9, 8, 7, 6), strict=True)
    ]
    onward = NEXT | {"down": ["B"]}
    at_a = fold([OPEN | {"ways": ["skip"]}, *four, NEXT])
    at_c = apply(at_a, onward)
    at_d = apply(at_c, onward)
    assert (at_c.current, passed_over(at_a, at_c)) == ("C", ("B",))
    assert (at_d.current, passed_over(at_c, at_d)) == ("D", ())


def test_what_is_left_out_is_nothing() -> None:
    assert Condition("held") == Condition("held", dice=0, rounds=None, last=0)
    nothing = ((), False, False, "", "")
    assert row("thor", 20) == Combatant("thor", "thor", (20,), "typed", 1, None, "", "waiting", {}, (), Deeds(*nothing), 0)
    assert InitLine("Thor") == InitLine("Thor", None, "", None, False, 1)
    assert HealthLine("Thor", "-", 5) == HealthLine("Thor", "-", 5, mental=False)
    assert ConditionLine("Thor", "held") == ConditionLine("Thor", "held", lifts=False, rounds=None, dice=0)
    assert Fight() == Fight("closed", 0, None, (), 0)
