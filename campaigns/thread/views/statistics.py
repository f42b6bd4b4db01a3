"""How often each face fell at a table: a drawing and a table for each kind of die that was thrown there."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from django.http import HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from campaigns.campaign.access import TableRequest, come_in
from campaigns.ledger.models import Roll
from campaigns.ledger.statistics import Row, Table, counted, table
from campaigns.site.answers import answers
from campaigns.site.templatetags.odds import percent, ticks
from campaigns.thread.access import visible_rolls
from campaigns.thread.views.listing import narrowed

HEIGHT = 150
"""Pixels of the drawing above its labels."""


@dataclass(frozen=True)
class Bar:
    """One row drawn: x, width and middle in percent, the rest in pixels from the top; `tick` is its label where it has room.

    share, band and fair are words; is_out: the fair chance lies out of the band.
    """

    label: str
    count: int
    share: str
    band: str
    fair: str
    is_out: bool
    x: float
    width: float
    middle: float
    y: float
    height: float
    low: float
    high: float
    tick: str


@dataclass(frozen=True)
class Drawn:
    """All of one kind of die; `level` is where the fair chance of a whole row lies, in pixels from the top."""

    sides: int
    throws: int
    bars: tuple[Bar, ...]
    level: float
    outside: int
    spoken: str


@require_safe
@answers
def statistics(request: TableRequest, slug: str) -> HttpResponse:
    """Every face of the thrown dice of the rolls that the reader may see, void and sealed ones left out."""
    viewer = come_in(request, slug)
    listing = narrowed(visible_rolls(Roll.objects.counted(), viewer), viewer, request.GET)
    cards = list(listing.rolls.order_by().values_list("card__faces", flat=True))
    context = {
        "campaign": viewer.campaign,
        "form": listing.form,
        "asked": listing.asked,
        "rolls": len(cards),
        "dice": [drawn(table(sides, counts)) for sides, counts in counted(cards).items()],
        "place": "campaigns",
        "page": "rolls",
    }
    return render(request, "thread/statistics.html", context)


def drawn(found: Table) -> Drawn:
    """A table with its drawing: the bars are the shares, the strokes on them the bands."""
    top = max(row.high for row in found.rows)
    marks = ticks([row.label for row in found.rows])
    bars = tuple(_bar(row, place, len(found.rows), top, marks[place]) for place, row in enumerate(found.rows))
    level = HEIGHT * (1 - float(found.rows[0].fair) / top)
    return Drawn(found.sides, found.throws, bars, round(level, 1), found.outside, _spoken(found))


def _bar(row: Row, place: int, count: int, top: float, tick: str) -> Bar:
    step, scale = 100 / count, HEIGHT / top
    return Bar(
        label=row.label,
        count=row.count,
        share=_share(row),
        band=f"{_percent(row.low)} to {_percent(row.high)}",
        fair=percent(row.fair),
        is_out=not row.is_inside,
        x=round(place * step + step * 0.12, 2),
        width=round(step * 0.76, 2),
        middle=round(place * step + step / 2, 2),
        y=round(HEIGHT - row.share * scale, 1),
        height=round(row.share * scale, 1),
        low=round(HEIGHT - row.low * scale, 1),
        high=round(HEIGHT - row.high * scale, 1),
        tick=tick,
    )


def _share(row: Row) -> str:
    return _percent(row.share) if row.count else "0 %"


def _percent(chance: float) -> str:
    return percent(Fraction(chance))


def _spoken(found: Table) -> str:
    """The drawing in a sentence."""
    least, most = min(found.rows, key=lambda row: row.count), max(found.rows, key=lambda row: row.count)
    return (
        f"Faces of {found.throws} dice of {found.sides} sides: {most.label} fell most often, {most.count} times, "
        f"{least.label} least often, {least.count} times."
    )
