from __future__ import annotations

import json

import pytest
from django.db import Error, connection, transaction

from campaigns.ledger.commands import change_role, join, open_ledger, practice_ledger
from campaigns.ledger.models import Entry
from campaigns.people.models import User
from campaigns.site.append_only import WrittenOnce
from campaigns.site.keys import hex16
from campaigns.site.refused import NotAllowed, Refused
from tests.ledgers import ask, cast, checked, lane_in, ledger_of, lines_of

pytestmark = pytest.mark.django_db


def test_a_new_ledger_begins_with_its_campaign_and_the_sites_key() -> None:
    ledger = open_ledger("cd" * 16)
    (entry,) = [json.loads(line)["e"] for line in lines_of(ledger)]
    assert (entry["t"], entry["camp"], entry["after"], entry["key"]) == ("genesis", "cd" * 16, None, ledger.key)
    assert checked(ledger).refusal is None


def test_whoever_joins_has_the_first_envelope_sealed_in_that_entry() -> None:
    lane = ledger_of("Ann")
    entry = json.loads(lines_of(lane.ledger)[1])["e"]
    assert (entry["t"], entry["pid"], entry["role"], entry["next"]) == ("join", lane.pid, "player", lane.envelope)
    assert (lane.k, lane.sealed_in) == (0, 1)


def test_a_person_joins_a_ledger_once() -> None:
    lane = ledger_of("Ann")
    with pytest.raises(Refused, match="keeps the lane"):
        join(lane.ledger, lane.person, role="player")
    assert len(lines_of(lane.ledger)) == 2


def test_roles_change_by_a_gm_or_the_site_and_stand_in_the_chain() -> None:
    ledger = open_ledger(hex16())
    gm, player = lane_in(ledger, "Ines", "gm"), lane_in(ledger, "Ann")
    change_role(player, role="gm", by=gm)
    change_role(gm, role="player", by=None)
    entries = [json.loads(line)["e"] for line in lines_of(ledger)[3:]]
    assert [(one["pid"], one["role"], one["by"]) for one in entries] == [
        (player.pid, "gm", gm.pid),
        (gm.pid, "player", None),
    ]
    assert checked(ledger).refusal is None


def test_a_player_gives_no_role_and_nobody_is_given_the_one_he_has() -> None:
    ledger = open_ledger(hex16())
    ann, bert = lane_in(ledger, "Ann"), lane_in(ledger, "Bert")
    with pytest.raises(NotAllowed):
        change_role(bert, role="gm", by=ann)
    with pytest.raises(Refused, match="already"):
        change_role(bert, role="player", by=None)
    assert len(lines_of(ledger)) == 3


def test_who_has_left_throws_nothing_and_comes_back_to_the_same_lane() -> None:
    lane = ledger_of("Ann")
    change_role(lane, role="out", by=None)
    with pytest.raises(NotAllowed, match="left"):
        cast(lane, ask(lane))
    back = change_role(lane, role="player", by=None)
    assert cast(back, ask(back)).entry.k == 0
    assert checked(lane.ledger).refusal is None


def test_practice_rolls_are_a_ledger_of_their_own_made_once() -> None:
    person = User.objects.create_user(username="Ann", email="ann@example.org")
    lane = practice_ledger(person)
    assert practice_ledger(person) == lane
    cast(lane, ask(lane), text=None)
    assert checked(lane.ledger).casts == 1


def test_the_code_refuses_to_change_or_delete_an_entry() -> None:
    entry = Entry.objects.get(ledger=ledger_of("Ann").ledger, i=1)
    for act in (entry.save, entry.delete, Entry.objects.all().delete, lambda: Entry.objects.update(body="")):
        with pytest.raises(WrittenOnce):
            act()


@pytest.mark.parametrize("sql", ["UPDATE ledger_entry SET body = ''", "DELETE FROM ledger_entry"])
def test_the_database_refuses_to_change_or_delete_an_entry(sql: str) -> None:
    lane = ledger_of("Ann")
    with pytest.raises(Error, match="written once"), transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(sql)
    assert checked(lane.ledger).entries == 2
