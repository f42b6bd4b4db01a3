"""The founder closes the dice: what is sealed is revealed, and nothing is thrown any more."""

from __future__ import annotations

import json

import pytest
from django.urls import reverse

from campaigns.campaign.access import viewer
from campaigns.campaign.commands.seating import leave, sit_down
from campaigns.campaign.models import Campaign, LogEntry
from campaigns.ledger.models import Entry, Roll
from campaigns.people.models import User
from campaigns.thread.models import Thread
from tests.ledgers import checked
from tests.people import browser
from tests.secrecy import figure, secret
from tests.tables import lane_of, write

pytestmark = pytest.mark.django_db


def kinds(campaign: Campaign) -> list[str]:
    return list(campaign.ledger.entries.order_by("i").values_list("t", flat=True))


def test_only_the_founder_closes(scene: Thread, roles: dict[str, User | None]) -> None:
    address = reverse("close_dice", args=[scene.campaign.slug])
    told = {role: browser(person).post(address).status_code for role, person in roles.items() if role not in ("GM", "roller")}
    assert {role: status for role, status in told.items() if status != 403} == {"AN": 302}
    assert "close" not in kinds(scene.campaign)


def test_closing_reveals_what_is_sealed_and_ends_the_chain(scene: Thread, gm: User, roles: dict[str, User | None]) -> None:
    roll = secret(roles["roller"], scene)  # type: ignore[arg-type]
    told = figure(roll)
    address = reverse("close_dice", args=[scene.campaign.slug])
    assert "1 secret throw is revealed" in browser(gm).get(address).content.decode()
    assert browser(gm).post(address).status_code == 302
    assert kinds(scene.campaign)[-2:] == ["reveal", "close"]
    opened = json.loads(Entry.objects.get(ledger=scene.campaign.ledger, t="reveal").body)
    assert opened["by"] == roll.entry.pid
    assert told in Roll.objects.get(pk=roll.pk).html
    assert checked(scene.campaign.ledger).is_good
    assert LogEntry.objects.filter(campaign=scene.campaign, sentence__contains="closed the dice").count() == 1
    assert "are closed" in browser(gm).get(reverse("rolls", args=[scene.campaign.slug])).content.decode()
    assert browser(gm).post(address).status_code == 422
    assert kinds(scene.campaign).count("close") == 1


def test_a_close_that_a_waiting_witness_holds_up_reveals_nothing(scene: Thread, gm: User, roles: dict[str, User | None]) -> None:
    roller, witness = roles["roller"], roles["PL"]
    assert roller and witness
    secret(witness, scene)
    scene.campaign.customs = {"witness": "asked"}
    scene.campaign.save()
    write(roller, scene, "!roll 3d6", words="sixteen red herrings", witness=lane_of(witness, scene).pid)
    before = kinds(scene.campaign)
    assert before[-1] == "bind"
    answer = browser(gm).post(reverse("close_dice", args=[scene.campaign.slug]))
    assert answer.status_code == 422 and "1 secret throw is revealed" in answer.content.decode()
    assert kinds(scene.campaign) == before


def test_after_the_close_nothing_is_thrown_and_people_still_come_and_go(
    scene: Thread, gm: User, stranger: User, roles: dict[str, User | None]
) -> None:
    browser(gm).post(reverse("close_dice", args=[scene.campaign.slug]))
    entries = len(kinds(scene.campaign))
    roller = browser(roles["roller"])
    write = reverse("write", args=[scene.campaign.slug, scene.key])
    sent = {"rid": "0c" * 16, "text": "I try.\n!roll 1d20", "kind": "ic"}
    refused = roller.post(write, sent)
    assert refused.status_code == 422
    assert "closed for good" in refused.content.decode() and "I try." in refused.content.decode()
    assert roller.post(write, sent | {"rid": "0d" * 16, "text": "Words alone."}).status_code == 302
    campaign = Campaign.objects.select_related("ledger").get(pk=scene.campaign_id)
    assert sit_down(campaign, stranger, "player").lane is None
    assert leave(viewer(roles["roller"], campaign.slug)).state == "left"
    assert len(kinds(campaign)) == entries
    assert checked(campaign.ledger).is_good
