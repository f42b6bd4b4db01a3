"""Rules of one roll: its request, its dice, and its outcome where there is code for its rules version."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from rules.dice.source import MOST_SIDES, die
from rules.proof.breach import Breach, need
from rules.proof.outcome import is_ruled
from rules.proof.schema import BOUND_ROLL, PUBLIC_ROLL, Schema, check_keys, check_types
from rules.proof.state import Chain

MOST_DICE = 1000

Roll = dict[str, Any]


def check_request_keys(rolls: Sequence[Any], schema: Schema) -> None:
    """Every roll has the keys of its kind, and so has its `f`. Raises Breach E_SCHEMA."""
    for r, roll in enumerate(rolls):
        check_keys(roll, schema, f"roll {r}")
        need(schema.kinds["f"].fits(roll["f"]), "E_SCHEMA", f"In roll {r}, f must be {schema.kinds['f'].words}.")


def check_bound(rolls: Sequence[Roll]) -> None:
    """The requests of a bind, whose dice are not thrown yet (E_SCHEMA, E_SIDES, E_COUNT)."""
    for r, roll in enumerate(rolls):
        check_types(roll, BOUND_ROLL, f"roll {r}")
        check_sizes(roll, r)


def check_public(chain: Chain, rolls: Sequence[Roll], key: bytes, outcomes: Sequence[str]) -> None:
    """The rolls of a public cast under its cast key (E_SCHEMA, E_SIDES, E_COUNT, E_DICE, E_RESULT).

    outcomes: the `res` of each as written, where the types of all are known to be right.
    """
    for r, roll in enumerate(rolls):
        if not outcomes:
            check_types(roll, PUBLIC_ROLL, f"roll {r}")
        check_thrown(chain, roll, key, r, outcomes[r] if outcomes else None)


def check_thrown(chain: Chain, roll: Roll, key: bytes, r: int, outcome: str | None = None) -> None:
    """One roll with its dice (E_SIDES, E_COUNT, E_DICE, E_RESULT). outcome: its `res` as written, where that is at hand."""
    check_sizes(roll, r)
    check_dice(roll, key, r)
    if not is_ruled(chain, roll, r, outcome=outcome):
        chain.unruled[roll["rv"]] += 1
    chain.dice += sum([len(faces) for _, faces in roll["dice"]])


def check_sizes(roll: Roll, r: int) -> None:
    """Sides of all dice (E_SIDES), then their count (E_COUNT)."""
    req, fix = roll["req"], roll["fix"]
    for sides in [sides for _, sides in req] + [sides for sides, _ in fix] + roll["open"]:
        if not 1 <= sides <= MOST_SIDES:
            raise Breach("E_SIDES", f"In roll {r}, a die must have 1 to {MOST_SIDES:,} sides.")
    for sides, value in fix:
        if not 1 <= value <= sides:
            raise Breach("E_SIDES", f"In roll {r}, a fixed die must show 1 to its number of sides.")
    counts = [count for count, _ in req]
    if counts and (min(counts) < 0 or sum(counts) > MOST_DICE):
        raise Breach("E_COUNT", f"In roll {r}, each group has 0 dice or more, all together at most {MOST_DICE}.")


def check_dice(roll: Roll, key: bytes, r: int) -> None:
    """The groups of the request and the extra ones (E_COUNT, E_SIDES), then every face (E_DICE)."""
    asked, dice = roll["req"], roll["dice"]
    thrown = [[len(faces), sides] for sides, faces in dice]
    if thrown != asked:
        _check_extra(roll, thrown, r)
    number = 0
    for sides, faces in dice:
        for face in faces:
            right = die(key, r, number, sides)
            if face != right:
                raise Breach("E_DICE", f"In roll {r}, die {number} (d{sides}) says {face}; secret and number give {right}.")
            number += 1


def _check_extra(roll: Roll, thrown: list[list[int]], r: int) -> None:
    """More groups than were asked for, whose sides `check_sizes` has not seen."""
    asked = roll["req"]
    need(thrown[: len(asked)] == asked, "E_COUNT", f"In roll {r}, the dice must begin with the groups of its request.")
    total = sum(count for count, _ in thrown)
    need(total <= MOST_DICE, "E_COUNT", f"In roll {r}, there are {total} dice; at most {MOST_DICE} may be thrown.")
    may_grow = roll["res"] != {} and not roll["rv"].startswith("plain/")
    need(may_grow, "E_COUNT", f"In roll {r}, there may be no extra dice.")
    within = all(1 <= sides <= MOST_SIDES for _, sides in thrown)
    need(within, "E_SIDES", f"In roll {r}, a die must have 1 to {MOST_SIDES:,} sides.")
