"""How your dice are made, and the page that checks a file: what they state is what the rules compute."""

from __future__ import annotations

from hashlib import sha256
from html import unescape

import pytest
from django.urls import reverse

from campaigns.desk.views.dice import LEDGER, PLAYER, SECRET, worked
from campaigns.ledger.verifier import fingerprint, page
from tests.people import browser

pytestmark = pytest.mark.django_db

ENVELOPE = "5c5c97438541baf456cc706d8a8a965ba75af4ff8cad0e4ac2a8e060878dbfc6"
NUMBER = "fe03e6906fb00a4da40554917051a390d70fa5f2262e8278b8a206f3c3a2f1a8"
KEY = "a03696b8f41767172d15c3d80d60d3245b4c4a978bbe5bf5acec4c5a2e0b6ab0"


def shown(name: str) -> str:
    answer = browser().get(reverse(name))
    assert answer.status_code == 200
    return unescape(answer.content.decode())


def test_the_worked_example_has_the_figures_of_the_format() -> None:
    example = worked()
    assert (example.envelope, example.number, example.key, example.faces) == (ENVELOPE, NUMBER, KEY, (7, 1, 3))
    assert (example.block[:8], example.word, example.rest) == ("08a5b0c0", 145076416, 6)


def test_the_help_shows_them_without_script() -> None:
    html = shown("help_dice")
    for figure in (LEDGER, PLAYER, SECRET, ENVELOPE, NUMBER, KEY, worked().block):
        assert f"<code>{figure}</code>" in html
    assert "<dd>7, 1, 3</dd>" in html and "145076416" in html
    assert reverse("help_dice") in shown("help") and reverse("help_dice") in shown("home")


def test_the_page_that_checks_is_handed_out_to_be_saved_and_its_hash_is_stated() -> None:
    answer = browser().get(reverse("verify_file"))
    assert answer.content == page()
    assert (answer["Content-Disposition"], answer["Content-Type"]) == (
        'attachment; filename="verify.html"',
        "text/html; charset=utf-8",
    )
    assert sha256(answer.content).hexdigest() == fingerprint()
    assert f">{fingerprint()}</code>" in shown("verify")
