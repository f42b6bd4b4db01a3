"""Signing up, signing in, and what a person is found by."""

from __future__ import annotations

import pytest
from django.contrib.auth import authenticate
from django.core import mail
from django.db import IntegrityError, transaction
from django.urls import reverse

from campaigns.people.models import User
from tests.people import PASSWORD, browser, new_person


def sign_up(name: str, email: str = "new@example.org", password: str = PASSWORD) -> str:
    answer = browser().post(reverse("account_signup"), {"username": name, "email": email, "password1": password})
    return answer.content.decode()


@pytest.mark.django_db
def test_a_visitor_signs_up_and_is_signed_in() -> None:
    client = browser()
    told = {"username": "Juniper", "email": "Juniper@Example.ORG", "password1": PASSWORD}
    answer = client.post(reverse("account_signup"), told)
    person = User.objects.get()
    assert (answer.status_code, person.username, person.email) == (302, "Juniper", "juniper@example.org")
    assert client.session["_auth_user_id"] == str(person.pk)


@pytest.mark.django_db
@pytest.mark.parametrize("name", ["Juniper", "juniper", "JUNlPER", "Jun1per", "Jun.iper", "Jun-iper"])
def test_a_name_that_reads_like_somebody_elses_is_refused_with_a_sentence(name: str) -> None:
    new_person("Juniper")
    page = sign_up(name)
    assert "Somebody has this name already, or one that reads the same." in page
    assert User.objects.count() == 1


@pytest.mark.django_db
@pytest.mark.parametrize("name", ["J\u0443niper", "Juni\u200bper", "Juni per", "<b>Juniper</b>", "admin", "J", "x" * 31, "...."])
def test_a_name_of_mixed_alphabets_or_unseen_letters_is_refused(name: str) -> None:
    page = sign_up(name)
    assert User.objects.count() == 0
    assert 'class="err"' in page


@pytest.mark.django_db
def test_two_people_share_neither_mail_address_nor_name_whatever_the_case() -> None:
    new_person("Juniper")
    for name, email in (("juniper", "a@example.org"), ("Tobias", "JUNIPER@example.org")):
        with pytest.raises(IntegrityError), transaction.atomic():
            User.objects.create_user(username=name, email=email, password=PASSWORD)


@pytest.mark.django_db
def test_a_taken_mail_address_makes_no_second_account_and_is_not_told_apart() -> None:
    new_person("Juniper")
    sign_up("Tobias", "juniper@EXAMPLE.org")
    assert list(User.objects.values_list("username", flat=True)) == ["Juniper"]


@pytest.mark.django_db
def test_a_person_signs_in_by_name_or_by_mail_address() -> None:
    new_person("Juniper")
    for login in ("Juniper", "juniper", "juniper@example.org", "JUNIPER@example.org"):
        client = browser()
        answer = client.post(reverse("account_login"), {"login": login, "password": PASSWORD})
        assert (login, answer.status_code, "_auth_user_id" in client.session) == (login, 302, True)


@pytest.mark.django_db
def test_a_wrong_password_signs_nobody_in_and_keeps_the_name() -> None:
    new_person("Juniper")
    client = browser()
    answer = client.post(reverse("account_login"), {"login": "Juniper", "password": "nearly"})
    assert (answer.status_code, "_auth_user_id" in client.session) == (200, False)
    assert 'value="Juniper"' in answer.content.decode() and 'class="wrongs"' in answer.content.decode()


@pytest.mark.django_db
def test_a_forgotten_password_is_replaced_by_a_link_in_the_mail() -> None:
    new_person("Juniper")
    client = browser()
    client.post(reverse("account_reset_password"), {"email": "juniper@example.org"})
    link = next(word for word in mail.outbox[0].body.split() if "/password/reset/key/" in word)
    page = client.get(link.replace("http://testserver", ""), follow=True)
    told = {"password1": "another long table", "password2": "another long table"}
    client.post(page.redirect_chain[-1][0], told)
    assert authenticate(username="Juniper", password="another long table") is not None


@pytest.mark.django_db
@pytest.mark.parametrize("page", ["account_login", "account_signup", "account_reset_password", "account_reset_password_done"])
def test_every_page_of_an_account_is_in_the_sites_own_frame(page: str) -> None:
    html = browser().get(reverse(page)).content.decode()
    assert (html.count("<main"), html.count("<h1>"), 'lang="en-GB"' in html, "style=" in html) == (1, 1, True, False)


@pytest.mark.django_db
def test_the_name_that_the_site_finds_people_by_follows_a_new_name() -> None:
    person = new_person("Juniper")
    person.username = "Bex"
    person.save(update_fields=["username"])
    assert User.objects.get().folded_name == "bex"
