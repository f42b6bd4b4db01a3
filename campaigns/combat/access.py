"""Who may move a turn order, and what a viewer is shown of it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from django.utils.text import capfirst

from campaigns.campaign.access import Viewer
from campaigns.character.models import Character
from campaigns.combat.models import Applied, Encounter
from campaigns.ledger import packs
from campaigns.ledger.card import declaration_of, dice_of
from campaigns.ledger.models import Roll
from campaigns.site.refused import NotAllowed
from rules.combat.combatant import Standing
from rules.combat.deeds import ENDED, LONG, Deeds
from rules.combat.hindering import Hindering
from rules.combat.record import from_record
from rules.combat.state import Combatant, Fight, who_next
from rules.system import Harm, RuleSystem
from rules.turn_rules import TurnRules, worded

STATE_WORDS = {"waiting": "", "acted": "Has acted", "passed": "Passed", "holding": "Holding", "skipped": "Out of action"}


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
class Ailment:
    """A condition that stands, and how a page tells it: "held, 2 Rounds left", "torn arm -1d"."""

    name: str
    words: str


@dataclass(frozen=True)
class Row:
    """One line of the turn order as a viewer sees it; `gauges` only where he may see the numbers. foe: nobody plays him but the
    GM; deeds: what stands of his acts beside his dice, in words; warning: what does not fit in one Turn; allowed: the GM who
    allowed it."""

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
    ailments: tuple[Ailment, ...] = ()
    foe: bool = False
    deeds: str = ""
    warning: str = ""
    allowed: str = ""

    @property
    def mental(self) -> bool:
        """Whether there is a track for which a line says `mental`."""
        return any(gauge.name.lower().startswith("mental") for gauge in self.gauges)


@dataclass(frozen=True)
class Table:
    """The turn order as a viewer sees it. `waiting` is the name of the person whose turn it is, `since` when it came; `pools`
    says whether a condition may take dice from what is rolled here; `declares` is who acts, where this viewer says what he does
    without dice, of what `offered` ((word, label) pairs) holds."""

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
    pools: bool = False
    declares: Row | None = None
    offered: tuple[tuple[str, str], ...] = ()


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


def down_in(fight: Fight, characters: Mapping[str, Character], system: RuleSystem) -> list[str]:
    """The ids of those who cannot act by their sheet and what they lost, where the order passes over their Turn (FR-A41)."""
    if "skip" not in fight.ways:
        return []
    sheets = ((row, characters[row.char].sheet) for row in fight.combatants if row.char and row.char in characters)
    return [row.id for row, sheet in sheets if sheet and not all(gauge.able for gauge in system.gauges(sheet, row.harm))]


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
    acting, coming = fight.acting, who_next(fight, down_in(fight, characters, system))
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
        pools=isinstance(system, Hindering),
        declares=next((row for row in rows if row.current and (row.mine or (row.foe and may_run(viewer)))), None),
        offered=_offered(system, acting),
    )


def _row(one: Combatant, fight: Fight, character: Character | None, viewer: Viewer, system: RuleSystem) -> Row:
    owned = character is not None and character.owner_id is not None
    current = one.id == fight.current
    words = "" if current else "No number yet" if fight.between and not one.source else STATE_WORDS[one.state]
    return Row(
        id=one.id,
        name=one.name,
        seal_id=character.cid if character else one.id,
        order="×".join(str(part) for part in one.order),
        source=one.source,
        words=words,
        current=current,
        acted=one.state == "acted" and not current and not fight.between,
        mine=owned and viewer.member is not None and character is not None and character.owner_id == viewer.member.pk,
        gauges=_tracks(character, one.harm, system) if character and (owned or may_run(viewer)) else (),
        ailments=tuple(Ailment(condition.name, _told(condition)) for condition in fight.standing(one)),
        foe=not owned,
        deeds=_deeds(one.deeds, system),
        warning=one.deeds.warning,
        allowed=one.deeds.allowed,
    )


def _deeds(deeds: Deeds, system: RuleSystem) -> str:
    words = [worded(system, deeds.acts)] if deeds.acts and isinstance(system, TurnRules) else []
    words += ["busy with a long task"] if deeds.busy and LONG not in deeds.acts else []
    words += ["nothing more this Round, no dodge either"] if deeds.spent else []
    return capfirst("; ".join(words))


def _offered(system: RuleSystem, acting: Combatant | None) -> tuple[tuple[str, str], ...]:
    """What may be declared without dice in the present Turn: a long task may end where one goes on, else begin."""
    if acting is None or not isinstance(system, TurnRules):
        return ()
    left_out = LONG if acting.deeds.busy else ENDED
    return tuple((word, capfirst(label)) for word, label in system.declared.items() if word != left_out)


def _told(condition: Standing) -> str:
    dice = f" -{condition.dice}d" if condition.dice else ""
    rounds = f", {condition.left} {'Round' if condition.left == 1 else 'Rounds'} left" if condition.left else ""
    return f"{condition.name}{dice}{rounds}"


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
    system = packs.find(roll.rv) if roll.answers_id or roll.unanswered else None
    if system is None or roll.waits or roll.is_void:
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
