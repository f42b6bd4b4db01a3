"""Points lost and won in a fight: the act, the `!hp` line, the gauges of a sheet, and what holds after any acts whatever."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.combat.record import from_record, to_record
from rules.combat.state import MOST_HARM, Fight, apply, fold
from rules.combat.words import HealthLine, read_hp
from rules.lines import RuleError, read_line
from rules.system import Gauge
from rules.systems.bgrade.system import SYSTEM as BGRADE
from rules.systems.dice.plain import PlainSums
from rules.systems.dice.system import SYSTEM as DICE
from rules.systems.faserip.system import SYSTEM as FASERIP
from tests.rules.rows import few, rows

OPEN = {"do": "open"}
TOAD = {"do": "enter", "id": "toad", "name": "Toad", "order": [12], "source": "typed", "by": "gm", "char": "c1"}
MOB = {"do": "enter", "id": "mob", "name": "Mob", "order": [9], "source": "typed", "by": "gm", "char": None}
GATHERING = [OPEN, TOAD, MOB]


def harm(points: Any, who: str = "toad", gauge: str = "Physical Health") -> dict[str, Any]:
    return {"do": "harm", "id": who, "gauge": gauge, "points": points}


def of_toad(fight: Fight) -> dict[str, int]:
    row = fight.find("toad")
    return dict(row.harm) if row else {}


def refusal(fight: Fight, act: dict[str, Any]) -> str:
    with pytest.raises(RuleError) as refused:
        apply(fight, act)
    return refused.value.sentence


def test_harm_adds_up_by_gauge_and_what_is_healed_again_is_none() -> None:
    fight = fold([*GATHERING, harm(50), harm(3, gauge="Mental Health"), harm(-20)])
    assert of_toad(fight) == {"Physical Health": 30, "Mental Health": 3}
    assert of_toad(apply(fight, harm(-30))) == {"Mental Health": 3}
    assert of_toad(apply(fight, harm(-40))) == {"Physical Health": -10, "Mental Health": 3}


def test_harm_moves_no_turn_and_is_possible_before_and_in_round_1_alone() -> None:
    running = fold([*GATHERING, {"do": "next"}])
    after = apply(running, harm(5))
    assert (after.round, after.current, after.phase) == (running.round, running.current, "running")
    assert of_toad(after) == {"Physical Health": 5}
    assert "cannot change somebody's Health" in refusal(Fight(), harm(5))
    assert "The turn order has ended" in refusal(apply(running, {"do": "end"}), harm(5))


def test_undo_gives_the_points_back_and_a_new_number_keeps_them_lost() -> None:
    fight = fold([*GATHERING, harm(50)])
    assert of_toad(apply(fight, {"do": "undo"})) == {}
    assert of_toad(apply(fight, TOAD | {"order": [20]})) == {"Physical Health": 50}


def test_harm_is_part_of_the_record_and_an_older_record_has_none() -> None:
    fight = fold([*GATHERING, harm(50)])
    record = to_record(fight)
    assert from_record(record) == fight
    for row in record["rows"]:
        del row["harm"]
    assert of_toad(from_record(record)) == {}


def test_harm_is_refused_with_what_is_wrong() -> None:
    fight = fold(GATHERING)
    assert refusal(fight, harm(5, "mob")) == "Mob has no sheet, so there is no Health to change."
    assert refusal(fight, harm(5, "hulk")).startswith("Nobody by that name")
    for act in (harm(0), harm("5"), harm(True), harm(1.0), harm(5, gauge="")):
        assert refusal(fight, act) == "Say which gauge changes, and by how many points."


def test_a_gauge_changes_by_99999_points_in_a_fight_at_most_in_one_act_or_several() -> None:
    fight = fold(GATHERING)
    for sign in (1, -1):
        most = apply(fight, harm(sign * MOST_HARM))
        assert of_toad(most) == {"Physical Health": sign * MOST_HARM}
        for from_here, points in ((fight, MOST_HARM + 1), (most, 1)):
            assert refusal(from_here, harm(sign * points)) == "In one fight a gauge changes by at most 99999 points."
        assert of_toad(apply(most, harm(-sign * MOST_HARM))) == {}


POINTS = st.integers(-60, 60).map(harm)
OTHERS = st.sampled_from([{"do": "next"}, {"do": "undo"}, {"do": "out", "id": "toad"}])
ACTS = st.lists(st.one_of(POINTS, POINTS, OTHERS), max_size=25)


@few
@given(ACTS)
def test_what_is_lost_is_the_sum_of_the_acts_that_stand(acts: list[dict[str, Any]]) -> None:
    fight, standing = fold(GATHERING), [harm(0)] * 3
    for act in acts:
        try:
            after = apply(fight, act)
        except RuleError:
            continue
        if act["do"] == "undo":
            standing.pop()
            assert after == fight.before
        else:
            standing.append(act)
        fight = after
        assert from_record(to_record(fight)) == fight
        if fight.find("toad"):
            lost = sum(one.get("points", 0) for one in standing)
            assert of_toad(fight) == ({"Physical Health": lost} if lost else {})


def hp(line: str) -> HealthLine:
    command = read_line(line)
    assert command is not None
    return read_hp(command)


@rows(
    ("line", "read"),
    [
        ("!hp Toad -25", HealthLine("Toad", "-", 25)),
        ("!HP Toad +10", HealthLine("Toad", "+", 10)),
        ("!hp Toad =40", HealthLine("Toad", "=", 40)),
        ("!hp Toad =0", HealthLine("Toad", "=", 0)),
        ("!hp Toad =-10 # fell", HealthLine("Toad", "=", -10)),
        ("!hp Toad −25", HealthLine("Toad", "-", 25)),
        ("!hp Toad –25", HealthLine("Toad", "-", 25)),
        ("!hp Toad -99999", HealthLine("Toad", "-", 99_999)),
        ('!hp "Iron Man" mental -25', HealthLine("Iron Man", "-", 25, True)),
        ('!hp "mental" MENTAL +1', HealthLine("mental", "+", 1, True)),
    ],
)  # fmt: skip
def test_an_hp_line_says_whose_health_and_how(line: str, read: HealthLine) -> None:
    assert hp(line) == read


FORMS = "Points are a whole number to 99999 behind -, + or =: `!hp Toad -25`, `!hp Toad +10`, `!hp Toad =40`."
WRONG = ("--5", "+-5", "-0", "+0", "-1.5", "２０", "-100000", "=100000", "-", "+x")
HOW = "Say whose Health changes and how: `!hp NAME -25`, `!hp NAME +10` or `!hp NAME =40`; `mental` before the number."


@rows(
    ("line", "told", "column"),
    [
        ("!hp Toad 50", "Minus 50 or exactly 50? `!hp Toad -50`, `!hp Toad =50`.", 10),
        ("!hp Toad mental 50", "Minus 50 or exactly 50? `!hp Toad mental -50`, `!hp Toad mental =50`.", 17),
        ('!hp "Iron Man" 5', 'Minus 5 or exactly 5? `!hp "Iron Man" -5`, `!hp "Iron Man" =5`.', 16),
        ("!hp Iron Man -5", 'A name with blanks needs quotes: `!hp "Iron Man" -5`, or `!hp IronMan -5`.', 10),
        ("!hp Iron Man mental -5", 'A name with blanks needs quotes: `!hp "Iron Man" mental -5`, or `!hp IronMan mental -5`.', 10),
        ("!hp Iron Man", 'A name with blanks needs quotes: `!hp "Iron Man" -25`, or `!hp IronMan -25`.', 10),
        ("!hp Toad", "By how much? `!hp Toad -25`, `!hp Toad +10` or `!hp Toad =40`.", 5),
        ("!hp Toad mental", "By how much? `!hp Toad mental -25`, `!hp Toad mental +10` or `!hp Toad mental =40`.", 5),
        ("!hp Toad -5 6", "One number stands at the end: `!hp Toad -25`, or `!hp Toad -25 # why`.", 13),
        ("!hp Toad physical -5", "One number stands at the end: `!hp Toad -25`, or `!hp Toad -25 # why`.", 19),
        ('!hp Toad "-5"', FORMS, 10),
        ('!hp "Iron Man" Toad -5', 'One number stands at the end: `!hp "Iron Man" -25`, or `!hp "Iron Man" -25 # why`.', 21),
        *((f"!hp Toad {wrong}", FORMS, 10) for wrong in WRONG),
        *((line, HOW, 5) for line in ("!hp -5", "!hp mental -5", "!hp , -5", "!hp =5")),
        ("!hp", HOW, 4),
    ],
)  # fmt: skip
def test_a_wrong_hp_line_is_answered_with_the_right_one(line: str, told: str, column: int) -> None:
    with pytest.raises(RuleError) as refused:
        hp(line)
    assert (refused.value.sentence, refused.value.column) == (told, column)


@rows(
    ("line", "now", "lost"),
    [
        ("-25", 40, 25), ("-25", -10, 25), ("+10", 25, -10), ("+10", 35, -5), ("+10", 40, 0), ("+10", 45, 0),
        ("=40", 15, -25), ("=40", 40, 0), ("=45", 45, 0), ("=44", 45, 1), ("=-10", 40, 50), ("=0", 1, 1),
    ],
)  # fmt: skip
def test_points_given_stop_at_the_most_and_points_taken_nowhere(line: str, now: int, lost: int) -> None:
    assert hp(f"!hp Toad {line}").lost(now, 40) == lost


def test_no_gauge_is_set_above_its_most() -> None:
    with pytest.raises(RuleError, match="^41 is more than Toad ever has: 40.$"):
        hp("!hp Toad =41").lost(15, 40)


HERO = dict.fromkeys(("fighting", "agility", "strength", "endurance", "reasoning", "intuition", "psyche"), "Good") | {
    "physical_now": "38", "physical_most": "40", "mental_now": "15", "mental_most": "10",
}  # fmt: skip


def test_a_faserip_sheet_is_hurt_on_its_track_and_never_healed_beyond_the_most() -> None:
    sheet = FASERIP.read_sheet(HERO)

    def after(gauge: str, points: int) -> tuple[int, int]:
        physical, mental = FASERIP.gauges(FASERIP.hurt(sheet, gauge, points))
        return physical.now, mental.now

    assert after("Physical Health", 48) == (-10, 15)
    assert after("Physical Health", -2) == after("Physical Health", -3) == (40, 15)
    assert after("Mental Health", -1) == (38, 15)
    assert after("Mental Health", 1) == (38, 14)
    assert after("Physical Health", 10**6) == (-99_999, 15)
    assert sheet == FASERIP.read_sheet(HERO)
    with pytest.raises(RuleError, match="A sheet holds Physical Health and Mental Health, not Luck."):
        FASERIP.hurt(sheet, "Luck", 1)


def test_the_words_of_health_follow_what_was_lost_in_the_fight() -> None:
    sheet = FASERIP.read_sheet(HERO)
    assert FASERIP.gauges(sheet, {"Physical Health": 48}) == (
        Gauge("Physical Health", -10, 40, "knocked out", able=False), Gauge("Mental Health", 15, 10, "active"),
    )  # fmt: skip
    assert [one.word for one in FASERIP.gauges(sheet, {"Physical Health": 49, "Mental Health": 14})] == [
        "dead",
        "mentally incapacitated",
    ]


def test_a_counter_is_hurt_and_what_holds_no_points_refuses() -> None:
    sheet = DICE.read_sheet({"counters": "Hit points: 12/20\nLuck: 1/3"})
    assert DICE.gauges(sheet, {"Luck": 2}) == (Gauge("Hit points", 12, 20, ""), Gauge("Luck", -1, 3, ""))
    assert DICE.gauges(DICE.hurt(sheet, "Hit points", 5)) == (Gauge("Hit points", 7, 20, ""), Gauge("Luck", 1, 3, ""))
    assert DICE.gauges(DICE.hurt(sheet, "Luck", -5))[1].now == 3
    assert DICE.gauges(DICE.hurt(sheet, "Luck", 10**7))[1].now == -999_999
    with pytest.raises(RuleError, match="There is no counter Mana on this sheet."):
        DICE.hurt(sheet, "Mana", 1)
    for system in (BGRADE, PlainSums()):
        assert system.gauges({"stats": []}, {"Luck": 1}) == ()
        with pytest.raises(RuleError):
            system.hurt({}, "Luck", 1)
    assert [system.usual_answer for system in (FASERIP, BGRADE, DICE, PlainSums())] == ["!defend", "", "", ""]
