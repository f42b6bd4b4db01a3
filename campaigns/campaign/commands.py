"""Founding a table, coming, going, and changing how it is run."""

from __future__ import annotations

from collections.abc import Mapping

from django.db import transaction
from django.utils.text import slugify

from campaigns.campaign.access import (
    Viewer,
    may_leave,
    may_set_visibility,
    require_gm,
    require_member,
    role_in_ledger,
    roles_to_give,
)
from campaigns.campaign.models import CUSTOMS, Campaign, Invitation, LogEntry, Member
from campaigns.ledger.commands import change_role, join, open_ledger
from campaigns.ledger.models import Lane
from campaigns.live.commands import kick, look_again
from campaigns.people.models import User
from campaigns.site.clock import now
from campaigns.site.keys import hex16, key4
from campaigns.site.refused import NotAllowed, Refused
from rules import catalogue
from rules.system import RuleSystem

ROLE_WORDS = {"owner": "GM", "gm": "co-GM", "player": "player", "watcher": "watcher"}


@transaction.atomic
def found_campaign(person: User, *, name: str, system: str, sentence: str, visibility: str) -> Campaign:
    """A new table, its ledger opened, `person` its GM. `system` is a key of the catalogue (newest version)."""
    rule_system = _newest(system)
    name = _clean_name(name)
    _check_visibility(visibility)
    cid = hex16()
    campaign = Campaign.objects.create(
        name=name,
        slug=f"{slugify(name)[:90] or 'table'}-{key4()}",
        cid=cid,
        sentence=sentence.strip(),
        system=rule_system.key,
        system_version=rule_system.version,
        visibility=visibility,
        ledger=open_ledger(cid),
        founded=now(),
    )
    _sit_down(campaign, person, "owner")
    _log(campaign, person, f"{person.username} founded this table.")
    return campaign


@transaction.atomic
def join_campaign(person: User, invitation: Invitation) -> Member:
    """A seat in the role that the invitation names; who left comes back to the old seat.

    Refuses a revoked invitation, somebody who sits there already, and whoever was banned.
    """
    invitation = Invitation.objects.select_for_update(of=("self",)).select_related("campaign__ledger").get(pk=invitation.pk)
    if invitation.revoked:
        raise Refused("This invitation was revoked. Ask the GM for a new one.")
    campaign = invitation.campaign
    seat = Member.objects.filter(campaign=campaign, person=person).select_related("lane").first()
    if seat is not None and seat.state == "active":
        raise NotAllowed("You sit at this table already.")
    if seat is not None and seat.state == "banned":
        raise NotAllowed("You were banned from this table; an invitation does not change that.")
    if seat is None:
        seat = _sit_down(campaign, person, invitation.role)
        _log(campaign, person, f"{person.username} joined as a {ROLE_WORDS[seat.role]}.")
    else:
        _take_role(seat, invitation.role, by=None)
        seat.state, seat.joined = "active", now()
        seat.save()
        _log(campaign, person, f"{person.username} came back as a {ROLE_WORDS[seat.role]}.")
    kick(person.pk)
    return seat


@transaction.atomic
def leave(viewer: Viewer) -> Member:
    """Gives up one's seat; posts, characters and rolls stay. The founder stays, or the table would have no GM."""
    member = _locked(require_member(viewer))
    if not may_leave(viewer):
        raise NotAllowed("You founded this table, and without you it has no GM.")
    if member.lane is not None and member.lane.role != "out":
        change_role(member.lane, role="out", by=None)
    member.state = "left"
    member.save()
    _log(viewer.campaign, member.person, f"{member.person.username} left the table.")
    kick(member.person_id)
    return member


@transaction.atomic
def set_role(viewer: Viewer, member: Member, *, role: str) -> Member:
    """Makes `member` a co-GM, player or watcher, in the ledger as well, and closes the person's sockets."""
    actor = require_gm(viewer)
    member = _locked(member)
    allowed = roles_to_give(viewer, member)
    if not allowed:
        raise NotAllowed("Only the founder changes the role of a GM, and nobody that of the founder.")
    if role not in allowed:
        raise NotAllowed("Only the founder makes co-GMs.")
    if role == member.role:
        return member
    _take_role(member, role, by=actor.lane)
    member.save()
    _log(viewer.campaign, actor.person, f"{actor.person.username} made {member.person.username} a {ROLE_WORDS[role]}.")
    kick(member.person_id)
    return member


@transaction.atomic
def change_settings(viewer: Viewer, *, name: str, sentence: str, visibility: str, options: Mapping[str, str]) -> Campaign:
    """Name, sentence, visibility and house readings of the rules. The log says what was changed from what to what.

    Refuses an unknown option or choice, and a change of visibility by anybody but the founder.
    """
    actor = require_gm(viewer)
    campaign = Campaign.objects.select_for_update().get(pk=viewer.campaign.pk)
    _check_visibility(visibility)
    if visibility != campaign.visibility and not may_set_visibility(viewer):
        raise NotAllowed("Only the founder decides who may read this table.")
    before = _told(campaign)
    campaign.name, campaign.sentence, campaign.visibility = _clean_name(name), sentence.strip(), visibility
    chosen = _chosen(campaign, options)
    campaign.customs = {name: chosen.pop(name) for name in [custom.name for custom in CUSTOMS] if name in chosen}
    campaign.options = chosen
    campaign.save()
    if visibility != before["visibility"] and visibility == "private":  # readers without a seat are still listening
        for stream in campaign.threads.values_list("stream__key", flat=True):
            look_again(stream)
    for label, old, new in _differences(before, _told(campaign)):
        _log(campaign, actor.person, f"{actor.person.username} changed {label} from “{old}” to “{new}”.")
    return campaign


@transaction.atomic
def invite(viewer: Viewer, *, role: str) -> Invitation:
    """A new link for whoever holds it, until it is revoked. `role` is "player" or "watcher"."""
    actor = require_gm(viewer)
    if role not in ("player", "watcher"):
        raise Refused("An invitation makes a player or a watcher.", field="role")
    invitation = Invitation.objects.create(campaign=viewer.campaign, role=role)
    _log(viewer.campaign, actor.person, f"{actor.person.username} made an invitation for {role}s.")
    return invitation


@transaction.atomic
def revoke(viewer: Viewer, invitation: Invitation) -> Invitation:
    """Ends an invitation of the viewer's campaign; the seats it gave stay."""
    actor = require_gm(viewer)
    if invitation.campaign_id != viewer.campaign.pk:
        raise NotAllowed("This invitation belongs to another table.")
    if not invitation.revoked:
        invitation.revoked = True
        invitation.save()
        _log(viewer.campaign, actor.person, f"{actor.person.username} revoked an invitation for {invitation.role}s.")
    return invitation


def _sit_down(campaign: Campaign, person: User, role: str) -> Member:
    in_ledger = role_in_ledger(role)
    lane = join(campaign.ledger, person, role=in_ledger) if in_ledger else None
    return Member.objects.create(campaign=campaign, person=person, lane=lane, role=role, joined=now())


def _take_role(member: Member, role: str, *, by: Lane | None) -> None:
    """Writes the ledger's side of a role; the caller saves the member."""
    member.role = role
    in_ledger = role_in_ledger(role)
    if member.lane is None:
        if in_ledger is not None:
            member.lane = join(member.campaign.ledger, member.person, role=in_ledger)
    elif member.lane.role != (in_ledger or "out"):
        change_role(member.lane, role=in_ledger or "out", by=by)


def _locked(member: Member) -> Member:
    """The row as it stands now, held until the transaction ends; its lane is read after it, not as it was before the wait.

    `no_key`: a post of the member, which holds the ledger that a new role waits for, may still name him meanwhile.
    """
    rows = Member.objects.select_for_update(of=("self",), no_key=True).select_related("campaign__ledger", "person")
    return rows.get(pk=member.pk)


def _log(campaign: Campaign, actor: User, sentence: str) -> LogEntry:
    return LogEntry.objects.create(campaign=campaign, actor=actor, sentence=sentence[:300], at=now())


def _newest(key: str) -> RuleSystem:
    system = catalogue.get(key)
    if system is None:
        raise Refused("Choose one of the rule systems of the list.", field="system")
    return system


def _clean_name(name: str) -> str:
    name = " ".join(name.split())
    if not name:
        raise Refused("A table needs a name.", field="name")
    return name


def _check_visibility(visibility: str) -> None:
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
