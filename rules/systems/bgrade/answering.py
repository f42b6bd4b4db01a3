"""Rolls that answer a recorded one: `!defend` in a contest (BG-17), `!assist` against time (BG-22)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

from rules.lines import Command, RuleError, check_name
from rules.system import Declaration, Options, Rival, Sheet
from rules.systems.bgrade.hands import is_dice
from rules.systems.bgrade.options import choice
from rules.systems.bgrade.pool_command import (
    Settled,
    count_actions,
    declaration,
    difficulties,
    settle_hand,
    throw_of,
    told_notes,
)
from rules.systems.bgrade.pool_line import Asked, PoolLine, is_option, pool_words
from rules.systems.bgrade.printing import parse
from rules.systems.bgrade.throw import Against, Joins, Throw
from rules.systems.bgrade.together import check_same, helping, read_assist

WITH: Final = "Say what you defend with: `!defend with Body+Dodge`, `!defend with 7d`."

CONTEST: Final = ("contest_tie", "area_use")
JOINED: Final = (*CONTEST, "coop_mode", "difficulty_mode", "auto_beat_width", "prefer")
"""Options that an answer takes from the roll that it answers."""


@dataclass(frozen=True)
class Defence:
    """A `!defend` line: whose roll it answers, as typed ("" for the newest), and the parts of its pool."""

    name: str
    asked: Asked


def read_defend(command: Command) -> Defence:
    """The parts of `!defend [NAME] with HAND`, with the options of a pool."""
    words = pool_words(command)
    name = ""
    if words and not words[0].says(",") and not is_option(words[0]):
        if is_dice(words[0]):
            raise RuleError(WITH, words[0].column)
        name, words = check_name(words[0].text), words[1:]
        if words and not is_option(words[0]):
            whole = f"{name} {words[0].text}"
            raise RuleError(f'A name with blanks needs quotes: `!defend "{whole}" with Body+Dodge`.', words[0].column)
    if not words or not words[0].says("with"):
        raise RuleError(WITH, words[0].column if words else None)
    asked = PoolLine(words[1:]).read()
    if asked.target or asked.helpers:
        raise RuleError(f"A defence answers a roll that is there. {WITH}", command.column)
    if asked.pace:
        raise RuleError("Whether time matters was said with the roll that you answer: leave `fast` and `slow` away.")
    return Defence(name, asked)


def defend(command: Command, rival: Rival, sheet: Sheet | None, options: Options) -> Declaration:
    """The answer to a contest. What decides it, and the options of it, are those of the roll that opened it; so is the
    Difficulty, unless the line says another.
    """
    asked = read_defend(command).asked
    opened = parse(rival.declaration.expr)
    if opened.contest is None or opened.against:
        raise RuleError("That roll opens no contest. Roll a pool of your own: `!pool Body+Dodge`.")
    if opened.joint:
        raise RuleError(f"{rival.name}'s roll still waits for its helpers: answer it when they have rolled.")
    hand = _under(settle_hand(asked, sheet, options), opened, CONTEST)
    levels = difficulties(asked) if asked.difficulties or count_actions(asked) > 1 else opened.difficulties
    opened.final(rival)
    sets = opened.telling(opened.outcome(opened.faces(rival.dice), rival.chosen))
    throw = replace(throw_of(hand, levels), contest=opened.contest, against=Against(rival.number, sets))
    return declaration(throw.checked(), hand.label, told_notes(hand, asked))


def assist(command: Command, rival: Rival, sheet: Sheet | None, options: Options, target: str = "") -> Declaration:
    """The hand of a helper against time: `rival` is the leader's roll, or that of the helper before, whose print holds
    all hands so far. `target` is whom the contest is against, where the leader opened one.
    """
    asked = read_assist(command).asked
    led = parse(rival.declaration.expr)
    if not led.joint and led.joins is None:
        raise RuleError("That roll waits for no helper. Against time the leader writes `with NAME fast`.")
    if led.joins and choice(options, "coop_max") != "any":
        raise RuleError("Two work together at this table, and two have rolled.")
    label = rival.declaration.title
    hand = _under(settle_hand(helping(asked, label), sheet, options), led, JOINED)
    check_same(label, hand.label)
    hands = (*(led.joins.hands if led.joins else ()), tuple(sorted(led.final(rival))))
    throw = replace(throw_of(hand, led.difficulties), contest=led.contest, joins=Joins(rival.number, hands))
    return declaration(throw.checked(), hand.label, told_notes(hand, asked), target)


def _under(hand: Settled, opened: Throw, names: Sequence[str]) -> Settled:
    """The hand under those options of the roll that it answers: a change of options between two rolls changes neither."""
    return replace(hand, options={**hand.options, **{name: choice(opened.options, name) for name in names}})
