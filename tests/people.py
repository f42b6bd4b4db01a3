"""The people that tests speak of, the tables where they sit, and whom they play.

Ines runs the tables, Juniper and Tobias play, Reed watches, Bex is a stranger. Two tables are public (The Orpheum Affair,
B-Grade; Nightglass Harbour, FASERIP); The Back Room is private, and Tobias does not sit there.
"""

from __future__ import annotations

import pytest
from django.test import Client

from campaigns.campaign.access import Viewer, viewer
from campaigns.campaign.commands import found_campaign, invite, join_campaign
from campaigns.campaign.models import Campaign, Member
from campaigns.character.commands import create_character
from campaigns.character.models import Character
from campaigns.people.models import User

PASSWORD = "seven candles on a long table"

WOLFMAN = {"stats": "Body 3\nCool 2", "skills": "Brawl 4\nClimb 2+1ed", "penalties": ""}
MABEL = {"stats": "Body 2\nCoordination 4", "skills": "Climb 2+1ed\nPilot 4+1had", "penalties": "torn arm -1d"}
IRON_MAN = {
    "fighting": "Remarkable", "agility": "Excellent", "strength": "Incredible", "endurance": "Remarkable",
    "reasoning": "Remarkable", "intuition": "Good", "psyche": "Amazing",
    "powers": "Repulsor: Amazing, aimed with Agility, Physical", "talents": "Physics: Reasoning +1cs",
    "physical_now": "58", "physical_most": "120", "mental_now": "90", "mental_most": "90",
}  # fmt: skip


def new_person(name: str) -> User:
    return User.objects.create_user(username=name, email=f"{name}@example.org", password=PASSWORD)


def sit_down(campaign: Campaign, person: User, role: str = "player") -> Member:
    """Takes a seat the way people do: by an invitation of the founder."""
    founder = campaign.members.select_related("person").get(role="owner")
    return join_campaign(person, invite(viewer(founder.person, campaign.slug), role=role))


def seen_by(person: User, campaign: Campaign) -> Viewer:
    """The person before that campaign, as every page sees him."""
    return viewer(person, campaign.slug)


def browser(person: User | None = None) -> Client:
    """A browser of its own, signed in as `person` or not at all."""
    client = Client()
    if person is not None:
        client.force_login(person)
    return client


@pytest.fixture
def gm(db: None) -> User:
    return new_person("Ines")


@pytest.fixture
def player(db: None) -> User:
    return new_person("Juniper")


@pytest.fixture
def other_player(db: None) -> User:
    return new_person("Tobias")


@pytest.fixture
def watcher(db: None) -> User:
    return new_person("Reed")


@pytest.fixture
def stranger(db: None) -> User:
    return new_person("Bex")


def _table(name: str, system: str, visibility: str, gm: User) -> Campaign:
    return found_campaign(gm, name=name, system=system, sentence=f"What happens at {name}.", visibility=visibility)


@pytest.fixture
def campaign(gm: User, player: User, other_player: User, watcher: User) -> Campaign:
    """B-Grade, public: Ines, Juniper, Tobias and Reed."""
    table = _table("The Orpheum Affair", "bgrade", "public", gm)
    sit_down(table, player)
    sit_down(table, other_player)
    sit_down(table, watcher, "watcher")
    return table


@pytest.fixture
def faserip_campaign(gm: User, player: User, other_player: User, watcher: User) -> Campaign:
    """FASERIP, public: Ines, Juniper, Tobias and Reed."""
    table = _table("Nightglass Harbour", "faserip", "public", gm)
    sit_down(table, player)
    sit_down(table, other_player)
    sit_down(table, watcher, "watcher")
    return table


@pytest.fixture
def private_campaign(gm: User, player: User) -> Campaign:
    """B-Grade, private: Ines and Juniper alone."""
    table = _table("The Back Room", "bgrade", "private", gm)
    sit_down(table, player)
    return table


@pytest.fixture
def wolfman(campaign: Campaign, player: User) -> Character:
    """Juniper's: Body 3, Brawl 4."""
    told = {"name": "Wolfman Jackson", "line": "Howls on the radio", "fields": WOLFMAN}
    return create_character(seen_by(player, campaign), **told)


@pytest.fixture
def mabel(campaign: Campaign, other_player: User) -> Character:
    """Tobias's: an Expert Die, a Hammer-time Die and a wound."""
    told = {"name": "Mabel Crane", "line": "Stunt pilot, reluctant heroine", "fields": MABEL}
    return create_character(seen_by(other_player, campaign), **told)


@pytest.fixture
def mole(campaign: Campaign, gm: User) -> Character:
    """An NPC that only GMs know of."""
    told = {"name": "The Mole", "line": "Under the stage", "fields": {}, "npc": True, "hidden": True}
    return create_character(seen_by(gm, campaign), **told)


@pytest.fixture
def iron_man(faserip_campaign: Campaign, player: User) -> Character:
    """Juniper's: Reasoning Remarkable, Physics, Psyche Amazing."""
    told = {"name": "Iron Man", "line": "A suit with somebody in it", "fields": IRON_MAN}
    return create_character(seen_by(player, faserip_campaign), **told)
