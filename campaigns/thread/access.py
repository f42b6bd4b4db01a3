"""Who may read a thread and write in it, and the reads that every page of it shares."""

from __future__ import annotations

from collections.abc import Iterable

from django.db.models import Manager, OuterRef, Q, QuerySet, Subquery
from django.http import Http404

from campaigns.campaign.access import Viewer, require_member, runs
from campaigns.character.access import characters_of
from campaigns.character.models import Character
from campaigns.combat.commands import Place
from campaigns.combat.models import Encounter
from campaigns.ledger.models import Roll
from campaigns.live.models import Event, shares_a_key
from campaigns.site.refused import NotAllowed
from campaigns.thread.models import PAGE, Post, ReadMark, Thread

AUDIENCES = {"scene": frozenset(("all",)), "talk": frozenset(("all",)), "notes": frozenset(("gms",))}
"""Keys by kind: `all` is everybody who may enter the campaign, which `campaign/access.py` decides."""


def visible(threads: QuerySet[Thread] | Manager[Thread], viewer: Viewer) -> QuerySet[Thread]:
    """Those of the campaign's threads that this viewer may read."""
    return threads.filter(shares_a_key(viewer.keys), campaign=viewer.campaign)


def find_thread(viewer: Viewer, key: str) -> Thread:
    """The thread with `read_to` (the viewer's read mark, or None), `cursor` (of the newest event he may see) and `fight` (the id
    of the turn order that is open in it, or None): one query.

    A thread that he may not read is answered like one that does not exist (404).
    """
    marks = ReadMark.objects.filter(thread=OuterRef("pk"), person=viewer.person.pk)
    fights = Encounter.objects.filter(stream=OuterRef("stream"), is_open=True)
    threads = visible(Thread.objects, viewer).select_related("stream")
    found = threads.annotate(  # type: ignore[no-redef]
        cursor=Event.objects.newest_cursor(OuterRef("stream"), viewer.keys),
        read_to=Subquery(marks.values("number")[:1]),
        fight=Subquery(fights.values("pk")[:1]),
    )
    thread: Thread | None = found.filter(key=key.lower()).first() if key.isalnum() else None
    if thread is None:
        raise Http404("There is no such scene.")
    return thread


def may_open(viewer: Viewer) -> bool:
    """Opening threads is the GMs'."""
    return viewer.is_gm


def require_open(viewer: Viewer) -> None:
    require_member(viewer)
    if not may_open(viewer):
        raise NotAllowed("Only the GM opens scenes here.")


def may_post(viewer: Viewer, thread: Thread) -> bool:
    """Players and GMs everywhere they read, watchers in talk; in a locked thread GMs alone."""
    if viewer.is_gm:
        return True
    if thread.locked or viewer.member is None:
        return False
    return viewer.may_write or thread.kind == "talk"


def require_post(viewer: Viewer, thread: Thread) -> None:
    """Refuses with the reason and one useful step."""
    if may_post(viewer, thread):
        return
    require_member(viewer)
    if thread.locked:
        raise NotAllowed("This scene is locked: only the GM writes in it now. Your text is kept.")
    raise NotAllowed("Watchers read scenes and write in table talk.")


def speaking_as(viewer: Viewer, thread: Thread) -> list[Character]:
    """Whom the writer may speak as in a thread besides himself: in talk and notes nobody."""
    return list(characters_of(viewer)) if thread.kind == "scene" else []


def lock(thread: Thread) -> Thread:
    """The row as it stands now, held until the transaction ends: it alone, and read marks may still name it."""
    locked: Thread = Thread.objects.select_for_update(of=("self",), no_key=True).select_related("stream").get(pk=thread.pk)
    return locked


def place_of(thread: Thread) -> Place:
    """Where a fight of this thread happens."""
    return Place(thread.stream, audience_of(thread), thread.tid)


def visible_rolls(rolls: QuerySet[Roll] | Manager[Roll], viewer: Viewer) -> QuerySet[Roll]:
    """Those of the campaign's rolls that stand in threads which this viewer may read."""
    readable = visible(Thread.objects, viewer).values("tid")
    return rolls.filter(Q(thread="") | Q(thread__in=readable), entry__ledger=viewer.campaign.ledger_id)


def audience_of(thread: Thread) -> frozenset[str]:
    return frozenset(thread.audience.strip("|").split("|"))


def page_of(number: int) -> int:
    """The page that holds a post number, from 1."""
    return max(1, (number + PAGE - 1) // PAGE)


def posts_on(thread: Thread, page: int) -> list[Post]:
    """The posts of one page in order, with their rolls: two queries, whatever the page's number."""
    first = PAGE * (page - 1) + 1
    return with_rolls(Post.objects.filter(thread=thread, number__gte=first, number__lt=first + PAGE))


INITIAL = 200
"""Characters from which on a GM's first post begins with an initial of three lines."""


def with_rolls(posts: QuerySet[Post]) -> list[Post]:
    """These posts in order with what their part shows besides (`rolls`, `by_gm`, `opens`): two queries."""
    found = list(posts.select_related("author__person", "character").order_by("number"))
    rolls: dict[str, list[Roll]] = {}
    for roll in _rolls_in(post.uid for post in found):
        rolls.setdefault(roll.post, []).append(roll)
    for post in found:
        post.rolls = rolls.get(post.uid, [])
        post.by_gm = runs(post.author)
        post.opens = post.number == 1 and post.by_gm and len(post.text) >= INITIAL
    return found


def _rolls_in(uids: Iterable[str]) -> QuerySet[Roll]:
    return Roll.objects.filter(post__in=list(uids)).order_by("entry", "place")
