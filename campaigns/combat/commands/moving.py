"""Every act on a turn order. State is the fold of the recorded acts (`rules.combat`); what is stored beside is a copy of it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from django.db import IntegrityError, transaction
from django.db.models import QuerySet

from campaigns.campaign.access import Viewer, require_member
from campaigns.character.models import Character
from campaigns.combat.access import characters_in, may_act_for, require_running
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
    return act_on(viewer, encounter, place, Fight(), {"do": "open"}, post=post)


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


def entering(viewer: Viewer, fight: Fight, name: str, character: Character | None) -> dict[str, Any]:
    """The `enter` act without its number, checked as far as it can be before a die is thrown."""
    if not may_act_for(viewer, character):
        raise NotAllowed("There is no character of yours by that name.")
    known = {row.name: row.id for row in fight.combatants}
    same = next((row.id for row in fight.combatants if character and row.char == character.cid), None)
    met = find_name(name, known) if character is None else None
    act = {
        "do": "enter",
        "id": same or (known[met] if met else key10()),
        "name": character.name if character else name,
        "char": character.cid if character else None,
        "side": "party" if character and character.owner_id else "foe",
        "by": "gm" if viewer.is_gm else "owner",
    }
    with refusing():
        check_enter(fight, act)
    return act


def enter(viewer: Viewer, encounter: Encounter, place: Place, entrant: Entrant, *, post: str = "") -> Encounter:
    """Puts somebody into the order, or replaces the number that stands."""
    fight = fight_of(encounter)
    act = entering(viewer, fight, entrant.name, entrant.character)
    act |= {"order": list(entrant.order), "source": entrant.source}
    return act_on(viewer, encounter, place, fight, act, post=post, roll=entrant.roll)


def move(viewer: Viewer, place: Place, do: str, *, combatant: str = "", seen: int | None = None, post: str = "") -> Encounter:
    """One move of an open fight: next, back, undo, end, turn, hold, pass, done or out; the last five name a combatant's id.

    `seen` is the version of the page that the person acted on; an older one is refused with who was quicker (Stale).
    """
    with transaction.atomic():
        encounter = lock(place)
        check_seen(encounter, seen)
        fight = fight_of(encounter)
        act: dict[str, Any] = {"do": do}
        if do in FOR_ONE:
            act["id"] = combatant or (fight.current or "")
        require_move(viewer, fight, act)
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
FOR_ONE = frozenset(("turn", "hold", "pass", "done", "out"))
OWN_TURN = frozenset(("hold", "pass", "done"))


def require_move(viewer: Viewer, fight: Fight, act: Act) -> None:
    if act["do"] not in FOR_ALL | FOR_ONE:
        raise Refused("A turn order knows next, back, undo, end, turn, hold, pass, done and out.")
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
    member = require_member(viewer)
    with refusing():
        after = apply(before, act)
    encounter.version += 1
    encounter.commands.create(
        number=encounter.version, act=dict(act), by=member, post=post, roll=roll, at=now(),
    )  # fmt: skip
    encounter.state = to_record(after)
    encounter.is_open = after.phase in (GATHERING, RUNNING)  # an undone opening leaves nothing open either
    turn_moved = (before.current, before.round) != (after.current, after.round)
    if turn_moved:
        encounter.waits_for, encounter.since = _whose_turn(after), now()
    if not encounter.is_open:
        encounter.waits_for = None
    encounter.save()
    tells: Iterable[int] = [encounter.waits_for.pk] if turn_moved and encounter.waits_for else []
    record(place.stream, kind="turns", subject=str(encounter.version), audience=place.audience, tells=tells)
    return encounter


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
