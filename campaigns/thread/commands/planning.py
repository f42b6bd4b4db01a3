"""A post's text read as what it will do: prose to draw, dice to throw, moves of the turn order. Nothing is thrown or changed."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cache, partial

from campaigns.campaign.access import Viewer
from campaigns.character.access import characters_by_name, characters_of
from campaigns.character.models import Character
from campaigns.character.sheets import sheet_of
from campaigns.site import limits, markup
from campaigns.site.refused import NotAllowed, Refused, refusing
from campaigns.thread.commands.fighting import People, Step, read_steps
from campaigns.thread.models import Thread
from rules.errors import RuleError
from rules.lines import COMBAT_WORDS, LATER, ROLL_WORDS, Command, bracketed, near_miss, read_line
from rules.names import find_name
from rules.system import Declaration, RuleSystem
from rules.systems.dice.system import SYSTEM as PLAIN


@dataclass(frozen=True)
class Planned:
    """One command line: the rolls and the moves that it asks for. `number` is its 1-based line in the text."""

    number: int
    command: Command
    declarations: tuple[Declaration, ...] = ()
    character: Character | None = None
    steps: tuple[Step, ...] = ()


@dataclass(frozen=True)
class Plan:
    """`parts` in the order of the text: drawn prose (HTML) or planned lines. `doubts` is what a preview asks about lines that
    stay text and look like commands."""

    parts: tuple[str | Planned, ...]
    doubts: tuple[str, ...] = ()

    @property
    def lines(self) -> list[Planned]:
        return [part for part in self.parts if isinstance(part, Planned)]

    @property
    def steps(self) -> list[Step]:
        return [step for line in self.lines for step in line.steps]

    @property
    def throws(self) -> list[tuple[Declaration, Character | None, Command]]:
        """What will be thrown, in the order of the lines: the declaration, for whom, and the line that asks for it."""
        wanted = []
        for line in self.lines:
            wanted += [(declared, line.character, line.command) for declared in line.declarations]
            wanted += [(step.declaration, step.character, line.command) for step in line.steps if step.declaration]
        return wanted


def plan_post(viewer: Viewer, thread: Thread, text: str, speaker: Character | None) -> Plan:
    """What this text does when it is posted. A known word with wrong arguments is refused with its line and the right form."""
    segments = markup.segments(text)
    writing = _Writing(viewer, thread, speaker, cache(partial(characters_by_name, viewer)))
    parts: list[str | Planned] = []
    for segment in segments:
        if segment.kind == "line":
            parts.append(_plan_line(writing, segment))
        elif html := markup.render(segment.text):
            parts.append(html)
    plan = Plan(tuple(parts), tuple(_doubts(segments)))
    if len(plan.lines) > limits.COMMANDS:
        raise Refused(f"A post holds at most {limits.COMMANDS} commands; this one has {len(plan.lines)}.", field="text")
    if len(plan.throws) > limits.ROLLS:
        raise Refused(f"A post holds at most {limits.ROLLS} rolls; this one has {len(plan.throws)}.", field="text")
    if plan.throws and not viewer.may_write:
        raise NotAllowed("Watchers throw no dice. Ask the GM for a seat as a player.", field="text")
    return plan


def _doubts(segments: list[markup.Segment]) -> Iterator[str]:
    for segment in segments:
        for line in segment.text.split("\n") if segment.kind == "prose" else ():
            yield from filter(None, (near_miss(line), bracketed(line)))


@dataclass(frozen=True)
class _Writing:
    """Who writes, where, as whom, and the characters that he may name."""

    viewer: Viewer
    thread: Thread
    speaker: Character | None
    people: People


def _plan_line(writing: _Writing, segment: markup.Segment) -> Planned:
    viewer, number = writing.viewer, segment.line
    with refusing(field="text", line=number):
        command = read_line(segment.text)
        if command is None:
            raise Refused("This line is no command.", field="text", line=number)
        _refuse_what_waits(command, writing.thread, number)
        if command.word not in ROLL_WORDS:
            steps = read_steps(viewer, command, writing.people)
            return Planned(number, command, steps=tuple(replace(step, line=number) for step in steps))
        character = _speaker(viewer, command, writing.speaker)
        system = _system_for(command, viewer)
        declared = system.declare(command, sheet_of(character), viewer.campaign.options)
    return Planned(number, command, tuple(_titled(one, command) for one in declared), character)


def _refuse_what_waits(command: Command, thread: Thread, number: int) -> None:
    """What needs a sealed cast or a second recorded act is refused while the ledger of this site writes neither."""
    if command.word in LATER:
        raise Refused(
            f"`!{command.word}` is not understood at this table yet. A backslash makes it text.", field="text", line=number
        )
    if command.secrecy:
        raise Refused(
            "Nothing is thrown in secret at this table yet: leave the word away to throw openly.", field="text", line=number
        )
    if thread.kind == "notes":
        raise Refused("In notes nothing is thrown and no turn moves: their readers are the GMs alone.", field="text", line=number)
    if command.word in COMBAT_WORDS and thread.kind != "scene":
        raise Refused("A turn order belongs to a scene. A backslash before the line makes it text.", field="text", line=number)


def _system_for(command: Command, viewer: Viewer) -> RuleSystem:
    if command.word == "roll":
        return PLAIN
    system = viewer.campaign.rules
    if command.word not in system.words:
        legal = " or ".join(f"`!{word}`" for word in (*system.words, "roll"))
        raise RuleError(f"This campaign plays {system.title}: use {legal}.")
    return system


def _speaker(viewer: Viewer, command: Command, speaker: Character | None) -> Character | None:
    """The character the post speaks as, or the one of the writer that `as NAME` takes."""
    if not command.speaker:
        return speaker
    own = {character.name: character for character in characters_of(viewer)}
    found = find_name(command.speaker, own)
    if found is None:
        raise RuleError("There is no character of yours by that name.")
    return own[found]


def _titled(declared: Declaration, command: Command) -> Declaration:
    """The reason is the title of a plain roll, and a note of any other."""
    if not command.reason:
        return declared
    if command.word == "roll":
        return replace(declared, title=command.reason)
    return replace(declared, notes=(*declared.notes, command.reason))
