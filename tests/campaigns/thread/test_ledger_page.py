"""The ledger's page narrowed to what somebody asks for, and how often each face fell: totals that equal the ledger's file."""

from __future__ import annotations

import json
import re
from collections import Counter
from typing import Any

from django.urls import reverse

from campaigns.campaign.models import Campaign
from campaigns.character.models import Character
from campaigns.ledger.commands import Ask, reveal, throw, void
from campaigns.ledger.models import Roll
from campaigns.people.models import User
from campaigns.site.keys import hex16
from campaigns.thread.models import Thread
from tests.campaigns.thread.test_queries import queries
from tests.ledgers import wanted
from tests.people import browser
from tests.tables import lane_of, opened, reply


def asked(person: User | None, campaign: Campaign, name: str = "rolls", **what: str) -> Any:
    answer = browser(person).get(reverse(name, args=[campaign.slug]), what)
    assert answer.status_code == 200
    return answer


def titles(person: User | None, campaign: Campaign, **what: str) -> list[str]:
    """The titles of the rolls on the page, the oldest first."""
    return [roll.card["title"] for roll in reversed(asked(person, campaign, **what).context["rolls"])]


def thrown(person: User, thread: Thread, *lines: str, post: str | None = None) -> list[Roll]:
    """A cast that no post shows."""
    return list(
        throw(lane_of(person, thread), ask=Ask(hex16()), wanted=wanted(*lines), post=post, thread=thread.tid, text=None).rolls
    )


def faces_in_file(campaign: Campaign, leave_out: tuple[str, ...] = ()) -> dict[int, dict[int, int]]:
    """How often each face stands in the ledger's file, by sides; without the casts of these posts."""
    lines = b"".join(browser().get(reverse("ledger_file", args=[campaign.slug])).streaming_content).splitlines()  # type: ignore[attr-defined]
    found: dict[int, Counter[int]] = {}
    for entry in (json.loads(line)["e"] for line in lines):
        for roll in entry.get("rolls", ()) if entry.get("post") not in leave_out else ():
            for sides, faces in roll.get("dice", ()):
                found.setdefault(sides, Counter()).update(faces)
    return {sides: dict(count) for sides, count in found.items()}


def faces_on_page(person: User | None, campaign: Campaign, **what: str) -> dict[int, dict[int, int]]:
    dice = asked(person, campaign, "statistics", **what).context["dice"]
    assert all(one.throws == sum(bar.count for bar in one.bars) for one in dice)
    return {one.sides: {int(bar.label): bar.count for bar in one.bars if bar.count} for one in dice}


def test_the_page_shows_the_rolls_of_a_person_a_character_or_a_thread(
    campaign: Campaign, scene: Thread, notes: Thread, gm: User, player: User, wolfman: Character, mole: Character
) -> None:
    other = opened(campaign, title="The cellar")
    reply(player, scene, "!roll 1d6 # howl", wolfman)
    reply(player, other, "!roll 1d6 # mine")
    reply(gm, scene, "!roll 1d6 # door")
    reply(gm, other, "!roll 1d6 # dig", mole)
    assert titles(player, campaign) == ["howl", "mine", "door", "dig"]
    assert titles(player, campaign, whose="mine") == ["howl", "mine"]
    assert titles(player, campaign, whose="mine", thread=other.key) == ["mine"]
    assert titles(None, campaign, whose=wolfman.cid) == ["howl"]
    assert titles(None, campaign, thread=scene.key) == ["howl", "door"]
    assert titles(gm, campaign, whose=mole.cid) == ["dig"]
    for person, what in (
        (player, {"whose": mole.cid}),
        (player, {"thread": notes.key}),
        (None, {"whose": "mine"}),
        (gm, {"show": "x"}),
    ):
        answer = asked(person, campaign, **what)
        assert (list(answer.context["rolls"]), answer.content.count(b"There is none such here.")) == ([], 1), what


def test_older_rolls_keep_what_was_asked_for(campaign: Campaign, scene: Thread, gm: User, player: User) -> None:
    for count in (12, 14):
        reply(player, scene, "\n".join(["!roll 1d6"] * count))
    reply(gm, scene, "!roll 1d8")
    first = asked(player, campaign, whose="mine")
    older = re.search(r'rel="next" href="([^"]*)"', first.content.decode())
    assert older is not None and older[1] == f"?whose=mine&amp;before={first.context['older']}"
    rest = asked(player, campaign, whose="mine", before=first.context["older"])
    assert [len(answer.context["rolls"]) for answer in (first, rest)] == [25, 1]


def test_rolls_without_a_post_are_counted_for_everybody_and_found_by_who_may_read_their_thread(
    campaign: Campaign, scene: Thread, notes: Thread, gm: User, player: User
) -> None:
    reply(player, scene, "!roll 1d6 # told")
    assert "without a post" not in asked(None, campaign).content.decode().replace("Without a post", "")
    thrown(player, scene, "!roll 2d6", post=hex16())
    thrown(gm, notes, "!roll 3d6")
    for person, found in ((gm, ["2d6", "3d6"]), (player, ["2d6"]), (None, ["2d6"])):
        assert "2 rolls stand here without a post." in asked(person, campaign).content.decode()
        assert titles(person, campaign, show="spare") == found


def test_void_rolls_are_found_and_not_counted(campaign: Campaign, scene: Thread, gm: User, player: User) -> None:
    struck = reply(player, scene, "!roll 6d6 # slip")
    reply(player, scene, "!roll 3d6 & 1d20\n!roll 4d6kh3")
    assert faces_on_page(None, campaign) == faces_in_file(campaign)
    void(Roll.objects.get(post=struck.uid), by=lane_of(gm, scene), why="Thrown for the wrong thing")
    assert titles(player, campaign, show="void") == ["slip"]
    assert asked(None, campaign).content.decode().count("<b>Void</b>") == 1
    assert faces_on_page(None, campaign) == faces_in_file(campaign, (struck.uid,)) != faces_in_file(campaign)


def test_secret_rolls_are_found_by_who_threw_them_and_counted_once_they_are_open(
    campaign: Campaign, scene: Thread, gm: User, player: User, wolfman: Character
) -> None:
    kept = reply(player, scene, "!roll 6d6 secret # lock", wolfman)
    reply(player, scene, "!roll 3d6")
    for person in (None, player, gm):
        assert [roll.post for roll in asked(person, campaign, show="sealed").context["rolls"]] == [kept.uid]
        assert list(asked(person, campaign, whose=wolfman.cid).context["rolls"]) == []
        assert faces_on_page(person, campaign).keys() == {6} and sum(faces_on_page(person, campaign)[6].values()) == 3
    reveal(Roll.objects.get(post=kept.uid), by=lane_of(gm, scene))
    assert asked(None, campaign, show="sealed").context["rolls"] == []
    assert faces_on_page(None, campaign) == faces_in_file(campaign) and sum(faces_on_page(None, campaign)[6].values()) == 9
    assert titles(None, campaign, whose=wolfman.cid) == ["lock"]


def test_the_faces_of_one_person_and_one_thread_add_up_to_all(campaign: Campaign, scene: Thread, gm: User, player: User) -> None:
    cellar = opened(campaign, title="The cellar")
    reply(player, scene, "!roll 5d6!")
    reply(gm, cellar, "!roll 7d6\n!pool 5d")
    mine, there = faces_on_page(player, campaign, whose="mine"), faces_on_page(gm, campaign, thread=cellar.key)
    whole = faces_on_page(player, campaign)
    assert set(mine) == {6} and set(there) == {6, 10}
    assert Counter(whole[6]) == Counter(mine[6]) + Counter(there[6]) and whole[10] == there[10]
    assert whole == faces_in_file(campaign)
    assert "No such die was thrown here." in asked(gm, campaign, "statistics", whose="mine", thread=scene.key).content.decode()


def test_neither_page_takes_more_queries_for_more_rolls(campaign: Campaign, scene: Thread, gm: User, player: User) -> None:
    def cost(name: str, **what: str) -> int:
        return len(queries(lambda: asked(player, campaign, name, **what)))

    reply(player, scene, "!roll 1d6")
    before = [cost("rolls"), cost("rolls", whose="mine", show="spare"), cost("statistics")]
    reply(player, scene, "\n".join(["!roll 2d6 & 1d20 & 3d8"] * 6))
    thrown(gm, scene, "!roll 1d100")
    assert [cost("rolls"), cost("rolls", whose="mine", show="spare"), cost("statistics")] == before
