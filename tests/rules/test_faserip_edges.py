"""FASERIP at its edges: where a refusal points, whole cards, the first and last numbers that count."""

from __future__ import annotations

from fractions import Fraction

import pytest

from rules.lines import Command, RuleError
from rules.system import Cluster, Die, Reading
from rules.systems.faserip.actions import check_actions, ladder, turn
from rules.systems.faserip.aim import FURTHEST, Aim
from rules.systems.faserip.column_shifts import shift
from rules.systems.faserip.damage import attack, damage
from rules.systems.faserip.system import SYSTEM
from tests.rules.faserip_table import FaseripTable
from tests.rules.rows import rows
from tests.rules.table import deal

TABLE = FaseripTable()


@rows(
    ("line", "name", "word"),
    [
        ("!attack Lightning Toad", "Storm", "Lightning"),
        ("!attack Iron Man", "Storm", "Iron"),
        ("!attack Iron Man is here", "Storm", "Iron"),
        ("!attack -t Toad", "Storm", "-t"),
        ("!attack Toad -t Lightning", "Storm", "Toad"),
        ("!attack Toad, Thor", "Storm", ","),
        ("!attack Toad,", "Storm", ","),
        ("!attack Toad vs Thor", "Storm", "vs"),
        ("!attack Toad with Lightening", "Storm", "Lightening"),
        ("!attack Toad with Luck", "Storm", "Luck"),
        ("!attack Toad damage", "Thor", "damage"),
        ("!attack Toad physical mental", "Thor", "mental"),
        ("!attack Toad with Lightning Bolt", "Storm", "Bolt"),
        ("!grapple Toad hard", "Thor", "Toad"),
        ("!grapple Toad damage Good", "Thor", "damage"),
        ("!feat Good vs", None, "vs"),
        ("!feat Good vs 5", None, "vs"),
        ("!feat Strenght", "Thor", "Strenght"),
        ("!feat Reasoning with Fysics", "Iron Man", "Fysics"),
        ("!feat Reasoning with", "Iron Man", "with"),
        ("!feat Reasoning with Physics,", "Iron Man", ","),
        ("!feat Reasoning with , Physics", "Iron Man", ","),
        ("!feat Agility with Physics", "Iron Man", "Physics"),
        ("!feat Reasoning +1cs with Physics, Physics", "Iron Man", "Physics"),
        ("!feat Amazing action 1", None, "action"),
        ("!feat Amazing action", None, "action"),
        ("!feat Amazing +1cs hard", None, "hard"),
        ("!feat Reasoning", None, "Reasoning"),
        ("!more Psyche", "Cap", "Psyche"),
    ],
)
def test_a_refusal_points_at_the_word_that_is_wrong(line: str, name: str | None, word: str) -> None:
    with pytest.raises(RuleError) as refused:
        TABLE.declare(line, name)
    assert refused.value.column == line.rindex(word) + 1


@rows(
    ("line", "sentence"),
    [
        ("!attack Toad, Thor", "One target a line: `!attack Toad`."),
        ('!attack "Iron Man", Thor', 'One target a line: `!attack "Iron Man"`.'),
        ('!grapple "Iron Man", Thor', 'One target a line: `!grapple "Iron Man"`.'),
        ("!attack Iron Man is here", 'A name with blanks needs quotes: `!attack "Iron Man"`.'),
        ("!attack Toad -t Lightning", "Target first: `!attack Lightning with Toad`."),
        ("!attack -t Toad", "Target first: `!attack Toad with Lightning`, `!attack Toad with Good damage Typical`."),
        ("!attack Toad with Lightning Bolt", 'A name with blanks needs quotes: `with "Lightning Bolt"`.'),
        ("!feat Good vs Iron Man", 'A name with blanks needs quotes: `vs "Iron Man"`.'),
        ("!feat ShiftX action 1/8", "An eighth action would fall below Good: Shift X can't act eight times."),
        ("!feat Unearthly action 1/8", "A seventh action would fall below Good: Unearthly can't act seven times."),
        ("!feat Amazing action 1/9", "Several actions are 2 to 8 in a Round: `action 1/2`."),
        ("!feat Good +99cs +1cs", "Column shifts sum up to 99 at most, not 100."),
        ("!feat Good -99cs -1cs", "Column shifts sum up to 99 at most, not 100."),
    ],
)
def test_what_is_wrong_with_an_act_is_said_with_the_right_line(line: str, sentence: str) -> None:
    assert TABLE.refusal(line, "Storm") == sentence


def test_a_line_of_200_characters_is_read_and_one_of_201_refused() -> None:
    for word, rest in (("feat", "Good"), ("attack", "Toad with Good damage Good"), ("grapple", "Toad with Good")):
        full = rest + " -1cs +1cs" * ((200 - len(rest)) // 10)
        SYSTEM.declare(Command(word, full.ljust(200)), None, {})
        with pytest.raises(RuleError, match="A roll has at most 200 characters, this one has 201"):
            SYSTEM.declare(Command(word, full.ljust(201)), None, {})


def test_a_print_cannot_hold_an_action_that_does_not_exist() -> None:
    for k, of in ((0, 2), (3, 2)):
        with pytest.raises(RuleError, match=f"Action {k}/{of} does not exist: `action 1/{of}` to `action {of}/{of}`."):
            Aim("Amazing", 0, (k, of), {}).check()
    Aim("Amazing", -1, (1, 2), {}).check()
    Aim("Amazing", FURTHEST, None, {"cs_policy": "free"}).check()
    for count in (1, 9):
        with pytest.raises(RuleError, match="Several actions are 2 to 8"):
            check_actions("Class 5000", count, {})


def test_a_regular_first_action_at_good_ends_nothing() -> None:
    found = ladder("Good", 2, {}, variant="feat")
    assert (found.ranks, found.complete, found.can_dodge) == (("Good",), False, True)
    second = ladder("Remarkable", 2, {}, variant="feat")
    assert (second.ranks, second.complete, second.can_dodge) == (("Remarkable", "Good"), True, False)
    with pytest.raises(RuleError, match="hop is no kind of action"):
        turn(["attack", "hop", "skip"])


def test_shifts_end_at_both_ends_of_the_ladder() -> None:
    assert [shift("Feeble", columns, {}) for columns in (-2, -1, 0, 1)] == ["Shift 0", "Shift 0", "Feeble", "Poor"]
    assert [shift("Shift Y", columns, {}) for columns in (0, 1, 2)] == ["Shift Y", "Shift Z", "Shift Z"]
    assert [shift("Class 1000", columns, {}) for columns in (-1, 0, 1)] == ["Shift Z", "Class 1000", "Class 1000"]
    classic = {"cs_policy": "classic"}
    assert [shift("Class 1000", columns, classic) for columns in (-1, 0, 1)] == ["Class 1000"] * 3
    assert [shift("Shift Z", columns, classic) for columns in (-1, 0, 1)] == ["Shift Y", "Shift Z", "Shift Z"]
    assert [shift("Good", columns, classic) for columns in (-1, 1)] == ["Typical", "Excellent"]
    free = {"cs_policy": "free"}
    assert [shift("Shift Z", columns, free) for columns in (1, 3, 4)] == ["Class 1000", "Class 5000", "Class 5000"]


def test_a_whole_card_of_a_feat_of_its_preview_and_of_initiative() -> None:
    feat = TABLE.declare("!feat Reasoning with Physics", "Iron Man")
    blank, card = SYSTEM.read(feat, ()), TABLE.card(feat, 64)
    assert (blank.clusters, card.clusters) == ((Cluster((Die(100, None),)),), (Cluster((Die(100, 64),)),))
    assert (card.short, card.figure_note) == ("Reasoning FEAT, 64, Yellow", "Incredible")
    start = SYSTEM.initiative(None, "Excellent", {})
    assert SYSTEM.read(start, ()).clusters == (Cluster((Die(20, None),)),)
    assert SYSTEM.read(start, ()).spoken == "Excellent, 1d20: one d20, not thrown yet."
    assert SYSTEM.read(start, deal(start, [17])) == Reading(
        clusters=(Cluster((Die(20, 17),)),), figure="17", figure_note="initiative", short="Initiative 17",
        spoken="Initiative, Excellent, 1d20: 17.",
    )  # fmt: skip
    attack = TABLE.declare("!attack Toad with Good damage Good", None, {"hundred": "stack"})
    clusters = TABLE.card(attack, 100, 1, 2, 3, 4, 5, 6, 1, 2).clusters
    assert [(part.name, [(die.sides, die.face) for die in part.dice]) for part in clusters] == [
        ("", [(100, 100)]), ("5d10", [(10, face) for face in range(1, 6)]), ("3d6", [(6, 6), (6, 1), (6, 2)]),
    ]  # fmt: skip


@rows(
    ("face", "headline", "verdict"),
    [
        (1, "A botch. The GM says what happens. No further actions: the Turn ends.", "botch"),
        (5, "A botch. The GM says what happens. No further actions: the Turn ends.", "botch"),
        (6, "No further actions: the Turn ends.", "failure"),
        (40, "No further actions: the Turn ends.", "failure"),
        (56, "Further actions allowed, the next at -2CS.", "success"),
        (100, "Further actions allowed, the next at -2CS.", "success"),
    ],
)
def test_further_actions_need_yellow(face: int, headline: str, verdict: str) -> None:
    card = TABLE.card(TABLE.declare("!more Fighting", "Cap"), face)
    assert (card.headline, card.verdict) == (headline, verdict)


def test_the_chances_of_an_answer_to_the_lowest_number() -> None:
    contest = TABLE.answer("!defend with Good", TABLE.declare("!feat Good vs Toad"), [1])
    odds = SYSTEM.odds(contest)
    assert odds.bars == (("a tie", Fraction(1, 100)), ("wins", Fraction(99, 100)))
    assert odds.numbers == (("wins", "99 %"),)


def test_without_blue_the_highest_rank_misses_with_1_alone() -> None:
    attack = TABLE.declare("!attack Toad with Class5000 damage Good", None, {"blue_max": "0"})
    assert SYSTEM.odds(attack).numbers == (("mean damage undefended", "12.55"), ("no damage", "1 %"), ("full damage", "75 %"))


def test_the_first_roll_of_an_answer_must_be_possible() -> None:
    for good in ("Yellow 99 hold", "Red 98 hold", "White 6 hold", "Blue 1 hold", "Blue 5 hold", "White 1 hold blue_max=0"):
        assert SYSTEM.parse(f"defend Good against 41.0 {good}").expr.endswith(good)
    for wrong in (
        "Yellow 100 hold",
        "White 0 hold blue_max=0",
        "Blue 1 hold blue_max=0",
        "Blue 0 hold",
        "Blue 6 hold",
        "White 5 hold",
    ):
        with pytest.raises(RuleError):
            SYSTEM.parse(f"defend Good against 41.0 {wrong}")


def test_a_dodge_and_a_grapple_may_be_of_a_bare_rank() -> None:
    attack = TABLE.declare("!attack Toad with Good damage Good")
    assert TABLE.answer("!dodge with Excellent", attack, [60]).expr.startswith("defend Excellent against 41.0 Green 60")
    assert TABLE.answer("!dodge with Agility", attack, [60], "Toad").title == "Dodge"
    assert [TABLE.declare(line, "Thor").title for line in ("!grapple Toad", "!grapple Toad with Good")] == ["Grapple"] * 2
    assert [TABLE.declare(line, "Thor").title for line in ("!feat Strength vs Toad", "!feat Good vs Toad")] == [
        "Strength contest", "Contest",
    ]  # fmt: skip
    assert TABLE.declare("!attack Toad", "Thor").title == "Fighting attack"
    assert TABLE.declare("!attack Toad with Good damage Good", "Thor").title == "Attack"
    assert [TABLE.declare(f"!more {name}", "Cap").title for name in ("Fighting", "Agility")] == ["Further actions"] * 2


def test_a_botch_is_one_whoever_answers_and_equal_numbers_are_not_lower() -> None:
    assert [attack((shown, 3), None, {}).botch for shown in ("Blue", "White")] == [True, False]
    assert [attack((shown, 3), ("Green", 50), {}).botch for shown in ("Blue", "White")] == [True, False]
    lower = {"number_must_be_lower": "on"}
    assert [attack(("Yellow", 60), ("Green", number), lower).share for number in (59, 60, 61)] == ["full", "none", "none"]
    assert [attack(("Yellow", 60), ("Green", number), {}).share for number in (59, 60, 61)] == ["full"] * 3
    for wrong in ((0, 1, 2), (1, 2, 7), (1, 2), (1, 2, 3, 4), (True, 1, 2)):
        with pytest.raises(RuleError, match="is no throw of 3d6"):
            damage("Good", ("Remarkable", 95), None, wrong, {})
    assert damage("Good", ("Remarkable", 95), None, (1, 6, 3), {}).points == 20
