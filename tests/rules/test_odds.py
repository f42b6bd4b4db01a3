"""Exact odds of plain rolls, checked against going through every hand."""

from __future__ import annotations

from fractions import Fraction

from rules.dice.notation import parse
from rules.dice.odds import Distribution, distribution, plain_mean
from rules.system import Odds
from rules.systems.dice.odds import decimal, percent
from rules.systems.dice.system import SYSTEM
from tests.rules.hands import every_hand
from tests.rules.rows import rows


@rows(
    "text",
    ["3d4", "3d4kh2", "3d4kl2", "3d4dl1", "3d4dh2", "3d4kh3", "4dF", "3dFkh1", "2d4ro<=2", "3d4ro2kh2", "3d4>=3", "3d4=2", "3d4<2",
     "3d4kh2>=3", "3d4kl2>=3", "3d4dl1<=2", "3d4kh2<=2", "3d4dh1<=2", "3d4kh2<=4", "-2d4+1d3*2-7/2", "1d4*1d3", "3d5kh2/2",
     "2d4-1d6", "1d4*-2+1d4", "10-(1d4-1d6)", "2d1+1d3"],
)  # fmt: skip
def test_chances_of_rolls_without_added_dice_are_those_of_every_hand(text: str) -> None:
    found = distribution(parse(text))
    assert found is not None
    chances, others = every_hand(text, 5)
    assert {total: Fraction(weight, found.whole) for total, weight in found.weights.items()} == chances
    assert (others, found.missing, found.endless) == (0, 0, False)


@rows(
    ("text", "deep"),
    [
        ("2d4!", 3),
        ("1d3!>=2", 5),
        ("2d4!2", 3),
        ("2dF!", 3),
        ("2dF!<=-1", 3),
        ("1dF!0", 4),
        ("2d4!4>=3", 3),
        ("2d4!<=2>=2", 3),
        ("2d4!!", 3),
        ("2d4!!kh1", 3),
        ("2d4!!kl1", 3),
        ("2d4!!4>=6", 3),
        ("2d4!!4kh1>=5", 3),
        ("3d3!kh1", 3),
        ("3d3!kh2", 3),
        ("3d3!kl2", 3),
        ("3d3!dl1", 3),
        ("3d3!dh1", 3),
        ("2d4!>=3kh1", 3),
        ("2d4!>=3dh1", 3),
        ("2d4!>=3kl1", 3),
        ("3d3!1kh2", 3),
        ("3d3!1kl2", 3),
        ("2d4!<=2kl1", 3),
        ("3d3!1dh1", 3),
        ("3d3!1dl1", 3),
        ("2d4r1!", 3),
        ("2d4ro<=2!", 3),
        ("1d4r1", 5),
        ("2d4r>=3kh1", 3),
        ("2d3!-1d4!", 3),
        ("2d3!*2+1", 3),
    ],
)
def test_chances_of_rolls_with_added_dice_lie_between_those_of_few_added_dice_and_what_is_left(text: str, deep: int) -> None:
    found = distribution(parse(text))
    assert found is not None
    chances, others = every_hand(text, deep)
    assert others < Fraction(1, 2)
    for total in chances.keys() | found.weights.keys():
        chance = Fraction(found.weights.get(total, 0), found.whole)
        assert chances.get(total, 0) <= chance <= chances.get(total, 0) + others, total
    assert 0 <= Fraction(found.missing, found.whole) < Fraction(2, 10**9)


def test_an_exploding_die_has_the_chances_of_the_book() -> None:
    found = distribution(parse("1d6!"))
    assert found is not None
    assert {total: Fraction(found.weights.get(total, 0), found.whole) for total in (1, 5, 6, 7, 12, 13, 18)} == {
        1: Fraction(1, 6), 5: Fraction(1, 6), 6: 0, 7: Fraction(1, 36), 12: 0, 13: Fraction(1, 216), 18: 0,
    }  # fmt: skip
    assert (found.added, Fraction(found.missing, found.whole)) == (11, Fraction(1, 6**12))


def test_a_die_rerolled_until_it_is_not_one_has_five_equal_faces() -> None:
    found = distribution(parse("1d6r1"))
    assert found is not None
    assert (found.weights, found.whole, found.endless) == ({2: 1, 3: 1, 4: 1, 5: 1, 6: 1}, 5, True)


@rows(
    "text",
    ["20d100kh10", "20d100kl7", "20d100dl1", "20d100dh3", "20d100ro<=20kh10"],
)
def test_kept_dice_of_many_faces_weigh_as_much_as_all_hands(text: str) -> None:
    found = distribution(parse(text))
    assert found is not None
    assert found.missing == 0
    mirrored = distribution(parse(text.replace("kh", "kl") if "kh" in text else text.replace("kl", "kh")))
    assert mirrored is not None
    if "ro" not in text and "k" in text:
        kept = parse(text).terms[0].counting
        assert {kept * 101 - total: weight for total, weight in mirrored.weights.items()} == found.weights


@rows(
    "text",
    [
        "10d100*10d100",
        "20d10!>=2",
        "200d10000",
        "20d20!!kh10",
        "60d2!",
        "150d6ro1",
        "1d5000",
        "1d100*1d100*1d100",
        "20d100!kh19",
        "1d6ro<=6!>=2",
        "100d10000!!>=2",
        "20d100!>=51",
        "20d100!!kh10",
        "2dF!!kh1>=0",
        "100d6!kh40>=5",
        "20d100ro<=50kh19",
    ],
)
def test_what_would_take_too_long_is_not_reckoned(text: str) -> None:
    assert distribution(parse(text)) is None


@rows(
    ("text", "mean"),
    [
        ("2d6+3", 10),
        ("1d6*1d6", Fraction(49, 4)),
        ("4dF-1", -1),
        ("8d6>=5", Fraction(8, 3)),
        ("1d6r1", 4),
        ("-1d20", Fraction(-21, 2)),
        ("1d6ro1", Fraction(47, 12)),
        ("200d10000", 1_000_100),
        ("1d6/2", None),
        ("4d6kh3", Fraction(15869, 1296)),
        ("4d6dh3*2", Fraction(2275, 648)),
        ("2d6!+1", Fraction(47, 5)),
        ("5d10!10>=8", Fraction(5, 3)),
        ("5d10!10>=8-1d6!!", Fraction(5, 3) - Fraction(21, 5)),
        ("60d2!", None),
        ("4d6!kh3", None),
        ("20d100!!>=51kh10", None),
        ("4d6!!kh3>=7", None),
    ],
)
def test_the_mean_follows_from_those_of_the_terms(text: str, mean: Fraction | None) -> None:
    assert plain_mean(parse(text)) == (None if mean is None else (mean, mean))


def test_the_mean_of_kept_chains_lies_between_close_bounds() -> None:
    found = plain_mean(parse("2d6!!kh2"))
    assert found is not None
    assert found[0] < Fraction(42, 5) < found[1] < found[0] + Fraction(1, 10**5)


def test_a_total_that_rolls_not_listed_could_decide_is_not_told() -> None:
    assert Distribution({1: 5, 2: 5}, 10).at_least(Fraction(1, 2)) == 2
    assert Distribution({1: 5, 2: 4}, 10).at_least(Fraction(1, 2)) is None
    assert Distribution({1: 5, 2: 4}, 10).at_least(Fraction(2, 5)) == 2
    assert Distribution({1: 1}, 10).at_least(Fraction(1, 2)) is None
    assert Distribution({1: 5, 2: 4}, 10, beyond=2).at_least(Fraction(1, 2)) == 2
    assert Distribution({1: 5, 2: 4}, 10, beyond=1).at_least(Fraction(1, 2)) is None
    assert Distribution({1: 5, 2: 4}, 10).mean(1, 11) == (Fraction(14, 10), Fraction(24, 10))


@rows(
    ("text", "beyond"),
    [
        ("1d6!", 12 * 6 + 1),
        ("1d6!+3", 12 * 6 + 4),
        ("1d6!-1d4", 12 * 6 - 3),
        ("2dF!", 22 - 2),
        ("1d6!*2", None),
        ("1dF!0", -1),
        ("5d6!6>=2", 16),
        ("2d6!!kh1", None),
        ("1d6", None),
        ("1d6!+1d6!", 12 * 6 + 2),
    ],
)
def test_rolls_that_are_not_listed_come_to_no_less_than_is_known(text: str, beyond: int | None) -> None:
    found = distribution(parse(text))
    assert found is not None
    assert found.beyond == beyond


def odds(text: str) -> Odds:
    return SYSTEM.odds(SYSTEM.parse(text))


def test_the_odds_of_a_roll_say_what_a_player_wants_to_know() -> None:
    assert odds("2d4+1") == Odds(
        numbers=(
            ("Least", "3"),
            ("Greatest", "9"),
            ("Mean", "6"),
            ("Half of all rolls reach", "6"),
            ("One roll in ten reaches", "8"),
        ),
        bars=tuple((str(total), Fraction(weight, 16)) for total, weight in zip(range(3, 10), (1, 2, 3, 4, 3, 2, 1), strict=True)),
    )
    assert dict(odds("4d6kh3").numbers) == {
        "Least": "3", "Greatest": "18", "Mean": "12.24", "Half of all rolls reach": "12", "One roll in ten reaches": "16",
    }  # fmt: skip


def test_the_odds_of_counted_dice_say_how_often_none_counts() -> None:
    assert ("No success", "29.6 %") in odds("3d6>=5").numbers
    assert "No success" not in dict(odds("3d6>=5+1").numbers)
    assert "No success" not in dict(odds("3d6").numbers)


def test_the_odds_of_an_exploding_roll_end_with_the_rolls_that_are_not_listed() -> None:
    found = odds("1d6!")
    assert dict(found.numbers) == {
        "Least": "1", "Greatest": "606", "Mean": "4.2", "Half of all rolls reach": "4", "One roll in ten reaches": "9",
    }  # fmt: skip
    assert found.bars[-1] == ("over 11 dice added", Fraction(1, 6**12))
    assert sum(chance for _, chance in found.bars) == 1
    assert found.words == "Rolls with more than 11 added dice stand together at the end."


def test_what_rolls_not_listed_could_change_is_left_out() -> None:
    assert dict(odds("1d6!*1000000").numbers) == {
        "Least": "1000000",
        "Greatest": "606000000",
        "One roll in ten reaches": "9000000",
    }


def test_the_odds_of_endless_rerolls_say_that_their_limit_is_left_out() -> None:
    assert (
        odds("2d6r1").words
        == "Reckoned as if rerolls had no limit; fewer than one roll in a billion reaches that of 100 added dice."
    )


def test_the_odds_of_a_roll_that_is_too_large_are_its_bounds_and_where_it_is_cheap_its_mean() -> None:
    words = "The table of chances is not drawn: this roll has too many results to reckon them exactly at once."
    assert odds("200d10000") == Odds((("Least", "200"), ("Greatest", "2000000"), ("Mean", "1000100")), words=words)
    assert odds("60d2!") == Odds((("Least", "60"), ("Greatest", "320")), words=words)
    found = odds("20d100!>=51")
    assert dict(found.numbers) == {"Least": "20", "Greatest": "12000", "Mean": "2020"}
    assert found.words == (
        f"{words} The mean is reckoned as if any number of dice could be added; fewer than one roll in a billion reaches 100."
    )
    assert (dict(odds("20d20!!kh10").numbers)["Mean"], odds("20d20!!kh10").bars) == ("163.59", ())


@rows(
    ("number", "text"),
    [
        (Fraction(7), "7"),
        (Fraction(21, 2), "10.5"),
        (Fraction(-7, 3), "-2.33"),
        (Fraction(1, 8), "0.13"),
        (Fraction(-1, 1000), "0"),
        (Fraction(100), "100"),
    ],
)
def test_a_mean_is_told_to_two_places(number: Fraction, text: str) -> None:
    assert decimal(number) == text


@rows(
    ("chance", "text"),
    [
        (Fraction(0), "0 %"),
        (Fraction(1), "100 %"),
        (Fraction(1, 10**6), "under 0.1 %"),
        (Fraction(99999, 10**5), "over 99.9 %"),
        (Fraction(7, 12), "58.3 %"),
        (Fraction(1, 16), "6.3 %"),
    ],
)
def test_a_chance_is_told_to_a_tenth_of_a_percent(chance: Fraction, text: str) -> None:
    assert percent(chance) == text
