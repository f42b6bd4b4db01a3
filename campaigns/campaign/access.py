"""Who may do what at a table. This is the only module that compares roles."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass
from typing import Any, Literal

from django.contrib.auth.models import AnonymousUser
from django.db.models import QuerySet
from django.http import Http404, HttpRequest
from django_htmx.middleware import HtmxDetails

from campaigns.campaign.models import Campaign, Member
from campaigns.ledger.access import Secrecy, shown_to
from campaigns.ledger.models import Roll
from campaigns.people.models import User
from campaigns.site.refused import NotAllowed, SignInFirst

GMS = ("owner", "gm")
PLAYERS = (*GMS, "player")


@dataclass(frozen=True)
class Viewer:
    """A person before a campaign that he may know of. `member` is the active membership, or None.

    `keys` are what the person holds of the audiences of live: "all", and for members "members", "member:<id>", "gms".
    """

    person: User | AnonymousUser
    campaign: Campaign
    member: Member | None
    keys: frozenset[str]
    is_gm: bool
    may_write: bool


class TableRequest(HttpRequest):
    """A request to a page of a campaign: the frame of the page reads `viewer`, which `come_in` sets."""

    viewer: Viewer
    htmx: HtmxDetails


def viewer(person: User | AnonymousUser, slug: str) -> Viewer:
    """The viewer of the campaign with that slug: one query for a member, two for everybody else.

    Raises Http404 for an unknown slug and, to all but its members, for a private campaign.
    """
    member = _member(person, slug) if person.is_authenticated else None
    if member is not None:
        return seat(member)
    campaign = Campaign.objects.select_related("ledger").filter(slug=slug).exclude(visibility="private").first()
    if campaign is None:
        raise Http404("There is no such campaign.")
    return Viewer(person, campaign, None, frozenset({"all"}), False, False)


def come_in(request: TableRequest, slug: str) -> Viewer:
    """The way into every page of a campaign: its viewer, kept on the request for the frame of the page."""
    request.viewer = viewer(request.user, slug)
    return request.viewer


def seat(member: Member) -> Viewer:
    """The viewer that an active member is. Free of queries when the campaign, its ledger and the lane are loaded."""
    is_gm = runs(member)
    keys = {"all", "members", f"member:{member.pk}"} | ({"gms"} if is_gm else set())
    return Viewer(member.person, member.campaign, member, frozenset(keys), is_gm, member.role in PLAYERS)


def runs(member: Member) -> bool:
    """Whether a member is one of the GMs."""
    return member.role in GMS


def _member(person: User, slug: str) -> Member | None:
    rows = Member.objects.select_related("campaign__ledger", "lane", "person")
    member = rows.filter(campaign__slug=slug, person=person, state="active").first()
    if member is not None and member.lane is not None:
        member.lane.ledger = member.campaign.ledger
    return member


def require_member(viewer: Viewer) -> Member:
    """The active membership; raises NotAllowed where there is none, SignInFirst where nobody is signed in."""
    if not viewer.person.is_authenticated:
        raise SignInFirst("Sign in first.")
    if viewer.member is None:
        raise NotAllowed(f"This is for those who sit at the table of {viewer.campaign}. Its GM can invite you.")
    return viewer.member


def require_gm(viewer: Viewer) -> Member:
    """The membership of a GM or co-GM; raises NotAllowed for everybody else."""
    member = require_member(viewer)
    if not viewer.is_gm:
        raise NotAllowed(f"This is for the GMs of {viewer.campaign}.")
    return member


def require_writer(viewer: Viewer) -> Member:
    """The membership of somebody who plays or runs the game; raises NotAllowed for watchers and strangers."""
    member = require_member(viewer)
    if not viewer.may_write:
        raise NotAllowed("You watch at this table. A GM can make you a player.")
    return member


def may_set_visibility(viewer: Viewer) -> bool:
    """Only the founder decides who may read: a co-GM's slip must not open a private table."""
    return viewer.member is not None and viewer.member.role == "owner"


def may_close(viewer: Viewer) -> bool:
    """Closing the dice of a campaign is its founder's."""
    return viewer.member is not None and viewer.member.role == "owner"


def require_close(viewer: Viewer) -> None:
    require_member(viewer)
    if not may_close(viewer):
        raise NotAllowed("Who founded this table closes its dice.")


def may_leave(viewer: Viewer) -> bool:
    """Everybody but the founder, without whom the table has no GM."""
    return viewer.member is not None and viewer.member.role != "owner"


def roles_to_give(viewer: Viewer, member: Member) -> tuple[str, ...]:
    """The roles that `viewer` may give to `member`, the present one among them; none when it is not theirs to change.

    A GM moves people between player and watcher; only the founder makes and unmakes co-GMs.
    """
    if not viewer.is_gm or member.campaign_id != viewer.campaign.pk or member.state != "active" or member.role == "owner":
        return ()
    if may_set_visibility(viewer):
        return ("gm", "player", "watcher")
    return ("player", "watcher") if member.role in ("player", "watcher") else ()


def secrecy_of(viewer: Viewer, audience: Collection[str], asked: str) -> Secrecy:
    """How this person's dice are thrown where the keys `audience` read them; asked: "secret", "blind" or "".

    Every member can export the ledger, so what not every member may read is always a secret cast, and its place sealed.
    """
    hidden = not {"all", "members"}.intersection(audience)
    sees = "readers" if hidden else ""
    if asked:
        sees = "gms" if asked == "blind" or viewer.is_gm else "roller"
    return Secrecy(sees, hides_place=hidden)


def lay_truth(viewer: Viewer, rolls: Iterable[Roll]) -> None:
    """Lays on sealed rolls of the campaign, in threads that he may read, what this viewer sees of them (see `shown_to`)."""
    shown_to(rolls, **sight_of(viewer))


def sight_of(viewer: Viewer) -> dict[str, Any]:
    """The viewer as the ledger knows people: pid and is_gm of `truths` and `shown_to`."""
    lane = viewer.member.lane if viewer.member else None
    return {"pid": lane.pid if lane else "", "is_gm": viewer.is_gm}


def witnesses(viewer: Viewer) -> list[Member]:
    """Who may witness this person's rolls: the others who play or run the game, by name. One query."""
    seats = viewer.campaign.members.filter(state="active", role__in=PLAYERS, lane__isnull=False)
    others = seats.exclude(person=viewer.person.pk).select_related("person", "lane")
    return list(others.order_by("person__username"))


def role_in_ledger(role: str) -> Literal["player", "gm"] | None:
    """The role under which a member's lane stands in the chain; None for a watcher, who throws nothing."""
    if role in GMS:
        return "gm"
    return "player" if role in PLAYERS else None


def sat_at(person_id: int) -> QuerySet[Member, Any]:
    """The ids of the campaigns where this person has a seat."""
    return Member.objects.filter(person=person_id, state="active").values("campaign")


def run_by(person_id: int) -> QuerySet[Member, Any]:
    """The ids of the campaigns that this person runs."""
    return sat_at(person_id).filter(role__in=GMS)


def listed(campaigns: QuerySet[Campaign]) -> QuerySet[Campaign]:
    """Those of `campaigns` that a list may name before everybody."""
    return campaigns.filter(visibility="public")
