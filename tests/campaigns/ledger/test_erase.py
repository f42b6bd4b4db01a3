"""A person's words leave the ledgers; chain, receipts and everybody else's words stay."""

from __future__ import annotations

import pytest
from django.core.management import CommandError, call_command

from campaigns.character.models import Character
from campaigns.ledger.access import Secrecy
from campaigns.ledger.card import draw
from campaigns.ledger.commands import Wanted, choose, erase, reveal, throw, void
from campaigns.ledger.models import Lane, Ledger, Opening, Roll, Sealed
from campaigns.people.models import User
from campaigns.site.keys import hex16
from campaigns.thread.models import Thread
from rules.proof.checker import check
from rules.proof.write import receipt
from tests.duel import DUEL
from tests.ledgers import ask, cast, checked, lane_in, ledger_of, lines_of, wanted
from tests.tables import reply

pytestmark = pytest.mark.django_db


def test_every_opening_of_the_person_goes_and_the_chain_and_old_receipts_verify() -> None:
    ann = ledger_of("Ann")
    bert = lane_in(ann.ledger, "Bert")
    for lane in (ann, bert):
        cast(lane, ask(lane, "one"), "!roll 3d6 # the letter to my sister", "!roll 1d20")
    ledger = Ledger.objects.get(pk=ann.ledger_id)
    before, entry = checked(ledger), ledger.entries.get(i=3)
    kept = receipt(ledger.led, 3, entry.hash, entry.signature)
    done = erase(ann.person)
    assert (done.texts, done.cards, done.left) == (3, 2, 0)
    assert set(Opening.objects.values_list("entry__pid", flat=True)) == {bert.pid}
    report = check(lines_of(ledger), [kept], key=ledger.key)
    assert (report.refusal, report.head, report.redacted - before.redacted) == (None, before.head, 3)
    assert b"my sister" not in b"".join(line for line in lines_of(ledger) if ann.pid.encode() in line)
    assert erase(ann.person).texts == 0
    assert cast(ann, ask(ann, "two")).entry.i == 5


def test_what_was_typed_leaves_the_card_and_the_names_when_asked(scene: Thread, mabel: Character, other_player: User) -> None:
    roll = Roll.objects.get(post=reply(other_player, scene, "!pool Coordination+Climb # for Ann", mabel).uid)
    assert ("torn arm" in roll.html, "Mabel Crane" in roll.html) == (True, True)  # the first stands on the sheet
    faces, expr = roll.card["faces"], roll.expr
    erase(other_player)
    roll.refresh_from_db()
    assert ("torn arm" in roll.html, "torn arm" in str(roll.card), "Mabel Crane" in roll.html) == (False, False, True)
    assert (roll.card["faces"], roll.expr) == (faces, expr)
    erase(other_player, names=True)
    roll.refresh_from_db()
    assert ("Mabel" in roll.html, "Mabel" in str(roll.card), roll.name) == (False, False, "")
    assert checked(scene.campaign.ledger).is_good


@pytest.mark.usefixtures("duel")
def test_the_cards_of_others_forget_the_names_too() -> None:
    ann = ledger_of("Ann")
    bert = lane_in(ann.ledger, "Bert", "gm")
    char = hex16()
    first = Wanted(DUEL.parse("3d10 waits"), "", char=char, name="Annabel", target="Bertram")
    (rival,) = throw(ann, ask=ask(ann), wanted=[first], post=None, thread=None, text=None).rolls
    back = Wanted(DUEL.parse("3d10 against 3.0 7"), "", name="Bertram", answers=rival)
    (answer,) = throw(bert, ask=ask(bert), wanted=[back], post=None, thread=None, text=None).rolls
    aimed = Wanted(DUEL.parse("2d10"), "", name="Bertram", target="Annabel", target_char=char)
    (shot,) = throw(bert, ask=ask(bert), wanted=[aimed], post=None, thread=None, text=None).rolls
    assert "Annabel" in Roll.objects.get(pk=answer.pk).html
    assert erase(ann.person, names=True).cards == 3
    for roll in Roll.objects.filter(pk__in=[rival.pk, answer.pk, shot.pk]).select_related("entry"):
        assert "Annabel" not in roll.html + str(roll.card) + roll.target, roll.expr
        assert "Bertram" in roll.html
        assert draw(roll) == roll.html
    assert Roll.objects.get(pk=answer.pk).answers_id == rival.pk
    assert checked(ann.ledger).is_good


@pytest.mark.usefixtures("duel")
def test_a_gm_whose_account_is_closed_is_a_former_member_on_dice_that_he_set() -> None:
    ann = ledger_of("Ann")
    bert = lane_in(ann.ledger, "Bert", "gm")
    opened = [Wanted(DUEL.parse("3d10+1 open"), "")]
    (roll,) = throw(ann, ask=ask(ann), wanted=opened, post=None, thread=None, text=None).rolls
    choose(roll, by=bert, values=[7], rid=hex16())
    assert "set to 7 by Bert, the GM" in Roll.objects.get(pk=roll.pk).html
    User.objects.filter(pk=bert.person_id).update(is_active=False)
    erase(bert.person)
    html = Roll.objects.get(pk=roll.pk).html
    assert ("by a former member, the GM" in html, "Bert" in html) == (True, False)


def test_the_reason_of_a_void_goes_from_the_card_and_from_a_sealed_one() -> None:
    ann = ledger_of("Ann")
    bert = lane_in(ann.ledger, "Bert", "gm")
    (open_roll,) = cast(ann, ask(ann, "one")).rolls
    unseen = {"post": None, "thread": None, "text": None, "secrecy": Secrecy("roller")}
    (sealed,) = throw(ann, ask=ask(ann, "two"), wanted=wanted("!roll 1d20 # my sister"), **unseen).rolls
    for roll in (open_roll, sealed):
        void(roll, by=bert, why="Ann was ill that day")
        assert "Ann was ill" in Roll.objects.get(pk=roll.pk).html
    assert (erase(bert.person).texts, erase(bert.person).texts) == (2, 0)
    for roll in Roll.objects.all():
        assert ("ill that day" in roll.html, "the reason is no longer kept" in roll.html) == (False, True)
    assert "ill that day" not in Sealed.objects.get().html
    erase(ann.person)
    assert not Opening.objects.exists()
    reveal(sealed, by=bert)
    report = checked(ann.ledger)
    assert (report.refusal, report.voided, report.sealed) == (None, 2, 0)


def test_the_command_says_what_it_did_and_that_files_are_out_of_reach(capsys: pytest.CaptureFixture[str]) -> None:
    ann = ledger_of("Ann")
    cast(ann, ask(ann, "one"))
    call_command("ledger_erase", person="ann")
    told = capsys.readouterr().out
    assert "2 sealed texts deleted, 1 cards drawn anew" in told
    assert "nobody can call them back" in told
    with pytest.raises(CommandError, match="Nobody here is called Zoe"):
        call_command("ledger_erase", person="Zoe")
    assert Lane.objects.get(pk=ann.pk).k == 1
