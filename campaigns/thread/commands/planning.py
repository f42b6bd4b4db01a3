"""A post's text read as what it will do: prose to draw, dice to throw, moves of the turn order. Nothing is thrown or changed."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import chain

from campaigns.campaign.access import Viewer
from campaigns.character.models import Character
from campaigns.character.sheets import sheet_of
from campaigns.combat.commands import Deed
from campaigns.ledger.access import OPEN, Secrecy
from campaigns.ledger.commands import Wanted
from campaigns.site import limits, markup
from campaigns.site.refused import NotAllowed, Refused, refusing
from campaigns.thread.commands.declaring import NOTHING, Declared, deeds_of
from campaigns.thread.commands.fighting import Step, read_steps
from campaigns.thread.commands.foes import at_once
from campaigns.thread.commands.linking import Linked, aimed, already, read_answer, read_joint, wanted
from campaigns.thread.commands.second_acts import SecondAct, read_second_act
from campaigns.thread.commands.secrecy import AFTERWARDS, closed, secrecy_of_post
from campaigns.thread.commands.several import check_dice, naming, one_by_one
from campaigns.thread.commands.writing import Writing
from campaigns.thread.models import Offer, Thread
from rules.lines import COMBAT_WORDS, ROLL_WORDS, Command, bracketed, near_miss, read_line
from rules.macros import expanded, macros_of
from rules.system import Declaration, RuleSystem
from rules.systems.dice.system import SYSTEM as PLAIN


@dataclass(frozen=True)
class Planned:
    """One command line: the rolls, the moves or the second act that it asks for, and the offered dice that its first roll takes
    in. `number` is its 1-based line in the text."""

    number: int
    command: Command
    rolls: tuple[Wanted, ...] = ()
    steps: tuple[Step, ...] = ()
    act: SecondAct | None = None
    offers: tuple[Offer, ...] = ()

    @property
    def declarations(self) -> list[Declaration]:
        """What its rolls are, as far as it is known before the throw."""
        return [roll.declaration for roll in self.rolls if isinstance(roll.declaration, Declaration)]


@dataclass(frozen=True)
class Plan:
    """`parts` in the order of the text: drawn prose (HTML) or planned lines. `doubts` is what a preview asks about lines that
    stay text and look like commands; `deeds` is what the fight keeps of its Turns; `secrecy` is how its dice are thrown."""

    parts: tuple[str | Planned, ...]
    doubts: tuple[str, ...] = ()
    deeds: tuple[Deed, ...] = ()
    secrecy: Secrecy = OPEN

    @property
    def lines(self) -> list[Planned]:
        return [part for part in self.parts if isinstance(part, Planned)]

    @property
    def steps(self) -> list[Step]:
        return [step for line in self.lines for step in line.steps]

    @property
    def throws(self) -> list[Wanted]:
        """What will be thrown, in the order of the lines."""
        return list(chain.from_iterable((*line.rolls, *_initiative(line)) for line in self.lines))

    @property
    def warnings(self) -> list[str]:
        """What does not fit in one Turn, a sentence for each whose Turn it is."""
        return [deed.warned for deed in self.deeds if deed.warned]


def _initiative(line: Planned) -> list[Wanted]:
    """The rolls for a place in the turn order."""
    thrown = [(step, wanted(line.command, step.declaration, step.character)) for step in line.steps if step.declaration]
    return [replace(roll, name=roll.name or step.name) for step, roll in thrown]


def plan_post(
    viewer: Viewer,
    thread: Thread,
    text: str,
    speaker: Character | None,
    answers: str = "",
    *,
    declared: Declared = NOTHING,
    secrecy: str = "",
) -> Plan:
    """What this text does when it is posted. A known word with wrong arguments is refused with its line and the right form.

    answers: the key of the one roll that it may answer, "" for the newest that waits.  declared: what is done without dice.
    secrecy: how all its dice are thrown, "secret", "blind" or "" for what its lines say.
    """
    writing = Writing(viewer, thread, speaker, answers, secrecy)
    parts: list[str | Planned] = []
    segments = markup.segments(text)
    for segment in segments:
        if segment.kind == "line":
            line = _plan_line(writing, segment, Plan(tuple(parts)).throws)
            writing.moves.extend(line.steps)
            parts.append(line)
        elif html := markup.render(segment.text):
            parts.append(html)
    plan = Plan(tuple(parts), tuple(_doubts(segments)))
    if len(plan.lines) > limits.COMMANDS:
        raise Refused(f"A post holds at most {limits.COMMANDS} commands; this one has {len(plan.lines)}.", field="text")
    if len(plan.throws) > limits.ROLLS:
        raise Refused(f"A post holds at most {limits.ROLLS} rolls; this one has {len(plan.throws)}.", field="text")
    if (plan.throws or any(line.act for line in plan.lines)) and not viewer.may_write:
        raise NotAllowed("Watchers throw no dice. Ask the GM for a seat as a player.", field="text")
    thrown = [roll for line in plan.lines for roll in line.rolls]
    how = secrecy_of_post(writing, plan.lines)
    # what the fight says of a deed would tell of a roll that is closed
    return replace(plan, secrecy=how, deeds=deeds_of(writing, () if how.sees else thrown, declared))


def _doubts(segments: list[markup.Segment]) -> Iterator[str]:
    for segment in segments:
        for line in segment.text.split("\n") if segment.kind == "prose" else ():
            yield from filter(None, (near_miss(line), bracketed(line)))


def _plan_line(writing: Writing, segment: markup.Segment, before: list[Wanted]) -> Planned:
    number = segment.line
    with refusing(field="text", line=number):
        command = read_line(segment.text)
        if command is None:
            raise Refused("This line is no command.", field="text", line=number)
        command = closed(command, writing)
        _refuse_elsewhere(command, writing.thread, number)
        if command.word not in ROLL_WORDS:
            steps = read_steps(writing.viewer, command, lambda: writing.people)
            return Planned(number, command, steps=tuple(replace(step, line=number) for step in steps))
        system = _system_for(command, writing.viewer)
        several = one_by_one(writing, command, system)
        if command.word in AFTERWARDS:
            return Planned(number, command, act=read_second_act(writing, command, system))
        if command.word in system.answers:
            answer = read_answer(writing, command, system)
            if answer is None:
                return Planned(number, command, act=read_second_act(writing, command, system))
            return _linked(number, command, answer)
        line = Planned(number, command)
        for each in several:
            with naming(each, several):
                thrown = _thrown(writing, each, system, [*before, *line.rolls])
            line = replace(line, rolls=(*line.rolls, *thrown.rolls), offers=(*line.offers, *thrown.offers))
        check_dice(line.declarations, several)
        return line


def _thrown(writing: Writing, command: Command, system: RuleSystem, before: list[Wanted]) -> Planned:
    """The rolls of a line that one throws."""
    who = writing.throwing(command)
    if macros := macros_of(sheet_of(who)):
        command = expanded(command, macros)
        system = _system_for(command, writing.viewer)
    if joint := read_joint(writing, command, system, who):
        return _linked(0, command, joint)
    made = already(writing, command, who, before) if command.word != "roll" else 0
    declared = system.declare(command, writing.sheet_for(who, system), writing.viewer.campaign.options, already=made)
    own = [aimed(writing, command, _titled(one, command), who) for one in declared]
    return Planned(0, command, tuple(chain.from_iterable((one, *at_once(writing, system, one)) for one in own)))


def _linked(number: int, command: Command, linked: Linked) -> Planned:
    roll = linked.wanted
    if isinstance(roll.declaration, Declaration):
        roll = replace(roll, declaration=_titled(roll.declaration, command))
    return Planned(number, command, (roll,), offers=linked.offers)


def _refuse_elsewhere(command: Command, thread: Thread, number: int) -> None:
    if command.word in COMBAT_WORDS and thread.kind != "scene":
        raise Refused("A turn order belongs to a scene. A backslash before the line makes it text.", field="text", line=number)


def _system_for(command: Command, viewer: Viewer) -> RuleSystem:
    if command.word == "roll":
        return PLAIN
    system = viewer.campaign.rules
    if command.word not in system.words:
        system.declare(command, None, viewer.campaign.options)  # refuses with the words that it knows
    return system


def _titled(declared: Declaration, command: Command) -> Declaration:
    """The reason is the title of a plain roll, and a note of any other."""
    if not command.reason:
        return declared
    if command.word == "roll":
        return replace(declared, title=command.reason)
    return replace(declared, notes=(*declared.notes, command.reason))
