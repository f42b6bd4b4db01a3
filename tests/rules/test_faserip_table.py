"""The colour table against an independent copy in per cent, and the regularities of the ladder."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from itertools import pairwise

import pytest

from rules.lines import RuleError
from rules.systems.faserip.actions import action_shift, ladder, turn
from rules.systems.faserip.aim import Aim
from rules.systems.faserip.colours import COLOURS, chances, colour, winner
from rules.systems.faserip.damage import attack, damage, share
from rules.systems.faserip.health import health
from rules.systems.faserip.ranks import RANKS, find_rank, rank
from rules.systems.faserip.table import CLASSIC
from tests.rules.rows import rows

PER_CENT = {
    "Shift 0": "5/60/29/5/1",
    "Feeble": "5/55/30/9/1",
    "Poor": "5/50/30/14/1",
    "Typical": "5/45/30/17/3",
    "Good": "5/40/30/22/3",
    "Excellent": "5/35/30/24/6",
    "Remarkable": "5/30/30/29/6",
    "Incredible": "5/25/30/30/10",
    "Amazing": "5/20/30/35/10",
    "Monstrous": "5/15/30/35/15",
    "Unearthly": "5/10/30/40/15",
    "Shift X": "5/5/30/40/20",
    "Shift Y": "5/1/34/40/20",
    "Shift Z": "5/0/30/40/25",
    "Class 1000": "5/0/30/40/25",
    "Class 3000": "5/0/25/40/30",
    "Class 5000": "5/0/20/40/35",
}
"""Blue, White, Green, Yellow, Red."""


@rows("name", RANKS)
def test_a_rank_has_the_chances_of_the_published_table(name: str) -> None:
    shares = [Fraction(int(part), 100) for part in PER_CENT[name].split("/")]
    assert chances(name, {"shift0_rolls": "on"}) == dict(zip(COLOURS, shares, strict=True))


def test_yellow_begins_five_lower_with_each_rank_from_feeble_to_shift_x() -> None:
    yellow = [CLASSIC.of(name)[1] for name in RANKS[1:12]]
    assert [lower - higher for lower, higher in pairwise(yellow)] == [5] * 10
    assert CLASSIC.of("Shift X")[1:] == CLASSIC.of("Shift Y")[1:] == (41, 81)


def test_a_higher_number_is_never_a_worse_colour_and_a_higher_rank_neither() -> None:
    options = {"shift0_rolls": "on"}
    grid = [[COLOURS.index(colour(name, roll, options)) for roll in range(1, 101)] for name in RANKS]
    assert all(row == sorted(row) for row in grid)
    assert all(list(column) == sorted(column) for column in zip(*grid, strict=True))


def test_ranks_are_found_by_name_or_two_letters_and_nothing_becomes_typical() -> None:
    assert [find_rank(text) for text in ("remarkable", "RM", "shift-x", "ShiftX", "class 3000", "Beyond", "")] == [
        "Remarkable", "Remarkable", "Shift X", "Shift X", "Class 3000", None, None,
    ]  # fmt: skip
    with pytest.raises(RuleError, match="Amzing is no rank. Did you mean Amazing"):
        rank("Amzing")


def test_the_tie_goes_to_the_one_who_dodges() -> None:
    green = ("Green", 50)
    assert [winner(green, green, dodger) for dodger in ("defender", "attacker", None)] == ["defender", "attacker", "tie"]
    assert winner(("Yellow", 45), ("Green", 60), "defender") == "attacker"


def test_lightning_does_amazing_damage_whatever_aims_it() -> None:
    found = damage("Amazing", ("Remarkable", 66), ("Good", 60), (), {})
    assert (found.attacker_colour, found.defender_colour, found.points) == ("Yellow", "Green", 50)
    with pytest.raises(RuleError, match="no throw of 3d6"):
        damage("Amazing", ("Remarkable", 95), None, (1, 2, 7), {})


def test_a_botch_does_nothing_even_to_another_botch() -> None:
    assert attack(("Blue", 3), ("Blue", 2), {}).share == "none"


@rows(
    ("points", "physical", "mental"),
    [
        (2, "active", "active"),
        (1, "incapacitated", "mentally incapacitated"),
        (0, "knocked out", "mental shock"),
        (-10, "knocked out", "mental shock"),
        (-11, "dead", "brain dead"),
        (-20, "dead", "brain dead"),
        (-21, "dead", "soul departed"),
        (-30, "dead", "soul departed"),
        (-31, "ash", "soul departed"),
    ],
)
def test_health_words_change_at_their_thresholds(points: int, physical: str, mental: str) -> None:
    assert (health("physical", points), health("mental", points)) == (physical, mental)


@rows(
    ("ask", "sentence"),
    [
        (lambda: action_shift("luck", 1, {}), "Several actions come by powers, plain or feat, not luck."),
        (lambda: ladder("Good", 0, {}, variant="plain"), "0 is no number of actions: there is at least 1."),
        (lambda: turn(["dance"]), "dance is no kind of action."),
        (lambda: Aim("Good", 100, None, {}).check(), "Column shifts sum up to 99 at most, not 100."),
        (lambda: winner(("Green", 50), ("Green", 50), "nobody"), "The dodger is the attacker, the defender or nobody, not nobody."),
        (lambda: attack(("Pink", 50), None, {}), "A colour is one of Blue, White, Green, Yellow, Red."),
        (lambda: attack(("Green", 50), ("Pink", 50), {}), "A colour is one of Blue, White, Green, Yellow, Red."),
        (lambda: share(50, "third", {}), "A share is one of none, quarter, half, full, not third."),
        (lambda: colour("Good", 50, {"blue_max": "100"}), "The option blue_max is one of 5, 0, white, not 100."),
        (lambda: health("moral", 5), "Health is physical or mental, not moral."),
    ],
)
def test_what_the_rules_do_not_know_is_refused(ask: Callable[[], object], sentence: str) -> None:
    with pytest.raises(RuleError) as refused:
        ask()
    assert refused.value.sentence == sentence
