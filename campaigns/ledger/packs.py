"""Rule systems by the rules version of a roll: the ones that are installed, and those that read a campaign's own table."""

from __future__ import annotations

from functools import lru_cache

from campaigns.ledger.models import Ledger, Pack
from rules import catalogue
from rules.system import RuleSystem
from rules.tabled import Tabled


def find(rv: str) -> RuleSystem | None:
    """The system of a rules version as the ledger records it, None where it is unknown here.

    No query for the installed ones, one for each campaign's own table in the life of a process.
    """
    known = catalogue.by_rv(rv)
    if known is not None or not rv.startswith("pack-"):
        return known
    try:
        return _own(rv)
    except Pack.DoesNotExist:
        return None


@lru_cache(maxsize=256)
def _own(rv: str) -> Tabled:
    """By its bytes' own name a table never changes, so it may be remembered; that there is none is not."""
    text = Pack.objects.filter(rv=rv).values_list("text", flat=True).first()
    if text is None:
        raise Pack.DoesNotExist
    return catalogue.by_table(text)


def keep(ledger: Ledger, system: Tabled) -> None:
    """Stores the system's table beside the ledger, once: rolls by it can be read from now on."""
    Pack.objects.get_or_create(ledger=ledger, rv=system.rv, defaults={"text": system.print_table()})
