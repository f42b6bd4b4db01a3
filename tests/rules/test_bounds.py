"""The numbers that stand in the rules once, and the choices of fields: each written out here a second time."""

from __future__ import annotations

import pytest

from rules import catalogue
from rules.lines import Command, RuleError
from rules.systems.bgrade import options as bgrade
from rules.systems.bgrade import picks as pool_picks
from rules.systems.bgrade.contest import Entered
from rules.systems.bgrade.special_dice import HIGHEST_FIRST
from rules.systems.bgrade.system import SYSTEM as BGRADE
from rules.systems.bgrade.throw import MOST_ACTIONS, MOST_HELPERS, MOST_SPECIAL
from rules.systems.dice import picks as dice_picks
from rules.systems.dice.plain import PlainSums
from rules.systems.faserip import options as faserip
from rules.systems.faserip import picks as feat_picks
from rules.systems.faserip.actions import TASK, Turn, check_actions, ladder
from rules.systems.faserip.attack_command import declare_attack, declare_grapple
from rules.systems.faserip.damage import BONUS
from rules.systems.faserip.feat_command import declare_feat
from rules.systems.faserip.initiative import Entered as EnteredLine
from rules.systems.faserip.ranks import LADDER, number
from rules.systems.faserip.sheet import LADDER as LADDER_OF_SHEETS
from rules.systems.faserip.system import SYSTEM as FASERIP
from rules.systems.faserip.table import BEYOND_STARTS
from rules.vectors import operations
from tests.rules.faserip_table import FaseripTable
from tests.rules.rows import rows


@rows(
    ("module", "name", "least", "most"),
    [(bgrade, "auto_beat_width", 2, 20), (bgrade, "pool_cap", 1, 200), (faserip, "blue_max", 0, 99)],
)
def test_an_option_takes_the_numbers_that_its_reading_has(module: object, name: str, least: int, most: int) -> None:
    choice = module.choice  # type: ignore[attr-defined]
    assert [choice({name: str(chosen)}, name) for chosen in (least, most)] == [str(least), str(most)]
    for beyond in (least - 1 if name != "auto_beat_width" else 1, most + 1):
        with pytest.raises(RuleError):
            choice({name: str(beyond)}, name)


def keys(choices: tuple[tuple[str, str], ...]) -> list[str]:
    return [key for key, _ in choices]


def test_the_fields_of_a_roll_offer_every_height_difficulty_shift_and_action() -> None:
    assert keys(pool_picks.HEIGHTS) == ["10", "9", "8", "7", "6", "5", "4", "3", "2", "1"]
    assert keys(pool_picks.DIFFICULTIES) == ["", "1", "2", "3", "4", "5", "6", "7", "8", "9", "10"]
    assert keys(feat_picks.ACTIONS) == ["1/2", "2/2", "1/3", "2/3", "3/3", "1/4", "2/4", "3/4", "4/4"]
    ups = [f"+{columns}cs" for columns in range(1, 9)]
    assert keys(feat_picks.SHIFTS) == [*ups, *(up.replace("+", "-") for up in ups)]
    assert keys(dice_picks.SIDES) == ["d6", "d4", "d8", "d10", "d12", "d20", "d100"]


def test_the_bounds_of_a_pool_and_the_faces_of_its_die() -> None:
    assert (MOST_SPECIAL, MOST_ACTIONS, MOST_HELPERS) == (50, 10, 8)
    assert list(HIGHEST_FIRST) == [10, 9, 8, 7, 6, 5, 4, 3, 2, 1]


def test_every_system_is_at_its_first_version() -> None:
    assert {system.key: system.version for system in (*catalogue.all_systems(), PlainSums())} == {
        "bgrade": 1, "dice": 1, "faserip": 1, "plain": 1,
    }  # fmt: skip
    assert (BGRADE.key, FASERIP.key) == ("bgrade", "faserip")


def test_the_numbers_of_the_ranks_and_the_dice_that_a_red_attack_adds() -> None:
    played = {"beyond": "on"}
    assert [number(rank, played) for rank in LADDER] == [
        0, 2, 4, 6, 10, 20, 30, 40, 50, 75, 100, 150, 300, 500, 1000, 3000, 5000, 10_000,
    ]  # fmt: skip
    assert number("Shift Y", {"shift_y": "classic"}) == 200
    assert BONUS == {"": (), "3d6": ((3, 6),), "5d10": ((5, 10),), "5d10+3d6": ((5, 10), (3, 6))}
    assert BEYOND_STARTS == (2, 21, 61)


def test_health_has_at_most_99999_points() -> None:
    storm = FaseripTable().fields["Storm"]
    assert FASERIP.read_sheet(storm | {"physical_now": "99999", "physical_most": "99999"})
    for points in ("100000", "-100000"):
        with pytest.raises(RuleError):
            FASERIP.read_sheet(storm | {"physical_now": points})


def test_what_a_vector_leaves_out_is_no_difficulty_one_expert_die_and_no_hammer_time_die() -> None:
    ask = operations()
    assert ask["bg.resolve"](dice=[1, 1])["success"] is True
    assert ask["bg.ed_best"](rolled=2) == ask["bg.ed_best"](rolled=2, ed=1, had=0, difficulty=0) == {"values": [10], "p": "7/25"}
    assert ask["bg.ed_best"](rolled=2, difficulty=1)["p"] == "27/100"
    assert ask["bg.had_best"](fixed=[1, 1], had=0)["success"] is True
    assert ask["bg.contest"](a=[1, 1], b=[2, 3]) == "a"
    assert ask["bg.coop"](hands=[[1, 1], [2, 3]])["success"] is True
    assert ask["bg.p_success"](rolled=2) == ask["bg.p_success"](rolled=2, ed=(), had=0, difficulty=0) == "1/10"
    assert ask["bg.expected_width"](rolled=1) == "1/1"
    assert ask["bg.p_coop"](a=2, b=0) == "1/10"


def test_what_is_left_out_of_an_act_is_nothing() -> None:
    assert Turn(True, "fits") == Turn(True, "fits", gm=False, cs=0, multi=False)
    assert Entered("A", (2, 3), 1).tie == 0
    assert ladder("Amazing", 2, {}, variant="plain").ranks == ("Incredible", "Remarkable")
    with pytest.raises(RuleError, match="A second action would fall below Good"):
        check_actions("Excellent", 2, {})
    (attack,) = FASERIP.declare(Command("attack", "Toad with Amazing damage Good extra"), None, {})
    assert attack.expr.startswith("attack Amazing -2cs extra 1")
    assert declare_attack(Command("attack", "Toad with Amazing damage Good extra"), None, {}).expr == attack.expr
    assert declare_grapple(Command("grapple", "Toad with Amazing extra"), None, {}).expr == "grapple Amazing -2cs extra 1"
    assert declare_feat(Command("feat", "Amazing extra"), None, {}).expr == "feat Amazing -2cs extra 1"


def test_the_ladder_of_a_sheet_has_the_letters_and_numbers_of_its_ranks() -> None:
    shown = [tuple(vars(step).values()) for step in LADDER_OF_SHEETS]
    assert shown[:3] == [("", 0), ("Fe", 2), ("Pr", 4)]
    assert shown[9:13] == [("Mn", 75), ("Un", 100), ("", 150), ("", 300)]
    assert shown[-1] == ("", 10_000)
    assert EnteredLine("A", (5,), 1).tie == 0


def test_a_table_has_a_column_for_each_colour_above_white_and_nobody_is_busy_unless_it_is_said() -> None:
    assert FASERIP.columns == ("Green", "Yellow", "Red")
    assert (FASERIP.misfits([], ["move"]), FASERIP.misfits([], ["move"], busy=True)) == ((), (TASK,))
