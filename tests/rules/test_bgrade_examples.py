"""Every worked example of examples.toml, and the fixed sentences of the cards at the table."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from rules.system import Declaration, Reading, Rival
from rules.systems.bgrade.choosing import allot, read_use
from rules.systems.bgrade.system import SYSTEM
from rules.systems.bgrade.together import Side, join_pools
from tests.rules.bgrade_table import GUARD, INES, TABLE, WOLFMAN, deal, rival, typed
from tests.rules.rows import rows


def declared(example: Mapping[str, Any]) -> Declaration:
    command, sheet, options = typed(example["line"]), TABLE.sheet(example.get("sheet")), example.get("options", {})
    if "rival" in example:
        other = example["rival"]
        return SYSTEM.answer(command, rival(other["line"], other["faces"]), sheet, options)
    if "helpers" in example:
        helpers = [Side(one["name"], typed(one["line"]), TABLE.sheet(one["sheet"])) for one in example["helpers"]]
        return join_pools(Side(example["leader"], command, sheet), helpers, options)
    return TABLE.declare(example["line"], example.get("sheet"), options)


@rows("example", TABLE.examples, ids=lambda example: str(example["why"]))
def test_a_worked_example_comes_out_as_written(example: dict[str, Any]) -> None:
    found = declared(example)
    dice, chosen = deal(found, example["faces"]), tuple(example.get("chosen", ()))
    again = SYSTEM.parse(found.expr)
    assert found.expr == example["expr"]
    assert (again.req, again.fix, again.open) == (found.req, found.fix, found.open)
    result = SYSTEM.result(again, dice, chosen)
    assert {name: value for name, value in result.items() if value is not None} == example["res"]
    assert SYSTEM.read(found, dice, chosen).spoken == example["spoken"]
    if "use" in example:
        assert allot(found, dice, chosen, read_use(typed(example["use"]))).headline == example["used"]


def test_there_are_forty_examples_and_more() -> None:
    assert len(TABLE.examples) >= 52


def card(line: str, name: str | None, *faces: int, chosen: tuple[int, ...] = ()) -> Reading:
    found = TABLE.declare(line, name)
    return SYSTEM.read(found, deal(found, faces), chosen)


def answer(line: str, name: str, faces: Sequence[int], other: Rival) -> Reading:
    found = SYSTEM.answer(typed(line), other, TABLE.sheet(name), {})
    return SYSTEM.read(found, deal(found, faces))


def test_a_contest_says_its_set_and_waits_for_the_target_by_name() -> None:
    found = card('!pool Body+Brawl vs "Nazi guard" fast', WOLFMAN, 5, 5, 5, 1, 2, 8, 9)
    assert (found.headline, found.waits, found.verdict) == ("3×5.", "Waiting for {target}.", "")
    assert TABLE.declare('!pool Body+Brawl vs "Nazi guard" fast', WOLFMAN).target == "Nazi guard"


def test_the_wider_set_is_faster() -> None:
    opened = rival('!pool Body+Brawl vs "Nazi guard" fast', [5, 5, 5, 1, 2, 8, 9])
    found = answer("!defend Wolfman with Body+Dodge", GUARD, [9, 9, 1, 2, 3], opened)
    assert found.headline == "{rival} 3×5, {roller} 2×9: wider is faster, {rival} wins."
    assert (found.verdict, found.waits) == ("failure", "")


def test_without_hurry_the_taller_set_wins() -> None:
    opened = rival("!pool Mind+Chess vs Ines slow", [9, 9, 1, 2, 3, 4, 6])
    found = answer("!defend with Mind+Chess", INES, [5, 5, 5, 1, 2, 3, 4], opened)
    assert found.headline == "2×9 against 3×5: taller wins, {rival}."


def test_a_failed_pool_says_what_the_difficulty_asked() -> None:
    found = card("!pool Body+Brawl vs 4 # the door", WOLFMAN, 4, 4, 1, 2, 6, 8, 10)
    assert (found.detail, found.headline) == ("Difficulty 4: a pair needs 5 or more.", "The attempt fails.")
    nothing = card("!pool Body+Brawl vs 4", WOLFMAN, 4, 5, 1, 2, 6, 8, 10)
    assert nothing.spoken.endswith("No two dice match. The attempt fails.")


def test_the_buy_off_stands_before_the_dice() -> None:
    assert card("!pool Body+Shoot -1d", INES, 1, 2, 3, 4, 5, 5).spoken.startswith(
        "Body 2 + Shoot 4, -1d bought off: the Hammer-time Die is thrown like a plain die, 6 dice: "
    )


def test_two_actions_are_allotted_by_the_roller() -> None:
    found = card("!pool Body+Brawl actions punch, duck", WOLFMAN, 8, 2, 8, 2, 1, 5)
    assert found.headline == "Two sets for punch and duck: {roller} allots them."


def test_help_against_time_counts_with_a_set_of_ones_own() -> None:
    opened = rival("!pool Body+Run with Ines fast", [3, 3, 5])
    found = answer("!assist Wolfman", INES, [3, 7, 8], opened)
    assert found.spoken.endswith(
        "{hand1} 3, 3, 5, {hand2} 3, 7, 8: {hand1} has a set of his own, so the hands count together: 3×3. Success."
    )


def test_f26_all_sets_are_listed_and_none_is_chosen_for_the_player() -> None:
    found = TABLE.declare("!pool 9d")
    faces = (6, 3, 1, 8, 6, 8, 2, 6, 6)
    result = TABLE.result(found, *faces)
    assert (result["sets"], result["loose"]) == ([[4, 6], [2, 8]], [1, 2, 3])
    assert [one.name for one in TABLE.card(found, *faces).clusters] == ["4×6", "2×8", ""]
    other = allot(found, deal(found, faces), (), (((2, 8), ""),))
    assert [(one.name, one.state) for one in other.clusters] == [("2×8", "used"), ("4×6", "set"), ("", "loose")]


def test_f27_expert_and_hammer_time_dice_are_set_before_and_after_and_both_records_are_kept() -> None:
    found = TABLE.declare("!pool 5d+1ed+1had ed=7")
    assert (found.req, found.fix, found.open) == (((5, 10),), ((10, 7),), (10,))
    dice = deal(found, (1, 2, 3, 4, 7))
    assert SYSTEM.result(found, dice) == {"waits": 1, "sets": [[2, 7]], "loose": [1, 2, 3, 4], "difficulty": 0}
    waiting = SYSTEM.read(found, dice)
    assert waiting.waits == "Waiting for 1 Hammer-time Die."
    assert [(die.face, die.kind) for part in waiting.clusters for die in part.dice][-1] == (None, "hammer")
    settled = SYSTEM.read(found, dice, (7,))
    assert SYSTEM.result(found, dice, (7,))["sets"] == [[3, 7]]
    assert [(die.face, die.kind) for die in settled.clusters[0].dice] == [(7, ""), (7, "expert"), (7, "hammer")]
    assert (settled.detail, settled.waits) == ("Hammer-time Die set to 7. Width 3, height 7.", "")
