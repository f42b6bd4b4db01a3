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
    check_helpers,
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
from rules.systems.bgrade.together import Side, add_hands, check_same, helping, read_assist, told_together

WITH: Final = "Say what you defend with: `!defend with Body+Dodge`, `!defend with 7d`."

UNHURRIED: Final = ("slow", "height")
"""What decides contests in which time does not matter."""

UNSEEN: Final = "Hammer-time Dice of an answer are thrown like plain dice"
CONTEST: Final = ("contest_tie", "had_seen", "area_use")
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
    if asked.target:
        raise RuleError(f"A defence answers a roll that is there. {WITH}", command.column)
    if asked.pace:
        raise RuleError("Whether time matters was said with the roll that you answer: leave `fast` and `slow` away.")
    return Defence(name, asked)


def defend(command: Command, rival: Rival, sheet: Sheet | None, options: Options) -> Declaration:
    """The answer to a contest. What decides it, and the options of it, are those of the roll that opened it; so is the
    Difficulty, unless the line says another. `with NAME` at its end waits for helpers' hands where time matters (BG-22).
    """
    asked, opened = read_defend(command).asked, _opened(rival)
    check_helpers(asked, options)
    if asked.helpers and not opened.contest:
        raise RuleError("Nobody has said whether time matters in this contest, so nobody can help in it: defend alone.")
    if asked.helpers and opened.contest in UNHURRIED:
        who = asked.helpers[0]
        raise RuleError(f"{who}'s dice are not offered yet: {who} writes `!assist NAME` first, then this line is thrown.")
    hand = _unseen(settle_hand(asked, sheet, options), opened)
    throw = replace(_against(hand, asked, opened, rival), joint=len(asked.helpers))
    return declaration(throw.checked(), hand.label, told_notes(hand, asked), helpers=asked.helpers)


def helpers_in(command: Command, rival: Rival) -> tuple[str, ...]:
    """The helpers whose offered dice a `!defend` line throws with its own, by the names typed; none where time matters."""
    asked = read_defend(command).asked
    return tuple(asked.helpers) if _opened(rival).contest in UNHURRIED else ()


def defend_together(leader: Side, helpers: Sequence[Side], options: Options, rival: Rival) -> Declaration:
    """The answer to a contest in which time does not matter, with the dice of all as one pool (BG-21)."""
    asked = read_defend(leader.command).asked
    opened = _opened(rival)
    hand, notes = add_hands(asked, leader, helpers, options)
    unseen = _unseen(hand, opened)
    notes = [UNSEEN, *notes] if unseen is not hand else notes
    return told_together(declaration(_against(unseen, asked, opened, rival).checked(), hand.label, notes))


def _opened(rival: Rival) -> Throw:
    """The throw that opened a contest; refused for a roll that opens none, or whose side is not complete."""
    opened = parse(rival.declaration.expr)
    if opened.contest is None or opened.against:
        raise RuleError("That roll opens no contest. Roll a pool of your own: `!pool Body+Dodge`.")
    if opened.joint:
        raise RuleError(f"{rival.name}'s roll still waits for its helpers: answer it when they have rolled.")
    return opened


def _against(hand: Settled, asked: Asked, opened: Throw, rival: Rival) -> Throw:
    """The throw of that hand against the roll that opened the contest."""
    hand = _under(hand, opened, CONTEST)
    levels = difficulties(asked) if asked.difficulties or count_actions(asked) > 1 else opened.difficulties
    opened.final(rival)
    sets = opened.telling(opened.outcome(opened.faces(rival.dice), rival.chosen))
    return replace(throw_of(hand, levels), contest=opened.contest, against=Against(rival.number, sets))


def assist(command: Command, rival: Rival, sheet: Sheet | None, options: Options) -> Declaration:
    """The hand of a helper against time: `rival` is the leader's roll, or that of the helper before, whose print holds
    all hands so far. The last one goes on with what the leader began: it opens his contest, or decides it.
    """
    asked = read_assist(command).asked
    led = parse(rival.declaration.expr)
    if not led.joint:
        raise RuleError("That roll waits for no helper. Against time the leader writes `with NAME fast`.")
    label = rival.declaration.title
    hand = _under(settle_hand(helping(asked, label), sheet, options), led, JOINED)
    hand = _unseen(hand, led) if led.against else hand
    check_same(label, hand.label)
    hands = (*(led.joins.hands if led.joins else ()), tuple(sorted(led.final(rival))))
    throw = replace(
        throw_of(hand, led.difficulties), contest=led.contest, against=led.against, joint=led.joint - 1,
        joins=Joins(rival.number, hands),
    )  # fmt: skip
    return declaration(throw.checked(), hand.label, told_notes(hand, asked), rival.declaration.target)


def _unseen(hand: Settled, opened: Throw) -> Settled:
    """The hand of an answer, whose Hammer-time Dice are thrown like plain ones where nobody may set his with the other hand before
    him: values cannot be said in secret here (BG-A27).
    """
    pool = hand.pool
    if not pool.had or choice(opened.options, "had_seen") == "on":
        return hand
    return replace(hand, pool=replace(pool, rolled=pool.rolled + pool.had, had=0), notes=(*hand.notes, UNSEEN))


def _under(hand: Settled, opened: Throw, names: Sequence[str]) -> Settled:
    """The hand under those options of the roll that it answers: a change of options between two rolls changes neither."""
    return replace(hand, options={**hand.options, **{name: choice(opened.options, name) for name in names}})
