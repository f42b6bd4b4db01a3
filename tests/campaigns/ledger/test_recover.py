"""After a restored backup: what `ledger_recover` appends, and that chain, dice and people go on from there."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command
from django.db import transaction
from django.db.models import QuerySet
from django.test import Client
from pytest_django import Settings

from campaigns.campaign.models import Campaign, LogEntry
from campaigns.ledger import keys, side
from campaigns.ledger.commands import ask_witness, chain, heed, recover
from campaigns.ledger.commands.chain import DiceClosed
from campaigns.ledger.models import Entry, Lane, Ledger
from campaigns.site.refused import Refused, Stale
from rules.proof import write
from rules.proof.checker import check
from tests.ledgers import POST, THREAD, ask, cast, checked, lane_in, ledger_of, lines_of, wanted
from tests.restoring import restored, unguarded

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture(autouse=True)
def _file(tmp_path: Path, settings: Settings) -> None:
    settings.LEDGER_SIDE_FILE = str(tmp_path / "ledger.heads")


@pytest.fixture
def lane() -> Lane:
    """Ann's, in a ledger where she and Bert have thrown, and two throws of each are lost since."""
    ann = ledger_of("Ann")
    bert = lane_in(ann.ledger, "Bert", "gm")
    cast(ann, ask(ann, "one"))
    with restored(ann.ledger):
        for word in ("two", "three"):
            cast(ann, ask(ann, word))
            cast(bert, ask(bert, word))
    return Lane.objects.select_related("ledger").get(pk=ann.pk)


def bind_of(lane: Lane, who: Lane) -> None:
    """A roll of the lane that waits for `who`."""
    ask_witness(lane, ask=ask(lane, "held"), wanted=wanted("!roll 2d6"), who=who, post=POST, thread=THREAD, text=None)


def test_every_envelope_is_sealed_anew_and_the_dice_fall_again(lane: Lane) -> None:
    before = {one.pid: one for one in lane.ledger.lanes.all()}
    page = ask(lane, "two")
    with pytest.raises(DiceClosed):
        cast(lane, page)
    done = recover(lane.ledger)
    assert done is not None
    assert (done.after, done.gone, done.voided, done.sealed) == (3, 7, 0, 2)
    after = list(lane.ledger.lanes.order_by("pk"))
    assert [one.k for one in after] == [1, 0]
    assert all(one.envelope != before[one.pid].envelope and one.salt != before[one.pid].salt for one in after)
    assert [one.sealed_in for one in after] == [4, 5]
    with pytest.raises(Stale, match="sealed after your page was made"):
        cast(lane, page)
    assert cast(lane, ask(lane, "two")).entry.i == 6
    report = checked(lane.ledger)
    assert (report.refusal, report.restores, report.reseals) == (None, 1, 2)
    assert recover(lane.ledger) is None


def test_receipts_of_lost_rolls_are_told_and_close_nothing_again(lane: Lane) -> None:
    lost = side.lost(lane.ledger)
    assert lost is not None

    def signed(i: int) -> tuple[str, str]:
        hash = lost.hash if i == lost.i else "ab" * 32
        return hash, keys.sign(write.sign_message(lane.ledger.led, i, hash))

    recover(lane.ledger)
    for i in (7, 6):  # one beyond the present head, one that another entry stands for now
        hash, signature = signed(i)
        with pytest.raises(Stale, match="lost when a backup was put back"):
            cast(lane, ask(lane, f"{i}", seen=f"{i}:{hash}:{signature}"))
        assert heed(lane.ledger, write.receipt(lane.ledger.led, i, hash, signature))
    assert cast(lane, ask(lane, "four")).entry.i == 6
    hash, signature = signed(30)  # the backup was older than the side file knew
    assert heed(lane.ledger, write.receipt(lane.ledger.led, 30, hash, signature))
    with pytest.raises(DiceClosed, match="entry 30"):
        cast(lane, ask(lane, "five"))
    again = recover(lane.ledger)
    assert again is not None
    assert (again.gone, checked(lane.ledger).restores) == (30, 2)
    assert cast(lane, ask(lane, "five")).entry.i == 9


def test_a_roll_that_waits_for_a_witness_is_taken_back_in_a_gms_name_who_was_asked() -> None:
    ann = ledger_of("Ann")
    bert, carl = lane_in(ann.ledger, "Bert", "gm"), lane_in(ann.ledger, "Carl")
    bind_of(ann, carl)
    with restored(ann.ledger):
        cast(carl, ask(carl, "one"))
    for gm, said in ((None, "a roll waits for its witness"), (carl.person, "Carl is no GM")):
        with pytest.raises(Refused, match=said):
            recover(ann.ledger, gm=gm)
        assert Ledger.objects.get(pk=ann.ledger_id).length == 5
    done = recover(ann.ledger, gm=bert.person)
    assert done is not None
    assert (done.voided, done.sealed) == (1, 3)
    void = ann.ledger.entries.get(t="void")
    assert json.loads(void.body)["by"] == bert.pid
    assert void.openings.get().value == "Every envelope of this table was sealed anew. Ask for this roll anew."
    assert cast(ann, ask(ann, "two")).entry.k == 0
    report = checked(ann.ledger)
    assert (report.refusal, report.voided_binds, report.open_binds, report.restores) == (None, 1, 0, 1)


def test_a_closed_ledger_gets_no_new_seals() -> None:
    ann = ledger_of("Ann")
    with transaction.atomic():
        ledger = chain.lock(ann.ledger_id)
        chain.append(ledger, write.close(chain.link(ledger)))
    side.believe(ann.ledger.led, side.Head(9, "ab" * 32))
    done = recover(ann.ledger)
    assert done is not None
    assert (done.sealed, side.is_behind(ann.ledger), checked(ann.ledger).entries) == (0, None, 3)


def test_the_command_recovers_each_table_tells_its_log_and_names_what_it_cannot_do(
    campaign: Campaign, private_campaign: Campaign, capsys: pytest.CaptureFixture[str], client: Client
) -> None:
    call_command("ledger_recover")
    assert "No ledger lacks an entry" in capsys.readouterr().out
    for table in (campaign, private_campaign):
        side.believe(table.ledger.led, side.Head(99, "ab" * 32))
    call_command("ledger_recover", ledger=private_campaign.ledger.led)
    assert side.is_behind(campaign.ledger) is not None
    call_command("ledger_recover")
    told = capsys.readouterr().out
    assert told.count("sealed anew") == 2
    for table, after in ((campaign, 3), (private_campaign, 2)):
        assert side.is_behind(table.ledger) is None
        assert checked(table.ledger).restores == 1
        line = LogEntry.objects.filter(campaign=table).latest("pk")
        assert f"after entry {after} of the ledger are lost, up to entry 99" in line.sentence
    page = client.get(f"/c/{campaign.slug}/rolls/").content.decode()
    assert ("up to number 99, are not all here" in page, "The dice are closed" in page) == (True, False)
    for words in ({"ledger": "00" * 16}, {"gm": "Nobody"}):
        with pytest.raises(CommandError):
            call_command("ledger_recover", **words)


def test_ledger_verify_names_the_broken_ledger_and_the_one_that_lost_entries(
    campaign: Campaign, private_campaign: Campaign, lane: Lane, capsys: pytest.CaptureFixture[str]
) -> None:
    call_command("ledger_verify", campaign.slug, private_campaign.slug)
    assert "2 ledgers checked" in capsys.readouterr().out
    with pytest.raises(CommandError, match="1 of 3 ledgers is broken"):
        call_command("ledger_verify")
    told = capsys.readouterr()
    assert f"ledger {lane.ledger.led} (practice): BROKEN. The side file knows an entry 7 that it lacks" in told.err
    assert told.out.count(": good, ") == 2
    recover(lane.ledger)
    Ledger.objects.filter(pk=campaign.ledger_id).update(head="ab" * 32)
    with pytest.raises(CommandError, match="broken"):
        call_command("ledger_verify")
    assert f"{campaign.slug}: BROKEN. Its row tells of 4 entries" in capsys.readouterr().err
    told = private_campaign.ledger.entries.get(i=2)
    with unguarded():
        QuerySet(Entry).filter(pk=told.pk).update(body=told.body.replace('"player"', '"gm"'))
    with pytest.raises(CommandError, match="2 of 3 ledgers are broken"):
        call_command("ledger_verify")
    assert f"{private_campaign.slug}: BROKEN. E_HASH at line 3, entry 2" in capsys.readouterr().err
    with pytest.raises(CommandError, match="There is no campaign nowhere"):
        call_command("ledger_verify", "nowhere")


def test_what_the_restored_chain_exports_is_good_without_any_opening(lane: Lane) -> None:
    recover(lane.ledger)
    assert check(lines_of(lane.ledger, opened=False), key=lane.ledger.key).is_good
