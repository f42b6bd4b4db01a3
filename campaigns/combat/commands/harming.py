"""What a fight does to somebody, kept beside the sheet: points lost and won by a line, by a button, or as what a roll does;
conditions put on and taken away."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from django.db import IntegrityError, transaction

from campaigns.campaign.access import Viewer, require_gm, require_member
from campaigns.campaign.models import Campaign
from campaigns.character.commands import edit_sheet
from campaigns.character.models import Character
from campaigns.character.sheets import texts_of
from campaigns.combat.access import Blow, blow_of, characters_in, require_running
from campaigns.combat.commands.moving import Place, act_on, check_seen, combatant_named, fight_of, lock
from campaigns.combat.models import Applied, Encounter
from campaigns.ledger.models import Roll
from campaigns.live.commands import record
from campaigns.site.clock import now
from campaigns.site.refused import Refused, Stale, refusing
from rules.combat.hindering import Hindering
from rules.combat.state import Combatant, Fight
from rules.combat.state_line import ConditionLine
from rules.combat.words import HealthLine
from rules.lines import quoted
from rules.names import find_name
from rules.system import Gauge, Harm, RuleSystem


@dataclass(frozen=True)
class Change:
    """An act on a combatant that is allowed, and what it comes to in words."""

    act: dict[str, Any]
    said: str


def changing(viewer: Viewer, fight: Fight, row: Combatant, line: HealthLine | ConditionLine) -> Change:
    """What a line does to a combatant of the fight; refused where there is nothing to change."""
    if isinstance(line, ConditionLine):
        return _conditioning(viewer, fight, row, line)
    require_running(viewer, "changes Health")
    character = characters_in(fight).get(row.char or "")
    points, gauge, said = _changed(viewer.campaign.rules, row.name, character, line, row.harm)
    return Change({"do": "harm", "id": row.id, "gauge": gauge, "points": points}, said)


def _conditioning(viewer: Viewer, fight: Fight, row: Combatant, line: ConditionLine) -> Change:
    require_running(viewer, "changes conditions")
    if line.lifts:
        name = find_name(line.condition, [one.name for one in fight.standing(row)]) or line.condition
        return Change({"do": "lift", "id": row.id, "name": name}, f"{row.name}: {name} no more.")
    rules = viewer.campaign.rules
    if line.dice and not isinstance(rules, Hindering):
        told = f"!state {quoted(row.name)} +{quoted(line.condition)}"
        raise Refused(f"{rules.title} rolls no pools that could lose dice. Leave -{line.dice}d away: `{told}`.")
    act: dict[str, Any] = {"do": "condition", "id": row.id, "name": line.condition}
    act |= {name: count for name, count in (("rounds", line.rounds), ("dice", line.dice)) if count}
    dice = f", -{line.dice}d on every pool" if line.dice else ""
    rounds = f", for {line.rounds} {'Round' if line.rounds == 1 else 'Rounds'}" if line.rounds else ""
    return Change(act, f"{row.name}: {line.condition}{dice}{rounds}.")


def change(
    viewer: Viewer,
    place: Place,
    line: HealthLine | ConditionLine,
    *,
    combatant: str = "",
    seen: int | None = None,
    post: str = "",
) -> str:
    """Does what the line says, to the combatant of that id or else to the one it names; gives the sentence that tells it.

    `seen` is as in `move`.
    """
    with transaction.atomic():
        encounter = lock(place)
        check_seen(encounter, seen)
        fight = fight_of(encounter)
        row = fight.find(combatant) or combatant_named(fight, line.name)
        found = changing(viewer, fight, row, line)
        act_on(viewer, encounter, place, fight, found.act, post=post)
    return found.said


def apply_roll(viewer: Viewer, place: Place, roll: Roll) -> Applied:
    """Does to its target what a roll does, once: in the fight of the place where he is in it, else on his sheet.

    Refused for a roll that does nothing to anybody with a sheet, Stale where it is done already. The fight's undo gives it back.
    """
    require_running(viewer, "applies what a roll does")
    blow = None if roll.answers and roll.answers.is_void else blow_of(roll)
    if blow is None or not blow.char:
        raise Refused("This roll takes nothing from a sheet, so there is nothing to apply.")
    with transaction.atomic():
        encounter = Encounter.objects.select_for_update(no_key=True).filter(stream=place.stream, is_open=True).first()
        known = Applied.objects.select_related("by__person").filter(roll=roll.key).first()
        if known is not None:
            raise Stale(f"{known.by.person.get_username()} applied it already: {known.said}")
        said = _in_fight(viewer, encounter, place, roll, blow) if encounter else None
        where = encounter if said else None
        said = said or _on_sheet(viewer, blow)
        try:
            with transaction.atomic():
                found = Applied.objects.create(roll=roll.key, by=require_gm(viewer), at=now(), encounter=where, said=said)
        except IntegrityError as error:
            raise Stale("Another GM applied it just now; it counts once.") from error
        record(place.stream, kind="roll", subject=roll.key, audience=place.audience)
    return found


def _in_fight(viewer: Viewer, encounter: Encounter, place: Place, roll: Roll, blow: Blow) -> str | None:
    """What it did to the combatant that is the target, None where he is not in the fight."""
    fight = fight_of(encounter)
    row = next((row for row in fight.combatants if row.char == blow.char), None)
    if row is None:
        return None
    character = characters_in(fight).get(blow.char)
    line = HealthLine(row.name, "-", blow.points)
    points, gauge, said = _changed(viewer.campaign.rules, row.name, character, line, row.harm, gauge=blow.gauge)
    act = {"do": "harm", "id": row.id, "gauge": gauge, "points": points}
    act_on(viewer, encounter, place, fight, act, roll=roll.key)
    return said


def _on_sheet(viewer: Viewer, blow: Blow) -> str:
    require_member(viewer)
    Campaign.objects.select_for_update().get(pk=viewer.campaign.pk)  # so that nobody changes the sheet meanwhile
    character = Character.objects.filter(campaign=viewer.campaign, cid=blow.char).first()
    rules = viewer.campaign.rules
    line = HealthLine(blow.name, "-", blow.points)
    points, gauge, said = _changed(rules, character.name if character else blow.name, character, line, {}, gauge=blow.gauge)
    if character is None:
        raise Refused(f"{blow.name} is not at this table any more.")
    with refusing():
        sheet = rules.hurt(character.sheet, gauge, points)
    edit_sheet(
        viewer, character, name=character.name, line=character.line, fields=texts_of(rules, sheet), seen_version=character.version
    )
    return said


def _changed(
    rules: RuleSystem, name: str, character: Character | None, line: HealthLine, harm: Harm, *, gauge: str = ""
) -> tuple[int, str, str]:
    """(points that the gauge loses, its name, the sentence). `gauge` names it; else the line says whether it is a mental one."""
    sheet = character.sheet if character else {}
    gauges = rules.gauges(sheet, harm) if sheet else ()
    before = _meant(gauges, gauge, mental=line.mental)
    if before is None:
        kind = gauge or ("Mental Health" if line.mental else "Health")
        raise Refused(f"{name} has no {kind} on a sheet here, so there is nothing to change.")
    with refusing():
        points = line.lost(before.now, before.most)
    if not points:
        raise Refused(f"{before.name} of {name} stands at {before.now} already.")
    lost = {**harm, before.name: harm.get(before.name, 0) + points}
    after = next(one for one in rules.gauges(sheet, lost) if one.name == before.name)
    word = f": {after.word}" if after.word else ""
    return points, before.name, f"{name}, {before.name} {before.now} to {after.now}{word}."


def _meant(gauges: tuple[Gauge, ...], name: str, *, mental: bool) -> Gauge | None:
    if name:
        return next((one for one in gauges if one.name == name), None)
    if mental:
        return next((one for one in gauges if one.name.lower().startswith("mental")), None)
    return next(iter(gauges), None)
