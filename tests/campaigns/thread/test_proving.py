"""The page of a roll: its verdict is computed from the chain, and every lie that a row could tell turns it."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest
from django.urls import reverse

from campaigns.ledger.commands import ask_witness, reveal, take_back, witness
from campaigns.ledger.models import Roll
from campaigns.people.models import User
from campaigns.thread.models import Thread
from campaigns.thread.views.proving import Proof, prove
from rules.proof import write
from tests.campaigns.thread.test_queries import queries
from tests.ledgers import ask, number, wanted
from tests.people import browser
from tests.tables import lane_of, reply


def proof_on(person: User | None, roll: Roll) -> Proof:
    """What the page of that roll shows to this person; its verdict stands in it."""
    answer = browser(person).get(reverse("roll", args=[roll.key]))
    assert answer.status_code == 200
    proof: Proof = answer.context["proof"]
    assert proof.verdict in answer.content.decode()
    return proof


def lied(roll: Roll, change: Callable[[dict[str, Any]], None], *, hashed: bool = True) -> Proof:
    """The proof of a roll whose entry says something else, as if its row had been written over."""
    told = Roll.objects.select_related("entry__ledger", "choice", "reveal").get(pk=roll.pk)
    body = json.loads(told.entry.body)
    change(body)
    told.entry.body = write.canon(body).decode()
    if hashed:
        told.entry.hash = write.entry_hash(body)
    return prove(told)


@pytest.fixture
def roll(scene: Thread, gm: User, player: User) -> Roll:
    """The second roll of the player's post, between two others' rolls."""
    reply(gm, scene, "!roll 1d4")
    post = reply(player, scene, "!roll 1d8\n!roll 5d6!\n!roll 2d10")
    reply(gm, scene, "!roll 1d4")
    return Roll.objects.get(post=post.uid, place=1)


def test_a_roll_that_is_right_is_told_with_its_envelope_its_dice_and_its_neighbours(roll: Roll) -> None:
    proof = proof_on(None, roll)
    body = json.loads(roll.entry.body)
    assert (proof.state, proof.wrong, proof.outcome, proof.secret) == ("thrown", [], True, body["seed"])
    assert proof.before is not None and proof.after is not None
    assert (proof.before.hash, json.loads(proof.after.body)["prev"]) == (body["prev"], roll.entry.hash)
    assert [int(one["block"], 16) % one["sides"] + 1 for one in proof.dice] == [one["recorded"] for one in proof.dice]
    assert proof.verdict == (
        f"Everything fits: the envelope was sealed in entry {proof.seal['i']}, before the roll, the secret is the one that was "
        f"sealed, and all {len(proof.dice)} dice follow from it and the other number."
    )


def test_each_lie_of_an_entry_turns_the_verdict(roll: Roll) -> None:
    def other_die(body: dict[str, Any]) -> None:
        faces = body["rolls"][1]["dice"][0][1]
        faces[2] = faces[2] % 6 + 1

    def other_outcome(body: dict[str, Any]) -> None:
        body["rolls"][1]["res"] = body["rolls"][0]["res"]

    lies: list[tuple[Callable[[dict[str, Any]], None], str]] = [
        (other_die, "Die 3 does not follow from the numbers."),
        (other_outcome, "the recorded outcome is not what the rules give"),
        (lambda body: body.update(seed="ab" * 32), "The secret does not fit the envelope that was sealed."),
        (lambda body: body.update(cn="ab" * 32), "The site's number is not the one that it has to be."),
        (lambda body: body.update(seen=[0, body["seen"][1]]), "The envelope was sealed after the player had sent his number."),
        (lambda body: body.update(prev="ab" * 32), "The entry before it is another one than it names."),
        (lambda body: body["rolls"][1].update(expr="4d6!"), "These are not the dice of 4d6!."),
    ]
    for change, words in lies:
        proof = lied(roll, change)
        assert any(words in sentence for sentence in proof.wrong), (words, proof.wrong)
        assert f"Entry {roll.entry.i} is not signed with the site's key." in proof.wrong
        assert "The entry after it names another one." in proof.wrong
        assert proof.verdict == f"This roll does not fit its proof. {proof.wrong[0]}"
    assert lied(roll, other_die, hashed=False).wrong[0] == f"Entry {roll.entry.i} does not have the hash that the ledger states."


def test_a_secret_roll_is_settled_before_it_is_opened_and_proven_after(scene: Thread, gm: User, player: User) -> None:
    roll = Roll.objects.get(post=reply(player, scene, "!roll 3d20 secret").uid)
    for person in (None, player, gm):
        proof = proof_on(person, roll)
        assert (proof.state, proof.wrong, proof.secret, proof.key, proof.dice) == ("sealed", [], "", "", [])
        assert proof.verdict.startswith("Thrown in secret, and settled:")
    assert lied(roll, lambda body: body.update(k=7)).wrong != []
    reveal(roll, by=lane_of(gm, scene))
    proof = proof_on(None, roll)
    assert (proof.state, proof.wrong, len(proof.dice), proof.outcome) == ("thrown", [], 3, True)

    def other_request(body: dict[str, Any]) -> None:
        body["rolls"][0]["f"]["spec"] = "ab" * 32

    assert "What was asked for is not what was sealed when it was thrown." in lied(roll, other_request).wrong


def test_a_witnessed_roll_is_proven_with_the_number_of_its_witness(scene: Thread, gm: User, player: User) -> None:
    ann, ines = lane_of(player, scene), lane_of(gm, scene)
    asked = ask_witness(ann, ask=ask(ann, "socks"), wanted=wanted("!roll 3d20"), who=ines, post=None, thread=scene.tid, text=None)
    roll = asked.rolls[0]
    proof = proof_on(None, roll)
    assert (proof.state, proof.wrong, proof.dice, proof.answers) == ("bound", [], [], [])
    witness(asked.entry, by=ines, n=number("hat"))
    proof = proof_on(None, roll)
    assert (proof.state, proof.wrong, len(proof.dice), proof.answers) == ("thrown", [], 3, [("Ines", number("hat"))])
    again = ask_witness(ann, ask=ask(ann, "scarf"), wanted=wanted("!roll 1d6"), who=ines, post=None, thread=scene.tid, text=None)
    take_back(again.entry, by=ines, why="Asked too late")
    assert proof_on(None, again.rolls[0]).verdict.startswith("Never thrown:")


def test_the_page_of_a_roll_takes_as_many_queries_in_a_long_ledger_as_in_a_short_one(
    roll: Roll, scene: Thread, player: User
) -> None:
    def cost() -> int:
        return len(queries(lambda: browser(player).get(reverse("roll", args=[roll.key]))))

    before = cost()
    for _ in range(3):
        reply(player, scene, "\n".join(["!roll 2d6"] * 10))
    assert cost() == before
