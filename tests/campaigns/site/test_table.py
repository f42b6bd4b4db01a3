from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from zoneinfo import ZoneInfo

import pytest
from django.template import Context, Template
from django.utils import timezone

from campaigns.site import seals
from campaigns.site.clock import now
from campaigns.site.templatetags.table import said

STATIC = Path(__file__).resolve().parents[3] / "static"


def draw(text: str, **context: object) -> str:
    return Template("{% load table %}" + text).render(Context(context))


@pytest.fixture
def in_auckland() -> Iterator[None]:
    with timezone.override(ZoneInfo("Pacific/Auckland")):
        yield


def luminance(colour: str) -> float:
    """Relative luminance of "#rrggbb" as WCAG 2 defines it."""
    parts = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    red, green, blue = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def test_the_same_id_gives_the_same_seal_and_another_id_most_often_another() -> None:
    assert seals.blazon("7kq2") == seals.blazon("7kq2")
    drawn = {seals.blazon(f"id {number}") for number in range(400)}
    assert len(drawn) > 150


def test_every_figure_stands_out_from_its_field() -> None:
    for field, charge in seals.PAIRS:
        light, dark = sorted((luminance(field), luminance(charge)), reverse=True)
        assert (light + 0.05) / (dark + 0.05) >= 2, (field, charge)


def test_a_seal_with_a_name_is_a_picture_and_without_one_is_decoration() -> None:
    assert 'role="img" aria-label="Thor &amp; Co"' in draw("{% seal 'a' name 'm' %}", name="Thor & Co")
    alone = draw("{% seal 'a' %}")
    assert 'aria-hidden="true"' in alone
    assert "aria-label" not in alone


def test_every_icon_that_a_template_names_is_in_the_file_of_icons() -> None:
    drawn = set(re.findall(r'<symbol id="([a-z]+)"', (STATIC / "icons.svg").read_text()))
    templates = STATIC.parent / "templates"
    named = {name for page in templates.rglob("*.html") for name in re.findall(r'{% icon "(\w+)" %}', page.read_text())}
    assert named
    assert named - drawn == set()


def test_every_drawing_that_a_card_names_is_in_the_sprite_of_the_page() -> None:
    templates = STATIC.parent / "templates"
    sprite = set(re.findall(r'<symbol id="([\w-]+)"', (templates / "site/parts/sprite.html").read_text()))
    card = (templates / "ledger/parts/card.html").read_text()
    named = set(re.findall(r'href="#([\w-]+)"', card))
    grown = {f"f-{colour}" for colour in ("blue", "white", "green", "yellow", "red")}
    grown |= {f"v-{verdict}" for verdict in ("success", "part", "failure", "botch")}
    grown |= {f"p-{state}" for state in ("recorded", "verified", "false")}
    assert named | grown <= sprite


def test_a_time_is_said_as_people_say_it_in_the_readers_zone(in_auckland: None) -> None:
    today = timezone.localtime(now()).replace(hour=0, minute=5)
    assert said(today) == "Today 00:05"
    before = today - timedelta(days=3)
    assert said(before) == f"{before:%a} 00:05"
    assert said(datetime(2019, 11, 14, 20, 0, tzinfo=UTC)) == "15 Nov 2019"


def test_a_time_carries_the_exact_one_for_machines_and_on_hover(in_auckland: None) -> None:
    at = datetime(2019, 11, 14, 20, 0, tzinfo=UTC)
    assert draw("{% when at %}", at=at) == (
        '<time datetime="2019-11-14T20:00:00+00:00" title="Friday 15 November 2019, 09:00 NZDT">15 Nov 2019</time>'
    )
    assert ">since today 00:05<" in draw('{% when at "since" %}', at=timezone.localtime(now()).replace(hour=0, minute=5))
    assert draw("{% when at %}", at=None) == ""
