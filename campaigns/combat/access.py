"""Who may move a turn order, and what a viewer is shown of it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from campaigns.campaign.access import Viewer
from campaigns.character.models import Character
from campaigns.combat.models import Applied, Encounter
from campaigns.ledger.card import declaration_of, dice_of
from campaigns.ledger.models import Roll
from campaigns.site.refused import NotAllowed
from rules import catalogue
from rules.combat.record import from_record
from rules.combat.state import Combatant, Fight, who_next
from rules.system import Harm, RuleSystem

STATE_WORDS = {"waiting": "", "acted": "Has acted", "passed": "Passed", "holding": "Holding"}


@dataclass(frozen=True)
class Track:
    """A gauge of the sheet less what was lost in the fight. `word` is "" as long as it is that of a gauge at its most.

    `shown`: it is the one that is usually meant, or there is something to tell of it.
    """

    name: str
    now: int
    most: int
    word: str
    shown: bool


@dataclass(frozen=True)
class Row:
    """One line of the turn order as a viewer sees it; `gauges` only where he may see the numbers."""

    id: str
    name: str
    seal_id: str
    order: str
    source: str
    words: str
    current: bool
    acted: bool
    mine: bool
    gauges: tuple[Track, ...]

    @property
    def mental(self) -> bool:
        """Whether there is a track for which a line says `mental`."""
        return any(gauge.name.lower().startswith("mental") for gauge in self.gauges)


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
        gauges=_tracks(character, one.harm, system) if character and (owned or may_run(viewer)) else (),
    )


def _tracks(character: Character, harm: Harm, system: RuleSystem) -> tuple[Track, ...]:
    """All gauges of the sheet as they stand in the fight."""
    if not character.sheet:
        return ()
    unhurt = {gauge.name: gauge.now - gauge.most for gauge in system.gauges(character.sheet)}
    pairs = zip(system.gauges(character.sheet, harm), system.gauges(character.sheet, unhurt), strict=True)
    tracks: list[Track] = []
    for now, full in pairs:
        word = now.word if now.word != full.word else ""
        shown = not tracks or bool(word) or now.name in harm
        tracks.append(Track(now.name, now.now, now.most, word, shown))
    return tuple(tracks)


def _person(character: Character | None) -> str:
    if character is None or character.owner is None:
        return "the GM"
    return str(character.owner.person.get_username())


@dataclass(frozen=True)
class Blow:
    """What a roll does to whom: points to take off a gauge of the character with the id `char`, "" where he is but a name."""

    points: int
    gauge: str
    char: str
    name: str

    @property
    def words(self) -> str:
        """ "50 Physical to Toad"."""
        return f"{self.points} {self.gauge.removesuffix(' Health')} to {self.name}"


def blow_of(roll: Roll) -> Blow | None:
    """What an answer, or a roll that nobody answers, does by its rules; None for every other roll, and for nothing."""
    system = catalogue.by_rv(roll.rv) if roll.answers_id or roll.unanswered else None
    if system is None or roll.waits:
        return None
    found = system.consequence(declaration_of(roll), dice_of(roll), tuple(roll.chosen or ()))
    if found is None:
        return None
    char, name = (roll.char, roll.name) if roll.answers_id else (roll.target_char, roll.target)
    return Blow(found.points, found.gauge, char, name)


@dataclass(frozen=True)
class Applies:
    """What a page shows of a blow: its words, what it did (""  before) and who applied it."""

    words: str
    said: str = ""
    by: str = ""


def lay_blows(rolls: Sequence[Roll]) -> None:
    """Lays on each roll what it does to somebody's sheet, as `applies`, or None: one query where one does, else none."""
    blows = {roll.key: blow for roll in rolls if (blow := blow_of(roll)) and blow.char}
    found = Applied.objects.filter(roll__in=list(blows)).select_related("by__person") if blows else ()
    done = {row.roll: row for row in found}
    for roll in rolls:
        blow, row = blows.get(roll.key), done.get(roll.key)
        told = (row.said, row.by.person.get_username()) if row else ()
        roll.applies = Applies(blow.words, *told) if blow else None
