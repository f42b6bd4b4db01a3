"""Two rolls against each other: the damage matrix, what nobody answers, options, prints, and other people's rules."""

from __future__ import annotations

from dataclasses import replace
from itertools import product
from typing import Any

import pytest

from rules.errors import RuleError
from rules.lines import Command
from rules.system import Consequence, Rival
from rules.systems.faserip.ranks import RANKS
from rules.systems.faserip.system import SYSTEM
from rules.systems.faserip.table import CLASSIC
from tests.rules.faserip_table import FaseripTable
from tests.rules.rows import rows

TABLE = FaseripTable()
SAMPLES = {"Blue": (3,), "White": (20, 30), "Green": (50, 60), "Yellow": (80, 90), "Red": (98, 99), "100": (100,)}
"""Rolls of each colour at Good, lower and higher."""

MATRIX = {
    "Blue": "0 0 0 0 0 0",
    "White": "0 1/4 = 0 0 0",
    "Green": "1/2 1/2 1/2 = 0 0",
    "Yellow": "1 1 1 1 = 0",
    "Red": "1+ 1+ 1+ 1+ 1+ =",
    "100": "1+ 1+ 1+ 1+ 1+ 1+",
}
"""Attacker's colour: no defence, then the defender's Blue to Red; "=" asks the number (spec 2.4)."""

OWN = {"White": 5, "Green": 10, "Yellow": 20, "Red": 20}
POINTS = {"0": 0, "1/4": 5, "1/2": 10, "1": 20, "1+": 20}


def bonus(roll: int) -> list[int]:
    """The faces that a Red roll at Good adds."""
    return [6, 6, 6] if roll in (98, 99) else [1, 2, 3, 4, 5] if roll == 100 else []


def right(attacker: str, roll: int, defender: str, against: int) -> int:
    """The points of an Excellent attack, from the matrix alone."""
    column = ("Blue", "White", "Green", "Yellow", "Red").index("Red" if defender == "100" else defender) + 1
    cell = MATRIX[attacker].split()[column]
    if defender == "100":
        return 0
    if cell == "=":
        return OWN[attacker] if roll > against else 0
    return POINTS[cell] + (sum(bonus(roll)) if cell == "1+" else 0)


@rows("attacker", MATRIX)
def test_every_cell_of_the_matrix(attacker: str) -> None:
    attack = TABLE.declare("!attack Toad with Good damage Excellent")
    for roll, defender in product(SAMPLES[attacker], SAMPLES):
        faces = [roll, *bonus(roll)]
        answer = TABLE.answer("!defend with Good", attack, faces)
        for against in SAMPLES[defender]:
            dice = TABLE.deal(answer, [against])
            points = right(attacker, roll, defender, against)
            assert TABLE.result(answer, against)["damage"] == points, (roll, against)
            told = Consequence(points, "Physical Health") if points else None
            assert SYSTEM.consequence(answer, dice) == told
            assert SYSTEM.consequence(SYSTEM.parse(answer.expr), dice) == told


@rows(
    ("roll", "points", "sentence", "verdict"),
    [
        (3, 0, "A botch. The GM says what happens.", "botch"),
        (30, 0, "No defence: no damage.", "failure"),
        (60, 10, "No defence: half of 20, 10 Mental.", "part"),
        (90, 20, "No defence: full damage, 20 Mental.", "success"),
        (99, 38, "No defence: full damage and 3d6 counted, 20 + 18 = 38 Mental.", "success"),
        (100, 35, "No defence: full damage and 5d10 counted, 20 + 15 = 35 Mental.", "success"),
    ],
)
def test_an_attack_that_nobody_answers(roll: int, points: int, sentence: str, verdict: str) -> None:
    attack = TABLE.declare("!attack Toad with Good damage Excellent mental")
    dice = TABLE.deal(attack, [roll, *bonus(roll)])
    card = SYSTEM.unanswered(attack, dice)
    assert (card.headline, card.verdict, card.waits) == (sentence, verdict, "")
    assert card.spoken.endswith(sentence.removeprefix("A "))
    assert SYSTEM.consequence(attack, dice) == (Consequence(points, "Mental Health") if points else None)


@rows(
    ("line", "roll", "sentence"),
    [
        ("!grapple Toad with Good", 30, "No defence: no hold."),
        ("!grapple Toad with Good", 60, "No defence: {target} is half held, by one limb or slowed."),
        ("!grapple Toad with Good", 99, "No defence: {target} is held."),
        ("!feat Good vs Toad", 30, "No defence: fails."),
        ("!feat Good vs Toad", 99, "No defence: succeeds, full effect, outstanding."),
    ],
)
def test_a_grapple_or_contest_that_nobody_answers(line: str, roll: int, sentence: str) -> None:
    found = TABLE.declare(line)
    assert SYSTEM.unanswered(found, TABLE.deal(found, [roll])).headline == sentence
    assert SYSTEM.consequence(found, TABLE.deal(found, [roll])) is None


def test_nobody_is_held_by_a_botch_and_a_botched_answer_is_told() -> None:
    grapple = TABLE.declare("!grapple Toad with Good")
    answer = TABLE.answer("!defend with Good", grapple, [5])
    card = TABLE.card(answer, 3)
    assert (card.headline, card.verdict) == ("Blue 5 against Blue 3: no hold.", "botch")
    assert card.detail == "Good: Blue from 1 to 5. {roller} botched: the GM says what happens."
    assert TABLE.result(answer, 3)["effect"] == "botch"
    assert TABLE.card(TABLE.answer("!defend with Good", grapple, [60]), 3).verdict == "botch"
    assert TABLE.card(TABLE.answer("!defend with Good", grapple, [2]), 3).verdict == "success"


def test_an_attacker_who_wins_and_does_nothing_beats_nobody() -> None:
    grapple = TABLE.declare("!grapple Toad with Good")
    assert TABLE.card(TABLE.answer("!defend with Good", grapple, [30]), 20).verdict == "part"
    contest = TABLE.declare("!feat Good vs Toad")
    assert TABLE.card(TABLE.answer("!defend with Good", contest, [60]), 60).verdict == "part"


def test_only_an_attack_or_grapple_leaves_a_counter_move() -> None:
    for line, counter in (("!grapple Toad with Good", 1), ("!feat Good vs Toad", 0)):
        answer = TABLE.answer("!defend with Good", TABLE.declare(line), [50])
        assert TABLE.result(answer, 60)["counter"] == counter
        assert ("counter move" in TABLE.card(answer, 60).headline) == bool(counter)


def test_an_answer_is_read_by_the_options_of_the_first_roll() -> None:
    attack = TABLE.declare("!attack Toad with Good damage Monstrous", None, {"rounding": "ceil", "blue_max": "0"})
    answer = SYSTEM.answer(
        Command("defend", "with Good"), Rival("7.2", "Thor", attack, TABLE.deal(attack, [60])), None, {"rounding": "floor"}
    )
    assert answer.expr == "defend Good against 7.2 Green 60 damage Monstrous physical blue_max=0 rounding=ceil"
    assert TABLE.result(answer, 3) == {
        "rank": "Good", "roll": 3, "colour": "White", "winner": "attacker", "tie": 0, "counter": 0, "botch": 0,
        "share": "half", "bonus": 0, "damage": 38,
    }  # fmt: skip


def test_a_roll_that_waits_for_nobody_cannot_be_answered() -> None:
    feat = TABLE.declare("!feat Good")
    assert TABLE.refused_answer("!defend", feat, [50], "Toad") == "Roll 41.0 waits for no answer."
    with pytest.raises(RuleError, match="This roll waits for no answer"):
        SYSTEM.unanswered(feat, TABLE.deal(feat, [50]))
    other = replace(TABLE.declare("!attack Toad with Good damage Good"), rv="pack-0/1")
    with pytest.raises(RuleError, match="Roll 1.0 was thrown by other rules, pack-0/1: so is its answer."):
        SYSTEM.answer(Command("defend"), Rival("1.0", "Thor", other, ((100, (50,)),)), None, {})
    with pytest.raises(RuleError, match="These are not the dice"):
        SYSTEM.answer(Command("defend"), Rival("1.0", "Thor", TABLE.declare("!grapple Toad", "Thor"), ()), None, {})


@rows("name", RANKS[1:])
def test_f13_each_forced_number_has_the_colour_of_the_table_and_a_second_throw_knows_nothing_of_the_first(name: str) -> None:
    feat = TABLE.declare(f"!feat {name.replace(' ', '')}")
    green, yellow, red = CLASSIC.of(name)
    for face in range(1, 101):
        right = "Blue" if face <= 5 else "White" if face < green else "Green" if face < yellow else "Yellow"
        assert SYSTEM.result(feat, ((100, (face,)),))["colour"] == ("Red" if face >= red else right)
    assert SYSTEM.result(feat, ((100, (99,)),)) != SYSTEM.result(feat, ((100, (3,)),))
    assert SYSTEM.result(feat, ((100, (3,)),))["colour"] == "Blue"


def test_f24_a_hundred_is_a_hundred_and_nought_is_no_number() -> None:
    attack = TABLE.declare("!attack Toad with Feeble damage Good")
    assert attack.req == ((1, 100),)
    assert SYSTEM.extra(attack, ((100, (100,)),)) == ((5, 10),)
    assert TABLE.card(attack, 100, 1, 1, 1, 1, 1).figure == "100"
    assert SYSTEM.consequence(attack, TABLE.deal(attack, [100, 1, 1, 1, 1, 1])) == Consequence(15, "Physical Health")
    assert [TABLE.result(attack, face)["colour"] for face in (1, 5, 6)] == ["Blue", "Blue", "White"]
    for face in (0, 101):
        with pytest.raises(RuleError, match="it throws one d100"):
            SYSTEM.result(attack, ((100, (face,)),))


@rows(
    "dice",
    [
        ((100, (99,)),), ((100, (99,)), (6, (1, 2))), ((100, (99,)), (6, (1, 2, 7))), ((100, (99,)), (10, (1, 2, 3))),
        ((100, (99,)), (6, (1, 2, 3)), (6, (1, 2, 3))), ((100, (60,)), (6, (1, 2, 3))),
    ],
)  # fmt: skip
def test_a_red_attack_has_its_own_added_dice_and_no_others(dice: Any) -> None:
    attack = TABLE.declare("!attack Toad with Good damage Good")
    with pytest.raises(RuleError, match="These are not the dice"):
        SYSTEM.result(attack, dice)


def test_a_hundred_may_add_both_kinds_of_dice() -> None:
    attack = TABLE.declare("!attack Toad with Good damage Good", None, {"hundred": "stack"})
    assert SYSTEM.extra(attack, ((100, (100,)),)) == ((5, 10), (3, 6))
    assert SYSTEM.extra(attack, ((100, (99,)),)) == ((3, 6),)
    with pytest.raises(RuleError, match="it throws one d100 and 5d10 and 3d6"):
        SYSTEM.result(attack, ((100, (100,)),))


@rows(
    "expr",
    [
        "attack Good", "attack Good damage Shift0 physical", "attack Good damage Good", "attack Good damage good physical",
        "attack Good damage Good physical defence Agility", "attack Good damage Good mental defence Psyche",
        "attack Good damage Good physical defence Luck", "attack Good damage Good physical shift_y=classic",
        "attack Good damage Good physical number_must_be_lower=on", "attack Good damage Good physical vs_red=bonus",
        "attack Shift0 damage Good physical", "attack Good -1cs extra 1 damage Good physical", "more Amazing +1cs",
        "more Amazing -1cs action 1/2", "defend Amazing -1cs action 1/2 against 41.0 Green 60 hold",
        "defend Amazing -2cs extra 1 against 41.0 Green 60 hold", "attack Good -2cs extra 1 vs any",
        "grapple Good damage Good physical", "grapple Good hundred=stack", "feat Good vs Luck", "feat Good vs",
        "more Good vs any", "defend Good", "defend Good against 41.0 Yellow 67", "defend Good against 41 Yellow 67 hold",
        "defend Good against 41.0 Blue 6 hold", "defend Good against 41.0 White 5 hold", "defend Good against 41.0 White 0 hold",
        "defend Good against 41.0 Red 101 hold", "defend Good against 41.0 Yellow 100 hold",
        "defend Good against 41.0 Red 99 damage Good physical", "defend Good against 41.0 Red 99 damage Good physical bonus 2",
        "defend Good against 41.0 Red 99 damage Good physical bonus 19",
        "defend Good against 41.0 Red 100 damage Good physical bonus 4",
        "defend Good against 41.0 Red 100 damage Good physical bonus 51",
        "defend Good against 41.0 Red 99 damage Good physical bonus 9+9",
        "defend Good against 41.0 Green 60 damage Good physical bonus 9", "defend Good against 41.0 Green 60 hold bonus 9",
        "defend Good against 41.0 Green 60 damage Shift0 physical", "defend Shift0 against 41.0 Green 60 hold",
        "init Good init_ties=group", "feat Amazing action 1/2 free cs", "feat Amazing free", "feat Amazing extra 8",
    ],
)  # fmt: skip
def test_a_print_that_no_roll_has_is_refused(expr: str) -> None:
    with pytest.raises(RuleError):
        SYSTEM.parse(expr)


@rows(
    "expr",
    [
        "defend Good against 41.0 Red 99 damage Good physical bonus 3",
        "defend Good against 41.0 Red 99 damage Good physical bonus 18",
        "defend Good against 41.0 Red 100 damage Good physical bonus 5",
        "defend Good against 41.0 Red 100 damage Good physical bonus 50",
        "defend Good against 41.0 Red 100 damage Good physical bonus 50+18 hundred=stack",
        "defend Good against 41.0 Red 100 hold", "defend Good against 123456789.999 White 1 hold blue_max=0",
        "feat Amazing action 8/8 free", "feat Unearthly -8cs extra 7 cs_policy=free",
    ],
)  # fmt: skip
def test_the_outermost_prints_are_read(expr: str) -> None:
    if "extra 7" in expr:
        with pytest.raises(RuleError, match="can't act seven times"):
            SYSTEM.parse(expr)
    else:
        assert SYSTEM.parse(expr).expr == expr


def test_the_longest_prints_have_two_hundred_characters() -> None:
    every = {
        "blue_max": "0", "hundred": "stack", "hundred_vs_red": "full", "number_must_be_lower": "on", "rounding": "half_up",
        "shift_y": "classic", "shift0_rolls": "on", "cs_policy": "classic", "feat_mode": "flat",
    }  # fmt: skip
    for rank in ("ShiftY", "Remarkable"):
        attack = TABLE.declare(f"!attack Toad with Remarkable damage {rank} -45cs +45cs +12cs extra", None, every)
        rival = Rival("1234567.99", "Thor", attack, TABLE.deal(attack, [100, 10, 10, 10, 10, 10, 6, 6, 6]))
        answer = SYSTEM.answer(Command("defend", "with Remarkable -99cs"), rival, None, {})
        assert len(attack.expr) <= 200 and len(answer.expr) <= 200
        assert SYSTEM.parse(answer.expr).expr == answer.expr
