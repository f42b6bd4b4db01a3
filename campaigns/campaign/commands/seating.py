"""Who sits at a table: joining, leaving, roles and invitations."""

from __future__ import annotations

from django.db import transaction

from campaigns.campaign.access import (
    Viewer,
    may_leave,
    require_gm,
    require_member,
    role_in_ledger,
    roles_to_give,
)
from campaigns.campaign.commands.log import write_log
from campaigns.campaign.models import Campaign, Invitation, Member
from campaigns.ledger.commands import change_role, join
from campaigns.ledger.models import Lane
from campaigns.live.commands import kick
from campaigns.people.models import User
from campaigns.site.clock import now
from campaigns.site.refused import NotAllowed, Refused

ROLE_WORDS = {"owner": "GM", "gm": "co-GM", "player": "player", "watcher": "watcher"}


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
        seat = sit_down(campaign, person, invitation.role)
        write_log(campaign, person, f"{person.username} joined as a {ROLE_WORDS[seat.role]}.")
    else:
        _take_role(seat, invitation.role, by=None)
        seat.state, seat.joined = "active", now()
        seat.save()
        write_log(campaign, person, f"{person.username} came back as a {ROLE_WORDS[seat.role]}.")
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
    write_log(viewer.campaign, member.person, f"{member.person.username} left the table.")
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
    write_log(viewer.campaign, actor.person, f"{actor.person.username} made {member.person.username} a {ROLE_WORDS[role]}.")
    kick(member.person_id)
    return member


@transaction.atomic
def invite(viewer: Viewer, *, role: str) -> Invitation:
    """A new link for whoever holds it, until it is revoked. `role` is "player" or "watcher"."""
    actor = require_gm(viewer)
    if role not in ("player", "watcher"):
        raise Refused("An invitation makes a player or a watcher.", field="role")
    invitation = Invitation.objects.create(campaign=viewer.campaign, role=role)
    write_log(viewer.campaign, actor.person, f"{actor.person.username} made an invitation for {role}s.")
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
        write_log(viewer.campaign, actor.person, f"{actor.person.username} revoked an invitation for {invitation.role}s.")
    return invitation


def sit_down(campaign: Campaign, person: User, role: str) -> Member:
    in_ledger = role_in_ledger(role)
    lane = join(campaign.ledger, person, role=in_ledger) if in_ledger and not campaign.ledger.closed else None
    return Member.objects.create(campaign=campaign, person=person, lane=lane, role=role, joined=now())


def _take_role(member: Member, role: str, *, by: Lane | None) -> None:
    """Writes the ledger's side of a role; the caller saves the member."""
    member.role = role
    in_ledger = role_in_ledger(role)
    if member.lane is None:
        if in_ledger is not None and not member.campaign.ledger.closed:
            member.lane = join(member.campaign.ledger, member.person, role=in_ledger)
    elif member.lane.role != (in_ledger or "out"):
        change_role(member.lane, role=in_ledger or "out", by=by)


def _locked(member: Member) -> Member:
    """The row as it stands now, held until the transaction ends; its lane is read after it, not as it was before the wait.

    `no_key`: a post of the member, which holds the ledger that a new role waits for, may still name him meanwhile.
    """
    rows = Member.objects.select_for_update(of=("self",), no_key=True).select_related("campaign__ledger", "person")
    return rows.get(pk=member.pk)
