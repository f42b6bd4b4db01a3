"""A fight goes the ways of its table: who is out of action, numbers anew each Round, ties by Agility, sets by height."""

from __future__ import annotations

import pytest

from campaigns.campaign.commands import change_settings
from campaigns.campaign.models import Campaign
from campaigns.character.models import Character
from campaigns.combat.commands import fight_of
from campaigns.combat.models import CombatCommand, Encounter
from campaigns.people.models import User
from campaigns.site.refused import Refused
from campaigns.thread.models import Thread
from rules.combat.record import from_record
from tests.people import seen_by
from tests.tables import page, press, reply


def decide(gm: User, campaign: Campaign, **options: str) -> None:
    told = {"name": campaign.name, "sentence": campaign.sentence, "visibility": campaign.visibility}
    change_settings(seen_by(gm, campaign), **told, options=options)


def now() -> tuple[str, int, str]:
    """Phase, Round, whose turn; the stored copy equals the fold."""
    encounter = Encounter.objects.get()
    fight = fight_of(encounter)
    assert from_record(encounter.state) == fight
    return fight.phase, fight.round, fight.acting.name if fight.acting else ""


def order() -> list[str]:
    return [str(row["name"]) for row in Encounter.objects.get().state["rows"]]


@pytest.fixture
def begin(
    harbour: Thread, gm: User, player: User, other_player: User, iron_man: Character, thor: Character, toad: Character
) -> None:
    """Those who fight below; `open_order` gives them their numbers, once the table has decided its ways."""


def open_order(gm: User, harbour: Thread) -> None:
    reply(gm, harbour, '!fight\n!init Toad 12\n!init "Iron Man" 15\n!init Thor 20')


@pytest.mark.usefixtures("begin")
def test_the_turn_of_somebody_out_of_action_is_passed_over_and_undo_gives_it_back(
    harbour: Thread, gm: User, other_player: User
) -> None:
    open_order(gm, harbour)
    reply(gm, harbour, '!next\n!hp "Iron Man" =1')
    assert "the order moves on to Toad" in page(other_player, harbour)
    post = reply(gm, harbour, "!next")
    assert now() == ("running", 1, "Toad")
    assert post.blocks == [["note", "Iron Man is out of action: the Turn is passed over. Round 1, Toad's turn."]]
    assert "Out of action" in page(gm, harbour)
    assert CombatCommand.objects.latest("number").act.keys() == {"do", "down"}
    press(gm, harbour, "undo", version=str(Encounter.objects.get().version))
    assert now() == ("running", 1, "Thor")
    reply(gm, harbour, '!turn "Iron Man"')
    assert now() == ("running", 1, "Iron Man")


@pytest.mark.usefixtures("begin")
def test_a_player_s_own_end_of_turn_and_the_button_pass_over_as_well(harbour: Thread, gm: User, other_player: User) -> None:
    open_order(gm, harbour)
    reply(gm, harbour, '!next\n!hp "Iron Man" =-5')
    press(gm, harbour, "next", version=str(Encounter.objects.get().version))
    assert now() == ("running", 1, "Toad")
    press(gm, harbour, "next", version=str(Encounter.objects.get().version))
    thor = next(str(row["id"]) for row in Encounter.objects.get().state["rows"] if row["name"] == "Thor")
    reply(other_player, harbour, "I strike.", done_as=thor)
    assert now() == ("running", 2, "Toad")


@pytest.mark.usefixtures("begin")
def test_whoever_leaves_in_his_turn_has_the_order_tell_whom_it_passes_over(harbour: Thread, gm: User) -> None:
    open_order(gm, harbour)
    reply(gm, harbour, '!next\n!hp "Iron Man" =1')
    post = reply(gm, harbour, "!out Thor")
    told = "Thor leaves the turn order. Iron Man is out of action: the Turn is passed over. Round 1, Toad's turn."
    assert post.blocks == [["note", told]]


@pytest.mark.usefixtures("begin")
def test_where_everybody_is_asked_the_turn_comes_as_usual(faserip_campaign: Campaign, harbour: Thread, gm: User) -> None:
    decide(gm, faserip_campaign, out_of_action="ask")
    open_order(gm, harbour)
    reply(gm, harbour, '!next\n!hp "Iron Man" =1\n!next')
    assert now() == ("running", 1, "Iron Man")


@pytest.mark.usefixtures("begin")
def test_an_open_fight_keeps_its_ways_whatever_the_table_decides_meanwhile(
    faserip_campaign: Campaign, harbour: Thread, gm: User
) -> None:
    decide(gm, faserip_campaign, out_of_action="ask")
    open_order(gm, harbour)
    decide(gm, faserip_campaign, init_anew="round")
    reply(gm, harbour, '!next\n!hp "Iron Man" =1\n!next\n!next\n!next')
    assert now() == ("running", 2, "Thor")


@pytest.mark.usefixtures("begin")
def test_every_round_may_begin_with_numbers_of_its_own(
    faserip_campaign: Campaign, harbour: Thread, gm: User, player: User, other_player: User
) -> None:
    decide(gm, faserip_campaign, init_anew="round")
    open_order(gm, harbour)
    post = reply(gm, harbour, "!next\n!next\n!next\n!next")
    assert now() == ("gathering", 1, "")
    assert post.blocks[-1] == ["note", "Round 1 is over. Numbers for Round 2: !init NAME."]
    shown = page(player, harbour)
    assert "Before round 2" in shown and shown.count("No number yet") == 3
    assert "Begin round 2" in page(gm, harbour)
    reply(player, harbour, '!init "Iron Man" 19')
    reply(other_player, harbour, "!init Thor")
    with pytest.raises(Refused, match="Only the GM changes it now"):
        reply(other_player, harbour, "!init Thor 20")
    reply(gm, harbour, "!init Toad 99\n!next")
    assert (now(), order()[0]) == (("running", 2, "Toad"), "Toad")


@pytest.mark.usefixtures("begin")
def test_of_equal_numbers_the_higher_agility_goes_first_where_the_table_reads_it_so(
    faserip_campaign: Campaign, harbour: Thread, gm: User
) -> None:
    toad = Character.objects.get(name="Toad")
    toad.sheet = {**toad.sheet, "ranks": {**toad.sheet["ranks"], "Agility": "Monstrous"}}
    toad.save()
    decide(gm, faserip_campaign, init_ties="agility")
    reply(gm, harbour, "!fight\n!init Guard 9\n!init Thor 9\n!init Toad 9")
    assert order() == ["Toad", "Thor", "Guard"]
    reply(gm, harbour, "!fight end\n!fight\n!init Thor 9\n!init Usher x2 Unearthly")
    ties = {row["name"]: row["tie"] for row in Encounter.objects.get(is_open=True).state["rows"]}
    assert (ties["Usher 1"], ties["Usher 2"]) == (10, 10) and ties["Thor"] < 10


def test_sets_go_by_height_where_the_table_reads_it_so(campaign: Campaign, scene: Thread, gm: User) -> None:
    lines = "!fight\n!init Wide 3x2\n!init Tall 2x9\n!init Both 3x9"
    reply(gm, scene, lines)
    assert order() == ["Both", "Wide", "Tall"]
    reply(gm, scene, "!fight end")
    decide(gm, campaign, order_by="height")
    reply(gm, scene, lines)
    assert [str(row["name"]) for row in Encounter.objects.get(is_open=True).state["rows"]] == ["Both", "Tall", "Wide"]
