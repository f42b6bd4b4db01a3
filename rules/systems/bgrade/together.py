"""Joint pools where time does not matter: each helper's dice are settled, then added and thrown once (BG-20, BG-21).

Against time everybody throws alone, and `answering.py` joins the hands.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from rules.lines import Command, RuleError, Word, check_name
from rules.system import Declaration, Options, Sheet
from rules.systems.bgrade.contest import contest_way
from rules.systems.bgrade.hands import TYPED
from rules.systems.bgrade.options import choice
from rules.systems.bgrade.pool import Counts, Pool, settle
from rules.systems.bgrade.pool_command import (
    Settled,
    check_helpers,
    declaration,
    difficulties,
    read_pool,
    said_heights,
    settle_hand,
    telling,
    throw_of,
)
from rules.systems.bgrade.pool_line import Asked, PoolLine, is_option, pool_words


@dataclass(frozen=True)
class Side:
    """Somebody who works together: the shown name, the sheet if there is one, and the `!pool` line of the leader or the
    `!assist` line with which a helper offered his dice.
    """

    name: str
    command: Command
    sheet: Sheet | None = None


@dataclass(frozen=True)
class Assist:
    """An `!assist` line: whom it helps, and the parts of its pool; without a hand, it is that of the leader."""

    name: str
    asked: Asked


def read_assist(command: Command) -> Assist:
    """The parts of `!assist NAME`, `!assist NAME Body+Lift`, each with the options of a pool."""
    words = pool_words(command)
    if not words or words[0].says(",") or is_option(words[0]):
        raise RuleError("Say whom you help: `!assist NAME`.", command.column)
    name, rest = check_name(words[0].text), words[1:]
    asked = PoolLine(rest).read() if rest and not is_option(rest[0]) else PoolLine(rest).read_options()
    if asked.target or asked.helpers or asked.pace or asked.difficulties or asked.actions > 1 or len(asked.hands) > 1:
        raise RuleError("A helper gives his dice alone; the leader says the rest: `!assist NAME`, `!assist NAME Body+Lift`.")
    return Assist(name, asked)


def helpers_of(command: Command) -> tuple[str, ...]:
    """The helpers whose dice a `!pool` line adds to the leader's, by the names typed; none where it is thrown alone."""
    asked = read_pool(command)
    return tuple(asked.helpers) if asked.pace != "fast" else ()


def join_pools(leader: Side, helpers: Sequence[Side], options: Options) -> Declaration:
    """The declaration of a joint pool that is thrown once, by the leader.

    The names of the helpers are those after `with`, in that order; each has the leader's Stat and Skill. Bonus and
    penalty dice of the leader's line belong to the task, and count once. Hammer-time Dice stand in the order of leader
    and helpers; the leader enters what their owners say.
    """
    asked = read_pool(leader.command)
    if len(asked.helpers) != len(helpers) or asked.pace == "fast":
        raise RuleError("Time does not matter to a joint pool: `with NAME` for each helper, without `fast`.")
    if asked.target and not asked.pace and contest_way("", options) == "":
        raise RuleError("Together against somebody: say whether time matters, `fast` or `slow`.")
    joint, notes = add_hands(asked, leader, helpers, options)
    contest = contest_way(asked.pace, options) if asked.target else None
    return told_together(declaration(throw_of(joint, difficulties(asked), contest), joint.label, notes, asked.target))


def add_hands(asked: Asked, leader: Side, helpers: Sequence[Side], options: Options) -> tuple[Settled, list[str]]:
    """(all their dice as one hand, its words); `asked` is the line of the leader."""
    check_helpers(asked, options)
    hands = [settle_hand(asked, leader.sheet, options)]
    for helper in helpers:
        hands.append(settle_hand(helping(read_assist(helper.command).asked, hands[0].label), helper.sheet, options))
        check_same(hands[0].label, hands[-1].label)
    joint = _common(hands, options) if choice(options, "joint_penalties") == "common" else _added(hands, options)
    names = [side.name for side in (leader, *helpers)]
    totals = " + ".join(f"{name} {hand.pool.total}" for name, hand in zip(names, hands, strict=True))
    owned = [f"{name}: {note}" for name, hand in zip(names, hands, strict=True) for note in hand.notes]
    return joint, [*owned, totals]


def told_together(found: Declaration) -> Declaration:
    """The same roll, whose last note says that its dice are those of several people."""
    return replace(found, notes=(*found.notes[:-1], f"{found.notes[-1]} together"))


def helping(asked: Asked, label: str) -> Asked:
    """A helper's line, with the leader's traits where it names no hand."""
    if not asked.hands:
        if label == TYPED:
            raise RuleError("Write your dice too: `!assist NAME 4d`.")
        asked.hands.append([Word(name, True, 1) for name in label.split(" + ")])
    return asked


def check_same(leader: str, helper: str) -> None:
    """Refuses a helper with another Stat or Skill than the leader, as far as both are named (BG-20)."""
    if TYPED not in (leader, helper) and leader != helper:
        raise RuleError(f"Both roll the same Stat and Skill: {leader}, not {helper}.")


def _added(hands: Sequence[Settled], options: Options) -> Settled:
    """The hands added after each paid its own penalties; helpers' special dice stay as the campaign says (BG-A15)."""
    stay = choice(options, "joint_special") == "all"
    total, heights = hands[0].pool, hands[0].heights
    told = dict(hands[0].options)
    for hand in hands[1:]:
        told |= hand.options
        pool = hand.pool
        if not stay and pool.ed + pool.had:
            pool = replace(pool, rolled=pool.total, ed=0, had=0)
            told["joint_special"] = "leader"
        total = Pool(**{name: count + vars(pool)[name] for name, count in vars(total).items()})
        heights += hand.heights if stay else ()
    return replace(hands[0], pool=total, heights=heights, options=told)


def _common(hands: Sequence[Settled], options: Options) -> Settled:
    """The hands added first and settled as one pool: all special dice pay for all penalties (BG-A33)."""
    stay = choice(options, "joint_special") == "all"
    told, counts, said = {"joint_penalties": "common"}, hands[0].counts, hands[0].said
    for hand in hands[1:]:
        own = hand.counts
        if not stay and own.ed + own.had:
            own = replace(own, normal=own.normal + own.ed + own.had, ed=0, had=0)
            told["joint_special"] = "leader"
        counts = Counts(**{name: count + vars(own)[name] for name, count in vars(counts).items()})
        said += hand.said if stay else ()
    counts = replace(counts, actions=hands[0].counts.actions)
    pool = settle(counts, options)
    heights, _ = said_heights(said, max(counts.ed, len(said)), pool.ed)
    return replace(hands[0], counts=counts, pool=pool, heights=heights, options=telling(counts, options) | told)
