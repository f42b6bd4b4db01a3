"""The fields with which a roll is picked in the composer, the line that they stand for, and what it would throw."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django.http import QueryDict
from django.urls import reverse

from campaigns.campaign.access import Viewer
from campaigns.character.access import characters_by_name
from campaigns.character.forms import PickForm
from campaigns.character.models import Character
from campaigns.character.sheets import sheet_of
from campaigns.ledger.card import ahead
from campaigns.site.refused import Refused
from campaigns.thread.commands import Draft, Plan, preview_post
from campaigns.thread.models import Thread


def picker(
    viewer: Viewer, thread: Thread, speakers: Sequence[Character], key: str, picked: QueryDict | None = None
) -> dict[str, Any]:
    """The picker's context: form, url, open (whether somebody picks already), names (whom he may name), line, refused (why there
    is none, or why it cannot be thrown) and tray (what it would throw). `key` is whom the post speaks as, `picked` what was
    picked, None on a page where nobody has picked anything yet: its fields alone are shown then.
    """
    speaker = next((one for one in speakers if one.key == key), None)
    form = PickForm(viewer.campaign.rules, sheet_of(speaker), picked or QueryDict())
    url = reverse("rolling", args=[viewer.campaign.slug, thread.key])
    shown: dict[str, Any] = {
        "form": form,
        "url": url,
        "open": picked is not None,
        "names": [],
        "line": "",
        "refused": "",
        "tray": [],
    }
    if picked is None:
        return shown
    shown["names"] = list(characters_by_name(viewer))
    try:
        shown["line"] = form.line()
        shown["tray"] = tray_of(preview_post(viewer, thread, Draft(shown["line"], speaker, "ooc")), form.supposed)
    except Refused as refused:
        shown["refused"] = refused.sentence
    return shown


RECKONED = 5
"""Rolls of a draft whose chances are shown: those of hard notation take long, and a post may hold twenty."""


def tray_of(plan: Plan, against: str = "") -> list[dict[str, Any]]:
    """What will be thrown and done, in the order of the lines: for a roll its blank dice and chances, for a move its
    line. `against` is the rank that is supposed to answer.
    """
    rows: list[dict[str, Any]] = []
    for line in plan.lines:
        for declared in line.declarations:
            rows.append(ahead(declared, against, reckoned=len(rows) < RECKONED))
        for step in line.steps:
            thrown = ahead(step.declaration, reckoned=len(rows) < RECKONED) if step.declaration else {}
            rows.append(thrown | {"name": step.name, "line": line.command.line})
        rows += [{"name": "", "line": line.command.line}] if line.act else []
    return rows
