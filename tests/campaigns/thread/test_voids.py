"""Access matrix row 36, and what becomes of a roll that a GM takes back on every page."""

from __future__ import annotations

from typing import Any

from django.urls import reverse

from campaigns.campaign.models import Campaign, LogEntry
from campaigns.character.commands import create_character
from campaigns.character.models import Character
from campaigns.ledger.models import Roll
from campaigns.people.models import User
from campaigns.thread.models import Thread
from tests.ledgers import checked
from tests.people import browser, seen_by
from tests.tables import HTMX, changed, cursor_in, page, reply

WHY = "Rolled for the wrong wolf"


def rolled(person: User, thread: Thread, text: str = "!roll 2d6", speaker: Character | None = None) -> Roll:
    return Roll.objects.filter(post=reply(person, thread, text, speaker).uid).order_by("-pk")[0]


def voided(person: User | None, roll: Roll, act: str = "roll", why: str = WHY, **headers: str) -> Any:
    return browser(person).post(reverse("void_roll", args=[roll.key]), {"act": act, "why": why}, headers=headers)


def card_in(html: str, roll: Roll) -> str:
    """The roll's card, and the way to the GM's form below it."""
    return html.split(f'<div id="slot-{roll.key}"')[1].split("</article>")[0].split('<div id="slot-')[0].partition(">")[2]


def is_void(roll: Roll) -> bool:
    return Roll.objects.get(pk=roll.pk).is_void


def test_gms_void_a_roll_and_nobody_else(
    scene: Thread, gm: User, player: User, other_player: User, watcher: User, stranger: User
) -> None:
    roll = rolled(player, scene)
    for person, status in ((player, 403), (other_player, 403), (watcher, 403), (stranger, 403), (None, 302)):
        assert voided(person, roll).status_code == status
        assert browser(person).get(reverse("void_roll", args=[roll.key])).status_code == status
    assert voided(None, roll, **HTMX).status_code == 401
    assert not is_void(roll)
    assert voided(gm, roll).status_code == 302
    assert is_void(roll) and checked(scene.campaign.ledger).voided == 1


def test_a_roll_of_a_table_that_one_may_not_know_of_is_not_there(private_scene: Thread, player: User, other_player: User) -> None:
    roll = rolled(player, private_scene)
    assert [voided(who, roll).status_code for who in (other_player, None)] == [404, 404]


def test_open_pages_get_the_struck_card_and_the_roll_page_and_the_file_tell_the_reason(
    scene: Thread, gm: User, player: User, stranger: User
) -> None:
    roll = rolled(player, scene)
    cursor = cursor_in(page(player, scene))
    voided(gm, roll)
    said = f"Voided by Ines: {WHY}."
    for html in (changed(player, scene, cursor), page(player, scene)):
        assert said in card_in(html, roll) and 'class="roll void"' in card_in(html, roll)
    for person in (stranger, None):
        assert said in browser(person).get(reverse("roll", args=[roll.key])).content.decode()
        exported = b"".join(browser(person).get(reverse("ledger_file", args=[scene.campaign.slug])).streaming_content)  # type: ignore[attr-defined]
        assert WHY in exported.decode()
        assert WHY in browser(person).get(reverse("roll_json", args=[roll.key])).content.decode()
    assert roll.key not in browser(gm).get(reverse("home")).content.decode()


def test_the_reason_for_a_roll_in_the_gms_notes_is_opened_to_gms_alone(notes: Thread, gm: User, player: User) -> None:
    roll = rolled(gm, notes)
    voided(gm, roll)
    for person, opened in ((gm, True), (player, False)):
        file = browser(person).get(reverse("ledger_file", args=[notes.campaign.slug])).streaming_content  # type: ignore[attr-defined]
        assert (WHY in b"".join(file).decode()) == opened


def test_a_reason_that_is_too_short_comes_back_and_nothing_is_done(scene: Thread, gm: User, player: User) -> None:
    roll = rolled(player, scene)
    answer = voided(gm, roll, why="x")
    assert (answer.status_code, is_void(roll)) == (422, False)
    assert 'value="x"' in answer.content.decode() and "3 to 120 characters" in answer.content.decode()
    assert voided(gm, roll, act="nonsense").status_code == 422


def test_a_void_is_lifted_with_a_line_in_the_log_once(scene: Thread, gm: User, player: User) -> None:
    roll = rolled(player, scene)
    assert voided(player, roll, "lift").status_code == 403
    voided(gm, roll)
    assert voided(gm, roll, "lift").status_code == voided(gm, roll, "lift").status_code == 302
    told = LogEntry.objects.filter(sentence=f"Ines lifted the void of roll {roll.key}; it counts again.")
    assert (told.count(), is_void(roll)) == (1, False)
    card = card_in(page(player, scene), roll)
    assert f"Voided by Ines: {WHY}. Ines lifted this void." in card and "roll void" not in card


def test_dice_that_were_set_are_voided_alone_and_set_again_from_the_card(
    campaign: Campaign, scene: Thread, gm: User, other_player: User
) -> None:
    fields = {"stats": "Coordination 4", "skills": "Pilot 4+1had", "penalties": ""}
    pilot = create_character(seen_by(other_player, campaign), name="Mabel Crane", line="", fields=fields)
    roll = rolled(other_player, scene, "!pool Coordination+Pilot", pilot)

    def set_to(value: str) -> int:
        return int(browser(other_player).post(reverse("choose_dice", args=[roll.key]), {"values": value}).status_code)

    assert voided(gm, roll, "choice").status_code == 422
    assert set_to("8") == 302
    assert voided(gm, roll, "choice").status_code == 302
    assert (Roll.objects.get(pk=roll.pk).waits, is_void(roll)) == ("choice", False)
    assert set_to("8") == 302
    assert Roll.objects.get(pk=roll.pk).chosen == [8] and checked(campaign.ledger).refusal is None


def test_what_a_void_roll_would_do_is_applied_no_more(
    harbour: Thread, gm: User, player: User, iron_man: Character, toad: Character
) -> None:
    attack = rolled(player, harbour, "!attack Toad with Repulsor", iron_man)
    browser(gm).post(reverse("leave_roll", args=[attack.key]))
    apply = reverse("apply_roll", args=[attack.key])
    before = apply in page(gm, harbour)
    voided(gm, attack)
    card = card_in(page(gm, harbour), attack)
    assert "Lift the void" in card and "Voided by Ines" in card and apply not in card
    assert browser(gm).post(apply).status_code == 422
    voided(gm, attack, "lift")
    assert (apply in page(gm, harbour)) == before


def test_only_gms_see_the_way_to_the_form(scene: Thread, gm: User, player: User) -> None:
    address = reverse("void_roll", args=[rolled(player, scene).key])
    assert [address in page(who, scene) for who in (gm, player, None)] == [True, False, False]
