"""The normal print of a pool: what the ledger records of a throw, and reading it again.

`7d`, `7d vs 4`, `6d+1ed=10+1had vs 5 actions 2`, `6d vs 4,0 actions 2 lost 1`: the pool is settled, bonus, penalties and
buy-off are done. `lost` counts dice that penalties removed; they were never thrown. `7d contest fast` opens a contest,
`7d against 41.0 3x5 fast` answers the one of roll 41.0, whose set was 3x5; `3d joint` waits for a helper, `3d joint 2` for two,
`3d joins 41.0 3,3,5` adds its dice to those of roll 41.0. Options that are not at their default follow as `name=choice`.
"""

from __future__ import annotations

import re
from typing import Final

from rules.dice.limits import TABLE
from rules.lines import RuleError
from rules.systems.bgrade.options import ASKED, OUTCOME, POOL, is_default
from rules.systems.bgrade.sets import Set
from rules.systems.bgrade.throw import MOST_ACTIONS, Against, Joins, Throw

RECORDED: Final = tuple(option.name for option in (*OUTCOME, *POOL, *ASKED))
"""Options that a print tells, in its order."""

NUMBER: Final = r"(?:0|[1-9][0-9]{0,9})\.(?:0|[1-9][0-9]?)"
"""A roll's place in the ledger: entry and index."""

_HAND = r"(?:none|[0-9]{1,2}(?:,[0-9]{1,2})*)"
_SET = r"[0-9]{1,3}x[0-9]{1,2}"
_PRINT = re.compile(
    r"(?P<rolled>[0-9]{1,3})d(?:\+(?P<ed>[1-9][0-9]?)ed=(?P<heights>[0-9]{1,2}(?:,[0-9]{1,2})*))?"
    r"(?:\+(?P<had>[1-9][0-9]?)had)?(?: vs (?P<vs>[0-9]{1,2}(?:,[0-9]{1,2})*))?"
    r"(?: actions (?P<actions>[0-9]{1,2}))?(?: lost (?P<lost>[0-9]{1,3}))?(?P<joint> joint(?: (?P<helpers>[2-8]))?)?"
    rf"(?: joins (?P<joins>{NUMBER}) (?P<hands>{_HAND}(?:/{_HAND})*))?"
    rf"(?P<contest> contest| against (?P<against>{NUMBER}) (?P<sets>none|{_SET}(?:,{_SET})*))?"
    r"(?: (?P<by>fast|slow|width|height))?(?P<options>(?: [a-z_]+=[a-z0-9_]+)*)",
    re.ASCII,
)


def print_throw(throw: Throw) -> str:
    """The normal print; refused where it is longer than a record may be."""
    ed = f"+{len(throw.heights)}ed={_listed(throw.heights)}" if throw.heights else ""
    had = f"+{throw.had}had" if throw.had else ""
    levels = throw.difficulties if len(set(throw.difficulties)) > 1 else throw.difficulties[:1]
    vs = f" vs {_listed(levels)}" if any(throw.difficulties) else ""
    actions = f" actions {len(throw.difficulties)}" if len(throw.difficulties) > 1 else ""
    lost = f" lost {throw.lost}" if throw.lost else ""
    told = "".join(f" {name}={throw.options[name]}" for name in RECORDED if _matters(throw, name))
    text = f"{throw.rolled}d{ed}{had}{vs}{actions}{lost}{_linked(throw)}{told}"
    if len(text) > TABLE.characters:
        raise RuleError("This pool is too long to be recorded: declare fewer dice, special dice, actions or lost dice.")
    return text


def parse(expr: str) -> Throw:
    """The throw of a recorded print; everything but the normal print is refused."""
    found = _PRINT.fullmatch(expr) if len(expr) <= TABLE.characters else None
    if found is None:
        raise _unreadable(expr)
    levels = _numbers(found["vs"] or "0")
    count = int(found["actions"] or 1)
    throw = Throw(
        int(found["rolled"]),
        _numbers(found["heights"]),
        levels * count if len(levels) == 1 and count <= MOST_ACTIONS else levels,
        int(found["lost"] or 0),
        dict(part.split("=") for part in found["options"].split()),
        int(found["had"] or 0),
        (found["by"] or "") if found["contest"] else None,
        Against(found["against"], _sets(found["sets"])) if found["against"] else None,
        int(found["helpers"] or 1) if found["joint"] else 0,
        Joins(found["joins"], tuple(map(_numbers, found["hands"].split("/")))) if found["joins"] else None,
    ).checked()
    if print_throw(throw) != expr:
        raise _unreadable(expr)
    return throw


def _matters(throw: Throw, name: str) -> bool:
    """Whether the print tells that option: it is not the default, and it can matter to this roll."""
    against_time = throw.contest in ("", "fast")
    may = {
        "difficulty_mode": any(throw.difficulties),
        "auto_beat_width": any(throw.difficulties),
        "ed_must_differ": len(throw.heights) > 1,
        "split_sets": len(throw.difficulties) > 1,
        "contest_tie": throw.contest is not None,
        "had_seen": throw.contest is not None,
        "area_use": against_time,
        "coop_mode": throw.joint > 0 or throw.joins is not None,
    }
    return may.get(name, True) and not is_default(throw.options, name)


def _linked(throw: Throw) -> str:
    """The part that names other rolls, or that waits for them."""
    joint = f" joint {throw.joint}" if throw.joint > 1 else " joint" if throw.joint else ""
    joins = f" joins {throw.joins.number} {'/'.join(map(_listed, throw.joins.hands))}" if throw.joins else ""
    if throw.contest is None:
        return joint + joins
    by = f" {throw.contest}" if throw.contest else ""
    if throw.against is None:
        return f"{joint}{joins} contest{by}"
    sets = ",".join(f"{width}x{height}" for width, height in sorted(throw.against.sets, reverse=True)) or "none"
    return f"{joint}{joins} against {throw.against.number} {sets}{by}"


def _listed(numbers: tuple[int, ...]) -> str:
    return ",".join(map(str, numbers)) or "none"


def _numbers(text: str | None) -> tuple[int, ...]:
    return () if text in (None, "none") else tuple(map(int, str(text).split(",")))


def _sets(text: str) -> tuple[Set, ...]:
    pairs = [] if text == "none" else [of.split("x") for of in text.split(",")]
    return tuple((int(width), int(height)) for width, height in pairs)


def _unreadable(expr: str) -> RuleError:
    return RuleError(f"“{expr[:200]}” is no B-Grade pool in its normal print, like `6d+1ed=10 vs 5 actions 2`.")
