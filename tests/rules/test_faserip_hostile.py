"""Any line whatever, typed as an attack, grapple or answer, is refused with a sentence or gives a roll that its print
stands for.
"""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.errors import RuleError
from rules.lines import Command
from rules.system import Rival
from rules.systems.faserip.system import SYSTEM
from rules.systems.faserip.table import read_table
from tests.rules.faserip_table import FaseripTable
from tests.rules.rows import ODD_SIGNS, few, rows

TABLE = FaseripTable()
PARTS = [
    "Toad", "Lightning", "Hammer", '"Two Fists"', "Fighting", "Psyche", "Good", "Shift0", "ShiftY", "with", ",", "+1cs", "-2cs",
    "+99cs", "damage", "physical", "mental", "action", "1/2", "2/2", "9/9", "extra", "vs", '"', "#", "-t", "{target}", "＋1cs",
]  # fmt: skip
LINES = st.one_of(
    st.lists(st.sampled_from(PARTS), max_size=7).map(" ".join),
    st.text(ODD_SIGNS, max_size=40),
)


@few
@given(st.sampled_from(["attack", "grapple", "more", "feat"]), LINES, st.sampled_from([None, "Storm", "Cap"]))
def test_any_line_is_refused_or_recorded(word: str, rest: str, name: str | None) -> None:
    try:
        (found,) = SYSTEM.declare(Command(word, rest, 7), TABLE.sheet(name), {})
    except RuleError as refused:
        assert 0 < len(refused.sentence) < 500
        return
    assert SYSTEM.parse(found.expr).expr == found.expr
    dice = TABLE.deal(found, [60])
    assert SYSTEM.result(SYSTEM.parse(found.expr), dice) == SYSTEM.result(found, dice)
    assert SYSTEM.read(found, ()).spoken and SYSTEM.read(found, dice).spoken


@few
@given(st.sampled_from(["defend", "dodge"]), LINES, st.sampled_from([None, "Toad"]))
def test_any_answer_is_refused_or_recorded(word: str, rest: str, name: str | None) -> None:
    attack = TABLE.declare("!attack Toad with Lightning", "Storm")
    rival = Rival("41.0", "Storm", attack, TABLE.deal(attack, [99, 1, 2, 3]))
    try:
        found = SYSTEM.answer(Command(word, rest, 7), rival, TABLE.sheet(name), {})
    except RuleError as refused:
        assert 0 < len(refused.sentence) < 500
        return
    assert SYSTEM.parse(found.expr).expr == found.expr
    assert SYSTEM.read(found, TABLE.deal(found, [60])).spoken


@rows("word", ["attack", "grapple", "more"])
@rows("rest", ["+" * 100_000, "a " * 50_000, "Toad with " + ", " * 50_000, "Toad " + "+1cs " * 20_000])
def test_a_hundred_thousand_signs_are_refused_at_once(word: str, rest: str) -> None:
    with pytest.raises(RuleError):
        SYSTEM.declare(Command(word, rest), None, {})


@rows("text", ["x" * 100_000, "Good:" * 700, "Good: White " + "9" * 3000, "\n" * 4000])
def test_a_hostile_table_is_refused_at_once(text: str) -> None:
    with pytest.raises(RuleError):
        read_table(text)
