"""What somebody does in one Turn of a fight, as it is declared and recorded, and what the rules say of it (FR-15 to FR-20).

An act is one that is declared without dice (`auto`, `move`, `move_short`, `long`, `ended`, as `rules.combat.deeds` has them)
or a roll, given by its print.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from rules.errors import RuleError
from rules.system import Declaration
from rules.systems.faserip.actions import DICE, DICE_AFTER, GOOD_ENDS, TASK, turn
from rules.systems.faserip.aim import Aim
from rules.systems.faserip.column_shifts import signed
from rules.systems.faserip.contest import Challenge
from rules.systems.faserip.defence import Defence
from rules.systems.faserip.feat import Feat
from rules.systems.faserip.prints import Roll, parse

DECLARED: Final = {
    "move_short": "a short move",
    "move": "a move",
    "auto": "an automatic action",
    "long": "a task longer than a Round",
    "ended": "a long task is done",
}
SHORT_MOVE: Final = "A short move and one simple attack go together with the GM's word alone."
_BARE_SHIFT = re.compile(r"([+-][0-9]{1,2})CS", re.ASCII)


def warnings(
    before: Sequence[str], fresh: Sequence[str | Declaration], *, busy: bool = False, spent: bool = False
) -> tuple[str, ...]:
    """Why `fresh` acts do not fit into the Turn in which those `before` were done, a sentence each; nothing where they fit.

    busy: a task of an earlier Turn lasts longer than a Round.  spent: an action at Good ended the Round.  A warning never
    blocks, and what was said of the acts before is not said again. Which rolls take the shift of automatic actions
    (FR-A29) is seen by the shifts that a line says bare, since they are itemised among its notes.
    """
    said = _against(before, busy=busy)
    found = [one for one in _against([*before, *map(_print, fresh)], busy=busy) if one not in said]
    if spent and any(_uses_up(_print(one)) for one in fresh):
        found.append(GOOD_ENDS)
    slide = turn([act for act in (*before, *map(_print, fresh)) if act == "auto"]).cs
    rolls = fresh if "auto" not in fresh else (*before, *fresh)
    if slide and not all(_shifted(one, slide) for one in rolls):
        found.append(f"{1 - slide} automatic actions: rolls of this Turn at {signed(slide)}. Add {slide}cs to the line.")
    return tuple(dict.fromkeys(found))


def spends(print_of_roll: str) -> bool:
    """Whether nothing may follow this roll in the Round, no defence either: one of several actions, at Good (FR-20)."""
    roll = _roll(print_of_roll)
    return _acts(roll) and isinstance(roll, Feat | Challenge) and roll.aim.ends_round


def _against(acts: Sequence[str], *, busy: bool) -> list[str]:
    """What the rules have against these acts in one Turn, in this order."""
    rolls = [(act, _roll(act)) for act in acts]
    kinds = [kind for act, roll in rolls if (kind := _kind(act, roll))]
    aims = [roll.aim for _, roll in rolls if isinstance(roll, Feat | Challenge) and _acts(roll)]
    if "long" in acts:
        first = next((place for place, kind in enumerate(kinds) if kind in DICE), None)
        kinds = [*kinds, "long_dice"] if first is None else [*kinds[:first], "long_dice", *kinds[first + 1 :]]
    found = turn(kinds)
    said = [SHORT_MOVE if found.gm else found.why] if found.gm or not found.legal else []
    if busy and "ended" not in acts and any(kind != "auto" for kind in kinds):
        said.append(TASK)
    if found.multi and not _declared(aims):
        said.append(DICE_AFTER)
    if any(aim.ends_round for aim in aims[:-1]):
        said.append(GOOD_ENDS)
    return said


def _declared(aims: Sequence[Aim]) -> bool:
    """Whether several dice actions were declared beforehand (FR-17, FR-18), or follow the FEAT for them (FR-19)."""
    places = [aim.action for aim in aims]
    if any(places):
        counts = {place[1] for place in places if place}
        return None not in places and len(set(places)) == len(places) and len(counts) == 1
    return not aims[0].further and all(aim.further for aim in aims[1:])


def _print(act: str | Declaration) -> str:
    return act.expr if isinstance(act, Declaration) else act


def _roll(act: str) -> Roll | None:
    """The roll of a print; None for what is declared without dice, and for rolls of other rules."""
    if act in DECLARED:
        return None
    try:
        return parse(act)
    except RuleError:
        return None


def _kind(act: str, roll: Roll | None) -> str:
    """As `turn` names it, "" for what takes nothing from a Turn."""
    if isinstance(roll, Challenge) and roll.stake.kind == "damage":
        return "attack"
    return "dice" if _acts(roll) else act if act in ("auto", "move", "move_short") else ""


def _acts(roll: Roll | None) -> bool:
    """Whether it is a dice action: the FEAT for further actions, a defence and the initiative are none."""
    return isinstance(roll, Challenge) or (isinstance(roll, Feat) and not roll.more)


def _uses_up(act: str) -> bool:
    """Whether it is what nothing more may be done of in a Round that is over: dice, a defence too."""
    roll = _roll(act)
    return _acts(roll) or isinstance(roll, Defence)


def _shifted(act: str | Declaration, slide: int) -> bool:
    """Whether a roll is shifted by so many columns down, or is none that is to be. Of a declaration the bare shifts are seen, of
    a print the sum alone."""
    roll = _roll(_print(act))
    if not isinstance(roll, Feat | Challenge) or not _acts(roll):
        return True
    if isinstance(act, str):
        return roll.aim.cs - roll.aim.slide <= slide
    bare = (_BARE_SHIFT.fullmatch(note) for note in act.notes)
    return any(int(found[1]) <= slide for found in bare if found)
