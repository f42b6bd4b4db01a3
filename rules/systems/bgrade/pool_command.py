"""From a `!pool` line and a sheet to a declaration: traits, penalties, buy-off, and the words that tell them (BG-3,
BG-25).
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from typing import Any, Final

from rules.dice.limits import TABLE
from rules.lines import Command, RuleError, Word, find_name, split_words
from rules.system import Declaration, Options, Sheet
from rules.systems.bgrade.pool import Counts, Pool, action_penalty, settle
from rules.systems.bgrade.pool_line import EXAMPLE, Asked, PoolLine
from rules.systems.bgrade.throw import MOST_ACTIONS, MOST_DICE, MOST_SPECIAL, Throw

RV: Final = "bgrade/1"
TYPED: Final = "Pool"
"""The title of dice that were typed and not read from a sheet."""
HAD_LATER: Final = (
    "Hammer-time Dice cannot be set at this table yet, and a pool cannot be thrown without setting them. "
    "Write the dice without them: `!pool {rolled}d`."
)
_DICE = re.compile(r"([0-9]{1,3})d(?:10)?", re.IGNORECASE | re.ASCII)
_SPECIAL = re.compile(r"([0-9]{1,2})(ed|had)", re.IGNORECASE | re.ASCII)


@dataclass(frozen=True)
class Hand:
    """One hand before penalties: its words ("Body + Brawl", "Body 3 + Brawl 4") and its dice."""

    label: str
    told: str
    normal: int
    ed: int = 0
    had: int = 0

    @property
    def total(self) -> int:
        return self.normal + self.ed + self.had


def declare_pool(command: Command, sheet: Sheet | None, options: Options) -> Declaration:
    """The declaration of a `!pool` line; `sheet` is the sheet of the character who acts, if there is one."""
    if len(command.rest) > TABLE.characters:
        raise RuleError(f"A roll has at most {TABLE.characters} characters, this one has {len(command.rest)}.", command.column)
    words = split_words(command.rest, command.column)
    if not words:
        raise RuleError(f"A pool needs traits or dice: {EXAMPLE}.", command.column)
    asked = PoolLine(words).read()
    hands = [_hand(terms, sheet) for terms in asked.hands]
    hand = min(hands, key=lambda one: one.total)
    actions = _actions(asked, hands)
    if asked.had and sheet is not None:
        raise RuleError("`had=` is for pools without a sheet: write the dice on the sheet, like Shoot 2+1had.")
    penalties = _penalties(asked, sheet)
    lost = sum(count for count, _ in penalties)
    counts = Counts(hand.normal, hand.ed, hand.had + asked.had, asked.bonus, lost, actions)
    pool = settle(counts, options)
    if pool.had:
        raise RuleError(HAD_LATER.format(rolled=pool.rolled), command.column)
    heights, dropped = _heights(asked.heights, counts.ed, pool.ed)
    throw = Throw(pool.rolled, heights, _difficulties(asked, actions), pool.removed, options).checked()
    reasons = [reason for _, reason in penalties] + (["several actions"] if action_penalty(actions, options) else [])
    notes = _notes(asked, pool, reasons, dropped)
    if notes or hand.label != TYPED:
        notes.insert(0, hand.told)
    labels = asked.labels or ([one.label for one in hands] if len(hands) > 1 else [])
    if labels:
        notes.append(f"for {' and '.join(labels)}")
    return declaration(throw, hand.label, notes)


def declaration(throw: Throw, title: str = TYPED, notes: Sequence[str] = ()) -> Declaration:
    """The declaration of a throw; a recorded one is told without the names that were not recorded."""
    if not notes and throw.lost:
        notes = (f"{throw.lost} lost to penalties",)
    told = (*notes, say_dice(throw))
    req = ((throw.rolled, 10),) if throw.rolled else ()
    fix = tuple((10, height) for height in throw.heights)
    ed = f" + {len(throw.heights)} ED" if throw.heights else ""
    return Declaration(RV, throw.expr(), title, f"{throw.rolled}d10{ed}", req, fix, notes=told)


def say_dice(throw: Throw) -> str:
    """ "7 dice", "6 dice and an Expert Die set to 10"."""
    dice = f"{throw.rolled} {'die' if throw.rolled == 1 else 'dice'}"
    if not throw.heights:
        return dice
    levels = " and ".join(str(height) for height in throw.heights)
    return f"{dice} and {'an Expert Die' if len(throw.heights) == 1 else 'Expert Dice'} set to {levels}"


def _hand(terms: list[Word], sheet: Sheet | None) -> Hand:
    first = terms[0]
    if not first.quoted and (found := _DICE.fullmatch(first.text)):
        return _typed_dice(int(found[1]), terms[1:])
    if sheet is None:
        raise RuleError(f"There is no sheet here that has {first.text}. Write the dice: `!pool 7d`.", first.column)
    kinds = [(_trait(term, sheet), term) for term in terms]
    stats = [trait for (kind, trait), _ in kinds if kind == "stats"]
    if len(stats) != 1 or len(terms) > 2:
        raise RuleError("A pool is one Stat and at most one Skill: `!pool Body+Brawl`, `!pool Body`.", first.column)
    traits = [trait for (_, trait), _ in kinds]
    told = " + ".join(f"{trait['name']} {trait['dice'] + trait['ed'] + trait['had']}" for trait in traits)
    normal, ed, had = (sum(int(trait[kind]) for trait in traits) for kind in ("dice", "ed", "had"))
    return Hand(" + ".join(trait["name"] for trait in traits), told, normal, ed, had)


def _typed_dice(normal: int, terms: list[Word]) -> Hand:
    special = {"ed": 0, "had": 0}
    for term in terms:
        found = None if term.quoted else _SPECIAL.fullmatch(term.text)
        if found is None:
            raise RuleError(f"“{term.text}” is not clear here. Dice are written `7d+1ed`.", term.column)
        special[found[2].lower()] += int(found[1])
    total = normal + special["ed"] + special["had"]
    if total > MOST_DICE or special["ed"] + special["had"] > MOST_SPECIAL:
        raise RuleError(f"A pool has at most {MOST_DICE} dice, {MOST_SPECIAL} of them special.")
    return Hand(TYPED, f"{total} {'die' if total == 1 else 'dice'}", normal, special["ed"], special["had"])


def _trait(term: Word, sheet: Sheet) -> tuple[str, Mapping[str, Any]]:
    """("stats" or "skills", the trait) of that name on the sheet."""
    known = {trait["name"]: (field, trait) for field in ("stats", "skills") for trait in sheet[field]}
    name = find_name(term.text, known)
    if name is None:
        close = get_close_matches(term.text.lower(), [trait.lower() for trait in known], n=1)
        meant = find_name(close[0], known) if close else None
        hint = f"Did you mean {meant}?" if meant else "A Stat alone may be rolled: `!pool Body`."
        raise RuleError(f"No {term.text} on this sheet. {hint}", term.column)
    return known[name]


def _actions(asked: Asked, hands: list[Hand]) -> int:
    """How many actions are declared: one for each hand, or as `actions` says."""
    if len(hands) > 1 and asked.actions not in (1, len(hands)):
        raise RuleError(f"{len(hands)} pools are {len(hands)} actions, not {asked.actions}.")
    actions = max(asked.actions, len(hands))
    if actions > MOST_ACTIONS:
        raise RuleError(f"Several actions are 2 to {MOST_ACTIONS}.")
    return actions


def _penalties(asked: Asked, sheet: Sheet | None) -> list[tuple[int, str]]:
    """(dice, reason) of each penalty of the sheet and of the line."""
    named = [(int(one["dice"]), str(one["name"])) for one in sheet["penalties"]] if sheet else []
    return named + ([(asked.penalty, "a penalty")] if asked.penalty else [])


def _difficulties(asked: Asked, actions: int) -> tuple[int, ...]:
    levels = tuple(asked.difficulties) or (0,)
    if len(levels) == 1:
        return levels * actions
    if len(levels) != actions:
        raise RuleError(f"{len(levels)} Difficulties for {actions} actions: say one for all, or one for each.")
    return levels


def _heights(typed: list[int], owned: int, left: int) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """The heights of the Expert Dice that are left, and those of dice that were bought off: the last ones said."""
    if len(typed) > owned:
        have = "no Expert Die" if owned == 0 else f"{owned} Expert {'Die' if owned == 1 else 'Dice'}"
        raise RuleError(f"This pool has {have}, and `ed=` says {len(typed)}.")
    if len(typed) < left:
        if left == 1:
            raise RuleError("Say the Expert Die's height before the throw: `ed=1` to `ed=10`.")
        raise RuleError(f"Say the heights of {left} Expert Dice before the throw: `ed={','.join(['10'] * left)}`.")
    return tuple(typed[:left]), tuple(typed[left:])


def _notes(asked: Asked, pool: Pool, reasons: list[str], dropped: tuple[int, ...]) -> list[str]:
    """What happened between the traits and the dice, in words."""
    notes = [f"{asked.bonus} bonus {'die' if asked.bonus == 1 else 'dice'}"] if asked.bonus else []
    for count, name in ((pool.bought_ed, "Expert"), (pool.bought_had, "Hammer-time")):
        if count:
            who, how = (f"{name} Die is", "a plain die") if count == 1 else (f"{count} {name} Dice are", "plain dice")
            notes.append(f"-{count}d bought off: the {who} thrown like {how}")
    if pool.removed:
        notes.append(f"{pool.removed} lost for {' and '.join(reasons)}")
    if dropped:
        levels = " and ".join(str(height) for height in dropped)
        notes.append(f"{levels} is set on no die" if len(dropped) == 1 else f"{levels} are set on no dice")
    return notes
