"""Rolls by a campaign's own Universal Table: a change of it changes nothing that was thrown, and all of it can be checked."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from django.core.cache import cache
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from campaigns.campaign.commands import change_settings, change_table
from campaigns.campaign.models import Campaign
from campaigns.character.models import Character
from campaigns.combat.access import blow_of
from campaigns.ledger import packs
from campaigns.ledger.card import ahead
from campaigns.ledger.models import Ledger, Pack, Roll
from campaigns.people.models import User
from campaigns.thread.models import Thread
from rules.proof.__main__ import main
from rules.systems.faserip.ranks import RANKS
from tests.ledgers import checked
from tests.people import browser, seen_by
from tests.tables import address, page, reply, write

ALL_RED = dict.fromkeys(RANKS, (1, 1, 1))
ALL_WHITE = dict.fromkeys(RANKS, (100, 100, 100))
"""Tables by which whatever falls is Red (Blue, below 6), or White but for a natural 100."""


def play_by(gm: User, campaign: Campaign, starts: Any) -> None:
    campaign.refresh_from_db()
    change_table(seen_by(gm, campaign), starts=starts, seen=campaign.pack)
    campaign.refresh_from_db()


def newest(name: str) -> Roll:
    return Roll.objects.select_related("entry").filter(name=name).latest("pk")


def outcome(roll: Roll) -> Any:
    return json.loads(roll.entry.body)["rolls"][roll.place]["res"]


def kept() -> list[Any]:
    return list(Roll.objects.order_by("pk").values("rv", "expr", "card", "html", "waits", "entry__body"))


@pytest.fixture
def bloodless(faserip_campaign: Campaign, gm: User) -> None:
    """A table without Blue, so that a colour is known whatever falls."""
    table = faserip_campaign
    told = {"name": table.name, "sentence": table.sentence, "visibility": table.visibility}
    change_settings(seen_by(gm, table), **told, options={"blue_max": "0"})


@pytest.mark.usefixtures("bloodless")
def test_a_roll_is_recorded_drawn_and_reckoned_by_the_table_of_its_moment(
    harbour: Thread, faserip_campaign: Campaign, gm: User, player: User, iron_man: Character
) -> None:
    play_by(gm, faserip_campaign, ALL_RED)
    preview = browser(player).post(
        address("preview", harbour), {"text": "!feat Reasoning", "character": iron_man.key, "kind": "ic"}
    )
    assert "100 %" in preview.content.decode() and "58 %" not in preview.content.decode()
    reply(player, harbour, "!feat Reasoning", iron_man)
    feat = newest("Iron Man")
    assert (feat.rv, outcome(feat)["colour"], feat.card["reading"]["colour"]) == (faserip_campaign.pack, "Red", "Red")
    assert [(band["colour"], band["first"], band["last"]) for band in feat.card["reading"]["bands"]] == [("Red", 1, 100)]
    assert feat.html.count("<rect") == 2 and '<rect class="Red" x="0%" width="100%"' in feat.html
    system = packs.find(feat.rv)
    assert system is not None
    shown = ahead(system.parse("feat Good blue_max=0"))
    assert shown["odds"].numbers[0] == ("Yellow or better", "100 %")
    assert [band.colour for band in shown["reading"].bands] == ["Red"]


@pytest.mark.usefixtures("bloodless")
def test_a_change_of_the_table_changes_no_old_card_and_no_recorded_outcome(
    harbour: Thread, faserip_campaign: Campaign, gm: User, player: User, iron_man: Character, toad: Character
) -> None:
    reply(player, harbour, "!feat Reasoning", iron_man)
    play_by(gm, faserip_campaign, ALL_RED)
    reply(player, harbour, "!feat Reasoning\n!attack Toad with Good damage Good", iron_man)
    before, drawn = kept(), page(player, harbour).count('<section class="roll"')
    for starts in (ALL_WHITE, None):
        play_by(gm, faserip_campaign, starts)
        assert (kept(), page(player, harbour).count('<section class="roll"')) == (before, drawn)
    reply(player, harbour, "!feat Reasoning", iron_man)
    assert [roll["rv"] == "faserip/1" for roll in kept()] == [True, False, False, True]


@pytest.mark.usefixtures("bloodless")
@pytest.mark.parametrize("button", [False, True])
def test_an_open_attack_is_answered_by_the_table_it_was_thrown_by(
    harbour: Thread, faserip_campaign: Campaign, gm: User, player: User, iron_man: Character, toad: Character, button: bool
) -> None:
    play_by(gm, faserip_campaign, ALL_RED)
    reply(player, harbour, "!attack Toad with Repulsor", iron_man)
    own = faserip_campaign.pack
    play_by(gm, faserip_campaign, ALL_WHITE)
    attack = newest("Iron Man")
    if button:
        assert "!dodge" in page(gm, harbour)
        browser(gm).post(reverse("answer_roll", args=[attack.key]), {"line": "!dodge"})
    else:
        reply(gm, harbour, "!dodge", toad)
    answer = newest("Toad")
    assert (answer.answers_id, answer.rv, outcome(answer)["colour"]) == (attack.pk, own, "Red")
    assert answer.card["rival"]["colour"] == "Red"
    attack.refresh_from_db()
    assert (attack.waits, attack.card["answer"]["key"]) == ("", answer.key)


@pytest.mark.usefixtures("bloodless")
def test_an_open_attack_that_nobody_answers_does_what_its_own_table_says(
    harbour: Thread, faserip_campaign: Campaign, gm: User, player: User, iron_man: Character, toad: Character
) -> None:
    play_by(gm, faserip_campaign, ALL_RED)
    reply(player, harbour, "!attack Toad with Repulsor", iron_man)
    play_by(gm, faserip_campaign, ALL_WHITE)
    attack = newest("Iron Man")
    assert browser(gm).post(reverse("leave_roll", args=[attack.key])).status_code == 302
    attack.refresh_from_db()
    blow = blow_of(attack)
    assert attack.unanswered and attack.card["reading"]["colour"] == "Red"
    assert blow is not None and blow.points >= 50
    reply(player, harbour, "!attack Toad with Repulsor", iron_man)
    later = newest("Iron Man")
    browser(gm).post(reverse("leave_roll", args=[later.key]))
    later.refresh_from_db()
    assert later.card["reading"]["colour"] in ("White", "Red") and (blow_of(later) is None) == (later.card["reading"]["at"] < 100)


def test_the_file_of_a_table_checks_the_rolls_by_it(
    harbour: Thread, faserip_campaign: Campaign, gm: User, player: User, iron_man: Character, toad: Character,
    tmp_path: Path, capsys: pytest.CaptureFixture[str],
) -> None:  # fmt: skip
    play_by(gm, faserip_campaign, ALL_RED)
    own = faserip_campaign.pack
    reply(player, harbour, "!feat Reasoning\n!attack Toad with Repulsor", iron_man)
    play_by(gm, faserip_campaign, ALL_WHITE)
    reply(gm, harbour, "!dodge", toad)
    reply(player, harbour, "!feat Reasoning", iron_man)
    ledger = Ledger.objects.get(pk=faserip_campaign.ledger_id)
    assert checked(ledger).unruled == {own: 3, faserip_campaign.pack: 1}
    rolls = browser(player).get(reverse("rolls", args=[faserip_campaign.slug])).content.decode()
    file = tmp_path / "ledger.jsonl"
    file.write_bytes(b"".join(browser().get(reverse("ledger_file", args=[faserip_campaign.slug])).streaming_content))  # type: ignore[attr-defined]
    tables = []
    for pack in Pack.objects.all():
        link = reverse("ledger_table", args=[faserip_campaign.slug, pack.name])
        assert f'href="{link}"' in rolls
        answer = browser().get(link)
        assert answer["Content-Disposition"].startswith('attachment; filename="')
        table = tmp_path / f"{pack.pk}.txt"
        table.write_bytes(answer.content)
        tables += ["--table", str(table)]
    assert main([str(file), *tables, "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["unruled"] == {}
    assert main([str(file), *tables[:2], "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["unruled"] == {faserip_campaign.pack: 1}


def test_a_table_is_read_by_whoever_may_read_the_ledger_and_by_its_own_campaign_alone(
    faserip_campaign: Campaign, campaign: Campaign, gm: User, player: User, watcher: User, stranger: User
) -> None:
    play_by(gm, faserip_campaign, ALL_RED)
    name = faserip_campaign.pack.removesuffix("/1")

    def statuses(slug: str, asked: str = name) -> list[int]:
        link = reverse("ledger_table", args=[slug, asked])
        return [browser(who).get(link).status_code for who in (gm, player, watcher, stranger, None)]

    assert statuses(faserip_campaign.slug) == [200] * 5
    assert statuses(campaign.slug) == statuses(faserip_campaign.slug, "pack-0") == [404] * 5
    faserip_campaign.visibility = "private"
    faserip_campaign.save()
    assert statuses(faserip_campaign.slug) == [200, 200, 200, 404, 404]


def test_a_table_of_its_own_costs_no_query_once_it_is_known(
    harbour: Thread, faserip_campaign: Campaign, gm: User, player: User, iron_man: Character, toad: Character
) -> None:
    def asked() -> int:
        cache.clear()
        client = browser(player)
        with CaptureQueriesContext(connection) as found:
            client.get(address("thread", harbour))
        return len(found.captured_queries)

    reply(player, harbour, "!attack Toad with Good damage Good", iron_man)
    page(player, harbour)
    before = asked()
    play_by(gm, faserip_campaign, ALL_RED)
    reply(player, harbour, "!attack Toad with Good damage Good", iron_man)
    page(player, harbour)
    assert asked() == before


def test_a_roll_whose_table_is_gone_keeps_its_card_and_is_thrown_by_no_more(
    harbour: Thread, faserip_campaign: Campaign, gm: User, player: User, iron_man: Character
) -> None:
    Campaign.objects.filter(pk=faserip_campaign.pk).update(pack=f"pack-{'0' * 64}/1")
    answer = write(player, harbour, "!feat Good", character=iron_man.key, htmx=True)
    assert (answer.status_code, Roll.objects.count()) == (422, 0)
    assert "The rules pack-00000000" in answer.content.decode()
