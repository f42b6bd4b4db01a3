"""Rolls with a named witness, from the composer to the dice: who may ask, who answers, what open pages see meanwhile."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
import time_machine
from django.urls import reverse

from campaigns.campaign.commands import leave
from campaigns.campaign.models import Campaign, Member
from campaigns.character.models import Character
from campaigns.ledger.models import Entry, Lane, Roll
from campaigns.people.models import User
from campaigns.site.clock import now
from campaigns.site.refused import Refused
from campaigns.thread.commands import ask_for_rolls
from campaigns.thread.models import Post, Thread
from tests.campaigns.thread.test_queries import read
from tests.ledgers import checked, number
from tests.people import browser, seen_by, sit_down
from tests.tables import HTMX, changed, cursor_in, lane_of, page, reply, sent, write

WORDS = "sixteen red herrings"


@pytest.fixture
def asking(scene: Thread) -> Thread:
    """The scene of a table where rolls have a witness on request."""
    return witnessed(scene, "asked")


def witnessed(thread: Thread, how: str) -> Thread:
    thread.campaign.customs = {"witness": how}
    thread.campaign.save()
    return thread


def pid(person: User, thread: Thread) -> str:
    return str(lane_of(person, thread).pid)


def posted(person: User, thread: Thread, who: User | None, text: str = "!roll 3d6", **more: Any) -> Any:
    """The answer to a form without script: the roller's own words make his number."""
    chosen = {"witness": pid(who, thread)} if who else {}
    return write(person, thread, text, words=f"{text} {Entry.objects.count()} herrings", **chosen, **more)


def asked(person: User, thread: Thread, who: User, text: str = "!roll 3d6") -> Roll:
    assert posted(person, thread, who, text).status_code == 302
    return Roll.objects.order_by("-pk").get(post=Post.objects.latest("pk").uid, place=0)


def answer(person: User | None, roll: Roll, **fields: str) -> Any:
    return browser(person).post(reverse("witness_roll", args=[roll.key]), fields)


def anew(roll: Roll) -> Roll:
    return Roll.objects.select_related("entry").get(pk=roll.pk)


def test_a_roll_waits_in_its_post_and_falls_live_when_its_witness_answers(
    asking: Thread, player: User, other_player: User, gm: User
) -> None:
    roll = asked(player, asking, other_player)
    assert roll.waits == "witness" and "Waiting for Tobias as witness." in page(gm, asking)
    cursor = cursor_in(page(gm, asking))
    assert answer(other_player, roll, words=WORDS).status_code == 302
    fresh = anew(roll)
    assert (fresh.waits, fresh.level, fresh.entry.t, len(fresh.card["faces"][0][1])) == ("", "witnessed", "cast", 3)
    card = changed(gm, asking, cursor)
    assert "witnessed, Tobias" in card and f"slot-{roll.key}" in card
    report = checked(asking.campaign.ledger)
    assert (report.refusal, report.open_binds, report.levels["witnessed"]) == (None, 0, 1)


def test_only_the_named_witness_answers(
    asking: Thread, player: User, other_player: User, gm: User, watcher: User, stranger: User
) -> None:
    roll = asked(player, asking, other_player)
    told = {
        who.username if who else "": answer(who, roll, words=WORDS).status_code for who in (player, gm, watcher, stranger, None)
    }
    assert told == {"Juniper": 403, "Ines": 403, "Reed": 403, "Bex": 403, "": 302}
    assert anew(roll).waits == "witness"
    assert answer(other_player, roll, words=WORDS).status_code == 302
    assert answer(other_player, roll, words=WORDS).status_code == 302
    assert answer(other_player, roll, n=number("second")).status_code == 409
    assert Entry.objects.filter(t="wit").count() == 1


def test_words_that_are_too_short_come_back_in_their_form(asking: Thread, player: User, other_player: User) -> None:
    roll = asked(player, asking, other_player)
    told = answer(other_player, roll, words="too short")
    assert (told.status_code, anew(roll).waits) == (422, "witness")
    assert 'value="too short"' in told.content.decode() and "at least 16" in told.content.decode()


def test_the_witness_is_called_on_every_page_and_on_today_and_nobody_else(
    asking: Thread, player: User, other_player: User, gm: User
) -> None:
    calls = 'data-witness="/witness/"'
    home, to_witness = reverse("home"), reverse("witness")

    def seen(person: User, address: str) -> str:
        return str(browser(person).get(address).content.decode())

    assert calls not in seen(other_player, home)
    roll = asked(player, asking, other_player)
    for address in (home, reverse("campaign", args=[asking.campaign.slug]), reverse("help")):
        assert calls in seen(other_player, address)
        for person in (player, gm):
            assert calls not in seen(person, address)
    assert "Juniper asks you to witness a roll" in seen(other_player, home)
    assert f'data-witness="{roll.entry.i}"' in seen(other_player, to_witness) and roll.entry.hash in seen(other_player, to_witness)
    assert "No roll waits for you." in seen(player, to_witness)
    assert browser().get(to_witness).status_code == 302
    form = reverse("witness_roll", args=[roll.key])
    assert [form in page(who, asking) for who in (other_player, player, gm, None)] == [True, False, False, False]
    answer(other_player, roll, words=WORDS)
    assert calls not in seen(other_player, home) and "No roll waits for you." in seen(other_player, to_witness)


def test_until_then_the_roller_throws_nothing_more_but_may_write(asking: Thread, player: User, other_player: User) -> None:
    roll = asked(player, asking, other_player)
    told = write(player, asking, "Again.\n!roll 1d6", htmx=True)
    assert told.status_code == 422 and "waits for Tobias as witness" in told.content.decode() and "Again." in told.content.decode()
    assert "waits for Tobias as witness" in page(player, asking) and "your next dice wait" not in page(other_player, asking)
    reply(player, asking, "Words alone.")
    reply(other_player, asking, "!roll 1d6")
    answer(other_player, roll, words=WORDS)
    reply(player, asking, "!roll 1d6")
    assert checked(asking.campaign.ledger).refusal is None


def test_a_table_says_whether_rolls_have_witnesses(scene: Thread, player: User, other_player: User, gm: User) -> None:
    assert 'name="witness"' not in page(player, scene)
    told = posted(player, scene, other_player)
    assert told.status_code == 422 and "no witness at this table" in told.content.decode()
    witnessed(scene, "asked")
    options = page(player, scene).split('name="witness"')[1].split("</select>")[0]
    assert [name in options for name in (">nobody<", ">Ines<", ">Tobias<", ">Juniper<", ">Reed<")] == [
        True,
        True,
        True,
        False,
        False,
    ]
    reply(player, scene, "!roll 1d6")
    witnessed(scene, "every")
    told = posted(player, scene, None)
    assert told.status_code == 422 and "every roll has a witness" in told.content.decode()
    asked(player, scene, gm)
    with pytest.raises(Refused, match="waits for Ines"):
        reply(player, scene, "!roll 2d6 secret")


def test_what_answers_or_is_secret_or_gives_a_place_waits_for_no_witness(
    harbour: Thread, player: User, other_player: User, gm: User, iron_man: Character, thor: Character, toad: Character
) -> None:
    witnessed(harbour, "every")
    before = Entry.objects.count()
    for text, words in (
        ("!roll 1d6 secret", "is thrown openly"),
        ("!fight\n!init Thor", "waits for no witness"),
        ("!fight\n!roll 1d6\n!init Thor", "waits for no witness"),
    ):
        person = gm if "init" in text else player
        told = posted(person, harbour, other_player, text)
        assert told.status_code == 422 and words in told.content.decode(), text
    told = posted(player, harbour, other_player, "!attack Thor", character=iron_man.key)
    attack = Roll.objects.get()
    assert (told.status_code, attack.waits) == (302, "witness")
    with pytest.raises(Refused, match="Nobody waits"):
        reply(other_player, harbour, "!defend", thor)
    answer(other_player, attack, words=WORDS)
    assert anew(attack).waits == "answer"
    reply(other_player, harbour, "!defend", thor)
    assert (anew(attack).waits, Entry.objects.count()) == ("", before + 4)
    reply(player, harbour, "!roll 1d6 secret")
    assert checked(harbour.campaign.ledger).refusal is None


def test_nothing_is_witnessed_in_the_gms_notes(notes: Thread, gm: User, player: User) -> None:
    witnessed(notes, "every")
    assert 'name="witness"' not in page(gm, notes)
    reply(gm, notes, "!roll 1d6")
    assert posted(gm, notes, player).status_code == 422


def test_without_a_number_of_his_own_the_roller_is_told_what_to_do(asking: Thread, player: User, other_player: User) -> None:
    told = write(player, asking, "!roll 1d6", witness=pid(other_player, asking))
    assert told.status_code == 422 and "type 16 characters or more" in told.content.decode()
    chosen = told.content.decode().split('name="witness"')[1].split("</select>")[0]
    assert f'value="{pid(other_player, asking)}" selected' in chosen


def test_a_witness_has_to_sit_at_the_table(asking: Thread, player: User, watcher: User, campaign: Campaign) -> None:
    other = sit_down(campaign, User.objects.create_user("Zoe"))
    Member.objects.filter(pk=other.pk).update(state="left")
    for lane in ("ab" * 16, str(Lane.objects.get(pk=other.lane_id).pid), "\x00"):
        assert write(player, asking, "!roll 1d6", witness=lane, words=WORDS).status_code == 422
    assert not Roll.objects.exists()


def test_the_same_form_sent_again_is_one_post_before_and_after_the_answer(asking: Thread, player: User, other_player: User) -> None:
    form = sent("!roll 3d6", rid="ab" * 16, words=WORDS, witness=pid(other_player, asking))
    address = reverse("write", args=[asking.campaign.slug, asking.key])
    for _ in range(2):
        assert browser(player).post(address, form).status_code == 302
    answer(other_player, Roll.objects.get(), words="seventeen herrings")
    assert browser(player).post(address, form).status_code == 302
    assert browser(player).post(address, form | {"witness": ""}).status_code == 409
    assert (Post.objects.count(), Roll.objects.count(), checked(asking.campaign.ledger).casts) == (1, 1, 1)


def test_the_gm_takes_an_unanswered_request_back_after_the_tables_days_and_not_before(
    asking: Thread, player: User, other_player: User, gm: User
) -> None:
    roll = asked(player, asking, other_player)
    form = reverse("void_roll", args=[roll.key])

    def take_back(person: User) -> int:
        return int(browser(person).post(form, {"act": "request", "why": "Tobias is away"}).status_code)

    assert (take_back(gm), take_back(player)) == (403, 403)
    assert "The witness has time yet" in browser(gm).get(form).content.decode()
    assert browser(gm).post(form, {"act": "roll", "why": "Too slow"}).status_code == 422
    assert "has not witnessed" not in browser(gm).get(reverse("home")).content.decode()
    with time_machine.travel(now() + timedelta(days=3, minutes=1)):
        assert "Tobias has not witnessed the roll of Juniper" in browser(gm).get(reverse("home")).content.decode()
        assert (take_back(player), take_back(gm), take_back(gm)) == (403, 302, 302)
    assert anew(roll).is_void and "Not witnessed, and taken back by Ines: Tobias is away." in page(player, asking)
    assert answer(other_player, roll, words=WORDS).status_code == 409
    reply(player, asking, "!roll 1d6")
    report = checked(asking.campaign.ledger)
    assert (report.refusal, report.voided_binds, report.open_binds) == (None, 1, 0)


def test_where_the_witness_has_left_the_table_nobody_has_to_wait(
    asking: Thread, player: User, other_player: User, gm: User
) -> None:
    roll = asked(player, asking, other_player)
    leave(seen_by(other_player, asking.campaign))
    assert answer(other_player, roll, words=WORDS).status_code == 403
    told = browser(gm).post(reverse("void_roll", args=[roll.key]), {"act": "request", "why": "Tobias has left"})
    assert (told.status_code, anew(roll).is_void) == (302, True)


def test_the_roll_page_explains_a_roll_that_waits_and_one_that_was_witnessed(
    asking: Thread, player: User, other_player: User, stranger: User
) -> None:
    roll = asked(player, asking, other_player)

    def told(name: str) -> str:
        answer = browser(stranger).get(reverse(name, args=[roll.key]), headers={})
        assert answer.status_code == 200
        return str(answer.content.decode())

    assert "Not thrown yet" in told("roll") and '"t\\":\\"bind' in told("roll_json")
    answer(other_player, roll, words=WORDS)
    assert "Tobias is the witness" in told("roll") and '"wit"' in told("roll_json")


def test_a_preview_refuses_what_the_post_would(asking: Thread, player: User, other_player: User) -> None:
    address = reverse("preview", args=[asking.campaign.slug, asking.key])
    form = sent("!roll 1d6 secret", witness=pid(other_player, asking))
    told = browser(player).post(address, form, headers=HTMX)
    assert told.status_code == 422 and "is thrown openly" in told.content.decode()


def test_what_a_gm_asks_for_is_thrown_before_the_witness_that_the_composer_names(
    asking: Thread, player: User, other_player: User, gm: User, wolfman: Character
) -> None:
    request = ask_for_rolls(seen_by(gm, asking.campaign), asking, line="!roll 3d6", reason="", keys=[wolfman.key])[0]
    address = reverse("roll_asked", args=[asking.campaign.slug, asking.key, request.key])
    form = sent("", witness=pid(other_player, asking), words=WORDS)
    assert browser(player).post(address, form).status_code == 302
    roll = Roll.objects.get()
    request.refresh_from_db()
    assert (roll.waits, request.roll) == ("witness", roll.key)
    answer(other_player, roll, words="seventeen herrings")
    assert anew(roll).waits == "" and checked(asking.campaign.ledger).refusal is None


def test_a_table_with_witnesses_costs_the_composer_one_query_and_a_roll_that_waits_none(
    scene: Thread, player: User, other_player: User, gm: User
) -> None:
    reply(gm, scene, "Fog.\n!roll 1d6")
    before = {who: read(who, scene) for who in (player, None)}
    witnessed(scene, "asked")
    assert {who: read(who, scene) for who in (player, None)} == {player: before[player] + 1, None: before[None]}
    asked(other_player, scene, player)
    assert {who: read(who, scene) for who in (player, None)} == {player: before[player] + 1, None: before[None]}
