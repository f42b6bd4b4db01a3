"""The numbers behind "How often each face fell": bands that are exact, and tables that lose no throw."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from math import comb

from campaigns.ledger.statistics import MOST, at_least, band, counted, table
from rules.dice.source import Derived


def exactly(count: int, throws: int, chance: Fraction) -> Fraction:
    """The chance of `count` hits or more."""
    return sum(
        (comb(throws, hits) * chance**hits * (1 - chance) ** (throws - hits) for hits in range(count, throws + 1)), Fraction(0)
    )


def test_the_chance_of_so_many_hits_is_that_of_exact_arithmetic() -> None:
    for throws in (1, 2, 7, 40, 200):
        for count in {1, 2, throws // 3, throws // 2, throws - 1, throws} & set(range(1, throws + 1)):
            for chance in (Fraction(1, 100), Fraction(1, 10), Fraction(1, 2), Fraction(19, 20)):
                right = float(exactly(count, throws, chance))
                assert abs(at_least(count, throws, float(chance)) - right) < 1e-12 + 1e-10 * right, (count, throws, chance)


def test_both_ends_of_a_band_leave_a_chance_of_two_and_a_half_percent() -> None:
    tail = Fraction(25, 1000)
    for count, throws in ((1, 5), (5, 10), (3, 60), (41, 300), (99, 100)):
        low, high = (Fraction(end) for end in band(count, throws))
        assert abs(exactly(count, throws, low) - tail) < Fraction(1, 10**7), (count, throws)
        assert abs(1 - exactly(count + 1, throws, high) - tail) < Fraction(1, 10**7), (count, throws)
        assert low < Fraction(count, throws) < high


def test_the_band_of_a_face_that_never_or_always_fell_reaches_to_the_end() -> None:
    assert band(0, 0) == (0.0, 1.0)
    assert band(0, 10) == (0.0, band(0, 10)[1]) and abs((1 - band(0, 10)[1]) ** 10 - 0.025) < 1e-9
    assert band(10, 10) == (band(10, 10)[0], 1.0) and abs(band(10, 10)[0] ** 10 - 0.025) < 1e-9


def test_every_throw_is_in_one_row_and_every_face_has_one() -> None:
    rolls = [[(6, (1, 6)), (10, (10,))], [(6, (6,)), (120, (1, 2, 120))], [(1, (1,))], []]
    found = {sides: table(sides, counts) for sides, counts in counted(rolls).items()}
    assert {sides: (one.throws, sum(row.count for row in one.rows)) for sides, one in found.items()} == {
        1: (1, 1), 6: (3, 3), 10: (1, 1), 120: (3, 3)
    }  # fmt: skip
    assert [(row.label, row.count) for row in found[6].rows] == [("1", 1), ("2", 0), ("3", 0), ("4", 0), ("5", 0), ("6", 2)]
    wide = found[120]
    assert (wide.size, len(wide.rows), wide.rows[0].label, wide.rows[-1].label) == (3, 40, "1 to 3", "118 to 120")
    assert [row.count for row in wide.rows if row.count] == [2, 1]
    for sides in (1, 49, 50, 51, 99, 1_000_000):
        rows = table(sides, Counter({sides: 1})).rows
        assert len(rows) <= MOST and sum(row.fair for row in rows) == 1 and rows[-1].count == 1, sides


def test_honest_dice_stay_in_their_bands_and_a_loaded_die_does_not() -> None:
    ((_, faces),) = Derived(b"an honest key".ljust(32), 0).throw(((4000, 20),))
    honest = table(20, Counter(faces))
    assert honest.outside <= 2
    loaded = table(20, Counter(20 if face in (7, 8) else face for face in faces))
    assert [row.label for row in loaded.rows if not row.is_inside and row.label in ("7", "8", "20")] == ["7", "8", "20"]
