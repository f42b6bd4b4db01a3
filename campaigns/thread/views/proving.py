"""What the page of a roll proves: its steps with what goes in and what comes out, computed again, and the verdict on them."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from typing import Any

from campaigns.ledger import packs
from campaigns.ledger.export import keys_of, sealing
from campaigns.ledger.models import Entry, Roll
from rules.dice.source import block_of, die
from rules.proof.breach import Breach
from rules.proof.canonical import canon
from rules.proof.hashes import cast_key, envelope, hash_of_bytes, head_message, sealed_text, server_number, witness_digest
from rules.proof.outcome import is_ruled
from rules.proof.signatures import is_signed
from rules.proof.state import Chain


@dataclass
class Proof:
    """`state`: "thrown", "sealed" (nobody has revealed it), "bound" (it waits for its witness) or "void" (a GM took it back
    before he came). `entry` and `seal` are the roll's entry and the one that sealed its envelope, as they stand in the chain;
    `before` and `after` its neighbours.

    wrong: what does not fit, as sentences, the first one in the verdict.  secret, recomputed, key: hex, "" before the envelope
    is opened, as `dice` is empty then: number, sides, block, recorded, recomputed.  answers: (name, number) of the witnesses.
    outcome: whether the rules give the recorded one again, None where they are not known or nothing is recorded.
    """

    state: str
    entry: dict[str, Any]
    seal: dict[str, Any]
    before: Entry | None
    after: Entry | None
    wrong: list[str] = field(default_factory=list)
    secret: str = ""
    recomputed: str = ""
    key: str = ""
    dice: list[dict[str, Any]] = field(default_factory=list)
    answers: list[tuple[str, str]] = field(default_factory=list)
    outcome: bool | None = None

    @property
    def envelope(self) -> str:
        """The seal that stood in the chain before the roll."""
        return str(self.seal["next"])

    @property
    def verdict(self) -> str:
        """In a sentence or two."""
        if self.wrong:
            return f"This roll does not fit its proof. {self.wrong[0]}"
        sealed = f"the envelope was sealed in entry {self.seal['i']}, before the roll"
        if self.state == "sealed":
            return f"Thrown in secret, and settled: {sealed}. Nobody can change it any more; it is proven once it is opened."
        if self.state == "bound":
            return f"Not thrown yet: {sealed}, and what is rolled is fixed. The dice fall when the witness has added a number."
        if self.state == "void":
            return f"Never thrown: {sealed}, and a GM took the request back before the witness had added a number."
        return f"Everything fits: {sealed}, the secret is the one that was sealed, and {_fallen(len(self.dice))}."


def _fallen(count: int) -> str:
    if count == 0:
        return "no die was thrown"
    dice = f"all {count} dice follow" if count > 1 else "the die follows"
    return f"{dice} from it and the other number"


def prove(roll: Roll) -> Proof:
    """Computes a roll again from the lines of its ledger; `roll.entry.ledger` and `roll.reveal` are loaded. Three queries, and
    two for a witnessed one."""
    entry, seal = roll.entry, sealing(roll.entry)
    around = {one.i: one for one in Entry.objects.filter(ledger=entry.ledger_id, i__in=[entry.i - 1, entry.i + 1])}
    body = json.loads(entry.body)
    waits = "void" if roll.is_void else "bound"
    state = waits if entry.t == "bind" else "thrown" if "seed" in body or roll.reveal else "sealed"
    proof = Proof(state, body, json.loads(seal.body), around.get(entry.i - 1), around.get(entry.i + 1))
    acts = [entry, seal, *([roll.reveal] if roll.reveal else ())]
    proof.wrong += _chained(acts, proof)
    if state == "thrown":
        _open(proof, roll, json.loads(roll.reveal.body) if roll.reveal else body)
    return proof


def _chained(acts: list[Entry], proof: Proof) -> list[str]:
    """What is wrong with hashes, signatures and order of these entries, the roll's first."""
    keys, wrong = keys_of(acts[0].ledger), []
    for one in acts:
        if hash_of_bytes(one.body.encode()).hex() != one.hash:
            wrong.append(f"Entry {one.i} does not have the hash that the ledger states.")
        message = head_message(bytes.fromhex(proof.entry["led"]), one.i, bytes.fromhex(one.hash))
        if not any(is_signed(bytes.fromhex(key), message, bytes.fromhex(one.signature)) for key in keys):
            wrong.append(f"Entry {one.i} is not signed with the site's key.")
    if proof.before is not None and proof.before.hash != proof.entry["prev"]:
        wrong.append("The entry before it is another one than it names.")
    if proof.after is not None and json.loads(proof.after.body)["prev"] != acts[0].hash:
        wrong.append("The entry after it names another one.")
    if proof.seal["i"] > proof.entry["seen"][0]:
        wrong.append("The envelope was sealed after the player had sent his number.")
    return wrong


def _open(proof: Proof, roll: Roll, opened: dict[str, Any]) -> None:
    """Envelope, numbers, dice and outcome; `opened` is the entry that holds secret and dice, the cast's or its reveal."""
    entry = proof.entry
    led, pid, secret = bytes.fromhex(entry["led"]), bytes.fromhex(entry["pid"]), bytes.fromhex(opened["seed"])
    proof.secret, proof.recomputed = opened["seed"], envelope(led, pid, entry["k"], secret).hex()
    if proof.recomputed != proof.envelope:
        proof.wrong.append("The secret does not fit the envelope that was sealed.")
    if entry.get("cs") == "server" and entry["cn"] != server_number(led, pid, entry["k"]).hex():
        proof.wrong.append("The site's number is not the one that it has to be.")
    answers = _answers(roll.entry, entry)
    proof.answers = [(name, n) for name, _, n in answers]
    x = witness_digest([(bytes.fromhex(who), bytes.fromhex(n)) for _, who, n in answers])
    key = cast_key(secret, led=led, pid=pid, k=entry["k"], cn=bytes.fromhex(entry["cn"]), x=x)
    proof.key = key.hex()
    part = opened["rolls"][roll.place]
    if "spec" in part and sealed_text("spec", bytes.fromhex(part["salt"]), canon(part["spec"]).decode()).hex() != _sealed(
        proof, roll
    ):
        proof.wrong.append("What was asked for is not what was sealed when it was thrown.")
    faces = [(sides, face) for sides, group in part["dice"] for face in group]
    proof.dice = [_row(key, roll.place, j, *one) for j, one in enumerate(faces)]
    proof.wrong += [
        f"Die {one['number']} does not follow from the numbers." for one in proof.dice if one["recorded"] != one["recomputed"]
    ]
    proof.outcome = _outcome(proof, roll, {**part.get("spec", part), "dice": part["dice"], "res": part["res"]})


def _sealed(proof: Proof, roll: Roll) -> str:
    return str(proof.entry["rolls"][roll.place]["f"]["spec"])


def _row(key: bytes, r: int, j: int, sides: int, face: int) -> dict[str, Any]:
    return {
        "number": j + 1,
        "sides": sides,
        "block": block_of(key, r, j).hex()[:8],
        "recorded": face,
        "recomputed": die(key, r, j, sides),
    }


def _answers(entry: Entry, body: dict[str, Any]) -> list[tuple[str, str, str]]:
    """(name, id, number) of the witnesses of a cast, in the order of their entries; none without a bind."""
    if "bind" not in body:
        return []
    given = Entry.objects.filter(ledger=entry.ledger_id, t="wit", i__gt=body["bind"], i__lt=entry.i).order_by("i")
    found = [one for one in (json.loads(line.body) for line in given) if one["ref"] == body["bind"]]
    names = dict(entry.ledger.lanes.filter(pid__in=[one["pid"] for one in found]).values_list("pid", "person__username"))
    return [(names.get(one["pid"], "a former member"), one["pid"], one["n"]) for one in found]


def _outcome(proof: Proof, roll: Roll, thrown: dict[str, Any]) -> bool | None:
    """Whether request, extra dice and outcome are what the rules make of the recorded print and the dice."""
    chosen, outcome = (), None
    if roll.choice is not None:
        choice = json.loads(roll.choice.body)
        chosen, outcome = tuple(choice["set"]), canon(choice.get("res", {})).decode()
    try:
        return is_ruled(Chain(packs.find), thrown, roll.place, chosen, outcome=outcome) or None
    except Breach as breach:
        proof.wrong.append(breach.sentence)
        return False
