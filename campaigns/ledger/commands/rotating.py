"""A new signing key: entries after it are signed anew, old receipts stay good by the old key (vroll/1, `key`)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from django.contrib.auth.base_user import AbstractBaseUser
from django.db import transaction

from campaigns.ledger import keys, side
from campaigns.ledger.commands import chain
from campaigns.ledger.commands.recovering import seal_anew, take_back_binds
from campaigns.ledger.models import Ledger
from rules.proof import write


@dataclass(frozen=True)
class Rotation:
    """key: the public key that signs from now on, hex.  moved: ledgers that go on with it.  left: those that lack entries and
    are to be recovered first.  sealed: envelopes that were sealed anew."""

    key: str
    moved: int
    left: int
    sealed: int


def rotate(*, leaked: bool = False, gm: AbstractBaseUser | None = None) -> Rotation:
    """Adds a key to the key file and has every open ledger tell of it in an entry that the old key signs.

    Envelopes that are sealed from now on follow from the new key; the old ones still open by the old one. leaked: somebody has
    the key file and the database, so the present envelopes are sealed anew too, in a block that anybody can see; `gm` is then
    as for `recover`.  A rotation that was interrupted is finished first, by its own key.  One transaction for each ledger.
    """
    if not any(True for _ in _behind()):
        keys.add()
    moved = left = sealed = 0
    for ledger in _behind():
        with transaction.atomic():
            locked = chain.lock(ledger.pk, recovering=True)
            if side.lost(locked):
                left += 1
                continue
            if leaked:
                take_back_binds(locked, gm)
            _move(locked)
            sealed += seal_anew(locked) if leaked else 0
            moved += 1
    return Rotation(keys.public_key(), moved, left, sealed)


def _behind() -> Iterator[Ledger]:
    """Ledgers that another key than the newest signs; one that is closed keeps its key, since its last entries are reveals."""
    yield from Ledger.objects.filter(closed=False).exclude(key=keys.public_key()).order_by("pk")


def _move(ledger: Ledger) -> None:
    new = keys.public_key()
    chain.append(ledger, write.key(chain.link(ledger), key=new))
    ledger.key = new
    ledger.save(update_fields=["key"])
