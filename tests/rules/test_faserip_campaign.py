"""What a campaign sets for itself: its own Universal Table and its options; Talents, remarks and what fits in a Turn."""

from __future__ import annotations

from hashlib import sha256
from typing import Any

import pytest

from rules.catalogue import by_rv, find_with
from rules.errors import RuleError
from rules.lines import Command
from rules.system import Rival
from rules.systems.faserip.options import OPTIONS
from rules.systems.faserip.system import SYSTEM, Faserip
from rules.systems.faserip.table import CLASSIC, print_table, read_table
from tests.rules.faserip_table import FaseripTable
from tests.rules.rows import rows

TABLE = FaseripTable()
TEXT = print_table(CLASSIC)
GOOD = "Good: White 1-45, Green 46-75, Yellow 76-97, Red 98-100"
LENIENT = read_table(TEXT.replace(GOOD, "Good: Green 1-40, Yellow 41-99, Red 100"))


def test_a_table_and_its_print_say_the_same() -> None:
    assert read_table(TEXT) == CLASSIC
    assert TEXT.splitlines()[0] == "faserip/1 table"
    assert TEXT.splitlines()[5] == GOOD
    assert TEXT.splitlines()[16] == "Class 3000: White 1, Green 2-30, Yellow 31-70, Red 71-100"
    assert print_table(LENIENT).splitlines()[5] == "Good: Green 1-40, Yellow 41-99, Red 100"
    assert read_table(print_table(LENIENT)) == LENIENT


def test_a_table_may_be_written_loosely_and_leave_colours_out() -> None:
    loose = TEXT.replace("faserip/1 table\n", "\n").replace(GOOD, "gd :white 1 – 50,  RED 51-100")
    assert read_table(loose).of("Good") == (51, 51, 51)
    assert read_table(TEXT.replace(GOOD, "Good: Red 1-100")).of("Good") == (1, 1, 1)
    assert read_table(TEXT.replace(GOOD, "Good: White 1-9, Yellow 10-19, Red 20-100")).of("Good") == (10, 10, 20)


@rows(
    ("line", "sentence"),
    [
        ("", "Good has no line: the table needs all 17 ranks."),
        ("Good", "Good needs its colours: `Good: White 1-45, Green 46-75, Yellow 76-97, Red 98-100`."),
        (f"{GOOD}\n{GOOD}", "Good stands twice: each rank has one line."),
        ("Splendid: Red 1-100", "Splendid is no rank. Ranks go from Shift 0 and Feeble to Class 5000."),
        ("Good: White 1-45, Green 47-75, Red 76-100", "Good: 46 has no colour. Green begins at 46."),
        ("Good: White 1-45, Green 45-75, Red 76-100", "Good: 45 has two colours. Green begins at 46."),
        ("Good: Green 2-75, Red 76-100", "Good: 1 has no colour. Green begins at 1."),
        ("Good: White 1-45, Green 46-40, Red 41-100", "Good: Green 46-40 is no stretch of 1 to 100."),
        ("Good: White 1-45, Red 46-101", "Good: Red 46-101 is no stretch of 1 to 100."),
        ("Good: White 1-45, Red 46-99", "Good: the last colour is Red and ends at 100, as a natural 100 is Red on every rank."),
        ("Good: White 1-45, Yellow 46-100",
            "Good: the last colour is Red and ends at 100, as a natural 100 is Red on every rank."),
        ("Good: Green 1-45, White 46-100",
            "Good: “White 46-100” is not clear. Colours stand in the order White, Green, Yellow, Red."),
        ("Good: Green 1-45, Green 46-100",
            "Good: “Green 46-100” is not clear. Colours stand in the order White, Green, Yellow, Red."),
        ("Good: Blue 1-5, Red 6-100", "Good: “Blue 1-5” is not clear. Colours stand in the order White, Green, Yellow, Red."),
        ("Good: lots", "Good: “lots” is not clear. Colours stand in the order White, Green, Yellow, Red."),
        ("x" * 4000, "A table has at most 4000 characters, this one has 4976."),
    ],
)  # fmt: skip
def test_a_faulty_table_is_refused_with_its_rank(line: str, sentence: str) -> None:
    with pytest.raises(RuleError) as refused:
        read_table(TEXT.replace(GOOD, line))
    told = refused.value.sentence
    assert told == sentence if "characters" not in sentence else told.startswith("A table has at most 4000 characters")


def test_rolls_by_another_table_are_recorded_under_the_name_of_its_bytes() -> None:
    own = Faserip(LENIENT)
    (feat,) = own.declare(Command("feat", "Good"), None, {})
    assert feat.rv == own.rv == f"pack-{sha256(print_table(LENIENT).encode()).hexdigest()}/1"
    assert own.result(feat, ((100, (30,)),))["colour"] == "Green"
    assert own.parse(feat.expr).rv == feat.rv
    assert [band.colour for band in own.read(feat, ()).bands] == ["Blue", "Green", "Yellow", "Red"]
    assert SYSTEM.result(SYSTEM.parse(feat.expr), ((100, (30,)),))["colour"] == "White"
    assert own.initiative(None, "Good", {}).rv == own.rv


def test_the_classic_table_changes_no_rules_version() -> None:
    assert Faserip(read_table(TEXT)).rv == "faserip/1"
    (feat,) = Faserip(read_table(TEXT)).declare(Command("feat", "Good"), None, {})
    assert feat == SYSTEM.parse("feat Good")


def test_an_attack_is_answered_by_the_table_that_it_was_thrown_by() -> None:
    own = Faserip(LENIENT)
    (attack,) = own.declare(Command("attack", "Toad with Excellent damage Good"), None, {})
    rival = Rival("3.0", "Thor", attack, ((100, (50,)),))
    answer = own.answer(Command("defend", "with Good"), rival, None, {})
    assert (answer.rv, own.result(answer, ((100, (45,)),))["colour"]) == (own.rv, "Yellow")
    with pytest.raises(RuleError, match="thrown by other rules, pack-"):
        SYSTEM.answer(Command("defend", "with Good"), rival, None, {})


def test_a_table_is_found_by_its_rules_version() -> None:
    find = find_with([Faserip(LENIENT)])
    found = find(LENIENT.rv)
    assert isinstance(found, Faserip)
    assert found.table == LENIENT
    assert find("faserip/1") is SYSTEM
    assert find("pack-0/1") is None
    assert by_rv(LENIENT.rv) is None


def test_every_option_says_each_of_its_choices() -> None:
    for option in OPTIONS:
        assert len(option.words) == len(option.choices) >= 2
        assert len(set(option.words)) == len(option.words)
        assert option.rule.startswith("FR-A")
    assert len({option.name for option in OPTIONS}) == len(OPTIONS)


@rows(
    ("options", "line", "name", "expr"),
    [
        ({"feat_mode": "flat"}, "!attack Toad extra", "Cap", " extra 1 damage Excellent physical defence Fighting feat_mode=flat"),
        ({"talent_frees": "off"}, '!feat Fighting with "Two Fists" action 1/2', "Cap", " action 1/2"),
        ({"talent_frees": "on"}, '!feat Fighting with "Two Fists" action 1/2', "Cap", " +1cs action 1/2 free"),
        ({"hundred_vs_red": "full"}, "!attack Toad", "Cap", " vs_red=full"),
        ({"shift_y": "classic"}, "!attack Toad", "Cap", " damage Excellent physical defence Fighting"),
    ],
)
def test_an_option_is_printed_where_it_decides(options: dict[str, str], line: str, name: str, expr: str) -> None:
    assert TABLE.declare(line, name, options).expr.endswith(expr)


def test_equal_initiative_may_be_settled_by_the_agility_rank() -> None:
    found = SYSTEM.initiative(None, "Excellent", {"init_ties": "agility"})
    assert found.expr == "init Excellent init_ties=agility"
    assert SYSTEM.result(found, ((20, (17,)),)) == {"total": 17, "tie": 5}
    assert SYSTEM.result(SYSTEM.initiative(None, "Excellent", {}), ((20, (17,)),)) == {"total": 17}


@rows(
    ("mode", "already", "expr", "rank"),
    [
        ("cumulative", 0, "feat Unearthly -2cs extra 1", "Amazing"),
        ("cumulative", 1, "feat Unearthly -3cs extra 2", "Incredible"),
        ("cumulative", 4, "feat Unearthly -6cs extra 5", "Good"),
        ("flat", 1, "feat Unearthly -1cs extra 2 feat_mode=flat", "Monstrous"),
    ],
)
def test_further_actions_count_by_themselves(mode: str, already: int, expr: str, rank: str) -> None:
    system = Faserip(CLASSIC)
    (found,) = system.declare(Command("feat", "Unearthly extra"), None, {"feat_mode": mode}, already=already)
    assert found.expr == expr
    assert system.result(found, ((100, (50,)),))["rank"] == rank
    assert ("At Good" in system.read(found, ()).detail) == (rank == "Good")


@rows(
    ("already", "sentence"),
    [(5, "A seventh action would fall below Good: Unearthly can't act seven times."), (7, "Further actions are 7 at most")],
)
def test_further_actions_end_at_good(already: int, sentence: str) -> None:
    with pytest.raises(RuleError, match=sentence):
        Faserip(CLASSIC).declare(Command("feat", "Unearthly extra"), None, {}, already=already)


def test_a_talent_that_frees_a_low_rank_lifts_the_floor_and_leaves_the_dodge() -> None:
    sheet = SYSTEM.read_sheet(TABLE.fields["Cap"] | {"fighting": "Good", "talents": "Two Fists: several actions"})
    (found,) = SYSTEM.declare(Command("feat", 'Fighting with "Two Fists" action 3/3'), sheet, {})
    assert found.expr == "feat Good action 3/3 free"
    assert found.notes == ("Action 3 of 3", "Fighting Good", "Two Fists")
    assert SYSTEM.read(found, ()).detail == ""


@rows(
    ("talent", "kept"),
    [
        ("Two Fists: several actions", {"stat": "", "cs": 0, "several": 1}),
        ("Two Fists: Fighting, Several Actions", {"stat": "Fighting", "cs": 0, "several": 1}),
        ("Two Fists: Fighting +2cs, several actions", {"stat": "Fighting", "cs": 2, "several": 1}),
        ("Two Fists: Fighting", {"stat": "Fighting", "cs": 1}),
    ],
)
def test_a_talent_may_allow_several_actions(talent: str, kept: dict[str, Any]) -> None:
    sheet = SYSTEM.read_sheet(TABLE.fields["Cap"] | {"talents": talent})
    assert sheet["talents"] == [{"name": "Two Fists"} | kept]
    assert SYSTEM.read_sheet(SYSTEM.show_sheet(sheet)) == sheet


@rows(
    ("rank", "said"),
    [
        ("Amazing", ()),
        ("Monstrous", ("Can survive in space.",)),
        ("Unearthly", ("Can survive in space.", "May need hardly any sleep.")),
        ("Class 5000", ("Can survive in space.", "May need hardly any sleep.")),
    ],
)
def test_a_very_high_endurance_is_remarked_on(rank: str, said: tuple[str, ...]) -> None:
    assert SYSTEM.remarks(SYSTEM.read_sheet(TABLE.fields["Cap"] | {"endurance": rank})) == said
