"""The lines of a post that move a turn order: read first, rehearsed on a copy of the fight, then done after the dice are thrown."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any

from campaigns.campaign.access import Viewer
from campaigns.character.models import Character
from campaigns.character.sheets import sheet_of
from campaigns.combat import commands as combat
from campaigns.combat.access import require_running
from campaigns.combat.models import Encounter
from campaigns.ledger.models import Roll
from campaigns.site.refused import Refused, refusing
from rules.combat.record import from_record
from rules.combat.state import Fight, apply, passed_over, run_out
from rules.combat.state_line import ConditionLine, read_state
from rules.combat.words import HealthLine, InitLine, read_fight_word, read_hp, read_init
from rules.errors import RuleError
from rules.lines import Command
from rules.names import find_name
from rules.system import Declaration

FIRST_NUMBER = (1,)
"""Stands for a number that is still to be thrown while the lines are rehearsed."""


@dataclass(frozen=True)
class Step:
    """One move: `do` as rules.combat names it. An `enter` has a number (`order`) or a `declaration` that throws it; the moves
    for one combatant name him, or give his id (`combatant`), or mean whose turn it is. `change` is what befalls
    him, by a step that does "change", `deed` what he did, by one that does "did"; `line` is where it stands in the text."""

    do: str
    name: str = ""
    combatant: str = ""
    character: Character | None = None
    order: tuple[int, ...] = ()
    declaration: Declaration | None = None
    rank: str = ""
    change: HealthLine | ConditionLine | None = None
    deed: combat.Deed | None = None
    line: int | None = None


People = Callable[[], dict[str, Character]]
"""Gives the characters that the writer may see, by name; asked for by lines that name somebody alone."""


def read_steps(viewer: Viewer, command: Command, people: People) -> tuple[Step, ...]:
    """The moves of one line; a name is looked up among `people`."""
    if command.word == "init":
        line = read_init(command)
        if line.all:
            raise RuleError("Everybody in the turn order has a number. `!init NAME` throws anew, where that is allowed.")
        return tuple(_entering(viewer, line, name, people()) for name in _names(line))
    if command.word == "hp":
        health = read_hp(command)
        return (Step("change", name=health.name, change=health),)
    if command.word == "state":
        condition = read_state(command)
        return (Step("change", name=condition.name, change=condition),)
    word = read_fight_word(command)
    return (Step(word.do, name=word.name),)


def _names(line: InitLine) -> list[str]:
    return [f"{line.name} {number}" for number in range(1, line.count + 1)] if line.count > 1 else [line.name]


def _entering(viewer: Viewer, line: InitLine, name: str, people: dict[str, Character]) -> Step:
    found = find_name(name, people)
    character = people[found] if found else None
    if character is None and not viewer.is_gm:
        raise RuleError("There is no character of yours by that name.")
    if character and character.hidden:
        raise RuleError(f"{character.name} is hidden, and a line in a post would tell the name. Show the character first.")
    shown = character.name if character else name
    if line.set is not None or line.number is not None:
        return Step("enter", shown, character=character, order=line.set or (line.number or 0,))
    sheet = sheet_of(character)
    if sheet is None and not line.rank:
        raise RuleError(f"{shown} has no Agility here. Write its rank, `!init {_quoted(shown)} Good`, or the number you rolled.")
    declared = viewer.campaign.rules.initiative(sheet, line.rank, viewer.campaign.options)
    declared = replace(declared, title=f"{shown}, initiative")
    return Step("enter", shown, character=character, declaration=declared, rank=line.rank)


def _quoted(name: str) -> str:
    return f'"{name}"' if " " in name else name


def rehearse(viewer: Viewer, fight: Fight | None, steps: Sequence[Step]) -> Fight | None:
    """Plays the moves on a copy, with a stand-in for numbers not thrown yet; refuses as the real ones would. Gives what the fight
    would be."""
    for step in steps:
        try:
            if step.do != "open" and fight is None:
                raise Refused(combat.NOT_OPEN)
            fight = fight or Fight()
            with refusing():
                fight = apply(fight, _act_of(viewer, fight, step))
        except Refused as refused:
            if step.line:
                refused.field, refused.line = "text", step.line
            raise
    return fight


def _act_of(viewer: Viewer, fight: Fight, step: Step) -> dict[str, Any]:
    if step.do == "enter":
        entering = combat.entering(viewer, fight, step.name, step.character, step.rank)
        return entering | {"order": list(step.order or FIRST_NUMBER), "source": "thrown" if step.declaration else "typed"}
    act: dict[str, Any] = {"do": step.do}
    if step.do == "open":
        require_running(viewer, "opens the turn order")
        return combat.opening(viewer)
    if step.deed:
        combat.require_declare(viewer, fight, step.deed)
        return step.deed.act
    if step.change:
        return combat.changing(viewer, fight, combat.combatant_named(fight, step.name), step.change).act
    if step.do in combat.FOR_ONE:
        named = combat.combatant_named(fight, step.name).id if step.name else ""
        act["id"] = named or step.combatant or fight.current or ""
    combat.require_move(viewer, fight, act)
    return combat.passing_over(viewer, fight, act)


def perform(viewer: Viewer, place: combat.Place, steps: Sequence[Step], thrown: Sequence[Roll], *, post: str) -> list[list[Any]]:
    """Does the moves; gives one block for each: what the post shows in the line's place.

    `thrown` are the initiative rolls, in order.
    """
    by = _By(viewer, place, post)
    rolls = iter(thrown)
    return [_perform_one(by, step, next(rolls) if step.declaration else None) for step in steps]


@dataclass(frozen=True)
class _By:
    """Who moves, where, and the uid of the post that it stands in."""

    viewer: Viewer
    place: combat.Place
    post: str


def _perform_one(by: _By, step: Step, roll: Roll | None) -> list[Any]:
    if step.do == "open":
        combat.open_fight(by.viewer, by.place, post=by.post)
        return ["note", "Turn order open. Join with !init NAME, or !init NAME NUMBER."]
    if step.deed:
        combat.declare(by.viewer, by.place, step.deed, post=by.post)
        return ["note", step.deed.said]
    if step.change:
        return ["note", combat.change(by.viewer, by.place, step.change, post=by.post)]
    encounter = combat.lock(by.place)
    if step.do == "enter":
        return _enter(by, encounter, step, roll)
    before = combat.fight_of(encounter)
    act = _act_of(by.viewer, before, step)
    encounter = combat.move(by.viewer, by.place, step.do, combatant=act.get("id", ""), post=by.post)
    after = from_record(encounter.state)
    ends = step.do in combat.GOING_ON
    over, skipped = (run_out(before, after), passed_over(before, after)) if ends else ((), ())
    mover = before.find(act.get("id", ""))
    told = [ACTED[step.do].format(mover.name if mover else "")] if step.do in ACTED else []
    told += [f"{name} is out of action: the Turn is passed over." for name in skipped]
    told += ["Turn order ended." if step.do == "end" else _turn(encounter)]
    return ["note", " ".join([*told, *(f"{name}: {condition} no more." for name, condition in over)])]


def _enter(by: _By, encounter: Encounter, step: Step, roll: Roll | None) -> list[Any]:
    if roll is not None:
        total = int(roll.card["reading"]["figure"])
        entrant = combat.Entrant(step.name, step.character, (total,), "thrown", roll.key, step.rank)
        combat.enter(by.viewer, encounter, by.place, entrant, post=by.post)
        return ["roll", roll.place]
    known = _unused_roll(by.place, step)
    source, key = ("linked", known.key) if known else ("typed", "")
    entrant = combat.Entrant(step.name, step.character, step.order, source, key)
    combat.enter(by.viewer, encounter, by.place, entrant, post=by.post)
    number = "×".join(str(part) for part in step.order)
    told = f"as roll {known.key} shows" if known else "typed by hand"
    return ["note", f"{step.name}, initiative {number}, {told}."]


def _unused_roll(place: combat.Place, step: Step) -> Roll | None:
    """The initiative roll of that character in this thread that shows the typed number and has not counted yet."""
    if step.character is None or len(step.order) != 1:
        return None
    thrown = Roll.objects.filter(char=step.character.cid, thread=place.thread, expr__startswith="init ", is_void=False)
    fitting = [roll for roll in thrown.order_by("entry", "place") if roll.card["reading"]["figure"] == str(step.order[0])]
    counted = combat.counted_rolls(place.stream) if fitting else set()
    return next((roll for roll in fitting if roll.key not in counted), None)


def _turn(encounter: Encounter) -> str:
    fight = from_record(encounter.state)
    if fight.between:
        return f"Round {fight.round} is over. Numbers for Round {fight.round + 1}: !init NAME."
    return f"Round {fight.round}, {fight.acting.name}'s turn." if fight.acting else "Nobody is in the turn order."


ACTED: dict[str, str] = {
    "undo": "Taken back.",
    "hold": "{} holds.",
    "pass": "{} passes.",
    "done": "Turn done.",
    "out": "{} leaves the turn order.",
}
"""What is said of a move before the turn that it leads to; the place is for the name of the combatant."""
