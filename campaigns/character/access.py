"""Which characters a viewer may see, speak as and edit."""

from __future__ import annotations

from django.contrib.auth.models import AnonymousUser
from django.db.models import F, Q, QuerySet
from django.http import Http404

from campaigns.campaign.access import Viewer, require_member, viewer
from campaigns.character.models import Character
from campaigns.people.models import User
from campaigns.site.refused import NotAllowed

NOT_YOURS = "You speak as your own characters; a GM speaks as the NPCs too."


def visible(characters: QuerySet[Character], viewer: Viewer) -> QuerySet[Character]:
    """Those of the viewer's campaign that he may know of: a hidden one is for the GMs alone."""
    rows = characters.filter(campaign=viewer.campaign)
    return rows if viewer.is_gm else rows.filter(hidden=False)


def characters_of(viewer: Viewer) -> QuerySet[Character]:
    """Whom the viewer may speak as: his own characters, and for a GM the NPCs; none that are retired."""
    if viewer.member is None or not viewer.may_write:
        return Character.objects.none()
    mine = Q(owner=viewer.member)
    rows = visible(Character.objects.all(), viewer).filter(mine | Q(owner=None) if viewer.is_gm else mine)
    return rows.filter(retired=False).order_by(F("owner").asc(nulls_last=True), "name")


def may_speak_as(viewer: Viewer, character: Character) -> bool:
    """The player of a character; for an NPC the GMs."""
    if viewer.member is None or not viewer.may_write or character.campaign_id != viewer.campaign.pk or character.retired:
        return False
    return viewer.is_gm if character.owner_id is None else character.owner_id == viewer.member.pk


def characters_by_name(viewer: Viewer) -> dict[str, Character]:
    """Whom the viewer may name: a hidden character is as unknown as one that is not there.

    Shown characters come first, since a hidden one may have the same name, or one that reads the same. One query.
    """
    by_name: dict[str, Character] = {}
    for character in visible(Character.objects.all(), viewer).filter(retired=False).order_by("hidden", "pk"):
        by_name.setdefault(character.name, character)
    return by_name


def may_edit(viewer: Viewer, character: Character) -> bool:
    """The owner, as long as he plays here, and the GMs."""
    if viewer.member is None or not viewer.may_write or character.campaign_id != viewer.campaign.pk:
        return False
    return viewer.is_gm or character.owner_id == viewer.member.pk


def require_edit(viewer: Viewer, character: Character) -> None:
    """Raises NotAllowed unless the viewer may edit the sheet."""
    require_member(viewer)
    if not may_edit(viewer, character):
        raise NotAllowed(f"Only the player of {character.name} and the GMs change this sheet.")


def open_character(person: User | AnonymousUser, key: str) -> tuple[Viewer, Character]:
    """A character by its key, and who is looking. Raises Http404 where the person may not know of it: two queries."""
    character = Character.objects.select_related("campaign", "owner__person").filter(key=key).first()
    if character is None:
        raise Http404("There is no such character.")
    seen = viewer(person, character.campaign.slug)
    if character.hidden and not seen.is_gm:
        raise Http404("There is no such character.")
    character.campaign = seen.campaign
    return seen, character
