"""The pages of how a table is run: who gets which, and what its forms do."""

from __future__ import annotations

import re

import pytest
from django.urls import reverse

from campaigns.campaign.commands import invite, revoke
from campaigns.campaign.models import Campaign, Invitation, Member
from campaigns.people.models import User
from tests.people import browser, seen_by

PAGES = ("settings", "log", "leave")


def statuses(campaign: Campaign, person: User | None) -> list[int]:
    return [browser(person).get(reverse(page, args=[campaign.slug])).status_code for page in PAGES]


def settings_of(campaign: Campaign) -> str:
    return reverse("settings", args=[campaign.slug])


def test_each_sees_the_pages_of_a_public_table_that_are_his(
    campaign: Campaign, gm: User, player: User, watcher: User, stranger: User
) -> None:
    assert statuses(campaign, gm) == [200, 200, 200]
    assert statuses(campaign, player) == [403, 200, 200]
    assert statuses(campaign, watcher) == [403, 200, 200]
    assert statuses(campaign, stranger) == [403, 404, 403]
    assert statuses(campaign, None) == [302, 404, 302]


def test_a_private_table_is_not_there_for_strangers_and_visitors(
    private_campaign: Campaign, gm: User, player: User, other_player: User
) -> None:
    assert statuses(private_campaign, gm) == [200, 200, 200]
    assert statuses(private_campaign, player) == [403, 200, 200]
    assert statuses(private_campaign, other_player) == [404, 404, 404]
    assert statuses(private_campaign, None) == [404, 404, 404]


def test_a_hidden_table_and_a_missing_one_answer_alike(private_campaign: Campaign, stranger: User) -> None:
    there = browser(stranger).get(settings_of(private_campaign))
    missing = browser(stranger).get(reverse("settings", args=["no-such-table-2222"]))
    assert (there.status_code, missing.status_code) == (404, 404)
    assert private_campaign.name not in there.content.decode()


def test_who_left_and_who_was_banned_find_a_private_table_no_more(private_campaign: Campaign, player: User) -> None:
    for state in ("left", "banned"):
        Member.objects.filter(campaign=private_campaign, person=player).update(state=state)
        assert statuses(private_campaign, player) == [404, 404, 404]


def test_the_list_names_own_and_public_tables_alone(
    campaign: Campaign, private_campaign: Campaign, player: User, stranger: User
) -> None:
    unlisted = Campaign.objects.get(pk=campaign.pk)
    for person, names in ((player, (True, True)), (stranger, (True, False)), (None, (True, False))):
        page = browser(person).get(reverse("campaigns")).content.decode()
        assert (campaign.name in page, private_campaign.name in page) == names
    unlisted.visibility = "unlisted"
    unlisted.save()
    assert campaign.name not in browser(stranger).get(reverse("campaigns")).content.decode()


def test_the_settings_form_keeps_what_was_typed_and_names_what_is_wrong(campaign: Campaign, gm: User) -> None:
    answer = browser(gm).post(settings_of(campaign), {"act": "settings", "name": "", "sentence": "Kept", "visibility": "public"})
    page = answer.content.decode()
    assert answer.status_code == 422
    assert 'value="Kept"' in page and 'aria-invalid="true"' in page
    assert Campaign.objects.get(pk=campaign.pk).name == "The Orpheum Affair"


def test_a_gm_renames_the_table_and_keeps_its_address(campaign: Campaign, gm: User) -> None:
    chosen = {f"option_{option.name}": option.choices[0] for option in campaign.open_points}
    told = {"act": "settings", "name": "The Orpheum", "sentence": "", "visibility": "unlisted", **chosen}
    assert browser(gm).post(settings_of(campaign), told).status_code == 302
    kept = Campaign.objects.get(pk=campaign.pk)
    assert (kept.name, kept.visibility, kept.slug) == ("The Orpheum", "unlisted", campaign.slug)


def test_a_player_changes_nothing_by_posting_to_the_settings(campaign: Campaign, player: User, watcher: User) -> None:
    for told in (
        {"act": "settings", "name": "Mine", "visibility": "private"},
        {"act": "invite", "role": "player"},
        {"act": "role", "person": watcher.username, "role": "player"},
    ):
        assert browser(player).post(settings_of(campaign), told).status_code == 403
    assert Campaign.objects.get(pk=campaign.pk).name == "The Orpheum Affair"
    assert Member.objects.get(campaign=campaign, person=watcher).role == "watcher"


def test_an_invitation_is_made_shown_used_and_revoked(private_campaign: Campaign, gm: User, stranger: User) -> None:
    browser(gm).post(settings_of(private_campaign), {"act": "invite", "role": "watcher"})
    code = Invitation.objects.get(campaign=private_campaign, role="watcher").code
    assert f"http://testserver/join/{code}/" in browser(gm).get(settings_of(private_campaign)).content.decode()
    join = reverse("join", args=[code])
    assert private_campaign.name in browser(stranger).get(join).content.decode()
    assert not Member.objects.filter(person=stranger).exists()
    assert browser(stranger).post(join).headers["Location"] == reverse("campaign", args=[private_campaign.slug])
    assert Member.objects.get(person=stranger).role == "watcher"
    assert browser(gm).post(settings_of(private_campaign), {"act": "revoke", "code": code}).status_code == 302
    assert Invitation.objects.get(code=code).revoked


def test_a_revoked_code_is_as_unknown_as_one_that_never_was(
    private_campaign: Campaign, gm: User, stranger: User, other_player: User
) -> None:
    invitation = invite(seen_by(gm, private_campaign), role="player")
    join = reverse("join", args=[invitation.code])
    assert browser(other_player).get(join).status_code == 200
    revoke(seen_by(gm, private_campaign), invitation)
    assert [browser(person).get(join).status_code for person in (other_player, stranger, None)] == [404, 404, 404]
    assert browser(other_player).post(join).status_code == 404
    assert browser(stranger).get(reverse("join", args=["nosuchcode"])).status_code == 404


def test_a_visitor_with_a_good_code_signs_in_first(campaign: Campaign, gm: User) -> None:
    join = reverse("join", args=[invite(seen_by(gm, campaign), role="player").code])
    assert browser().get(join).headers["Location"] == f"{reverse('account_login')}?next={join}"


def test_a_gm_cannot_revoke_or_change_seats_of_another_table_by_swapping_names(
    campaign: Campaign, private_campaign: Campaign, gm: User, stranger: User
) -> None:
    Member.objects.filter(campaign=private_campaign, person=gm).update(person=stranger)
    code = invite(seen_by(gm, campaign), role="player").code
    other = settings_of(private_campaign)
    assert browser(stranger).post(other, {"act": "revoke", "code": code}).status_code == 404
    assert browser(stranger).post(other, {"act": "role", "person": "Tobias", "role": "watcher"}).status_code == 404
    assert not Invitation.objects.get(code=code).revoked
    assert Member.objects.get(campaign=campaign, person__username="Tobias").role == "player"


def test_the_founder_makes_a_co_gm_on_the_page(campaign: Campaign, gm: User, player: User) -> None:
    answer = browser(gm).post(settings_of(campaign), {"act": "role", "person": player.username, "role": "gm"}, follow=True)
    assert "The role is changed." in answer.content.decode()
    assert seen_by(player, campaign).is_gm


def test_leaving_asks_first_and_then_gives_up_the_seat(campaign: Campaign, player: User) -> None:
    address = reverse("leave", args=[campaign.slug])
    browser(player).get(address)
    assert seen_by(player, campaign).member is not None
    assert browser(player).post(address).status_code == 302
    assert seen_by(player, campaign).member is None


def test_an_act_that_the_page_does_not_know_is_refused(campaign: Campaign, gm: User) -> None:
    assert browser(gm).post(settings_of(campaign), {"act": "burn"}).status_code == 422


@pytest.mark.parametrize("page", PAGES)
def test_a_page_of_a_table_holds_no_number_of_the_database(campaign: Campaign, gm: User, page: str) -> None:
    html = browser(gm).get(reverse(page, args=[campaign.slug])).content.decode()
    html = re.sub(r'<select name="option_.*?</select>', "", html, flags=re.DOTALL)  # a ruling may be a number of days
    assert f'value="{campaign.pk}"' not in html and "member:" not in html
