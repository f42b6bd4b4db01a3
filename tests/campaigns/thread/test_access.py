"""Who may read and write what: every page and every form of the threads, for each kind of person."""

from __future__ import annotations

from typing import Any

import pytest
from django.urls import reverse

from campaigns.campaign.models import Campaign, Member
from campaigns.live.hub import NUDGE
from campaigns.people.models import User
from campaigns.site.refused import NotAllowed
from campaigns.thread.models import Post, ReadMark, Thread
from campaigns.thread.socket import ThreadSocket
from tests.people import browser
from tests.sockets import BrowserSocket
from tests.tables import FORM_TOKEN, HTMX, address, opened, page, reply, sent, write

PAGES = ("thread", "write", "turns", "changes", "post")
FORMS = ("write", "preview", "turns", "read_mark")


def pages(person: User | None, thread: Thread) -> list[int]:
    """The status of each page of a thread."""
    client = browser(person)
    more: dict[str, list[Any]] = {"post": [1]}
    return [client.get(address(name, thread, *more.get(name, []))).status_code for name in PAGES]


def forms(person: User | None, thread: Thread) -> list[int]:
    """The status of each form, sent filled in; a turn order is opened, where that is allowed."""
    client = browser(person)
    filled = {"turns": {"act": "open", "version": "0"}, "read_mark": {"number": "1"}}
    return [client.post(address(name, thread), filled.get(name, sent("Hello."))).status_code for name in FORMS]


def test_a_scene_of_a_public_table(scene: Thread, gm: User, player: User, watcher: User, stranger: User) -> None:
    reply(gm, scene, "The grille is down.")
    assert [pages(who, scene) for who in (gm, player)] == [[200, 200, 200, 200, 302]] * 2
    assert [pages(who, scene) for who in (watcher, stranger)] == [[200, 403, 200, 200, 302]] * 2
    assert pages(None, scene) == [200, 302, 200, 200, 302]
    assert forms(stranger, scene) == [403, 403, 403, 302]
    assert forms(watcher, scene) == [403, 403, 403, 302]
    assert forms(None, scene) == [302, 302, 302, 302]
    assert forms(player, scene) == [302, 200, 403, 302]
    assert forms(gm, scene) == [302, 200, 302, 302]
    assert Post.objects.count() == 3


def test_a_visitor_who_writes_is_led_to_the_sign_in_page(scene: Thread) -> None:
    answer = browser().get(address("write", scene))
    assert answer["Location"] == f"/accounts/login/?next={address('write', scene)}"
    live = browser().post(address("write", scene), sent("Hello."), headers=HTMX)
    assert (live.status_code, Post.objects.count()) == (401, 0)


def test_watchers_write_in_talk_and_throw_nothing(talk: Thread, watcher: User, stranger: User, gm: User) -> None:
    assert forms(watcher, talk)[:2] == [302, 200]
    assert forms(stranger, talk)[:2] == [403, 403]
    answer = write(watcher, talk, "For luck.\n!roll 1d6", htmx=True)
    assert (answer.status_code, "Watchers throw no dice" in answer.content.decode()) == (422, True)
    assert "data-dice" not in page(watcher, talk)
    assert "data-dice" in page(gm, talk)


def test_a_player_who_became_a_watcher_throws_no_more(talk: Thread, campaign: Campaign, player: User) -> None:
    reply(player, talk, "!roll 1d6")
    Member.objects.filter(campaign=campaign, person=player).update(role="watcher")
    answer = write(player, talk, "!roll 1d6", htmx=True)
    assert (answer.status_code, "Watchers throw no dice" in answer.content.decode()) == (422, True)
    assert "data-dice" not in page(player, talk)


def test_in_a_locked_scene_the_gm_alone_writes_and_everybody_reads(scene: Thread, gm: User, player: User, stranger: User) -> None:
    reply(player, scene, "Before.")
    Thread.objects.filter(pk=scene.pk).update(locked=True)
    assert pages(player, scene) == [200, 403, 200, 200, 302]
    assert pages(stranger, scene) == [200, 403, 200, 200, 302]
    assert forms(player, scene) == [403, 403, 403, 302]
    assert forms(gm, scene)[:2] == [302, 200]
    refused = write(player, scene, "After.").content.decode()
    assert "This scene is locked" in refused


def test_notes_are_the_gms_alone_on_every_page(
    notes: Thread, scene: Thread, campaign: Campaign, gm: User, player: User, watcher: User, stranger: User
) -> None:
    reply(gm, notes, "The projectionist did it.")
    assert pages(gm, notes) == [200, 200, 200, 200, 302]
    assert "The projectionist did it." in page(gm, notes)
    for who in (player, watcher, stranger, None):
        assert pages(who, notes) == [404] * 5
        assert forms(who, notes) == [404] * 4
    assert Post.objects.count() == 1
    ReadMark.objects.all().delete()  # so that it is news to the GM as well
    for asked in (reverse("campaign", args=[campaign.slug]), address("thread", scene), reverse("home")):
        assert notes.title in browser(gm).get(asked).content.decode(), asked
        for who in (player, watcher, stranger, None):
            assert notes.title not in browser(who).get(asked).content.decode(), asked


def test_notes_and_what_is_not_there_are_answered_alike(notes: Thread, player: User) -> None:
    hidden = browser(player).get(address("thread", notes)).content.decode()
    missing = browser(player).get(reverse("thread", args=[notes.campaign.slug, "zzzzzzzzzz"])).content.decode()
    assert FORM_TOKEN.sub("", hidden) == FORM_TOKEN.sub("", missing)


def test_a_private_table_is_not_there_for_anybody_else(private_scene: Thread, gm: User, player: User, other_player: User) -> None:
    post = reply(player, private_scene, "!roll 1d6")
    slug = private_scene.campaign.slug
    roll = post.thread.campaign.ledger.entries.get(t="cast").rolls.get()
    around = [reverse(name, args=[slug]) for name in ("rolls", "ledger_file", "ledger_lines", "open_thread", "campaign")]
    around += [reverse("roll", args=[roll.key]), reverse("roll_json", args=[roll.key])]
    assert pages(player, private_scene) == [200, 200, 200, 200, 302]
    assert [browser(gm).get(asked).status_code for asked in around] == [200] * 7
    for who in (other_player, None):
        assert pages(who, private_scene) == [404] * 5
        assert forms(who, private_scene) == [404] * 4
        assert [browser(who).get(asked).status_code for asked in around] == [404] * 7


def test_the_key_of_a_thread_opens_nothing_under_another_tables_name(
    scene: Thread, private_scene: Thread, campaign: Campaign, player: User
) -> None:
    assert private_scene.key in page(player, private_scene)
    for key, slug in ((scene.key, private_scene.campaign.slug), (private_scene.key, campaign.slug)):
        for name in PAGES[:-1]:
            assert browser(player).get(reverse(name, args=[slug, key])).status_code == 404
        for name in FORMS:
            assert browser(player).post(reverse(name, args=[slug, key]), sent("Hello.")).status_code == 404


def test_a_key_that_cannot_be_one_is_not_there(scene: Thread, campaign: Campaign, player: User) -> None:
    for key in ("\x00", "a\x00b", "%", "' or 1=1"):
        for name in ("thread", "changes"):
            assert browser(player).get(reverse(name, args=[campaign.slug, key])).status_code == 404
        assert browser(player).get(reverse("roll", args=[key])).status_code == 404
    for asked in ({"after": "\x00"}, {"after": "zzz"}):
        assert browser(player).get(address("changes", scene), asked).status_code == 200
    assert browser(player).get(reverse("rolls", args=[campaign.slug]), {"before": "\x00"}).status_code == 200


def test_only_the_gm_opens_scenes(campaign: Campaign, gm: User, player: User, watcher: User, stranger: User) -> None:
    asked = reverse("open_thread", args=[campaign.slug])
    form = {"title": "The lobby", "kind": "scene"}
    for who, status in ((player, 403), (watcher, 403), (stranger, 403), (None, 302)):
        assert browser(who).get(asked).status_code == status
        assert browser(who).post(asked, form).status_code == status
    assert Thread.objects.count() == 0
    assert browser(gm).post(asked, form).status_code == 302
    assert Thread.objects.get().title == "The lobby"
    for wrong in ({"title": "", "kind": "scene"}, {"title": "x", "kind": "cave"}):
        assert browser(gm).post(asked, wrong).status_code == 422


def test_the_rolls_file_opens_texts_to_those_alone_who_may_read_them(
    scene: Thread, campaign: Campaign, gm: User, player: User, stranger: User
) -> None:
    reply(player, scene, "A secret knock.\n!roll 1d6")
    Thread.objects.filter(pk=scene.pk).update(audience="|gms|")  # a thread that its players no longer read
    asked = reverse("ledger_file", args=[campaign.slug])
    told = {who: b"".join(browser(who).get(asked).streaming_content) for who in (gm, player, stranger)}  # type: ignore[attr-defined]
    assert b"A secret knock." in told[gm]
    assert b"A secret knock." not in told[player] + told[stranger]
    assert told[player].count(b"\n") == told[gm].count(b"\n") == campaign.ledger.entries.count()


def test_a_roll_of_a_thread_that_one_may_not_read_is_on_no_page(scene: Thread, campaign: Campaign, gm: User, player: User) -> None:
    reply(gm, scene, "!roll 1d6 # the hidden lever")
    Thread.objects.filter(pk=scene.pk).update(audience="|gms|")
    roll = campaign.ledger.entries.get(t="cast").rolls.get()
    asked = [reverse("roll", args=[roll.key]), reverse("roll_json", args=[roll.key])]
    assert [browser(gm).get(one).status_code for one in asked] == [200, 200]
    assert [browser(player).get(one).status_code for one in asked] == [404, 404]
    for one in (reverse("rolls", args=[campaign.slug]), reverse("campaign", args=[campaign.slug]), reverse("home")):
        assert "the hidden lever" in browser(gm).get(one).content.decode(), one
        assert "the hidden lever" not in browser(player).get(one).content.decode(), one


@pytest.mark.django_db(transaction=True)
async def test_the_socket_of_a_scene_is_everybodys_and_that_of_notes_the_gms(
    scene: Thread, notes: Thread, private_scene: Thread, gm: User, player: User, other_player: User
) -> None:
    heard = []
    asked = [(scene, gm), (scene, None), (notes, gm), (notes, player), (private_scene, player), (private_scene, other_player)]
    for thread, person in asked:
        socket = BrowserSocket(ThreadSocket.as_asgi(), "/live/t/x/", person=person, route={"key": thread.key})
        await socket.open()
        heard.append(await socket.next())
        await socket.leave()
    assert heard == [NUDGE, NUDGE, NUDGE, 4404, NUDGE, 4404]
    for key in ("zzzzzzzzzz", "\x00"):
        socket = BrowserSocket(ThreadSocket.as_asgi(), "/live/t/x/", person=gm, route={"key": key})
        await socket.open()
        assert await socket.next() == 4404
        await socket.leave()


def test_two_tables_count_their_own_posts(scene: Thread, private_scene: Thread, player: User) -> None:
    assert [reply(player, thread, "One.").number for thread in (scene, private_scene, opened(scene.campaign))] == [1, 1, 1]


def test_a_scene_that_was_locked_while_somebody_wrote_takes_no_post(scene: Thread, player: User) -> None:
    old = Thread.objects.select_related("campaign", "stream").get(pk=scene.pk)
    Thread.objects.filter(pk=scene.pk).update(locked=True)
    with pytest.raises(NotAllowed, match="This scene is locked"):
        reply(player, old, "Too late.\n!roll 1d6")
    assert Post.objects.count() == 0
