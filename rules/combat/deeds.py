"""What somebody did in a Turn besides throwing dice, and what is to be said of it (FR-15, FR-16, FR-20)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, Final

from rules.errors import RuleError

LONG, ENDED = "long", "ended"
KINDS: Final = ("auto", "move", "move_short", LONG, ENDED)
"""What is declared without dice: an automatic action, a movement, a short one; that a task lasts longer than this Round, and
that such a task is done."""

MOST_DECLARED: Final = 20
"""Acts that one Turn holds."""

LONGEST_WARNING: Final = 500


@dataclass(frozen=True)
class Deeds:
    """What stands of somebody's acts. acts: what he declared in his newest Turn; busy: a task of his lasts longer than a Round.

    spent: nothing may follow in this Round, a defence neither.  warning: why what he did does not fit in one Turn, "" for
    nothing; it stands until his next Turn begins.  allowed: the GM who allowed it all the same, "" for none.
    """

    acts: tuple[str, ...] = ()
    busy: bool = False
    spent: bool = False
    warning: str = ""
    allowed: str = ""


NOTHING: Final = Deeds()


def declared(deeds: Deeds, act: Mapping[str, Any]) -> Deeds:
    """The deeds after a `did` act. A new warning stands beside the one before, unless that is allowed."""
    acts, warning = act.get("acts", []), act.get("warning", "")
    if not isinstance(acts, (list, tuple)) or any(one not in KINDS for one in acts):
        raise RuleError(f"What is declared without dice is one of {', '.join(KINDS)}.")
    if len(deeds.acts) + len(acts) > MOST_DECLARED:
        raise RuleError(f"A Turn holds at most {MOST_DECLARED} declared acts.")
    if not isinstance(warning, str) or len(warning) > LONGEST_WARNING:
        raise RuleError(f"A warning is a text of at most {LONGEST_WARNING} characters.")
    busy = deeds.busy
    for one in acts:
        busy = one == LONG or (busy and one != ENDED)
    found = replace(deeds, acts=(*deeds.acts, *acts), busy=busy, spent=deeds.spent or bool(act.get("spent")))
    if not warning:
        return found
    before = "" if deeds.allowed else deeds.warning
    return replace(found, warning=f"{before} {warning}".strip()[:LONGEST_WARNING], allowed="")


def allowed(deeds: Deeds, who: str) -> Deeds:
    """The deeds after a GM has allowed what does not fit; refused where there is no such thing."""
    if not deeds.warning:
        raise RuleError("There is nothing to allow: what was declared fits in one Turn.")
    if deeds.allowed:
        raise RuleError(f"{deeds.allowed} allowed it already.")
    return replace(deeds, allowed=who or "The GM")


def turned(deeds: Deeds, *, begins: bool, new_round: bool) -> Deeds:
    """The deeds once the turn has moved: `begins` where it is now his, `new_round` where a new Round has begun.

    A long task goes on from Turn to Turn.
    """
    spent = deeds.spent and not new_round
    return Deeds(busy=deeds.busy, spent=spent) if begins else replace(deeds, spent=spent)


def from_stored(stored: Mapping[str, Any] | None) -> Deeds:
    """The deeds of a stored row; one that was stored before there were deeds has none."""
    return Deeds(**{**stored, "acts": tuple(stored["acts"])}) if stored else NOTHING
