"""What somebody did in a Turn besides dice, kept in the fight: when it begins anew, what an undo gives back, what is refused."""

from __future__ import annotations

import json
from typing import Any

import pytest

from rules.combat.deeds import KINDS, NOTHING, Deeds
from rules.combat.record import from_record, to_record
from rules.combat.state import Fight, apply, fold
from rules.errors import RuleError

WHY = "A movement takes the Turn."


def enter(name: str, number: int) -> dict[str, Any]:
    return {"do": "enter", "id": name.lower(), "name": name, "order": [number], "source": "typed", "by": "gm"}


BEGUN = [{"do": "open"}, enter("Thor", 20), enter("Toad", 10), {"do": "next"}]
NEXT, UNDO = {"do": "next"}, {"do": "undo"}


def did(who: str = "thor", **more: Any) -> dict[str, Any]:
    return {"do": "did", "id": who} | more


def deeds(*acts: dict[str, Any], of: str = "thor") -> Deeds:
    found = fold([*BEGUN, *acts]).find(of)
    assert found is not None
    return found.deeds


def refused(*acts: dict[str, Any]) -> str:
    before = fold([*BEGUN, *acts[:-1]])
    with pytest.raises(RuleError) as said:
        apply(before, acts[-1])
    return said.value.sentence


def test_what_is_declared_adds_up_in_a_turn_and_begins_anew_with_the_next_one() -> None:
    assert deeds() == NOTHING
    moved = deeds(did(acts=["auto"]), did(acts=["move", "auto"]))
    assert moved.acts == ("auto", "move", "auto")
    assert deeds(did(acts=["auto"]), NEXT).acts == ("auto",)
    assert deeds(did(acts=["auto"]), NEXT, NEXT) == NOTHING
    assert deeds(did(acts=["auto"]), NEXT, {"do": "back"}) == NOTHING


def test_somebody_alone_in_the_fight_begins_a_turn_with_each_round() -> None:
    alone = [{"do": "open"}, enter("Thor", 20), NEXT, did(acts=["auto"], spent=True)]
    assert [fold([*alone, *more]).combatants[0].deeds for more in ([], [NEXT])] == [Deeds(("auto",), spent=True), NOTHING]


def test_a_warning_stands_until_the_next_turn_of_whom_it_speaks_and_one_more_stands_beside_it() -> None:
    assert deeds(did(warning=WHY), NEXT).warning == WHY
    assert deeds(did(warning=WHY), did(warning="Twice.")).warning == f"{WHY} Twice."
    assert deeds(did(warning=WHY), NEXT, NEXT).warning == ""
    assert deeds(NEXT, did("thor", warning=WHY)).warning == WHY


def test_a_gm_allows_it_once_and_a_new_warning_is_open_again() -> None:
    allow = {"do": "allow", "id": "thor", "who": "Ines"}
    assert deeds(did(warning=WHY), allow) == Deeds(warning=WHY, allowed="Ines")
    assert deeds(did(warning=WHY), allow, did(warning="Twice.")) == Deeds(warning="Twice.")
    assert deeds(did(warning=WHY), allow, did(acts=["auto"])).allowed == "Ines"
    assert refused(did(warning=WHY), allow, allow) == "Ines allowed it already."
    assert refused(allow) == "There is nothing to allow: what was declared fits in one Turn."
    assert deeds(did(warning=WHY), {"do": "allow", "id": "thor"}).allowed == "The GM"


def test_an_undo_gives_back_what_stood_before() -> None:
    allow = {"do": "allow", "id": "thor", "who": "Ines"}
    assert deeds(did(acts=["auto"], warning=WHY), allow, UNDO) == Deeds(("auto",), warning=WHY)
    assert deeds(did(acts=["auto"], warning=WHY), allow, UNDO, UNDO) == NOTHING
    assert deeds(did(acts=["move"], spent=True), NEXT, NEXT, UNDO, UNDO) == Deeds(("move",), spent=True)


def test_what_ends_a_round_binds_until_the_round_is_over_and_a_long_task_until_it_is_done() -> None:
    assert [deeds(did(spent=True), *more).spent for more in ([], [NEXT], [NEXT, NEXT])] == [True, True, False]
    assert deeds(did("toad", spent=True), NEXT, of="toad").spent is True
    assert [deeds(did(acts=["long"]), *more).busy for more in ([], [NEXT], [NEXT, NEXT])] == [True, True, True]
    assert deeds(did(acts=["long"]), NEXT, NEXT, did(acts=["ended"])) == Deeds(("ended",))
    assert deeds(did(acts=["ended", "long"])).busy is True
    assert deeds(did(acts=["auto"])).busy is False


def test_what_cannot_be_is_refused() -> None:
    assert refused(did("toad", acts=["auto"])) == "It is not Toad's turn; it is Thor's."
    assert refused(did("nobody", warning=WHY)).startswith("Nobody by that name")
    assert (
        refused(did(acts=["dance"])) == refused(did(acts="auto")) == f"What is declared without dice is one of {', '.join(KINDS)}."
    )
    assert deeds(did(acts=["auto"] * 20)).acts == ("auto",) * 20
    assert refused(did(acts=["auto"] * 20), did(acts=["auto"])) == "A Turn holds at most 20 declared acts."
    assert deeds(did(warning="x" * 500), did(warning="y")).warning == "x" * 500
    assert refused(did(warning="x" * 501)) == "A warning is a text of at most 500 characters."
    with pytest.raises(RuleError, match="gathering, its Round has not begun, so it cannot keep what somebody did"):
        fold([*BEGUN[:3], did(acts=["auto"])])


def test_a_stored_fight_keeps_its_deeds_and_one_of_before_has_none() -> None:
    fight = fold([*BEGUN, did(acts=["auto", "long"], warning=WHY, spent=True), {"do": "allow", "id": "thor", "who": "Ines"}])
    stored = json.loads(json.dumps(to_record(fight)))
    assert from_record(stored) == fight
    for row in stored["rows"]:
        del row["deeds"]
    older: Fight = from_record(stored)
    assert [row.deeds for row in older.combatants] == [NOTHING, NOTHING]
