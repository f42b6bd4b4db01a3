"""The receipts that the player's script keeps (static/dice/watch.js and its like), against a ledger that the site wrote."""

from __future__ import annotations

import json
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest
from django.db import transaction

from campaigns.ledger.commands import Wanted, change_role, choose, throw
from campaigns.ledger.commands.chain import lock
from campaigns.ledger.commands.recovering import seal_anew
from campaigns.ledger.export import form_fields, lines_since, receipt_of
from campaigns.ledger.models import Lane, Ledger
from campaigns.site.keys import hex16
from rules.proof import write
from tests.duel import DUEL
from tests.ledgers import ask, cast, lane_in, ledger_of, signed_again
from tests.node import node

HERE = Path(__file__).parent
ROOT = HERE.parents[2]


def shown(lane: Lane) -> dict[str, Any]:
    return dict(form_fields(Lane.objects.select_related("ledger").get(pk=lane.pk)))


def watched() -> dict[str, Any]:
    """Ann is a GM: two rolls, dice set, a role given and a roll in her name; then an older copy of the records is put back."""
    ben = ledger_of("Ben")
    ann = lane_in(ben.ledger, "Ann", "gm")
    first = shown(ann)
    sent = ask(ann, "blue socks")
    cast(ann, sent, "!roll 1d6")
    cast(ann, ask(ann), "!roll 1d20")
    cast(ben, ask(ben, "red scarf"), "!roll 2d6")
    opened = throw(ann, ask=ask(ann), wanted=[Wanted(DUEL.parse("3d10+1 open"), "")], post=None, thread=None, text=None)
    choose(opened.rolls[0], by=ann, values=[8], rid=hex16())
    change_role(ben, role="gm", by=ann)
    before = shown(ann)
    with transaction.atomic():
        seal_anew(lock(ann.ledger_id))
    ledger = Ledger.objects.get(pk=ann.ledger_id)
    lines = lines_since(ledger, -1)
    resealed = [entry.i for entry in ledger.entries.filter(t="reseal").order_by("i")]
    return {
        "ann": {"led": first["led"], "pid": first["pid"]},
        "key": first["key"],
        "lines": lines,
        "start": int(first["seen"].split(":")[0]),
        "signed": receipt_of(ledger),
        "rids": {"own": sent.rid, "lost": hex16()},
        "opened": {name: before[name] for name in ("k", "envelope", "seen")},
        "after": resealed[0],
        "successors": successors(ledger, lines[0]),
    }


def successors(ledger: Ledger, first: str) -> dict[str, str]:
    """First lines of other ledgers, signed by this site: one that names the end of this one, and some that do not."""
    end = [ledger.led, ledger.length, "ab" * 32]
    befores = {"right": end, "none": None, "another": ["cd" * 16, *end[1:]], "earlier": [ledger.led, ledger.length - 2, end[2]]}

    def begun(after: Any) -> str:
        body = json.loads(first)["e"] | {"led": hex16(), "after": after}
        return signed_again(write.line(body, "").rstrip("\n"), lambda entry: None)

    return {name: begun(after) for name, after in befores.items()}


@pytest.mark.django_db
@pytest.mark.usefixtures("duel")
def test_the_script_watches_the_chain_for_what_it_did_not_make(tmp_path: Path) -> None:
    shutil.copytree(ROOT / "static" / "dice", tmp_path / "dice")
    (tmp_path / "package.json").write_text('{"type": "module"}')
    (tmp_path / "watched.json").write_text(json.dumps(watched()))
    run = subprocess.run([node(), HERE / "watching.mjs", tmp_path], capture_output=True, text=True, timeout=120)
    assert run.returncode == 0, run.stdout + run.stderr
    assert "# fail 0" in run.stdout and "# pass 17" in run.stdout, run.stdout


@pytest.mark.django_db
def test_a_receipt_is_the_newest_entry_with_its_signature() -> None:
    ann = ledger_of("Ann")
    for _ in range(2):
        ledger = Ledger.objects.get(pk=ann.ledger_id)
        newest = ledger.entries.latest("i")
        assert receipt_of(ledger) == f"vroll1:{ledger.led}:{newest.i}:{newest.hash}:{newest.signature}"
        cast(ann, ask(ann))
