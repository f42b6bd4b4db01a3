"""Whether a roll's outcome is what its rules give, asked of the rule system that the roll names.

The expression comes from a file that nobody vouches for, so whatever a rule system raises over it is a breach.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any, TypeVar

from rules.errors import RuleError
from rules.proof.breach import Breach, need
from rules.proof.canonical import canon, written
from rules.proof.state import Chain
from rules.system import Declaration, RuleSystem, Thrown

Answer = TypeVar("Answer")


def check_outcome(chain: Chain, roll: dict[str, Any], place: tuple[int, int], chosen: Sequence[int] = (), res: Any = None) -> None:
    """Request and extra dice follow from `expr` (E_COUNT), and the outcome from the dice (E_RESULT).

    `res` is a choice's outcome, None for the roll's own. A roll without a recorded outcome, or under rules that are not
    known here, is remembered as unruled: `place` is (entry of the cast, index of the roll).
    """
    rv, recorded = roll["rv"], roll["res"] if res is None else res
    system = chain.find(rv) if recorded != {} else None
    if system is None:
        chain.leave_unruled(rv, *place)
        return
    dice = tuple((sides, tuple(faces)) for sides, faces in roll["dice"])
    declaration = _declared(system, roll, place[1])
    _check_waves(system, declaration, dice, place[1])
    outcome = _ask(partial(system.result, declaration, dice, tuple(chosen)), "E_RESULT", place[1])
    _equal(recorded, outcome, place)


def _declared(system: RuleSystem, roll: dict[str, Any], r: int) -> Declaration:
    declaration = _ask(partial(system.parse, roll["expr"]), "E_COUNT", r)
    same = (
        declaration.expr == roll["expr"]
        and list(map(list, declaration.req)) == roll["req"]
        and list(map(list, declaration.fix)) == roll["fix"]
        and list(declaration.open) == roll["open"]
    )
    need(same, "E_COUNT", f"In roll {r}, req, fix and open are not those that {roll['expr']} stands for.")
    return declaration


def _check_waves(system: RuleSystem, declaration: Declaration, dice: tuple[Thrown, ...], r: int) -> None:
    sentence = f"In roll {r}, the extra dice are not those that the rules ask for."
    seen = len(declaration.req)
    while True:
        wave = _ask(partial(system.extra, declaration, dice[:seen]), "E_COUNT", r)
        if not wave:
            break
        found = [(len(faces), sides) for sides, faces in dice[seen : seen + len(wave)]]
        need(found == [tuple(group) for group in wave], "E_COUNT", sentence)
        seen += len(wave)
    need(seen == len(dice), "E_COUNT", sentence)


def _equal(recorded: Any, right: Any, place: tuple[int, int]) -> None:
    outcome = _ask(partial(canon, right), "E_RESULT", place[1])
    if written(recorded) != outcome:
        stated = outcome.decode("utf-8")
        raise Breach("E_RESULT", f"In roll {place[1]}, the recorded outcome is not what the rules give: {stated}.")


def _ask(question: Callable[[], Answer], code: str, r: int) -> Answer:
    try:
        return question()
    except RuleError as refusal:
        raise Breach(code, f"In roll {r}, the rules refuse the expression: {refusal.sentence}") from None
    except Exception as fault:
        raise Breach(code, f"In roll {r}, the rules cannot read the expression ({type(fault).__name__}).") from None
