"""The exact chances of B-Grade pools, against the published table and against counting every throw."""

from __future__ import annotations

from fractions import Fraction
from itertools import product

import pytest

from rules.lines import RuleError
from rules.systems.bgrade import chances
from rules.systems.bgrade.contest import allot, contest, max_successes, order, together
from rules.systems.bgrade.sets import beats, resolve, sets_of
from tests.rules.bgrade_table import hands
from tests.rules.rows import rows

TABLE = {
    1: (0, 1.0, 0, 0, 0, 0.6),
    2: (0.1, 1.1, 0, 0.06, 0.07, 0.88),
    3: (0.28, 1.29, 0, 0.172, 0.199, 0.976),
    4: (0.496, 1.534, 0.027, 0.3196, 0.3646, 0.9976),
    5: (0.6976, 1.7879, 0.117, 0.4816, 0.5392, 1),
    6: (0.8488, 2.0197, 0.2831, 0.6368, 0.6975, 1),
    7: (0.9395, 2.2202, 0.4969, 0.7684, 0.8227, 1),
    8: (0.9819, 2.3993, 0.7036, 0.8675, 0.9088, 1),
    9: (0.9964, 2.5724, 0.8569, 0.9333, 0.9599, 1),
    10: (0.9996, 2.7487, 0.9443, 0.9712, 0.9855, 1),
}
"""By dice: any set, mean widest, two sets or more, beats 4, the same inclusive, beats 4 with a Hammer-time Die more."""


@rows("rolled", TABLE)
def test_the_chances_of_a_pool_are_those_of_the_table(rolled: int) -> None:
    inclusive = {"difficulty_mode": "inclusive"}
    several = sum(share for sets, share in chances.how_many(rolled).items() if sets > 1)
    found = (
        chances.success(rolled, (), 0, 0, {}),
        chances.expected_width(rolled, 1),
        several,
        chances.success(rolled, (), 0, 4, {}),
        chances.success(rolled, (), 0, 4, inclusive),
        chances.success(rolled, (), 1, 4, {}),
    )
    assert tuple(round(float(share), 4) for share in found) == TABLE[rolled]


@rows("ed", [(), (7,), (2, 2), (9, 1)])
@rows("difficulty", [0, 4, 10])
def test_the_chance_of_success_is_the_count_of_all_throws(ed: tuple[int, ...], difficulty: int) -> None:
    passed = sum(ways for hand, ways in hands(3).items() if resolve([*hand, *ed], difficulty, "width", {}).success)
    assert chances.success(3, ed, 0, difficulty, {}) == Fraction(passed, 10**3)


@rows("difficulty", [0, 4])
def test_the_chance_of_two_hands_against_time_is_the_count_of_all_throws(difficulty: int) -> None:
    passed = 0
    for (one, ways), (other, as_many) in product(hands(2).items(), repeat=2):
        passed += ways * as_many * together([one, other], difficulty, "width", "union", {}).outcome.success
    assert chances.together(2, 2, difficulty, {}) == Fraction(passed, 10**4)


def test_all_chances_of_a_question_add_up_to_1() -> None:
    for rolled in range(12):
        for shares in (chances.widest(rolled), chances.tallest(rolled), chances.how_many(rolled)):
            assert sum(shares.values()) == 1


def test_eleven_dice_always_hold_a_set() -> None:
    assert chances.success(11, (), 0, 0, {}) == 1
    assert chances.success(10, (), 0, 0, {}) < 1


def test_every_die_of_a_hand_is_in_one_set_or_loose() -> None:
    hand = [6, 3, 1, 8, 6, 8, 2, 6, 6]
    sets, loose = sets_of(hand)
    assert sorted([face for width, face in sets for _ in range(width)] + list(loose)) == sorted(hand)


def test_a_wide_set_passes_every_difficulty_and_a_low_pair_does_not() -> None:
    assert [beats((3, 1), level, {}) for level in (0, 4, 10)] == [True, True, True]
    assert [beats((2, 5), level, {}) for level in (0, 4, 5, 10)] == [True, True, False, False]


def test_a_split_set_serves_as_many_actions_as_it_has_pairs() -> None:
    split = {"split_sets": "on"}
    assert [max_successes([(width, 5)], [0] * 4, split) for width in (2, 3, 4, 5, 6, 9)] == [1, 1, 2, 2, 3, 4]
    assert max_successes([(5, 2)], [4, 4], split) == 1
    assert max_successes([(4, 2)], [4, 4], split) == 1
    assert [max_successes([(width, 2)], [4, 0, 0], split) for width in (4, 5, 6)] == [2, 2, 2]
    assert [max_successes([(width, 2)], [4, 0], split) for width in (3, 5)] == [1, 2]
    assert max_successes([(6, 2)], [4, 4, 4], split) == 1


def test_who_acts_first_is_who_has_the_wider_then_the_taller_set() -> None:
    entries = [("None", None), ("Low", (2, 3)), ("Twin", (3, 5)), ("High", (2, 9)), ("Also", (3, 5)), ("Idle", None)]
    assert order(entries, {}) == [["Twin", "Also"], ["High"], ["Low"], ["None", "Idle"]]


def test_a_contest_under_a_difficulty_counts_only_sets_that_pass() -> None:
    assert contest([5, 5, 1], [9, 9, 2], 5, {}) == "b"
    assert contest([3, 3, 3], [9, 9, 2], 9, {}) == "a"
    assert contest([3, 3, 1], [9, 9, 2], 9, {}) == "none"


def test_only_the_deciding_sets_are_compared_and_the_next_ones_where_the_campaign_says_so() -> None:
    twin, more = [5, 5, 5, 1], [5, 5, 5, 2, 2]
    assert (contest(twin, more, 0, {}), contest(more, twin, 0, {})) == ("tie", "tie")
    following = {"contest_tie": "next"}
    assert (contest(twin, more, 0, following), contest(more, twin, 0, following), contest(twin, twin, 0, following)) == (
        "b",
        "a",
        "tie",
    )


def test_the_best_of_separate_hands_lists_the_sets_of_all_widest_first() -> None:
    found = together([[2, 2, 1], [9, 9, 9]], 0, "width", "best_of", {}).outcome
    assert (found.sets, found.loose, found.suggested) == (((3, 9), (2, 2)), (1,), (3, 9))


def test_a_part_of_a_set_serves_only_where_sets_may_be_split() -> None:
    with pytest.raises(RuleError, match="That set was not rolled; you have 3×8."):
        allot([(3, 8)], [(2, 8)], [0], {})
    assert allot([(5, 8)], [(2, 8), (3, 8)], [0, 0], {"split_sets": "on"}) == [True, True]
    with pytest.raises(RuleError, match="There are 2 actions, not 1."):
        allot([(3, 8)], [(3, 8)], [0, 0], {})


def test_chances_are_worked_out_for_sixty_dice_and_no_more() -> None:
    assert chances.success(60, (), 0, 0, {}) == 1
    with pytest.raises(RuleError, match="Chances are worked out for 0 to 60 dice, not 61."):
        chances.success(61, (), 0, 0, {})
