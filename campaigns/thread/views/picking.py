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
from campaigns.combat.access import Table
from campaigns.ledger.card import ahead
from campaigns.site.refused import Refused
from campaigns.site.text import whole_number
from campaigns.thread.commands import Declared, Draft, Plan, preview_post
from campaigns.thread.commands.writing import kind_of
from campaigns.thread.forms import MOST_AUTOS
from campaigns.thread.models import Thread
from rules.combat.deeds import KINDS
from rules.lines import MOST_SPEAKERS
from rules.system import Sheet


def picker(
    viewer: Viewer, thread: Thread, speakers: Sequence[Character], turns: Table, *, key: str, picked: QueryDict | None = None
) -> dict[str, Any]:
    """The picker's context: form, url, open (whether somebody picks already), names (whom he may name), line, refused (why there
    is none, or why it cannot be thrown), warnings (what does not fit in one Turn) and tray (what it would throw). `key` is whom
    the post speaks as, `picked` what was picked, None on a page where nobody has picked anything yet: its fields alone are
    shown then.
    """
    speaker = next((one for one in speakers if one.key == key), None)
    foes = foes_of(speakers, turns) if viewer.is_gm else {}
    form = PickForm(viewer.campaign.rules, sheet_of(speaker), picked or QueryDict(), foes)
    url = reverse("rolling", args=[viewer.campaign.slug, thread.key])
    shown: dict[str, Any] = {
        "form": form,
        "url": url,
        "open": picked is not None,
        "names": [],
        "line": "",
        "refused": "",
        "warnings": [],
        "tray": [],
    }
    if picked is None:
        return shown
    shown["names"] = list(characters_by_name(viewer))
    try:
        shown["line"] = form.line()
        plan = preview_post(viewer, thread, Draft(shown["line"], speaker, "ooc", declared=declared_in(picked)))
        shown["tray"], shown["warnings"] = tray_of(plan, form.supposed), plan.warnings
    except Refused as refused:
        shown["refused"] = refused.sentence
    return shown


def foes_of(speakers: Sequence[Character], turns: Table) -> dict[str, Sheet | None]:
    """For whom a GM may throw one line, with their sheets: the foes of the turn order, where none is open the NPCs."""
    npcs = {one.name: one for one in speakers if one.owner_id is None and not one.hidden}
    names = [row.name for row in turns.rows if row.foe] or list(npcs)
    return {name: sheet_of(npcs.get(name) or kind_of(name, npcs)) for name in names[:MOST_SPEAKERS]}


def declared_in(sent: QueryDict) -> Declared:
    """What the composer's boxes say that is done without dice, as far as it can be read."""
    acts = [act for act in sent.getlist("did") if act in KINDS]
    return Declared(sent.get("did_as", "")[:10], (*acts, *["auto"] * min(whole_number(sent.get("autos", "")) or 0, MOST_AUTOS)))


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
