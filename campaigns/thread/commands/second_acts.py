"""What happens to a roll after its throw: dice that are set, sets that are allotted, dice offered to another's roll, no answer."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from django.db import transaction
from django.db.models import Q, QuerySet

from campaigns.campaign.access import Viewer, require_gm, require_member
from campaigns.campaign.models import HAMMER_DAYS
from campaigns.character.models import Character
from campaigns.ledger import packs
from campaigns.ledger.card import above, declaration_of, dice_of
from campaigns.ledger.commands import allot, choose, leave_unanswered, rule
from campaigns.ledger.models import Lane, Roll
from campaigns.live.commands import record
from campaigns.site.refused import NotAllowed, Stale, refusing
from campaigns.thread.access import audience_of, is_late, late_before, lock, require_post
from campaigns.thread.commands.writing import Writing
from campaigns.thread.models import Offer, Thread
from rules.errors import RuleError
from rules.lines import Command
from rules.system import RuleSystem, SecondActs, Uses

NONE_WAITS = "No roll of yours here waits for a Hammer-time Die."


@dataclass(frozen=True)
class Setting:
    """`!hammer`: the values of a roll's open dice."""

    roll: Roll
    values: tuple[int, ...]


@dataclass(frozen=True)
class Allotting:
    """`!use`: which sets of a roll are used, and what for."""

    roll: Roll
    uses: Uses


@dataclass(frozen=True)
class Offering:
    """`!assist`: dice for another's joint roll; `line` is as typed."""

    helper: Character
    leader: Character
    line: str


SecondAct = Setting | Allotting | Offering


def read_second_act(writing: Writing, command: Command, system: RuleSystem) -> SecondAct:
    """The act of a `!hammer`, `!use` or (where no roll waits for it) `!assist` line, checked as far as the rules can."""
    if not isinstance(system, SecondActs):
        raise RuleError(f"{system.title} knows no `!{command.word}`.")
    if command.word == "assist":
        return _offering(writing, command, system)
    rolls = _own_rolls(writing, command, system)
    if command.word == "hammer":
        values, key = system.values(command)
        if key:  # another's late dice are set by a line that names his roll, never by chance
            rolls = (rolls | _late_rolls(writing, command, system)).filter(key=key)
        roll = _to_set(rolls)
        return Setting(roll, system.check_values(declaration_of(roll), values))
    uses, newest = system.uses(command), rolls.first()
    if newest is None:
        raise RuleError("No roll of yours here has sets to use.")
    if newest.uses:
        raise RuleError("The sets of this roll are allotted already; that is said once.")
    system.allot(declaration_of(newest), dice_of(newest), tuple(newest.chosen or ()), uses)
    return Allotting(newest, uses)


def _own_rolls(writing: Writing, command: Command, system: RuleSystem) -> QuerySet[Roll]:
    """The rolls that the writer threw in this thread by these rules, the newest first; with `as NAME` those of that character."""
    lane = writing.viewer.member.lane if writing.viewer.member else None
    return _rolls_here(writing, command, system, Q(entry__pid=lane.pid) if lane else Q(pk__in=[]))


def _late_rolls(writing: Writing, command: Command, system: RuleSystem) -> QuerySet[Roll]:
    """Likewise the rolls of others whose dice the writer, a GM, may set in their place by now."""
    late = late_before(writing.viewer)
    return _rolls_here(writing, command, system, Q(waits="choice", entry__at__lte=late) if late else Q(pk__in=[]))


def _rolls_here(writing: Writing, command: Command, system: RuleSystem, which: Q) -> QuerySet[Roll]:
    rolls = Roll.objects.filter(which, thread=writing.thread.tid, entry__ledger=writing.viewer.campaign.ledger_id)
    rolls = rolls.filter(rv__startswith=f"{system.key}/").select_related("entry").order_by("-pk")
    who = writing.speaking(command) if command.speaker else None
    return rolls.filter(char=who.cid) if who else rolls


def _to_set(rolls: QuerySet[Roll]) -> Roll:
    """The newest of these rolls that waits for its own dice."""
    waiting = rolls.filter(waits="choice").first()
    if waiting is not None:
        return waiting
    known = rolls.exclude(choice=None).first()
    raise RuleError(f"It was set to {_listed(known.chosen or ())} already." if known else NONE_WAITS)


def _listed(values: Sequence[int]) -> str:
    return ", ".join(str(value) for value in values)


def _offering(writing: Writing, command: Command, system: SecondActs) -> Offering:
    helper = writing.speaking(command)
    if helper is None:
        raise RuleError("Dice are offered by a character: write as one, or add `as NAME`.")
    typed = system.helped(command)
    leader = writing.target(typed).character
    if leader is None:
        raise RuleError(f"{typed} has no sheet here, so nobody's dice are added to it.")
    if leader.cid == helper.cid:
        raise RuleError("Nobody helps himself: `!assist NAME` names whom you help.")
    return Offering(helper, leader, command.line)


def perform_act(viewer: Viewer, thread: Thread, act: SecondAct, *, rid: str, post: str) -> tuple[str, tuple[str, ...]]:
    """Does one act of a post inside its transaction; gives what the post shows and the keys of the rolls whose card changed.

    rid: a number of 32 hex digits that belongs to this act of this form alone.
    """
    if isinstance(act, Offering):
        Offer.objects.create(thread=thread, helper=act.helper, leader=act.leader, line=act.line, post=post)
        return f"{act.helper.name} offers {act.leader.name} dice for a joint roll.", ()
    if isinstance(act, Allotting):
        allot(act.roll, uses=act.uses)
        said = ", ".join(f"{width}×{height}{f' for {action}' if action else ''}" for (width, height), action in act.uses)
        return f"Roll {act.roll.key} uses {said}.", (act.roll.key,)
    choose(act.roll, by=_lane(viewer), values=act.values, rid=rid)
    dice = "Hammer-time Die" if len(act.values) == 1 else "Hammer-time Dice"
    return f"{dice} of roll {act.roll.key} set to {_listed(act.values)}.", changed_with(act.roll)


def changed_with(roll: Roll) -> tuple[str, ...]:
    """The keys of a roll and of those whose cards show it."""
    return (roll.key, *(one.key for one in above(roll)))


def take_offers(offers: Iterable[Offer], roll: Roll) -> None:
    """The offered dice are thrown with that roll, and serve no other."""
    for offer in offers:
        if not Offer.objects.filter(pk=offer.pk, roll="").update(roll=roll.key):
            raise Stale("The dice that were offered are thrown already. Nothing was thrown; look at the newest posts.")


def tell(thread: Thread, keys: Iterable[str]) -> None:
    """Records that the cards of these rolls changed, once each: the last thing that an act does."""
    for key in sorted(set(keys)):
        record(thread.stream, kind="roll", subject=key, audience=audience_of(thread))


def number_of(*parts: object) -> str:
    """A form's number, 32 hex digits, that follows from what the form is about: pressed twice it is one act."""
    return hashlib.sha256(" ".join(map(str, parts)).encode()).hexdigest()[:32]


def set_dice(viewer: Viewer, thread: Thread, roll: Roll, values: Sequence[int]) -> None:
    """Sets the open dice of a roll by its card's form, once for ever: one's own, or as a GM one that is late."""
    lane, system = _lane(viewer), packs.find(roll.rv)
    if roll.entry.pid != lane.pid and not is_late(roll, late_before(viewer)):
        days = viewer.campaign.chose(HAMMER_DAYS)
        later = f"; a GM sets them {HAMMER_DAYS.said(days)}" if days.isdigit() else ""
        raise NotAllowed(f"The dice of a roll are set by who threw it{later}.")
    with refusing(), transaction.atomic():
        locked = lock(thread)
        require_post(viewer, locked)
        if system is not None and isinstance(system, SecondActs):
            system.check_values(declaration_of(roll), values)
        choose(roll, by=lane, values=values, rid=number_of("choose", roll.key, lane.pid, *_voided_choices(roll)))
        tell(locked, changed_with(roll))


def _voided_choices(roll: Roll) -> list[int]:
    """What tells the form that sets the dice anew from the one whose values a GM has voided."""
    return list(roll.voids.filter(took__isnull=False).order_by("pk").values_list("pk", flat=True))


def allot_sets(viewer: Viewer, thread: Thread, roll: Roll, uses: Uses) -> None:
    """Says which set of one's own roll serves which action, by its card's form; said again it changes nothing.

    Parts of one set that serve the same action serve it as one.
    """
    if roll.entry.pid != _lane(viewer).pid:
        raise NotAllowed("Which set serves what is said by who threw it.")
    widths: dict[tuple[int, str], int] = {}
    for (width, height), action in uses:
        widths[height, action] = widths.get((height, action), 0) + width
    with refusing(), transaction.atomic():
        locked = lock(thread)
        require_post(viewer, locked)
        before = roll.uses
        if allot(roll, uses=[((width, height), action) for (height, action), width in widths.items()]).uses != before:
            tell(locked, changed_with(roll))


def leave(viewer: Viewer, thread: Thread, roll: Roll) -> None:
    """The GM says that nobody answers a roll that waits; said again it changes nothing."""
    require_gm(viewer)
    with transaction.atomic():
        locked = lock(thread)
        leave_unanswered(roll)
        if not roll.unanswered:
            tell(locked, changed_with(roll))


def rule_contest(viewer: Viewer, thread: Thread, roll: Roll, word: str) -> None:
    """The GM says whether time matters in a contest that hangs on it: "fast" or "slow". Said again it changes nothing."""
    require_gm(viewer)
    with transaction.atomic():
        locked = lock(thread)
        rule(roll, word=word)
        if not roll.ruled:
            tell(locked, changed_with(roll))


def _lane(viewer: Viewer) -> Lane:
    lane = require_member(viewer).lane
    if lane is None:
        raise NotAllowed("You throw no dice at this table, so none of its dice are yours to set.")
    return lane
