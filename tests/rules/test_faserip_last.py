"""FASERIP: the last words of lines and cards that nothing else looks at: Talents, answers, holds, ties of initiative."""

from __future__ import annotations

import pytest

from rules.lines import Command, RuleError, read_line
from rules.system import Rival
from rules.systems.faserip.initiative import order
from rules.systems.faserip.ranks import ONE_WORD
from rules.systems.faserip.system import SYSTEM
from rules.vectors import check, operations
from tests.rules.faserip_table import FaseripTable
from tests.rules.rows import rows

TABLE = FaseripTable()


def test_the_best_talent_is_the_one_that_shifts_most_and_bare_shifts_are_none() -> None:
    sheet = SYSTEM.read_sheet(TABLE.fields["Cap"] | {"talents": "Zeta: Fighting +1cs\nAlpha: Fighting +2cs"})
    for named in ("Zeta, Alpha", "Alpha, Zeta"):
        (found,) = SYSTEM.declare(Command("feat", f"Fighting +3cs with {named}"), sheet, {"talents": "best"})
        assert found.expr.startswith("feat Amazing +5cs")
        assert [note for note in found.notes if "Zeta" in note or "Alpha" in note] == [
            {"Zeta": "Zeta", "Alpha": "Alpha +2CS"}[name] for name in named.split(", ")
        ]


@rows(
    ("line", "name", "sentence"),
    [
        ("!feat Reasoning with Physics B2", "Iron Man", 'A name with blanks needs quotes: `with "Physics B2"`.'),
        ("!feat Reasoning with Physics 2B", "Iron Man", "“2B” is not clear here."),
        ("!feat Reasoning with Physics,", "Iron Man", "A statistic, power or Talent stands after `with`:"),
        ("!feat shift", None, f"shift is no statistic and no rank. {ONE_WORD}"),
        ("!feat Class", None, f"Class is no statistic and no rank. {ONE_WORD}"),
    ],
)
def test_the_last_word_of_a_line_is_answered_with_what_is_right(line: str, name: str | None, sentence: str) -> None:
    assert TABLE.refusal(line, name).startswith(sentence)


@rows(
    ("line", "sentence", "word"),
    [
        ("!defend Storm B2", 'A name with blanks needs quotes: `!defend "Storm B2"`.', "B2"),
        ("!defend 5x Man", 'A name with blanks needs quotes: `!defend "5x Man"`.', "Man"),
        ("!dodge Iron Man with Good", 'A name with blanks needs quotes: `!dodge "Iron Man"`.', "Man"),
        ("!defend Storm 2B", "“2B” is not clear here.", "2B"),
        ("!defend Storm with Agility +1cs hard", "“hard” is not clear here.", "hard"),
    ],
)
def test_a_wrong_answer_points_at_the_word_that_is_wrong(line: str, sentence: str, word: str) -> None:
    attack = TABLE.declare("!attack Toad with Lightning", "Storm")
    command, rival = read_line(line), Rival("41.0", "Storm", attack, TABLE.deal(attack, [60]))
    assert command is not None
    with pytest.raises(RuleError) as refused:
        SYSTEM.answer(command, rival, TABLE.sheet("Toad"), {})
    assert refused.value.sentence.startswith(sentence)
    assert refused.value.column == line.rindex(word) + 1


def test_where_breaking_free_is_a_feat_the_opponent_is_pointed_at() -> None:
    with pytest.raises(RuleError) as refused:
        TABLE.declare("!feat Strength vs Thor", "Toad", {"break_free": "feat"})
    assert refused.value.column == len("!feat Strength ") + 1


HALF = ("No defence: {target} is half held, by one limb or slowed.", "part")
FREE = ("No defence: {roller} is free.", "success")


@rows(
    ("passes", "face", "free", "held"),
    [
        ("half", 60, ("No defence: {roller} is half free.", "part"), HALF),
        ("yellow", 60, ("No defence: {roller} stays held.", "failure"), HALF),
        ("green", 60, FREE, HALF),
        ("half", 90, FREE, ("No defence: {target} is held.", "success")),
    ],
)
def test_what_passes_a_feat_frees_and_does_not_hold(passes: str, face: int, free: tuple[str, str], held: tuple[str, str]) -> None:
    for line, said in (("!feat Strength vs Thor", free), ("!grapple Thor", held)):
        found = TABLE.declare(line, "Toad", {"feat_pass": passes})
        card = SYSTEM.unanswered(found, TABLE.deal(found, [face]))
        assert (card.headline, card.verdict) == said


def test_a_red_feat_for_further_actions_allows_them_as_a_yellow_one_does() -> None:
    found = TABLE.declare("!more Fighting", "Cap")
    assert [TABLE.result(found, face)["further"] for face in (5, 40, 55, 56, 91, 100)] == [0, 0, 0, 1, 1, 1]


def test_beyond_is_told_of_an_initiative_die_of_beyond_alone() -> None:
    played = {"beyond": "on"}
    assert SYSTEM.initiative(None, "Good", played).expr == "init Good"
    assert SYSTEM.initiative(None, "Beyond", played).expr == "init Beyond beyond=on"


def test_without_a_known_agility_a_tie_goes_by_entry_and_anybody_known_to_act_comes_first() -> None:
    by = {"init_ties": "agility"}
    lines = ["!init A 5", "!init B 5", "!init C 9"]
    assert order(lines, {}, by) == [(9, ["C"]), (5, ["A", "B"])]
    assert order(lines, {"B": "Feeble"}, by) == [(9, ["C"]), (5, ["B", "A"])]
    assert order(lines, {"B": "Shift 0"}, by) == [(9, ["C"]), (5, ["A", "B"])]
    assert order(lines, {"B": "Feeble"}, {}) == [(9, ["C"]), (5, ["A", "B"])]


def test_blue_where_it_would_be_white_leaves_the_answers_of_other_colours() -> None:
    for good in ("Green 50 hold", "Blue 3 hold", "Green 3 hold", "White 6 hold"):
        assert SYSTEM.parse(f"defend Good against 41.0 {good} blue_max=white").expr.endswith(f"{good} blue_max=white")
    with pytest.raises(RuleError):
        SYSTEM.parse("defend Good against 41.0 Blue 6 hold blue_max=white")


def test_half_a_defence_of_a_vector_is_none() -> None:
    for half in ({"d_colour": "Green"}, {"d_roll": 50}):
        given = {"a_colour": "Yellow", "a_roll": 60, **half}
        assert check({"id": "X", "op": "fr.attack", "input": given, "expected": {"error": True}}, operations()) is None


def test_by_a_table_without_white_an_attack_without_blue_cannot_miss() -> None:
    table = SYSTEM.with_rows({"Class 5000": (1, 26, 66)})
    (attack,) = table.declare(Command("attack", "Toad with Class5000 damage Good"), None, {"blue_max": "0"})
    assert table.odds(attack).numbers == (("mean damage undefended", "12.6"), ("no damage", "0 %"), ("full damage", "75 %"))


def test_a_hold_of_shift_0_does_not_hurt_and_a_line_may_end_with_a_shift_down() -> None:
    played = {"grapple_damage": "on", "shift0_rolls": "on"}
    assert TABLE.declare("!grapple Toad with Shift0", None, played).expr == "grapple Shift0 shift0_rolls=on"
    assert TABLE.declare("!grapple Toad with Feeble", None, played).expr == "grapple Feeble hold Feeble shift0_rolls=on"
    assert TABLE.declare("!attack Toad with Good damage Good -1cs").expr.startswith("attack Good -1cs")
