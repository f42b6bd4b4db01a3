from __future__ import annotations

import re
from dataclasses import asdict
from typing import Any

from django.template.loader import render_to_string

from campaigns.ledger.models import Entry, Roll
from campaigns.ledger.templatetags.cards import die, strip
from rules.system import Band, Cluster, Die, Reading

BANDS = (Band("Blue", 1, 5), Band("White", 6, 30), Band("Green", 31, 60), Band("Yellow", 61, 90), Band("Red", 91, 100))


def drawn(reading: Reading, *, level: str = "yours", **card: Any) -> str:
    """The card of a reading that nobody has thrown."""
    entry = Entry(i=212, hash="9f" * 32)
    roll = Roll(key="5p1c2345", entry=entry, place=0, name="Mabel", rv="dice/1", expr="4d6kh3", level=level)
    roll.card = {"title": "Luck", "notation": "4d6kh3", "notes": [], "system": "Dice"} | card | {"reading": asdict(reading)}
    return render_to_string("ledger/parts/card.html", {"roll": roll, "card": roll.card, "entry": entry})


def words(html: str) -> str:
    return " ".join(re.sub(r"<[^>]*>", " ", html).split())


def test_the_card_is_named_by_one_sentence_with_whose_roll_it_is() -> None:
    html = drawn(Reading((), spoken="4d6kh3: 14."))
    assert '<section class="roll" id="roll-5p1c2345"' in html
    assert 'aria-label="Roll of Mabel: 4d6kh3: 14."' in html


def test_sets_stand_in_order_with_their_state_and_caption() -> None:
    used = Cluster((Die(10, 4), Die(10, 4), Die(10, 4)), "3×4", "width 3, height 4", "used")
    loose = Cluster((Die(10, 2), Die(10, None, "lost")), "", "no match", "loose")
    html = drawn(Reading((used, loose), headline="Success with 3×4.", detail="Difficulty 5.", verdict="success"))
    assert re.findall(r'class="set (\w+)"', html) == ["used", "loose"]
    assert html.count('<use href="#d10"/>') == 4
    assert html.count('<use href="#d10-bare"/>') == 1
    assert "<b>3×4</b>width 3, height 4" in html
    assert '<p class="verdict success"><svg aria-hidden="true"><use href="#v-success"/></svg>' in html
    assert "Success with 3×4. Difficulty 5." in words(html)


def test_special_dice_carry_their_tag_and_unusual_ones_their_size() -> None:
    assert "<i>ED</i>" in die(Die(10, 9, "expert"))
    assert '#d10-hammer"/></svg><b>?</b><i>HaD</i>' in die(Die(10, None, "hammer"))
    assert '#dx"/></svg><b>7</b><i>d8</i>' in die({"sides": 8, "face": 7, "kind": ""})
    assert '<span class="die dx dropped fudge"><svg><use href="#dx"/></svg><b>0</b><i>dF</i>' in die(Die(3, 0, "dropped fudge"))


def test_what_a_card_waits_for_is_said_once_and_drawn() -> None:
    said = "A Hammer-time Die not set yet. Waiting for 1 Hammer-time Die."
    html = drawn(Reading((), spoken=said), waits="Waiting for 1 Hammer-time Die.")
    assert f'aria-label="Roll of Mabel: {said}"' in html
    sprite = render_to_string("site/parts/sprite.html")
    assert [name for name in re.findall(r'<use href="#([^"]+)"', html) if f'id="{name}"' not in sprite] == []


def test_a_colour_is_told_by_word_shape_and_place_on_the_strip() -> None:
    html = drawn(Reading((), headline="Full effect.", figure="74", colour="Yellow", bands=BANDS, at=74))
    assert '<span class="fx Yellow"><svg aria-hidden="true"><use href="#f-yellow"/></svg>Yellow</span>' in html
    assert '<svg class="needle" x="73.5%">' in html
    assert re.findall(r'<text class="tick" x="(\d+)%"', html) == ["5", "30", "60", "90"]


def test_the_bands_of_a_strip_touch_and_fill_it_and_the_label_keeps_off_the_needle() -> None:
    for at in range(1, 101):
        bands = strip({"bands": [asdict(band) for band in BANDS], "at": at})
        assert [band["x"] for band in bands] == [0, 5, 30, 60, 90]
        assert sum(band["width"] for band in bands) == 100
        assert [band["label"] for band in bands] == ["B", "White", "Green", "Yellow", "Red"]
        for band in bands:
            if band["anchor"] == "middle":
                continue
            span = 2.3 * len(band["label"])
            start = band["text"] if band["anchor"] == "start" else band["text"] - span
            if band["width"] > 2 * span + 3:
                assert not start < at - 0.5 < start + span, (at, band)


def test_a_hundred_has_two_stars_and_is_said() -> None:
    html = drawn(Reading((), figure="100", colour="Red", bands=BANDS, at=100))
    assert html.count('href="#f-red"') == 2
    assert "Red, 100" in words(html)


def test_dice_beside_a_colour_are_drawn_and_the_hundred_itself_is_not() -> None:
    bonus = Cluster((Die(6, 4), Die(6, 5), Die(6, 6)), "3d6", "not counted", "loose")
    html = drawn(Reading((Cluster((Die(100, 97),)), bonus), figure="97", colour="Red", bands=BANDS, at=97))
    assert html.count('href="#d6"') == 3 and "#d100" not in html
    assert "3d6 not counted" in words(html)


def test_a_joined_card_links_its_rival_and_a_typed_name_stays_text() -> None:
    rival = {"key": "aaaa2345", "name": "<i>Thor", "title": "Fighting", "short": "97", "colour": "Red", "at": 97, "won": True}
    html = drawn(Reading(()), rival=rival, answer=rival | {"colour": "", "won": False})
    assert words(html).startswith("Answers &lt;i&gt;Thor, Fighting Red 97 Wins Luck")
    assert "Answered by &lt;i&gt;Thor, Fighting 97 Recorded" in words(html)
    assert html.count('href="/r/aaaa2345/"') == 2


def test_a_roll_whose_number_came_from_the_site_says_so() -> None:
    assert "number from the site" in words(drawn(Reading(()), level="site"))
    assert "number from the site" not in words(drawn(Reading(()), level="yours"))
    assert "Recorded" in words(drawn(Reading(())))


def test_what_a_person_typed_stays_text() -> None:
    html = drawn(Reading((), headline="<b>x</b>", spoken='" onload="x'), title="<script>alert(1)</script>", notes=["<i>", "y"])
    assert "<script>" not in html
    assert "<b>x</b>" not in html
    assert 'onload="x"' not in html
