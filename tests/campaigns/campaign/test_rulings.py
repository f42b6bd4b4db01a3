"""House rulings: what a table decided, who reads it, and that a change touches no roll that was thrown."""

from __future__ import annotations

import re
from html import unescape

from django.urls import reverse

from campaigns.campaign.commands import change_settings
from campaigns.campaign.models import Campaign, LogEntry, RulingChange
from campaigns.character.models import Character
from campaigns.ledger.models import Roll
from campaigns.people.models import User
from campaigns.thread.models import Thread
from rules.systems.faserip.ranks import number
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


def test_members_read_what_was_changed_from_what_to_what_by_whom_and_when_the_newest_first(
    campaign: Campaign, gm: User, player: User, stranger: User
) -> None:
    assert "What was changed" not in rulings(player, campaign)
    decide(gm, campaign, difficulty_mode="inclusive", hammer_days="7")
    decide(gm, campaign, hammer_days="1")
    rows = re.findall(
        r"<th scope=\"row\">(.*?) <small.*?<del>(.*?)</del>.*?<ins>(.*?)</ins></td><td>(\w+)", rulings(player, campaign)
    )
    dice, pair = "Open Hammer-time Dice set by a GM", "What a pair needs against a Difficulty"
    changed = [
        (dice, "a week after the throw", "a day after the throw", "Ines"),
        (pair, "at least the Difficulty", "more than the Difficulty", "Ines"),
        (dice, "never", "a week after the throw", "Ines"),
        (pair, "more than the Difficulty", "at least the Difficulty", "Ines"),
    ]
    assert sorted(rows[:2]) == sorted(changed[:2]) and sorted(rows[2:]) == sorted(changed[2:])
    assert "<time datetime=" in rulings(gm, campaign).partition("What was changed")[2]
    for person in (stranger, None):
        assert "What was changed" not in rulings(person, campaign) and "House rulings" in rulings(person, campaign)


def test_what_differs_stands_above_all_the_rest(campaign: Campaign, gm: User, player: User) -> None:
    assert "This table plays by the usual reading of every point." in rulings(player, campaign)
    decide(gm, campaign, difficulty_mode="inclusive", contest_by="width")
    html = rulings(player, campaign)
    above = html.partition("Every point that the rules leave open")[0]
    assert "Otherwise than the rules say <span>2</span>" in above
    assert "<b>at least the Difficulty</b>" in above and "<b>width then height, unless slow is said</b>" in above
    assert html.count('<tr class="differs">') == 2


def test_a_save_that_changes_no_ruling_leaves_no_history(campaign: Campaign, gm: User, player: User) -> None:
    decide(gm, campaign, difficulty_mode="inclusive")
    kept = list(RulingChange.objects.values())
    decide(gm, campaign, difficulty_mode="inclusive")
    told = {"name": "Another name", "sentence": campaign.sentence, "visibility": campaign.visibility}
    change_settings(seen_by(gm, campaign), **told, options={"difficulty_mode": "inclusive"})
    assert list(RulingChange.objects.values()) == kept and len(kept) == 1


def test_an_open_attack_is_answered_by_the_options_it_was_thrown_under(
    faserip_campaign: Campaign, harbour: Thread, gm: User, player: User, iron_man: Character, toad: Character
) -> None:
    before = {"rounding": "ceil", "dodge_shift": "on"}
    decide(gm, faserip_campaign, **before)
    reply(player, harbour, "!attack Toad with Shift-Z damage Feeble", iron_man)
    attack = Roll.objects.values("pk", "expr", "card", "html", "entry__body").get()
    assert attack["expr"].endswith(" rounding=ceil dodge=on")
    decide(gm, faserip_campaign, rounding="floor", blue_max="0", number_must_be_lower="on", feat_pass="green")
    assert Roll.objects.values("pk", "expr", "card", "html", "entry__body").get() == attack
    reply(gm, harbour, "!dodge with Amazing action 1/2 as Toad")
    answer = Roll.objects.exclude(pk=attack["pk"]).get()
    assert answer.expr.startswith("defend Amazing -1cs action 1/2 against ")
    assert answer.expr.endswith(" rounding=ceil dodge=on")
    assert Roll.objects.values("expr", "entry__body").get(pk=attack["pk"]) == {
        "expr": attack["expr"], "entry__body": attack["entry__body"],
    }  # fmt: skip
    assert checked(faserip_campaign.ledger).refusal is None


def test_a_sheet_shows_the_greatest_health_that_the_table_s_reading_gives(
    faserip_campaign: Campaign, gm: User, player: User, iron_man: Character
) -> None:
    def shown() -> str:
        return re.sub(r"<[^>]*>|\s", "", browser(player).get(reverse("character", args=[iron_man.key])).content.decode())

    iron_man.sheet = {**iron_man.sheet, "health": {**iron_man.sheet["health"], "physical": [58, 99]}}
    iron_man.save()
    stored = Character.objects.values("sheet").get(pk=iron_man.pk)
    usual = shown()
    assert "58/99" in usual
    decide(gm, faserip_campaign, most_health="sum")
    ranks = stored["sheet"]["ranks"]
    most = sum(number(ranks[name], {}) for name in ("Fighting", "Agility", "Strength", "Endurance"))
    now = stored["sheet"]["health"]["physical"][0]
    assert f"{now}/{most}" in shown() and f"{now}/{most}" not in usual
    assert "Health, at most" not in browser(player).get(reverse("edit_character", args=[iron_man.key])).content.decode()
    decide(gm, faserip_campaign)
    assert Character.objects.values("sheet").get(pk=iron_man.pk) == stored
