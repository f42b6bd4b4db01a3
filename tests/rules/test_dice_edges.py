"""Plain dice at their edges, what every rule system answers alike, and lines that throw nothing."""

from __future__ import annotations

from fractions import Fraction

import pytest

from rules import catalogue
from rules.examples import sheets
from rules.lines import RuleError, bracketed
from rules.macros import rolls_of
from rules.systems.dice.odds import decimal
from rules.systems.dice.plain import PlainSums
from rules.systems.dice.system import SYSTEM
from rules.turn_rules import worded
from tests.rules.rows import rows

EVERY = [*catalogue.all_systems(), PlainSums()]


def odds(text: str) -> dict[str, str]:
    return dict(SYSTEM.odds(SYSTEM.parse(text)).numbers)


def test_every_system_answers_what_it_has_no_rules_for_with_nothing() -> None:
    for system in EVERY:
        assert system.usual_answer in ("", "!defend")
        assert system.under({}).key == system.key
        assert set(system.ways({})) <= {"anew", "ties", "skip", "height", "width_only"}
        assert system.answers <= set(system.words)
    plain = [system for system in EVERY if system.key in ("dice", "plain")]
    assert [(system.tie(None, "Good"), system.ways({}), system.options) for system in plain] == [(0, (), ())] * 2
    assert PlainSums().picks(None, {}) == ()
    for act in (lambda: PlainSums().line({}), lambda: PlainSums().hurt({}, "Luck", 1)):
        with pytest.raises(RuleError):
            act()


def test_a_system_without_worked_examples_has_no_sheets_of_them() -> None:
    assert (sheets("nothing"), "Wolfman Jackson" in sheets("bgrade")) == ({}, True)


def test_small_means_keep_their_sign() -> None:
    parts = (Fraction(-1, 2), Fraction(-1, 200), Fraction(-1, 300), Fraction(0), Fraction(1, 200))
    assert [decimal(number) for number in parts] == ["-0.5", "-0.01", "0", "0", "0.01"]


def test_one_roll_in_ten_is_a_tenth_of_all() -> None:
    assert (odds("1d10")["One roll in ten reaches"], odds("1d11")["One roll in ten reaches"]) == ("10", "10")
    assert (odds("1d2")["Half of all rolls reach"], odds("1d3")["Half of all rolls reach"]) == ("2", "2")
    assert odds("3d6>=1")["No success"] == "0 %"
    assert odds("2d6>=5")["No success"] == "44.4 %"


def test_a_mean_that_knows_no_limit_says_so() -> None:
    words = {text: SYSTEM.odds(SYSTEM.parse(text)).words for text in ("200d10000", "200d10000ro1", "200d10000r1")}
    assert ["any number of dice" in said for said in words.values()] == [False, False, True]
    assert all(said.startswith("The table of chances is not drawn") for said in words.values())


def test_a_counter_of_one_is_a_counter_and_a_field_ends_at_200_characters() -> None:
    assert SYSTEM.read_sheet({"counters": "Luck: 1/1\nHit points: -3/1"})["counters"] == {
        "Luck": {"now": 1, "most": 1}, "Hit points": {"now": -3, "most": 1},
    }  # fmt: skip
    for counter in ("Luck: 1/0", "Luck: 2/1", "Luck: 1", "Luck: x/1"):
        with pytest.raises(RuleError):
            SYSTEM.read_sheet({"counters": counter})


def test_labels_and_results_have_limits() -> None:
    assert len(rolls_of("&".join(["d6"] * 32))) == len(rolls_of("&".join(["d6[x&y]"] * 32))) == 32
    for text in ("&".join(["d6"] * 33), "&".join(["d6[x]"] * 33)):
        with pytest.raises(RuleError, match="At most 32 results in one line."):
            rolls_of(text)
    assert rolls_of("d6[" + "x" * 6429) == ["d6[" + "x" * 6429]
    with pytest.raises(RuleError, match="A roll has at most 200 characters."):
        rolls_of("d6[" + "x" * 6430)
    assert rolls_of("d6&d8[a]&d4[b&c]d") == ["d6", "d8[a]", "d4[b&c]d"]


def test_a_card_says_its_sum_and_its_limit() -> None:
    declaration = SYSTEM.parse("1d2!+1")
    found = SYSTEM.read(declaration, ((2, (2,)), *[(2, (2,))] * 100))
    limit = "At most 100 dice are added: 1 more die was not thrown again."
    assert found.detail == f"202+1 = 203. {limit}"
    assert found.spoken.endswith(f"Total 203. {limit}")
    two = SYSTEM.parse("2d2!")
    assert SYSTEM.read(two, ((2, (2, 2)), *[(2, (2, 2))] * 50)).detail.endswith("2 more dice were not thrown again.")


@rows(
    ("line", "right"),
    [
        ("I swing [[2d6+3]] at him", "!roll 2d6+3"),
        ("[dice]1d20[/dice]", "!roll 1d20"),
        ("he [dice]1d20 and more", "!roll 1d20 and more"),
        ("[dice][/dice]", "!roll 2d6"),
    ],
)
def test_dice_in_brackets_are_answered_with_the_line_that_throws_them(line: str, right: str) -> None:
    assert bracketed(line) == f"Dice in brackets are not thrown. A line of its own throws them: `{right}`."


def test_other_brackets_are_text() -> None:
    assert [bracketed(line) for line in ("", "[2d6]", "a [x] b", "[[2d6", "[[ ]]")] == [None] * 5


def test_declared_acts_are_said_in_words_and_counted() -> None:
    class Rules:
        declared = {"auto": "an automatic action", "move_short": "a short move"}

    assert worded(Rules(), ["move_short", "auto", "auto", "x"]) == "a short move, an automatic action (2 times), x"  # type: ignore[arg-type]
