"""Any line whatever, typed to a house system, is refused with a sentence or gives a roll that its print stands for."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.lines import Command, RuleError
from rules.system import Declaration
from rules.systems.bgrade.system import SYSTEM as BGRADE
from rules.systems.faserip.system import SYSTEM as FASERIP
from tests.rules.rows import ODD_SIGNS, few
from tests.rules.table import Table, deal

POOL, FEAT = Table(BGRADE), Table(FASERIP)
POOL_PARTS = [
    "Body", "Brawl", "Body+Brawl", "Climb", "Shoot", "7d", "7d10", "+1ed", "+1had", "3d+2ed+1had", "+", ",", "vs", "4", "11",
    "0", "x", "actions", "2", "punch", "with", "Ines", "fast", "slow", "ed=9", "ed=", "ed=11", "had=1", "penalty=2", "+1d",
    "-2d", "-9d", "-999d", "+999d", "99999d", '"', "“Body”", "#", "٣d", "=1", "d", "9d+50ed", "ed=9,8,7",
]  # fmt: skip
FEAT_PARTS = [
    "Reasoning", "Agility", "Good", "Amazing", "Shift0", "ShiftX", "Class5000", "Fe", "Beyond", "with", "Physics", ",", "+1cs",
    "-2cs", "+99cs", "-99cs", "+100cs", "cs", "action", "1/2", "2/2", "3/2", "9/9", "1/1", "0/2", "vs", "Thor", "extra",
    "damage", "mental", '"', "“Good”", "+1", "-",
]  # fmt: skip


def typed(parts: list[str]) -> st.SearchStrategy[str]:
    known = st.lists(st.sampled_from(parts), max_size=7).flatmap(
        lambda chosen: st.sampled_from([" ", "", "  "]).map(lambda blank: blank.join(chosen))
    )
    return st.one_of(known, st.text(ODD_SIGNS, max_size=60))


def check(table: Table, word: str, rest: str) -> None:
    """Both with a sheet and without; a roll that is accepted can be shown, thrown and read again from its print."""
    for name in (None, next(iter(table.fields))):
        try:
            (found,) = table.system.declare(Command(word, rest, 7), table.sheet(name), {})
        except RuleError as refused:
            assert 0 < len(refused.sentence) < 500
            continue
        dice = deal(found, [1] * sum(count for count, _ in found.req))
        again = table.system.parse(found.expr)
        assert isinstance(again, Declaration)
        assert (again.expr, again.req, again.fix, again.open) == (found.expr, found.req, found.fix, found.open)
        assert table.system.result(again, dice) == table.system.result(found, dice)
        assert table.system.read(found, ()).spoken
        assert table.system.read(again, dice).spoken


@few
@given(typed(POOL_PARTS))
def test_any_pool_line_is_refused_or_recorded(rest: str) -> None:
    check(POOL, "pool", rest)


@few
@given(typed(FEAT_PARTS))
def test_any_feat_line_is_refused_or_recorded(rest: str) -> None:
    check(FEAT, "feat", rest)


@few
@given(st.text(ODD_SIGNS, max_size=80), st.text(ODD_SIGNS, max_size=80))
def test_any_sheet_is_refused_or_comes_back_as_it_was(first: str, second: str) -> None:
    forms = (
        (POOL, {"stats": first, "skills": second, "penalties": f"{second} -1d"}),
        (POOL, {"stats": f"{first} 3", "skills": f"{second} 2+1ed", "penalties": ""}),
        (FEAT, FEAT.fields["Storm"] | {"powers": f"{first}: Amazing; {second}", "talents": f"{second}: +2cs"}),
    )
    for table, fields in forms:
        try:
            sheet = table.system.read_sheet(fields)
        except RuleError:
            continue
        assert table.system.read_sheet(table.system.show_sheet(sheet)) == sheet


@pytest.mark.parametrize("table", [POOL, FEAT], ids=["bgrade", "faserip"])
def test_a_hundred_thousand_signs_are_refused_at_once(table: Table) -> None:
    word = "pool" if table is POOL else "feat"
    for rest in ("+" * 100_000, "1" * 100_000, "1d+" * 30_000, "a " * 50_000, ", " * 50_000):
        with pytest.raises(RuleError):
            table.system.declare(Command(word, rest), None, {})
