"""What every template draws with: seals, icons, times, and the one place where stored HTML goes out unescaped."""

from __future__ import annotations

from datetime import datetime, timedelta

from django import template
from django.templatetags.static import static
from django.utils import timezone
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString

from campaigns.site.clock import now
from campaigns.site.seals import blazon

register = template.Library()


@register.simple_tag
def seal(key: str, name: str = "", size: str = "") -> SafeString:
    """The seal of an id. With a name it is a picture called that; without one it is decoration beside a written name.

    size is "s" 28, "m" 36, "" 44 or "l" 88 pixels.
    """
    field, charge, figure = blazon(str(key))
    label = format_html('role="img" aria-label="{}"', name) if name else SafeString('aria-hidden="true"')
    return format_html(
        '<span class="seal {}" {}><svg viewBox="0 0 44 44"><path fill="{}" d="M0 0h44v44H0Z"/>'
        '<path fill="{}" fill-rule="evenodd" d="{}"/></svg></span>',
        size, label, field, charge, figure,
    )  # fmt: skip


@register.filter
def coded(sentence: object) -> SafeString:
    """A sentence whose words between backticks are to be typed: they stand in `code`, everything is escaped."""
    parts = str(sentence).split("`")
    if len(parts) % 2 == 0:  # one backtick is left over: then they are none of ours
        return format_html("{}", str(sentence))
    return format_html_join("", "{}", ((format_html("<code>{}</code>", part) if n % 2 else part,) for n, part in enumerate(parts)))


@register.simple_tag
def icon(name: str) -> SafeString:
    """A drawing of static/icons.svg, always beside a word or inside something that has a label."""
    return format_html('<svg class="icon" aria-hidden="true"><use href="{}#{}"/></svg>', static("icons.svg"), name)


@register.simple_tag
def when(at: datetime | None, lead: str = "") -> SafeString:
    """A time as people say it, in the reader's zone, with the exact one in `datetime` and on hover; `lead` is a word before it."""
    if at is None:
        return SafeString("")
    local = timezone.localtime(at)
    exact = f"{local:%A} {local.day} {local:%B %Y, %H:%M} {local.tzname()}"
    words = f"{lead} {said(at).replace('Today', 'today')}" if lead else said(at)
    return format_html('<time datetime="{}" title="{}">{}</time>', at.isoformat(), exact, words)


def said(at: datetime) -> str:
    """ "Today 07:31", "Wed 08:15" within six days, "14 Nov 07:31" within the year, else "14 Nov 2025"."""
    local, today = timezone.localtime(at), timezone.localtime(now()).date()
    if local.date() == today:
        return f"Today {local:%H:%M}"
    if timedelta(0) < today - local.date() < timedelta(days=7):
        return f"{local:%a %H:%M}"
    if local.year == today.year:
        return f"{local.day} {local:%b %H:%M}"
    return f"{local.day} {local:%b %Y}"


@register.simple_tag
def body(html: str) -> SafeString:
    """The prose of a post. It was made by `campaigns.site.markup.render`, which lets only its own few tags through."""
    return SafeString(html)


@register.simple_tag
def card(html: str) -> SafeString:
    """The card of a roll. It was drawn by `ledger/parts/card.html`, which escapes every value."""
    return SafeString(html)


@register.filter
def at_place(rows: list[object], place: int) -> object | None:
    """The row at that place, None when there is none: a block names its roll by place."""
    return rows[place] if 0 <= place < len(rows) else None
