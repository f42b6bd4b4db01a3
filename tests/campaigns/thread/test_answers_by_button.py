"""The buttons under a card, what they send to open pages, and who sees them."""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.urls import reverse

from campaigns.character.models import Character
from campaigns.ledger.models import Entry, Ledger, Roll
from campaigns.people.models import User
from campaigns.thread.models import Thread
from tests.campaigns.thread.test_queries import queries
from tests.ledgers import checked, number
from tests.people import browser
from tests.side_by_side import at_once
from tests.tables import HTMX, articles, casts, changed, cursor_in, lane_of, page, part, reply, sent

TOKENS = re.compile(r'<input type="hidden" name="csrfmiddlewaretoken"[^>]*>')


def press(person: User | None, act: str, roll: Roll, *, htmx: bool = False, **fields: Any) -> Any:
    return browser(person).post(reverse(act, args=[roll.key]), fields, headers=HTMX if htmx else {})


def slot(html: str, roll: Roll) -> str:
    """One roll's card and acts on a page or in what `changes` sends."""
    start, depth = html.index(f'<div id="slot-{roll.key}"'), 0
    for tag in re.finditer(r"<(/?)div\b", html[start:]):
        depth += -1 if tag[1] else 1
        if depth == 0:
            return TOKENS.sub("", html[start : start + tag.end()].replace(' hx-swap-oob="true"', ""))
    raise AssertionError("the part does not end")


def acts_of(html: str, roll: Roll) -> list[str]:
    """The buttons under a card."""
    return re.findall(r"<button[^>]*>([^<]*)<", slot(html, roll).partition('id="acts-')[2])


@pytest.fixture
def attack(harbour: Thread, player: User, iron_man: Character, thor: Character) -> Roll:
    """Iron Man, Juniper's, strikes at Thor, Tobias's."""
    reply(player, harbour, "!attack Thor", iron_man)
    return Roll.objects.get()


@pytest.fixture
def flight(scene: Thread, other_player: User, mabel: Character) -> Roll:
    """Mabel's roll, Tobias's, with a die to set."""
    reply(other_player, scene, "!pool 5d+1had", None)
    return Roll.objects.get()


def test_each_reader_finds_the_buttons_that_are_his(
    harbour: Thread, attack: Roll, gm: User, player: User, other_player: User, watcher: User, stranger: User
) -> None:
    people = {who.username: acts_of(page(who, harbour), attack) for who in (gm, player, other_player, watcher, stranger)}
    assert people == {
        "Ines": ["Defend", "Dodge", "No defence"], "Juniper": [], "Tobias": ["Defend", "Dodge"], "Reed": [], "Bex": [],
    }  # fmt: skip
    assert acts_of(page(None, harbour), attack) == []


def test_the_dodge_button_posts_a_line_in_character(harbour: Thread, attack: Roll, other_player: User, thor: Character) -> None:
    answer = press(other_player, "answer_roll", attack, line="!dodge")
    assert (answer.status_code, answer["Location"]) == (302, reverse("post", args=[harbour.campaign.slug, harbour.key, 2]))
    post = harbour.posts.get(number=2)
    assert (post.text, post.character, post.author.person) == ("!dodge", thor, other_player)
    assert Roll.objects.get(name="Thor").answers == attack
    assert press(other_player, "answer_roll", attack, line="!dodge").status_code == 302
    assert (harbour.posts.count(), casts(harbour)) == (2, 2)
    assert checked(Ledger.objects.get(pk=harbour.campaign.ledger_id)).refusal is None


def test_the_button_takes_the_browsers_number_of_the_composer_and_keeps_its_text(
    harbour: Thread, attack: Roll, other_player: User
) -> None:
    lane = lane_of(other_player, harbour)
    fields = {"cn": number("mine"), "k": lane.k, "seen": f"{lane.ledger.length - 1}:{lane.ledger.head}", "page": "last"}
    html = page(other_player, harbour)
    told = sent("Half a thought", after=cursor_in(html)) | fields
    answer = press(other_player, "answer_roll", attack, line="!dodge", htmx=True, **told).content.decode()
    assert Roll.objects.get(name="Thor").level == "yours"
    assert "Half a thought" in part(answer, "composer", "form")
    assert f'data-k="{lane.k + 1}"' in answer
    assert articles(answer) == ["post-2"]
    assert slot(answer, attack) == slot(page(other_player, harbour), attack)


def test_the_gm_answers_for_a_players_character_by_the_button(harbour: Thread, attack: Roll, gm: User, thor: Character) -> None:
    assert press(gm, "answer_roll", attack, line="!defend # he sleeps").status_code == 302
    assert harbour.posts.get(number=2).text == "!defend as Thor # he sleeps"
    assert Roll.objects.get(name="Thor").char == thor.cid


def test_a_button_answers_its_own_roll_and_not_the_newest(
    harbour: Thread, attack: Roll, player: User, other_player: User, iron_man: Character
) -> None:
    reply(player, harbour, "!attack Thor", iron_man)
    press(other_player, "answer_roll", attack, line="!dodge")
    attack.refresh_from_db()
    assert (attack.waits, Roll.objects.filter(waits="answer").count()) == ("", 1)


def test_a_page_that_was_the_newest_still_learns_that_its_roll_is_answered(
    harbour: Thread, attack: Roll, gm: User, other_player: User
) -> None:
    old = page(gm, harbour)
    for number_of_post in range(2, 28):
        reply(gm, harbour, f"Number {number_of_post}.")
    press(other_player, "answer_roll", attack, line="!dodge")
    assert "Answered by" in slot(changed(gm, harbour, cursor_in(old)), attack)


def test_nobody_else_presses(
    harbour: Thread, attack: Roll, player: User, other_player: User, watcher: User, stranger: User
) -> None:
    assert press(None, "answer_roll", attack, line="!dodge").status_code == 302  # to sign in
    assert press(player, "answer_roll", attack, line="!dodge").status_code == 422
    for person in (watcher, stranger):
        assert press(person, "answer_roll", attack, line="!dodge").status_code == 403
    for person in (player, other_player, watcher, stranger):
        assert press(person, "leave_roll", attack).status_code == 403
        assert press(person, "choose_dice", attack, values="5").status_code == (422 if person == player else 403)
    assert press(other_player, "answer_roll", attack, line="Anything at all").status_code == 422
    assert press(other_player, "answer_roll", attack, line="!roll 1d6").status_code == 422
    attack.refresh_from_db()
    assert (attack.waits, casts(harbour), harbour.posts.count()) == ("answer", 1, 1)


def test_a_roll_out_of_sight_is_no_roll(private_scene: Thread, gm: User, other_player: User) -> None:
    reply(gm, private_scene, "!roll 1d6")
    roll = Roll.objects.get()
    for act in ("answer_roll", "leave_roll", "choose_dice"):
        assert press(other_player, act, roll, line="!defend", values="1").status_code == 404


def test_the_gm_says_that_nobody_defends(harbour: Thread, attack: Roll, gm: User, other_player: User) -> None:
    old = page(other_player, harbour)
    length = Ledger.objects.get(pk=harbour.campaign.ledger_id).length
    assert press(gm, "leave_roll", attack, htmx=True, page="last", after=cursor_in(old)).status_code == 200
    attack.refresh_from_db()
    assert (attack.unanswered, attack.waits) == (True, "")
    assert Ledger.objects.get(pk=harbour.campaign.ledger_id).length == length
    missed, new = changed(other_player, harbour, cursor_in(old)), page(other_player, harbour)
    assert slot(old, attack) != slot(new, attack) == slot(missed, attack)
    assert press(gm, "leave_roll", attack).status_code == 302
    assert press(other_player, "answer_roll", attack, line="!dodge").status_code == 422


def test_the_die_is_set_by_the_form_of_its_card(scene: Thread, flight: Roll, gm: User, player: User, other_player: User) -> None:
    assert [acts_of(page(who, scene), flight) for who in (gm, player, other_player)] == [[], [], ["Set"]]
    assert f'data-choose="{flight.entry.i}.0"' in slot(page(other_player, scene), flight)
    for person in (gm, player):
        assert press(person, "choose_dice", flight, values="5").status_code == 403
    for wrong in ("", "11", "0", "x", "5,5", "٥"):
        assert press(other_player, "choose_dice", flight, values=wrong).status_code == 422
    old = page(player, scene)
    assert press(other_player, "choose_dice", flight, values="5").status_code == 302
    flight.refresh_from_db()
    assert flight.chosen == [5]
    missed, new = changed(player, scene, cursor_in(old)), page(player, scene)
    assert slot(missed, flight) == slot(new, flight)
    assert cursor_in(missed) == cursor_in(new)
    assert press(other_player, "choose_dice", flight, values="6").status_code == 409
    assert Entry.objects.filter(t="choose").count() == 1
    assert checked(Ledger.objects.get(pk=scene.campaign.ledger_id)).refusal is None


@pytest.mark.parametrize("reader", ["gm", "player", "other_player", "watcher", "visitor"])
def test_a_card_that_changed_is_sent_to_every_open_page(
    harbour: Thread, attack: Roll, gm: User, player: User, other_player: User, watcher: User, thor: Character, reader: str
) -> None:
    people = {"gm": gm, "player": player, "other_player": other_player, "watcher": watcher, "visitor": None}
    person = people[reader]
    old = page(person, harbour)
    reply(other_player, harbour, "!dodge", thor)
    missed, new = changed(person, harbour, cursor_in(old)), page(person, harbour)
    assert articles(missed) == ["post-2"]
    assert slot(old, attack) != slot(missed, attack) == slot(new, attack)
    assert part(missed, "post-2", "article") == part(new, "post-2", "article")
    assert part(missed, "due", "p") == part(new, "due", "p")


def test_a_roll_that_came_and_changed_meanwhile_comes_once(
    harbour: Thread, gm: User, player: User, other_player: User, iron_man: Character, thor: Character
) -> None:
    reply(gm, harbour, "Before.")
    old = page(gm, harbour)
    reply(player, harbour, "!attack Thor", iron_man)
    reply(other_player, harbour, "!dodge", thor)
    missed = changed(gm, harbour, cursor_in(old))
    assert len(re.findall(r'id="slot-', missed)) == 2
    assert 'hx-swap-oob="true"><section' not in missed


def test_whom_a_roll_waits_for_is_told_on_the_thread_and_on_today(
    harbour: Thread, attack: Roll, gm: User, player: User, other_player: User, thor: Character
) -> None:
    words, today = "Iron Man waits for an answer of Thor.", "Thor is attacked by Iron Man in A blocked street"
    told = {
        who: (words in page(who, harbour), today in browser(who).get("/").content.decode()) for who in (gm, player, other_player)
    }
    assert told == {gm: (False, False), player: (False, False), other_player: (True, True)}
    assert "One scene waits for you" in browser(other_player).get("/").content.decode()
    reply(other_player, harbour, "!dodge", thor)
    assert words not in page(other_player, harbour)
    assert today not in browser(other_player).get("/").content.decode()


def test_a_card_that_changed_takes_the_query_of_what_happened_and_one_more(
    scene: Thread, flight: Roll, other_player: User, watcher: User
) -> None:
    old = cursor_in(page(watcher, scene))
    plain = len(queries(lambda: changed(watcher, scene, old)))
    press(other_player, "choose_dice", flight, values="5")
    assert len(queries(lambda: changed(watcher, scene, old))) == plain + 2


@pytest.mark.django_db(transaction=True)
def test_two_buttons_at_once_are_one_answer(harbour: Thread, attack: Roll, gm: User, other_player: User) -> None:
    found = at_once(lambda who: press(who, "answer_roll", attack, line="!dodge").status_code, [gm, other_player] * 5)
    assert (casts(harbour), harbour.posts.count()) == (2, 2)
    assert set(found) <= {302, 409, 422}
    assert 302 in found
