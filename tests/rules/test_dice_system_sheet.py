"""The sheet of a game without rules of its own, and the saved rolls on it."""

from __future__ import annotations

import json

import pytest

from rules.lines import RuleError, read_line
from rules.macros import expand, read_macros, rolls_of, show_macros
from rules.system import Gauge
from rules.systems.dice.system import SYSTEM
from tests.rules.rows import rows

FORM = {
    "fields": "Class: Ranger\n\nHome: 3: the old mill\nMotto:",
    "counters": "Hit points: 12/20\nLuck: -1 / 3",
    "macros": "stab = 1d20+5 & 1d4+2\nWard-2=4d6!>=5kh3\nnight_watch = 1d20+3[Wisdom]",
}
SHEET = {
    "fields": {"Class": "Ranger", "Home": "3: the old mill", "Motto": ""},
    "counters": {"Hit points": {"now": 12, "most": 20}, "Luck": {"now": -1, "most": 3}},
    "macros": {"stab": "1d20+5 & 1d4+2", "Ward-2": "4d6!>=5kh3", "night_watch": "1d20+3[Wisdom]"},
}


def declared(line: str) -> list[str]:
    command = read_line(line)
    assert command is not None
    return [declaration.expr for declaration in SYSTEM.declare(command, SHEET, {})]


def refusal(line: str) -> tuple[str, int | None]:
    with pytest.raises(RuleError) as refused:
        declared(line)
    return refused.value.sentence, refused.value.column


def test_a_sheet_is_read_kept_and_shown_again() -> None:
    sheet = json.loads(json.dumps(SYSTEM.read_sheet(FORM)))
    assert sheet == SHEET
    assert SYSTEM.read_sheet(SYSTEM.show_sheet(sheet)) == sheet
    assert [trait.kind for trait in SYSTEM.traits()] == ["lines"] * 3
    assert [trait.name for trait in SYSTEM.traits()] == list(SYSTEM.show_sheet(sheet)) == list(FORM)


def test_an_empty_sheet_says_nothing() -> None:
    assert SYSTEM.read_sheet({}) == SYSTEM.read_sheet({"fields": " \n", "macros": ""}) == {}
    assert SYSTEM.show_sheet({}) == {"fields": "", "counters": "", "macros": ""}
    assert SYSTEM.gauges({}) == ()


def test_counters_are_gauges() -> None:
    assert SYSTEM.gauges(SHEET) == (Gauge("Hit points", 12, 20, ""), Gauge("Luck", -1, 3, ""))


@rows(
    ("field", "text", "sentence"),
    [
        ("fields", "Class Ranger", "Fields, line 1: A name, a colon and a value stand on a line."),
        ("fields", "A: 1\n\na: 2", "Fields, line 3: a stands on this sheet already."),
        ("fields", ": 1", "Fields, line 1: A name needs at least one character."),
        ("fields", "A: " + "x" * 201, "Fields, line 1: A field has at most 200 characters."),
        ("fields", "\n".join(f"A{n}: 1" for n in range(101)), "Fields, line 101: There are at most 100 lines."),
        ("counters", "Luck: 3", "Counters, line 1: A counter is written as now and most, `Hit points: 12/20`."),
        ("counters", "Luck: 0/0", "Counters, line 1: A counter is written as now and most, `Hit points: 12/20`."),
        ("counters", "Luck: 4/3", "Counters, line 1: 4 is more than the most, 3."),
        ("macros", "stab 1d20", "Macros, line 1: A macro is a name of one word, =, and a roll: `stab = 1d20+5`."),
        ("macros", "\nbig stab = 1d20", "Macros, line 2: A macro is a name of one word, =, and a roll: `stab = 1d20+5`."),
        ("macros", "7up = 1d20", "Macros, line 1: A macro is a name of one word, =, and a roll: `stab = 1d20+5`."),
        ("macros", "d6 = 1d20", "Macros, line 1: d6 is itself a roll and cannot be the name of a macro."),
        ("macros", "stab = 1d20\nSTAB = 1d6", "Macros, line 2: There is a macro STAB already."),
        ("macros", "stab = 1d20+", "Macros, line 1: stab: Something is missing after + (column 5)."),
        ("macros", "stab = 1d20 & ", "Macros, line 1: stab: Say what to throw: `!roll 2d6+3`."),
        ("macros", "stab = stab", "Macros, line 1: stab: “s” is not part of a roll (column 1)."),
        ("macros", "\n".join(f"m{n} = 1d6" for n in range(51)), "Macros, line 51: There are at most 50 macros."),
        ("macros", "m = " + "&".join(["d6"] * 33), "Macros, line 1: m: At most 32 results in one line."),
    ],
)
def test_a_wrong_line_of_a_sheet_is_named(field: str, text: str, sentence: str) -> None:
    with pytest.raises(RuleError) as refused:
        SYSTEM.read_sheet({field: text})
    assert refused.value.sentence == sentence


def test_what_lies_just_within_the_limits_of_a_sheet_is_read() -> None:
    lines = "\n".join(f"A{n}: 1" for n in range(100))
    macros = "\n".join(f"m{n} = 1d6" for n in range(50))
    sheet = SYSTEM.read_sheet({"fields": lines + "\n", "counters": "A: 3/3", "macros": macros})
    assert (len(sheet["fields"]), sheet["counters"]["A"], len(sheet["macros"])) == (100, {"now": 3, "most": 3}, 50)
    assert SYSTEM.read_sheet({"fields": "A: " + "x" * 200})["fields"] == {"A": "x" * 200}


def test_the_name_of_a_macro_throws_its_rolls() -> None:
    assert declared("!roll stab") == ["1d20+5", "1d4+2"]
    assert declared("!roll STAB & 2d6 &ward-2") == ["1d20+5", "1d4+2", "2d6", "4d6!>=5kh3"]
    assert declared("!roll d6 & d%") == ["1d6", "1d100"]
    assert refusal("!roll " + "&".join(["stab"] * 17))[0] == "At most 32 results in one line."
    assert len(declared("!roll " + "&".join(["stab"] * 16))) == 32


def test_a_name_that_no_macro_has_is_refused_with_those_that_there_are() -> None:
    assert refusal("!roll stap") == ("No macro stap on this sheet. Did you mean stab?", None)
    assert refusal("!roll dagger") == ("No macro dagger on this sheet. There are: stab, Ward-2, night_watch.", None)
    assert refusal("!roll stab+2") == ("“s” is not part of a roll (column 1).", 7)
    assert refusal("!roll 2d6 & 1d6+") == ("Something is missing after + (column 5).", 17)


def test_without_macros_a_word_is_read_as_notation() -> None:
    assert expand("stab", {}) is None
    assert expand(" stab ", {"Stab": "1d4"}) == "1d4"
    assert expand("d6", {"stab": "1d4"}) is None


def test_rolls_of_a_line_part_at_ampersands_outside_of_labels() -> None:
    assert rolls_of("1d6[a & b]&2d6 [c]& 3d6") == ["1d6[a & b]", "2d6 [c]", " 3d6"]
    assert rolls_of("1d6&") == ["1d6", ""]
    with pytest.raises(RuleError) as refused:
        rolls_of("[" * 6433)
    assert refused.value.sentence == "A roll has at most 200 characters."


def test_macros_are_shown_as_they_are_read() -> None:
    macros = read_macros(FORM["macros"])
    assert read_macros(show_macros(macros)) == macros == SHEET["macros"]
