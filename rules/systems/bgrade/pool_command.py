"""From a `!pool` line and a sheet to a declaration: traits, penalties, buy-off, and the words that tell them (BG-3,
BG-25).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from rules.lines import Command, RuleError
from rules.system import Declaration, Options, Sheet
from rules.systems.bgrade.contest import contest_way
from rules.systems.bgrade.hands import TYPED, is_dice, read_hand
from rules.systems.bgrade.options import OUTCOME, POOL, choice, is_default
from rules.systems.bgrade.pool import Counts, Pool, action_penalty, settle
from rules.systems.bgrade.pool_line import EXAMPLE, Asked, PoolLine, pool_words
from rules.systems.bgrade.printing import print_throw
from rules.systems.bgrade.sheet import has_traits
from rules.systems.bgrade.throw import MOST_ACTIONS, MOST_HELPERS, Throw

RV: Final = "bgrade/1"


@dataclass(frozen=True)
class Settled:
    """A hand after bonus, penalties and buy-off. label, told: the hand's words; notes: what happened to it, in words;
    options: those that its print tells, as far as they matter there; labels: the names of the declared actions;
    said: every height that was said for an Expert Die.
    """

    label: str
    told: str
    counts: Counts
    pool: Pool
    heights: tuple[int, ...]
    notes: tuple[str, ...]
    options: Options
    labels: tuple[str, ...] = ()
    said: tuple[int, ...] = ()


def read_pool(command: Command) -> Asked:
    """The parts of a `!pool` line."""
    words = pool_words(command)
    if not words:
        raise RuleError(f"A pool needs traits or dice: {EXAMPLE}.", command.column)
    return PoolLine(words).read()


def declare_pool(command: Command, sheet: Sheet | None, options: Options) -> Declaration:
    """The declaration of a `!pool` line; `sheet` is the sheet of the character who acts, if there is one."""
    asked = read_pool(command)
    if asked.helpers and asked.pace != "fast":
        who = asked.helpers[0]
        raise RuleError(f"{who}'s dice are not offered yet: {who} writes `!assist NAME` first, then this line is thrown.")
    check_helpers(asked, options)
    hand = settle_hand(asked, sheet, options)
    contest = contest_way(asked.pace, options) if asked.target else None
    if asked.pace and not asked.target and not asked.helpers:
        raise RuleError(f"`{asked.pace}` belongs to a contest, `vs NAME {asked.pace}`, or to a joint roll, `with NAME fast`.")
    return declaration(
        throw_of(hand, difficulties(asked), contest, len(asked.helpers)), hand.label, told_notes(hand, asked),
        asked.target, asked.helpers,
    )  # fmt: skip


def throw_of(hand: Settled, levels: tuple[int, ...], contest: str | None = None, joint: int = 0) -> Throw:
    """The throw of a settled hand."""
    pool = hand.pool
    return Throw(pool.rolled, hand.heights, levels, pool.removed, hand.options, pool.had, contest, joint=joint).checked()


def declaration(
    throw: Throw, title: str = TYPED, notes: Sequence[str] = (), target: str = "", helpers: Sequence[str] = ()
) -> Declaration:
    """The declaration of a throw; a recorded one is told without the names that were not recorded."""
    if not notes and throw.lost:
        notes = (f"{throw.lost} lost to penalties",)
    req = ((throw.rolled, 10),) if throw.rolled else ()
    fix = tuple((10, height) for height in throw.heights)
    ed = f" + {len(throw.heights)} ED" if throw.heights else ""
    had = f" + {throw.had} HaD" if throw.had else ""
    return Declaration(
        RV, print_throw(throw), title, f"{throw.rolled}d10{ed}{had}", req, fix, (10,) * throw.had,
        (*notes, say_dice(throw)), throw.waits, target if throw.waits else "", tuple(helpers),
    )  # fmt: skip


def say_dice(throw: Throw) -> str:
    """ "7 dice", "6 dice and an Expert Die set to 10 beforehand", "5 dice and a Hammer-time Die"."""
    parts = [f"{throw.rolled} {'die' if throw.rolled == 1 else 'dice'}"]
    if throw.heights:
        levels = " and ".join(str(height) for height in throw.heights)
        parts.append(f"{'an Expert Die' if len(throw.heights) == 1 else 'Expert Dice'} set to {levels} beforehand")
    if throw.had:
        parts.append(say_hammers(throw.had))
    return " and ".join([", ".join(parts[:-1]), parts[-1]]) if len(parts) > 1 else parts[0]


def say_hammers(count: int) -> str:
    """ "a Hammer-time Die", "2 Hammer-time Dice"."""
    return "a Hammer-time Die" if count == 1 else f"{count} Hammer-time Dice"


def check_helpers(asked: Asked, options: Options) -> None:
    """Refuses more helpers than the campaign allows (BG-A14)."""
    if len(asked.helpers) > 1 and choice(options, "coop_max") != "any":
        raise RuleError("Two work together at this table: `with NAME` names one helper.")
    if len(asked.helpers) > MOST_HELPERS:
        raise RuleError(f"At most {MOST_HELPERS} help in one roll.")


def settle_hand(asked: Asked, sheet: Sheet | None, options: Options) -> Settled:
    """The hand of a line after its penalties; the smallest of several (BG-A06), or the first where the GM picks."""
    hands = [read_hand(terms, sheet, options) for terms in asked.hands]
    smallest = min(hands, key=lambda one: one.total)
    hand = smallest if choice(options, "several_pools") == "smallest" else hands[0]
    from_sheet = sheet is not None and has_traits(sheet) and not all(is_dice(terms[0]) for terms in asked.hands)
    if asked.had and from_sheet:
        raise RuleError("`had=` is for pools without a sheet: write the dice on the sheet, like Shoot 2+1had.")
    named, actions = _penalties(sheet), count_actions(asked)
    lost = sum(count for count, _ in named) + asked.penalty
    counts = Counts(hand.normal, hand.ed, hand.had + asked.had, asked.bonus, lost, actions)
    pool = settle(counts, options)
    heights, dropped = said_heights(asked.heights, counts.ed, pool.ed)
    reasons = [name for _, name in named] + (["a penalty"] if asked.penalty else [])
    reasons += ["several actions"] if action_penalty(actions, options) else []
    told = telling(counts, options) | ({"several_pools": "first"} if hand.total > smallest.total else {})
    cancelled = min(asked.bonus, lost + action_penalty(actions, options)) if choice(options, "buyoff_basis") == "net" else 0
    bonus = _bonus(asked.bonus, cancelled, reasons)
    notes = _itemised(named, pool) + bonus + _notes(pool, reasons, dropped)
    notes += (f"at most {told['pool_cap']} dice",) if "pool_cap" in told else ()
    labels = asked.labels or ([one.label for one in hands] if len(hands) > 1 else [])
    return Settled(hand.label, hand.told, counts, pool, heights, notes, told, tuple(labels), tuple(asked.heights))


def telling(counts: Counts, options: Options) -> dict[str, str]:
    """The options that a print of that pool tells: those that act on the faces, and those without which the pool would
    be another.
    """
    told = {one.name: choice(options, one.name) for one in OUTCOME}
    pool = settle(counts, options)
    for one in POOL:
        if not is_default(options, one.name) and settle(counts, {**options, one.name: one.choices[0]}) != pool:
            told[one.name] = choice(options, one.name)
    return told


def told_notes(hand: Settled, asked: Asked) -> list[str]:
    """The words of a declaration: the traits, what happened to their dice, and the actions that they are for."""
    notes = list(hand.notes)
    if hand.label != TYPED:
        total = hand.counts.normal + hand.counts.ed + hand.counts.had
        changed = hand.pool.removed or asked.bonus
        notes[:0] = [hand.told, f"{total} {'die' if total == 1 else 'dice'}"] if changed else [hand.told]
    elif notes:
        notes.insert(0, hand.told)
    return [*notes, f"for {' and '.join(hand.labels)}"] if hand.labels else notes


def count_actions(asked: Asked) -> int:
    """How many actions are declared: one for each hand, or as `actions` says."""
    hands = len(asked.hands)
    if hands > 1 and asked.actions not in (1, hands):
        raise RuleError(f"{hands} pools are {hands} actions, not {asked.actions}.")
    actions = max(asked.actions, hands)
    if actions > MOST_ACTIONS:
        raise RuleError(f"Several actions are 2 to {MOST_ACTIONS}.")
    return actions


def difficulties(asked: Asked) -> tuple[int, ...]:
    """One Difficulty for each action."""
    levels, actions = tuple(asked.difficulties) or (0,), count_actions(asked)
    if len(levels) == 1:
        return levels * actions
    if len(levels) != actions:
        raise RuleError(
            f"{len(levels)} Difficulties for {actions} {'action' if actions == 1 else 'actions'}: say one for all, or one for each."
        )
    return levels


def said_heights(typed: Sequence[int], owned: int, left: int) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """The heights of the Expert Dice that are left, and those of dice that were bought off: the last ones said."""
    if len(typed) > owned:
        if owned == 0:
            raise RuleError("This pool has no Expert Die: leave `ed=` away.")
        have = f"{owned} Expert {'Die' if owned == 1 else 'Dice'}"
        raise RuleError(f"This pool has {have}, and `ed=` names {len(typed)} heights: `ed={','.join(map(str, typed[:owned]))}`.")
    if len(typed) < left:
        if left == 1:
            raise RuleError("Say the Expert Die's height before the throw: `ed=1` to `ed=10`.")
        raise RuleError(f"Say the heights of {left} Expert Dice before the throw: `ed={','.join(['10'] * left)}`.")
    return tuple(typed[:left]), tuple(typed[left:])


def _penalties(sheet: Sheet | None) -> list[tuple[int, str]]:
    """(dice, name) of each penalty of the sheet, and of the conditions laid on it."""
    return [(int(one["dice"]), str(one["name"])) for one in sheet["penalties"]] if sheet else []


def _itemised(named: list[tuple[int, str]], pool: Pool) -> tuple[str, ...]:
    """ "torn arm -1d" for each penalty that has a name, where one name does not tell it all: dice were bought off, or there
    are several."""
    return tuple(f"{name} -{dice}d" for dice, name in named) if pool.bought_ed + pool.bought_had or len(named) > 1 else ()


def _bonus(count: int, cancelled: int, reasons: list[str]) -> tuple[str, ...]:
    """ "2 bonus dice", and how many of them cancel a penalty and so are not thrown."""
    if not count:
        return ()
    dice, against = f"{count} bonus {'die' if count == 1 else 'dice'}", f"-{cancelled}d for {' and '.join(reasons)}"
    if not cancelled:
        return (dice,)
    if cancelled == count:
        return (f"{dice} cancel{'s' if count == 1 else ''} {against}",)
    return (f"{dice}, {cancelled} of them cancel{'s' if cancelled == 1 else ''} {against}",)


def _notes(pool: Pool, reasons: list[str], dropped: tuple[int, ...]) -> tuple[str, ...]:
    """What happened between the traits and the dice, in words."""
    notes = []
    for count, name in ((pool.bought_ed, "Expert"), (pool.bought_had, "Hammer-time")):
        if count:
            who, how = (f"{name} Die is", "a plain die") if count == 1 else (f"{count} {name} Dice are", "plain dice")
            notes.append(f"-{count}d bought off: the {who} thrown like {how}")
    if pool.removed:
        notes.append(f"{pool.removed} lost for {' and '.join(reasons)}")
    if dropped:
        levels = " and ".join(str(height) for height in dropped)
        notes.append(f"{levels} is set on no die" if len(dropped) == 1 else f"{levels} are set on no dice")
    return tuple(notes)
