"""Column shifts: moving along the ladder of ranks (FR-10)."""

from __future__ import annotations

from rules.system import Options
from rules.systems.faserip.options import choice
from rules.systems.faserip.ranks import LADDER, PLACES, rank, ranks_of

SHIFT_Z = PLACES["Shift Z"]


def shift(name: str, columns: int, options: Options) -> str:
    """The rank that many columns to the right (up), or to the left where negative.

    All shifts of a roll are summed before they come here: the ladder is walked once and clamped once (FR-A39). By
    default the left end is Shift 0, nothing rises above Shift Z, and Class ranks shift down only (FR-A18).
    """
    place, policy = PLACES[rank(name, options)], choice(options, "cs_policy")
    if policy == "free":
        highest = len(ranks_of(options)) - 1
    elif policy == "classic" and place > SHIFT_Z:
        return LADDER[place]
    else:
        highest = max(SHIFT_Z, place)
    return LADDER[max(0, min(highest, place + columns))]


def signed(columns: int) -> str:
    """ "+1CS", "-2CS"."""
    return f"{columns:+d}CS"
