"""The Universal Table as the campaign's own data: who changes it, what is kept of what was typed, who reads it (FR-A01)."""

from __future__ import annotations

from html import unescape
from threading import Event
from typing import Any

import pytest
from django.db import connection, transaction
from django.urls import reverse

from campaigns.campaign.commands import change_settings, change_table, found_campaign
from campaigns.campaign.models import Campaign, LogEntry, RulingChange
from campaigns.combat.models import Encounter
from campaigns.ledger.commands import chain
from campaigns.ledger.models import Pack
from campaigns.people.models import User
from campaigns.site.clock import now
from campaigns.site.refused import NotAllowed, Refused, Stale
from campaigns.thread.models import Thread
from rules.systems.faserip.system import Faserip
from rules.systems.faserip.table import read_table
from rules.tabled import Tabled
from tests.people import browser, seen_by
from tests.side_by_side import at_once

CLASSIC_CELLS = {
    f"{row.name}-{column}".lower().replace(" ", "-"): str(first)
    for row in Faserip().rows({})
    for column, first in zip(Faserip.columns, row.starts, strict=True)
}


def page_of(campaign: Campaign) -> str:
    return reverse("results", args=[campaign.slug])


def typed(act: str = "keep", seen: str = "", **cells: str) -> dict[str, str]:
    """The page's form, filled with the classic table but for those cells."""
    return CLASSIC_CELLS | {name.replace("_", "-"): text for name, text in cells.items()} | {"act": act, "seen": seen}


def sent(person: User | None, campaign: Campaign, **told: Any) -> tuple[int, str]:
    answer = browser(person).post(page_of(campaign), typed(**told))
    return answer.status_code, unescape(answer.content.decode())


def rv_of(campaign: Campaign) -> str:
    """The rules version under which the campaign's rolls are recorded by now."""
    assert isinstance(campaign.rules, Tabled)
    return campaign.rules.rv


def log(campaign: Campaign) -> list[str]:
    """What the log says of tables, oldest first."""
    return [entry.sentence for entry in LogEntry.objects.filter(campaign=campaign, sentence__contains="Universal").order_by("pk")]


def test_the_page_shows_all_17_ranks_as_they_are_played(faserip_campaign: Campaign, gm: User) -> None:
    html = browser(gm).get(page_of(faserip_campaign)).content.decode()
    assert html.count('type="number"') == 51 == len(CLASSIC_CELLS)
    for name, first in CLASSIC_CELLS.items():
        assert f'<input type="number" name="{name}" value="{first}"' in html
    assert html.count('class="differs') == 0
    assert page_of(faserip_campaign) in browser(gm).get(reverse("settings", args=[faserip_campaign.slug])).content.decode()


def test_a_gm_changes_ranks_and_the_log_names_each_from_what_to_what(faserip_campaign: Campaign, gm: User) -> None:
    assert sent(gm, faserip_campaign, good_green="41", good_yellow="71", class_5000_red="60")[0] == 302
    faserip_campaign.refresh_from_db()
    kept = Pack.objects.get()
    assert (kept.rv, kept.ledger) == (faserip_campaign.pack, faserip_campaign.ledger)
    assert read_table(kept.text).of("Good") == (41, 71, 98)
    system = faserip_campaign.rules
    assert isinstance(system, Faserip)
    assert (system.rv, system.table.of("Class 5000")) == (kept.rv, (2, 26, 60))
    assert log(faserip_campaign) == [
        "Ines changed the Universal Table at Good from “Green 46, Yellow 76, Red 98” to “Green 41, Yellow 71, Red 98”.",
        "Ines changed the Universal Table at Class 5000 from “Green 2, Yellow 26, Red 66” to “Green 2, Yellow 26, Red 60”.",
    ]
    told = RulingChange.objects.order_by("pk").values_list("rule", "label", "before", "after", "actor__username")
    assert list(told) == [
        ("FR-A01", "Universal Table, Good", "Green 46, Yellow 76, Red 98", "Green 41, Yellow 71, Red 98", "Ines"),
        ("FR-A01", "Universal Table, Class 5000", "Green 2, Yellow 26, Red 66", "Green 2, Yellow 26, Red 60", "Ines"),
    ]


def test_the_classic_table_comes_back_and_the_other_one_is_kept(faserip_campaign: Campaign, gm: User) -> None:
    sent(gm, faserip_campaign, good_green="41")
    faserip_campaign.refresh_from_db()
    own = faserip_campaign.pack
    assert "Back to the classic table" in browser(gm).get(page_of(faserip_campaign)).content.decode()
    assert sent(gm, faserip_campaign, act="usual", seen=own)[0] == 302
    faserip_campaign.refresh_from_db()
    assert (faserip_campaign.pack, rv_of(faserip_campaign)) == ("", "faserip/1")
    assert log(faserip_campaign)[-1].endswith("from “Green 41, Yellow 76, Red 98” to “Green 46, Yellow 76, Red 98”.")
    assert [pack.rv for pack in Pack.objects.all()] == [own]
    assert "Back to the classic table" not in browser(gm).get(page_of(faserip_campaign)).content.decode()
    sent(gm, faserip_campaign, good_green="41")
    assert Pack.objects.count() == 1


@pytest.mark.parametrize(
    ("cells", "why"),
    [
        ({"good_yellow": "40"}, "Good: Yellow begins at 40, below Green, which begins at 46."),
        ({"shift_x_red": "101"}, "Shift X: Red begins at a whole number from 1 to 100."),
        ({"poor_green": "0"}, "Poor: Green begins at a whole number from 1 to 100."),
        ({"poor_green": ""}, "Poor: Green begins at a whole number from 1 to 100."),
        ({"poor_green": "half"}, "Poor: Green begins at a whole number from 1 to 100."),
        ({"poor_green": "9" * 5000}, "Poor: Green begins at a whole number from 1 to 100."),
        ({"poor_green": "\0"}, "Poor: Green begins at a whole number from 1 to 100."),
    ],
)
def test_what_makes_no_table_is_named_with_its_rank_and_what_was_typed_stays(
    faserip_campaign: Campaign, gm: User, cells: dict[str, str], why: str
) -> None:
    status, html = sent(gm, faserip_campaign, amazing_green="23", **cells)
    assert (status, html.count(why)) == (422, 1)
    assert 'name="amazing-green" value="23"' in html
    ((name, text),) = cells.items()
    assert f'name="{name.replace("_", "-")}" value="{text}"' in html or text in ("", "\0")
    faserip_campaign.refresh_from_db()
    assert (faserip_campaign.pack, Pack.objects.count(), log(faserip_campaign)) == ("", 0, [])


def test_every_fault_is_told_at_once(faserip_campaign: Campaign, gm: User) -> None:
    _, html = sent(gm, faserip_campaign, good_yellow="40", poor_green="x")
    assert "2 things are not right yet" in html
    assert 'href="#id_poor-green"' in html and 'href="#id_good-green"' in html


def test_a_table_is_looked_at_before_it_is_kept(faserip_campaign: Campaign, gm: User) -> None:
    status, html = sent(gm, faserip_campaign, act="look", good_green="1")
    assert (status, html.count('class="differs')) == (200, 1)
    assert "The rules say: 46, 76, 98." in html and "Played by now: 46, 76, 98." in html
    assert '<rect class="Green" x="5%" width="70%" height="8"/>' in html
    faserip_campaign.refresh_from_db()
    assert (faserip_campaign.pack, Pack.objects.count()) == ("", 0)


def test_the_second_of_two_gms_is_told_and_nothing_that_he_typed_is_lost(
    faserip_campaign: Campaign, gm: User, player: User
) -> None:
    faserip_campaign.members.filter(person=player).update(role="gm")
    sent(gm, faserip_campaign, good_green="41")
    faserip_campaign.refresh_from_db()
    first = faserip_campaign.pack
    status, html = sent(player, faserip_campaign, good_green="30", poor_red="99")
    assert (status, "Somebody changed the Universal Table meanwhile." in html) == (409, True)
    assert 'name="good-green" value="30"' in html and 'name="poor-red" value="99"' in html
    assert html.count("Played by now: 41, 76, 98.") == 1 and f'name="seen" value="{first}"' in html
    faserip_campaign.refresh_from_db()
    assert faserip_campaign.pack == first
    assert sent(player, faserip_campaign, seen=first, good_green="30", poor_red="99")[0] == 302
    assert log(faserip_campaign)[-1] == (
        "Juniper changed the Universal Table at Good from “Green 41, Yellow 76, Red 98” to “Green 30, Yellow 76, Red 98”."
    )


def test_pressed_twice_it_is_one_change(faserip_campaign: Campaign, gm: User) -> None:
    assert [sent(gm, faserip_campaign, good_green="41")[0] for _ in range(2)] == [302, 302]
    assert (len(log(faserip_campaign)), Pack.objects.count()) == (1, 1)


def test_settings_that_are_kept_leave_the_table_alone(faserip_campaign: Campaign, gm: User) -> None:
    sent(gm, faserip_campaign, good_green="41")
    faserip_campaign.refresh_from_db()
    told = {"name": "The Harbour", "sentence": "", "visibility": "public"}
    change_settings(seen_by(gm, faserip_campaign), **told, options={"blue_max": "0"})
    own = faserip_campaign.pack
    faserip_campaign.refresh_from_db()
    assert (faserip_campaign.name, faserip_campaign.pack) == ("The Harbour", own)


def test_nobody_but_the_gms_sees_the_page_or_changes_the_table(
    faserip_campaign: Campaign, player: User, watcher: User, stranger: User
) -> None:
    for who, status in ((player, 403), (watcher, 403), (stranger, 403), (None, 302)):
        assert browser(who).get(page_of(faserip_campaign)).status_code == status
        assert [sent(who, faserip_campaign, act=act, good_green="41")[0] for act in ("keep", "look", "usual")] == [status] * 3
    with pytest.raises(NotAllowed):
        change_table(seen_by(player, faserip_campaign), starts={"Good": (41, 76, 98)}, seen="")
    assert Pack.objects.count() == 0


def test_rules_without_such_a_table_have_no_such_page(campaign: Campaign, gm: User) -> None:
    assert browser(gm).get(page_of(campaign)).status_code == 404
    assert browser(gm).post(page_of(campaign), typed()).status_code == 404
    for name in ("settings", "rulings"):
        assert "Universal Table" not in browser(gm).get(reverse(name, args=[campaign.slug])).content.decode()
    with pytest.raises(Refused, match="B-Grade has no table of results"):
        change_table(seen_by(gm, campaign), starts={}, seen="")


def test_a_table_that_was_seen_otherwise_is_not_overwritten(faserip_campaign: Campaign, gm: User) -> None:
    with pytest.raises(Stale):
        change_table(seen_by(gm, faserip_campaign), starts={"Good": (41, 76, 98)}, seen="pack-0/1")
    with pytest.raises(Refused, match="Good: Red begins at 3, below Yellow"):
        change_table(seen_by(gm, faserip_campaign), starts={"Good": (41, 76, 3)}, seen="")


def test_everybody_who_reads_the_rulings_reads_the_table_with_what_differs(
    faserip_campaign: Campaign, gm: User, player: User, stranger: User
) -> None:
    shown = reverse("rulings", args=[faserip_campaign.slug])
    before = browser(player).get(shown).content.decode()
    assert "It is that of the rules." in before and 'class="differs"' not in before
    sent(gm, faserip_campaign, good_green="41", typical_green="52")
    for who in (player, stranger, None):
        html = browser(who).get(shown).content.decode()
        assert html.count('<tbody class="differs">') == 2
        assert "<td><b>41</b><small>The rules say: 46</small></td><td>76</td><td>98</td>" in html


def test_two_campaigns_may_play_by_the_same_table(faserip_campaign: Campaign, gm: User) -> None:
    told = {"sentence": "", "visibility": "public", "system": "faserip"}
    other = found_campaign(gm, name="Second", **told)
    for table in (faserip_campaign, other):
        sent(gm, table, good_green="41")
        table.refresh_from_db()
    assert faserip_campaign.pack == other.pack != ""
    assert Pack.objects.filter(rv=other.pack).count() == 2


@pytest.mark.django_db(transaction=True)
def test_a_post_that_opens_a_fight_and_a_new_table_at_the_same_moment_do_not_wait_for_each_other(
    faserip_campaign: Campaign, harbour: Thread, gm: User
) -> None:
    thrown, kept = Event(), Event()

    def post() -> None:
        with transaction.atomic():
            chain.lock(faserip_campaign.ledger_id)
            Encounter.objects.create(campaign=faserip_campaign, stream=harbour.stream, since=now())
            thrown.set()
            assert connection.vendor == "sqlite" or kept.wait(30)  # SQLite has one writer at a time

    def change() -> None:
        assert thrown.wait(30)
        with transaction.atomic():
            change_table(seen_by(gm, faserip_campaign), starts={"Good": (41, 76, 98)}, seen="")
            kept.set()

    at_once(lambda act: act(), [post, change])
    faserip_campaign.refresh_from_db()
    assert (Pack.objects.get().rv, Encounter.objects.count()) == (faserip_campaign.pack, 1)
