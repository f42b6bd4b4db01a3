"""Opening what was thrown in secret: by hand, by the table's days, and what can be done with it then (row 40)."""

from __future__ import annotations

import json
import threading
from datetime import timedelta
from typing import Any

import pytest
from django.core.management import call_command
from django.urls import reverse

from campaigns.campaign.commands import change_settings
from campaigns.campaign.models import Campaign
from campaigns.ledger.commands import void
from campaigns.ledger.models import Entry, Roll, Sealed
from campaigns.live.models import Event
from campaigns.people.models import User
from campaigns.site import startup
from campaigns.site.clock import now
from campaigns.thread.commands import tend
from campaigns.thread.models import Thread
from tests.campaigns.thread.test_queries import read
from tests.ledgers import checked
from tests.people import browser, seen_by
from tests.secrecy import ROLES, figure, secret
from tests.tables import HTMX, changed, cursor_in, lane_of, page, part, reply

pytestmark = pytest.mark.django_db


def test_row_40_who_reveals(scene: Thread, roles: dict[str, User | None]) -> None:
    roll = secret(roles["roller"], scene)  # type: ignore[arg-type]
    asked = reverse("reveal_roll", args=[roll.key])
    told = {role: browser(roles[role]).post(asked).status_code for role in ROLES if role not in ("CG", "GM")}
    assert told == {"AN": 404, "RN": 404, "AP": 404, "PL": 403, "MU": 403, "BA": 404, "MO": 404, "AD": 404}
    assert Roll.objects.get(pk=roll.pk).sealed
    assert browser(roles["GM"]).post(asked).status_code == 302
    assert not Roll.objects.get(pk=roll.pk).sealed
    for role in ("roller", "CG"):
        again = secret(roles["roller"], scene)  # type: ignore[arg-type]
        assert browser(roles[role]).post(reverse("reveal_roll", args=[again.key])).status_code == 302
        assert not Roll.objects.get(pk=again.pk).sealed
    assert Entry.objects.filter(t="reveal").count() == 3 and checked(scene.campaign.ledger).refusal is None


def test_a_reveal_reaches_open_pages_as_the_same_card_that_a_fresh_page_shows(
    scene: Thread, player: User, other_player: User
) -> None:
    roll = secret(player, scene)
    number, before = figure(roll), page(other_player, scene)
    answer = browser(player).post(reverse("reveal_roll", args=[roll.key]), {"page": "last"}, headers=HTMX)
    assert (answer.status_code, number in answer.content.decode()) == (200, True)
    told = changed(other_player, scene, cursor_in(before))
    assert number in told and number not in before
    assert part(told, f"slot-{roll.key}", "div") == part(page(other_player, scene), f"slot-{roll.key}", "div")
    assert Event.objects.filter(kind="roll", subject=roll.key).count() == 1
    browser(player).post(reverse("reveal_roll", args=[roll.key]))
    assert Event.objects.filter(kind="roll").count() == Entry.objects.filter(t="reveal").count() == 1


def test_the_button_stands_under_the_card_of_those_who_reveal_it(
    scene: Thread, player: User, other_player: User, gm: User, watcher: User
) -> None:
    roll = secret(player, scene)
    button = reverse("reveal_roll", args=[roll.key])
    assert {who.username for who in (player, other_player, gm, watcher) if button in page(who, scene)} == {"Juniper", "Ines"}
    browser(gm).post(button)
    assert button not in page(gm, scene)


def test_a_revealed_roll_of_the_gms_notes_shows_its_dice_in_every_members_file_and_the_button_says_so(
    notes: Thread, gm: User, player: User
) -> None:
    roll = secret(gm, notes, "!roll 3d6 # the murderer")
    assert "in the ledger's file to every member" in page(gm, notes)

    def file_of(person: User) -> str:
        answer = browser(person).get(reverse("ledger_file", args=[notes.campaign.slug]))
        return b"".join(answer.streaming_content).decode()  # type: ignore[attr-defined]

    assert '"3d6"' not in file_of(player)
    browser(gm).post(reverse("reveal_roll", args=[roll.key]))
    told = file_of(player)
    assert ('"3d6"' in told, "the murderer" in told, notes.tid in told) == (True, False, False)
    assert "the murderer" in file_of(gm) and browser(player).get(reverse("roll", args=[roll.key])).status_code == 404


def table_reveals_after(campaign: Campaign, gm: User, days: str) -> None:
    told = {"name": campaign.name, "sentence": campaign.sentence, "visibility": campaign.visibility}
    change_settings(seen_by(gm, campaign), **told, options={"reveal_days": days})


def test_the_tables_days_are_over_and_the_roll_opens_by_itself(
    scene: Thread, campaign: Campaign, gm: User, player: User, other_player: User
) -> None:
    roll = secret(player, scene)
    number, cursor = figure(roll), cursor_in(page(other_player, scene))
    assert tend(now() + timedelta(days=900)).revealed == 0  # the table has settled nothing
    table_reveals_after(campaign, gm, "3")
    assert tend(now() + timedelta(days=2, hours=23)).revealed == 0
    assert (tend(now() + timedelta(days=3)).revealed, tend(now() + timedelta(days=4)).revealed) == (1, 0)
    assert json.loads(Entry.objects.get(t="reveal").body)["by"] == roll.entry.pid
    assert number in changed(other_player, scene, cursor)
    assert checked(campaign.ledger).refusal is None


def test_a_roll_that_is_due_and_cannot_be_opened_holds_up_no_other(
    scene: Thread, harbour: Thread, campaign: Campaign, gm: User, player: User, capsys: pytest.CaptureFixture[str]
) -> None:
    first, second = secret(player, scene), secret(player, harbour)
    for table in (scene.campaign, harbour.campaign):
        table_reveals_after(table, gm, "1")
    ledger = campaign.ledger
    type(ledger).objects.filter(pk=ledger.pk).update(key="00" * 32)  # not the key of this site
    done = tend(now() + timedelta(days=1))
    assert (done.revealed, done.failed) == (1, 1)
    assert Roll.objects.get(pk=first.pk).sealed and not Roll.objects.get(pk=second.pk).sealed
    call_command("tend")
    assert capsys.readouterr().out == "0 secret casts revealed.\n"
    type(ledger).objects.filter(pk=ledger.pk).update(key=ledger.key)
    Sealed.objects.update(salt="f:" + "0" * 30)  # sealed by a line that the key file lacks
    done = tend(now() + timedelta(days=1))
    assert (done.revealed, done.failed) == (0, 1)


def test_everybody_reads_on_the_ledger_whose_rolls_are_sealed_yet(
    scene: Thread, campaign: Campaign, player: User, gm: User
) -> None:
    secret(player, scene)
    roll = secret(player, scene)
    secret(gm, scene)
    asked = reverse("rolls", args=[campaign.slug])
    for who in (None, player, gm):
        html = browser(who).get(asked)
        assert html.context["sealed"] == [("Juniper", 2), ("Ines", 1)]
    assert f"Sealed roll {roll.entry.i}" in browser().get(asked).content.decode()
    browser(player).post(reverse("reveal_roll", args=[roll.key]))
    assert sorted(browser().get(asked).context["sealed"]) == [("Ines", 1), ("Juniper", 1)]


def test_open_dice_of_a_secret_roll_are_set_after_its_reveal(scene: Thread, other_player: User) -> None:
    roll = secret(other_player, scene, "!pool 5d+1had secret")
    asked, values = reverse("choose_dice", args=[roll.key]), {"values": "7"}
    assert "dice of" not in page(other_player, scene).split('id="due"')[1][:200]
    assert browser(other_player).post(asked, values).status_code in (403, 422)
    browser(other_player).post(reverse("reveal_roll", args=[roll.key]))
    assert Roll.objects.get(pk=roll.pk).waits == "choice"
    assert browser(other_player).post(asked, values).status_code == 302
    assert Roll.objects.get(pk=roll.pk).chosen == [7]
    assert checked(scene.campaign.ledger).refusal is None


def test_a_void_roll_is_revealed_void_and_waits_for_nothing(scene: Thread, other_player: User, gm: User) -> None:
    roll = secret(other_player, scene, "!pool 5d+1had secret")
    void(roll, by=lane_of(gm, scene), why="Wrong scene")
    browser(other_player).post(reverse("reveal_roll", args=[roll.key]))
    fresh = Roll.objects.get(pk=roll.pk)
    assert (fresh.is_void, fresh.waits, fresh.sealed) == (True, "", False)
    assert not Roll.objects.counted().exists() and checked(scene.campaign.ledger).refusal is None


def test_a_page_with_sealed_rolls_costs_one_query_more(scene: Thread, player: User, gm: User) -> None:
    reply(player, scene, "!roll 1d6")
    before = {who: read(who, scene) for who in (player, gm, None)}
    for _ in range(4):
        secret(player, scene, "!roll 1d6 secret\n!roll 2d6 secret")
    assert {who: read(who, scene) - before[who] for who in before} == dict.fromkeys(before, 1)


def test_what_is_done_once_a_minute_goes_on_after_a_fault(monkeypatch: pytest.MonkeyPatch, settings: Any) -> None:
    settings.CHECK_AT_START = True
    monkeypatch.setattr(startup, "MINUTE", 0)
    done, twice = [], threading.Event()

    def act() -> None:
        done.append(len(done))
        if len(done) == 1:
            raise ValueError("the first time fails")
        twice.set()
        threading.Event().wait()  # this thread does nothing more

    startup.every_minute(act)
    assert twice.wait(5) and done == [0, 1]
