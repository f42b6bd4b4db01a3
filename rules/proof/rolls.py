"""Rules of one roll: its request, its dice, and its outcome where there is code for its rules version."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from rules.dice.source import MOST_SIDES, die
from rules.proof.breach import need
from rules.proof.outcome import check_outcome
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


def check_public(chain: Chain, rolls: Sequence[Roll], key: bytes, cast: int) -> None:
    """The rolls of a public cast under its cast key (E_SCHEMA, E_SIDES, E_COUNT, E_DICE, E_RESULT)."""
    for r, roll in enumerate(rolls):
        check_types(roll, PUBLIC_ROLL, f"roll {r}")
        check_sizes(roll, r)
        check_dice(roll, key, r)
        check_outcome(chain, roll, (cast, r))
        chain.dice += sum(len(faces) for _, faces in roll["dice"])


def secret_specs(rolls: Sequence[Roll]) -> list[str]:
    """The seals of the requests of a secret cast."""
    return [roll["f"]["spec"] for roll in rolls]


def check_sizes(roll: Roll, r: int) -> None:
    """Sides of all dice (E_SIDES), then their count (E_COUNT)."""
    sides = [sides for _, sides in roll["req"]] + [sides for sides, _ in roll["fix"]] + roll["open"]
    need(all(1 <= s <= MOST_SIDES for s in sides), "E_SIDES", f"In roll {r}, a die must have 1 to {MOST_SIDES:,} sides.")
    within = all(1 <= value <= sides for sides, value in roll["fix"])
    need(within, "E_SIDES", f"In roll {r}, a fixed die must show 1 to its number of sides.")
    counts = [count for count, _ in roll["req"]]
    fits = all(count >= 0 for count in counts) and sum(counts) <= MOST_DICE
    need(fits, "E_COUNT", f"In roll {r}, each group has 0 dice or more, all together at most {MOST_DICE}.")


def check_dice(roll: Roll, key: bytes, r: int) -> None:
    """The groups of the request and the extra ones (E_COUNT, E_SIDES), then every face (E_DICE)."""
    asked, dice = roll["req"], roll["dice"]
    thrown = [[len(faces), sides] for sides, faces in dice]
    need(thrown[: len(asked)] == asked, "E_COUNT", f"In roll {r}, the dice must begin with the groups of its request.")
    total = sum(count for count, _ in thrown)
    need(total <= MOST_DICE, "E_COUNT", f"In roll {r}, there are {total} dice; at most {MOST_DICE} may be thrown.")
    may_grow = roll["res"] != {} and not roll["rv"].startswith("plain/")
    need(len(thrown) == len(asked) or may_grow, "E_COUNT", f"In roll {r}, there may be no extra dice.")
    for _, sides in thrown:
        need(1 <= sides <= MOST_SIDES, "E_SIDES", f"In roll {r}, a die must have 1 to {MOST_SIDES:,} sides.")
    number = 0
    for sides, faces in dice:
        for face in faces:
            right = die(key, r, number, sides)
            if face != right:
                need(
                    False,
                    "E_DICE",
                    f"In roll {r}, die {number} (d{sides}) says {face}; secret and number give {right}.",
                )
            number += 1
