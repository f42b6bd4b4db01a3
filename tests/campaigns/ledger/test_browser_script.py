"""The player's script (static/dice) against the format's vectors and against a ledger that the site wrote."""

from __future__ import annotations

import json
import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from campaigns.ledger.commands import Wanted, choose, practice_ledger, throw
from campaigns.ledger.export import form_fields, lines_since, proof_of
from campaigns.ledger.models import Lane, Roll
from campaigns.site.keys import hex16
from rules.proof import write
from tests.duel import DUEL
from tests.ledgers import POST, TEXT, THREAD, ask, cast, lane_in, ledger_of, signed_again
from tests.node import node

HERE = Path(__file__).parent
ROOT = HERE.parents[2]


def shown(lane: Lane) -> dict[str, Any]:
    """What the composer's form shows now."""
    fields = form_fields(Lane.objects.select_related("ledger").get(pk=lane.pk))
    return fields | {"i": int(str(fields["seen"]).split(":")[0])}


def forgeries(proof: dict[str, Any]) -> list[dict[str, Any]]:
    """Proofs that are signed and hashed rightly and still cannot be true, each with words of the right complaint."""

    def other_die(entry: dict[str, Any]) -> None:
        sides, faces = entry["rolls"][0]["dice"][0]
        faces[0] = faces[0] % sides + 1

    changes: list[tuple[str, Callable[[dict[str, Any]], None]]] = [
        ("do not follow from the two", other_die),
        ("Other dice were thrown", lambda entry: entry["rolls"][0]["req"][0].__setitem__(0, 9)),
        ("does not fit the envelope", lambda entry: entry.update(seed="ab" * 32)),
        ("sealed too late", lambda entry: entry.update(seen=[0, entry["seen"][1]])),
        ("another number", lambda entry: entry.update(k=7)),
        ("is not the one it has to be", lambda entry: entry.update(cs="server")),
        ("is no open cast", lambda entry: entry.pop("seed")),
    ]
    return [{"words": words, "proof": proof | {"line": signed_again(proof["line"], change)}} for words, change in changes]


def twists(proof: dict[str, Any], sent: dict[str, Any]) -> list[dict[str, Any]]:
    """True casts, but not of what was sent: an opening is missing, or the line thrown for was never typed."""
    bare = json.loads(proof["line"])
    bare["o"] = [one for one in bare["o"] if one["name"] != "purpose"]
    without = write.line(bare["e"], bare["s"], bare["o"]).rstrip("\n")
    other = json.loads(proof["line"])
    for one in other["o"]:
        if one["name"] == "purpose":
            one["value"] = "!roll 4d6"
            other["e"]["rolls"][one["at"]]["f"]["purpose"] = write.seal("purpose", one["salt"], one["value"])
    signed = signed_again(json.dumps(other), lambda entry: None)
    return [
        {"words": "purpose of a roll", "proof": proof | {"line": without}, "sent": sent},
        {"words": "a line that you did not send", "proof": proof | {"line": signed}, "sent": sent},
    ]


def scenes() -> dict[str, Any]:
    lane = ledger_of("Ann")
    first = shown(lane)
    sent_out = ask(lane, "blue socks")
    thrown = cast(lane, sent_out, "!roll 3d6 # luck")
    sent = {
        "rid": sent_out.rid, "k": 0, "cn": sent_out.cn, "seen": sent_out.seen, "envelope": first["envelope"],
        "thr": THREAD, "post": POST, "text": TEXT, "sealed": True,
    }  # fmt: skip
    proof = proof_of(thrown.rolls[0])
    other = lane_in(lane.ledger, "Bert")
    cast(other, ask(other, "red scarf"))
    second = shown(lane)
    practice = practice_ledger(lane.person)
    plain = cast(practice, ask(practice), "!roll 3d6!", text=None)
    return {
        "first": first,
        "second": second,
        "lines": lines_since(thrown.entry.ledger, first["i"]),
        "foreign": lines_since(practice.ledger, 1)[0],
        "cast": thrown.entry.i,
        "sent": sent,
        "proof": proof,
        "practice": proof_of(plain.rolls[0]),
        "forged": forgeries(proof),
        "twisted": twists(proof, sent),
        "choice": choices(other),
    }


def choices(lane: Lane) -> dict[str, Any]:
    """The proof of a roll whose die was set to 8, and choices that are signed rightly and still cannot be true."""
    wanted = [Wanted(DUEL.parse(expr), "") for expr in ("2d10", "3d10+1 open")]
    roll = throw(lane, ask=ask(lane, "green hat"), wanted=wanted, post=POST, thread=THREAD, text=None).rolls[1]
    choose(roll, by=lane, values=[8], rid=hex16())
    proof = proof_of(Roll.objects.get(pk=roll.pk))
    changes: list[tuple[str, dict[str, Any]]] = [
        ("belong to another roll", {"r": 0}),
        ("belong to another roll", {"ref": 1}),
        ("belong to another roll", {"t": "void"}),
        ("somebody else than the roller", {"by": "ab" * 16}),
        ("no such faces", {"set": [11]}),
        ("no such faces", {"set": []}),
    ]

    def forged(change: dict[str, Any]) -> str:
        return signed_again(str(proof["choice"]), lambda entry: entry.update(change))

    return {"proof": proof, "forged": [{"words": words, "choice": forged(change)} for words, change in changes]}


@pytest.mark.django_db
@pytest.mark.usefixtures("duel")
def test_the_script_agrees_with_the_format_and_with_the_site(tmp_path: Path) -> None:
    shutil.copytree(ROOT / "static" / "dice", tmp_path / "dice")
    (tmp_path / "package.json").write_text('{"type": "module"}')
    for name in ("vectors.json", "vectors-full.json"):
        shutil.copy(ROOT / "tests" / "rules" / "vroll" / name, tmp_path)
    (tmp_path / "scenes.json").write_text(json.dumps(scenes()))
    run = subprocess.run([node(), HERE / "browser_script.mjs", tmp_path], capture_output=True, text=True, timeout=120)
    assert run.returncode == 0, run.stdout + run.stderr
    assert "# fail 0" in run.stdout and "# pass 19" in run.stdout, run.stdout
