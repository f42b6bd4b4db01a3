"""A new signing key: old receipts, envelopes and proofs stay good, and a stolen old key proves nothing new."""

from __future__ import annotations

import json
import os
import stat
from pathlib import Path

import pytest
from django.core.exceptions import ImproperlyConfigured
from django.core.management import CommandError, call_command
from pytest_django import Settings

from campaigns.campaign.models import Campaign
from campaigns.ledger import keys, side
from campaigns.ledger.access import Secrecy
from campaigns.ledger.checks import check_key_file
from campaigns.ledger.commands import close, heed, open_ledger, reveal, rotate, throw
from campaigns.ledger.export import export, keys_of, proof_of
from campaigns.ledger.models import Lane, Ledger
from campaigns.site.keys import hex16
from campaigns.site.refused import Refused
from rules.proof import write
from rules.proof.checker import check
from rules.proof.report import Report
from tests.ledgers import ask, cast, lane_in, ledger_of, wanted
from tests.restoring import restored

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture(autouse=True)
def file(tmp_path: Path, settings: Settings) -> Path:
    settings.LEDGER_KEY_FILE = tmp_path / "ledger.key"
    settings.LEDGER_SIDE_FILE = str(tmp_path / "ledger.heads")
    return Path(settings.LEDGER_KEY_FILE)


@pytest.fixture
def lane() -> Lane:
    ann = ledger_of("Ann")
    cast(ann, ask(ann, "one"))
    return Lane.objects.select_related("ledger").get(pk=ann.pk)


def verified(ledger: Ledger, *receipts: str) -> Report:
    """What the checker says with the first key pinned, as whoever saw the ledger's beginning has it."""
    return check([line.encode() for line in export(ledger, lambda entry: True)], receipts, key=keys_of(ledger)[0])


def receipt_of(ledger: Ledger, i: int) -> str:
    entry = ledger.entries.get(i=i)
    return write.receipt(ledger.led, i, entry.hash, entry.signature)


def test_old_receipts_and_proofs_stay_good_and_the_envelope_of_before_opens(lane: Lane, file: Path) -> None:
    old, kept, envelope = keys.public_key(), receipt_of(lane.ledger, 2), lane.envelope
    done = rotate()
    assert (done.moved, done.left, done.sealed) == (1, 0, 0)
    assert (keys.public_keys(), stat.S_IMODE(file.stat().st_mode)) == ([old, done.key], 0o600)
    ledger = Ledger.objects.get(pk=lane.ledger_id)
    entry = ledger.entries.get(i=3)
    assert (entry.t, json.loads(entry.body)["key"], ledger.key, keys_of(ledger)) == ("key", done.key, done.key, [old, done.key])
    first = cast(lane, ask(lane, "two"))
    assert Lane.objects.get(pk=lane.pk).salt[:2] == "1:"
    second = cast(lane, ask(lane, "three"))
    report = verified(ledger, kept, receipt_of(ledger, 3), receipt_of(ledger, 5))
    assert (report.refusal, report.casts, report.reseals, report.receipts) == (None, 3, 0, 3)
    assert json.loads(str(proof_of(first.rolls[0])["sealed"]))["e"]["next"] == envelope
    assert proof_of(second.rolls[0])["keys"] == [old, done.key]
    assert [message.id for message in check_key_file(None, databases=["default"])] == []


def test_a_roll_that_was_sealed_under_the_old_key_is_revealed_under_the_new_one(lane: Lane) -> None:
    thrown = {"post": None, "thread": None, "text": None, "secrecy": Secrecy("roller")}
    (roll,) = throw(lane, ask=ask(lane, "two"), wanted=wanted("!roll 3d6"), **thrown).rolls
    rotate(leaked=True)
    (later,) = throw(lane, ask=ask(lane, "three"), wanted=wanted("!roll 3d6"), **thrown).rolls
    for one in (roll, later):
        assert reveal(one, by=None)
    report = verified(lane.ledger)
    assert (report.refusal, report.sealed, report.casts) == (None, 0, 3)


def test_a_second_rotation_and_a_new_ledger_take_the_newest_key(lane: Lane) -> None:
    rotate()
    again = rotate()
    assert len(keys.public_keys()) == 3
    assert open_ledger(hex16()).key == again.key
    assert cast(lane, ask(lane, "two")).entry.i == 5
    assert verified(lane.ledger).is_good


def test_an_interrupted_rotation_goes_on_with_the_key_that_it_made(lane: Lane) -> None:
    other = ledger_of("Bert")
    new = keys.add()  # the power failed before any ledger had moved
    assert cast(lane, ask(lane, "two")).entry.signature == keys.sign(_head_of(lane, 3), lane.ledger.key)
    assert rotate().key == new
    assert {lane.ledger.entries.get(t="key").i, other.ledger.entries.get(t="key").i} == {4, 2}
    assert all(verified(one.ledger).is_good for one in (lane, other))


def _head_of(lane: Lane, i: int) -> bytes:
    return write.sign_message(lane.ledger.led, i, lane.ledger.entries.get(i=i).hash)


def test_a_closed_ledger_keeps_its_key_and_can_still_be_signed(lane: Lane) -> None:
    close(lane.ledger)
    assert rotate().moved == 0
    ledger = Ledger.objects.get(pk=lane.ledger_id)
    assert ledger.key == keys.public_keys()[0]
    assert verified(ledger).is_good
    assert [message.id for message in check_key_file(None, databases=["default"])] == []


def test_a_leaked_file_seals_every_envelope_anew_by_the_new_key(lane: Lane) -> None:
    lane_in(lane.ledger, "Bert")
    done = rotate(leaked=True)
    assert done.sealed == 2
    assert [one.salt[:2] for one in lane.ledger.lanes.all()] == ["1:", "1:"]
    assert cast(lane, ask(lane, "two")).entry.i == 7
    report = verified(lane.ledger)
    assert (report.refusal, report.restores) == (None, 1)


def test_a_backup_from_before_the_rotation_is_read_by_the_same_file(lane: Lane) -> None:
    with restored(lane.ledger):
        rotate()
        cast(lane, ask(lane, "two"))
    assert [message.id for message in check_key_file(None, databases=["default"])] == []
    assert rotate().left == 1
    call_command("ledger_recover")
    assert cast(lane, ask(lane, "two")).entry.i == 4
    assert verified(lane.ledger).is_good


def test_a_stolen_old_key_closes_no_dice(lane: Lane) -> None:
    old = keys.public_key()
    rotate()
    head = side.Head(9, "ab" * 32)
    message = write.sign_message(lane.ledger.led, head.i, head.hash)
    with pytest.raises(Refused, match="did not sign"):
        heed(lane.ledger, write.receipt(lane.ledger.led, head.i, head.hash, keys.sign(message, old)))
    assert side.is_behind(lane.ledger) is None
    assert heed(lane.ledger, write.receipt(lane.ledger.led, head.i, head.hash, keys.sign(message)))
    assert side.is_behind(lane.ledger) == head


def test_an_older_copy_of_the_key_file_is_named(lane: Lane, file: Path) -> None:
    old = file.read_bytes()
    rotate()
    cast(lane, ask(lane, "two"))
    file.write_bytes(old)
    assert [message.id for message in check_key_file(None, databases=["default"])] == ["ledger.E002"]
    fresh = Lane.objects.get(pk=lane.pk)
    with pytest.raises(ImproperlyConfigured, match="is an older one"):
        keys.secret_of(lane.ledger.led, fresh.pid, fresh.k, fresh.salt)


def test_the_file_holds_sixteen_keys_and_says_so(lane: Lane, file: Path) -> None:
    for _ in range(15):
        keys.add()
    before = file.read_bytes()
    with pytest.raises(ImproperlyConfigured, match="16 keys already"):
        keys.add()
    assert (file.read_bytes(), keys.fresh_salt()[:2], len(keys.fresh_salt())) == (before, "f:", 32)
    assert rotate().moved == 1


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() != 0, reason="only root gives files away")
def test_a_key_that_root_adds_stays_the_sites_file(lane: Lane, file: Path) -> None:
    os.chown(file, 12345, 12346)
    rotate()
    told = file.stat()
    assert (told.st_uid, told.st_gid, stat.S_IMODE(told.st_mode)) == (12345, 12346, 0o600)


def test_the_command_tells_to_copy_the_file(campaign: Campaign, capsys: pytest.CaptureFixture[str], file: Path) -> None:
    call_command("ledger_rotate_key")
    told = capsys.readouterr().out
    assert f"1 ledgers sign with the key {keys.public_key()} now" in told
    assert f"Copy {file} to where its backup lies, now" in told
    call_command("ledger_verify")
    assert f"{campaign.slug}: good" in capsys.readouterr().out
    side.believe(campaign.ledger.led, side.Head(99, "ab" * 32))
    with pytest.raises(CommandError, match="1 ledgers lack entries; run ledger_recover"):
        call_command("ledger_rotate_key")
