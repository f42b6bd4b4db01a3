"""Every act on a turn order. State is the fold of the recorded acts (`rules.combat`); what is stored beside is a copy of it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db import IntegrityError, transaction
from django.db.models import QuerySet

from campaigns.campaign.access import Viewer, require_member
from campaigns.character.models import Character
from campaigns.combat.access import characters_in, down_in, may_act_for, require_running
from campaigns.combat.models import Applied, CombatCommand, Encounter
from campaigns.live.commands import record
from campaigns.live.models import Stream
from campaigns.people.models import User
from campaigns.site.clock import now
from campaigns.site.keys import key10
from campaigns.site.refused import NotAllowed, Refused, Stale, refusing
from rules.combat.record import from_record, to_record
from rules.combat.state import Act, Combatant, Fight, apply, check_enter, fold
from rules.combat.turns import GATHERING, RUNNING
from rules.names import find_name

NOT_OPEN = "No turn order is open in this thread. The GM opens one with `!fight`."


@dataclass(frozen=True)
class Place:
    """Where a fight happens: a stream, the keys of those who may see what happens on it, the place's id in the ledger."""

    stream: Stream
    audience: frozenset[str]
    thread: str = ""


def open_fight(viewer: Viewer, place: Place, *, post: str = "") -> Encounter:
    """Opens the turn order of a stream; refused while one is open."""
    require_running(viewer, "opens the turn order")
    try:
        with transaction.atomic():
            encounter = Encounter.objects.create(campaign=viewer.campaign, stream=place.stream, since=now())
    except IntegrityError as error:
        raise Refused("A turn order is open in this thread already. Join with `!init NAME`.") from error
    return act_on(viewer, encounter, place, Fight(), opening(viewer), post=post)


def opening(viewer: Viewer) -> dict[str, Any]:
    """The act that opens a turn order. It keeps the ways that the campaign's options give it, whatever they are later."""
    ways = viewer.campaign.rules.ways(viewer.campaign.options)
    return {"do": "open", "ways": list(ways)} if ways else {"do": "open"}


def passing_over(viewer: Viewer, fight: Fight, act: dict[str, Any]) -> dict[str, Any]:
    """The act with the ids of those who cannot act, where it ends a Turn and the order passes over theirs (FR-A41)."""
    if "skip" not in fight.ways or act["do"] not in GOING_ON:
        return act
    down = down_in(fight, characters_in(fight), viewer.campaign.rules)
    return act | {"down": down} if down else act


def lock(place: Place) -> Encounter:
    """The open fight of a stream, locked until the transaction ends; refused when none is open."""
    encounter = Encounter.objects.select_for_update(no_key=True).filter(stream=place.stream, is_open=True).first()
    if encounter is None:
        raise Refused(NOT_OPEN)
    return encounter


def fight_of(encounter: Encounter) -> Fight:
    """The fight folded afresh from its commands, undo and all: one query."""
    return fold(encounter.commands.order_by("number").values_list("act", flat=True))


def counted_rolls(stream: Stream) -> set[str]:
    """The keys of the rolls that some number in the fights of a stream came from; an undone entry sets its roll free."""
    return set(_standing(CombatCommand.objects.filter(encounter__stream=stream).order_by("encounter", "number"))) - {""}


@dataclass(frozen=True)
class Entrant:
    """Who joins: a character of the campaign, or only a name that the GM gives. `order` is [20] or [3, 5]."""

    name: str
    character: Character | None
    order: tuple[int, ...]
    source: str
    roll: str = ""
    rank: str = ""


def entering(viewer: Viewer, fight: Fight, name: str, character: Character | None, rank: str = "") -> dict[str, Any]:
    """The `enter` act without its number, checked as far as it can be before a die is thrown; `rank` is that of its die."""
    if not may_act_for(viewer, character):
        raise NotAllowed("There is no character of yours by that name.")
    known = {row.name: row.id for row in fight.combatants}
    same = next((row.id for row in fight.combatants if character and row.char == character.cid), None)
    met = find_name(name, known) if character is None else None
    act: dict[str, Any] = {
        "do": "enter",
        "id": same or (known[met] if met else key10()),
        "name": character.name if character else name,
        "char": character.cid if character else None,
        "side": "party" if character and character.owner_id else "foe",
        "by": "gm" if viewer.is_gm else "owner",
    }
    if "ties" in fight.ways:
        act["tie"] = viewer.campaign.rules.tie(character.sheet if character else None, rank)
    with refusing():
        check_enter(fight, act)
    return act


def enter(viewer: Viewer, encounter: Encounter, place: Place, entrant: Entrant, *, post: str = "") -> Encounter:
    """Puts somebody into the order, or replaces the number that stands."""
    fight = fight_of(encounter)
    act = entering(viewer, fight, entrant.name, entrant.character, entrant.rank)
    act |= {"order": list(entrant.order), "source": entrant.source}
    return act_on(viewer, encounter, place, fight, act, post=post, roll=entrant.roll)


def move(viewer: Viewer, place: Place, do: str, *, combatant: str = "", seen: int | None = None, post: str = "") -> Encounter:
    """One move of an open fight: next, back, undo, end, turn, hold, pass, done, out or allow; the last six name a combatant's id.

    `seen` is the version of the page that the person acted on; an older one is refused with who was quicker (Stale).
    """
    with transaction.atomic():
        encounter = lock(place)
        check_seen(encounter, seen)
        fight = fight_of(encounter)
        act: dict[str, Any] = {"do": do}
        if do in FOR_ONE:
            act["id"] = combatant or (fight.current or "")
        if do == "allow":
            act["who"] = str(require_member(viewer).person.get_username())
        require_move(viewer, fight, act)
        act = passing_over(viewer, fight, act)
        freed = _newest_roll(encounter) if do == "undo" else ""
        encounter = act_on(viewer, encounter, place, fight, act, post=post)
        if freed and Applied.objects.filter(roll=freed, encounter=encounter).delete()[0]:
            record(place.stream, kind="roll", subject=freed, audience=place.audience)
        return encounter


def check_seen(encounter: Encounter, seen: int | None) -> None:
    """Raises Stale where the person acted on another version of the fight than it has now."""
    if seen is not None and seen != encounter.version:
        raise Stale(_who_was_quicker(encounter))


def _newest_roll(encounter: Encounter) -> str:
    """The key of the roll behind the newest act that stands, or "": what an undo sets free."""
    standing = _standing(encounter.commands.order_by("number"))
    return standing[-1] if standing else ""


def _standing(commands: QuerySet[CombatCommand]) -> list[str]:
    """The key of the roll, or "", behind each act that is not taken back, oldest first."""
    standing: list[str] = []
    for act, roll in commands.values_list("act", "roll"):
        if act["do"] == "undo":
            standing.pop()
        else:
            standing.append(roll)
    return standing


FOR_ALL = frozenset(("next", "back", "undo", "end"))
FOR_ONE = frozenset(("turn", "hold", "pass", "done", "out", "allow"))
GOING_ON = frozenset(("next", "hold", "pass", "done", "out"))
"""Moves that may end a Turn."""
OWN_TURN = frozenset(("hold", "pass", "done"))


def require_move(viewer: Viewer, fight: Fight, act: Act) -> None:
    if act["do"] not in FOR_ALL | FOR_ONE:
        raise Refused("A turn order knows next, back, undo, end, turn, hold, pass, done, out and allow.")
    if act["do"] not in OWN_TURN:
        return require_running(viewer)
    row = fight.find(act["id"])
    character = characters_in(fight).get(row.char or "") if row else None
    if not may_act_for(viewer, character):
        raise NotAllowed("It is not the turn of a character of yours. Only the GM moves turns of others.")
    if act["do"] == "pass" and row and row.id != fight.current:
        require_running(viewer, "skips somebody before the turn has come")
    return None


def combatant_named(fight: Fight, typed: str) -> Combatant:
    """The combatant whom a typed name means."""
    found = find_name(typed, (row.name for row in fight.combatants))
    row = next((row for row in fight.combatants if row.name == found), None)
    if row is None:
        raise Refused(f"Nobody called {typed} is in this turn order.")
    return row


def act_on(
    viewer: Viewer, encounter: Encounter, place: Place, before: Fight, act: Act, *, post: str = "", roll: str = ""
) -> Encounter:
    """Records one act that its caller has allowed on the fight as it is `before`, and refreshes the stored copy of the fold."""
    member, at = require_member(viewer), now()
    with refusing():
        after = apply(before, act)
    encounter.version += 1
    encounter.commands.create(number=encounter.version, act=dict(act), by=member, post=post, roll=roll, at=at)
    encounter.state = to_record(after)
    encounter.is_open = after.phase in (GATHERING, RUNNING)  # an undone opening leaves nothing open either
    turn_moved = (before.current, before.round) != (after.current, after.round)
    if turn_moved:
        encounter.waits_for = _whose_turn(after)
        encounter.since = _turn_began(encounter) if act["do"] == "undo" else at
    if not encounter.is_open:
        encounter.waits_for = None
    encounter.save()
    tells: Iterable[int] = [encounter.waits_for.pk] if turn_moved and encounter.waits_for else []
    record(place.stream, kind="turns", subject=str(encounter.version), audience=place.audience, tells=tells)
    return encounter


def _turn_began(encounter: Encounter) -> datetime:
    """When the turn began that an undo has given back: with it comes its time, and so what was done in it."""
    fight, began = Fight(), encounter.since
    before: list[tuple[Fight, datetime]] = []
    for act, at in encounter.commands.order_by("number").values_list("act", "at"):
        if act["do"] == "undo":
            fight, began = before.pop()
            continue
        before.append((fight, began))
        moved = apply(fight, act)
        began = at if (moved.current, moved.round) != (fight.current, fight.round) else began
        fight = moved
    return began


def _whose_turn(fight: Fight) -> User | None:
    """Whom the fight waits for; None for the GM's own people."""
    acting = fight.acting
    character = characters_in(fight).get(acting.char or "") if acting else None
    return character.owner.person if character and character.owner else None


def _who_was_quicker(encounter: Encounter) -> str:
    newest: CombatCommand = encounter.commands.select_related("by__person").latest("number")
    acting = from_record(encounter.state).acting
    turn = f"it is {acting.name}'s turn now" if acting else "it is nobody's turn now"
    return f"{newest.by.person.get_username()} was quicker: {turn}. Nothing was moved twice."
