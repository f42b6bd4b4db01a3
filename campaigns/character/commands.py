"""Making characters and changing their sheets."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.db import transaction

from campaigns.campaign.access import Viewer, require_gm, require_writer
from campaigns.campaign.models import Campaign, LogEntry, Member
from campaigns.character.access import require_edit
from campaigns.character.models import Character, SheetRevision
from campaigns.site.clock import now
from campaigns.site.refused import Refused, Stale, refusing
from rules.names import check_name, fold_name
from rules.system import RuleSystem

MOST_CHARACTERS = 500
"""Characters of one campaign, so that lists and name look-ups stay short."""

ONLY_NPCS = "Only an NPC can be hidden."


@transaction.atomic
def create_character(
    viewer: Viewer, *, name: str, line: str, fields: Mapping[str, str], npc: bool = False, hidden: bool = False
) -> Character:
    """A new character of the viewer, or an NPC of the GMs, perhaps hidden. `fields` are the form's texts by trait name.

    A sheet whose fields are all empty is no sheet. Refuses a name that is taken, and what the rules refuse.
    """
    member = require_gm(viewer) if npc or hidden else require_writer(viewer)
    if hidden and not npc:
        raise Refused(ONLY_NPCS, field="hidden")
    campaign = Campaign.objects.select_for_update().get(pk=viewer.campaign.pk)
    if campaign.characters.count() >= MOST_CHARACTERS:
        raise Refused(f"A table has at most {MOST_CHARACTERS} characters.")
    sheet = read_fields(campaign.rules, fields)
    name, folded_name = _free_name(viewer, name, hidden=hidden)
    character = Character.objects.create(
        campaign=viewer.campaign,
        owner=None if npc else member,
        name=name,
        folded_name=folded_name,
        line=" ".join(line.split()),
        sheet=sheet,
        hidden=hidden,
    )
    _write_revision(character, member)
    return character


@transaction.atomic
def edit_sheet(
    viewer: Viewer, character: Character, *, name: str, line: str, fields: Mapping[str, str], seen_version: int,
    hidden: bool | None = None,
) -> Character:  # fmt: skip
    """The next version of a sheet, made from the one that the writer saw; every version is kept.

    `hidden` is the GM's to change; None leaves it. Raises Stale when somebody changed the sheet in between: the present
    text is then in the row, and the writer's own is still in the form.
    """
    require_edit(viewer, character)
    Campaign.objects.select_for_update().get(pk=viewer.campaign.pk)
    now_there = Character.objects.select_for_update().get(pk=character.pk)
    if now_there.version != seen_version:
        raise Stale(_who_was_quicker(now_there))
    if hidden is not None and hidden != now_there.hidden:
        require_gm(viewer)
        if now_there.owner_id is not None and hidden:
            raise Refused(ONLY_NPCS, field="hidden")
        now_there.hidden = hidden
    now_there.sheet = read_fields(viewer.campaign.rules, fields)
    now_there.name, now_there.folded_name = _free_name(viewer, name, hidden=now_there.hidden, but=now_there)
    now_there.line = " ".join(line.split())
    now_there.version += 1
    now_there.save()
    editor = require_writer(viewer)
    _write_revision(now_there, editor)
    if now_there.owner_id not in (None, editor.pk):
        sentence = f"{editor.person.username} changed the sheet of {now_there.name}."
        LogEntry.objects.create(campaign=viewer.campaign, actor=editor.person, sentence=sentence, at=now())
    return now_there


def read_fields(rules: RuleSystem, fields: Mapping[str, str]) -> dict[str, Any]:
    """The sheet of a form's texts by trait name; {} when nothing is filled in. Raises Refused as the rules say."""
    told = {trait.name: fields.get(trait.name, "") for trait in rules.traits()}
    if not any(text.strip() for text in told.values()):
        return {}
    with refusing():
        return rules.read_sheet(told)


def _free_name(viewer: Viewer, typed: str, *, hidden: bool, but: Character | None = None) -> tuple[str, str]:
    """The name as it is kept, and folded. A GM is told of every character of that name, others of shown ones."""
    with refusing("name"):
        name = check_name(typed)
    folded = fold_name(name)
    rivals = viewer.campaign.characters.filter(folded_name=folded)
    if but is not None:
        rivals = rivals.exclude(pk=but.pk)
    if not (hidden or viewer.is_gm):
        rivals = rivals.filter(hidden=False)
    if rivals.exists():
        raise Refused(f"There is a {name} at this table already.", field="name")
    return name, folded


def _write_revision(character: Character, by: Member) -> SheetRevision:
    return SheetRevision.objects.create(
        character=character,
        number=character.version,
        name=character.name,
        line=character.line,
        sheet=character.sheet,
        by=by,
        at=now(),
    )


def _who_was_quicker(character: Character) -> str:
    newest = character.revisions.select_related("by__person").order_by("-number").first()
    who = newest.by.person.username if newest is not None else "Somebody"
    return (
        f"{who} changed this sheet while you wrote. What you typed is still here, and with it what the sheet says now. "
        "Take over what you want to keep, then save again."
    )
