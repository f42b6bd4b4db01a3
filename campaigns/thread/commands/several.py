"""One line that a GM throws for several: each throws it under a name and by a sheet of his own, all in one cast."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace

from campaigns.thread.commands.writing import Writing
from rules.dice.limits import TABLE
from rules.errors import RuleError
from rules.lines import Command
from rules.system import Declaration, RuleSystem


def one_by_one(writing: Writing, command: Command, system: RuleSystem) -> list[Command]:
    """The line once for each name after its `as`, itself where one name or none stands there.

    Refused for a player, and for words that speak of one roll that is thrown already.
    """
    if not command.also:
        return [command]
    if not writing.viewer.is_gm:
        raise RuleError("Only the GM throws for several at once: one name stands after `as`.")
    if command.word in ("hammer", "use") or command.word in system.answers:
        raise RuleError(f"`!{command.word}` is written for one at a time: `as {command.speaker}`, then a line for the next.")
    return [replace(command, speaker=name, also=()) for name in (command.speaker, *command.also)]


@contextmanager
def naming(command: Command, several: Sequence[Command]) -> Iterator[None]:
    """Says of whom a refusal speaks, where the line is thrown for several."""
    try:
        yield
    except RuleError as refusal:
        if len(several) == 1:
            raise
        raise RuleError(f"{command.speaker}: {refusal.sentence}", refusal.column) from refusal


def check_dice(rolls: Sequence[Declaration], several: Sequence[Command]) -> None:
    """Refuses a line for several that throws more dice in all than one roll may."""
    dice = sum(count for one in rolls for count, _ in one.req)
    if len(several) > 1 and dice > TABLE.dice:
        raise RuleError(f"At most {TABLE.dice} dice in a line; for {len(several)} these are {dice}.")
