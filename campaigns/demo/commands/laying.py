"""Laying the demo campaigns: people, tables, sheets and posts as `tables/*.toml` tell them."""

from __future__ import annotations

import hashlib
import tomllib
from pathlib import Path
from typing import Any

from django.conf import settings
from django.contrib.auth.hashers import make_password
from django.db import transaction

from campaigns.campaign.access import Viewer, viewer
from campaigns.campaign.commands import found_campaign, invite, join_campaign
from campaigns.campaign.models import Campaign
from campaigns.character.access import characters_of
from campaigns.character.commands import create_character
from campaigns.ledger.commands import Ask
from campaigns.people.models import User
from campaigns.thread.commands import Draft, open_thread, post_reply
from campaigns.thread.models import Thread

TABLES = Path(__file__).parent.parent / "tables"
SHEET = ("name", "owner", "line")
"""Keys of a character that are no fields of its sheet."""


def lay_tables() -> list[str]:
    """Makes the people and campaigns that are not there yet; gives the names of the campaigns made."""
    people = demo_people()
    laid = []
    for file in sorted(TABLES.glob("*.toml")):
        told = tomllib.loads(file.read_text("utf-8"))
        if not Campaign.objects.filter(name=told["name"], members__person=people[told["gm"]], members__role="owner").exists():
            _lay(told, people)
            laid.append(told["name"])
    return laid


def demo_people() -> dict[str, User]:
    """The demo people by name, made where they are missing."""
    missing = set(settings.DEMO_PEOPLE) - set(
        User.objects.filter(username__in=settings.DEMO_PEOPLE).values_list("username", flat=True)
    )
    secret = make_password(settings.DEMO_PASSWORD) if missing else ""
    for name in settings.DEMO_PEOPLE:
        if name in missing:
            User(username=name, email=f"{name}@example.org", password=secret).save()
    return {person.username: person for person in User.objects.filter(username__in=settings.DEMO_PEOPLE)}


@transaction.atomic
def _lay(told: dict[str, Any], people: dict[str, User]) -> None:
    campaign = found_campaign(
        people[told["gm"]], name=told["name"], system=told["system"], sentence=told["sentence"], visibility="public"
    )
    for role, names in (("player", told["players"]), ("watcher", told["watchers"])):
        invitation = invite(viewer(people[told["gm"]], campaign.slug), role=role)
        for name in names:
            join_campaign(people[name], invitation)
    for character in told["characters"]:
        _make_character(campaign, character, people[character.get("owner", told["gm"])], npc="owner" not in character)
    for thread in told["threads"]:
        _tell(campaign, thread, people, people[told["gm"]])


def _make_character(campaign: Campaign, told: dict[str, str], person: User, *, npc: bool) -> None:
    fields = {name: value for name, value in told.items() if name not in SHEET}
    create_character(viewer(person, campaign.slug), name=told["name"], line=told["line"], fields=fields, npc=npc)


def _tell(campaign: Campaign, told: dict[str, Any], people: dict[str, User], gm: User) -> None:
    thread = open_thread(viewer(gm, campaign.slug), title=told["title"], kind=told["kind"])
    for number, post in enumerate(told.get("posts", ())):
        _post(viewer(people[post["by"]], campaign.slug), thread, post, number)


def _post(writer: Viewer, thread: Thread, told: dict[str, str], number: int) -> None:
    speaker = next((who for who in characters_of(writer) if who.name == told.get("as")), None)
    rid = hashlib.sha256(f"{thread.key} {number}".encode()).hexdigest()[:32]
    kind = "ic" if thread.kind == "scene" else "ooc"
    post_reply(writer, thread, Draft(told["text"].strip(), speaker, kind), Ask(rid))
