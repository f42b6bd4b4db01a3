"""A roll that is picked reads like a typed one: every system's fields make lines that its own `declare` takes."""

from __future__ import annotations

import json
from collections.abc import Mapping

import pytest

from rules import catalogue
from rules.errors import RuleError
from rules.examples import examples
from rules.lines import quoted, read_line
from rules.picks import Pick, kept, whole
from rules.system import Declaration, RuleSystem, Sheet
from rules.systems.bgrade.system import SYSTEM as BGRADE
from rules.systems.dice.system import SYSTEM as DICE
from rules.systems.faserip.system import SYSTEM as FASERIP
from tests.rules.rows import rows

MABEL: Sheet = BGRADE.read_sheet(
    {"stats": "Body 2\nCoordination 4", "skills": "Climb 2+1ed\nPilot 4+1had\nStage Fright 2", "penalties": "torn arm -1d"}
)
STORM: Sheet = FASERIP.read_sheet(
    {
        "fighting": "Remarkable", "agility": "Remarkable", "strength": "Typical", "endurance": "Excellent", "reasoning": "Good",
        "intuition": "Excellent", "psyche": "Amazing", "powers": "Lightning: Amazing, aimed with Agility, Physical\nFlight: Good",
        "talents": "Acrobatics: Agility +1cs\nTwo Guns: Agility, several actions\nPhysics: Reasoning +1cs\nLuck: +1cs",
        "physical_now": "86", "physical_most": "86", "mental_now": "80", "mental_most": "80",
    }
)  # fmt: skip


def names(system: RuleSystem, sheet: Sheet | None, **picked: str) -> list[str]:
    return [pick.name for pick in system.picks(sheet, picked)]


def line(system: RuleSystem, sheet: Sheet | None, **picked: str) -> str:
    return system.line(kept(system.picks(sheet, picked), picked))


def declared(system: RuleSystem, sheet: Sheet | None, **picked: str) -> Declaration:
    command = read_line(line(system, sheet, **picked))
    assert command is not None
    (found,) = system.declare(command, sheet, {})
    return found


@rows(
    ("picked", "typed"),
    [
        ({"stat": "Coordination", "skill": "Pilot"}, "!pool Coordination+Pilot"),
        ({"stat": "Body", "skill": ""}, "!pool Body"),
        ({"skill": "Stage Fright"}, '!pool Body+"Stage Fright"'),
        ({"skill": "Pilot", "bonus": "2", "penalty": "1", "difficulty": "4"}, "!pool Body+Pilot +2d -1d vs 4"),
        ({"skill": "Climb", "height1": "7"}, "!pool Body+Climb ed=7"),
        ({"skill": "Pilot", "actions": "punch, duck"}, "!pool Body+Pilot actions punch, duck"),
        ({"skill": "Pilot", "actions": "3", "bonus": "0"}, "!pool Body+Pilot actions 3"),
        ({"skill": "Pilot", "against": "Nazi guard", "pace": "fast"}, '!pool Body+Pilot vs "Nazi guard" fast'),
        ({"skill": "Pilot", "helper": "Ines", "pace": "fast"}, "!pool Body+Pilot with Ines fast"),
        ({"skill": "Pilot", "against": "Fast"}, '!pool Body+Pilot vs "Fast"'),
    ],
)
def test_a_picked_pool_is_the_typed_line_and_is_declared(picked: Mapping[str, str], typed: str) -> None:
    assert line(BGRADE, MABEL, **picked) == typed
    assert declared(BGRADE, MABEL, **picked).rv == "bgrade/1"


def test_several_helpers_are_picked_by_their_names() -> None:
    assert line(BGRADE, MABEL, skill="Pilot", helper="Ines, Nazi guard") == '!pool Body+Pilot with Ines, "Nazi guard"'


def test_an_expert_die_of_what_is_picked_asks_for_its_height() -> None:
    assert "height1" not in names(BGRADE, MABEL, skill="Pilot")
    assert "height1" in names(BGRADE, MABEL, skill="Climb")
    assert names(BGRADE, MABEL)[:3] == ["stat", "skill", "height1"]
    assert declared(BGRADE, MABEL).notes[0] == "Body 2 + Climb 3"


def test_whether_time_matters_is_asked_of_a_contest_and_of_help_alone() -> None:
    assert "pace" not in names(BGRADE, MABEL)
    assert "pace" in names(BGRADE, MABEL, against="Otto") and "pace" in names(BGRADE, MABEL, helper="Otto")


@rows(
    ("picked", "typed"),
    [
        ({"dice": "7"}, "!pool 7d"),
        ({"dice": "5", "ed": "2", "had": "1", "height2": "3"}, "!pool 5d+2ed+1had ed=10,3"),
    ],
)
def test_dice_are_counted_where_there_is_no_sheet(picked: Mapping[str, str], typed: str) -> None:
    assert line(BGRADE, None, **picked) == typed
    assert declared(BGRADE, None, **picked).title == "Pool"


@rows(
    ("picked", "sentence"),
    [({}, "Say how many dice"), ({"dice": "x"}, "Dice: a whole number"), ({"dice": "3", "bonus": "-1"}, "Bonus dice: a whole")],
)
def test_a_pool_that_cannot_be_is_refused_in_words(picked: Mapping[str, str], sentence: str) -> None:
    with pytest.raises(RuleError, match=sentence):
        line(BGRADE, None, **picked)


@rows(
    ("picked", "typed"),
    [
        ({}, "!feat Fighting"),
        ({"roll": "Reasoning", "talents": "Physics\nLuck", "shift": "+1cs"}, "!feat Reasoning with Physics, Luck +1cs"),
        ({"roll": "Agility", "against": "Iron Man", "action": "1/2"}, '!feat Agility vs "Iron Man" action 1/2'),
        ({"roll": "Agility", "talents": "Two Guns"}, '!feat Agility with "Two Guns"'),
        ({"act": "attack", "target": "Toad"}, "!attack Toad"),
        ({"act": "attack", "target": "Toad", "roll": "Fighting", "talents": "Luck"}, "!attack Toad with Luck"),
        (
            {"act": "attack", "target": "Toad", "roll": "Lightning", "talents": "Acrobatics", "action": "extra"},
            "!attack Toad with Lightning, Acrobatics extra",
        ),
        (
            {"act": "attack", "target": "Toad", "roll": "Psyche", "damage": "Shift X", "track": "mental"},
            '!attack Toad with Psyche damage "Shift X" mental',
        ),
        ({"act": "grapple", "target": "Toad", "shift": "-2cs"}, "!grapple Toad -2cs"),
        ({"act": "more", "roll": "Agility"}, "!more Agility"),
    ],
)
def test_a_picked_feat_or_attack_is_the_typed_line_and_is_declared(picked: Mapping[str, str], typed: str) -> None:
    assert line(FASERIP, STORM, **picked) == typed
    assert declared(FASERIP, STORM, **picked).rv == "faserip/1"


@rows(
    ("picked", "typed"),
    [
        ({"roll": "Shift X"}, '!feat "Shift X"'),
        ({"act": "attack", "target": "Toad", "roll": "Good", "damage": "Typical"}, "!attack Toad with Good damage Typical"),
        ({"act": "grapple", "target": "Toad", "roll": "Good"}, "!grapple Toad with Good"),
    ],
)
def test_a_rank_is_picked_where_there_is_no_sheet(picked: Mapping[str, str], typed: str) -> None:
    assert line(FASERIP, None, **picked) == typed
    assert declared(FASERIP, None, **picked).rv == "faserip/1"
    assert "more" not in dict(FASERIP.picks(None, {})[0].choices)


def test_only_talents_that_fit_are_offered() -> None:
    def offered(**picked: str) -> list[str]:
        found = [pick for pick in FASERIP.picks(STORM, picked) if pick.name == "talents"]
        return [value for value, _ in found[0].choices] if found else []

    assert offered(roll="Reasoning") == ["Physics", "Luck"]
    assert offered(act="attack", roll="Lightning") == ["Acrobatics", "Two Guns", "Luck"]
    assert offered(act="grapple") == ["Luck"]


def test_what_strikes_is_fighting_then_powers_that_can_be_aimed() -> None:
    (roll,) = (pick for pick in FASERIP.picks(STORM, {"act": "attack"}) if pick.name == "roll")
    assert [value for value, _ in roll.choices][:3] == ["Fighting", "Lightning", "Agility"]


def test_damage_that_the_sheet_does_not_know_must_be_chosen() -> None:
    def usual(roll: str) -> str:
        return next(pick for pick in FASERIP.picks(STORM, {"act": "attack", "roll": roll}) if pick.name == "damage").choices[0][1]

    assert (usual("Fighting"), usual("Lightning"), usual("Strength")) == ("As the sheet says",) * 2 + ("Choose a rank",)
    with pytest.raises(RuleError, match="Say what damage"):
        declared(FASERIP, STORM, act="attack", roll="Strength", target="Toad")


def test_a_supposed_defence_changes_the_chances_and_not_the_line() -> None:
    picked = {"act": "attack", "target": "Toad", "roll": "Lightning"}
    attack = declared(FASERIP, STORM, **picked)
    assert declared(FASERIP, STORM, **picked, supposed="Good") == attack
    alone, met = FASERIP.odds(attack), FASERIP.odds(attack, "Good")
    assert alone.numbers[0][0] == "mean damage undefended" and met.numbers[0][0] == "mean damage against Good"
    assert float(met.numbers[0][1]) < float(alone.numbers[0][1])


def test_an_attack_names_whom() -> None:
    with pytest.raises(RuleError, match="Say whom"):
        line(FASERIP, STORM, act="attack")


@rows(
    ("picked", "typed"),
    [
        ({}, "!roll 1d6"),
        ({"which": "d20", "count": "2", "keep": "kh1", "plus": "5"}, "!roll 2d20kh1+5"),
        ({"which": "d8", "plus": "-2"}, "!roll 1d8-2"),
        ({"which": "d8", "plus": "+0"}, "!roll 1d8"),
        ({"which": "", "notation": "4d6kh3+2"}, "!roll 4d6kh3+2"),
    ],
)
def test_picked_dice_are_the_typed_line(picked: Mapping[str, str], typed: str) -> None:
    assert line(DICE, None, **picked) == typed
    assert declared(DICE, None, **picked).rv == "dice/1"


def test_a_saved_roll_stands_first() -> None:
    sheet = DICE.read_sheet({"macros": "stab = 1d20+5"})
    assert line(DICE, sheet) == "!roll stab"
    assert names(DICE, sheet) == ["which"]
    assert declared(DICE, sheet).expr == "1d20+5"


@rows(
    ("picked", "sentence"),
    [({"which": ""}, "Say which dice"), ({"plus": "x"}, "Added: a whole number"), ({"count": "two"}, "How many: a whole number")],
)
def test_dice_that_cannot_be_are_refused_in_words(picked: Mapping[str, str], sentence: str) -> None:
    with pytest.raises(RuleError, match=sentence):
        line(DICE, None, **picked)


def test_what_is_none_of_the_choices_counts_as_not_picked_and_a_text_is_one_line() -> None:
    picks = (
        Pick("one", "", "one", (("a", "A"), ("", "None"))),
        Pick("many", "", "many", (("a", "A"), ("b", "B"))),
        Pick("text", "", "text"),
    )
    assert kept(picks, {}) == {"one": "a", "many": "", "text": ""}
    assert kept(picks, {"one": "x", "many": "b\nc\na", "text": " two\nlines  "}) == {
        "one": "a",
        "many": "a\nb",
        "text": "two lines",
    }
    assert kept(picks, {"one": "", "text": "x" * 300, "more": "no"}) == {"one": "", "many": "", "text": "x" * 200}


def test_a_number_is_none_to_three_digits() -> None:
    assert (whole("", "Dice"), whole("12", "Dice")) == (0, 12)
    for typed in ("1000", "-1", "1.5", "²"):
        with pytest.raises(RuleError, match="Dice: a whole number like 2"):
            whole(typed, "Dice")


def test_a_name_is_quoted_where_it_would_be_read_otherwise() -> None:
    assert [quoted(name, ("fast",)) for name in ("Thor", "D'Arcy", "Iron Man", "4", "Fast", "Blind", "a+b")] == [
        "Thor", "D'Arcy", '"Iron Man"', '"4"', '"Fast"', '"Blind"', '"a+b"',
    ]  # fmt: skip


def test_every_example_of_every_system_is_told_without_open_places() -> None:
    for system in catalogue.all_systems():
        told = examples(system.key)
        assert len(told) > 40
        assert "{" not in json.dumps([[step.line, step.reading] for one in told for step in one.steps])
        assert all(read_line(step.line) is not None for one in told for step in one.steps)
    assert examples("no such") == ()
