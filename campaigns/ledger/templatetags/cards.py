"""What a roll card is drawn with: its dice, the strip of 1 to 100, and the roll that it is joined to."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from django import template
from django.urls import reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString

from rules.system import Band, Die

register = template.Library()

DRAWN = {10: "d10", 6: "d6", 20: "d20", 100: "d100"}
"""Sides that have a drawing of their own; every other die is a circle with its size."""

BARE = {10: "d10-bare", 20: "d20-bare"}
"""The drawing of a die that counts no more: its outline alone."""

TAGS = {"expert": "ED", "hammer": "HaD", "fudge": "dF"}


@register.simple_tag
def die(one: Die | Mapping[str, Any]) -> SafeString:
    """One die, as itself or as a stored card keeps it; one without a face shows a question mark, or nothing when it is lost."""
    if not isinstance(one, Die):
        one = Die(int(one["sides"]), one["face"], str(one["kind"]))
    sides, face, kinds = one.sides, one.face, one.kind.split()
    drawn = DRAWN.get(sides, "dx")
    shape = drawn
    if "hammer" in kinds and sides == 10:
        shape = "d10-hammer"
    elif "lost" in kinds or "dropped" in kinds:
        shape = BARE.get(sides, drawn)
    tag = next((TAGS[kind] for kind in kinds if kind in TAGS), f"d{sides}" if drawn == "dx" else "")
    blank = "" if "lost" in kinds else "?"
    return format_html(
        '<span class="die {} {}"><svg><use href="#{}"/></svg><b>{}</b>{}</span>',
        drawn, one.kind, shape, blank if face is None else face, format_html("<i>{}</i>", tag) if tag else "",
    )  # fmt: skip


@register.simple_tag
def wins() -> SafeString:
    """The mark of the winner of two joined cards, in a word."""
    return format_html('<b class="wins"><svg aria-hidden="true"><use href="#v-success"/></svg>{}</b>', "Wins")


@register.simple_tag
def joined(other: Mapping[str, Any], words: str) -> SafeString:
    """The short form of the roll that this card is joined to, below the words that say how. other: see `card.describe`."""
    colour = other["colour"]
    pill = format_html(
        '<span class="fx {}"><svg aria-hidden="true"><use href="#f-{}"/></svg>{}</span>', colour, colour.lower(), colour
    )  # fmt: skip
    return format_html(
        '<div class="rival"><span class="lab">{}</span><a class="link" href="{}">{}, {}</a>{}<span>{}</span>{}</div>',
        words, reverse("roll", args=[other["key"]]), other["name"], other["title"], pill if colour else "",
        other["short"], wins() if other["won"] else "",
    )  # fmt: skip


@register.simple_tag
def strip(reading: Mapping[str, Any]) -> list[dict[str, Any]]:
    """The bands of a FASERIP reading with their places on a strip of 100 percent.

    Each: colour; x, width (percent); label (word, letter or nothing, as it fits a phone); text (x of the label, percent),
    anchor ("start" or "end": the end that the needle is not near); tick (last number, None for the last band).
    """
    bands: Sequence[Mapping[str, Any]] = reading["bands"]
    drawn = []
    for band in bands:
        first, last, colour = band["first"], band["last"], band["colour"]
        width = last - first + 1
        label = colour if width >= 2.3 * len(colour) + 3 else colour[0] if width >= 4 else ""
        at = reading["at"]
        beside = at is not None and first <= at < first + 17 and at - first < width / 2
        drawn.append(
            {
                "colour": colour,
                "x": first - 1,
                "width": width,
                "label": label,
                "text": last - 1.5 if beside else first - 1 + (1.5 if len(label) > 1 else width / 2),
                "anchor": "end" if beside and len(label) > 1 else "start" if len(label) > 1 else "middle",
                "tick": last if last < 100 else None,
            }
        )
    for band in drawn:
        if len(band["label"]) == 1:
            band["text"] = band["x"] + band["width"] / 2
    return drawn


@register.filter
def stretches(bands: Sequence[Band]) -> list[tuple[str, int, int]]:
    """(colour, x, width) of each band on a strip of 100 percent."""
    return [(band.colour, band.first - 1, band.last - band.first + 1) for band in bands]


@register.filter
def needle(at: int) -> float:
    """Where number 1 to 100 stands on the strip, in percent: the middle of its hundredth."""
    return at - 0.5
