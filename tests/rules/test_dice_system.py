"""Plain dice as a rule system: its worked examples, what it records, and its cards."""

from __future__ import annotations

import tomllib
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

import rules.systems.dice
from rules import catalogue
from rules.dice.source import Listed, Thrown
from rules.lines import Command, RuleError, read_line
from rules.system import Cluster, Declaration, Die, Reading, Rival, RuleSystem
from rules.systems.dice.system import SYSTEM
from tests.rules.rows import rows

EXAMPLES = tomllib.loads((Path(rules.systems.dice.__path__[0]) / "examples.toml").read_text())["example"]


def declared(line: str) -> tuple[Declaration, ...]:
    command = read_line(line)
    assert command is not None
    return SYSTEM.declare(command, None, {})


def thrown(declaration: Declaration, faces: list[int]) -> tuple[Thrown, ...]:
    source = Listed(faces)
    dice = source.throw(declaration.req)
    while wave := SYSTEM.extra(declaration, dice):
        dice += source.throw(wave)
    with pytest.raises(ValueError):
        source.throw(((1, 1),))
    return dice


def card(line: str, *faces: int) -> Reading:
    (declaration,) = declared(line)
    return SYSTEM.read(declaration, thrown(declaration, list(faces)))


@rows("example", EXAMPLES, ids=lambda example: str(example["line"]))
def test_the_worked_examples_come_out_as_written(example: dict[str, Any]) -> None:
    (declaration,) = declared(example["line"])
    dice = thrown(declaration, example["faces"])
    assert declaration.expr == example["expr"]
    assert SYSTEM.result(declaration, dice) == example["res"]
    assert SYSTEM.read(declaration, dice).spoken == example["spoken"]
    assert SYSTEM.parse(declaration.expr) == replace(declaration, notes=())


def test_a_declaration_is_what_the_ledger_records() -> None:
    assert declared("!roll 4D6 k3 + 2 # luck") == (
        Declaration(rv="dice/1", expr="4d6kh3+2", title="4d6kh3+2", notation="4d6kh3+2", req=((4, 6),)),
    )


def test_the_reason_of_a_roll_stands_in_its_spoken_sentence() -> None:
    (plain,) = declared("!roll 2d6+1")
    named = replace(plain, title="Luck of the house")
    assert SYSTEM.read(named, thrown(plain, [3, 5])).spoken == "Luck of the house, 2d6+1: 3, 5. Total 9."
    assert SYSTEM.read(named, ()).spoken == "Luck of the house, 2d6+1, not thrown yet."


def test_an_ampersand_parts_results() -> None:
    assert [roll.expr for roll in declared("!roll 2d6 & 1d8+1&d4")] == ["2d6", "1d8+1", "1d4"]
    with pytest.raises(RuleError) as refused:
        declared("!roll 2d6 & 1d8+")
    assert (refused.value.sentence, refused.value.column) == ("Something is missing after + (column 5).", 17)
    with pytest.raises(RuleError) as refused:
        declared("!roll " + "&".join(["d6"] * 33))
    assert refused.value.sentence == "At most 32 results in one line."


def test_only_the_normal_print_is_read_back() -> None:
    with pytest.raises(RuleError) as refused:
        SYSTEM.parse("4d6k3")
    assert refused.value.sentence == "The normal print of this roll is 4d6kh3."


def test_other_words_and_initiative_are_refused_with_the_right_line() -> None:
    with pytest.raises(RuleError) as refused:
        SYSTEM.declare(Command("pool", "7d"), None, {})
    assert refused.value.sentence == "This campaign plays with plain dice: use `!roll 2d6+3`."
    with pytest.raises(RuleError) as refused:
        SYSTEM.initiative(None, "", {})
    assert refused.value.sentence == "Plain dice have no initiative roll. Write the number you rolled: `!init NAME 15`."


def test_blank_dice_stand_on_the_card_before_the_throw() -> None:
    (declaration,) = declared("!roll 2d6+1d8")
    assert SYSTEM.read(declaration, ()) == Reading(
        clusters=(Cluster((Die(6, None), Die(6, None)), name="2d6"), Cluster((Die(8, None),), name="1d8")),
        short="2d6+1d8", spoken="2d6+1d8, not thrown yet.",
    )  # fmt: skip


def test_a_card_shows_dropped_dice_and_added_ones_beside_their_cause() -> None:
    assert card("!roll 3d6!dl1+2", 6, 2, 6, 1, 4) == Reading(
        clusters=(
            Cluster(
                (Die(6, 6), Die(6, 1, "dropped"), Die(6, 2), Die(6, 6), Die(6, 4, "exploded")), note="lowest dropped"
            ),
        ),
        detail="18+2 = 20.", figure="20", short="3d6!dl1+2: 20",
        spoken="3d6!dl1+2: 6, 2, 6 plus 4, dropped 1. Total 20.",
    )  # fmt: skip


def test_a_card_counts_several_dropped_dice() -> None:
    assert card("!roll 4d6kl1", 2, 3, 4, 5).clusters[0].note == "3 highest dropped"


def test_a_card_says_that_the_limit_of_added_dice_was_reached() -> None:
    (declaration,) = declared("!roll 1d2!")
    reading = SYSTEM.read(declaration, thrown(declaration, [2] * 101))
    assert reading.figure == "202"
    assert reading.detail == "At most 100 dice are added: 1 more die was not thrown again."
    assert reading.spoken.endswith(" Total 202. At most 100 dice are added: 1 more die was not thrown again.")


def plain() -> RuleSystem:
    system = catalogue.by_rv("plain/1")
    assert system is not None
    return system


def test_plain_sums_are_those_of_all_dice_of_each_group() -> None:
    declaration = plain().parse("1d8+4d6kh3+3")
    dice = ((8, (5,)), (6, (1, 3, 4, 5)))
    assert declaration.req == ((1, 8), (4, 6))
    assert plain().extra(declaration, dice) == ()
    assert plain().result(declaration, dice) == {"sums": [5, 13]}
    assert plain().read(declaration, dice).spoken == "1d8+4d6kh3+3: 5; 1, 3, 4, 5. Sums 5, 13."
    assert plain().read(declaration, ()).spoken == "1d8+4d6kh3+3, not thrown yet."
    assert plain().read(plain().parse("2d6"), ((6, (2, 3)),)).spoken == "2d6: 2, 3. Sum 5."


def test_plain_sums_reach_as_far_as_the_ledger_format() -> None:
    assert plain().parse("1000d1000000").req == ((1000, 1_000_000),)
    with pytest.raises(RuleError):
        plain().parse("1000d6+1d6")
    with pytest.raises(RuleError) as refused:
        plain().parse("2d6!")
    assert refused.value.sentence == "A plain/1 roll throws no dice again."


@rows("expr", ["2d6r1", "4dF", "8d6>=5"])
def test_plain_sums_know_only_dice_that_are_added_kept_or_dropped(expr: str) -> None:
    with pytest.raises(RuleError) as refused:
        plain().parse(expr)
    assert refused.value.sentence == "A plain/1 roll adds dice, and keeps and drops them; it does nothing more."


def test_plain_sums_are_read_and_never_declared() -> None:
    declaration, command = plain().parse("2d6"), Command("roll", "2d6")
    rival = Rival("1.0", "Ines", declaration, ((6, (1, 2)),))
    acts = (
        lambda: plain().declare(command, None, {}),
        lambda: plain().answer(command, rival, None, {}),
        lambda: plain().odds(declaration),
        lambda: plain().unanswered(declaration, ((6, (1, 2)),)),
        lambda: plain().initiative(None, "", {}),
    )
    for act in acts:
        with pytest.raises(RuleError) as refused:
            act()
        assert refused.value.sentence == "plain/1 is read and not written; plain rolls are recorded as dice/1."
    assert plain().consequence(declaration, ((6, (1, 2)),)) is None
    assert (plain().traits(), plain().read_sheet({}), plain().show_sheet({}), plain().gauges({}), plain().answers) == (
        (),
        {},
        {},
        (),
        frozenset(),
    )


def test_no_plain_roll_waits_for_another() -> None:
    (declaration,) = declared("!roll 2d6")
    dice = ((6, (1, 2)),)
    assert (SYSTEM.answers, declaration.waits, SYSTEM.consequence(declaration, dice)) == (frozenset(), False, None)
    with pytest.raises(RuleError) as refused:
        SYSTEM.answer(Command("roll", "2d6"), Rival("1.0", "Ines", declaration, dice), None, {})
    assert refused.value.sentence == "A plain roll waits for no answer. Throw your own: `!roll 2d6+3`."
    with pytest.raises(RuleError) as refused:
        SYSTEM.unanswered(declaration, dice)
    assert refused.value.sentence == "A plain roll waits for no answer."


def test_labels_stand_as_notes_on_the_card_and_are_not_recorded() -> None:
    first, second = declared("!roll 1d8[fire & smoke]+3[Strength] & 1d4")
    assert (first.expr, first.notes, second.expr, second.notes) == ("1d8+3", ("1d8 fire & smoke", "3 Strength"), "1d4", ())


def test_fudge_dice_show_their_values_and_are_recorded_as_thrown() -> None:
    (declaration,) = declared("!roll 4dFkh3")
    dice = ((3, (1, 1, 2, 3)),)
    assert SYSTEM.result(declaration, dice) == {"total": 0, "kept": [[3, [1, 2, 3]]], "dropped": [[3, [1]]]}
    low, lower, middle, high = SYSTEM.read(declaration, dice).clusters[0].dice
    assert (low, lower) == (Die(3, -1, "fudge"), Die(3, -1, "dropped fudge"))
    assert (middle, high) == (Die(3, 0, "fudge"), Die(3, 1, "fudge"))
    assert SYSTEM.read(declaration, ()).clusters[0].dice == (Die(3, None, "fudge"),) * 4


def test_a_card_shows_rerolled_dice_beside_those_that_took_their_place() -> None:
    reading = card("!roll 3d6r1!dl1", 1, 6, 2, 3, 4)
    assert reading.clusters[0] == Cluster(
        (Die(6, 1, "dropped"), Die(6, 3), Die(6, 6), Die(6, 4, "exploded"), Die(6, 2, "dropped")),
        note="1 rerolled, lowest dropped",
    )
    assert reading.spoken == "3d6r1!dl1: 1 rerolled as 3, 6 plus 4, dropped 2. Total 13."


@rows(
    ("line", "faces", "note", "figure"),
    [
        ("!roll 3d6>=5", (5, 6, 1), "2 of 3 show 5 or more", ("2", "successes")),
        ("!roll 3d6<=2", (5, 2, 6), "1 of 3 show 2 or less", ("1", "success")),
        ("!roll 3d6=6", (5, 2, 1), "0 of 3 show 6", ("0", "successes")),
        ("!roll 3d6kh2>=5", (5, 6, 5), "lowest dropped, 2 of 2 show 5 or more", ("2", "successes")),
    ],
)
def test_a_card_says_how_many_dice_count(line: str, faces: tuple[int, ...], note: str, figure: tuple[str, str]) -> None:
    reading = card(line, *faces)
    assert (reading.clusters[0].note, (reading.figure, reading.figure_note)) == (note, figure)
    assert reading.short == f"{line[6:]}: {' '.join(figure)}"


def test_counted_dice_within_a_sum_are_part_of_its_total() -> None:
    reading = card("!roll 3d6>=5+1", 5, 6, 1)
    assert (reading.detail, reading.figure, reading.figure_note, reading.short) == ("2+1 = 3.", "3", "", "3d6>=5+1: 3")
