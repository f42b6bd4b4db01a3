"""Each reading that a campaign may choose in place of the usual one: what it does, and what its print tells."""

from __future__ import annotations

import pytest

from rules.lines import RuleError, read_line
from rules.system import Declaration, Options, Rival
from rules.systems.faserip.actions import check_actions, ladder
from rules.systems.faserip.option_print import LETTERS
from rules.systems.faserip.options import OPTIONS
from rules.systems.faserip.ranks import RANKS
from rules.systems.faserip.system import SYSTEM
from tests.rules.faserip_table import FaseripTable
from tests.rules.rows import rows

TABLE = FaseripTable()
EVERY_OTHER = {option.name: option.choices[1] for option in OPTIONS}
"""Every option at its second choice."""


def first(line: str, faces: list[int], options: Options, name: str | None = None) -> Rival:
    """A recorded roll that waits for its answer."""
    found = TABLE.declare(line, name, options)
    return Rival("41.0", "Storm", found, TABLE.deal(found, faces))


def answered(rival: Rival, line: str, options: Options, name: str | None = None) -> Declaration:
    """The answer of somebody whose campaign has these options by now."""
    command = read_line(line)
    assert command is not None
    found = SYSTEM.answer(command, rival, TABLE.sheet(name), options)
    assert SYSTEM.parse(found.expr).expr == found.expr
    return found


def refused(line: str, options: Options, name: str | None = None) -> str:
    with pytest.raises(RuleError) as error:
        TABLE.declare(line, name, options)
    return error.value.sentence


@rows(
    ("passes", "face", "effect", "says", "resists"),
    [
        ("half", 50, "half", "Partly: half the intended effect.", "Partly resisted: half the harm."),
        ("half", 90, "full", "Succeeds, full effect.", "Resisted: no harm."),
        ("yellow", 50, "none", "Barely fails.", "Barely not resisted: the whole harm."),
        ("yellow", 90, "full", "Barely succeeds, full effect.", "Barely resisted: no harm."),
        ("yellow", 20, "none", "Fails.", "Not resisted: the whole harm."),
        ("green", 50, "full", "Succeeds, full effect.", "Resisted: no harm."),
        ("green", 3, "botch", "A botch. The GM says what happens.", "A botch. The GM says what happens."),
    ],
)
def test_what_passes_a_feat_that_nobody_opposes(passes: str, face: int, effect: str, says: str, resists: str) -> None:
    options = {"feat_pass": passes}
    feat, stamina = TABLE.declare("!feat Good", None, options), TABLE.declare("!feat Endurance", "Iron Man", options)
    assert feat.expr == ("feat Good" if passes == "half" else f"feat Good feat_pass={passes}")
    assert TABLE.result(feat, face)["effect"] == effect
    verdict = {"none": "failure", "half": "part", "full": "success", "botch": "botch"}[effect]
    assert [(TABLE.card(one, face).headline, TABLE.card(one, face).verdict) for one in (feat, stamina)] == [
        (says, verdict), (resists, verdict),
    ]  # fmt: skip


def test_the_feat_for_further_actions_and_a_contest_that_is_answered_know_nothing_of_it() -> None:
    assert TABLE.declare("!more Fighting", "Thor", {"feat_pass": "green"}).expr == "more Unearthly"
    contest = first("!feat Good vs Toad", [50], {"feat_pass": "green"})
    assert contest.declaration.expr == "feat Good vs any feat_pass=green"
    assert SYSTEM.unanswered(contest.declaration, contest.dice).headline == "No defence: succeeds, full effect."
    found = answered(contest, "!defend with Good", {})
    assert (found.expr, TABLE.result(found, 40)["effect"]) == ("defend Good against 41.0 Green 50 contest", "half")


def test_blue_only_where_it_would_be_white_leaves_high_ranks_theirs() -> None:
    options = {"blue_max": "white"}
    low = (("Good", 5), ("ShiftY", 5), ("ShiftZ", 3), ("ShiftZ", 4), ("Class1000", 1), ("Class1000", 2))
    colours = [TABLE.result(TABLE.declare(f"!feat {rank}", None, options), face)["colour"] for rank, face in low]
    assert colours == ["Blue", "Blue", "Blue", "Green", "Blue", "Green"]
    green = first("!attack Toad with ShiftZ damage Good", [4], options)
    found = answered(green, "!defend with Good", {})
    assert found.expr == "defend Good against 41.0 Green 4 damage Good physical blue_max=white"
    with pytest.raises(RuleError, match="No roll 41.0 shows Blue 6"):
        SYSTEM.parse("defend Good against 41.0 Blue 6 damage Good physical blue_max=white")


def test_a_share_may_be_one_point_at_least_but_nothing_stays_nothing() -> None:
    for rank, face, points in (("Feeble", 30, 1), ("Good", 30, 2), ("Feeble", 4, 0)):
        attack = first(f"!attack Toad with Good damage {rank}", [face], {"rounding": "least_1"})
        assert TABLE.result(answered(attack, "!defend with Good", {}), 20)["damage"] == points


def test_actions_that_would_fall_below_good_may_be_clamped_there() -> None:
    clamp = {"floor": "clamp"}
    assert ladder("Remarkable", 4, clamp, variant="powers").ranks == ("Excellent", "Good", "Good", "Good")
    assert ladder("Remarkable", 4, {}, variant="powers").ranks == ("Excellent", "Good")
    found = ladder("Typical", 2, clamp, variant="plain")
    assert (found.ranks, found.complete, found.can_dodge) == (("Typical", "Typical"), True, True)
    assert ladder("Good", 2, clamp, variant="feat", other=2).ranks == ("Remarkable", "Good")
    last = TABLE.declare("!attack Toad with Excellent damage Good action 3/3", None, clamp)
    assert last.expr == "attack Excellent -3cs action 3/3 damage Good physical defence Fighting floor=clamp"
    assert TABLE.result(last, 50)["rank"] == "Good"
    assert "no further action" not in TABLE.card(last, 50).detail
    assert refused("!attack Toad with Excellent damage Good action 3/3", {}).startswith("A second action would fall below Good")


def test_the_floor_may_bind_whom_a_talent_frees() -> None:
    binds = {"free_floor": "on"}
    assert ladder("Excellent", 3, binds, variant="plain", talent=True).ranks == ("Excellent",) * 3
    assert ladder("Good", 2, {}, variant="plain", talent=True).complete
    found = ladder("Good", 2, binds, variant="plain", talent=True)
    assert (found.ranks, found.complete, found.can_dodge) == (("Good",), False, False)
    assert ladder("Good", 1, binds, variant="plain", talent=True).can_dodge
    assert ladder("Good", 2, binds | {"floor": "clamp"}, variant="plain", talent=True).ranks == ("Good", "Good")
    with pytest.raises(RuleError, match="Good can't act twice"):
        check_actions("Good", 2, binds, free=True)
    line = '!attack Toad with "Two Fists" action 2/2'
    assert TABLE.declare(line, "Cap", binds).expr == TABLE.declare(line, "Cap").expr


def test_a_defence_between_actions_may_take_the_shift_of_the_last_one() -> None:
    shifted = first("!attack Toad with Good damage Good", [60], {"dodge_shift": "on"})
    assert shifted.declaration.expr == "attack Good damage Good physical defence Fighting dodge=on"
    found = answered(shifted, "!dodge with Amazing action 1/2", {})
    assert found.expr == "defend Amazing -1cs action 1/2 against 41.0 Green 60 damage Good physical dodge=on"
    assert TABLE.result(found, 50)["rank"] == "Incredible"
    assert answered(shifted, "!dodge with Amazing", {}).expr == "defend Amazing against 41.0 Green 60 damage Good physical"
    with pytest.raises(RuleError, match="At Good nothing follows in this Round, no defence either"):
        answered(shifted, "!dodge with Remarkable action 2/2", {})
    usual = first("!attack Toad with Good damage Good", [60], {})
    with pytest.raises(RuleError, match="“action” is not clear here"):
        answered(usual, "!dodge with Amazing action 1/2", {"dodge_shift": "on"})
    with pytest.raises(RuleError, match="A defence is no action"):
        SYSTEM.parse("defend Amazing -1cs action 1/2 against 41.0 Green 60 damage Good physical")
    with pytest.raises(RuleError, match="A defence is no action"):
        SYSTEM.parse("defend Amazing -2cs extra 1 against 41.0 Green 60 damage Good physical dodge=on")


def test_greatest_health_may_be_the_sum_of_ranks() -> None:
    summed = SYSTEM.under({"most_health": "sum"})
    fields = {name: text for name, text in TABLE.fields["Storm"].items() if not name.endswith("_most")}
    sheet = summed.read_sheet(fields)
    assert sheet["health"] == {"physical": [86, 30 + 30 + 6 + 20], "mental": [80, 10 + 20 + 50]}
    assert summed.read_sheet(summed.show_sheet(sheet)) == sheet
    assert not any(trait.name.endswith("_most") for trait in summed.traits())
    free = {**sheet, "health": {"physical": [70, 99], "mental": [10, 12]}}
    assert [(gauge.now, gauge.most) for gauge in summed.gauges(free)] == [(70, 86), (10, 80)]
    assert summed.hurt(free, "Physical Health", -50)["health"]["physical"] == [86, 86]
    assert [gauge.most for gauge in SYSTEM.gauges(free)] == [99, 12]
    strong = {**free, "ranks": {**free["ranks"], "Strength": "Shift Y", "Psyche": "Beyond"}}
    older = SYSTEM.under({"most_health": "sum", "shift_y": "classic"})
    assert [gauge.most for gauge in older.gauges(strong)] == [280, 10_030]
    assert SYSTEM.under({"floor": "clamp"}) is SYSTEM


def test_only_the_best_talent_may_count() -> None:
    sheet = TABLE.sheet("Iron Man")
    assert sheet is not None
    sheet["talents"] = [{"name": name, "stat": "", "cs": cs} for name, cs in (("Maths", 1), ("Physics", 2), ("Luck", -1))]
    command = read_line("!feat Reasoning with Maths, Physics, Luck +1cs")
    assert command is not None
    (summed,), (best,) = (SYSTEM.declare(command, sheet, {"talents": talents}) for talents in ("sum", "best"))
    assert (summed.expr, best.expr) == ("feat Remarkable +3cs", "feat Remarkable +3cs")
    assert best.notes == ("Reasoning Remarkable", "Maths", "Physics +2CS", "Luck", "+1CS", "Monstrous")
    few = read_line("!feat Reasoning with Maths, Physics")
    assert few is not None
    assert [SYSTEM.declare(few, sheet, {"talents": one})[0].expr for one in ("sum", "best")] == [
        "feat Remarkable +3cs", "feat Remarkable +2cs",
    ]  # fmt: skip


def test_beyond_is_a_rank_where_it_is_played_and_unknown_elsewhere() -> None:
    plays = {"beyond": "on"}
    for line in ("!feat Beyond", "!attack Toad with Good damage Beyond", "!grapple Toad with Beyond"):
        assert refused(line, {}) == "There is no rank Beyond at this table: ranks go from Shift 0 and Feeble to Class 5000."
    feat = TABLE.declare("!feat beyond", None, plays)
    assert (feat.expr, [TABLE.result(feat, face)["colour"] for face in (5, 6, 20, 21, 60, 61)]) == (
        "feat Beyond beyond=on", ["Blue", "Green", "Green", "Yellow", "Yellow", "Red"],
    )  # fmt: skip
    assert TABLE.declare("!feat Good", None, plays).expr == "feat Good"
    assert TABLE.result(TABLE.declare("!feat Beyond -1cs", None, plays), 50)["rank"] == "Class 5000"
    assert TABLE.result(TABLE.declare("!feat Beyond +1cs", None, plays), 50)["rank"] == "Beyond"
    assert TABLE.result(TABLE.declare("!feat Class5000 +1cs", None, plays), 50)["rank"] == "Class 5000"
    free = plays | {"cs_policy": "free"}
    assert TABLE.declare("!feat Unearthly +9cs", None, free).expr == "feat Unearthly +9cs cs_policy=free beyond=on"
    blow = first("!attack Toad with Good damage Beyond", [80], plays)
    assert TABLE.result(answered(blow, "!defend with Beyond", {}), 20)["damage"] == 10_000
    with pytest.raises(RuleError, match="There is no rank Beyond"):
        SYSTEM.parse("feat Beyond")
    assert SYSTEM.initiative(None, "Beyond", plays).req == ((1, 5000),)
    with pytest.raises(RuleError, match="There is no rank Beyond"):
        SYSTEM.initiative(None, "Beyond", {})


def test_a_sheet_and_the_picks_offer_beyond_where_it_is_played() -> None:
    played = SYSTEM.under({"beyond": "on"})
    fields = TABLE.fields["Toad"] | {"psyche": "Beyond", "powers": "Stare: Beyond, aimed with Agility, Physical"}
    sheet = played.read_sheet(fields)
    assert (sheet["ranks"]["Psyche"], sheet["powers"][0]["rank"]) == ("Beyond", "Beyond")
    assert played.traits()[0].choices == (*RANKS, "Beyond") and len(played.traits()[0].steps) == 18
    with pytest.raises(RuleError, match="Beyond is no rank"):
        SYSTEM.read_sheet(fields)
    offered = {pick.name: [value for value, _ in pick.choices] for pick in played.picks(None, {"act": "attack"})}
    assert (offered["roll"][-1], offered["damage"][-1], offered["supposed"][-1]) == ("Beyond",) * 3


def test_breaking_free_may_always_be_a_feat() -> None:
    always = {"break_free": "feat"}
    assert (
        refused("!feat Strength vs Thor", always, "Toad")
        == "At this table nobody rolls against a FEAT of Strength: `!feat Strength`."
    )
    assert refused('!feat Endurance vs "Tear Gas"', always, "Toad").endswith("`!feat Endurance`.")
    assert TABLE.declare("!feat Agility vs Thor", "Toad", always).expr == "feat Good vs Agility"
    assert TABLE.declare("!feat Strength", "Toad", always).expr == "feat Good"


def test_a_grapple_may_hurt_by_strength() -> None:
    hurts = {"grapple_damage": "on"}
    hold = first("!grapple Thor with Good +2cs", [98, 1, 2, 3], hurts)
    assert hold.declaration.expr == "grapple Good +2cs hold Good"
    assert TABLE.card(hold.declaration, 98, 1, 2, 3).headline == "Damage by Strength, 10, Physical."
    found = answered(hold, "!dodge with Good", {})
    assert found.expr == "defend Good against 41.0 Red 98 hold Good bonus 6"
    result = TABLE.result(found, 50)
    assert (result["effect"], result["share"], result["bonus"], result["damage"]) == ("full", "full", 6, 16)
    said = "Red beats Green: {roller} is held. Full damage and 3d6 counted, 10 + 6 = 16 Physical."
    assert TABLE.card(found, 50).headline == said
    assert TABLE.card(found, 99).headline == "Red 98 against Red 99: no hold. A counter move is allowed, if {roller} has one."
    met = SYSTEM.consequence(found, ((100, (50,)),))
    assert met is not None and (met.points, met.gauge) == (16, "Physical Health")
    alone = SYSTEM.unanswered(hold.declaration, hold.dice).headline
    assert alone == "No defence: {target} is held. Full damage and 3d6 counted, 10 + 6 = 16 Physical."
    assert SYSTEM.odds(found).numbers[0][0] == "mean damage"
    assert TABLE.declare("!grapple Thor", "Toad").expr == "grapple Good"


def test_the_ways_of_a_turn_order_follow_from_the_options() -> None:
    assert SYSTEM.ways({}) == ("skip",)
    assert SYSTEM.ways({"out_of_action": "ask"}) == ()
    assert SYSTEM.ways({"init_anew": "round", "init_ties": "agility"}) == ("anew", "ties", "skip")
    storm = TABLE.sheet("Storm")
    assert [SYSTEM.tie(storm, ""), SYSTEM.tie(storm, "Good"), SYSTEM.tie(None, ""), SYSTEM.tie(None, "Shift0")] == [6, 4, 0, 0]
    assert storm is not None and [gauge.able for gauge in SYSTEM.gauges(storm, {"Mental Health": 79})] == [True, False]
    assert [gauge.able for gauge in SYSTEM.gauges(storm, {"Physical Health": 84})] == [True, True]


def test_an_answer_is_read_by_the_options_of_what_it_answers_whatever_the_table_says_by_now() -> None:
    before = {"rounding": "ceil", "beyond": "on", "talents": "best", "floor": "clamp", "dodge_shift": "on"}
    attack = first("!attack Toad with Good damage Feeble", [30], before)
    told = "rounding=ceil floor=clamp beyond=on dodge=on talents=best"
    assert attack.declaration.expr == f"attack Good damage Feeble physical defence Fighting {told}"
    for now in ({}, EVERY_OTHER, before):
        found = answered(attack, "!defend with Good", now)
        assert found.expr == "defend Good against 41.0 White 30 damage Feeble physical rounding=ceil"
        assert TABLE.result(found, 20)["damage"] == 1
    usual = first("!attack Toad with Good damage Feeble", [30], {})
    assert TABLE.result(answered(usual, "!defend with Good", before), 20)["damage"] == 0
    assert refused_answer(usual, "!defend with Beyond", before).startswith("There is no rank Beyond")


def refused_answer(rival: Rival, line: str, options: Options) -> str:
    with pytest.raises(RuleError) as error:
        answered(rival, line, options)
    return error.value.sentence


@rows("line", ["!attack Toad with Remarkable damage ShiftY -45cs +45cs +12cs extra", "!attack Toad with Class5000 damage Beyond",
               "!grapple Toad with ShiftY +9cs", "!attack Toad with Remarkable damage ShiftY action 1/3"])  # fmt: skip
def test_no_print_is_longer_than_a_record_however_many_options_are_chosen(line: str) -> None:
    every = EVERY_OTHER | {"rounding": "half_up", "cs_policy": "classic", "feat_pass": "yellow"}
    hit = TABLE.declare(line, None, every)
    faces = [100, *[10] * 5, *[6] * 3]
    rival = Rival("1234567.99", "Thor", hit, TABLE.deal(hit, faces))
    for answer in ("!defend with Remarkable -99cs", "!defend with Remarkable +9cs action 2/3", "!defend with Beyond"):
        found = answered(rival, answer, {})
        assert len(hit.expr) <= 200 and len(found.expr) <= 200
        assert SYSTEM.parse(found.expr).expr == found.expr


def test_a_print_that_would_be_too_long_tells_its_options_in_short_and_no_other_does() -> None:
    every = EVERY_OTHER | {"rounding": "half_up", "blue_max": "17"}
    blow = TABLE.declare("!attack Toad with Remarkable damage ShiftY action 1/3", None, every)
    assert blow.expr == "attack Remarkable -1cs action 1/3 damage ShiftY physical defence Fighting by A17g1h1j1b1c1d1e2f1k1l1m1"
    rival = Rival("41.0", "Thor", blow, TABLE.deal(blow, [50]))
    assert answered(rival, "!defend with Good", {}).expr.endswith("lower=on rounding=half_up shift_y=classic")
    shorts = ("a1", "a0", "z1", "AA", "")
    for wrong in (*(f"feat Good by {short}" for short in shorts), f"{blow.expr}m1", f"{blow.expr} lower=on"):
        with pytest.raises(RuleError, match="is no FASERIP roll in its normal print"):
            SYSTEM.parse(wrong)
    assert len(set(LETTERS.values())) == len(LETTERS)
