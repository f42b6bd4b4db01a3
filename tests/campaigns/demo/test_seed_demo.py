"""The demo tables: the worked examples of both rule books as real posts, laid once, with real dice."""

from __future__ import annotations

import io
from typing import Any

import pytest
from django.conf import settings
from django.core.management import CommandError, call_command
from django.urls import reverse

from campaigns.campaign.models import Campaign, Member
from campaigns.combat.commands import fight_of
from campaigns.combat.models import Encounter
from campaigns.ledger.models import Entry, Roll
from campaigns.people.models import User
from campaigns.thread.models import Post, Thread
from rules.proof.checker import check
from tests.people import browser

ORPHEUM, AVENUE = "The Orpheum Affair", "Thunder on Fifth Avenue"

pytestmark = pytest.mark.django_db


@pytest.fixture
def laid(settings: Any) -> str:
    """What `seed_demo` said."""
    settings.DEBUG = True
    said = io.StringIO()
    call_command("seed_demo", stdout=said)
    return said.getvalue()


def rolls_of(name: str) -> list[Roll]:
    return list(Roll.objects.filter(name=name).order_by("pk"))


def test_it_lays_two_tables_with_a_gm_four_players_and_a_watcher(laid: str) -> None:
    assert [line in laid for line in (f"Laid {ORPHEUM}.", f"Laid {AVENUE}.", settings.DEMO_PASSWORD)] == [True] * 3
    for campaign in Campaign.objects.all():
        roles = Member.objects.filter(campaign=campaign).values_list("role", flat=True)
        assert sorted(roles) == ["owner", *["player"] * 4, "watcher"]
        assert set(campaign.threads.values_list("kind", flat=True)) == {"talk", "notes", "scene"}
    assert dict(Campaign.objects.values_list("name", "system")) == {ORPHEUM: "bgrade", AVENUE: "faserip"}


def test_laid_twice_it_lays_nothing_twice(laid: str) -> None:
    tables = (User, Campaign, Thread, Post, Entry, Roll, Encounter)
    before = [table.objects.count() for table in tables]
    again = io.StringIO()
    call_command("seed_demo", stdout=again)
    assert "The demo campaigns are here already." in again.getvalue()
    assert [table.objects.count() for table in tables] == before


def test_it_refuses_where_debug_is_off(settings: Any) -> None:
    settings.DEBUG = False
    with pytest.raises(CommandError, match="only where DEBUG is on"):
        call_command("seed_demo")
    assert User.objects.count() == 0


def test_each_demo_person_is_named_on_the_front_page_and_can_sign_in(laid: str) -> None:
    shown = browser().get(reverse("home")).content.decode()
    assert settings.DEMO_PASSWORD in shown
    for name in settings.DEMO_PEOPLE:
        assert f"Sign in as {name}" in shown
        assert browser().login(username=name, password=settings.DEMO_PASSWORD)
        assert browser(User.objects.get(username=name)).get(reverse("home")).status_code == 200


def test_wolfman_jackson_meets_the_door_with_seven_dice(laid: str) -> None:
    door = rolls_of("Wolfman Jackson")[0]
    assert door.card["faces"][0][0] == 10
    assert len(door.card["faces"][0][1]) == 7
    assert (door.expr, door.card["title"]) == ("7d vs 4", "Body + Brawl")
    assert door.card["notes"] == ["Body 3 + Brawl 4", "7 dice", "the door"]


def test_iron_man_reads_incredible_by_his_physics(laid: str) -> None:
    feat = next(roll for roll in rolls_of("Iron Man") if roll.expr.startswith("feat"))
    assert feat.card["reading"]["figure_note"] == "Incredible"


def test_storms_psyche_rolls_incredible_then_remarkable(laid: str) -> None:
    feats = [roll for roll in rolls_of("Storm") if roll.expr.startswith("feat")]
    assert [roll.card["reading"]["figure_note"] for roll in feats] == ["Incredible", "Remarkable"]


def test_the_brass_monkey_punches_excellent_then_good(laid: str) -> None:
    feats = [roll for roll in rolls_of("Brass Monkey") if roll.expr.startswith("feat")]
    assert [roll.card["reading"]["figure_note"] for roll in feats] == ["Excellent", "Good"]


def test_storms_lightning_is_answered_by_toads_dodge(laid: str) -> None:
    attack, dodge = rolls_of("Storm")[-1], rolls_of("Toad")[-1]
    assert (attack.expr, attack.target, attack.waits) == ("attack Remarkable damage Amazing physical", "Toad", "")
    assert (dodge.answers, dodge.card["title"]) == (attack, "Dodge")


def test_the_lamplighter_set_his_hammer_time_die_to_9(laid: str) -> None:
    roll = rolls_of("The Lamplighter")[-1]
    assert (roll.expr, roll.chosen, roll.waits) == ("8d+1had", [9], "")


def test_both_turn_orders_are_in_round_1_and_thor_stands_before_iron_man(laid: str) -> None:
    for encounter in Encounter.objects.all():
        fight = fight_of(encounter)
        assert (fight.round, fight.phase) == (1, "running")
    names = [row.name for row in fight_of(Encounter.objects.get(campaign__name=AVENUE)).combatants]
    assert names.index("Thor") < names.index("Iron Man")
    assert len(names) == 5


def test_every_page_of_the_demo_opens_for_everybody_who_may_read_it(laid: str) -> None:
    for thread in Thread.objects.select_related("campaign"):
        for name in settings.DEMO_PEOPLE:
            person = User.objects.get(username=name)
            runs = thread.campaign.members.filter(person=person, role="owner").exists()
            status = 200 if thread.kind != "notes" or runs else 404
            asked = reverse("thread", args=[thread.campaign.slug, thread.key])
            assert browser(person).get(asked).status_code == status, (thread.title, name)


def test_the_files_of_both_tables_pass_the_checker_and_a_flipped_byte_is_named(laid: str) -> None:
    for campaign in Campaign.objects.select_related("ledger"):
        answer = browser().get(reverse("ledger_file", args=[campaign.slug]))
        lines = b"".join(answer.streaming_content).splitlines(keepends=True)  # type: ignore[attr-defined]
        report = check(lines, key=campaign.ledger.key)
        assert (report.refusal, report.casts) == (None, campaign.ledger.entries.filter(t="cast").count())
        assert report.casts > 3
        at = next(n for n, line in enumerate(lines) if b'"t":"cast"' in line)
        place = lines[at].index(b'"seed":"') + 8
        other = b"0" if lines[at][place : place + 1] != b"0" else b"1"
        lines[at] = lines[at][:place] + other + lines[at][place + 1 :]
        refusal = check(lines, key=campaign.ledger.key).refusal
        assert refusal is not None
        assert refusal.line == at + 1
