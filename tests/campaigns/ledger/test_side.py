"""The side file: what is written when, and that a ledger which lost entries throws no dice."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from django.db import transaction
from django.test import Client
from pytest_django import Settings

from campaigns.campaign.models import Campaign
from campaigns.ledger import side
from campaigns.ledger.checks import check_side_file
from campaigns.ledger.commands import heed
from campaigns.ledger.commands.chain import DiceClosed
from campaigns.ledger.models import Lane, Ledger
from campaigns.people.models import User
from campaigns.site.kept import write_over
from campaigns.site.refused import Refused
from rules.proof.write import receipt
from tests.ledgers import ask, cast, ledger_of
from tests.restoring import restored
from tests.side_by_side import at_once

LED, OTHER, HASH, ANOTHER = "1a" * 16, "2b" * 16, "3c" * 32, "4d" * 32


@pytest.fixture(autouse=True)
def file(tmp_path: Path, settings: Settings) -> Path:
    settings.LEDGER_SIDE_FILE = str(tmp_path / "kept" / "ledger.heads")
    return Path(settings.LEDGER_SIDE_FILE)


@pytest.mark.django_db(transaction=True)
def test_each_entry_is_written_down_before_its_commit_and_again_after_it(file: Path) -> None:
    lane = ledger_of("Ann")
    entry = cast(lane, ask(lane)).entry
    led, entries = lane.ledger.led, list(lane.ledger.entries.order_by("i"))
    assert [one.i for one in entries] == [0, 1, 2]
    expected = [f"{led} {one.i} {one.hash}{sign}" for one in entries for sign in (" ?", "")]
    assert file.read_text().splitlines() == expected
    assert side.lost(Ledger.objects.get(pk=lane.ledger_id)) is None
    assert entry.hash == Ledger.objects.get(pk=lane.ledger_id).head


@pytest.mark.django_db(transaction=True)
def test_a_post_that_is_taken_back_after_its_dice_were_derived_closes_nothing(file: Path) -> None:
    lane = ledger_of("Ann")
    sent = ask(lane, "blue socks")
    with pytest.raises(Refused, match="the move"), transaction.atomic():
        first = cast(lane, sent).rolls[0].card["faces"]
        raise Refused("the move that went with it is not possible")
    assert file.read_text().endswith(" ?\n")
    assert cast(lane, sent).rolls[0].card["faces"] == first
    assert [message.id for message in check_side_file(None, databases=["default"])] == []


@pytest.mark.django_db(transaction=True)
def test_a_side_file_that_cannot_be_written_or_read_closes_the_dice_before_anything_is_thrown(file: Path) -> None:
    lane = ledger_of("Ann")
    file.unlink()
    file.symlink_to(file.parent / "a disk that is not there" / "ledger.heads")
    with pytest.raises(DiceClosed, match="cannot write down its newest entry"):
        cast(lane, ask(lane))
    assert [message.id for message in check_side_file(None, databases=["default"])] == ["ledger.E005"]
    file.unlink()
    file.mkdir()
    with pytest.raises(DiceClosed, match="cannot look up its newest entries"):
        cast(lane, ask(lane))
    assert side.is_behind(lane.ledger) is None  # pages are read all the same
    assert Ledger.objects.get(pk=lane.ledger_id).length == 2
    file.rmdir()
    assert cast(lane, ask(lane)).entry.k == 0


@pytest.mark.django_db(transaction=True)
def test_a_restored_ledger_throws_no_dice_and_a_newer_backup_opens_them_again() -> None:
    lane = ledger_of("Ann")
    with restored(lane.ledger):
        entry = cast(lane, ask(lane, "blue")).entry
    ledger = Ledger.objects.get(pk=lane.ledger_id)
    assert (ledger.length, side.lost(ledger), side.is_behind(ledger)) == (2, side.Head(2, entry.hash), side.Head(2, entry.hash))
    with pytest.raises(DiceClosed, match="entry 2 of this table's ledger is missing"):
        cast(lane, ask(lane, "blue"))
    assert [message.id for message in check_side_file(None, databases=["default"])] == ["ledger.W006"]
    Ledger.objects.filter(pk=ledger.pk).update(length=3, head=entry.hash)
    assert side.is_behind(ledger) is None


@pytest.mark.django_db(transaction=True)
def test_a_ledger_that_went_another_way_is_told_from_one_that_grew(file: Path) -> None:
    lane = ledger_of("Ann")
    with restored(lane.ledger):
        entry = cast(lane, ask(lane, "blue")).entry
    text = file.read_text()
    file.unlink()  # nobody looks: the dice go on, and the file is put back afterwards
    for word in ("red", "green"):
        cast(lane, ask(lane, word))
    file.write_text(text)
    ledger = Ledger.objects.get(pk=lane.ledger_id)
    assert (ledger.length, side.missing(ledger)) == (4, side.Head(2, entry.hash))
    assert [message.id for message in check_side_file(None, databases=["default"])] == ["ledger.W006"]


@pytest.mark.django_db(transaction=True)
def test_a_start_writes_down_what_the_file_does_not_know_once(file: Path) -> None:
    lane = ledger_of("Ann")
    file.unlink()
    assert [message.id for message in check_side_file(None, databases=["default"])] == ["ledger.W007"]
    ledger = Ledger.objects.get(pk=lane.ledger_id)
    assert file.read_text() == f"{ledger.led} 1 {ledger.head}\n"
    before = file.read_text()
    entry = cast(lane, ask(lane)).entry
    file.write_text(before + f"{ledger.led} 2 {entry.hash} ?\n")  # it died just after the commit
    assert check_side_file(None, databases=["default"]) == []
    assert file.read_text().endswith(f"?\n{ledger.led} 2 {entry.hash}\n")


@pytest.mark.django_db
def test_without_a_side_file_the_start_says_so_and_dice_fall(settings: Settings) -> None:
    settings.LEDGER_SIDE_FILE = ""
    lane = ledger_of("Ann")
    assert cast(lane, ask(lane)).entry.i == 2
    assert [message.id for message in check_side_file(None, databases=["default"])] == ["ledger.W008"]


def test_lines_that_a_power_cut_tore_are_passed_over_and_the_ones_behind_them_heard(file: Path) -> None:
    side.confirm(LED, 7, HASH)
    with file.open("a") as torn:
        torn.write(f"{LED} 8 {HASH[:20]}")
    side.confirm(OTHER, 3, ANOTHER)
    side.announce(LED, 9, ANOTHER)
    assert (known(LED), known(OTHER)) == (side.Head(7, HASH), side.Head(3, ANOTHER))


def test_lines_out_of_order_keep_the_newest_and_a_recovery_starts_anew() -> None:
    side.confirm(LED, 7, HASH)
    side.confirm(LED, 6, ANOTHER)
    assert known(LED) == side.Head(7, HASH)
    side.go_on(LED, side.Head(4, ANOTHER), 7)
    assert (known(LED), side.gone_up_to(LED), side.gone_up_to(OTHER)) == (side.Head(4, ANOTHER), 7, -1)
    side.confirm(LED, 5, HASH)
    assert known(LED) == side.Head(5, HASH)


@pytest.mark.django_db
def test_a_long_file_is_shortened_and_tells_the_same(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(side, "LONGEST", 2000)
    for i in range(40):
        side.confirm(LED, i, HASH)
        side.confirm(OTHER, i, ANOTHER)
    side.go_on(LED, side.Head(12, ANOTHER), 39)
    side.believe(OTHER, side.Head(77, HASH))
    assert side.tidy() == 0
    lines = [f"{LED} 12 {ANOTHER} !39", f"{OTHER} 39 {ANOTHER}", f"{OTHER} 77 {HASH} x"]
    assert sorted(file.read_text().splitlines()) == lines
    side.confirm(LED, 13, HASH)
    side._readings.clear()
    assert (known(LED), known(OTHER), side.gone_up_to(LED)) == (side.Head(13, HASH), side.Head(39, ANOTHER), 39)


@pytest.mark.django_db
def test_no_line_is_lost_while_others_shorten_the_file(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(side, "LONGEST", 0)
    leds = [f"{n:032x}" for n in range(6)]

    def write(led: str) -> None:
        for i in range(24):
            side.announce(led, i, HASH)
            side.confirm(led, i, ANOTHER)
            if i % 3 == 0:
                side._shorten(file)

    with ThreadPoolExecutor(6) as pool:
        list(pool.map(write, leds))
    side._readings.clear()
    assert [known(led) for led in leds] == [side.Head(23, ANOTHER)] * 6


def test_a_line_meant_for_a_file_that_was_just_shortened_goes_into_the_new_one(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    fcntl = pytest.importorskip("fcntl")
    side.confirm(LED, 1, HASH)
    flock, replaced = fcntl.flock, []

    def first_another_process_shortens(descriptor: int, how: int) -> None:
        if not replaced:
            replaced.append(write_over(file, file.read_bytes()))
        flock(descriptor, how)

    monkeypatch.setattr(fcntl, "flock", first_another_process_shortens)
    side.confirm(LED, 2, ANOTHER)
    assert (len(file.read_text().splitlines()), known(LED)) == (2, side.Head(2, ANOTHER))


@pytest.mark.django_db(transaction=True)
def test_a_receipt_for_a_lost_entry_closes_the_dice_of_its_table_alone() -> None:
    lane, other = ledger_of("Ann"), ledger_of("Bert")
    with restored(lane.ledger):
        entry = cast(lane, ask(lane, "blue")).entry
    kept = receipt(lane.ledger.led, 2, entry.hash, entry.signature)
    side.path().unlink()  # type: ignore[union-attr]  # the whole machine was put back
    assert cast(other, ask(other)).entry.i == 2
    assert not heed(lane.ledger, receipt(*seen(lane.ledger.led, 1)))
    forged = f"{receipt(*seen(lane.ledger.led, 1))[:-8]}00000000"  # of an entry that stands here
    for bad in (kept[:-1], kept[:-8] + "00000000", forged, receipt(*seen(other.ledger.led, 1))):
        with pytest.raises(Refused):
            heed(lane.ledger, bad)
    assert side.is_behind(lane.ledger) is None
    assert heed(lane.ledger, kept)
    with pytest.raises(DiceClosed, match="entry 2"):
        cast(lane, ask(lane, "red"))
    assert cast(other, ask(other)).entry.i == 3


@pytest.mark.django_db(transaction=True)
def test_eight_who_throw_at_once_never_see_the_dice_closed() -> None:
    lanes = [ledger_of(f"Writer {n}") for n in range(8)]

    def write(lane: Lane) -> None:
        for n in range(6):
            cast(lane, ask(lane, f"{n}"))
            assert side.is_behind(lane.ledger) is None

    at_once(write, lanes)
    assert [side.missing(ledger) for ledger in Ledger.objects.all()] == [None] * 8


@pytest.mark.django_db(transaction=True)
def test_every_page_of_the_table_says_why_no_dice_fall_and_others_do_not(
    campaign: Campaign, private_campaign: Campaign, client: Client
) -> None:
    assert "The dice are closed" not in client.get(f"/c/{campaign.slug}/").content.decode()
    side.believe(campaign.ledger.led, side.Head(99, HASH))
    for page in ("", "rolls/", "cast/"):
        told = client.get(f"/c/{campaign.slug}/{page}").content.decode()
        assert told.count("The dice are closed: entry 99 of this table") == 1, page
    gm = User.objects.get(username="Ines")
    client.force_login(gm)
    assert "The dice are closed" not in client.get(f"/c/{private_campaign.slug}/").content.decode()


def known(led: str) -> side.Head | None:
    return side._known(led).newest


def seen(led: str, i: int) -> tuple[str, int, str, str]:
    entry = Ledger.objects.get(led=led).entries.get(i=i)
    return led, i, entry.hash, entry.signature
