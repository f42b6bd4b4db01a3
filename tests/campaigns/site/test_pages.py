from __future__ import annotations

from collections.abc import Iterator

import pytest
from django.contrib.auth import get_user_model
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.test import Client, override_settings
from django.urls import include, path

from campaigns.site.answers import answers
from campaigns.site.refused import NotAllowed, Refused, Stale

pytestmark = pytest.mark.django_db


@answers
def refuse(request: HttpRequest, kind: str) -> HttpResponse:
    if kind == "denied":
        raise PermissionDenied("Only a GM opens this.")
    if kind == "broken":
        raise ValueError("planted")
    raise {"refused": Refused, "not-allowed": NotAllowed, "stale": Stale}[kind](f"No: {kind}.")


def received(request: HttpRequest) -> HttpResponse:
    return HttpResponse(request.POST.get("text", "nothing"))


urlpatterns = [
    path("refuse/<slug:kind>/", refuse),
    path("received/", received),
    path("", include("campaigns.urls")),
]
handler400 = "campaigns.site.views.bad_request"
handler403 = "campaigns.site.views.not_allowed"
handler404 = "campaigns.site.views.not_found"
handler500 = "campaigns.site.views.broken"


@pytest.fixture
def browser() -> Iterator[Client]:
    with override_settings(ROOT_URLCONF=__name__):
        yield Client(raise_request_exception=False)


@pytest.mark.parametrize(
    ("address", "status", "sentence"),
    [
        ("/refuse/refused/", 422, "No: refused."),
        ("/refuse/not-allowed/", 403, "No: not-allowed."),
        ("/refuse/stale/", 409, "No: stale."),
        ("/refuse/denied/", 403, "Only a GM opens this."),
        ("/nowhere/", 404, "Nothing is here, or it is not open to you."),
        ("/refuse/broken/", 500, "This is our fault, not yours"),
    ],
)
def test_what_went_wrong_is_said_on_a_page_with_the_right_status(browser: Client, address: str, status: int, sentence: str) -> None:
    answer = browser.get(address)
    assert answer.status_code == status
    assert sentence in answer.content.decode()
    assert "<h1>" in answer.content.decode()


def test_htmx_gets_the_sentence_alone_for_the_alert(browser: Client) -> None:
    answer = browser.post("/refuse/stale/", headers={"HX-Request": "true"})
    assert (answer.status_code, answer["HX-Retarget"], answer["HX-Reswap"]) == (409, "#alert", "outerHTML")
    assert answer.content.decode().strip().startswith('<p id="alert"')
    assert "No: stale." in answer.content.decode()
    assert "<html" not in answer.content.decode()


def test_a_form_older_than_the_sign_in_comes_back_with_its_text_and_goes_through_the_second_time() -> None:
    with override_settings(ROOT_URLCONF=__name__):
        browser = Client(enforce_csrf_checks=True)
        sent = {
            "text": "Thor <b>waits</b>\nfor dawn.",
            "character": "k7",
            "password1": "secret words",
            "csrfmiddlewaretoken": "old",
        }
        first = browser.post("/received/", sent, headers={"Origin": "http://testserver"})
        page = first.content.decode()
        assert first.status_code == 403
        assert "Thor &lt;b&gt;waits&lt;/b&gt;\nfor dawn.</textarea>" in page
        assert 'name="character" value="k7"' in page
        assert "secret words" not in page
        token = page.split('name="csrfmiddlewaretoken" value="')[1].split('"')[0]
        second = browser.post("/received/", sent | {"csrfmiddlewaretoken": token}, headers={"Origin": "http://testserver"})
        assert (second.status_code, second.content.decode()) == (200, sent["text"])


@pytest.mark.parametrize(
    "headers", [{"Origin": "http://evil.test"}, {}, {"Origin": "http://testserver", "Sec-Fetch-Site": "cross-site"}]
)
def test_a_form_from_another_site_gets_nothing_back_to_send_on(headers: dict[str, str]) -> None:
    with override_settings(ROOT_URLCONF=__name__):
        answer = Client(enforce_csrf_checks=True).post("/received/", {"text": "planted words"}, headers=headers)
    assert answer.status_code == 403
    assert "planted words" not in answer.content.decode()
    assert "Send again" not in answer.content.decode()


def test_every_answer_keeps_scripts_frames_and_sensors_out(browser: Client) -> None:
    answer = browser.get("/nowhere/")
    policy = dict(rule.split(" ", 1) for rule in answer["Content-Security-Policy"].split("; "))
    assert policy == {
        "default-src": "'none'",
        "script-src": "'self'",
        "style-src": "'self'",
        "img-src": "'self'",
        "font-src": "'self'",
        "connect-src": "'self'",
        "form-action": "'self'",
        "base-uri": "'none'",
        "frame-ancestors": "'none'",
        "object-src": "'none'",
    }
    assert answer["X-Content-Type-Options"] == "nosniff"
    assert answer["X-Frame-Options"] == "DENY"
    assert answer["Referrer-Policy"] == "same-origin"
    assert answer["Cross-Origin-Opener-Policy"] == "same-origin"
    assert answer["Cross-Origin-Resource-Policy"] == "same-origin"
    assert "camera=()" in answer["Permissions-Policy"]


def test_a_page_for_a_signed_in_person_is_stored_nowhere(browser: Client) -> None:
    assert "no-store" not in browser.get("/nowhere/").get("Cache-Control", "")
    browser.force_login(get_user_model().objects.create_user("ines", "ines@table.test", folded_name="ines"))
    assert browser.get("/nowhere/")["Cache-Control"] == "private, no-store"


def test_healthz_and_readyz_tell_that_the_site_is_well(browser: Client) -> None:
    assert browser.get("/healthz").content == b"ok\n"
    answer = browser.get("/readyz")
    told = answer.json()
    assert (answer.status_code, told["ready"]) == (200, True)
    assert told["database"]["engine"] in ("SQLite", "PostgreSQL")
    assert told["layer"]["engine"] in ("InMemoryChannelLayer", "RedisPubSubChannelLayer")
    assert browser.post("/readyz").status_code == 405


@override_settings(CHANNEL_LAYERS={})
def test_readyz_names_what_does_not_answer(browser: Client) -> None:
    answer = browser.get("/readyz")
    assert answer.status_code == 503
    assert answer.json()["layer"] == {"fault": "no channel layer is set"}
    assert answer.json()["ready"] is False
