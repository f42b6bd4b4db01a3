"""Rolls thrown in secret, blind or among GMs: who sees the card, who reveals it, and what a post may hold (rows 37 to 41)."""

from __future__ import annotations

import json

import pytest
from django.urls import reverse

from campaigns.character.models import Character
from campaigns.ledger.models import Entry, Opening, Roll, Sealed
from campaigns.people.models import User
from campaigns.site.refused import Refused, Stale
from campaigns.thread.commands import Draft, ask_for_rolls, preview_post
from campaigns.thread.models import Post, Thread
from tests.ledgers import checked
from tests.people import browser, seen_by
from tests.secrecy import ROLES, SECRET, figure, secret, shown
from tests.tables import address, page, part, reply, sent, write

pytestmark = pytest.mark.django_db


def test_row_37_who_may_throw_at_all_may_throw_in_secret(scene: Thread, roles: dict[str, User | None]) -> None:
    told = {role: write(roles[role], scene, SECRET).status_code for role in ROLES}
    assert told == {"AN": 302, "RN": 403, "AP": 403, "PL": 302, "MU": 403, "BA": 403, "CG": 302, "GM": 302, "MO": 403, "AD": 403}
    assert Roll.objects.filter(sealed=True).count() == Post.objects.count() == 3
    assert checked(scene.campaign.ledger).refusal is None


@pytest.mark.parametrize(("word", "seen"), [("secret", {"roller", "CG", "GM"}), ("blind", {"CG", "GM"})])
def test_rows_38_and_41_who_sees_the_result_before_the_reveal(
    scene: Thread, roles: dict[str, User | None], word: str, seen: set[str]
) -> None:
    roll = secret(roles["roller"], scene, SECRET.replace("secret", word))  # type: ignore[arg-type]
    by = {role: (page(who, scene), shown(who, roll)) for role, who in roles.items()}
    for needle in (figure(roll), "the guards listen", "3d6+100"):
        assert {role for role, pages in by.items() if any(needle in one for one in pages)} == seen, needle
        assert {role for role, pages in by.items() if all(needle in one for one in pages)} == seen, needle
    assert all(f"Sealed roll {roll.entry.i}" in pages[0] for role, pages in by.items() if role not in seen)
    assert all("She listens." in pages[0] for pages in by.values())


def test_row_39_everybody_reads_the_commitment(scene: Thread, roles: dict[str, User | None]) -> None:
    roll = secret(roles["roller"], scene)  # type: ignore[arg-type]
    seal = json.loads(roll.entry.body)["rolls"][0]["f"]["spec"]
    for role, who in roles.items():
        file = b"".join(browser(who).get(reverse("ledger_file", args=[scene.campaign.slug])).streaming_content).decode()  # type: ignore[attr-defined]
        assert seal in file, role
        assert seal in browser(who).get(reverse("roll_json", args=[roll.key])).json()["line"], role
        assert ("guards" in file) == (role in ("roller", "CG", "GM")), role


def test_f62_a_blind_roll_keeps_its_number_until_it_is_revealed_and_shows_the_same_one(
    scene: Thread, player: User, gm: User
) -> None:
    roll = secret(player, scene, "!roll 1d20 blind")
    number = figure(roll)
    proof = browser(player).get(reverse("roll_json", args=[roll.key])).json()
    assert "o" not in json.loads(proof["line"]) and "1d20" not in json.dumps(proof)
    assert number in page(gm, scene) and number not in page(player, scene) and "Juniper threw in secret." in page(player, scene)
    assert "Reveal" not in part(page(player, scene), "posts", "div")
    assert browser(player).post(reverse("reveal_roll", args=[roll.key])).status_code == 403
    assert browser(gm).post(reverse("reveal_roll", args=[roll.key])).status_code == 302
    assert all(number in page(who, scene) for who in (player, gm, None))
    assert checked(scene.campaign.ledger).refusal is None


def test_every_word_that_throws_can_be_thrown_in_secret(
    scene: Thread, harbour: Thread, player: User, wolfman: Character, iron_man: Character
) -> None:
    for thread, speaker, line in (
        (scene, wolfman, "!roll 2d6+3"),
        (scene, wolfman, "!pool Body+Brawl"),
        (scene, wolfman, "!pool 6d"),
        (harbour, iron_man, "!feat Psyche"),
        (harbour, iron_man, "!feat Reasoning +1cs"),
    ):
        for word in ("secret", "blind"):
            roll = secret(player, thread, f"{line} {word} # why", speaker=speaker)
            assert (roll.sealed, roll.name, roll.expr, roll.char) == (True, "Juniper", "", "")
            assert Sealed.objects.get(roll=roll).spec["char"] == speaker.cid
    assert checked(scene.campaign.ledger).refusal is checked(harbour.campaign.ledger).refusal is None


LINKED = {
    "an attack": ("harbour", "!attack Toad with Repulsor secret"),
    "an attack by the choice beside the lines": ("harbour", "!attack Toad with Repulsor"),
    "a contest": ("scene", "!pool Body+Brawl vs Mabel-Crane secret"),
    "a FEAT that allows more": ("harbour", "!more Fighting secret"),
    "open and secret": ("harbour", "!roll 1d6\n!roll 1d6 secret"),
    "secret and blind": ("harbour", "!roll 1d6 blind\n!roll 1d6 secret"),
    "a roll that lies already": ("scene", "!hammer 5 secret"),
    "twice": ("harbour", "!roll 1d6 secret blind"),
}


@pytest.mark.parametrize("why", LINKED)
def test_a_roll_that_meets_others_or_differs_from_the_rest_is_refused(
    scene: Thread, harbour: Thread, player: User, iron_man: Character, wolfman: Character, mabel: Character, toad: Character,
    why: str,
) -> None:  # fmt: skip
    place, text = LINKED[why]
    thread, who = (harbour, iron_man) if place == "harbour" else (scene, wolfman)
    with pytest.raises(Refused) as refused:
        reply(player, thread, text, who, secrecy="secret" if "choice" in why else "")
    assert (refused.value.field, bool(refused.value.line)) == ("text", True)
    assert not Entry.objects.filter(t="cast").exists() and not Post.objects.exists()


def test_an_answer_is_given_openly(harbour: Thread, gm: User, player: User, iron_man: Character, toad: Character) -> None:
    reply(gm, harbour, '!attack "Iron Man" with Repulsor', toad)
    with pytest.raises(Refused, match="thrown openly"):
        reply(player, harbour, "!dodge secret", iron_man)
    with pytest.raises(Refused, match="thrown openly"):
        reply(player, harbour, "!dodge", iron_man, secrecy="blind")
    assert Roll.objects.filter(waits="answer").count() == 1


def test_a_number_for_the_turn_order_is_thrown_openly(harbour: Thread, gm: User, other_player: User, thor: Character) -> None:
    reply(gm, harbour, "!fight")
    with pytest.raises(Refused, match="thrown openly"):
        reply(other_player, harbour, "!init Thor", thor, secrecy="secret")
    assert reply(other_player, harbour, "!init Thor", thor).number == 2


def test_what_the_author_chooses_for_the_post_holds_for_all_its_dice(scene: Thread, player: User, other_player: User) -> None:
    assert write(player, scene, "Hush.\n!roll 2d6\n!roll 1d20", sees="secret").status_code == 302
    rolls = list(Roll.objects.order_by("place"))
    assert [(roll.sealed, Sealed.objects.get(roll=roll).sees) for roll in rolls] == [(True, "roller")] * 2
    assert [f"Sealed roll {roll.entry.i}.{roll.place}" in page(other_player, scene) for roll in rolls] == [True, True]
    assert write(player, scene, "!roll 2d6 secret", sees="blind").status_code == 302
    assert Sealed.objects.latest("pk").sees == "gms"
    refused = write(player, scene, "", htmx=True, lines="!pool Juggling", sees="blind").content.decode()
    assert '<option value="blind" selected>' in refused
    assert write(player, scene, "!roll 1d6", sees="nobody").status_code == 422


def test_a_form_sent_again_with_another_choice_is_another_form(scene: Thread, player: User) -> None:
    form = sent("!roll 2d6", sees="secret")
    assert browser(player).post(address("write", scene), form).status_code == 302
    assert browser(player).post(address("write", scene), form).status_code == 302
    assert browser(player).post(address("write", scene), form | {"sees": ""}).status_code == Stale.status
    assert Roll.objects.count() == 1 and Post.objects.count() == 1


def test_a_preview_says_what_the_table_will_see_and_throws_nothing(scene: Thread, player: User) -> None:
    assert preview_post(seen_by(player, scene.campaign), scene, Draft("!roll 1d6 blind")).secrecy.sees == "gms"
    shown = browser(player).post(address("preview", scene), sent("!roll 1d6", sees="secret")).content.decode()
    assert "These dice are sealed: you and the GM see them" in shown and not Roll.objects.exists()


def test_dice_in_notes_are_sealed_and_so_is_their_place(
    scene: Thread, notes: Thread, gm: User, player: User, other_player: User
) -> None:
    roll = secret(gm, notes, "The plan.\n!roll 3d6+100 # the projectionist runs")
    body = json.loads(roll.entry.body)
    assert (body["thr"], body["post"], sorted(body["f"])) == (None, None, ["place", "text"])
    assert figure(roll) in page(gm, notes) and "not where" in page(gm, notes)
    assert browser(player).get(reverse("roll", args=[roll.key])).status_code == 404
    file = {who: browser(who).get(reverse("ledger_file", args=[scene.campaign.slug])) for who in (gm, player)}
    told = {who: b"".join(answer.streaming_content).decode() for who, answer in file.items()}  # type: ignore[attr-defined]
    needles = (notes.tid, Post.objects.get().uid, "projectionist", "3d6+100")
    assert [needle in told[player] for needle in needles] == [False] * 4
    assert [needle in told[gm] for needle in needles] == [True] * 4
    assert Opening.objects.filter(name="place").count() == 1
    browser(gm).post(reverse("reveal_roll", args=[roll.key]))
    assert checked(scene.campaign.ledger).refusal is None
    assert browser(player).get(reverse("roll", args=[roll.key])).status_code == 404


def test_a_secret_roll_answers_no_request_and_tells_the_fight_nothing(
    harbour: Thread, gm: User, other_player: User, thor: Character
) -> None:
    ask_for_rolls(seen_by(gm, harbour.campaign), harbour, line="!feat Psyche", reason="")
    harbour.refresh_from_db()
    reply(gm, harbour, "!fight\n!init Thor 12\n!next")
    post = reply(other_player, harbour, "!feat Psyche secret", thor)
    assert [block[0] for block in post.blocks] == ["roll"]
    assert harbour.requests.get().roll == ""
    reply(other_player, harbour, "!feat Psyche", thor)
    assert harbour.requests.get().roll != ""
