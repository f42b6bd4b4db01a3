"""The operations of the B-Grade vectors by name: each takes a vector's input as keywords and answers in plain JSON."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from typing import Any, Final

from rules.system import settled
from rules.systems.bgrade import chances, contest, special_dice
from rules.systems.bgrade.options import OPTIONS
from rules.systems.bgrade.pool import Counts, settle
from rules.systems.bgrade.sets import Outcome, area, beats, check_set, resolve, sets_of

Raw = Mapping[str, Any] | None
"""Options as a vector writes them: switches as true and false, numbers as numbers."""


def _options(raw: Raw) -> dict[str, str]:
    words = {True: "on", False: "off", None: "none"}
    named = {name: words[value] if value is None or isinstance(value, bool) else str(value) for name, value in (raw or {}).items()}
    return settled(named, OPTIONS)


def _exact(value: Fraction) -> str:
    return f"{value.numerator}/{value.denominator}"


def _by_number(shares: Mapping[int, Fraction]) -> dict[str, str]:
    return {str(number): _exact(share) for number, share in shares.items()}


def _outcome(found: Outcome) -> dict[str, Any]:
    return {
        "sets": [list(of) for of in found.sets],
        "loose": list(found.loose),
        "qualifying": [list(of) for of in found.qualifying],
        "success": found.success,
        "suggested": list(found.suggested) if found.suggested else None,
    }


def bg_sets(dice: Sequence[int]) -> dict[str, Any]:
    sets, loose = sets_of(dice)
    return {"sets": [list(of) for of in sets], "loose": list(loose)}


def bg_area(**given: Any) -> int:
    return area(check_set(given["set"]))


def bg_beats(**given: Any) -> bool:
    return beats(check_set(given["set"]), given["difficulty"], _options(given.get("options")))


def bg_resolve(dice: Sequence[int], difficulty: int = 0, prefer: str = "width", options: Raw = None) -> dict[str, Any]:
    return _outcome(resolve(dice, difficulty, prefer, _options(options)))


def bg_pool(options: Raw = None, **counts: int) -> dict[str, Any]:
    pool = settle(Counts(**counts), _options(options))
    return vars(pool) | {"total": pool.total, "auto_fail": pool.auto_fail, "can_match": pool.can_match}


def bg_check_ed(values: Sequence[int], options: Raw = None) -> list[int]:
    return list(special_dice.check_ed(values, _options(options)))


def bg_ed_best(rolled: int, ed: int = 1, had: int = 0, difficulty: int = 0, options: Raw = None) -> dict[str, Any]:
    values, share = special_dice.ed_best(rolled, ed, had, difficulty, _options(options))
    return {"values": list(values), "p": _exact(share)}


def bg_had_best(fixed: Sequence[int], had: int, difficulty: int = 0, prefer: str = "width", options: Raw = None) -> dict[str, Any]:
    values, found = special_dice.had_best(fixed, had, difficulty, prefer, _options(options))
    return {"values": list(values)} | _outcome(found)


def bg_max_successes(sets: Sequence[Sequence[int]], difficulties: Sequence[int], options: Raw = None) -> int:
    return contest.max_successes([check_set(of) for of in sets], difficulties, _options(options))


def bg_allocate(
    sets: Sequence[Sequence[int]],
    allocation: Sequence[Sequence[int] | None],
    difficulties: Sequence[int],
    options: Raw = None,
) -> list[bool]:
    allotted = [None if of is None else check_set(of) for of in allocation]
    return contest.allot([check_set(of) for of in sets], allotted, difficulties, _options(options))


def bg_contest(a: Sequence[int], b: Sequence[int], difficulty: int = 0, options: Raw = None) -> str:
    return contest.contest(a, b, difficulty, _options(options))


def bg_coop(
    hands: Sequence[Sequence[int]],
    difficulty: int = 0,
    prefer: str = "width",
    mode: str = "union",
    options: Raw = None,
) -> dict[str, Any]:
    found = contest.together(hands, difficulty, prefer, mode, _options(options))
    return {"gate": found.gate} | _outcome(found.outcome)


def bg_order(entries: Sequence[tuple[str, Sequence[int] | None]], options: Raw = None) -> list[list[str]]:
    return contest.order([(name, None if of is None else check_set(of)) for name, of in entries], _options(options))


def bg_p_success(rolled: int, ed: Sequence[int] = (), had: int = 0, difficulty: int = 0, options: Raw = None) -> str:
    chosen = _options(options)
    return _exact(chances.success(rolled, special_dice.check_ed(ed, chosen), had, difficulty, chosen))


def bg_expected_width(rolled: int, none_as: int = 1) -> str:
    return _exact(chances.expected_width(rolled, none_as))


def bg_p_coop(a: int, b: int, difficulty: int = 0, options: Raw = None) -> str:
    return _exact(chances.together(a, b, difficulty, _options(options)))


OPERATIONS: Final[dict[str, Callable[..., Any]]] = {
    "bg.sets": bg_sets,
    "bg.area": bg_area,
    "bg.beats": bg_beats,
    "bg.resolve": bg_resolve,
    "bg.pool": bg_pool,
    "bg.check_ed": bg_check_ed,
    "bg.ed_best": bg_ed_best,
    "bg.had_best": bg_had_best,
    "bg.max_successes": bg_max_successes,
    "bg.allocate": bg_allocate,
    "bg.contest": bg_contest,
    "bg.coop": bg_coop,
    "bg.order": bg_order,
    "bg.p_success": bg_p_success,
    "bg.expected_width": bg_expected_width,
    "bg.dist_width": lambda rolled: _by_number(chances.widest(rolled)),
    "bg.dist_sets": lambda rolled: _by_number(chances.how_many(rolled)),
    "bg.dist_tallest": lambda rolled: _by_number(chances.tallest(rolled)),
    "bg.p_coop": bg_p_coop,
}
