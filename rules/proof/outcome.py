"""Whether a roll's outcome is what its rules give, asked of the rule system that the roll names.

The expression comes from a file that nobody vouches for, so whatever a rule system raises over it is a breach.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache, partial
from typing import Any, TypeVar

from rules.errors import RuleError
from rules.proof.breach import Breach, need
from rules.proof.canonical import canon, written
from rules.proof.state import Chain
from rules.system import Declaration, RuleSystem, Thrown

Answer = TypeVar("Answer")


def is_ruled(chain: Chain, roll: dict[str, Any], r: int, chosen: Sequence[int] = (), *, outcome: str | None = None) -> bool:
    """Request and extra dice follow from `expr` (E_COUNT), and the outcome from the dice (E_RESULT).

    r: the index of the roll.  outcome: what is recorded, in canonical form, None for the roll's own `res`.  False for a
    roll without a recorded outcome or under rules that are not known here: then nothing is said of its outcome.
    """
    recorded = written(roll["res"]).decode("utf-8") if outcome is None else outcome
    # Any, since a protocol does not say that a system can be hashed; all are, by identity.
    system: Any = chain.find(roll["rv"]) if recorded != "{}" else None
    if system is None:
        return False
    dice = tuple([(sides, tuple(faces)) for sides, faces in roll["dice"]])
    judge = _judged if sum([len(faces) for _, faces in dice]) <= MOST_KEPT else _judged.__wrapped__
    try:
        req, fix, open_, right = judge(system, roll["expr"], dice, tuple(chosen))
    except Breach as breach:
        raise Breach(breach.code, f"In roll {r}, {breach.sentence}") from None
    if req != roll["req"] or fix != roll["fix"] or open_ != roll["open"]:
        raise Breach("E_COUNT", f"In roll {r}, req, fix and open are not those that {roll['expr']} stands for.")
    if recorded != right:
        raise Breach("E_RESULT", f"In roll {r}, the recorded outcome is not what the rules give: {right}.")
    return True


MOST_KEPT = 40
"""Dice of a roll whose judgement is kept: a file of huge rolls shall not fill the memory with them."""

Judged = tuple[list[list[int]], list[list[int]], list[int], str]
"""What the rules say of an expression and its dice: `req`, `fix` and `open`, and the outcome in canonical form."""


@lru_cache(maxsize=2048)
def _judged(system: RuleSystem, expr: str, dice: tuple[Thrown, ...], chosen: tuple[int, ...]) -> Judged:
    """Rules are pure and a table throws the same few expressions over and over: what they say is kept for the next time."""
    declaration = _ask(partial(system.parse, expr), "E_COUNT")
    need(declaration.expr == expr, "E_COUNT", f"{expr} is not the print of what it stands for.")
    waves_fit = _ask(partial(_waves_fit, system, declaration, dice), "E_COUNT")
    need(waves_fit, "E_COUNT", "the extra dice are not those that the rules ask for.")
    right = _ask(lambda: canon(system.result(declaration, dice, chosen)), "E_RESULT")
    return list(map(list, declaration.req)), list(map(list, declaration.fix)), list(declaration.open), right.decode("utf-8")


def _waves_fit(system: RuleSystem, declaration: Declaration, dice: tuple[Thrown, ...]) -> bool:
    """Whether the groups after those of the request are the waves that the rules ask for."""
    seen = len(declaration.req)
    while wave := system.extra(declaration, dice[:seen]):  # noqa: S610 - no query, the rules' extra dice
        if [(len(faces), sides) for sides, faces in dice[seen : seen + len(wave)]] != [tuple(group) for group in wave]:
            return False
        seen += len(wave)
    return seen == len(dice)


def _ask(question: Callable[[], Answer], code: str) -> Answer:
    try:
        return question()
    except RuleError as refusal:
        raise Breach(code, f"the rules refuse the expression: {refusal.sentence}") from None
    except Exception as fault:
        raise Breach(code, f"the rules cannot read the expression ({type(fault).__name__}).") from None
