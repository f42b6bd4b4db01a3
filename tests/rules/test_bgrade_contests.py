"""B-Grade contests: what decides them, what is recorded, what the cards say."""

from __future__ import annotations

import pytest

from rules.lines import RuleError
from rules.systems.bgrade.answering import assist, read_defend
from rules.systems.bgrade.choosing import ruled
from rules.systems.bgrade.system import SYSTEM
from tests.rules.bgrade_table import TABLE, deal, defence, outcome, rival, typed
from tests.rules.rows import rows

WIDE, TALL = [5, 5, 5, 1, 2, 3, 4], [9, 9, 1, 2, 3, 4, 5]


@rows(
    ("pace", "options", "expr", "winner"),
    [
        ("fast", {}, "5d against 41.0 3x5 fast", "rival"),
        ("slow", {}, "5d against 41.0 3x5 slow", "roller"),
        ("", {}, "5d against 41.0 3x5", "open"),
        ("", {"contest_by": "width"}, "5d against 41.0 3x5 fast", "rival"),
        ("", {"contest_by": "height"}, "5d against 41.0 3x5 slow", "roller"),
        ("fast", {"contest_by": "height"}, "5d against 41.0 3x5 fast", "rival"),
        ("slow", {"contest_by": "width_only"}, "5d against 41.0 3x5 width", "rival"),
        ("fast", {"contest_by": "height_only"}, "5d against 41.0 3x5 height", "roller"),
        ("fast", {"area_use": "speed"}, "5d against 41.0 3x5 fast area_use=speed", "roller"),
        ("slow", {"area_use": "speed"}, "5d against 41.0 3x5 slow", "roller"),
    ],
)
def test_a_contest_is_decided_by_what_was_said_or_by_the_campaign(
    pace: str, options: dict[str, str], expr: str, winner: str
) -> None:
    found = defence(rival(f"!pool 7d vs Guard {pace}", WIDE, options))
    assert found.expr == expr
    assert outcome(found, 9, 9, 1, 2, 3)["winner"] == winner


def test_where_the_gm_is_asked_both_answers_are_recorded_and_either_can_be_ruled() -> None:
    found = defence(rival("!pool 7d vs Guard", WIDE))
    dice = deal(found, (9, 9, 1, 2, 3))
    result = outcome(found, 9, 9, 1, 2, 3)
    assert (result["rival"], result["winner"], result["fast"], result["slow"]) == ([3, 5], "open", "rival", "roller")
    assert SYSTEM.read(found, dice).waits == "Waiting for the GM, who says whether time matters."
    fast, slow = (ruled(found, dice, (), by) for by in ("fast", "slow"))
    assert (fast.headline, fast.verdict, fast.waits) == (
        "{rival} 3×5, {roller} 2×9: wider is faster, {rival} wins.", "failure", "",
    )  # fmt: skip
    assert (slow.headline, slow.verdict) == ("3×5 against 2×9: taller wins, {roller}.", "success")
    with pytest.raises(RuleError, match="The GM says `fast` or `slow`"):
        ruled(found, dice, (), "width")


def test_a_ruling_waits_for_the_hammer_time_die_too() -> None:
    found = defence(rival("!pool 7d vs Guard", WIDE), "!defend with 4d+1had")
    dice = deal(found, (9, 1, 2, 3))
    assert ruled(found, dice, (), "slow").waits == "Waiting for 1 Hammer-time Die."
    assert ruled(found, dice, (9,), "slow").verdict == "success"


def test_the_gm_is_not_asked_where_it_does_not_matter() -> None:
    found = defence(rival("!pool 7d vs Guard", WIDE))
    assert outcome(found, 9, 9, 9, 9, 3)["winner"] == "roller"
    assert SYSTEM.read(found, deal(found, (9, 9, 9, 9, 3))).waits == ""
    with pytest.raises(RuleError, match="The GM says"):
        ruled(defence(rival("!pool 7d vs Guard fast", WIDE)), deal(found, (9, 9, 9, 9, 3)), (), "fast")


@rows(
    ("by", "own", "sentence"),
    [
        ("fast", (5, 5, 5, 1, 2), "{rival} 3×5, {roller} 3×5: a tie. The GM says what happens."),
        ("fast", (6, 6, 6, 1, 2), "{rival} 3×5, {roller} 3×6: equally wide, the taller set is ahead, {roller} wins."),
        ("slow", (5, 5, 1, 2, 3), "3×5 against 2×5: equally tall, the wider set is ahead, {rival} wins."),
        ("fast", (1, 2, 3, 4, 5), "{rival} 3×5: {roller} has no set that counts, {rival} wins."),
    ],
)
def test_the_words_of_a_contest_say_why(by: str, own: tuple[int, ...], sentence: str) -> None:
    found = defence(rival(f"!pool 7d vs Guard {by}", WIDE))
    assert SYSTEM.read(found, deal(found, own)).headline == sentence


@rows(
    ("options", "own", "sentence"),
    [
        ({"area_use": "speed"}, (9, 9, 1, 2, 3), "{rival} 3×5, {roller} 2×9: the larger area is faster, {roller} wins."),
        ({"contest_by": "height_only"}, (9, 9, 1, 2, 3), "{rival} 3×5, {roller} 2×9: taller wins, {roller} wins."),
        ({"contest_by": "width_only"}, (9, 9, 9, 2, 3), "{rival} 3×5, {roller} 3×9: a tie. The GM says what happens."),
        ({"contest_tie": "reroll"}, (5, 5, 5, 2, 3), "{rival} 3×5, {roller} 3×5: a tie. Both roll again."),
        ({"contest_tie": "next"}, (5, 5, 5, 2, 2), "{rival} 3×5, {roller} 3×5: the next best sets decide, {roller} wins."),
    ],
)
def test_the_words_of_a_contest_follow_the_campaign(options: dict[str, str], own: tuple[int, ...], sentence: str) -> None:
    found = defence(rival("!pool 7d vs Guard fast", WIDE, options))
    assert SYSTEM.read(found, deal(found, own)).headline == sentence


def test_an_area_that_is_equal_is_decided_by_width() -> None:
    found = defence(rival("!pool 7d vs Guard fast", [4, 4, 4, 1, 2, 3, 5], {"area_use": "speed"}))
    assert SYSTEM.read(found, deal(found, (6, 6, 1, 2, 3))).headline == (
        "{rival} 3×4, {roller} 2×6: wider is faster, {rival} wins."
    )


def test_the_next_best_sets_are_recorded_where_they_may_decide() -> None:
    opened = rival("!pool 7d vs Guard fast", [5, 5, 5, 2, 2, 9, 9], {"contest_tie": "next"})
    found = defence(opened)
    assert found.expr == "5d against 41.0 3x5,2x9,2x2 fast contest_tie=next"
    assert outcome(found, 5, 5, 5, 9, 9)["winner"] == "rival"


def test_nobody_wins_without_a_set_and_who_alone_has_one_wins() -> None:
    opened = rival("!pool 7d vs Guard fast", [1, 2, 3, 4, 5, 6, 7])
    nobody, roller = outcome(defence(opened), 1, 2, 3, 4, 5), outcome(defence(opened), 1, 1, 3, 4, 5)
    assert (nobody["rival"], nobody["winner"], roller["winner"]) == (None, "none", "roller")
    card = SYSTEM.read(defence(opened), deal(defence(opened), (1, 1, 3, 4, 5)))
    assert card.headline == "{roller} 2×1: {rival} has no set that counts, {roller} wins."
    lost = SYSTEM.read(defence(opened), deal(defence(opened), (1, 2, 3, 4, 5)))
    assert (lost.headline, lost.detail, lost.verdict) == ("Neither has a set that counts: nobody wins.", "Nobody has won.", "")


def test_the_options_of_a_contest_are_those_of_the_roll_that_opened_it() -> None:
    opened = rival("!pool 7d vs Guard fast", WIDE, {"area_use": "speed"})
    assert defence(opened, options={"contest_tie": "next"}).expr == "5d against 41.0 3x5 fast area_use=speed"


def test_a_defence_has_the_difficulty_of_the_contest_unless_it_says_its_own() -> None:
    opened = rival("!pool 7d vs 4 vs Guard fast", WIDE)
    assert defence(opened).expr == "5d vs 4 against 41.0 3x5 fast"
    assert defence(opened, "!defend with 5d vs 6").expr == "5d vs 6 against 41.0 3x5 fast"
    assert outcome(defence(rival("!pool 7d vs 9 vs Guard fast", TALL)), 9, 9, 1, 2, 3)["winner"] == "none"


def test_a_rival_with_an_open_hammer_time_die_is_answered_when_it_is_set() -> None:
    with pytest.raises(RuleError, match="Wolfman has a Hammer-time Die to set first"):
        defence(rival("!pool 6d+1had vs Guard fast", [1, 2, 3, 4, 5, 6]))
    found = defence(rival("!pool 6d+1had vs Guard fast", [1, 2, 3, 4, 5, 6], chosen=(6,)), "!defend with 5d+1had")
    assert (found.expr, found.open) == ("5d+1had against 41.0 2x6 fast", (10,))
    assert outcome(found, 1, 2, 3, 4, 7) == {"waits": 1, "sets": [], "loose": [1, 2, 3, 4, 7], "difficulty": 0}
    assert outcome(found, 1, 2, 3, 4, 7, chosen=(7,))["winner"] == "roller"


@rows(
    ("line", "sentence"),
    [
        ("!defend", "Say what you defend with: `!defend with Body+Dodge`, `!defend with 7d`."),
        ("!defend 7d", "Say what you defend with: `!defend with Body+Dodge`, `!defend with 7d`."),
        ("!defend Wolfman", "Say what you defend with: `!defend with Body+Dodge`, `!defend with 7d`."),
        ("!defend Nazi guard with 7d", 'A name with blanks needs quotes: `!defend "Nazi guard" with Body+Dodge`.'),
        ("!defend with 7d fast", "Whether time matters was said with the roll that you answer: leave `fast` and `slow` away."),
        ("!defend with 7d vs Guard",
            "A defence answers a roll that is there. Say what you defend with: `!defend with Body+Dodge`, `!defend with 7d`."),
        ("!defend with 7d actions 2",
            "A contest or a joint roll is one action: roll several actions in a line of their own."),
        ("!pool 7d", "A contest is answered with `!defend with Body+Dodge`, a joint roll with `!assist NAME`."),
    ],
)  # fmt: skip
def test_a_wrong_defence_is_refused_with_what_is_right(line: str, sentence: str) -> None:
    with pytest.raises(RuleError) as refused:
        SYSTEM.answer(typed(line), rival("!pool 7d vs Guard fast", WIDE), None, {})
    assert refused.value.sentence == sentence


def test_only_a_contest_is_defended_and_only_a_joint_roll_assisted() -> None:
    with pytest.raises(RuleError, match="That roll opens no contest"):
        defence(rival("!pool 7d", WIDE))
    with pytest.raises(RuleError, match="still waits for its helpers"):
        defence(rival("!pool 7d vs Guard with Ines fast", WIDE))
    with pytest.raises(RuleError, match="That roll waits for no helper"):
        assist(typed("!assist Wolfman 4d"), rival("!pool 7d vs Guard fast", WIDE), None, {})


def test_a_defence_names_whom_it_answers() -> None:
    assert read_defend(typed('!defend "Iron Man" with 7d')).name == "Iron Man"
    assert read_defend(typed("!defend with 7d")).name == ""


def test_a_roll_that_nobody_answers_stands_alone() -> None:
    found = TABLE.declare("!pool 3d vs Guard fast")
    card = SYSTEM.unanswered(found, deal(found, (5, 5, 1)))
    assert (card.headline, card.detail, card.verdict, card.waits) == (
        "Success with 2×5.", "Nobody answers. Width 2, height 5.", "success", "",
    )  # fmt: skip
    assert card.spoken == "3 dice: 2×5, loose 1. Width 2, height 5: success. Nobody answers."
    alone = TABLE.declare("!pool 3d with Ines fast")
    assert SYSTEM.unanswered(alone, deal(alone, (1, 2, 3))).headline == "The attempt fails."
    with pytest.raises(RuleError, match="This roll waits for nobody."):
        SYSTEM.unanswered(TABLE.declare("!pool 3d"), ((10, (1, 2, 3)),))


def test_a_contest_without_a_set_that_counts_waits_all_the_same() -> None:
    low, none = TABLE.declare("!pool 3d vs 6 vs Guard fast"), TABLE.declare("!pool 3d vs Guard")
    card = SYSTEM.read(low, deal(low, (5, 5, 1)))
    assert (card.headline, card.detail, card.verdict) == ("No set that counts.", "Difficulty 6: a pair needs 7 or more.", "")
    assert card.spoken == "3 dice: 2×5, loose 1. Difficulty 6: a pair needs 7 or more. No set that counts. Waiting for {target}."
    assert SYSTEM.read(none, deal(none, (5, 4, 1))).detail == "No two dice match."
    counts = SYSTEM.read(low, deal(low, (8, 8, 1)))
    assert (counts.headline, counts.detail, counts.short) == ("2×8.", "Difficulty 6: a pair needs 7 or more.", "Pool, 2×8")


def test_the_taller_set_of_a_contest_without_hurry_is_the_used_one() -> None:
    found = TABLE.declare("!pool 5d vs Guard slow")
    assert [one.name for one in SYSTEM.read(found, deal(found, (5, 5, 5, 9, 9))).clusters] == ["2×9", "3×5"]
    assert outcome(found, 5, 5, 5, 9, 9)["suggested"] == [2, 9]


def test_no_b_grade_roll_takes_points_off_anybody() -> None:
    found = TABLE.declare("!pool 3d vs Guard fast")
    assert SYSTEM.consequence(found, deal(found, (5, 5, 1))) is None
