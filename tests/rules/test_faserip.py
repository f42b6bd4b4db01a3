"""FASERIP at the table: FEATs from sheets, several actions, initiative, what is refused, what the card shows."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.lines import RuleError
from rules.system import Band, Gauge
from rules.systems.faserip.actions import GOOD
from rules.systems.faserip.aim import Aim
from rules.systems.faserip.feat import Feat
from rules.systems.faserip.feat_command import EXAMPLE
from rules.systems.faserip.prints import parse
from rules.systems.faserip.ranks import ONE_WORD, PLACES, RANKS
from rules.systems.faserip.system import SYSTEM
from tests.rules.faserip_table import FaseripTable
from tests.rules.rows import few, rows
from tests.rules.table import deal

TABLE = FaseripTable()
IRON_MAN, STORM = "Iron Man", "Storm"


@rows("example", TABLE.examples, ids=lambda example: str(example["why"]))
def test_the_worked_examples_come_out_as_written(example: dict[str, Any]) -> None:
    TABLE.check_example(example)


def test_a_remarkable_reasoning_with_the_physics_talent_rolls_as_incredible() -> None:
    found = TABLE.declare("!feat Reasoning with Physics", IRON_MAN)
    assert (found.title, found.notation, found.req) == ("Reasoning FEAT", "Remarkable, +1CS for Physics", ((1, 100),))
    assert TABLE.result(found, 64)["rank"] == "Incredible"


@rows(("statistic", "ranks"), [("Psyche", ["Incredible", "Remarkable"]), ("Fighting", ["Excellent", "Good"])])
def test_two_actions_of_a_round_are_rolled_one_and_two_ranks_lower(statistic: str, ranks: list[str]) -> None:
    lines = [f"!feat {statistic} action {k}/2" for k in (1, 2)]
    assert [TABLE.result(TABLE.declare(line, STORM), 50)["rank"] for line in lines] == ranks


@rows(
    ("line", "expr"),
    [
        ("!feat remarkable", "feat Remarkable"),
        ("!faserip Rm", "feat Remarkable"),
        ('!feat "Shift X" -1cs', "feat ShiftX -1cs"),
        ("!feat Class1000", "feat Class1000"),
        ("!feat Good +2cs -1CS", "feat Good +1cs"),
        ("!feat Good +1cs -1cs", "feat Good"),
        ("!feat Excellent +1cs action 2/2", "feat Excellent -1cs action 2/2"),
    ],
)
def test_each_way_to_write_a_feat_has_one_print(line: str, expr: str) -> None:
    assert TABLE.declare(line).expr == expr


@rows(
    ("line", "name", "sentence"),
    [
        ("!feat Strenght", IRON_MAN, "Strenght is no statistic and no rank. Did you mean Strength?"),
        ("!feat Reasoning", None, "There is no sheet here that has Reasoning. Write its rank: `!feat Remarkable`."),
        ("!feat Reasoning with Fysics", IRON_MAN, "No Talent Fysics on this sheet. Did you mean Physics?"),
        ("!feat Rm with Physics", None, "No Talent Physics on this sheet. A shift without a Talent is written `+1cs`."),
        ("!feat Agility with Physics", IRON_MAN,
            "Physics shifts Reasoning, not Agility. A shift without a Talent is written `+1cs`."),
        ("!feat Reasoning with Physics, Physics", IRON_MAN, "Physics counts once."),
        ("!feat Reasoning with", IRON_MAN, f"A statistic, power or Talent stands after `with`: {EXAMPLE}."),
        ("!feat Good vs Iron Man", None, 'A name with blanks needs quotes: `vs "Iron Man"`.'),
        ("!feat Good with Weapon Master", None, 'A name with blanks needs quotes: `with "Weapon Master"`.'),
        ("!feat Good with Physics +1", None, f"“+1” is not clear here. Write it like this: {EXAMPLE}."),
        ("!feat Good vs 50", None, "Say once against whom: `vs Thor`."),
        ("!feat Shift X", None, f"Shift is no statistic and no rank. {ONE_WORD}"),
        ("!attack Toad with Good damage Class 1000", None, f"Class is no rank. {ONE_WORD}"),
        ("!attack Toad, Hulk", None, "One target a line: `!attack Toad`."),
        ("!attack -t Toad", None,
            "Target first: `!attack Toad with Lightning`, `!attack Toad with Good damage Typical`."),
        ("!feat Excellent action 1/2", None, "A second action would fall below Good: Excellent can't act twice."),
        ("!feat Typical action 1/2", None, "A second action would fall below Good: Typical can't act twice."),
        ("!feat Remarkable action 1/3", None, "A third action would fall below Good: Remarkable can't act three times."),
        ("!feat Amazing action 3/2", None, "Action 3/2 does not exist: `action 1/2` to `action 2/2`."),
        ("!feat Amazing action 1", None, "Say once which of how many actions this is: `action 1/2`."),
        ("!feat Amazing action 1/1", None, "Several actions are 2 to 8 in a Round: `action 1/2`."),
        ("!feat Feeble -1cs", None, "At Shift 0 nothing can be rolled: Feeble is the lowest rank that acts."),
        ("!pool 7d", IRON_MAN, "This campaign plays FASERIP: use `!feat`, `!attack` or `!roll`."),
    ],
)  # fmt: skip
def test_a_wrong_line_is_refused_with_what_is_right(line: str, name: str | None, sentence: str) -> None:
    assert TABLE.refusal(line, name) == sentence


@rows("tail", ["damage Amazing", "physical", "mental"])
def test_a_feat_does_no_damage(tail: str) -> None:
    word = tail.split()[0]
    assert TABLE.refusal(f"!feat Reasoning {tail}", IRON_MAN).startswith(f"“{word}” is not clear here. Write it like this: `!feat")


def test_the_card_shows_the_bands_of_the_rank_and_the_number_among_them() -> None:
    card = TABLE.card(TABLE.declare("!feat Reasoning with Physics", IRON_MAN), 64)
    assert card.bands == (
        Band("Blue", 1, 5), Band("White", 6, 30), Band("Green", 31, 60), Band("Yellow", 61, 90), Band("Red", 91, 100),
    )  # fmt: skip
    assert (card.at, card.figure, card.colour, card.verdict) == (64, "64", "Yellow", "success")
    assert (card.headline, card.detail) == ("Succeeds, full effect.", "Incredible: Yellow from 61 to 90.")


def test_a_preview_shows_the_bands_and_a_blank_die() -> None:
    blank = SYSTEM.read(TABLE.declare("!feat Fighting action 2/2", STORM), ())
    assert [die.face for cluster in blank.clusters for die in cluster.dice] == [None]
    assert (blank.at, blank.colour, blank.headline) == (None, "", "")
    assert blank.detail == "At Good: no further action or dodge this Round."
    assert [band.colour for band in blank.bands] == ["Blue", "White", "Green", "Yellow", "Red"]


@rows(
    ("options", "line", "expr", "roll", "colour"),
    [
        ({"blue_max": "0"}, "!feat Remarkable", "feat Remarkable blue_max=0", 3, "White"),
        ({"shift0_rolls": "on"}, "!feat Feeble -1cs", "feat Feeble -1cs shift0_rolls=on", 95, "Yellow"),
        ({"cs_policy": "free"}, "!feat Class1000 +1cs", "feat Class1000 +1cs cs_policy=free", 71, "Red"),
    ],
)
def test_an_option_that_changes_the_outcome_is_recorded(
    options: dict[str, str], line: str, expr: str, roll: int, colour: str
) -> None:
    found = TABLE.declare(line, None, options)
    assert found.expr == expr
    assert TABLE.result(found, roll)["colour"] == colour


@rows(
    ("rank", "sides"),
    [("Feeble", 2), ("Good", 10), ("Excellent", 20), ("Unearthly", 100), ("Shift X", 150), ("Class 5000", 5000)],
)
def test_initiative_is_one_die_of_the_rank(rank: str, sides: int) -> None:
    found = SYSTEM.initiative(None, rank, {})
    assert found.req == ((1, sides),)
    assert SYSTEM.parse(found.expr).req == found.req
    assert SYSTEM.result(found, deal(found, [sides])) == {"total": sides}


def test_initiative_comes_from_the_agility_of_the_sheet() -> None:
    found = SYSTEM.initiative(TABLE.sheet(IRON_MAN), "", {})
    assert (found.expr, found.title, found.notation) == ("init Excellent", "Initiative", "Agility Excellent, 1d20")
    card = TABLE.card(found, 17)
    assert (card.figure, card.headline, card.spoken) == ("17", "", "Initiative, Agility Excellent, 1d20: 17.")


def test_initiative_needs_a_rank_that_has_a_die() -> None:
    with pytest.raises(RuleError, match="There is no Agility here. Write its rank, `!init NAME Good`"):
        SYSTEM.initiative(None, "", {})
    with pytest.raises(RuleError, match="Shift 0 has no initiative die"):
        SYSTEM.initiative(None, "Shift0", {})
    with pytest.raises(RuleError, match="Fantastic is no rank"):
        SYSTEM.initiative(None, "Fantastic", {})


def test_an_initiative_option_is_recorded_and_decides_the_die() -> None:
    found = SYSTEM.initiative(None, "ShiftY", {"unlisted_init": "cap100", "shift_y": "classic"})
    assert found.expr == "init ShiftY shift_y=classic unlisted_init=cap100"
    assert SYSTEM.parse(found.expr).req == found.req == ((1, 100),)


@rows(
    "expr",
    [
        "", "feat", "feat good", "feat Good ", "feat Good +0cs", "feat Good 1cs", "feat Good +1CS", "feat Shift X",
        "feat Shift0", "feat Feeble -1cs", "feat Excellent -1cs action 1/2", "feat Amazing -1cs action 2/1",
        "feat Amazing action 1/1",
        "feat Good blue_max=5", "feat Good luck=1", "feat Good shift_y=classic", "init", "init Shift0", "init good",
        "init Good +1cs",
        "init Good\n", "feat Good +100cs", "x" * 100_000,
    ],
)  # fmt: skip
def test_everything_but_the_normal_print_is_refused(expr: str) -> None:
    with pytest.raises(RuleError):
        SYSTEM.parse(expr)


@few
@given(st.sampled_from(RANKS[1:]), st.integers(-99, 99), st.none() | st.tuples(st.integers(1, 9), st.integers(1, 9)))
def test_a_print_gives_the_same_feat_again_or_is_refused_before(base: str, cs: int, action: tuple[int, int] | None) -> None:
    feat = Feat(Aim(base, cs, action, {}))
    try:
        feat.check()
    except RuleError:
        with pytest.raises(RuleError):
            parse(feat.expr())
        return
    assert parse(feat.expr()) == feat
    assert PLACES[feat.aim.rank] > 0
    assert action is None or PLACES[feat.aim.rank] >= GOOD


@rows("dice", [(), ((100, (0,)),), ((100, (101,)),), ((10, (5,)),), ((100, (5, 6)),), ((100, (5,)),) * 2])
def test_dice_that_are_not_those_of_the_roll_are_refused(dice: Any) -> None:
    with pytest.raises(RuleError, match="These are not the dice"):
        SYSTEM.result(SYSTEM.parse("feat Good"), dice)


def test_a_sheet_and_its_form_say_the_same() -> None:
    for name, fields in TABLE.fields.items():
        sheet = TABLE.sheet(name)
        assert sheet is not None
        assert SYSTEM.read_sheet(SYSTEM.show_sheet(sheet)) == sheet
        assert SYSTEM.show_sheet(sheet) == fields | {"macros": ""}
    assert {trait.name for trait in SYSTEM.traits()} == {*TABLE.fields[STORM], "macros"}


@rows(
    ("fields", "sentence"),
    [
        ({"agility": ""}, "Agility has no rank. Choose one from Shift 0 to Class 5000."),
        ({"agility": "Exellent"}, "Exellent is no rank. Did you mean Excellent?"),
        ({"powers": "Flight"}, "Powers, line 1: A power is written like this: Lightning: Amazing"),
        ({"powers": "\nMind Bolt: Amazing, aimed with Psyche"}, "Powers, line 2: Mind Bolt is aimed with Psyche: say whether"),
        ({"powers": "Gas: Good, met with Luck"}, "Powers, line 1: “met with Luck” is not clear."),
        ({"powers": "Gas: Good, met with Psyche, met with Agility"}, "Powers, line 1: “met with Agility” is not clear."),
        ({"powers": "Bolt: Amazing, loud"}, "Powers, line 1: “loud” is not clear."),
        ({"talents": "Physics: Chemistry +1cs"}, "Talents, line 1: A Talent is written like this: Physics: Reasoning +1cs"),
        ({"talents": "Luck: +1cs\nluck: +1cs"}, "Talents, line 2: luck stands on this sheet already."),
        ({"talents": "Agility: +1cs"}, "Talents, line 1: Agility stands on this sheet already."),
        ({"talents": "\n".join(f"Talent {n}: +1cs" for n in range(101))}, "Talents, line 101: There are at most 100 lines"),
        ({"powers": f"Bolt: Amazing; {'x' * 200}"}, "Powers, line 1: There are at most 100 lines of at most 200 characters."),
        ({"mental_now": "ten"}, "Mental Health, now: a whole number of points, like 40; not “ten”."),
    ],
)  # fmt: skip
def test_a_fault_of_a_sheet_is_named_with_its_field_and_line(fields: dict[str, str], sentence: str) -> None:
    with pytest.raises(RuleError) as refused:
        SYSTEM.read_sheet(TABLE.fields[STORM] | fields)
    assert refused.value.sentence.startswith(sentence)


def test_a_sheet_says_the_word_for_its_health() -> None:
    fields = TABLE.fields[STORM] | {"physical_now": "-10", "mental_now": "-21"}
    assert SYSTEM.gauges(SYSTEM.read_sheet(fields)) == (
        Gauge("Physical Health", -10, 86, "knocked out", able=False),
        Gauge("Mental Health", -21, 80, "soul gone to the death plane", able=False),
    )
