"""A stream is the ordered log of one thread (or campaign, or person); an event is one numbered fact of it."""

from __future__ import annotations

from collections.abc import Iterable
from typing import ClassVar

from django.db import models
from django.db.models import OuterRef, Q, Subquery

from campaigns.site.append_only import AppendOnly, AppendOnlyQuerySet
from campaigns.site.keys import key10, key20

CATCH_UP = 200
"""Events that a page fetches one by one; who missed more reloads the region."""


class Stream(models.Model):
    """`last` is the number of its newest event; it is taken under the row's lock, so numbers have no gaps."""

    key = models.CharField(max_length=10, unique=True, default=key10, editable=False)
    last = models.PositiveBigIntegerField(default=0)

    def __str__(self) -> str:
        return self.key


def audience_text(keys: Iterable[str]) -> str:
    """A set of keys as it is stored: each between bars, so that a key is found whole (`|gms|member:7|`)."""
    return "|" + "|".join(sorted(set(keys))) + "|"


def shares_a_key(keys: Iterable[str], field: str = "audience") -> Q:
    """The rows whose audience holds at least one of `keys`."""
    found = Q(pk__in=[])
    for key in keys:
        found |= Q(**{f"{field}__contains": f"|{key}|"})
    return found


class EventQuerySet(AppendOnlyQuerySet):
    def seen_by(self, keys: Iterable[str]) -> EventQuerySet:
        return self.filter(shares_a_key(keys))

    def newest_cursor(self, stream: int | OuterRef, keys: Iterable[str]) -> Subquery:
        """The cursor of the newest event of `stream` (an id, or OuterRef of one) that `keys` open, or NULL.

        A page asks for it before it reads its rows: what happens in between then comes twice, never not at all.
        """
        newest = self.filter(stream=stream).seen_by(keys).order_by("-number")
        return Subquery(newest.values("cursor")[:1])

    def since(self, stream: int, cursor: str, keys: Iterable[str], limit: int = CATCH_UP) -> tuple[list[Event], bool]:
        """What a holder of `keys` missed after `cursor` ("" is the beginning), oldest first, and whether that is all.

        ([], False) asks the page to reload the region: there are more than `limit`, or the cursor is unknown, of
        another stream, or of an event that `keys` no longer open. One query.
        """
        seen = self.filter(stream=stream).seen_by(keys)
        if not cursor:
            found = list(seen.order_by("number")[: limit + 1])
        else:
            known = seen.filter(cursor=cursor).values("number")
            known_first = list(seen.filter(number__gte=Subquery(known)).order_by("number")[: limit + 2])
            if not known_first:
                return [], False
            found = known_first[1:]
        return (found, True) if len(found) <= limit else ([], False)


class Event(AppendOnly):
    """kind and subject say what changed ("post", the post's uid); audience who may know it; tells whom it calls."""

    stream = models.ForeignKey(Stream, on_delete=models.PROTECT, related_name="events")
    number = models.PositiveBigIntegerField()
    cursor = models.CharField(max_length=20, unique=True, default=key20, editable=False)
    kind = models.CharField(max_length=20)
    subject = models.CharField(max_length=40)
    audience = models.CharField(max_length=500)
    tells = models.JSONField(default=list, blank=True)
    at = models.DateTimeField()

    objects: ClassVar = EventQuerySet.as_manager()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["stream", "number"], name="one_event_a_number")]

    def __str__(self) -> str:
        return f"{self.kind} {self.subject}"
