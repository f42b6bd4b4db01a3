"""Who may see what of a secret roll, as far as the ledger can tell: which threads somebody reads is told by who asks."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from django.db.models import Count, Q, QuerySet

from campaigns.ledger.models import Ledger, Roll, Sealed


@dataclass(frozen=True)
class Secrecy:
    """How a cast is thrown. sees: "" openly, else who may see it, as `Sealed.sees`.  hides_place: where it stands is sealed too."""

    sees: str = ""
    hides_place: bool = False


OPEN = Secrecy()


def truths(pid: str, is_gm: bool) -> QuerySet[Sealed]:
    """The sealed rolls that somebody may see where he may read their thread. pid: his lane's id as long as he sits at the table,
    else "".  is_gm: he is a GM there; the caller keeps to the ledger of that table."""
    if is_gm:
        return Sealed.objects.all()
    own = Q(sees="roller", roll__entry__pid=pid) if pid else Q(pk__in=[])
    return Sealed.objects.filter(Q(sees="readers") | own)


def shown_to(rolls: Iterable[Roll], *, pid: str, is_gm: bool) -> None:
    """Lays on those rolls that are sealed what this person may see of them: card, html, name and print, and `laid`.

    The rolls are those of one table that he may know of, in threads that he may read (see `truths`). One query where one is
    sealed, else none.
    """
    sealed = {roll.pk: roll for roll in rolls if roll.sealed}
    for truth in truths(pid, is_gm).filter(roll__in=list(sealed)) if sealed else ():
        roll = sealed[truth.roll_id]
        roll.card, roll.html, roll.name, roll.char = truth.card, truth.html, truth.name, truth.spec["char"] or ""
        roll.rv, roll.expr = truth.spec["rv"], truth.spec["expr"]
        roll.laid = True


def still_sealed(ledger: Ledger) -> list[tuple[str, int]]:
    """(person, how many rolls of his are sealed yet), for everybody to see; who has most of them first. Two queries."""
    found = Roll.objects.filter(entry__ledger=ledger, sealed=True).values_list("entry__pid").annotate(n=Count("pk"))
    counts = dict(found.order_by("-n", "entry__pid"))
    names = dict(ledger.lanes.filter(pid__in=list(counts)).values_list("pid", "person__username"))
    return [(names[pid], n) for pid, n in counts.items()]
