"""The other ways of a turn order, kept from its opening: anew each Round, ties, Turns passed over, sets by height."""

from __future__ import annotations

from typing import Any

import pytest

from rules.combat.order import WAYS, same_time
from rules.combat.record import from_record, to_record
from rules.combat.state import Fight, apply, fold, passed_over, who_next
from rules.dice.source import Derived
from rules.errors import RuleError
from rules.systems.bgrade.contest import order

NEXT = {"do": "next"}


def opened(*ways: str) -> dict[str, Any]:
    return {"do": "open", "ways": list(ways)}


def enter(name: str, *numbers: int, tie: int = 0, by: str = "owner", source: str = "typed") -> dict[str, Any]:
    act = {"do": "enter", "id": name.lower(), "name": name, "order": list(numbers), "source": source, "by": by, "char": name}
    return act | ({"tie": tie} if tie else {})


def go(do: str, *down: str, name: str = "") -> dict[str, Any]:
    act: dict[str, Any] = {"do": do} | ({"id": name.lower()} if name else {})
    return act | ({"down": [one.lower() for one in down]} if down else {})


def names(fight: Fight) -> list[str]:
    return [row.name for row in fight.combatants]


def where(fight: Fight) -> tuple[str, int, str]:
    return fight.phase, fight.round, fight.acting.name if fight.acting else ""


def states(fight: Fight) -> dict[str, str]:
    return {row.name: row.state for row in fight.combatants}


THREE = [enter("Thor", 20), enter("Storm", 15), enter("Toad", 12)]


def test_a_fight_without_ways_goes_as_every_fight_that_was_recorded_before() -> None:
    plain = fold([{"do": "open"}, *THREE, NEXT, go("next", "Storm"), NEXT, NEXT])
    assert (plain.ways, where(plain)) == ((), ("running", 2, "Thor"))
    assert "ways" not in to_record(plain)
    old = to_record(plain)
    for row in old["rows"]:
        del row["tie"]
    assert from_record(old) == plain


def test_an_unknown_way_or_tie_is_refused() -> None:
    for wrong in ("anew", ["fast"], 5, [["anew"]]):
        with pytest.raises(RuleError, match=f"A turn order goes {', '.join(WAYS)}"):
            fold([{"do": "open", "ways": wrong}])
    for tie in (-1, "6", True, 100_000):
        with pytest.raises(RuleError, match="settles equal numbers"):
            fold([opened("ties"), enter("Thor", 20) | {"tie": tie}])


def test_of_equal_numbers_the_higher_agility_goes_first_and_equal_ones_act_together() -> None:
    acts = [enter("Toad", 9, tie=4), enter("Storm", 9, tie=6), enter("Hawk", 9, tie=4), enter("Guard", 9), enter("Thor", 20, tie=5)]
    ties = fold([opened("ties"), *acts])
    assert names(ties) == ["Thor", "Storm", "Toad", "Hawk", "Guard"]
    assert [[row.name for row in group] for group in same_time(ties.combatants, ties.ways)] == [
        ["Thor"], ["Storm"], ["Toad", "Hawk"], ["Guard"],
    ]  # fmt: skip
    assert names(fold([opened(), *acts])) == ["Thor", "Toad", "Storm", "Hawk", "Guard"]
    again = apply(ties, enter("Guard", 9, tie=7, by="gm"))
    assert names(again)[:2] == ["Thor", "Guard"]


def test_sets_may_go_by_height_or_by_width_alone() -> None:
    acts = [enter("Low", 4, 2), enter("Tall", 2, 9), enter("Wide", 3, 9), enter("None"), enter("Pair", 2, 4)]
    assert names(fold([opened(), *acts])) == ["Low", "Wide", "Tall", "Pair", "None"]
    assert names(fold([opened("height"), *acts])) == ["Wide", "Tall", "Pair", "Low", "None"]
    wide = fold([opened("width_only"), *acts])
    assert [[row.name for row in group] for group in same_time(wide.combatants, wide.ways)] == [
        ["Low"], ["Wide"], ["Tall", "Pair"], ["None"],
    ]  # fmt: skip
    entries = [("Low", (4, 2)), ("Tall", (2, 9)), ("Wide", (3, 9)), ("None", None)]
    assert order(entries, {"order_by": "height"}) == [["Wide"], ["Tall"], ["Low"], ["None"]]


def test_the_turn_of_whoever_cannot_act_is_passed_over_and_an_undo_gives_it_back() -> None:
    fight = fold([opened("skip"), *THREE, NEXT])
    after = apply(fight, go("next", "Storm"))
    assert (where(after), states(after)) == (("running", 1, "Toad"), {"Thor": "acted", "Storm": "skipped", "Toad": "waiting"})
    assert passed_over(fight, after) == ("Storm",)
    assert passed_over(after, apply(after, go("turn", name="Storm"))) == ()
    assert apply(after, {"do": "undo"}) == fight
    with pytest.raises(RuleError, match="Storm has had the turn of this Round already"):
        apply(after, go("pass", name="Storm"))
    assert where(apply(after, go("turn", name="Storm"))) == ("running", 1, "Storm")
    coming = [who_next(fight, down) for down in ((), ["storm"], ["storm", "toad"], ["thor", "storm", "toad"])]
    assert [row.name for row in coming if row] == ["Storm", "Toad", "Thor", "Storm"]
    healed = apply(after, NEXT)
    assert (where(healed), states(healed)["Storm"]) == (("running", 2, "Thor"), "waiting")


def test_turns_are_passed_over_into_the_next_round_but_never_all_of_them() -> None:
    fight = fold([opened("skip"), *THREE, NEXT, NEXT])
    after = apply(fight, go("done", "Toad", "Thor", name="Storm"))
    assert (where(after), states(after)) == (("running", 2, "Storm"), {"Thor": "skipped", "Storm": "waiting", "Toad": "waiting"})
    assert passed_over(fight, after) == ("Thor",)
    everybody = apply(fight, go("next", "Thor", "Storm", "Toad"))
    assert where(everybody) == ("running", 1, "Toad")
    begun = fold([opened("skip"), *THREE, go("next", "Thor", "Storm")])
    assert (where(begun), states(begun)) == (("running", 1, "Toad"), {"Thor": "skipped", "Storm": "skipped", "Toad": "waiting"})
    assert where(fold([opened(), *THREE, NEXT, go("next", "Storm")])) == ("running", 1, "Storm")


def test_nobody_holds_for_those_alone_who_cannot_act() -> None:
    fight = fold([opened("skip"), *THREE, NEXT, NEXT])
    with pytest.raises(RuleError, match="Nobody is left in this Round for Storm to wait for"):
        apply(fight, go("hold", "Toad", name="Storm"))
    assert where(apply(fight, go("hold", name="Storm"))) == ("running", 1, "Toad")


def test_who_holds_and_is_struck_down_is_passed_over_too() -> None:
    fight = fold([opened("skip"), *THREE, NEXT, go("hold", name="Thor"), NEXT])
    after = apply(fight, go("next", "Thor"))
    assert (where(after), passed_over(fight, after)) == (("running", 2, "Storm"), ("Thor",))


def test_every_round_may_have_numbers_of_its_own() -> None:
    fight = fold([opened("anew"), *THREE, NEXT, NEXT, NEXT])
    assert where(fight) == ("running", 1, "Toad")
    assert who_next(fight) is None
    between = apply(fight, NEXT)
    assert (where(between), between.between, [row.order for row in between.combatants]) == (
        ("gathering", 1, ""),
        True,
        [(), (), ()],
    )
    assert states(between) == {"Thor": "acted", "Storm": "acted", "Toad": "acted"}
    assert who_next(between) == between.combatants[0]
    numbered = apply(between, enter("Toad", 17, source="thrown"))
    with pytest.raises(RuleError, match="Toad stands at 17. Only the GM changes it now"):
        apply(numbered, enter("Toad", 18))
    numbered = apply(apply(numbered, enter("Thor", 5)), enter("Newt", 11))
    assert names(numbered) == ["Toad", "Newt", "Thor", "Storm"]
    second = apply(numbered, NEXT)
    assert (where(second), set(states(second).values())) == (("running", 2, "Toad"), {"waiting"})
    assert from_record(to_record(between)) == between and from_record(to_record(second)) == second
    assert apply(between, {"do": "undo"}) == fight
    assert where(fold([opened(), *THREE, NEXT, NEXT, NEXT, NEXT])) == ("running", 2, "Thor")


def test_between_two_rounds_somebody_may_leave_or_be_hurt_and_nobody_has_a_turn() -> None:
    between = fold([opened("anew", "skip"), *THREE, NEXT, NEXT, NEXT, go("done", name="Toad")])
    assert names(apply(between, go("out", name="Storm"))) == ["Thor", "Toad"]
    hurt = apply(between, {"do": "harm", "id": "thor", "gauge": "Physical Health", "points": 5})
    assert hurt.combatants[0].harm == {"Physical Health": 5}
    with pytest.raises(RuleError, match="is gathering, its Round has not begun"):
        apply(between, go("hold", name="Thor"))
    begun = apply(apply(between, enter("Storm", 9)), go("next", "Storm"))
    assert (where(begun), states(begun)["Storm"]) == (("running", 2, "Thor"), "skipped")


def test_a_running_fight_has_somebody_s_turn_whoever_is_down_whenever() -> None:
    """Forty fights of thirty moves under every way, the same in every run."""
    moves = ("next", "next", "done", "pass", "hold", "turn", "out", "enter", "undo")
    for number in range(40):
        fight = fold([opened("skip", *(["anew"] if number % 2 else [])), *THREE, enter("Newt", 3)])
        for face, who, mask in zip(*[iter(Derived(bytes(32), number).throw(((90, 144),))[0][1])] * 3, strict=True):
            name = ("Thor", "Storm", "Toad", "Newt")[who % 4]
            down = [one for at, one in enumerate(("Thor", "Storm", "Toad", "Newt")) if mask >> at & 1]
            act = enter(name, face, by="gm") if moves[face % 9] == "enter" else go(moves[face % 9], *down, name=name)
            try:
                after = apply(fight, act)
            except RuleError:
                continue
            assert (after.acting is not None) == (after.phase == "running" and bool(after.combatants))
            assert act["do"] == "undo" or after.round - fight.round in (0, 1, 2)
            fight = after
