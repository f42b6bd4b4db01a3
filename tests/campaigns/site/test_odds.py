"""Chances as a drawing and a table."""

from __future__ import annotations

from fractions import Fraction

from django.template.loader import render_to_string

from campaigns.site.templatetags.odds import HEIGHT, MOST, chart, grouped, percent
from rules.system import Odds


def flat(count: int, first: int = 1) -> tuple[tuple[str, Fraction], ...]:
    return tuple((str(first + place), Fraction(1, count)) for place in range(count))


def test_the_highest_bar_fills_the_drawing_and_the_others_stand_in_proportion() -> None:
    drawn = chart(Odds((), (("no set", Fraction(1, 4)), ("a set", Fraction(3, 4)))))
    assert [(bar.y, bar.height) for bar in drawn.bars] == [(HEIGHT - 24, 24), (0, HEIGHT)]
    assert [(bar.x, bar.width, bar.middle) for bar in drawn.bars] == [(4, 42, 25), (54, 42, 75)]
    assert drawn.spoken == "Chances: no set 25.0 %, a set 75.0 %."
    assert (drawn.reaches, [bar.reach for bar in drawn.bars]) == (False, ["", ""])


def test_a_chance_that_is_next_to_nothing_still_shows() -> None:
    drawn = chart(Odds((), (("1", Fraction(1, 10**6)), ("2", 1 - Fraction(1, 10**6)))))
    assert drawn.bars[0].height == 1


def test_numbers_also_tell_the_chance_of_this_or_more() -> None:
    drawn = chart(Odds((), flat(4, first=-1)))
    assert [bar.reach for bar in drawn.bars] == ["100 %", "75.0 %", "50.0 %", "25.0 %"]


def test_a_long_distribution_is_put_together_exactly() -> None:
    rows = grouped(flat(201))
    assert (len(rows), rows[0], rows[-1]) == (41, ("1 to 5", Fraction(5, 201)), ("201", Fraction(1, 201)))
    assert sum(chance for _, chance in rows) == 1
    assert len(grouped(flat(MOST))) == MOST and len(grouped(flat(MOST + 1))) == 26
    drawn = chart(Odds((), flat(201)))
    assert drawn.spoken == "Chances from 1 to 201; the likeliest is 1 with 0.5 %."
    assert drawn.bars[-1].reach == "0.5 %"


def test_labels_stand_only_where_there_is_room() -> None:
    assert [bar.tick for bar in chart(Odds((), flat(6))).bars] == ["1", "2", "3", "4", "5", "6"]
    ticks = [bar.tick for bar in chart(Odds((), flat(40))).bars]
    assert ticks[0] == "1" and 5 < sum(map(bool, ticks)) < 20


def test_only_what_is_certain_is_called_so() -> None:
    told = [percent(chance) for chance in (Fraction(0), Fraction(1), Fraction(1, 3), Fraction(1, 9999), Fraction(9999, 10000))]
    assert told == ["0 %", "100 %", "33.3 %", "under 0.1 %", "over 99.9 %"]


def test_the_part_escapes_what_it_is_given_and_draws_nothing_where_there_is_nothing() -> None:
    odds = Odds((("<b>", "1 %"),), words="Not drawn.")
    html = render_to_string("site/parts/odds.html", {"odds": odds, "place": 1, "title": "x"})
    assert "&lt;b&gt;" in html and "<svg" not in html and "Not drawn." in html
    drawn = render_to_string("site/parts/odds.html", {"odds": Odds((), (("Red", Fraction(1)),)), "place": 2, "title": '"'})
    assert '<rect class="Red" x="8.0%"' in drawn and 'aria-label="Chances of &quot;"' in drawn
