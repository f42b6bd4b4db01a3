"""Rolls that a GM asks for: whom the request waits for, the press that throws it, and the roll that it is linked to."""

from __future__ import annotations

from typing import Any

import pytest
from django.urls import reverse

from campaigns.campaign.models import Campaign, Member
from campaigns.character.commands import create_character
from campaigns.character.models import Character
from campaigns.ledger.models import Roll
from campaigns.live.models import Event
from campaigns.people.models import User
from campaigns.site.refused import NotAllowed, Refused
from campaigns.thread.commands import ask_for_rolls, take_back
from campaigns.thread.models import Post, RollRequest, Thread
from tests.campaigns.thread.test_queries import read
from tests.people import browser, seen_by
from tests.tables import HTMX, address, casts, changed, cursor_in, page, part, reply, sent


def ask(gm: User, thread: Thread, line: str, *characters: Character, reason: str = "") -> list[RollRequest]:
    keys = [character.key for character in characters]
    return ask_for_rolls(seen_by(gm, thread.campaign), thread, line=line, reason=reason, keys=keys)


def press(
    person: User, thread: Thread, request: RollRequest, what: str = "roll_asked", *, htmx: bool = False, **fields: Any
) -> Any:
    headers = HTMX if htmx else {}
    return browser(person).post(address(what, thread, request.key), fields, headers=headers)


def asked(person: User | None, thread: Thread) -> str:
    return part(page(person, thread, page="last"), "asked")


def refusal(gm: User, thread: Thread, line: str, *characters: Character) -> str:
    with pytest.raises(Refused) as refused:
        ask(gm, thread, line, *characters)
    assert RollRequest.objects.count() == 0
    return refused.value.sentence


def test_a_request_waits_for_its_player_who_rolls_it_at_one_press(
    harbour: Thread, gm: User, player: User, other_player: User, iron_man: Character, thor: Character
) -> None:
    (request,) = ask(gm, harbour, "!feat Agility", iron_man, reason="the pier gives way")
    assert "Ines asks Iron Man for: <b>Agility FEAT</b>, the pier gives way" in asked(player, harbour)
    assert "Iron Man is asked for: <b>Agility FEAT</b>" in asked(gm, harbour)
    for nobody in (other_player, None):
        assert "Agility FEAT" not in asked(nobody, harbour)
    assert press(player, harbour, request).status_code == 302
    roll, post = Roll.objects.get(), Post.objects.get()
    request.refresh_from_db()
    assert (request.roll, roll.char, roll.expr, roll.post) == (roll.key, iron_man.cid, "feat Excellent", post.uid)
    assert (post.author.person, post.character, post.text) == (player, iron_man, "!feat Agility # the pier gives way")
    assert post.blocks == [["roll", 0], ["note", "Ines asked for: Agility FEAT."]]
    assert "Agility FEAT" not in asked(player, harbour) + asked(gm, harbour)


def test_a_second_press_throws_nothing_more(harbour: Thread, gm: User, player: User, iron_man: Character) -> None:
    (request,) = ask(gm, harbour, "!feat Agility", iron_man)
    assert [press(player, harbour, request).status_code for _ in range(2)] == [302, 302]
    assert (Post.objects.count(), casts(harbour)) == (1, 1)


def test_a_typed_line_answers_too_and_the_button_is_then_too_late(
    harbour: Thread, gm: User, player: User, other_player: User, iron_man: Character, thor: Character
) -> None:
    (request,) = ask(gm, harbour, "!feat Agility", iron_man)
    reply(other_player, harbour, "!feat Agility", thor)
    reply(player, harbour, "!feat Psyche", iron_man)
    request.refresh_from_db()
    assert request.roll == ""
    post = reply(player, harbour, "I leap.\n!roll 1d6\n!Feat  agility # over the gap", iron_man)
    request.refresh_from_db()
    assert request.roll == Roll.objects.get(post=post.uid, place=1).key
    late = press(player, harbour, request)
    assert late.status_code == 409
    assert "answered or taken back. Nothing was thrown." in late.content.decode()
    assert casts(harbour) == 3


def test_one_line_answers_one_request_and_two_lines_two(harbour: Thread, gm: User, player: User, iron_man: Character) -> None:
    (first,) = ask(gm, harbour, "!roll 2d6", iron_man)
    RollRequest.objects.create(
        thread=harbour, character=iron_man, line="!roll 2d6", title="2d6", by=first.by, at=first.at
    )  # fmt: skip
    reply(player, harbour, "!roll 2d6", iron_man)
    assert list(RollRequest.objects.order_by("pk").values_list("roll", flat=True)) == [Roll.objects.get().key, ""]


def test_everybody_who_plays_is_asked_where_nobody_is_named_and_nobody_twice(
    harbour: Thread, gm: User, player: User, other_player: User, iron_man: Character, thor: Character, toad: Character
) -> None:
    Member.objects.filter(person=other_player).update(state="left")
    (first,) = ask(gm, harbour, "!feat Agility")
    assert first.character == iron_man
    Member.objects.filter(person=other_player).update(state="active")
    both = ask(gm, harbour, "!feat Agility")
    assert ([one.character.name for one in both], RollRequest.objects.count()) == (["Iron Man", "Thor"], 2)


def test_only_a_gm_asks_in_a_scene_players_for_lines_that_they_could_throw(
    harbour: Thread, campaign: Campaign, gm: User, player: User, iron_man: Character, toad: Character, talk: Thread
) -> None:
    with pytest.raises(NotAllowed):
        ask(player, harbour, "!feat Agility", iron_man)
    assert browser(player).get(address("ask", harbour)).status_code == 403
    assert refusal(gm, talk, "!roll 2d6") == "Rolls are asked for in a scene, where characters act."
    assert refusal(gm, harbour, "!feat Agility", toad).startswith("Choose whom you ask")
    assert refusal(gm, harbour, "!feat Agilty", iron_man) == "Iron Man: Agilty is no statistic and no rank. Did you mean Agility?"
    assert refusal(gm, harbour, "!pool Body", iron_man).startswith("Iron Man: This campaign plays FASERIP")
    assert refusal(gm, harbour, "How do you feel?", iron_man) == "Write the line that throws the roll, such as `!roll 2d6`."
    assert refusal(gm, harbour, "!init IronMan 15", iron_man) == "This line throws nothing, so nobody can be asked for it."
    assert refusal(gm, harbour, "!roll 1d6 as Toad", iron_man).startswith("Leave `as NAME` away")
    assert refusal(gm, harbour, "!roll 1d6 secret", iron_man) == "What a player throws on request is thrown openly."


def test_initiative_can_be_asked_for(harbour: Thread, gm: User, player: User, iron_man: Character) -> None:
    reply(gm, harbour, "!fight")
    (request,) = ask(gm, harbour, "!init IronMan", iron_man)
    assert press(player, harbour, request).status_code == 302
    request.refresh_from_db()
    assert request.roll == Roll.objects.get(char=iron_man.cid).key


def test_a_gm_takes_a_request_back_and_a_thrown_one_stays(harbour: Thread, gm: User, player: User, iron_man: Character) -> None:
    (request,) = ask(gm, harbour, "!feat Agility", iron_man)
    assert press(player, harbour, request, "take_back").status_code == 403
    assert [press(gm, harbour, request, "take_back").status_code for _ in range(2)] == [302, 302]
    assert RollRequest.objects.count() == 0
    assert press(player, harbour, request).status_code == 404
    (request,) = ask(gm, harbour, "!feat Agility", iron_man)
    press(player, harbour, request)
    with pytest.raises(Refused, match="This roll is thrown already; it stays."):
        take_back(seen_by(gm, harbour.campaign), harbour, request)


def test_nobody_throws_for_another_and_a_stranger_learns_nothing(
    harbour: Thread, gm: User, player: User, other_player: User, stranger: User, iron_man: Character, thor: Character
) -> None:
    (request,) = ask(gm, harbour, "!feat Agility", iron_man)
    for person in (gm, other_player, stranger):
        assert press(person, harbour, request).status_code == 404
    assert casts(harbour) == 0


def test_the_event_calls_who_is_asked_and_is_seen_by_him_and_the_gms_alone(
    harbour: Thread, gm: User, player: User, other_player: User, iron_man: Character
) -> None:
    (request,) = ask(gm, harbour, "!feat Agility", iron_man)
    press(player, harbour, request)
    member = Member.objects.get(person=player, campaign=harbour.campaign)
    events = Event.objects.filter(kind="asked").order_by("number")
    assert [(event.subject, event.audience, event.tells) for event in events] == [
        (request.key, f"|gms|member:{member.pk}|", [player.pk]), (request.key, f"|gms|member:{member.pk}|", []),
    ]  # fmt: skip


@pytest.mark.parametrize("reader", ["gm", "player", "other_player", "visitor"])
def test_an_old_page_catches_up_with_what_is_asked_answered_and_taken_back(
    harbour: Thread, gm: User, player: User, other_player: User, iron_man: Character, reader: str
) -> None:
    person = {"gm": gm, "player": player, "other_player": other_player, "visitor": None}[reader]
    shown = []

    def asking() -> None:
        ask(gm, harbour, "!feat Agility", iron_man)

    def answering() -> None:
        reply(player, harbour, "!feat Agility", iron_man)

    def giving_up() -> None:
        take_back(seen_by(gm, harbour.campaign), harbour, RollRequest.objects.get(roll=""))

    for act in (asking, answering, asking, giving_up):
        old = page(person, harbour)
        act()
        new, missed = page(person, harbour), changed(person, harbour, cursor_in(old))
        shown.append(part(missed if 'id="asked"' in missed else old, "asked"))
        assert shown[-1] == part(new, "asked")
        assert cursor_in(missed) == cursor_in(new)
    knows = reader in ("gm", "player")
    assert ["Agility FEAT" in one for one in shown] == [knows, False, knows, False]


def test_today_and_the_bell_tell_of_it_until_it_is_answered(
    harbour: Thread, gm: User, player: User, other_player: User, iron_man: Character, thor: Character
) -> None:
    def told(person: User) -> tuple[list[str], int, str]:
        shown = browser(person).get(reverse("home")).context
        return [one.title for one in shown["asked"]], shown["bell"], shown["headline"]

    nothing = ([], 0, "Nothing waits for you")
    assert told(player) == nothing
    (request,) = ask(gm, harbour, "!feat Agility", iron_man)
    assert told(player) == (["Agility FEAT"], 1, "One scene waits for you")
    assert told(gm) == told(other_player) == nothing
    inside = browser(player).get(reverse("campaign", args=[harbour.campaign.slug])).context
    assert inside["bell"] == 1
    html = browser(player).get(reverse("home")).content.decode()
    assert "Iron Man: Agility FEAT</a>" in html
    Member.objects.filter(person=player).update(state="left")
    assert told(player) == nothing
    Member.objects.filter(person=player).update(state="active")
    press(player, harbour, request)
    assert told(player)[:2] == ([], 0)


def test_the_form_asks_in_two_presses_with_and_without_script(
    harbour: Thread, gm: User, player: User, iron_man: Character, thor: Character
) -> None:
    assert f'href="{address("ask", harbour)}"' in part(page(gm, harbour), "ask", "div")
    assert 'id="ask"' not in page(player, harbour)
    client = browser(gm)
    form = client.get(address("ask", harbour), headers=HTMX).content.decode()
    assert ("Iron Man" in form, "Thor" in form, "<html" in form) == (True, True, False)
    fields = {"line": "feat Agility", "reason": "", "who": [iron_man.key], "after": cursor_in(page(gm, harbour))}
    answer = client.post(address("ask", harbour), fields, headers=HTMX).content.decode()
    assert "Iron Man is asked for: <b>Agility FEAT</b>" in part(answer, "asked")
    assert client.post(address("ask", harbour), fields | {"who": []}).status_code == 302
    assert sorted(RollRequest.objects.values_list("character__name", "line")) == [
        ("Iron Man", "!feat Agility"),
        ("Thor", "!feat Agility"),
    ]
    wrong = client.post(address("ask", harbour), fields | {"line": "!feat Agilty"}, headers=HTMX)
    assert (wrong.status_code, "Did you mean Agility?" in wrong.content.decode()) == (422, True)
    press(player, harbour, RollRequest.objects.get(character=iron_man))
    whole = client.get(address("ask", harbour)).content.decode()
    assert f'href="{reverse("roll", args=[Roll.objects.get().key])}"' in whole


def test_the_press_takes_the_browsers_number_from_the_composer_and_gives_it_back_fresh(
    harbour: Thread, gm: User, player: User, iron_man: Character
) -> None:
    (request,) = ask(gm, harbour, "!feat Agility", iron_man)
    ledger = harbour.campaign.ledger
    ledger.refresh_from_db()
    fields = sent(
        "half a sentence", cn="a" * 64, k="0", seen=f"{ledger.length - 1}:{ledger.head}", after=cursor_in(page(player, harbour))
    )
    answer = press(player, harbour, request, htmx=True, **fields, page="last").content.decode()
    assert Roll.objects.get().level == "yours"
    assert "half a sentence" in part(answer, "composer", "form")
    assert "post-1" in answer
    assert part(answer, "asked").count("<form") == 0


def test_a_page_takes_one_query_more_for_those_who_see_a_request_and_none_for_others(
    harbour: Thread, gm: User, player: User, other_player: User, iron_man: Character
) -> None:
    before = {who.username: read(who, harbour) for who in (gm, player, other_player)}
    create_character(seen_by(player, harbour.campaign), name="Rescue", line="", fields={})
    ask(gm, harbour, "!roll 1d6")
    after = {who.username: read(who, harbour) for who in (gm, player, other_player)}
    assert after == {"Ines": before["Ines"] + 1, "Juniper": before["Juniper"] + 1, "Tobias": before["Tobias"]}
