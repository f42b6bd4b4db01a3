"""How a table is run: its name, who may read, and its readings of the rules."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from django.db import transaction

from campaigns.campaign.access import Viewer, may_set_visibility, require_gm
from campaigns.campaign.commands.log import write_log
from campaigns.campaign.models import CUSTOMS, Campaign, Member, Ruling, RulingChange
from campaigns.live.commands import look_again
from campaigns.site.clock import now
from campaigns.site.refused import NotAllowed, Refused


@transaction.atomic
def change_settings(viewer: Viewer, *, name: str, sentence: str, visibility: str, options: Mapping[str, str]) -> Campaign:
    """Name, sentence, visibility and house readings of the rules. The log says what was changed from what to what.

    Refuses an unknown option or choice, and a change of visibility by anybody but the founder.
    """
    actor = require_gm(viewer)
    campaign = Campaign.objects.select_for_update().get(pk=viewer.campaign.pk)
    check_visibility(visibility)
    if visibility != campaign.visibility and not may_set_visibility(viewer):
        raise NotAllowed("Only the founder decides who may read this table.")
    before, rulings = _told(campaign), campaign.rulings
    campaign.name, campaign.sentence, campaign.visibility = clean_name(name), sentence.strip(), visibility
    chosen = _chosen(campaign, options)
    campaign.customs = {name: chosen.pop(name) for name in [custom.name for custom in CUSTOMS] if name in chosen}
    campaign.options = chosen
    campaign.save()
    if visibility != before["visibility"] and visibility == "private":  # readers without a seat are still listening
        for stream in campaign.threads.values_list("stream__key", flat=True):
            look_again(stream)
    for label, old, new in _differences(before, _told(campaign)):
        write_log(campaign, actor.person, f"{actor.person.username} changed {label} from “{old}” to “{new}”.")
    _keep_changes(campaign, actor, rulings)
    return campaign


def _keep_changes(campaign: Campaign, actor: Member, before: Sequence[Ruling]) -> None:
    """A row for each ruling that is another now, for the history on the page of house rulings."""
    for old, new in zip(before, campaign.rulings, strict=True):
        if old.choice != new.choice:
            said = {"rule": new.rule, "label": new.label, "before": old.choice, "after": new.choice}
            RulingChange.objects.create(campaign=campaign, actor=actor.person, at=now(), **said)


def clean_name(name: str) -> str:
    name = " ".join(name.split())
    if not name:
        raise Refused("A table needs a name.", field="name")
    return name


def check_visibility(visibility: str) -> None:
    if visibility not in dict(Campaign.VISIBILITIES):
        raise Refused("Choose public, unlisted or private.", field="visibility")


def _told(campaign: Campaign) -> dict[str, str]:
    """What the log tells of a table, by label, in words: its name, sentence, visibility, and every house ruling."""
    about = {"name": campaign.name, "sentence": campaign.sentence, "visibility": campaign.visibility}
    return about | {ruling.told: ruling.choice for ruling in campaign.rulings}


def _differences(before: Mapping[str, str], after: Mapping[str, str]) -> list[tuple[str, str, str]]:
    """(label, before, after) of what differs; a text too long for the log is cut."""
    changed = [(label, old, after[label]) for label, old in before.items() if old != after[label]]
    return [(label, _cut(old), _cut(new)) for label, old, new in changed]


def _cut(text: str) -> str:
    return text if len(text) <= 80 else f"{text[:79]}…"


def _chosen(campaign: Campaign, options: Mapping[str, str]) -> dict[str, str]:
    """The options and customs that differ from their defaults."""
    known = {option.name: option for option in campaign.open_points}
    for name, choice in options.items():
        if name not in known or choice not in known[name].choices:
            raise Refused(f"{choice} is no choice of the option {name}.", field=name)
    return {name: choice for name, choice in options.items() if choice != known[name].choices[0]}
