"""Receipts on every page of a table: shown, copied, looked up; and words that are typed into the dice."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from django.urls import reverse
from pytest_django import Settings

from campaigns.campaign.models import Campaign
from campaigns.ledger.export import receipt_of
from campaigns.ledger.models import Entry, Ledger, Roll
from campaigns.people.models import User
from campaigns.site.refused import Refused
from campaigns.thread.models import Thread
from rules.proof.hashes import head_code, typed_number
from tests.ledgers import ask, cast
from tests.people import browser, new_person, sit_down
from tests.restoring import restored
from tests.tables import casts, page, reply, write

WORDS = "by the seven candles, a six"


@pytest.fixture
def side_file(tmp_path: Path, settings: Settings) -> None:
    settings.LEDGER_SIDE_FILE = str(tmp_path / "ledger.heads")


def newest(campaign: Campaign) -> Ledger:
    return Ledger.objects.get(pk=campaign.ledger_id)


def sent(person: User | None, campaign: Campaign, receipt: str) -> tuple[int, str]:
    answer = browser(person).post(reverse("receipt", args=[campaign.slug]), {"receipt": receipt})
    return answer.status_code, answer.content.decode()


def test_every_page_of_a_table_shows_its_newest_entry_as_a_receipt_and_in_letters(
    scene: Thread, campaign: Campaign, player: User, watcher: User, stranger: User
) -> None:
    reply(player, scene, "!roll 1d6")
    ledger = newest(campaign)
    code = " ".join(head_code(bytes.fromhex(ledger.head)))
    pids = {"Juniper": campaign.members.get(person=player).lane.pid}
    for who in (player, watcher, stranger, None):
        client = browser(who)
        for name in ("campaign", "rolls", "cast", "rulings"):
            shown = client.get(reverse(name, args=[campaign.slug])).content.decode()
            foot = re.search(r'<footer class="foot" data-receipt="([^"]*)" data-key="([^"]*)" data-pid="([^"]*)">', shown)
            assert foot is not None, name
            assert foot.groups() == (receipt_of(ledger), ledger.key, pids.get(str(who), ""))
            assert code in shown
        assert receipt_of(ledger) in page(who, scene)
    assert "data-receipt=" not in browser(player).get(reverse("help")).content.decode()


def test_a_table_without_its_key_file_is_read_all_the_same(campaign: Campaign, player: User, settings: Settings) -> None:
    settings.LEDGER_KEY_FILE = "nowhere/ledger.key"
    shown = browser(player).get(reverse("campaign", args=[campaign.slug]))
    assert shown.status_code == 200
    assert "data-receipt=" not in shown.content.decode()
    assert "no receipt can be made now" in browser(player).get(reverse("receipt", args=[campaign.slug])).content.decode()


@pytest.mark.usefixtures("side_file")
@pytest.mark.django_db(transaction=True)
def test_a_receipt_is_looked_up_and_one_for_a_lost_roll_closes_the_dice(
    scene: Thread, campaign: Campaign, player: User, settings: Settings
) -> None:
    old = receipt_of(newest(campaign))
    with restored(newest(campaign)):
        lane = campaign.members.get(person=player).lane
        cast(lane, ask(lane))
        lost = receipt_of(newest(campaign))
        assert "as the receipt says" in sent(player, campaign, lost)[1]
    Path(settings.LEDGER_SIDE_FILE).unlink()  # the whole machine was put back
    assert "as the receipt says" in sent(None, campaign, old)[1]
    number = f":{newest(campaign).length}:"
    for wrong, said in {
        "": "no receipt of this table",
        lost[:-1]: "no receipt of this table",
        lost[:-1] + ("0" if lost[-1] != "0" else "1"): "did not sign",
        lost.replace(number, f"{number[:-1]}0:"): "did not sign",
    }.items():
        status, shown = sent(player, campaign, wrong)
        assert (status, said in shown, wrong in shown) == (422, True, True), wrong
    assert "The dice of this table are closed now" in sent(None, campaign, lost)[1]
    with pytest.raises(Refused, match="The dice are closed"):
        reply(player, scene, "!roll 1d6")
    assert "The dice are closed" in browser().get(reverse("campaign", args=[campaign.slug])).content.decode()


def test_my_receipts_are_those_of_the_tables_where_i_sit(
    campaign: Campaign, faserip_campaign: Campaign, private_campaign: Campaign, player: User, other_player: User, stranger: User
) -> None:
    address = reverse("receipts")
    assert browser().get(address).status_code == 302
    mine = browser(player).get(address).content.decode()
    assert [receipt_of(newest(one)) in mine for one in (campaign, faserip_campaign, private_campaign)] == [True] * 3
    others = browser(other_player).get(address).content.decode()
    assert [str(one) in others for one in (campaign, private_campaign)] == [True, False]
    assert "You sit at no table yet." in browser(stranger).get(address).content.decode()


def test_an_entry_leads_to_the_roll_that_it_is_about_and_never_to_a_hidden_one(
    scene: Thread, notes: Thread, campaign: Campaign, player: User, gm: User
) -> None:
    reply(player, scene, "!roll 1d6")
    roll = Roll.objects.get()

    def leads(who: User | None, number: int) -> str:
        return str(browser(who).get(reverse("entry", args=[campaign.slug, number])).headers.get("Location", "404"))

    assert leads(None, roll.entry.i) == reverse("roll", args=[roll.key])
    assert leads(player, 0) == reverse("rolls", args=[campaign.slug])
    assert leads(player, 99) == "404"


def test_typed_words_make_the_number_where_no_script_ran_and_are_kept_nowhere(
    scene: Thread, campaign: Campaign, player: User
) -> None:
    assert write(player, scene, "Now.\n!roll 3d6", words=WORDS).status_code == 302
    body = json.loads(Entry.objects.get(t="cast", ledger=campaign.ledger_id).body)
    assert (body["cs"], body["cn"]) == ("typed", typed_number(WORDS).hex())
    assert Roll.objects.get().level == "yours"
    assert WORDS not in "".join(Entry.objects.values_list("body", flat=True))
    assert WORDS not in page(player, scene)


def test_words_that_are_too_few_are_refused_and_come_back(scene: Thread, player: User) -> None:
    answer = write(player, scene, "Now.\n!roll 3d6", words="a six")
    shown = answer.content.decode()
    assert answer.status_code == 422
    assert "type at least 16" in shown
    assert 'name="words" value="a six"' in shown
    assert casts(scene) == 0


def test_a_browsers_number_is_taken_before_words(scene: Thread, campaign: Campaign, player: User) -> None:
    ledger, lane = newest(campaign), campaign.members.get(person=player).lane
    number = {"cn": "ab" * 32, "k": str(lane.k), "seen": f"{ledger.length - 1}:{ledger.head}"}
    assert write(player, scene, "!roll 3d6", words=WORDS, **number).status_code == 302
    assert json.loads(Entry.objects.get(t="cast", ledger=ledger).body)["cn"] == "ab" * 32


def test_practice_takes_words_too(player: User) -> None:
    assert browser(player).post(reverse("practice"), {"lines": "3d6", "words": WORDS}).status_code == 302
    assert json.loads(Entry.objects.get(t="cast").body)["cs"] == "typed"
    refused = browser(player).post(reverse("practice"), {"lines": "3d6", "words": "a six"})
    assert 'name="words" value="a six"' in refused.content.decode()


def test_the_page_of_receipts_takes_the_same_queries_for_many_tables(
    campaign: Campaign, faserip_campaign: Campaign, django_assert_num_queries: object
) -> None:
    person = new_person("Wren")
    counts = []
    for table in (campaign, faserip_campaign):
        sit_down(table, person)
        client = browser(person)
        with django_assert_num_queries(4) as asked:  # type: ignore[operator]
            client.get(reverse("receipts"))
        counts.append(len(asked))
    assert counts == [4, 4]
