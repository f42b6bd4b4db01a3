"""Which rolls of a ledger a reader asks to see: his own, a character's, those of a thread, the sealed, void or spare ones."""

from __future__ import annotations

from dataclasses import dataclass

from django.db.models import Exists, OuterRef, Q, QuerySet
from django.http import QueryDict

from campaigns.campaign.access import Viewer
from campaigns.ledger.models import Roll
from campaigns.thread.forms import FilterForm
from campaigns.thread.models import Post

SPARE = ~Exists(Post.objects.filter(uid=OuterRef("post")))
"""No post shows the roll, whoever reads."""

SHOWN = {"sealed": Q(sealed=True), "void": Q(is_void=True), "spare": Q(SPARE)}
"""What `show` of the form asks for."""


@dataclass(frozen=True)
class Listing:
    """The rolls that were asked for, and the form that asked; `asked` is its part of an address, "" where nothing was narrowed."""

    rolls: QuerySet[Roll]
    form: FilterForm
    asked: str


def narrowed(rolls: QuerySet[Roll], viewer: Viewer, typed: QueryDict) -> Listing:
    """Those of the rolls that the viewer's form asks for; none where it asks for what there is not, which the form then says."""
    form = FilterForm(viewer, typed)
    if not form.is_valid():
        return Listing(rolls.none(), form, "")
    chosen = {name: value for name, value in form.cleaned_data.items() if value}
    asked = QueryDict(mutable=True)
    asked.update(chosen)
    found = rolls.filter(SHOWN[chosen["show"]]) if "show" in chosen else rolls
    if whose := chosen.get("whose"):
        lane = viewer.member.lane if viewer.member else None
        found = found.filter(entry__pid=lane.pid) if whose == "mine" and lane else found.filter(char=whose)
    if thread := chosen.get("thread"):
        found = found.filter(thread=form.threads[thread].tid)
    return Listing(found, form, asked.urlencode())


def count_spare(viewer: Viewer) -> int:
    """How many rolls of the whole ledger stand without a post, for everybody to know, whatever threads they read."""
    return Roll.objects.filter(SHOWN["spare"], entry__ledger=viewer.campaign.ledger_id).count()
