"""The buttons of a turn order: what each does, who may press it, and two presses from one page."""

from __future__ import annotations

import re

import pytest

from campaigns.campaign.models import Campaign, Member
from campaigns.character.models import Character
from campaigns.combat.commands import fight_of
from campaigns.combat.models import Encounter
from campaigns.live.models import Event
from campaigns.people.models import User
from campaigns.thread.models import Thread
from rules.combat.record import from_record
from tests.side_by_side import at_once
from tests.tables import changed, cursor_in, page, part, press, reply


@pytest.fixture
def fight(harbour: Thread, gm: User, player: User, other_player: User, iron_man: Character, thor: Character) -> Thread:
    """Thor at 20, Iron Man at 15, Toad at 12; Round 1 has not begun and version 4 is the newest."""
    reply(gm, harbour, "!fight\n!init Toad 12")
    reply(player, harbour, "!init IronMan 15")
    reply(other_player, harbour, "!init Thor 20")
    return harbour


def now_acting() -> tuple[int, int, str | None, str | None]:
    """Version, Round, whose turn, and for whom the fight waits; the stored copy equals the fold."""
    encounter = Encounter.objects.get()
    folded = fight_of(encounter)
    assert from_record(encounter.state) == folded
    waits = encounter.waits_for.username if encounter.waits_for else None
    return encounter.version, folded.round, folded.acting.name if folded.acting else None, waits


def id_of(name: str) -> str:
    return next(str(row["id"]) for row in Encounter.objects.get().state["rows"] if row["name"] == name)


def test_every_button_of_the_gm_moves_what_it_says(fight: Thread, gm: User) -> None:
    moves = [
        ("next", "", (5, 1, "Thor", "Tobias")),
        ("next", "", (6, 1, "Iron Man", "Juniper")),
        ("undo", "", (7, 1, "Thor", "Tobias")),
        ("hold", "", (8, 1, "Iron Man", "Juniper")),
        ("turn", "Toad", (9, 1, "Toad", None)),
        ("back", "", (10, 1, "Iron Man", "Juniper")),
        ("out", "Iron Man", (11, 1, "Toad", None)),
    ]
    for act, name, after in moves:
        version = str(now_acting()[0])
        answer = press(gm, fight, act, version=version, combatant=id_of(name) if name else "")
        assert (answer.status_code, now_acting()) == (200, after), act
    assert press(gm, fight, "end", version="11").status_code == 200
    assert (Encounter.objects.get().is_open, Encounter.objects.get().waits_for) == (False, None)


def test_opening_undone_leaves_nothing_open_and_can_be_done_again(harbour: Thread, gm: User) -> None:
    assert press(gm, harbour, "open", version="0").status_code == 200
    press(gm, harbour, "undo", version="1")
    assert not Encounter.objects.get().is_open
    assert 'value="open"' in page(gm, harbour)
    assert press(gm, harbour, "open", version="0").status_code == 200
    assert Encounter.objects.filter(is_open=True).count() == 1


def test_there_is_nothing_to_undo_beyond_the_opening(fight: Thread, gm: User) -> None:
    for version in range(4, 8):
        assert press(gm, fight, "undo", version=str(version)).status_code == 200
    answer = press(gm, fight, "undo", version="8")
    assert answer.status_code == 422


def test_two_presses_from_one_page_move_one_turn_and_the_second_is_told_who_was_quicker(fight: Thread, gm: User) -> None:
    press(gm, fight, "next", version="4")
    answer = press(gm, fight, "next", version="4")
    told = answer.content.decode()
    assert answer.status_code == 409
    assert "Ines was quicker: it is Thor&#x27;s turn now. Nothing was moved twice." in told
    assert 'name="version" value="5"' in told
    assert now_acting() == (5, 1, "Thor", "Tobias")
    assert re.sub(r'<p class="err".*?</p>', "", part(told, "turns")) == part(page(gm, fight), "turns")


def test_without_script_the_second_press_gets_a_page_with_the_same_sentence(fight: Thread, gm: User) -> None:
    assert press(gm, fight, "next", htmx=False, version="4").status_code == 302
    answer = press(gm, fight, "next", htmx=False, version="4")
    assert (answer.status_code, "Ines was quicker" in answer.content.decode()) == (409, True)


@pytest.mark.django_db(transaction=True)
def test_eight_presses_at_once_from_one_page_move_one_turn(fight: Thread, gm: User) -> None:
    answers = at_once(lambda _: press(gm, fight, "next", version="4").status_code, range(8))
    assert sorted(answers) == [200] + [409] * 7
    assert now_acting() == (5, 1, "Thor", "Tobias")


@pytest.mark.django_db(transaction=True)
def test_four_openings_at_once_open_one_turn_order(harbour: Thread, gm: User) -> None:
    answers = at_once(lambda _: press(gm, harbour, "open", version="0").status_code, range(4))
    assert sorted(answers) == [200, 422, 422, 422]
    assert Encounter.objects.get().version == 1


@pytest.mark.parametrize("act", ["next", "back", "undo", "turn", "out", "end"])
def test_only_the_gm_moves_turns(fight: Thread, gm: User, player: User, act: str) -> None:
    press(gm, fight, "next", version="4")
    before = now_acting()
    answer = press(player, fight, act, version="5", combatant=id_of("Iron Man"))
    assert (answer.status_code, now_acting()) == (403, before)


def test_a_player_holds_and_passes_his_own_turn_and_nobody_elses(fight: Thread, gm: User, player: User, other_player: User) -> None:
    press(gm, fight, "next", version="4")
    assert press(player, fight, "hold", version="5", combatant=id_of("Thor")).status_code == 403
    assert press(player, fight, "pass", version="5", combatant=id_of("Iron Man")).status_code == 403
    assert press(other_player, fight, "pass", version="5", combatant=id_of("Thor")).status_code == 200
    assert now_acting() == (6, 1, "Iron Man", "Juniper")


def test_who_became_a_watcher_no_longer_acts_for_his_character(
    fight: Thread, gm: User, other_player: User, faserip_campaign: Campaign
) -> None:
    press(gm, fight, "next", version="4")
    Member.objects.filter(campaign=faserip_campaign, person=other_player).update(role="watcher")
    assert press(other_player, fight, "pass", version="5", combatant=id_of("Thor")).status_code == 403
    assert now_acting()[0] == 5


def test_an_act_that_is_none_and_a_version_that_is_none_are_refused(fight: Thread, gm: User) -> None:
    for act, version in (("explode", "4"), ("enter", "4"), ("open", "4"), ("", "4"), ("next", ""), ("next", "four")):
        assert press(gm, fight, act, version=version).status_code == 422, act
    assert press(gm, fight, "turn", version="4", combatant="\x00").status_code == 422
    assert now_acting()[0] == 4


def test_every_act_is_one_event_that_calls_the_one_whose_turn_it_became(
    fight: Thread, gm: User, player: User, other_player: User
) -> None:
    for version in ("4", "5", "6"):
        press(gm, fight, "next", version=version)
    told = list(Event.objects.filter(kind="turns").order_by("number").values_list("tells", flat=True))
    assert told == [[], [], [], [], [other_player.pk], [player.pk], []]


def test_everybody_sees_the_order_and_only_the_gm_its_buttons_and_the_health_of_npcs(
    fight: Thread, gm: User, player: User, toad: Character
) -> None:
    reply(gm, fight, "!init Toad 11")
    press(gm, fight, "next", version="5")
    for person in (gm, player, None):
        shown = part(page(person, fight), "turns")
        assert re.findall(r'class="nm">([^<]*)<', shown) == ["Thor", "Iron Man", "Toad", "Toad"]
        assert ('value="undo"' in shown) == (person == gm)
        assert shown.count("58/120") == (3 if person == gm else 2)


def test_the_panel_that_comes_live_is_that_of_the_page(fight: Thread, gm: User, player: User) -> None:
    old = cursor_in(page(player, fight))
    press(gm, fight, "next", version="4")
    assert part(changed(player, fight, old), "turns") == part(page(player, fight), "turns")
