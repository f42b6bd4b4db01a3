"""The ledger is everybody's to read and to check, and nobody's to write but by a roll (rows 33, 35, 69 and 70; F17)."""

from __future__ import annotations

import json

from django.urls import reverse

from campaigns.ledger.models import Entry, Roll
from campaigns.people.models import User
from campaigns.thread.models import Thread
from rules.proof.checker import check
from tests.campaigns.thread.test_proving import proof_on
from tests.people import browser
from tests.secrecy import ROLES
from tests.tables import reply, write

OF_TABLE = ("rolls", "statistics", "ledger_file", "ledger_lines")
OF_ROLL = ("roll", "roll_json")


def places(scene: Thread, roll: Roll) -> list[str]:
    of_table = [reverse(name, args=[scene.campaign.slug]) for name in OF_TABLE]
    return of_table + [reverse(name, args=[roll.key]) for name in OF_ROLL] + [reverse("verify_file"), reverse("help_dice")]


def file_of(person: User | None, scene: Thread) -> list[bytes]:
    answer = browser(person).get(reverse("ledger_file", args=[scene.campaign.slug]))
    return b"".join(answer.streaming_content).splitlines(keepends=True)  # type: ignore[attr-defined]


def test_rows_33_and_69_everybody_reads_every_roll_and_checks_the_chain(
    scene: Thread, notes: Thread, gm: User, roles: dict[str, User | None]
) -> None:
    post = reply(roles["roller"], scene, "In.\n!roll 3d6 # the door")  # type: ignore[arg-type]
    reply(gm, notes, "!roll 2d20 # behind the door")
    roll, chains = Roll.objects.get(post=post.uid), set()
    for role in ROLES:
        who = roles[role]
        assert {path: browser(who).get(path).status_code for path in places(scene, roll)} == dict.fromkeys(
            places(scene, roll), 200
        ), role
        assert proof_on(who, roll).verdict.startswith("Everything fits:"), role
        lines = file_of(who, scene)
        report = check(lines, key=scene.campaign.ledger.key)
        assert (report.refusal, report.casts, report.sealed) == (None, 2, 1), role
        chains.add(tuple((line["h"], line["s"]) for line in map(json.loads, lines)))
    assert len(chains) == 1


def test_rows_35_and_70_no_page_of_the_ledger_takes_anything(scene: Thread, roles: dict[str, User | None]) -> None:
    post = reply(roles["roller"], scene, "!roll 3d6")  # type: ignore[arg-type]
    roll, before = Roll.objects.get(post=post.uid), list(Entry.objects.values_list("hash", flat=True))
    for role in (*ROLES, "roller"):
        client = browser(roles[role])
        for path in places(scene, roll):
            told = [getattr(client, verb)(path, {"result": "18"}).status_code for verb in ("post", "put", "patch", "delete")]
            assert told == [405] * 4, (role, path)
    assert list(Entry.objects.values_list("hash", flat=True)) == before


def test_f17_what_a_form_says_of_results_is_not_heard(scene: Thread, player: User, gm: User) -> None:
    wish = {"result": "20", "total": "60", "seed": "ab" * 32, "dice": "[[20,[20,20,20]]]", "faces": "20,20,20", "rolls": "20"}
    for person in (player, gm):
        assert write(person, scene, "!roll 3d20", **wish).status_code == 302
    for roll in Roll.objects.select_related("entry"):
        assert proof_on(None, roll).wrong == []
        assert json.loads(roll.entry.body)["seed"] != "ab" * 32
    assert check(file_of(None, scene), key=scene.campaign.ledger.key).refusal is None
