"""B-Grade at its edges: where a refusal points, the least and greatest numbers, whole cards, chances of hands of no dice."""

from __future__ import annotations

from fractions import Fraction

import pytest

from rules.lines import RuleError
from rules.system import Cluster, Die, Options, Reading
from rules.systems.bgrade import chances
from rules.systems.bgrade.choosing import read_hammer, read_use
from rules.systems.bgrade.contest import allot, as_pairs, max_successes
from rules.systems.bgrade.hands import Hand
from rules.systems.bgrade.picks import line as picked_line
from rules.systems.bgrade.picks import picks
from rules.systems.bgrade.pool import Counts, Pool, settle
from rules.systems.bgrade.pool_line import Asked
from rules.systems.bgrade.sets import beats, check_set, lowest_pair
from rules.systems.bgrade.system import SYSTEM
from tests.rules.bgrade_table import TABLE, WOLFMAN, deal, rival, typed
from tests.rules.rows import rows

MANY = {"coop_max": "any"}


def refusal(line: str, name: str | None, options: Options | None = None) -> RuleError:
    with pytest.raises(RuleError) as refused:
        TABLE.declare(line, name, options)
    return refused.value


@rows(
    ("line", "name", "word"),
    [
        ("!pool Bdy+Brawl", WOLFMAN, "Bdy"),
        ("!pool Body+Sing", WOLFMAN, "Sing"),
        ("!pool Body+Brawl, Body+Sing", WOLFMAN, "Sing"),
        ("!pool Body+Brawl+Dodge", WOLFMAN, "Body"),
        ("!pool 3d+Brawl+1ed", None, "Brawl"),
        ("!pool Body+Brawl hard", None, "hard"),
        ("!pool 7d hard", None, "hard"),
        ("!pool Body+Brawl fast slow", WOLFMAN, "slow"),
        ("!pool Body+Brawl vs 4,x", WOLFMAN, "x"),
        ("!pool Body+Brawl with", WOLFMAN, "with"),
        ("!pool Body+Brawl vs Nazi guard", WOLFMAN, "guard"),
        ("!pool Body+Brawl with Ines Vega", WOLFMAN, "Vega"),
        ("!pool Body+Brawl actions punch kick", WOLFMAN, "kick"),
        ("!pool Body+Brawl actions punch", WOLFMAN, "actions"),
        ("!pool Body+Brawl actions 2 vs 4 actions 3", WOLFMAN, "actions 3"),
        ("!pool Body+Brawl vs 4 vs 5", WOLFMAN, "vs 5"),
        ("!pool Body+Brawl vs Toad vs Thor", WOLFMAN, "vs Thor"),
        ('!pool Body+Brawl actions duck, "kick and run"', WOLFMAN, '"kick'),
        ("!pool Body+Brawl++2d", WOLFMAN, "Body"),
    ],
)
def test_a_refusal_of_a_pool_points_at_the_word_that_is_wrong(line: str, name: str | None, word: str) -> None:
    assert refusal(line, name).column == line.index(word) + 1


@rows(
    ("line", "word"),
    [
        ("!defend 7d with 5d", "7d"),
        ("!defend Nazi guard with 5d", "guard"),
        ("!defend Wolfman fast with 5d", "fast"),
        ("!defend with 5d vs Toad", "with"),
        ("!hammer 8 for a b", "for"),
        ("!hammer x 8", "x"),
        ("!use 2x8 punch", "2x8"),
        ("!use punch 2x8 now", "punch"),
        ("!use 2x8 for high kick", "high"),
        ("!use 2x8 for one two three", "one"),
        ("!assist , 4d", ","),
    ],
)
def test_a_refusal_of_what_follows_a_roll_points_at_the_word_that_is_wrong(line: str, word: str) -> None:
    opened = rival("!pool Body+Brawl vs Toad fast", [5, 5, 5, 1, 2, 8, 9])
    acts = {"!hammer": read_hammer, "!use": read_use}
    act = acts.get(line.split()[0], lambda command: SYSTEM.answer(command, opened, None, {}))
    with pytest.raises(RuleError) as refused:
        act(typed(line))
    assert refused.value.column == line.index(word) + 1


def test_of_several_helpers_the_first_is_waited_for() -> None:
    assert refusal("!pool Body+Brawl with Ines, Mabel", WOLFMAN, MANY).sentence.startswith("Ines's dice are not offered yet: Ines")
    opened = rival("!pool Body+Brawl vs Toad slow", [5, 5, 5, 1, 2, 8, 9])
    with pytest.raises(RuleError, match="Ines's dice are not offered yet: Ines writes"):
        SYSTEM.answer(typed("!defend with 5d with Ines, Mabel"), opened, None, MANY)


@rows(
    ("line", "hint"),
    [
        ("!pool D", "Dice are written"),
        ("!pool d", "Dice are written"),
        ("!pool 7x", "Dice are written"),
        ("!pool x7", "Its Stats: Body"),
    ],
)
def test_what_looks_like_dice_is_answered_with_how_dice_are_written(line: str, hint: str) -> None:
    assert f" on this sheet. {hint}" in refusal(line, WOLFMAN).sentence


def test_a_defence_that_names_its_rival_may_end_with_an_option() -> None:
    opened = rival("!pool Body+Brawl vs Toad fast", [5, 5, 5, 1, 2, 8, 9])
    assert SYSTEM.answer(typed("!defend Wolfman with 5d +1d"), opened, None, {}).expr == "6d against 41.0 3x5 fast"
    with pytest.raises(RuleError, match="A pool needs traits or dice"):
        SYSTEM.answer(typed("!defend Wolfman with 5d,"), opened, None, {})


def test_a_sheet_tells_eight_skills_and_says_that_there_are_more() -> None:
    for count, last in ((8, "S8."), (9, "S8, ….")):
        sheet = SYSTEM.read_sheet({"stats": "Body 3", "skills": "\n".join(f"S{place} 1" for place in range(1, count + 1))})
        with pytest.raises(RuleError) as refused:
            SYSTEM.declare(typed("!pool Body+Xyzzy"), sheet, {})
        assert refused.value.sentence.endswith(last)


def test_typed_dice_may_have_hammer_time_dice_beside_a_sheet() -> None:
    assert TABLE.declare("!pool 3d+1ed ed=9 had=1", WOLFMAN).expr == "3d+1ed=9+1had"


def test_one_die_is_said_as_one() -> None:
    sheet = SYSTEM.read_sheet({"stats": "Mind 1", "penalties": "torn arm -1d"})
    (found,) = SYSTEM.declare(typed("!pool Mind"), sheet, {})
    assert (found.expr, found.notes) == ("0d lost 1", ("Mind 1", "1 die", "1 lost for torn arm", "0 dice"))
    (other,) = SYSTEM.declare(typed("!pool Mind +1d"), sheet, {})
    assert other.notes[:2] == ("Mind 1", "1 die")
    assert TABLE.declare("!pool 1d -1d").notes == ("1 die", "1 lost for a penalty", "0 dice")
    assert TABLE.declare("!pool 2d -1d").notes == ("2 dice", "1 lost for a penalty", "1 die")


def test_most_of_what_may_be_said_is_read_and_one_more_is_refused() -> None:
    assert len(read_hammer(typed("!hammer " + ",".join(["8"] * 50))).values) == 50
    with pytest.raises(RuleError, match="Say the height"):
        read_hammer(typed("!hammer " + ",".join(["8"] * 51)))
    served = [f"2x{face} for a{face}" for face in range(1, 12)]
    assert len(read_use(typed("!use " + ", ".join(served[:10])))) == 10
    with pytest.raises(RuleError, match="Say the set"):
        read_use(typed("!use " + ", ".join(served)))


def test_what_is_left_out_of_a_hand_is_nothing() -> None:
    assert Hand("Body", "Body 3", 3) == Hand("Body", "Body 3", 3, ed=0, had=0)
    assert Counts(3) == Counts(3, ed=0, had=0, bonus=0, penalty=0, actions=1)
    assert Pool(3, 0, 0) == Pool(3, 0, 0, bought_ed=0, bought_had=0, removed=0)
    assert Asked() == Asked([], 0, 0, 0, [], [], 1, [], "", [], "")


BLANK = Die(10, None)


def test_a_whole_card_before_the_throw() -> None:
    found = TABLE.declare("!pool 2d+1ed+2had ed=4 -1d")
    assert SYSTEM.read(TABLE.declare("!pool 1d+2ed+1had ed=4,7"), ()) == Reading(
        clusters=(Cluster((BLANK, Die(10, 4, "expert"), Die(10, 7, "expert"), Die(10, None, "hammer"))),),
        short="Pool", spoken="1 die, Expert Dice set to 4 and 7 beforehand and a Hammer-time Die, not thrown yet.",
    )  # fmt: skip
    assert found.expr == "3d+2had"


def test_a_whole_card_that_waits_for_its_hammer_time_die() -> None:
    found = TABLE.declare("!pool 4d+1ed+1had ed=9 vs 9 -6d")
    assert found.expr == "2d vs 9 lost 4"
    waiting = TABLE.declare("!pool 2d+1ed+1had ed=9 vs 9")
    assert SYSTEM.read(waiting, deal(waiting, (9, 3))) == Reading(
        clusters=(
            Cluster((Die(10, 9), Die(10, 9, "expert")), "2×9", "width 2, height 9, area 18", "set"),
            Cluster((Die(10, 3),), note="no match", state="loose"),
            Cluster((Die(10, None, "hammer"),), note="not set yet", state="loose"),
        ),
        headline="3, 9, an Expert Die at 9 and a Hammer-time Die not set yet.",
        detail="Difficulty 9: a pair needs 10 or more.",
        short="Pool, waiting for 1 Hammer-time Die",
        spoken="2 dice, an Expert Die set to 9 beforehand and a Hammer-time Die: "
        "3, 9, an Expert Die at 9 and a Hammer-time Die not set yet. Waiting for 1 Hammer-time Die.",
        waits="Waiting for 1 Hammer-time Die.",
    )  # fmt: skip


def test_a_whole_card_of_a_set_with_several_special_dice() -> None:
    found = TABLE.declare("!pool 2d+2ed+2had ed=9,9 vs 10")
    assert SYSTEM.read(found, deal(found, (9, 3)), (9, 9)).clusters == (
        Cluster(
            (Die(10, 9), Die(10, 9, "expert"), Die(10, 9, "expert"), Die(10, 9, "hammer"), Die(10, 9, "hammer")),
            "5×9", "width 5, height 9, area 45", "used",
        ),
        Cluster((Die(10, 3),), note="no match", state="loose"),
    )  # fmt: skip
    lone = TABLE.declare("!pool 2d vs 10")
    assert TABLE.card(lone, 9, 9).detail == "Difficulty 10: a pair is never enough, width 3 is."
    assert TABLE.card(TABLE.declare("!pool 2d vs 1"), 1, 1).detail == "Difficulty 1: a pair needs 2 or more."


def test_a_contest_without_a_difficulty_says_how_wide_and_high_its_set_is() -> None:
    opened = TABLE.declare("!pool Body+Brawl vs Toad fast", WOLFMAN)
    assert TABLE.card(opened, 5, 5, 5, 1, 2, 8, 9).detail == "Width 3, height 5."


def test_every_difficulty_asks_for_the_height_above_it_or_for_its_own() -> None:
    for level in range(11):
        passing = [height for height in range(1, 11) if beats((2, height), level, {})]
        assert passing == (list(range(level + 1, 11)) if level else list(range(1, 11)))
        inclusive = {"difficulty_mode": "inclusive"}
        assert [height for height in range(1, 11) if beats((2, height), level, inclusive)] == list(range(max(1, level), 11))
        assert (lowest_pair(level, {}), lowest_pair(level, inclusive)) == (level + 1, level)
    assert max_successes([(3, 1)], [10], {}) == max_successes([(2, 10)], [9], {}) == 1
    assert max_successes([(2, 10)], [10], {}) == 0


def test_a_set_has_two_dice_or_more_of_a_face() -> None:
    assert check_set([2, 1]) == (2, 1)
    for wrong in ([1, 5], [2], [2, 5, 5], [2, 0], [2, 11], [2.0, 5], ["2", 5]):
        with pytest.raises(RuleError):
            check_set(wrong)  # type: ignore[arg-type]


def test_sets_are_split_into_pairs_and_the_odd_die_goes_to_the_last() -> None:
    assert [as_pairs((width, 7)) for width in range(2, 8)] == [
        [(2, 7)], [(3, 7)], [(2, 7)] * 2, [(2, 7), (3, 7)], [(2, 7)] * 3, [(2, 7), (2, 7), (3, 7)],
    ]  # fmt: skip
    split = {"split_sets": "on"}
    assert allot([(4, 8)], [(2, 8), (2, 8)], [0, 0], split) == [True, True]
    for whole, part in (((3, 8), (2, 8)), ((4, 8), (3, 8)), ((6, 8), (3, 8)), ((5, 8), (4, 8)), ((5, 8), (2, 7))):
        with pytest.raises(RuleError, match="That set was not rolled"):
            allot([whole], [part], [0], split)
    with pytest.raises(RuleError, match="2×8 serves another action already"):
        allot([(2, 8)], [(2, 8), (2, 8)], [0, 0], {})


def test_a_pool_of_no_dice_fails_and_one_die_cannot_match() -> None:
    pools = [settle(Counts(normal), {}) for normal in (0, 1, 2)]
    assert [(pool.auto_fail, pool.can_match) for pool in pools] == [(True, False), (False, False), (False, True)]
    for counts, sentence in ((Counts(-1), "-1 is no number of dice."), (Counts(5, actions=0), "0 is no number of actions.")):
        with pytest.raises(RuleError, match=sentence):
            settle(counts, {})


def test_bonus_dice_that_are_left_take_off_no_more_than_there_is() -> None:
    apart = {"multi_penalty": "per_extra", "multi_counts_for_buyoff": "off"}
    assert settle(Counts(10, bonus=1, actions=5), apart) == Pool(7, 0, 0, removed=3)
    assert settle(Counts(10, bonus=6, actions=5), apart) == Pool(12, 0, 0)
    assert settle(Counts(10, bonus=1, penalty=3, actions=5), apart) == Pool(4, 0, 0, removed=6)
    assert settle(Counts(10, bonus=1, penalty=3, actions=5), apart | {"pool_cap": "8"}) == Pool(4, 0, 0, removed=4)


def test_the_fields_of_a_picked_pool_ask_for_the_height_of_each_expert_die() -> None:
    def heights(ed: str) -> list[str]:
        return [pick.label for pick in picks(None, {"dice": "3", "ed": ed}) if pick.name.startswith("height")]

    assert heights("2") == ["Expert Die set to", "Expert Die 2 set to"]
    assert [len(heights(ed)) for ed in ("0", "8", "9", "10", "99", "100", "x", "٣")] == [0, 8, 9, 9, 9, 0, 0, 0]
    sheet = SYSTEM.read_sheet({"stats": "Body 3+8ed", "skills": "Climb 3+1ed\nShoot 1+3ed"})
    for skill, count in (("", 8), ("Climb", 9), ("Shoot", 9)):
        fields = picks(sheet, {"stat": "Body", "skill": skill})
        assert sum(pick.name.startswith("height") for pick in fields) == count
    assert picked_line({"dice": "7", "actions": "kick high, duck"}) == '!pool 7d actions "kick high", duck'
    assert picked_line({"dice": "7", "actions": "٢"}) == '!pool 7d actions "٢"'
    assert picked_line({"dice": "7", "actions": "2", "pace": ""}) == "!pool 7d actions 2"


def test_the_chances_of_no_dice_of_one_and_of_more_than_there_are_faces() -> None:
    assert chances.widest(0) == chances.widest(1) == {1: 1}
    assert chances.widest(3) == {1: Fraction(72, 100), 2: Fraction(27, 100), 3: Fraction(1, 100)}
    assert chances.expected_width(0, 1) == 1
    assert chances.tallest(2) == {0: Fraction(9, 10)} | {height: Fraction(1, 100) for height in range(1, 11)}
    assert chances.how_many(3) == {0: Fraction(72, 100), 1: Fraction(28, 100)}
    assert chances.all_served(3, (), (0, 0), {}) == 0
    assert [chances.success(2, (), 0, level, {}) for level in (0, 1, 2, 9, 10)] == [Fraction(n, 100) for n in (10, 9, 8, 1, 0)]
    assert chances.together(11, 1, 4, {}) == chances.success(12, (), 0, 4, {})
    for dice in (-1, 61):
        with pytest.raises(RuleError, match="Chances are worked out for 0 to 60 dice"):
            chances.success(dice, (), 0, 0, {})


def test_the_chance_that_all_actions_succeed_is_told_for_three_actions_and_fifteen_dice() -> None:
    for expr, label in (("6d actions 3", "All 3 actions succeed"), ("15d actions 2", "All 2 actions succeed")):
        assert label in dict(SYSTEM.odds(SYSTEM.parse(expr)).numbers)
