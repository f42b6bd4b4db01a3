"""Exact chances before the throw, against published figures and against counting every pair."""

from __future__ import annotations

from fractions import Fraction

from rules.system import Odds
from rules.systems.faserip.chances import percent
from rules.systems.faserip.colours import colour
from rules.systems.faserip.damage import attack as compare
from rules.systems.faserip.damage import outcomes
from rules.systems.faserip.system import SYSTEM, Faserip
from tests.rules.faserip_table import FaseripTable
from tests.rules.rows import rows

TABLE = FaseripTable()


def bars(found: Odds) -> dict[str, Fraction]:
    assert sum(chance for _, chance in found.bars) == 1
    return dict(found.bars)


def test_the_chances_of_a_feat() -> None:
    found = SYSTEM.odds(TABLE.declare("!feat Reasoning with Physics", "Iron Man"))
    assert found.numbers == (("Yellow or better", "40 %"), ("Green or better", "70 %"), ("a botch, Blue", "5 %"))
    assert list(bars(found).values()) == [Fraction(part, 100) for part in (5, 25, 30, 30, 10)]
    assert SYSTEM.odds(TABLE.declare("!grapple Toad", "Thor")).numbers[0] == ("Yellow or better", "55 %")


def test_the_chances_of_an_attack_by_the_published_shares() -> None:
    attack = TABLE.declare("!attack Toad with Remarkable damage Amazing")
    undefended = SYSTEM.odds(attack)
    assert undefended.numbers == (("mean damage undefended", "25.8"), ("no damage", "35 %"), ("full damage", "35 %"))
    assert bars(undefended) == {
        "no damage": Fraction(35, 100), "half": Fraction(3, 10), "full": Fraction(29, 100), "full + 3d6": Fraction(5, 100),
        "full + 5d10": Fraction(1, 100),
    }  # fmt: skip
    known = Faserip().odds(attack, "Rm")
    assert [(name, round(float(chance) * 100, 2)) for name, chance in known.bars] == [
        ("no damage", 50.6), ("a quarter", 5.85), ("half", 14.85), ("full", 23.01), ("full + 3d6", 4.7), ("full + 5d10", 0.99),
    ]  # fmt: skip
    assert known.numbers[0][0] == "mean damage against Remarkable"
    assert Faserip().odds(attack, "Good").numbers[0] == ("mean damage against Good", "19.99")


def test_the_chances_of_pairs_agree_with_every_pair_counted() -> None:
    options = {"number_must_be_lower": "on", "hundred": "stack"}
    counted: dict[tuple[str, str], Fraction] = {}
    mine = [(colour("Unearthly", roll, options), roll) for roll in range(1, 101)]
    theirs = [(colour("Good", roll, options), roll) for roll in range(1, 101)]
    for first in mine:
        for second in theirs:
            hit = compare(first, second, options)
            key = (hit.share, hit.bonus or "")
            counted[key] = counted.get(key, Fraction(0)) + Fraction(1, 10_000)
    assert outcomes("Unearthly", "Good", options) == counted


def test_the_chances_of_an_answer_to_a_roll_that_is_known() -> None:
    attack = TABLE.declare("!attack Toad with Remarkable damage Amazing")
    answer = TABLE.answer("!defend with Good", attack, [99, 4, 5, 6])
    found = SYSTEM.odds(answer)
    assert found.numbers == (("mean damage", "63.55"), ("no damage", "2 %"), ("full damage", "98 %"))
    assert bars(found) == {"no damage": Fraction(2, 100), "full": Fraction(1, 100), "full + 3d6": Fraction(97, 100)}
    contest = TABLE.answer("!defend with Good", TABLE.declare("!feat Good vs Toad"), [60])
    assert SYSTEM.odds(contest).numbers == (("wins", "40 %"),)
    assert bars(SYSTEM.odds(contest)) == {"loses": Fraction(59, 100), "a tie": Fraction(1, 100), "wins": Fraction(40, 100)}


def test_the_chances_of_initiative() -> None:
    found = SYSTEM.odds(SYSTEM.initiative(None, "Excellent", {}))
    assert found.numbers == (("least", "1"), ("mean", "10.5"), ("greatest", "20"))
    assert bars(found)["20"] == Fraction(1, 20)
    assert len(SYSTEM.odds(SYSTEM.initiative(None, "Unearthly", {})).bars) == 100
    wide = SYSTEM.odds(SYSTEM.initiative(None, "ShiftX", {}))
    assert (wide.bars, wide.words) == ((), "Every number from 1 to 150 is equally likely; the table is not drawn.")


@rows(
    ("chance", "words"),
    [(Fraction(1, 3), "33.3 %"), (Fraction(2, 3), "66.7 %"), (Fraction(1, 2), "50 %"), (Fraction(1), "100 %"),
     (Fraction(1, 2000), "0.1 %"), (Fraction(0), "0 %")],
)  # fmt: skip
def test_a_chance_is_told_to_the_nearest_tenth(chance: Fraction, words: str) -> None:
    assert percent(chance) == words
