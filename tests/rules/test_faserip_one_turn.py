"""What fits in one Turn (FR-15 to FR-20): acts as they are declared and recorded, and the sentences that warn."""

from __future__ import annotations

from rules.lines import read_line
from rules.system import Declaration
from rules.systems.faserip.actions import DICE_AFTER, GOOD_ENDS, TASK
from rules.systems.faserip.one_turn import DECLARED, SHORT_MOVE, spends, warnings
from rules.systems.faserip.system import SYSTEM
from rules.turn_rules import TurnRules
from tests.rules.rows import rows

BLOW = "attack Remarkable damage Incredible physical"
FEAT = "feat Good"
FIRST, SECOND = "feat Amazing -1cs action 1/2", "feat Amazing -2cs action 2/2"
AT_GOOD = "attack Remarkable -2cs action 2/2 damage Good physical"
FURTHER = ("more Amazing", "feat Amazing -2cs extra 1", "feat Amazing -3cs extra 2")
TAKES = "A movement takes the Turn; only a short one leaves room for one simple attack."
ONCE = "There is one movement in a Turn: never move, hit and move back."


def declared(line: str) -> Declaration:
    command = read_line(line)
    assert command is not None
    return SYSTEM.declare(command, None, {})[0]


@rows(
    ("acts", "said"),
    [
        ([], ()), ([BLOW], ()), ([FEAT], ()), (["auto"], ()), (["move"], ()), (["auto", BLOW], ()), (["move", "auto"], ()),
        (["move_short", "auto"], ()), (["init Good", "defend Good against 4.0 Green 50 contest", BLOW], ()),
        (["move_short", BLOW], (SHORT_MOVE,)), ([BLOW, "move_short"], (SHORT_MOVE,)),
        (["move", BLOW], (TAKES,)), (["move_short", FEAT], (TAKES,)), (["move_short", "grapple Good"], (TAKES,)),
        (["move_short", "auto", BLOW], (TAKES,)), (["move_short", "feat Good vs Strength"], (TAKES,)),
        (["move_short", BLOW, "move_short"], (ONCE,)), (["move", "move"], (ONCE,)),
        ([BLOW, FEAT], (DICE_AFTER,)), ([FIRST, SECOND], ()), ([SECOND, FIRST], ()), ([FIRST, FIRST], (DICE_AFTER,)),
        ([FIRST, BLOW], (DICE_AFTER,)), ([FIRST, "feat Amazing -2cs action 2/3"], (DICE_AFTER,)),
        ([FEAT, *FURTHER], ()), ([FURTHER[1], FURTHER[2]], (DICE_AFTER,)), ([FEAT, FURTHER[1], BLOW], (DICE_AFTER,)),
        ([AT_GOOD, "feat Amazing -1cs action 1/2"], (GOOD_ENDS,)), ([AT_GOOD, FEAT], (DICE_AFTER, GOOD_ENDS)),
        ([AT_GOOD], ()), (["feat Remarkable -1cs action 1/2", AT_GOOD], ()),
        (["long", FEAT], ()), ([FEAT, "long", BLOW], (TASK, DICE_AFTER)), (["long", "move"], (TASK,)), (["long"], ()),
    ],
)  # fmt: skip
def test_what_does_not_fit_in_one_turn_is_said(acts: list[str], said: tuple[str, ...]) -> None:
    assert warnings([], acts) == said


def test_what_was_said_of_the_acts_before_is_not_said_again() -> None:
    assert warnings(["move", BLOW], []) == ()
    assert warnings(["move", BLOW], [FEAT]) == (DICE_AFTER,)
    assert warnings(["move"], [BLOW]) == warnings([BLOW], ["move"]) == (TAKES,)


def test_rolls_of_a_turn_with_several_automatic_actions_are_shifted_by_the_line_itself() -> None:
    one, two = "-1CS. Add -1cs to the line.", "-2CS. Add -2cs to the line."
    said = ("2 automatic actions: rolls of this Turn at " + one,)
    assert warnings(["auto"], [declared("!feat Good")]) == ()
    assert warnings(["auto", "auto"], [declared("!feat Good")]) == warnings(["auto"], ["auto", declared("!feat Good")]) == said
    assert warnings(["auto", "auto"], [declared("!attack Toad with Good damage Good")]) == said
    assert warnings(["auto", "auto"], [declared("!feat Good -1cs")]) == ()
    assert warnings(["auto", "auto"], [declared("!feat Good +1cs")]) == said
    assert warnings(["auto"] * 3, [declared("!feat Good -1cs")]) == ("3 automatic actions: rolls of this Turn at " + two,)
    assert warnings(["auto", FEAT], ["auto"]) == said
    assert warnings(["auto", "feat Good -1cs"], ["auto"]) == warnings(["auto", "auto"], ["more Amazing"]) == ()


def test_after_an_action_at_good_nothing_may_follow_in_the_round_a_dodge_neither() -> None:
    dodge = "defend Good against 4.0 Yellow 80 damage Amazing physical"
    assert [spends(one) for one in (AT_GOOD, "feat Remarkable -2cs extra 1")] == [True, True]
    assert [spends(one) for one in (FIRST, FEAT, dodge, "more Good", "auto", "init Good")] == [False] * 6
    assert warnings([], [dodge], spent=True) == warnings([], [BLOW], spent=True) == (GOOD_ENDS,)
    assert warnings([], [dodge]) == warnings([], ["auto", "init Good"], spent=True) == ()


def test_a_task_that_lasts_longer_leaves_nothing_but_defences_until_it_is_done() -> None:
    dodge = "defend Good against 4.0 Yellow 80 damage Amazing physical"
    assert warnings([], [FEAT], busy=True) == warnings([], ["move"], busy=True) == (TASK,)
    assert warnings([], ["ended", FEAT], busy=True) == warnings([], [dodge, "auto"], busy=True) == ()


def test_rolls_of_other_rules_take_nothing_from_a_turn() -> None:
    assert warnings([], ["1d20", "3d6", BLOW]) == ()
    assert spends("1d20") is False


def test_the_system_tells_what_is_declared_without_dice_and_what_does_not_fit() -> None:
    assert isinstance(SYSTEM, TurnRules)
    assert SYSTEM.declared == DECLARED and set(DECLARED) == {"auto", "move", "move_short", "long", "ended"}
    assert SYSTEM.misfits(["move"], [declared("!feat Good")]) == (TAKES,)
    assert SYSTEM.spends(AT_GOOD) is True
