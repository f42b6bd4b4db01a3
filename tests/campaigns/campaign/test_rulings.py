"""House rulings: what a table decided, who reads it, and that a change touches no roll that was thrown."""

from __future__ import annotations

from html import unescape

from django.urls import reverse

from campaigns.campaign.commands import change_settings
from campaigns.campaign.models import Campaign, LogEntry
from campaigns.character.models import Character
from campaigns.ledger.models import Roll
from campaigns.people.models import User
from campaigns.thread.models import Thread
from tests.ledgers import checked
from tests.people import browser, seen_by
from tests.tables import page, reply


def decide(gm: User, campaign: Campaign, **options: str) -> None:
    campaign.refresh_from_db()
    told = {"name": campaign.name, "sentence": campaign.sentence, "visibility": campaign.visibility}
    change_settings(seen_by(gm, campaign), **told, options=options)


def rulings(person: User | None, campaign: Campaign) -> str:
    answer = browser(person).get(reverse("rulings", args=[campaign.slug]))
    return unescape(answer.content.decode()) if answer.status_code == 200 else ""


def test_the_settings_say_each_choice_in_words(campaign: Campaign, gm: User) -> None:
    html = unescape(browser(gm).get(reverse("settings", args=[campaign.slug])).content.decode())
    for option in campaign.rules.options:
        for choice, words in zip(option.choices, option.words, strict=True):
            assert f'<option value="{choice}"' in html and f">{words}</option>" in html
    assert "Ruling BG-A02. The rules say: more than the Difficulty." in html


def test_players_read_every_ruling_and_which_differ(campaign: Campaign, gm: User, player: User) -> None:
    decide(gm, campaign, difficulty_mode="inclusive")
    html = rulings(player, campaign)
    for option in campaign.rules.options:
        assert option.rule in html and option.label in html
    assert html.count('<tr class="differs">') == 1
    assert "at least the Difficulty<small>The rules say: more than the Difficulty</small>" in html


def test_whoever_may_read_the_table_reads_its_rulings(
    campaign: Campaign, private_campaign: Campaign, stranger: User, player: User
) -> None:
    assert "House rulings" in rulings(stranger, campaign) and "House rulings" in rulings(None, campaign)
    assert (rulings(stranger, private_campaign), rulings(None, private_campaign)) == ("", "")
    assert "House rulings" in rulings(player, private_campaign)


def test_the_log_names_a_change_from_what_to_what(campaign: Campaign, gm: User) -> None:
    decide(gm, campaign, difficulty_mode="inclusive")
    decide(gm, campaign)
    told = [entry.sentence for entry in LogEntry.objects.filter(campaign=campaign).order_by("-pk")[:2]]
    label = "Ines changed What a pair needs against a Difficulty (BG-A02)"
    assert told == [
        f"{label} from “at least the Difficulty” to “more than the Difficulty”.",
        f"{label} from “more than the Difficulty” to “at least the Difficulty”.",
    ]


def test_changing_a_ruling_never_changes_an_old_roll(
    campaign: Campaign, scene: Thread, gm: User, player: User, wolfman: Character
) -> None:
    reply(player, scene, "!pool Body+Brawl vs 4", wolfman)
    kept = Roll.objects.values("expr", "card", "html", "rv", "entry__body").get()
    before = page(player, scene).count(kept["html"])
    decide(gm, campaign, difficulty_mode="inclusive", auto_beat_width="0", pool_cap="8", prefer="height")
    assert Roll.objects.values("expr", "card", "html", "rv", "entry__body").get() == kept
    assert page(player, scene).count(kept["html"]) == before == 1
    reply(player, scene, "!pool Body+Brawl vs 4", wolfman)
    newest = Roll.objects.order_by("-pk").values("expr").first()
    assert newest is not None and newest["expr"] != kept["expr"]
    assert checked(campaign.ledger).refusal is None
