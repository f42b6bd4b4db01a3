"""Founding, joining, leaving and roles, in rows and in the ledger."""

from __future__ import annotations

import json

import pytest

from campaigns.campaign.access import seat
from campaigns.campaign.commands import (
    change_settings,
    found_campaign,
    invite,
    join_campaign,
    leave,
    revoke,
    set_role,
)
from campaigns.campaign.models import Campaign, Invitation, LogEntry, Member
from campaigns.ledger.models import Entry
from campaigns.people.models import User
from campaigns.site.refused import NotAllowed, Refused
from tests.people import seen_by, sit_down


def chain(campaign: Campaign) -> list[tuple[str, str]]:
    """(type, role) of each entry of the campaign's ledger."""
    bodies = [
        json.loads(body) for body in Entry.objects.filter(ledger=campaign.ledger).order_by("i").values_list("body", flat=True)
    ]
    return [(body["t"], body.get("role", "")) for body in bodies]


def seat_of(person: User, campaign: Campaign) -> Member:
    return Member.objects.get(person=person, campaign=campaign)


def log_of(campaign: Campaign) -> list[str]:
    return list(LogEntry.objects.filter(campaign=campaign).order_by("pk").values_list("sentence", flat=True))


def test_who_founds_a_campaign_is_its_gm_in_rows_and_ledger(gm: User) -> None:
    campaign = found_campaign(gm, name="  Salt  Letters ", system="faserip", sentence="Post by sea.", visibility="private")
    assert (campaign.name, campaign.system, campaign.system_version) == ("Salt Letters", "faserip", 1)
    assert campaign.slug.startswith("salt-letters-") and len(campaign.slug) == len("salt-letters-") + 4
    assert seat_of(gm, campaign).role == "owner"
    assert campaign.ledger.camp == campaign.cid
    assert chain(campaign) == [("genesis", ""), ("join", "gm")]
    assert log_of(campaign) == ["Ines founded this table."]


def test_a_campaign_without_a_name_or_with_unknown_rules_is_refused_and_leaves_nothing(gm: User) -> None:
    with pytest.raises(Refused, match="needs a name"):
        found_campaign(gm, name="  ", system="bgrade", sentence="", visibility="public")
    with pytest.raises(Refused, match="rule systems"):
        found_campaign(gm, name="Salt", system="nothing", sentence="", visibility="public")
    with pytest.raises(Refused, match="public, unlisted or private"):
        found_campaign(gm, name="Salt", system="bgrade", sentence="", visibility="open")
    assert Campaign.objects.count() == 0


def test_a_name_of_signs_still_gives_an_address(gm: User) -> None:
    assert found_campaign(gm, name="!!!", system="dice", sentence="", visibility="public").slug.startswith("table-")


def test_a_player_joins_the_ledger_and_a_watcher_does_not(campaign: Campaign, player: User, watcher: User) -> None:
    assert chain(campaign) == [("genesis", ""), ("join", "gm"), ("join", "player"), ("join", "player")]
    assert seat_of(player, campaign).lane is not None
    assert seat_of(watcher, campaign).lane is None


def test_a_watcher_made_a_player_joins_the_ledger_then(campaign: Campaign, gm: User, watcher: User) -> None:
    set_role(seen_by(gm, campaign), seat_of(watcher, campaign), role="player")
    assert chain(campaign)[-1] == ("join", "player")
    assert seen_by(watcher, campaign).may_write
    assert log_of(campaign)[-1] == "Ines made Reed a player."


def test_a_player_made_a_watcher_is_out_of_the_ledger_and_comes_back_by_a_role(campaign: Campaign, gm: User, player: User) -> None:
    lane = seat_of(player, campaign).lane
    set_role(seen_by(gm, campaign), seat_of(player, campaign), role="watcher")
    assert (chain(campaign)[-1], seen_by(player, campaign).may_write) == (("role", "out"), False)
    set_role(seen_by(gm, campaign), seat_of(player, campaign), role="player")
    assert (chain(campaign)[-1], seen_by(player, campaign).may_write) == (("role", "player"), True)
    assert seat_of(player, campaign).lane == lane


def test_the_founder_makes_and_unmakes_a_co_gm(campaign: Campaign, gm: User, player: User) -> None:
    set_role(seen_by(gm, campaign), seat_of(player, campaign), role="gm")
    assert (chain(campaign)[-1], seen_by(player, campaign).is_gm) == (("role", "gm"), True)
    set_role(seen_by(gm, campaign), seat_of(player, campaign), role="player")
    assert (chain(campaign)[-1], seen_by(player, campaign).is_gm) == (("role", "player"), False)


def test_a_co_gm_makes_no_gm_and_touches_neither_founder_nor_co_gm(
    campaign: Campaign, gm: User, player: User, other_player: User, watcher: User
) -> None:
    for person in (player, other_player):
        set_role(seen_by(gm, campaign), seat_of(person, campaign), role="gm")
    helper = seen_by(player, campaign)
    for person, role in ((gm, "player"), (other_player, "player"), (watcher, "gm"), (player, "watcher")):
        with pytest.raises(NotAllowed):
            set_role(helper, seat_of(person, campaign), role=role)
    set_role(helper, seat_of(watcher, campaign), role="player")
    assert seat_of(watcher, campaign).role == "player"


def test_nobody_else_changes_roles_and_the_founder_keeps_his(campaign: Campaign, gm: User, player: User, watcher: User) -> None:
    with pytest.raises(NotAllowed):
        set_role(seen_by(player, campaign), seat_of(watcher, campaign), role="player")
    with pytest.raises(NotAllowed):
        set_role(seen_by(gm, campaign), seat_of(gm, campaign), role="player")


def test_a_gm_of_one_table_has_no_say_over_the_seats_of_another(
    campaign: Campaign, stranger: User, player: User, watcher: User
) -> None:
    own = found_campaign(stranger, name="Elsewhere", system="dice", sentence="", visibility="public")
    for person, role in ((player, "watcher"), (watcher, "player")):
        with pytest.raises(NotAllowed):
            set_role(seen_by(stranger, own), seat_of(person, campaign), role=role)
    foreign = invite(seen_by(campaign.members.get(role="owner").person, campaign), role="player")
    with pytest.raises(NotAllowed):
        revoke(seen_by(stranger, own), foreign)
    assert not Invitation.objects.get(pk=foreign.pk).revoked


def test_who_leaves_is_out_and_comes_back_to_the_same_seat(campaign: Campaign, player: User) -> None:
    before = seat_of(player, campaign)
    leave(seen_by(player, campaign))
    assert (seen_by(player, campaign).member, chain(campaign)[-1]) == (None, ("role", "out"))
    again = sit_down(campaign, player)
    assert (again.pk, again.lane_id, again.state) == (before.pk, before.lane_id, "active")
    assert chain(campaign)[-1] == ("role", "player")
    assert log_of(campaign)[-1] == "Juniper came back as a player."


def test_the_founder_cannot_leave(campaign: Campaign, gm: User) -> None:
    with pytest.raises(NotAllowed, match="no GM"):
        leave(seen_by(gm, campaign))


def test_a_revoked_invitation_seats_nobody(campaign: Campaign, gm: User, stranger: User) -> None:
    invitation = invite(seen_by(gm, campaign), role="player")
    stale = Invitation.objects.get(pk=invitation.pk)
    revoke(seen_by(gm, campaign), invitation)
    with pytest.raises(Refused, match="revoked"):
        join_campaign(stranger, stale)
    assert not Member.objects.filter(person=stranger).exists()


def test_an_invitation_seats_neither_a_member_nor_a_banned_person(campaign: Campaign, gm: User, player: User) -> None:
    invitation = invite(seen_by(gm, campaign), role="player")
    with pytest.raises(NotAllowed, match="already"):
        join_campaign(player, invitation)
    Member.objects.filter(person=player).update(state="banned")
    with pytest.raises(NotAllowed, match="banned"):
        join_campaign(player, invitation)


def test_an_invitation_makes_no_gm(campaign: Campaign, gm: User, player: User) -> None:
    with pytest.raises(Refused):
        invite(seen_by(gm, campaign), role="gm")
    with pytest.raises(NotAllowed):
        invite(seen_by(player, campaign), role="player")


def test_settings_keep_only_what_differs_and_the_log_tells_each_change(campaign: Campaign, gm: User) -> None:
    option = campaign.rules.options[0]
    default, other = option.choices[:2]
    chosen = {one.name: one.choices[0] for one in campaign.rules.options} | {option.name: other}
    told = {"name": "The Orpheum Affair", "sentence": "Reels.", "visibility": "private", "options": chosen}
    kept = change_settings(seen_by(gm, campaign), **told)
    assert (kept.options, kept.visibility, kept.sentence) == ({option.name: other}, "private", "Reels.")
    assert len([line for line in log_of(campaign) if line.startswith("Ines changed")]) == 3
    kept = change_settings(seen_by(gm, campaign), **told | {"options": {option.name: default}})
    assert kept.options == {}


def test_an_unknown_option_or_choice_is_refused(campaign: Campaign, gm: User) -> None:
    told = {"name": "X", "sentence": "", "visibility": "public"}
    for options in ({"no_such": "1"}, {campaign.rules.options[0].name: "no such choice"}):
        with pytest.raises(Refused):
            change_settings(seen_by(gm, campaign), **told, options=options)


def test_a_co_gm_changes_settings_but_not_who_may_read(campaign: Campaign, gm: User, player: User) -> None:
    set_role(seen_by(gm, campaign), seat_of(player, campaign), role="gm")
    told = {"name": "Renamed", "sentence": "", "options": {}}
    with pytest.raises(NotAllowed):
        change_settings(seen_by(player, campaign), **told, visibility="private")
    assert change_settings(seen_by(player, campaign), **told, visibility="public").name == "Renamed"


def test_keys_follow_the_role(campaign: Campaign, gm: User, player: User, watcher: User, stranger: User) -> None:
    number = {person: seat_of(person, campaign).pk for person in (gm, player, watcher)}
    assert seen_by(gm, campaign).keys == {"all", "members", "gms", f"member:{number[gm]}"}
    assert seen_by(player, campaign).keys == {"all", "members", f"member:{number[player]}"}
    assert seen_by(watcher, campaign).keys == {"all", "members", f"member:{number[watcher]}"}
    assert seen_by(stranger, campaign).keys == {"all"}
    assert seat(seat_of(gm, campaign)).is_gm


def test_a_member_is_seen_with_one_query_and_everybody_else_with_two(
    campaign: Campaign, player: User, stranger: User, django_assert_num_queries
) -> None:  # type: ignore[no-untyped-def]
    with django_assert_num_queries(1):
        seen = seen_by(player, campaign)
        assert seen.member is not None and seen.member.lane is not None
        assert (seen.member.lane.ledger, seen.person.username) == (seen.campaign.ledger, "Juniper")
    with django_assert_num_queries(2):
        seen_by(stranger, campaign)
