"""`!state` lines word by word, and the pools that lose dice by what they put on somebody."""

from __future__ import annotations

import pytest

from rules.combat.combatant import Standing
from rules.combat.hindering import Hindering, penalties_of
from rules.combat.state_line import ConditionLine, read_state
from rules.lines import RuleError, read_line
from rules.system import Rival, Sheet
from rules.systems.bgrade.system import SYSTEM as BGRADE
from rules.systems.dice.system import SYSTEM as DICE
from rules.systems.faserip.system import SYSTEM as FASERIP

WOLFMAN = BGRADE.read_sheet({"stats": "Body 3", "skills": "Brawl 4\nShoot 2+1had", "penalties": "cold -1d"})


def read(line: str) -> ConditionLine:
    command = read_line(line)
    assert command is not None
    return read_state(command)


def test_a_line_puts_a_condition_on_with_its_dice_and_rounds_in_either_order() -> None:
    held = ConditionLine("Toad", "held", rounds=2)
    for line in (
        "!state Toad +held for 2",
        "!STATE Toad + held FOR 2",
        "!state Toad +“held” for 2 Rounds # why",
        "!state Toad +held for 2 round",
    ):
        assert read(line) == held, line
    torn = ConditionLine("Iron Man", "torn arm", rounds=3, dice=1)
    for line in ('!state "Iron Man" +"torn arm" -1d for 3', '!state “Iron Man” + "torn arm" for 3 −1D'):
        assert read(line) == torn, line
    assert read("!state Toad +on-fire") == ConditionLine("Toad", "on-fire")
    assert read('!state "with" +"for" for 99') == ConditionLine("with", "for", rounds=99)
    assert read('!state Toad +"1d" -99d') == ConditionLine("Toad", "1d", dice=99)


def test_a_line_takes_a_condition_away() -> None:
    assert read("!state Toad -held") == read("!state Toad −held") == ConditionLine("Toad", "held", lifts=True)
    assert read('!state Toad - "torn arm"') == ConditionLine("Toad", "torn arm", lifts=True)


HOW = 'Say who, and what: `!state NAME +held for 2`, `!state NAME +"torn arm" -1d`, or `!state NAME -held`.'
ROUNDS = "Rounds are a whole number, 1 to 99: `!state Toad +held for 2`."
DICE_LOST = "A condition takes 1 to 99 dice from every pool: `!state Toad +held -1d`."
ONE = "One condition a line, with its dice and its Rounds: `!state Toad +held -1d for 2`."
NAMED = 'Dice are lost by a condition that has a name: `!state Toad +"torn arm" -1d`.'
REFUSED = [
    ("", HOW),
    ("+held", HOW),
    (", Toad +held", HOW),
    ("Toad", "Which condition? `!state Toad +held for 2`, `!state Toad -held`."),
    ("Toad +", "Which condition? `!state Toad +held`."),
    ('Toad - ""', "Which condition? `!state Toad -held`."),
    ("Toad held", "Put on or taken away? `!state Toad +held`, `!state Toad -held`."),
    ("Toad torn arm", 'Put on or taken away? `!state Toad +"torn arm"`, `!state Toad -"torn arm"`.'),
    ("Iron Man +held for 2",
     'A name with blanks needs quotes: `!state "Iron Man" +held for 2`, or `!state IronMan +held for 2`.'),
    ('Iron Man -"torn arm"',
     'A name with blanks needs quotes: `!state "Iron Man" -"torn arm"`, or `!state IronMan -"torn arm"`.'),
    ("Toad, Usher +held", "One combatant a line: `!state Toad +held`."),
    ("for +held", '`for` means something here. In quotes it is a name: `"for"`.'),
    ("Toad +for 2", '`for` means something here. In quotes it is a condition: `+"for"`.'),
    ("Toad +,", '`,` means something here. In quotes it is a condition: `+","`.'),
    ("Toad +he<ld", "The name of a condition holds no quotes, slashes or angle brackets; this one has “<”."),
    ("Toad -1d", NAMED),
    ("Toad +2", NAMED),
    ("Toad +torn arm", 'A condition with blanks needs quotes: `!state Toad +"torn arm"`. A note goes after #.'),
    ("Toad +held 2", "For so many Rounds, or so many dice less? `!state Toad +held for 2`, `!state Toad +held -2d`."),
    ("Toad +held for", ROUNDS),
    ("Toad +held for x", ROUNDS),
    ("Toad +held for 0", ROUNDS),
    ("Toad +held for 100", ROUNDS),
    ("Toad +held for ２", ROUNDS),
    ("Toad +held for 00001", ROUNDS),
    ("Toad +held -0d", DICE_LOST),
    ("Toad +held -100d", DICE_LOST),
    ("Toad +held +1d", DICE_LOST),
    ("Toad +held -1", DICE_LOST),
    ("Toad +held -1d -1d", ONE),
    ("Toad +held for 2 for 3", ONE),
    ("Toad +held, prone", ONE),
    ('Toad +held "prone"', ONE),
    ("Toad -held for 2", "What is taken away goes at once, and nothing stands after it: `!state Toad -held`."),
]  # fmt: skip


def test_every_other_line_is_refused_with_the_right_one() -> None:
    for rest, sentence in REFUSED:
        with pytest.raises(RuleError) as refused:
            read(f"!state {rest}")
        assert refused.value.sentence == sentence, rest


def pool(line: str, sheet: Sheet | None) -> tuple[str, tuple[str, ...]]:
    command = read_line(line)
    assert command is not None
    (declared,) = BGRADE.declare(command, sheet, {})
    return declared.expr, declared.notes


def hindered(sheet: Sheet | None, *penalties: tuple[str, int]) -> Sheet:
    assert isinstance(BGRADE, Hindering)
    return BGRADE.hindered(sheet, penalties)


def test_a_condition_takes_dice_from_a_pool_like_a_penalty_of_the_sheet_and_the_print_has_the_number_alone() -> None:
    unhurt = {**WOLFMAN, "penalties": []}
    expr, notes = pool("!pool Body+Brawl", hindered(unhurt, ("torn arm", 1)))
    assert (expr, notes[1:]) == ("6d lost 1", ("7 dice", "1 lost for torn arm", "6 dice"))
    assert (expr, notes) == pool("!pool Body+Brawl", {**unhurt, "penalties": [{"name": "torn arm", "dice": 1}]})
    expr, notes = pool("!pool Body+Brawl -1d", hindered(WOLFMAN, ("torn arm", 2)))
    assert expr == "3d lost 4"
    assert notes[2:] == ("cold -1d", "torn arm -2d", "4 lost for cold and torn arm and a penalty", "3 dice")
    assert WOLFMAN["penalties"] == [{"name": "cold", "dice": 1}]


def test_special_dice_buy_a_condition_off_and_the_card_names_it() -> None:
    unhurt = {**WOLFMAN, "penalties": []}
    expr, notes = pool("!pool Body+Shoot", hindered(unhurt, ("torn arm", 1)))
    assert expr == "6d"
    assert notes[1:] == ("torn arm -1d", "-1d bought off: the Hammer-time Die is thrown like a plain die", "6 dice")


def test_dice_that_are_typed_lose_them_too_with_and_without_a_sheet() -> None:
    assert pool("!pool 7d", hindered(None, ("torn arm", 1)))[0] == "6d lost 1"
    assert pool("!pool 5d had=1", hindered(None, ("torn arm", 1)))[0] == "6d"
    with pytest.raises(RuleError, match=r"There is no sheet here that has Body\."):
        pool("!pool Body", hindered(None, ("torn arm", 1)))


def test_defences_and_joint_rolls_lose_them_too() -> None:
    attack, defence, offer = (read_line(line) for line in ("!pool 5d vs Usher fast", "!defend with 4d", "!assist Wolfman"))
    assert attack and defence and offer
    (opened,) = BGRADE.declare(attack, None, {})
    rival = Rival("3.0", "Usher", opened, ((10, (5, 5, 1, 2, 3)),))
    assert BGRADE.answer(defence, rival, hindered(None, ("dazed", 1)), {}).expr == "3d lost 1 against 3.0 2x5 fast"
    joint = read_line("!pool Body+Brawl with Ines")
    assert joint
    ines = hindered(BGRADE.read_sheet({"stats": "Body 2", "skills": "Brawl 2"}), ("dazed", 1))
    joined = BGRADE.join(("Wolfman", joint, hindered(WOLFMAN, ("torn arm", 1))), [("Ines", offer, ines)], {})  # type: ignore[attr-defined]
    assert joined.req == ((8, 10),)


def test_only_rules_with_pools_take_dice_and_only_conditions_that_have_some() -> None:
    assert [isinstance(system, Hindering) for system in (BGRADE, FASERIP, DICE)] == [True, False, False]
    assert penalties_of([Standing("held", 0, 2), Standing("torn arm", 1, None)]) == [("torn arm", 1)]
