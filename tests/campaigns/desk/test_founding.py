"""From nothing to the first post, with plain forms and no script."""

from __future__ import annotations

import re

import pytest
from django.test import Client
from django.urls import reverse

from campaigns.campaign.models import Campaign
from campaigns.ledger.models import Roll
from campaigns.people.models import User
from campaigns.thread.models import Post, Thread
from tests.people import PASSWORD, browser


def hidden(html: str, name: str) -> str:
    found = re.search(rf'name="{name}" value="([^"]*)"', html)
    assert found is not None
    return found[1]


@pytest.mark.django_db
def test_somebody_signs_up_founds_a_table_and_posts_with_dice() -> None:
    client = Client(enforce_csrf_checks=True)

    def send(address: str, **fields: str) -> str:
        """Fills in the form of a page and follows where it leads; the path where it ends."""
        token = hidden(client.get(address).content.decode(), "csrfmiddlewaretoken")
        answer = client.post(address, fields | {"csrfmiddlewaretoken": token}, follow=True)
        assert answer.status_code == 200
        return str(answer.request["PATH_INFO"])

    assert send(reverse("account_signup"), username="Mina", email="mina@example.org", password1=PASSWORD) == "/"
    assert User.objects.get().username == "Mina"
    at = send(reverse("found"), name="The Long Night", system="bgrade", sentence="It is late.", visibility="public")
    campaign = Campaign.objects.get()
    assert at == reverse("campaign", args=[campaign.slug])
    assert list(campaign.threads.order_by("pk").values_list("kind", "title")) == [
        ("talk", "Table talk"),
        ("notes", "GM notes"),
        ("scene", "The first scene"),
    ]
    scene = Thread.objects.get(kind="scene")
    place = [campaign.slug, scene.key]
    form = client.get(reverse("write", args=place)).content.decode()
    rid = hidden(form, "rid")
    at = send(reverse("write", args=place), text="It is late.\n\n!roll 4d6kh3+2 # luck", kind="ic", character="", rid=rid)
    assert at == reverse("thread", args=place)
    post = Post.objects.get()
    assert (post.number, post.rid, post.speaker) == (1, rid, "Mina")
    shown = client.get(at).content.decode()
    assert ("It is late." in shown, Roll.objects.get().key in shown) == (True, True)


def test_a_form_that_is_not_filled_in_comes_back(player: User) -> None:
    asked = reverse("found")
    assert browser().get(asked).status_code == 302
    for wrong in ({"name": ""}, {"name": "x" * 200}, {"system": "chess"}, {"visibility": "secret"}):
        form = {"name": "Late", "system": "bgrade", "sentence": "", "visibility": "public"} | wrong
        assert browser(player).post(asked, form).status_code == 422, wrong
    assert (Campaign.objects.count(), Thread.objects.count()) == (0, 0)
