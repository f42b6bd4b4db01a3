"""Who may move a turn order, and what a viewer is shown of it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime

from campaigns.campaign.access import Viewer
from campaigns.character.models import Character
from campaigns.combat.models import Encounter
from campaigns.site.refused import NotAllowed
from rules.combat.record import from_record
from rules.combat.state import Combatant, Fight, who_next
from rules.system import Gauge, RuleSystem

STATE_WORDS = {"waiting": "", "acted": "Has acted", "passed": "Passed", "holding": "Holding"}


@dataclass(frozen=True)
class Row:
    """One line of the turn order as a viewer sees it; `gauge` only where he may see the numbers."""

    id: str
    name: str
    seal_id: str
    order: str
    source: str
    words: str
    current: bool
    acted: bool
    mine: bool
    gauge: Gauge | None


@dataclass(frozen=True)
class Table:
    """The turn order as a viewer sees it. `waiting` is the name of the person whose turn it is, `since` when it came."""

    phase: str
    round: int
    version: int
    rows: tuple[Row, ...]
    may_run: bool
    may_open: bool
    mine_now: Row | None
    next_name: str
    waiting: str
    since: datetime | None


def may_run(viewer: Viewer) -> bool:
    """Opening, next, previous, undo, going to a turn and everything for others: the GMs."""
    return viewer.is_gm


def require_running(viewer: Viewer, doing: str = "moves turns") -> None:
    if not may_run(viewer):
        raise NotAllowed(f"Only the GM {doing}.")


def may_act_for(viewer: Viewer, character: Character | None) -> bool:
    """Own turn acts: the owner of the character who may still write here, and the GMs."""
    if may_run(viewer):
        return True
    owned = character is not None and viewer.member is not None and character.owner_id == viewer.member.pk
    return owned and viewer.may_write


def open_on(stream_id: int) -> Encounter | None:
    """The fight that is open on a stream: one query."""
    return Encounter.objects.filter(stream_id=stream_id, is_open=True).first()


def characters_in(fight: Fight) -> dict[str, Character]:
    """The characters of a fight by their id: one query."""
    ids = [row.char for row in fight.combatants if row.char]
    found = Character.objects.filter(cid__in=ids).select_related("owner__person") if ids else ()
    return {character.cid: character for character in found}


def closed_table(viewer: Viewer, *, writable: bool) -> Table:
    """What stands in the panel's place while no fight is open."""
    return Table("closed", 0, 0, (), False, writable and may_run(viewer), None, "", "", None)


def table(encounter: Encounter, viewer: Viewer) -> Table:
    """The open fight as this viewer may see it; with `open_on` two queries in all, however many combatants there are."""
    fight = from_record(encounter.state)
    characters = characters_in(fight)
    system = viewer.campaign.rules
    rows = tuple(_row(one, fight, characters.get(one.char or ""), viewer, system) for one in fight.combatants)
    mine = next((row for row in rows if row.current and row.mine), None)
    acting, coming = fight.acting, who_next(fight)
    return Table(
        phase=fight.phase,
        round=fight.round,
        version=encounter.version,
        rows=rows,
        may_run=may_run(viewer),
        may_open=False,
        mine_now=mine,
        next_name=coming.name if coming else "",
        waiting=_person(characters.get(acting.char or "")) if acting else "",
        since=encounter.since if acting else None,
    )


def _row(one: Combatant, fight: Fight, character: Character | None, viewer: Viewer, system: RuleSystem) -> Row:
    owned = character is not None and character.owner_id is not None
    current = one.id == fight.current
    words = "" if current else STATE_WORDS[one.state]
    return Row(
        id=one.id,
        name=one.name,
        seal_id=character.cid if character else one.id,
        order="×".join(str(part) for part in one.order),
        source=one.source,
        words=words,
        current=current,
        acted=one.state == "acted" and not current,
        mine=owned and viewer.member is not None and character is not None and character.owner_id == viewer.member.pk,
        gauge=_gauge(character, system) if character and (owned or may_run(viewer)) else None,
    )


def _gauge(character: Character, system: RuleSystem) -> Gauge | None:
    gauges: Iterable[Gauge] = system.gauges(character.sheet) if character.sheet else ()
    return next(iter(gauges), None)


def _person(character: Character | None) -> str:
    if character is None or character.owner is None:
        return "the GM"
    return str(character.owner.person.get_username())
