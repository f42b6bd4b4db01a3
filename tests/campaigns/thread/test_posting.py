"""A post: its words, its dice, and what becomes of one that is refused."""

from __future__ import annotations

import html
from typing import Any

import pytest

from campaigns.character.models import Character
from campaigns.ledger.models import Entry, Opening, Roll
from campaigns.live.models import Event
from campaigns.people.models import User
from campaigns.thread.commands import open_thread
from campaigns.thread.models import Post, PostRevision, ReadMark, Thread
from tests.people import seen_by
from tests.tables import address, browser, casts, lane_of, page, reply, sent, write


def test_a_post_is_its_words_and_counts_for_the_thread(scene: Thread, player: User, wolfman: Character) -> None:
    post = reply(player, scene, "Mind the *glass*.", wolfman)
    scene.refresh_from_db()
    assert (post.number, post.speaker, post.kind, post.version) == (1, "Wolfman Jackson", "ic", 1)
    assert post.blocks == [["html", "<p>Mind the <em>glass</em>.</p>"]]
    assert (scene.post_count, scene.last_post) == (1, post.at)
    assert PostRevision.objects.get().text == post.text
    event = Event.objects.get()
    assert (event.number, event.kind, event.subject, event.audience) == (1, "post", post.uid, "|all|")
    assert ReadMark.objects.get(person=player).number == 1
    assert casts(scene) == 0


def test_the_dice_of_a_post_are_one_cast_that_names_post_thread_and_character(
    scene: Thread, player: User, wolfman: Character
) -> None:
    post = reply(player, scene, "In he goes.\n\n!pool Body+Brawl vs 4 # the door\n!roll 2d6+3", wolfman)
    pool, plain = Roll.objects.order_by("place")
    assert {(roll.post, roll.thread, roll.char) for roll in (pool, plain)} == {(post.uid, scene.tid, wolfman.cid)}
    assert (pool.card["title"], pool.card["faces"][0][0], len(pool.card["faces"][0][1])) == ("Body + Brawl", 10, 7)
    assert "the door" in pool.card["notes"]
    assert post.blocks == [["html", "<p>In he goes.</p>"], ["roll", 0], ["roll", 1]]
    assert casts(scene) == 1
    assert Opening.objects.get(name="text").value == post.text
    shown = page(player, scene)
    assert shown.index("In he goes.") < shown.index(pool.key) < shown.index(plain.key)


def test_a_card_stands_where_its_line_stood(scene: Thread, player: User) -> None:
    post = reply(player, scene, "One.\n!roll 1d4\nTwo.\n!roll 1d6 & 1d8\n\nThree.")
    assert post.blocks == [
        ["html", "<p>One.</p>"],
        ["roll", 0],
        ["html", "<p>Two.</p>"],
        ["roll", 1],
        ["roll", 2],
        ["html", "<p>Three.</p>"],
    ]
    assert [roll.card["faces"][0][0] for roll in Roll.objects.order_by("place")] == [4, 6, 8]


@pytest.mark.parametrize(
    "text",
    ["```\n!roll 1d6\n```", "> !roll 1d6", r"\!roll 1d6", "- !roll 1d6", "Say !roll 1d6 here", "`one\n!roll 1d6`"],
)
def test_a_command_in_code_quotes_or_after_a_backslash_is_text(scene: Thread, player: User, text: str) -> None:
    post = reply(player, scene, text)
    assert [kind for kind, _ in post.blocks] == ["html"]
    assert "!roll 1d6" in post.blocks[0][1]
    assert casts(scene) == 0


def test_the_roll_box_adds_its_lines_and_needs_no_exclamation_mark(scene: Thread, player: User) -> None:
    write(player, scene, "She draws.", lines="2d6+3\npool 5d")
    assert Post.objects.get().text == "She draws.\n\n!roll 2d6+3\n!pool 5d"
    assert casts(scene) == 1


def test_a_post_of_the_roll_box_alone_is_a_post(scene: Thread, player: User) -> None:
    write(player, scene, "", lines="d20")
    assert Post.objects.get().text == "!roll d20"


def test_letters_are_kept_composed_so_that_the_sealed_text_is_the_posts(scene: Thread, player: User) -> None:
    post = reply(player, scene, "Cafe\u0301!\n!roll 1d6")
    assert post.text == "Café!\n!roll 1d6"
    assert Opening.objects.get(name="text").value == post.text
    assert PostRevision.objects.get().text == post.text


def test_the_browsers_number_makes_the_dice_and_the_card_says_whose_it_was(scene: Thread, player: User) -> None:
    lane = lane_of(player, scene)
    seen = f"{lane.ledger.length - 1}:{lane.ledger.head}"
    write(player, scene, "!roll 1d6", cn="ab" * 32, k=str(lane.k), seen=seen)
    write(player, scene, "!roll 1d6")
    assert [roll.level for roll in Roll.objects.order_by("pk")] == ["yours", "site"]


def test_an_envelope_that_another_tab_has_used_is_stale_and_the_text_comes_back(scene: Thread, player: User) -> None:
    lane = lane_of(player, scene)
    seen = f"{lane.ledger.length - 1}:{lane.ledger.head}"
    reply(player, scene, "!roll 1d6")
    answer = write(player, scene, "Second.\n!roll 1d6", cn="ab" * 32, k=str(lane.k), seen=seen, htmx=True)
    assert answer.status_code == 409
    assert "Second.\n!roll 1d6" in answer.content.decode()
    assert f'data-k="{lane.k + 1}"' in answer.content.decode()
    assert Post.objects.count() == 1


REFUSED = {
    "a trait that is not there": "!pool Body+Juggling",
    "too many commands": "\n".join(["!roll 1d6"] * 21),
    "too many rolls": "\n".join(["!roll 1d6 & 1d6 & 1d6"] * 7),
    "too long": "a" * (64 * 1024 + 1),
    "nothing": "  \n ",
    "secret": "!roll 1d20 secret",
    "blind": "!roll 1d20 blind",
    "a word that waits": "!hammer 5",
    "another's command": "!feat Psyche",
    "bad dice": "!roll 4d0",
    "no turn order": "!init Wolfman 12",
    "not the player's to press": "!next",
    "not the player's to open": "!fight",
    "another's character": "!init Mabel-Crane 2x5",
    "speaking for another": "!roll 1d6 as Mabel-Crane",
    "a whisper": "[whisper]psst[/whisper]",
}


@pytest.mark.parametrize("htmx", [True, False], ids=["htmx", "plain"])
@pytest.mark.parametrize("why", REFUSED)
def test_a_refused_post_leaves_nothing_and_gives_back_the_text(
    scene: Thread, player: User, gm: User, wolfman: Character, mabel: Character, why: str, htmx: bool
) -> None:
    if why in ("not the player's to press", "another's character"):
        reply(gm, scene, "!fight\n!init Wolfman-Jackson 2x5")
    before = _written(scene, player)
    text = f"Every word stays.\n!roll 1d6 # good line\n{REFUSED[why]}" if why != "nothing" else REFUSED[why]
    answer = write(player, scene, text, htmx=htmx, character=wolfman.key)
    assert answer.status_code in (403, 422)
    assert text in html.unescape(answer.content.decode())
    assert 'role="alert"' in answer.content.decode()
    assert _written(scene, player) == before


def _written(thread: Thread, person: User) -> list[Any]:
    thread.refresh_from_db()
    lane = lane_of(person, thread)
    tables = (Post, PostRevision, Entry, Roll, Opening, Event)
    return [*(table.objects.count() for table in tables), lane.k, lane.envelope, thread.post_count]


@pytest.mark.parametrize("line", ["!fight", "!init Toad 12", "!next"])
def test_in_notes_no_turn_moves(notes: Thread, gm: User, line: str) -> None:
    before = _written(notes, gm)
    answer = write(gm, notes, f"Plan.\n{line}", htmx=True)
    assert (answer.status_code, "A turn order belongs to a scene" in answer.content.decode()) == (422, True)
    assert _written(notes, gm) == before


@pytest.mark.parametrize("line", ["!fight", "!init Toad 12", "!next"])
def test_a_turn_order_belongs_to_a_scene(talk: Thread, gm: User, line: str) -> None:
    answer = write(gm, talk, line, htmx=True)
    assert (answer.status_code, "belongs to a scene" in answer.content.decode()) == (422, True)
    assert reply(gm, talk, "!roll 1d6").number == 1


def test_a_hidden_character_is_refused_like_one_that_is_not_there(scene: Thread, player: User, gm: User, mole: Character) -> None:
    reply(gm, scene, "!fight")
    hidden = write(player, scene, "!init Mole 12", htmx=True, rid="11" * 16)
    named = write(player, scene, '!init "The Mole" 12', htmx=True, rid="11" * 16)
    missing = write(player, scene, '!init "The Bole" 12', htmx=True, rid="11" * 16)
    assert hidden.status_code == named.status_code == missing.status_code == 422
    assert _sentence(named) == _sentence(missing) == _sentence(hidden)
    told = write(gm, scene, '!init "The Mole" 12', htmx=True)
    assert "The Mole is hidden" in told.content.decode()


def _sentence(answer: Any) -> str:
    text = answer.content.decode()
    return str(text[text.index('id="wrong"') : text.index("</p>", text.index('id="wrong"'))])


def test_a_character_of_somebody_else_is_refused_and_never_passed_over(scene: Thread, player: User, mabel: Character) -> None:
    answer = write(player, scene, "I am Mabel now.", character=mabel.key)
    assert (answer.status_code, Post.objects.count()) == (403, 0)
    assert "I am Mabel now." in answer.content.decode()


def test_a_character_speaks_in_scenes_alone(scene: Thread, talk: Thread, player: User, wolfman: Character) -> None:
    preview = browser(player).post(address("preview", talk), sent("I howl.", character=wolfman.key))
    for refused in (preview, write(player, talk, "I howl.", character=wolfman.key)):
        assert (refused.status_code, "Characters speak in scenes" in refused.content.decode()) == (422, True)
    assert write(player, scene, "I howl.", character=wolfman.key).status_code == 302
    assert write(player, talk, "He howls.").status_code == 302
    assert list(Post.objects.order_by("pk").values_list("speaker", flat=True)) == ["Wolfman Jackson", "Juniper"]


def test_a_preview_throws_nothing_and_refuses_like_the_post(scene: Thread, player: User, wolfman: Character) -> None:
    before = _written(scene, player)
    client, preview = browser(player), address("preview", scene)
    shown = client.post(preview, sent("Hm.\n!pool Body+Brawl", character=wolfman.key))
    assert (shown.status_code, "7d10" in shown.content.decode()) == (200, True)
    refused = client.post(preview, sent("Hm.\n!pool Body+Juggling", character=wolfman.key))
    assert (refused.status_code, "Hm.\n!pool Body+Juggling" in refused.content.decode()) == (422, True)
    for line, status in (("!next", 422), ("!fight", 403)):
        assert client.post(preview, sent(f"Hm.\n{line}")).status_code == status, line
    assert _written(scene, player) == before


def test_scenes_are_counted_and_talk_is_not(campaign: Any, scene: Thread, talk: Thread, gm: User) -> None:
    second = open_thread(seen_by(gm, campaign), title="  The   lobby ", kind="scene")
    assert (scene.ordinal, talk.ordinal, second.ordinal, second.title) == (1, 0, 2, "The lobby")
