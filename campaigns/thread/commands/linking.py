"""Lines of a post whose roll meets another one: attacks and contests, their answers, helpers' dice, further actions."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

from django.db.models import Q

from campaigns.character.models import Character
from campaigns.ledger import packs
from campaigns.ledger.card import rival_of
from campaigns.ledger.commands import Wanted
from campaigns.ledger.models import Roll
from campaigns.thread.commands.together import awaiting, going_on, offers_of, parts_of
from campaigns.thread.commands.writing import Target, Writing
from campaigns.thread.models import Offer
from rules.combat.record import from_record
from rules.errors import RuleError
from rules.lines import Command, split_words
from rules.names import find_name, fold_name
from rules.system import Declaration, RuleSystem, SecondActs

_OPTION = re.compile(r"with|vs|fast|slow|actions?|damage|physical|mental|extra|[+-].*|.*=.*", re.IGNORECASE)
"""Words that begin an option of an answer and are no name."""

MOST_FURTHER = 8
"""Further actions of a Turn that are looked back upon, one more than the rules allow."""


@dataclass(frozen=True)
class Linked:
    """The roll that a line asks for, and the offered dice that it takes in."""

    wanted: Wanted
    offers: tuple[Offer, ...] = ()


def aimed(writing: Writing, command: Command, declared: Declaration, who: Character | None) -> Wanted:
    """A roll of its own: at whom it is aimed is looked up; a name that nobody here has is refused."""
    target = writing.target(declared.target) if declared.target else Target("")
    if who and declared.target and (target.cid or target.name) == (who.cid or who.name):
        right = f"!{command.word} NAME" if command.word in ("attack", "grapple") else "vs NAME"
        raise RuleError(f"{who.name} is who acts here: aim at somebody else, `{right}`.")
    declared = replace(declared, target=target.name)
    found = wanted(command, declared, who, target=target.name, target_char=target.cid)
    return awaiting(writing, found, declared.helpers, who) if declared.helpers else found


def wanted(command: Command, declared: Declaration, who: Character | None, *, target: str = "", target_char: str = "") -> Wanted:
    """A roll of that line by that character, or by nobody's."""
    char, name = (who.cid, who.name) if who else ("", "")
    return Wanted(declared, command.line, char=char, name=name, target=target, target_char=target_char)


def read_answer(writing: Writing, command: Command, system: RuleSystem) -> Linked | None:
    """The answer to the newest roll that waits for whoever the line speaks for; None for an `!assist` that nobody waits for."""
    side = _side(writing, command)
    name = _named(command)
    waiting = [roll for roll in writing.rolls if _waits_for(roll, side, name)]
    joins = command.word == "assist"
    roll = next((roll for roll in waiting if ("joint" in roll.expr.split()) == joins), None)
    if roll is None and joins:
        return None
    roll = roll or next(iter(waiting), None)
    if roll is None:
        raise RuleError(f"Nobody waits for an answer of {side.words} here.")
    if roll.waits == "choice":
        raise RuleError("That roll still waits for its own dice; it is answered once they are set.")
    who = next((one for one in side.characters if one.cid in roll.target_char.split()), side.speaker)
    # the table may play by other results by now than when that roll was thrown
    system = (packs.find(roll.rv) or system).under(writing.viewer.campaign.options)
    sheet = writing.sheet_for(who, system, roll.target)
    rival, options = rival_of(roll), writing.viewer.campaign.options
    names = system.helpers(command, rival) if isinstance(system, SecondActs) else ()
    if names and isinstance(system, SecondActs):
        offers = offers_of(writing, names, who)
        leader = (who.name if who else roll.target, command, sheet)
        declared = system.join(leader, parts_of(writing, offers), options, rival)
    else:
        offers, declared = (), system.answer(command, rival, sheet, options)
    found = replace(wanted(command, declared, who), name=who.name if who else roll.target, answers=roll)
    if declared.helpers:
        stands = replace(found, target=roll.name, target_char=roll.char)
        found = awaiting(writing, stands, declared.helpers, who)
    return Linked(going_on(roll, declared, found) if joins else found, offers)


@dataclass(frozen=True)
class _Side:
    """For whom a line answers: these characters, and combatants that are nothing but a name: all (""), one, or none (None)."""

    words: str
    characters: tuple[Character, ...]
    nameless: str | None = None

    @property
    def speaker(self) -> Character | None:
        return self.characters[0] if len(self.characters) == 1 else None


def _side(writing: Writing, command: Command) -> _Side:
    """The character of `as NAME` or of the post; else everybody whom the writer may speak as.

    A GM answers for anybody by `as NAME`, and for combatants that are nothing but a name.
    """
    if writing.viewer.is_gm and command.speaker:
        found = find_name(command.speaker, writing.people)
        return _Side(found or command.speaker, (writing.people[found],) if found else (), None if found else command.speaker)
    who = writing.speaking(command)
    if who is not None:
        return _Side(who.name, (who,))
    return _Side("yours", tuple(writing.own.values()), "" if writing.viewer.is_gm else None)


def _named(command: Command) -> str:
    """Whose roll the line means: its first word, unless an option stands there."""
    words = split_words(command.rest, command.column)
    return words[0].text if words and (words[0].quoted or not _OPTION.fullmatch(words[0].text)) else ""


def _waits_for(roll: Roll, side: _Side, name: str) -> bool:
    if name and not find_name(name, roll.card.get("people") or [roll.name]):
        return False
    if not roll.card["declared"]["waits"]:
        return False
    if roll.target_char:
        return any(one.cid in roll.target_char.split() for one in side.characters)
    if not roll.target:  # open to whoever names its roller
        return bool(name)
    return side.nameless is not None and (not side.nameless or fold_name(side.nameless) == fold_name(roll.target))


def read_joint(writing: Writing, command: Command, system: RuleSystem, who: Character | None) -> Linked | None:
    """The one roll of several people's dice, which each helper has offered; None where the line throws the roller's alone."""
    names = system.helpers(command) if isinstance(system, SecondActs) else ()
    if not isinstance(system, SecondActs) or not names:
        return None
    offers = offers_of(writing, names, who)
    leader = (who.name if who else "", command, writing.sheet_for(who, system))
    declared = system.join(leader, parts_of(writing, offers), writing.viewer.campaign.options)
    return Linked(aimed(writing, command, declared, who), offers)


def already(writing: Writing, command: Command, who: Character | None, before: Sequence[Wanted]) -> int:
    """How many further actions the character has made since the FEAT that allows them (FR-19); 0 for a line without `extra`.

    before: the rolls of the same post above this line.  Refused where no passed `!more` of this Turn stands in the thread.
    """
    if not any(word.says("extra") for word in split_words(command.rest, command.column)):
        return 0
    if who is None or not who.cid:
        raise RuleError("Further actions are those of a character: write as one, or add `as NAME`.")
    made = sum(_is_further(one) for one in before if one.char == who.cid)
    rolls = Roll.objects.filter(thread=writing.thread.tid, char=who.cid, is_void=False)
    fight = writing.fight
    acting = from_record(fight.state).acting if fight else None
    if fight and acting and acting.char == who.cid:
        rolls = rolls.filter(entry__at__gte=fight.since)
    for roll in rolls.filter(Q(expr__startswith="more ") | Q(expr__contains=" extra ")).order_by("-pk")[:MOST_FURTHER]:
        if roll.expr.startswith("more "):
            if roll.card["reading"]["verdict"] == "success":
                return made
            break
        made += 1
    raise RuleError("Further actions follow a passed FEAT of this Turn: `!more Fighting` first, then `extra`.")


def _is_further(one: Wanted) -> bool:
    return isinstance(one.declaration, Declaration) and " extra " in one.declaration.expr
