"""The roll ledger of a table, the page of a roll, its file, and practice."""

from __future__ import annotations

import json
import re

from django.urls import reverse

from campaigns.campaign.models import Campaign
from campaigns.character.models import Character
from campaigns.ledger.models import Ledger, Roll
from campaigns.people.models import User
from campaigns.thread.models import Thread
from rules.proof.checker import check
from tests.people import browser
from tests.tables import reply


def file_of(person: User | None, campaign: Campaign) -> list[bytes]:
    answer = browser(person).get(reverse("ledger_file", args=[campaign.slug]))
    return b"".join(answer.streaming_content).splitlines(keepends=True)  # type: ignore[attr-defined]


def keys_on(html: str) -> list[str]:
    return re.findall(r'href="/r/([^"/]*)/"', html)


def test_the_list_pages_through_every_roll_once_also_within_one_post(scene: Thread, campaign: Campaign, player: User) -> None:
    for _ in range(4):
        reply(player, scene, "\n".join(["!roll 1d6"] * 14))
    asked, found = reverse("rolls", args=[campaign.slug]), []
    address = asked
    for _ in range(3):
        shown = browser().get(address).content.decode()
        found += keys_on(shown)
        older = re.search(r'href="(\?before=[^"]*)"', shown)
        address = asked + older[1] if older else ""
    assert address == ""
    assert found == list(Roll.objects.order_by("-entry__i", "-place").values_list("key", flat=True))
    assert len(found) == 56


def test_the_file_of_a_table_passes_the_checker_and_a_flipped_byte_is_named(
    scene: Thread, campaign: Campaign, player: User, gm: User, wolfman: Character
) -> None:
    reply(player, scene, "In.\n!pool Body+Brawl vs 4\n!roll 2d6!+1", wolfman)
    reply(gm, scene, "!fight\n!roll 3d6kh2")
    lines, key = file_of(None, campaign), campaign.ledger.key
    report = check(lines, key=key)
    assert (report.refusal, report.casts, len(lines)) == (None, 2, Ledger.objects.get(pk=campaign.ledger_id).length)
    place = lines[-1].index(b'"dice":') + 12
    digit = next(at for at in range(place, len(lines[-1])) if lines[-1][at : at + 1].isdigit())
    flipped = lines[-1][:digit] + (b"1" if lines[-1][digit : digit + 1] != b"1" else b"2") + lines[-1][digit + 1 :]
    refusal = check([*lines[:-1], flipped], key=key).refusal
    assert refusal is not None
    assert str(len(lines)) in str(refusal)


def test_the_page_of_a_roll_recomputes_every_die(scene: Thread, player: User, gm: User) -> None:
    reply(gm, scene, "Before.\n!roll 1d4")
    reply(player, scene, "Now.\n!roll 5d6! & 2d10\n!roll 1d20 # the last")
    for roll in Roll.objects.all():
        shown = browser().get(reverse("roll", args=[roll.key]))
        assert shown.status_code == 200
        proof = shown.context["proof"]
        faces = [face for _, group in roll.card["faces"] for face in group]
        assert [one["recorded"] for one in proof.dice] == [one["recomputed"] for one in proof.dice] == faces
        assert (proof.recomputed, proof.wrong, proof.outcome) == (proof.envelope, [], True)
        assert proof.verdict.startswith("Everything fits:") and proof.verdict in shown.content.decode()
        assert "does not match" not in shown.content.decode()


def test_the_same_for_programs(scene: Thread, player: User) -> None:
    reply(player, scene, "Now.\n!roll 1d20")
    roll = Roll.objects.get()
    told = browser().get(reverse("roll_json", args=[roll.key])).json()
    assert sorted(told) == ["key", "keys", "line", "place", "sealed"]
    entry = json.loads(told["line"])
    assert (entry["e"]["t"], entry["e"]["post"]) == ("cast", roll.post)
    assert {"at": -1, "name": "text", "value": "Now.\n!roll 1d20"}.items() <= entry["o"][0].items()


def test_a_browser_follows_the_chain_line_by_line(scene: Thread, campaign: Campaign, player: User) -> None:
    asked = reverse("ledger_lines", args=[campaign.slug])
    before = browser(player).get(asked).content.splitlines()
    reply(player, scene, "!roll 1d6")
    after = browser(player).get(asked, {"after": len(before) - 1}).content.splitlines()
    assert [json.loads(line)["e"]["t"] for line in after] == ["cast"]
    assert [*before, *after] == browser(player).get(asked).content.splitlines()
    assert b'"o":' not in b"".join(after)


def test_practice_is_ones_own_and_no_campaign_shows_it(campaign: Campaign, player: User, other_player: User) -> None:
    asked = reverse("practice")
    assert browser().get(asked).status_code == 302
    assert browser(player).post(asked, {"lines": "4d6kh3+2"}).status_code == 302
    roll = Roll.objects.get()
    assert roll.key in browser(player).get(asked).content.decode()
    assert roll.key not in browser(other_player).get(asked).content.decode()
    assert browser(player).get(reverse("roll", args=[roll.key])).status_code == 200
    for name in ("roll", "roll_json"):
        assert browser(other_player).get(reverse(name, args=[roll.key])).status_code == 404
        assert browser().get(reverse(name, args=[roll.key])).status_code == 404
    assert keys_on(browser(player).get(reverse("rolls", args=[campaign.slug])).content.decode()) == []


def test_practice_refuses_with_what_was_typed(player: User) -> None:
    for typed in ("4d0", "pool 5d", "", "!init Thor 12", "<b>"):
        answer = browser(player).post(reverse("practice"), {"lines": typed})
        assert answer.status_code == 422, typed
        assert answer.context["typed"] == typed
    assert Roll.objects.count() == 0


def test_practice_knows_no_secrets_and_says_so(player: User) -> None:
    address, sent = reverse("practice"), {"rid": "0e" * 16, "lines": "1d20 secret"}
    answer = browser(player).post(address, sent)
    assert (answer.status_code, "nothing is sealed here" in answer.content.decode()) == (422, True)
    assert browser(player).post(address, sent | {"lines": "1d20"}).status_code == 302
