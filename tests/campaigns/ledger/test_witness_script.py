"""The witness's part of the player's script (static/dice/witness.js), against ledgers that the site wrote."""

from __future__ import annotations

import json
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest
from django.db import transaction

from campaigns.ledger.commands import ask_witness, take_back, witness
from campaigns.ledger.export import form_fields, lines_since, proof_of
from campaigns.ledger.models import Lane, Roll
from tests.ledgers import THREAD, ask, lane_in, ledger_of, number, signed_again, wanted
from tests.node import node

HERE = Path(__file__).parent
ROOT = HERE.parents[2]


class Undone(Exception):
    """Takes back what was done inside, so that another end of the same ledger can be told."""


def witnessed() -> dict[str, Any]:
    """Ann's request that names Ben, and the two ends it may take: he answers, or Mia takes it back."""
    ann = ledger_of("Ann")
    ben, mia = lane_in(ann.ledger, "Ben"), lane_in(ann.ledger, "Mia", "gm")
    fields = form_fields(Lane.objects.select_related("ledger").get(pk=ann.pk))
    sent = ask(ann, "blue socks")
    one = ask_witness(ann, ask=sent, wanted=wanted("!roll 3d6"), who=ben, post=None, thread=THREAD, text=None)
    waits = proof_of(Roll.objects.get())
    voided: list[str] = []
    try:
        with transaction.atomic():
            take_back(one.entry, by=mia, why="Ben is away")
            voided = lines_since(ann.ledger, -1)
            raise Undone
    except Undone:
        witness(one.entry, by=ben, n=number("of Ben"))
    proof = proof_of(Roll.objects.get())
    return {
        "key": fields["key"],
        "ann": {"led": fields["led"], "pid": ann.pid},
        "ben": {"led": fields["led"], "pid": ben.pid},
        "ref": one.entry.i,
        "h": one.entry.hash,
        "n": number("of Ben"),
        "sent": {"rid": sent.rid, "k": 0, "cn": sent.cn, "seen": sent.seen, "envelope": fields["envelope"], "thr": THREAD},
        "thrown": lines_since(ann.ledger, -1),
        "voided": voided,
        "waits": waits,
        "proof": proof,
        "other": signed_again(str(proof["wit"]), lambda entry: entry.update(pid=mia.pid)),
    }


@pytest.mark.django_db(transaction=True)
def test_the_browsers_of_roller_and_witness_hold_the_site_to_its_word(tmp_path: Path) -> None:
    shutil.copytree(ROOT / "static" / "dice", tmp_path / "dice")
    (tmp_path / "package.json").write_text('{"type": "module"}')
    (tmp_path / "witnessed.json").write_text(json.dumps(witnessed()))
    run = subprocess.run([node(), HERE / "witnessing.mjs", tmp_path], capture_output=True, text=True, timeout=120)
    assert run.returncode == 0, run.stdout + run.stderr
    assert "# fail 0" in run.stdout and "# pass 8" in run.stdout, run.stdout
