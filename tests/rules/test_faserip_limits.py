"""FASERIP at its limits: the longest prints and tables, the fields of each act, the last action and Talent that count."""

from __future__ import annotations

import pytest

from rules.lines import Command, RuleError
from rules.system import Pick
from rules.systems.faserip.option_print import LETTERS, with_options
from rules.systems.faserip.options import CHOICES
from rules.systems.faserip.ranks import ONE_WORD, RANKS, any_rank
from rules.systems.faserip.system import SYSTEM
from rules.systems.faserip.table import CLASSIC, LONGEST_TABLE, check_starts, print_table, read_table
from tests.rules.faserip_table import FaseripTable
from tests.rules.rows import rows

TABLE = FaseripTable()
FULL = (
    "attack Remarkable -1cs action 1/2 damage ShiftY physical defence Fighting blue_max=0 shift0_rolls=on floor=clamp "
    "hundred=stack vs_red=full lower=on rounding=ceil shift_y=classic beyond=on talents=best"
)


def test_a_print_has_200_characters_at_most() -> None:
    assert len(FULL) == 200
    assert SYSTEM.parse(FULL).expr == FULL
    longer = FULL.replace("-1cs action 1/2", "-11cs action 1/2")
    for wrong in (longer, "x" * 300):
        with pytest.raises(RuleError) as refused:
            SYSTEM.parse(wrong)
        assert refused.value.sentence == f"“{wrong[:200]}” is no FASERIP roll in its normal print, like `feat Remarkable +1cs`."
    told, names = {"blue_max": "0"}, ("blue_max", "hundred")
    assert with_options("x" * 189, told, names) == "x" * 189 + " blue_max=0"
    assert with_options("x" * 190, told, names) == "x" * 190 + " by a1"


def test_options_in_short_that_there_are_not_are_refused() -> None:
    unknown = [f" by {letter}{len(CHOICES[name])}" for name, letter in LETTERS.items()]
    for short in (*unknown, " by a9", " by z1", " by a0", " by A5"):
        with pytest.raises(RuleError):
            SYSTEM.parse(f"feat Good{short}")


def test_a_table_has_4000_characters_at_most_and_names_the_first_rank_that_is_missing() -> None:
    whole = print_table(CLASSIC)
    assert read_table(whole + " " * (LONGEST_TABLE - len(whole))) == CLASSIC
    with pytest.raises(RuleError, match="A table has at most 4000 characters, this one has 4001."):
        read_table(whole + " " * (LONGEST_TABLE - len(whole) + 1))
    lines = whole.splitlines(keepends=True)
    with pytest.raises(RuleError, match="Poor has no line: the table needs all 17 ranks."):
        read_table("".join(line for line in lines if not line.startswith(("Poor", "Good", "Class 1000"))))


@rows(
    ("row", "sentence"),
    [
        ("White 1-45, Green 47-100", "46 has no colour. Green begins at 46."),
        ("White 1-45, Green 45-100", "45 has two colours. Green begins at 46."),
        ("White 2-45", "1 has no colour. White begins at 1."),
        ("White 1-45, " + "x" * 60, f"“{'x' * 40}” is not clear. Colours stand in the order White, Green, Yellow, Red."),
        ("White 1-45, Green 46-101", "Green 46-101 is no stretch of 1 to 100."),
        ("White 1-45, Green 46-40", "Green 46-40 is no stretch of 1 to 100."),
        ("Red 1-99", "the last colour is Red and ends at 100, as a natural 100 is Red on every rank."),
    ],
)
def test_a_fault_of_a_row_is_named_with_its_number(row: str, sentence: str) -> None:
    with pytest.raises(RuleError) as refused:
        read_table(f"Good: {row}")
    assert refused.value.sentence == f"Good: {sentence}"


def test_a_row_may_leave_colours_without_a_number() -> None:
    for starts in ((1, 1, 1), (100, 100, 100), (1, 2, 100), (50, 50, 100)):
        assert check_starts("Good", starts) == starts
        assert read_table(print_table(CLASSIC.having({"Good": starts}))).of("Good") == starts
    for wrong in ((0, 2, 3), (1, 2, 101), (5, 4, 6), (5, 6, 5), (1, 2), (1, 2, 3, 4), (True, 2, 3)):
        with pytest.raises(RuleError):
            check_starts("Good", wrong)


def test_a_sheet_holds_a_hundred_lines_of_two_hundred_characters_a_field() -> None:
    storm = TABLE.fields["Storm"]
    hundred = "\n".join(f"Talent {n}: +1cs" for n in range(100))
    long = f"Bolt: Amazing; {'x' * 185}"
    assert len(long) == 200
    sheet = SYSTEM.read_sheet(storm | {"talents": hundred, "powers": long})
    assert (len(sheet["talents"]), len(sheet["powers"])) == (100, 1)
    for field, text in (("talents", f"{hundred}\nmore: +1cs"), ("powers", f"{long}x")):
        with pytest.raises(RuleError, match="There are at most 100 lines of at most 200 characters."):
            SYSTEM.read_sheet(storm | {field: text})


@rows(
    ("typed", "hint"),
    [("Shift", ONE_WORD), ("class", ONE_WORD), ("Amzing", "Did you mean Amazing?"), ("zzz", "Ranks go from Shift 0")],
)
def test_a_word_that_is_no_rank_is_answered_with_one(typed: str, hint: str) -> None:
    with pytest.raises(RuleError) as refused:
        any_rank(typed)
    assert refused.value.sentence.startswith(f"{typed} is no rank. {hint}")


def fields(name: str | None, **picked: str) -> dict[str, Pick]:
    return {pick.name: pick for pick in SYSTEM.picks(TABLE.sheet(name), picked)}


def test_each_act_has_its_own_fields() -> None:
    assert list(fields("Iron Man", act="feat", roll="Reasoning")) == ["act", "roll", "talents", "shift", "against", "action"]
    assert list(fields("Iron Man", act="attack")) == ["act", "target", "roll", "damage", "track", "shift", "action", "supposed"]
    assert list(fields("Iron Man", act="grapple")) == ["act", "target", "shift", "action"]
    assert list(fields("Iron Man", act="more")) == ["act", "roll"]
    assert list(fields(None, act="feat")) == ["act", "roll", "shift", "against", "action"]
    assert list(fields(None, act="attack")) == ["act", "target", "roll", "damage", "track", "shift", "action", "supposed"]
    assert [key for key, _ in fields(None, act="feat")["roll"].choices] == list(RANKS[1:])
    assert [key for key, _ in fields(None, act="attack")["damage"].choices] == ["", *RANKS[1:]]
    assert [key for key, _ in fields(None, act="attack")["supposed"].choices] == ["", *RANKS]
    assert [key for key, _ in fields("Storm", act="feat")["roll"].choices][:2] == ["Fighting", "Agility"]
    assert [key for key, _ in fields("Storm", act="attack")["roll"].choices][:3] == ["Fighting", "Lightning", "Agility"]


def test_the_seventh_further_action_is_the_last() -> None:
    (found,) = SYSTEM.declare(Command("feat", "Class5000 extra"), None, {}, already=6)
    assert found.expr == "feat Class5000 -8cs extra 7"
    with pytest.raises(RuleError, match="Further actions are 7 at most in a Round."):
        SYSTEM.declare(Command("feat", "Class5000 extra"), None, {}, already=7)


def test_a_shift_that_the_ladder_ends_is_told_with_the_rank_that_stays() -> None:
    assert TABLE.declare("!feat Class1000 +1cs").notes == ("Class 1000", "+1CS", "Class 1000")
    assert TABLE.declare("!attack Toad extra +1cs", "Cap").expr.startswith("attack Amazing -1cs extra 1")
    with pytest.raises(RuleError, match="“hard” is not clear here."):
        TABLE.declare("!feat Good +1cs hard with")


def test_a_typed_rank_throws_initiative_whatever_the_sheet_says() -> None:
    assert SYSTEM.initiative(TABLE.sheet("Iron Man"), "Good", {}).expr == "init Good"
    assert SYSTEM.initiative(TABLE.sheet("Iron Man"), "", {}).expr == "init Excellent"
    assert SYSTEM.initiative(None, "Good", {}).notes == ("Good, 1d10",)
