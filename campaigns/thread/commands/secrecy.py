"""Which dice of a post are thrown in secret, and that such dice meet nobody: one post, one visibility."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import Protocol

from campaigns.campaign.access import secrecy_of
from campaigns.ledger.access import Secrecy
from campaigns.ledger.commands import Wanted
from campaigns.ledger.commands.sealing import LINKED, meets_others
from campaigns.site.refused import Refused
from campaigns.thread.access import audience_of
from campaigns.thread.commands.fighting import Step
from campaigns.thread.commands.second_acts import SecondAct
from campaigns.thread.commands.writing import Writing
from campaigns.thread.models import Offer
from rules.lines import ROLL_WORDS, Command
from rules.system import Declaration

AFTERWARDS = frozenset(("hammer", "use"))
"""Words that say something of a roll which is thrown already."""

MIXED = (
    "The dice of one post are all thrown openly, all in secret or all blind. Post the line that differs by itself. "
    "Nothing was thrown."
)
ELSEWHERE = "`secret` and `blind` belong to dice that are thrown; this line throws none."


class Line(Protocol):
    """What is asked of a planned line."""

    @property
    def number(self) -> int: ...
    @property
    def command(self) -> Command: ...
    @property
    def rolls(self) -> tuple[Wanted, ...]: ...
    @property
    def steps(self) -> tuple[Step, ...]: ...
    @property
    def act(self) -> SecondAct | None: ...
    @property
    def offers(self) -> tuple[Offer, ...]: ...


def closed(command: Command, writing: Writing) -> Command:
    """The line with what its author chose for the whole post: of the two that which shows less holds."""
    if not writing.secrecy or command.word not in ROLL_WORDS - AFTERWARDS:
        return command
    return replace(command, secrecy="blind" if "blind" in (command.secrecy, writing.secrecy) else "secret")


def secrecy_of_post(writing: Writing, lines: Iterable[Line]) -> Secrecy:
    """How the dice of these lines are thrown. Refused where they differ, and for a secret roll that meets somebody."""
    throwing = [line for line in lines if line.rolls or any(step.declaration for step in line.steps)]
    for line in lines:
        if line.act and line.command.secrecy:
            raise Refused(ELSEWHERE, field="text", line=line.number)
    asked = [line.command.secrecy or writing.secrecy for line in throwing]
    found = secrecy_of(writing.viewer, audience_of(writing.thread), asked[0] if asked else "")
    other = next((line for line, how in zip(throwing, asked, strict=True) if how != asked[0]), None)
    if other is not None:
        raise Refused(MIXED, field="text", line=other.number)
    linked = next((line for line in throwing if _meets_others(line)), None) if found.sees else None
    if linked is not None:
        raise Refused(LINKED, field="text", line=linked.number)
    return found


def _meets_others(line: Line) -> bool:
    linked = any(meets_others(roll.declaration, target=roll.target, answers=roll.answers) for roll in line.rolls)
    thrown = any(step.declaration for step in line.steps)
    return linked or thrown or bool(line.offers) or any(_allows_more(roll.declaration) for roll in line.rolls)


def _allows_more(declared: object) -> bool:
    """Whether its result decides how many actions follow, or it is one of those (FR-19)."""
    return isinstance(declared, Declaration) and (declared.expr.startswith("more ") or " extra " in f"{declared.expr} ")
