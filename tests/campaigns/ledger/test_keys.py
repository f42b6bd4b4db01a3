from __future__ import annotations

import os
import stat
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from django.core.exceptions import ImproperlyConfigured
from pytest_django import Settings

from campaigns.ledger import keys
from campaigns.ledger.checks import check_clock, check_key_file
from campaigns.ledger.commands.chain import DiceClosed
from campaigns.ledger.models import Ledger
from tests.ledgers import ask, cast, ledger_of


@pytest.fixture
def file(tmp_path: Path, settings: Settings) -> Path:
    settings.LEDGER_KEY_FILE = tmp_path / "keys" / "ledger.key"
    return Path(settings.LEDGER_KEY_FILE)


def test_the_key_file_is_its_owners_alone_and_never_written_over(file: Path) -> None:
    keys.make()
    first = file.read_bytes()
    keys.make()
    assert (file.read_bytes(), stat.S_IMODE(file.stat().st_mode)) == (first, 0o600)
    assert os.listdir(file.parent) == ["ledger.key"]


def test_processes_that_start_at_once_agree_on_one_key(file: Path) -> None:
    def start(_: int) -> str:
        keys.make()
        return file.read_text()

    with ThreadPoolExecutor(12) as pool:
        assert len(set(pool.map(start, range(36)))) == 1
    assert os.listdir(file.parent) == ["ledger.key"]


def test_secrets_and_signatures_come_of_different_keys(file: Path) -> None:
    keys.make()
    content = bytes.fromhex(file.read_text().strip().rsplit(":", 1)[1])
    (key,) = keys._keys()
    assert len({content, key.master, key.signing.private_bytes_raw()}) == 3


def test_each_part_of_an_envelopes_address_changes_its_secret(file: Path) -> None:
    keys.make()
    led, pid, other, salt = "11" * 16, "22" * 16, "33" * 16, "44" * 16
    addresses = [(led, pid, 0, salt), (other, pid, 0, salt), (led, other, 0, salt), (led, pid, 1, salt), (led, pid, 0, other)]
    assert len({keys.secret_of(*address) for address in addresses}) == 5


def test_a_missing_or_strange_key_file_is_named(file: Path) -> None:
    with pytest.raises(ImproperlyConfigured, match="is missing. Put the file back"):
        keys.public_key()
    file.parent.mkdir()
    file.write_text("hunter2")
    with pytest.raises(ImproperlyConfigured, match="is no key file"):
        keys.public_key()


def _faults() -> list[str | None]:
    found = check_key_file(None, databases=["default"]) + check_clock(None, databases=["default"])
    return [message.id for message in found]


@pytest.mark.django_db
def test_the_site_starts_with_its_own_key_and_refuses_another_or_none(file: Path, tmp_path: Path, settings: Settings) -> None:
    lane = ledger_of("Ann")
    assert _faults() == []
    settings.LEDGER_KEY_FILE = tmp_path / "elsewhere.key"
    assert _faults() == ["ledger.E001"]
    with pytest.raises(DiceClosed, match="key file is missing"):
        cast(lane, ask(lane))
    keys.make()
    assert _faults() == ["ledger.E002"]
    with pytest.raises(DiceClosed, match="not the one that began"):
        cast(lane, ask(lane))
    settings.LEDGER_KEY_FILE = file
    assert cast(lane, ask(lane)).entry.k == 0


@pytest.mark.django_db
def test_a_second_ledger_never_makes_a_new_key(file: Path) -> None:
    ledger_of("Ann")
    file.unlink()
    with pytest.raises(ImproperlyConfigured, match="Put the file back"):
        ledger_of("Bert")


@pytest.mark.django_db
@pytest.mark.skipif(os.name != "posix", reason="modes are POSIX")
def test_a_key_that_others_may_read_stops_the_start(file: Path) -> None:
    ledger_of("Ann")
    file.chmod(0o640)
    assert _faults() == ["ledger.E003"]


@pytest.mark.django_db
def test_a_ledger_from_the_future_stops_the_start(file: Path) -> None:
    ledger = ledger_of("Ann").ledger
    Ledger.objects.filter(pk=ledger.pk).update(stamp=ledger.stamp + 20 * 60 * 1000)
    assert _faults() == ["ledger.E004"]
