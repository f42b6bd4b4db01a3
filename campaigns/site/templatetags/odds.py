"""Chances as a small drawing and a table: where the bars of a distribution stand, and its words."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import accumulate

from django import template

from rules.system import Odds

register = template.Library()

MOST = 50
"""Bars of a drawing, and rows of its table; of a longer distribution neighbours stand together, their chances added."""

HEIGHT = 72
"""Pixels of the highest bar."""

COLOURS = ("Blue", "White", "Green", "Yellow", "Red")
"""Results that are drawn in their own colour."""


@dataclass(frozen=True)
class Bar:
    """One bar: x, width and middle in percent of the drawing, y and height in pixels. `tick` is its label where there is room
    for it; `chance` and `reach` (this result or a later one, "" where results are no numbers) are words.
    """

    label: str
    x: float
    width: float
    middle: float
    y: float
    height: float
    tick: str
    chance: str
    reach: str
    colour: str


@dataclass(frozen=True)
class Chart:
    bars: tuple[Bar, ...]
    spoken: str
    reaches: bool


@register.simple_tag
def chart(odds: Odds) -> Chart:
    """The drawing of a distribution, without bars where there is none."""
    rows = grouped(odds.bars)
    if not rows:
        return Chart((), "", False)
    step, top = 100 / len(rows), max(chance for _, chance in rows)
    reaches = all(label.lstrip("-").isdigit() for label, _ in odds.bars)
    later = list(accumulate((chance for _, chance in reversed(rows)), initial=Fraction(0)))[:0:-1]
    marks = ticks([label for label, _ in rows])
    bars = tuple(
        Bar(
            label,
            round(place * step + step * 0.08, 2),
            round(step * 0.84, 2),
            round(place * step + step / 2, 2),
            round(HEIGHT - (height := max(1.0, float(HEIGHT * chance / top))), 1),
            round(height, 1),
            marks[place],
            percent(chance),
            percent(later[place]) if reaches else "",
            label if label in COLOURS else "",
        )
        for place, (label, chance) in enumerate(rows)
    )
    return Chart(bars, _spoken(odds.bars), reaches)


def grouped(bars: Sequence[tuple[str, Fraction]]) -> list[tuple[str, Fraction]]:
    """At most 50 rows: neighbours are put together by equal numbers, "10 to 14", and their chances added exactly."""
    size = -(-len(bars) // MOST)
    if size <= 1:
        return list(bars)
    parts = [bars[at : at + size] for at in range(0, len(bars), size)]
    return [(_span(part), sum((chance for _, chance in part), Fraction(0))) for part in parts]


def percent(chance: Fraction) -> str:
    """ "58.3 %": a half up; certain and impossible only where it is."""
    if chance in (0, 1):
        return f"{int(chance) * 100} %"
    tenths = int(chance * 1000 + Fraction(1, 2))
    return {0: "under 0.1 %", 1000: "over 99.9 %"}.get(tenths, f"{tenths // 10}.{tenths % 10} %")


def _span(part: Sequence[tuple[str, Fraction]]) -> str:
    first, last = part[0][0], part[-1][0]
    return first if first == last else f"{first} to {last}"


def ticks(labels: Sequence[str]) -> list[str]:
    """Each label that has room: a character takes about two percent of a phone's width."""
    widest = max(len(label) for label in labels) * 2.2 + 2
    every = max(1, -(-int(widest * len(labels)) // 100))
    return [label if place % every == 0 else "" for place, label in enumerate(labels)]


def _spoken(bars: Sequence[tuple[str, Fraction]]) -> str:
    """The drawing in a sentence: every bar of a few, else both ends and the likeliest result."""
    if len(bars) <= 8:
        return "Chances: " + ", ".join(f"{label} {percent(chance)}" for label, chance in bars) + "."
    likeliest, chance = max(bars, key=lambda bar: bar[1])
    return f"Chances from {bars[0][0]} to {bars[-1][0]}; the likeliest is {likeliest} with {percent(chance)}."
