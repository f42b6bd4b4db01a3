"""Rolls thrown in secret, for tests: throwing one, what its true card shows, and one person of each kind."""

from __future__ import annotations

from typing import Any

import pytest
from django.urls import reverse

from campaigns.campaign.commands import set_role
from campaigns.campaign.models import Campaign, Member
from campaigns.ledger.models import Roll, Sealed
from campaigns.people.models import User
from campaigns.thread.models import Thread
from tests.people import browser, new_person, seen_by, sit_down
from tests.tables import reply

SECRET = "She listens.\n!roll 3d6+100 secret # the guards listen"

ROLES = ["AN", "RN", "AP", "PL", "MU", "BA", "CG", "GM", "MO", "AD"]


@pytest.fixture
def roles(campaign: Campaign, gm: User, player: User, other_player: User, stranger: User) -> dict[str, User | None]:
    """Juniper throws; Tobias is another player; whoever was muted or banned played here before. Nobody can apply yet, nor
    moderate the site: those are people without a seat."""
    muted, banned, second, mod, admin = (new_person(name) for name in ("Mo", "Ban", "Carla", "Mara", "Ada"))
    for person in (muted, banned, second):
        sit_down(campaign, person)
    founder = seen_by(gm, campaign)
    set_role(founder, Member.objects.get(person=muted), role="watcher")
    set_role(founder, Member.objects.get(person=second), role="gm")
    Member.objects.filter(person=banned).update(state="banned")
    User.objects.filter(pk=mod.pk).update(is_staff=True)
    User.objects.filter(pk=admin.pk).update(is_staff=True, is_superuser=True)
    people = {"MO": mod, "AD": admin, "MU": muted, "BA": banned, "CG": second, "GM": gm, "PL": other_player, "RN": stranger}
    return people | {"AN": None, "AP": new_person("Apply"), "roller": player}


def shown(person: User | None, roll: Roll) -> str:
    answer = browser(person).get(reverse("roll", args=[roll.key]))
    assert answer.status_code == 200
    return str(answer.content.decode())


def figure(roll: Roll) -> str:
    """What the true card shows large, as its HTML does."""
    return f'class="big">{Sealed.objects.get(roll=roll).card["reading"]["figure"]}<'


def secret(person: User, thread: Thread, text: str = SECRET, **more: Any) -> Roll:
    post = reply(person, thread, text, **more)
    return Roll.objects.select_related("entry").get(post=post.uid, place=0)
