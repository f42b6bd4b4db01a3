"""The operations of the FASERIP vectors by name: each takes a vector's input as keywords and answers in plain JSON."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from typing import Any, Final

from rules.lines import RuleError
from rules.system import Options, settled
from rules.systems.faserip import colours, column_shifts, damage, health, initiative, ranks
from rules.systems.faserip.actions import ladder, turn
from rules.systems.faserip.options import OPTIONS

Raw = Mapping[str, Any] | None
"""Options as a vector writes them: switches as true and false, numbers as numbers."""


def _options(raw: Raw) -> dict[str, str]:
    switch = {True: "on", False: "off"}
    plain = {name: switch[value] if isinstance(value, bool) else str(value) for name, value in (raw or {}).items()}
    return settled(plain, OPTIONS)


def _exact(value: Fraction) -> str:
    return f"{value.numerator}/{value.denominator}"


def _whole(value: Any) -> int:
    if type(value) is not int:
        raise RuleError(f"{value!r} is no whole number.")
    return value


def _rank(text: Any, options: Options) -> str:
    if not isinstance(text, str):
        raise RuleError(f"{text!r} is no name of a rank.")
    return ranks.rank(text, options)


def _side(name: str | None, roll: int | None) -> tuple[str, int] | None:
    """(rank or colour, number) of a defence, None where there is none."""
    if name is None and roll is None:
        return None
    if name is None or roll is None:
        raise RuleError("A defence is both: its rank or colour, and the number of its d100.")
    return name, colours.check_roll(roll)


def fr_rank(text: str, options: Raw = None) -> str:
    return _rank(text, _options(options))


def fr_number(rank: str, options: Raw = None) -> int:
    chosen = _options(options)
    return ranks.number(_rank(rank, chosen), chosen)


def fr_shift(rank: str, cs: int, options: Raw = None) -> str:
    chosen = _options(options)
    return column_shifts.shift(_rank(rank, chosen), _whole(cs), chosen)


def fr_init_die(rank: str, options: Raw = None) -> int:
    chosen = _options(options)
    return ranks.initiative_die(_rank(rank, chosen), chosen)


def fr_colour(rank: str, roll: int, options: Raw = None) -> str:
    return colours.colour(rank, roll, _options(options))


def fr_compare(**given: Any) -> str:
    options = _options(given.get("options"))
    attacker, defender = ((given[f"{side}_rank"], given[f"{side}_roll"]) for side in "ad")
    first, second = (colours.colour(rank, roll, options) for rank, roll in (attacker, defender))
    return colours.winner((first, attacker[1]), (second, defender[1]), given.get("dodger", "defender"))


def fr_attack(
    a_colour: str, a_roll: int, d_colour: str | None = None, d_roll: int | None = None, options: Raw = None
) -> dict[str, Any]:
    hit = damage.attack((a_colour, colours.check_roll(a_roll)), _side(d_colour, d_roll), _options(options))
    return {"share": hit.share, "bonus": hit.bonus, "counter": hit.counter, "tie": hit.tie, "botch": hit.botch}


def fr_damage(
    *,
    damage_rank: str,
    a_rank: str,
    a_roll: int,
    d_rank: str | None = None,
    d_roll: int | None = None,
    bonus_dice: Sequence[int] = (),
    options: Raw = None,
) -> dict[str, Any]:
    found = damage.damage(damage_rank, (a_rank, a_roll), _side(d_rank, d_roll), bonus_dice, _options(options))
    return {
        "attacker_colour": found.attacker_colour,
        "defender_colour": found.defender_colour,
        "share": found.hit.share,
        "bonus": found.hit.bonus,
        "base": found.base,
        "min": found.least,
        "max": found.most,
        "damage": found.points,
    }


def fr_share(points: int, share: str, options: Raw = None) -> int:
    if _whole(points) < 0:
        raise RuleError(f"Points of damage are 0 or more, not {points}.")
    return damage.share(points, share, _options(options))


def fr_health(kind: str, value: int) -> str:
    return health.health(kind, _whole(value))


def fr_multi(
    *, base: str, count: int, variant: str, talent: bool = False, other_cs: int = 0, options: Raw = None
) -> dict[str, Any]:
    found = ladder(base, _whole(count), _options(options), variant=variant, talent=talent, other=_whole(other_cs))
    return {
        "ranks": list(found.ranks),
        "allowed": found.allowed,
        "complete": found.complete,
        "can_dodge": found.can_dodge,
    }


def fr_init_parse(line: str) -> list[Any] | None:
    found = initiative.read_line(line)
    return None if found is None else list(found)


def fr_init_order(lines: Sequence[str], agility: Mapping[str, str] | None = None, options: Raw = None) -> list[Any]:
    return [[number, names] for number, names in initiative.order(lines, agility or {}, _options(options))]


def fr_turn(actions: Sequence[str]) -> dict[str, Any]:
    found = turn(actions)
    return {"legal": found.legal, "gm": found.gm, "cs": found.cs, "multi": found.multi, "why": found.why}


def fr_p_colours(rank: str, options: Raw = None) -> dict[str, str]:
    return {colour: _exact(chance) for colour, chance in colours.chances(rank, _options(options)).items()}


def fr_p_initiative(a: str, b: str, options: Raw = None) -> list[str]:
    return [_exact(chance) for chance in initiative.chances(a, b, _options(options))]


def fr_expected_damage(damage_rank: str, a_rank: str, d_rank: str | None = None, options: Raw = None) -> str:
    return _exact(damage.expected(damage_rank, a_rank, d_rank, _options(options)))


OPERATIONS: Final[dict[str, Callable[..., Any]]] = {
    "fr.rank": fr_rank,
    "fr.number": fr_number,
    "fr.shift": fr_shift,
    "fr.init_die": fr_init_die,
    "fr.colour": fr_colour,
    "fr.compare": fr_compare,
    "fr.attack": fr_attack,
    "fr.damage": fr_damage,
    "fr.share": fr_share,
    "fr.health": fr_health,
    "fr.multi": fr_multi,
    "fr.init_parse": fr_init_parse,
    "fr.init_order": fr_init_order,
    "fr.turn": fr_turn,
    "fr.p_colours": fr_p_colours,
    "fr.p_initiative": fr_p_initiative,
    "fr.expected_damage": fr_expected_damage,
}
