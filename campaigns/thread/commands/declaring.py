"""What a post does in the present Turn of a fight, and what the rules have against it: a warning, never a refusal."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from campaigns.combat.commands import Deed
from campaigns.ledger.commands import Wanted
from campaigns.ledger.models import Roll
from campaigns.site.refused import Refused
from campaigns.thread.commands.writing import Writing
from rules.combat.combatant import Combatant
from rules.combat.record import from_record
from rules.combat.state import Fight
from rules.combat.turns import RUNNING
from rules.names import fold_name
from rules.system import Declaration
from rules.turn_rules import TurnRules, worded


@dataclass(frozen=True)
class Declared:
    """What the composer's boxes say: acts without dice, of the combatant of that id, whose turn it was on the page."""

    combatant: str = ""
    acts: tuple[str, ...] = ()


NOTHING = Declared()


def deeds_of(writing: Writing, throws: Sequence[Wanted], declared: Declared) -> tuple[Deed, ...]:
    """The deeds that the fight is to keep: of whoever acts all that he does, of others what a Round that is over for them forbids.

    Two queries where a Turn runs and the post does something in it, else none.
    """
    rules = writing.viewer.campaign.rules
    if not isinstance(rules, TurnRules) or not (throws or declared.acts):
        return ()
    fight = _running(writing)
    if fight is None:  # the turn order says what is wrong with acts that are declared in none
        return (Deed(declared.combatant, "", declared.acts),) if declared.acts else ()
    found = []
    for row in fight.combatants:
        acts = declared.acts if row.id == declared.combatant else ()
        rolls = [one.declaration for one in throws if isinstance(one.declaration, Declaration) and _throws(row, one)]
        if acts or rolls:
            warning = " ".join(_against(writing, rules, row, fight, [*acts, *rolls]))
            spent = any(rules.spends(one.expr) for one in rolls) and not row.deeds.spent
            if acts or warning or spent:
                found.append(Deed(row.id, row.name, acts, worded(rules, acts), warning, spent))
    if declared.acts and fight.find(declared.combatant) is None:
        raise Refused("Whoever was to do that without dice has left the turn order. Post without it, or join first: `!init NAME`.")
    return tuple(found)


def _running(writing: Writing) -> Fight | None:
    """The fight of the thread, where a Turn of it runs: no query where its page found that none does."""
    encounter = writing.fight if vars(writing.thread).get("running", True) else None
    fight = from_record(encounter.state) if encounter else None
    return fight if fight and fight.phase == RUNNING else None


def _throws(row: Combatant, roll: Wanted) -> bool:
    return roll.char == row.char if row.char else not roll.char and fold_name(roll.name) == fold_name(row.name)


def _against(
    writing: Writing, rules: TurnRules, row: Combatant, fight: Fight, fresh: Sequence[str | Declaration]
) -> tuple[str, ...]:
    """What the rules have against these acts of a combatant."""
    deeds = row.deeds
    if row.id != fight.current:  # what he throws now is no part of a Turn
        return tuple(dict.fromkeys(said for one in fresh for said in rules.misfits((), (one,), spent=deeds.spent)))
    long_before = deeds.busy and "long" not in deeds.acts
    return rules.misfits([*deeds.acts, *_thrown(writing, row)], fresh, busy=long_before, spent=deeds.spent)


def _thrown(writing: Writing, row: Combatant) -> list[str]:
    """The prints of what he threw since his turn came, the oldest first."""
    if writing.fight is None:
        return []
    rolls = Roll.objects.filter(thread=writing.thread.tid, char=row.char or "", entry__at__gte=writing.fight.since, is_void=False)
    mine = rolls.filter(sealed=False) if row.char else rolls.filter(name=row.name, sealed=False)
    return list(mine.order_by("pk").values_list("expr", flat=True))
