"""Who may read a thread and write in it, and the reads that every page of it shares."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db.models import CharField, Exists, ExpressionWrapper, F, Manager, OuterRef, Q, QuerySet, Subquery
from django.db.models.functions import JSONObject
from django.http import Http404
from django.utils.timezone import now

from campaigns.campaign.access import Viewer, lay_truth, require_member, runs, sight_of
from campaigns.campaign.models import HAMMER_DAYS, WITNESS_DAYS
from campaigns.character.access import characters_of
from campaigns.character.models import Character
from campaigns.combat.access import lay_blows
from campaigns.combat.commands import Place
from campaigns.combat.models import Encounter
from campaigns.ledger.access import truths
from campaigns.ledger.export import form_fields
from campaigns.ledger.models import Entry, Roll
from campaigns.live.models import Event, shares_a_key
from campaigns.site.refused import NotAllowed
from campaigns.thread.models import PAGE, Post, ReadMark, RollRequest, Thread

AUDIENCES = {"scene": frozenset(("all",)), "talk": frozenset(("all",)), "notes": frozenset(("gms",))}
"""Keys by kind: `all` is everybody who may enter the campaign, which `campaign/access.py` decides."""


def visible(threads: QuerySet[Thread] | Manager[Thread], viewer: Viewer) -> QuerySet[Thread]:
    """Those of the campaign's threads that this viewer may read."""
    return threads.filter(shares_a_key(viewer.keys), campaign=viewer.campaign)


def find_thread(viewer: Viewer, key: str) -> Thread:
    """The thread with `read_to` (the viewer's read mark, or None), `cursor` (of the newest event he may see), `fight` (the id
    of the turn order that is open in it, or None), `running` (whether a Turn of it runs), `due` (the oldest roll in it that
    waits for him, or None) and `asked` (whether a roll is asked for in it that he sees): one query.

    A thread that he may not read is answered like one that does not exist (404).
    """
    marks = ReadMark.objects.filter(thread=OuterRef("pk"), person=viewer.person.pk)
    fights = Encounter.objects.filter(stream=OuterRef("stream"), is_open=True)
    threads = visible(Thread.objects, viewer).select_related("stream")
    found = threads.annotate(  # type: ignore[no-redef]
        cursor=Event.objects.newest_cursor(OuterRef("stream"), viewer.keys),
        read_to=Subquery(marks.values("number")[:1]),
        fight=Subquery(fights.values("pk")[:1]),
        running=Exists(fights.filter(state__phase="running")),
        due=Subquery(_due(viewer).values(told=DUE)[:1]),
        asked=Exists(requests_for(viewer).filter(thread=OuterRef("pk"))),
    )
    thread: Thread | None = found.filter(key=key.lower()).first() if key.isalnum() else None
    if thread is None:
        raise Http404("There is no such scene.")
    return thread


DUE = JSONObject(
    key="key",
    name="name",
    target="target",
    expr="expr",
    waits="waits",
    witness="witness__person__username",
    number=Subquery(Post.objects.filter(uid=OuterRef("post")).values("number")[:1]),
)
"""What a page tells of a roll that waits for somebody; number is that of its post."""


def _due(viewer: Viewer) -> QuerySet[Roll]:
    """The rolls of the thread of the outer query that wait for the viewer; the oldest first."""
    if viewer.member is None or not viewer.may_write:
        return Roll.objects.none()
    his = Q(aimed_at(characters_of(viewer)), waits="answer")
    if viewer.is_gm:
        his |= Q(waits="word") | Q(waits="answer", target_char="") & ~Q(target="")
        his |= Q(waits="witness", entry__at__lte=unanswered_before(viewer))
    if viewer.member.lane is not None:
        his |= Q(waits__in=("choice", "sets"), entry__pid=viewer.member.lane.pid) | Q(waits="witness", witness=viewer.member.lane)
    if late := late_before(viewer):
        his |= Q(waits="choice", entry__at__lte=late)
    return Roll.objects.filter(his, thread=OuterRef("tid"), waits__in=Roll.WAITING).order_by("pk")


def aimed_at(characters: QuerySet[Character]) -> Exists:
    """Whether a roll is aimed at one of these characters: of several people whose hands it waits for, one is enough."""
    aimed = ExpressionWrapper(OuterRef("target_char"), output_field=CharField())
    return Exists(characters.order_by().annotate(aimed=aimed).filter(aimed__contains=F("cid")))


def requests_for(viewer: Viewer) -> QuerySet[RollRequest]:
    """The open requests of the campaign that a viewer sees: a GM all, a player those to his own characters."""
    found = RollRequest.objects.filter(thread__campaign=viewer.campaign, roll="")
    if viewer.is_gm:
        return found
    return found.filter(character__owner=viewer.member) if viewer.member and viewer.may_write else found.none()


@dataclass(frozen=True)
class Asked:
    """The rolls that are asked for in a thread: `mine` are asked of the viewer, `others` of other players."""

    may_ask: bool
    mine: tuple[RollRequest, ...] = ()
    others: tuple[RollRequest, ...] = ()


def asked_in(viewer: Viewer, thread: Thread) -> Asked:
    """What this viewer sees of them in a thread as `find_thread` gave it: one query where there are any, else none."""
    may_ask = may_post(viewer, thread) and viewer.is_gm and thread.kind == "scene"
    if not thread.asked:
        return Asked(may_ask)
    found = requests_for(viewer).filter(thread=thread).select_related("character", "by__person").order_by("pk")
    own = viewer.member.pk if viewer.member else 0
    mine = tuple(one for one in found if one.character.owner_id == own)
    return Asked(may_ask, mine, tuple(one for one in found if one.character.owner_id != own))


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
    """The row as it stands now, held until the transaction ends: it alone, and read marks may still name it.

    `asked` tells whether a roll is asked of anybody in it.
    """
    rows = Thread.objects.select_for_update(of=("self",), no_key=True).select_related("stream")
    open_ones = RollRequest.objects.filter(thread=OuterRef("pk"), roll="")
    locked: Thread = rows.annotate(asked=Exists(open_ones)).get(pk=thread.pk)  # type: ignore[no-redef]
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


def everybody_reads(thread: Thread) -> bool:
    """Whether at least every member reads it; elsewhere dice are always sealed."""
    return bool({"all", "members"} & audience_of(thread))


def page_of(number: int) -> int:
    """The page that holds a post number, from 1."""
    return max(1, (number + PAGE - 1) // PAGE)


def posts_on(viewer: Viewer, thread: Thread, page: int) -> list[Post]:
    """The posts of one page in order, with their rolls: two queries, whatever the page's number, and one where a roll is sealed."""
    first = PAGE * (page - 1) + 1
    return with_rolls(viewer, Post.objects.filter(thread=thread, number__gte=first, number__lt=first + PAGE), steady=True)


INITIAL = 200
"""Characters from which on a GM's first post begins with an initial of three lines."""


def with_rolls(viewer: Viewer, posts: QuerySet[Post], *, steady: bool = False) -> list[Post]:
    """These posts in order with what their part shows besides (`rolls`, `by_gm`, `opens`): two queries, and one where a roll does
    something to somebody. Posts without a roll take one, unless a page is to cost the same whatever stands on it (`steady`)."""
    found = list(posts.select_related("author__person", "character").order_by("number"))
    rolls: dict[str, list[Roll]] = {}
    uids = [post.uid for post in found if steady or any(block[0] == "roll" for block in post.blocks)]
    thrown = list(_rolls_in(uids)) if uids else []
    lay_truth(viewer, thrown)
    lay_blows(thrown)
    for roll in thrown:
        rolls.setdefault(roll.post, []).append(roll)
    for post in found:
        post.rolls = rolls.get(post.uid, [])
        post.by_gm = runs(post.author)
        post.opens = post.number == 1 and post.by_gm and len(post.text) >= INITIAL
    return found


def _rolls_in(uids: Iterable[str]) -> QuerySet[Roll]:
    return _light(Roll.objects.filter(post__in=list(uids))).order_by("entry", "place")


def _light(rolls: QuerySet[Roll]) -> QuerySet[Roll]:
    """The rolls with their entry, but not with the line of the chain, which no page of a thread shows."""
    return rolls.select_related("entry").defer("entry__body")


def changed_rolls(viewer: Viewer, thread: Thread, keys: Iterable[str]) -> list[Roll]:
    """Those rolls of the thread, as this viewer may see them: one query, one where a roll does something to somebody, and one
    where a roll is sealed."""
    rolls = list(_light(Roll.objects.filter(key__in=list(keys), thread=thread.tid)).order_by("pk"))
    lay_truth(viewer, rolls)
    lay_blows(rolls)
    return rolls


def opens_texts(viewer: Viewer) -> Callable[[Entry], bool]:
    """Whether the texts of an entry may be opened for this viewer: those of threads that he may read, and of sealed rolls that
    he may see. Two queries, and the rolls of the entry."""
    readable = {"", *visible(Thread.objects, viewer).values_list("tid", flat=True)}
    sealed = truths(**sight_of(viewer)).filter(roll__entry__ledger=viewer.campaign.ledger_id)
    seen = set(sealed.values_list("roll__entry", flat=True))

    def opened(entry: Entry) -> bool:
        own = all(roll.thread in readable and (not roll.sealed or entry.pk in seen) for roll in entry.rolls.all())
        told = all(void.roll.thread in readable for void in entry.voids.all())
        asked = json.loads(entry.body)["thr"] if entry.t == "bind" else ""  # its rolls stand in its cast by now
        return own and told and (asked or "") in readable

    return opened


@dataclass(frozen=True)
class Rights:
    """What a viewer may do with the rolls of a page. own: the ids of his characters, pid: his lane's, "" for none; dice: the
    fields of his lane (see the ledger's `form_fields`); late: see `late_before`; lane: its key."""

    may_act: bool
    is_gm: bool
    own: frozenset[str]
    member: int
    pid: str
    dice: dict[str, str | int] | None
    late: datetime | None = None
    lane: int | None = None

    def may_set(self, roll: Roll) -> bool:
        """Whether he sets the open dice of that roll: who threw it does, and a GM once it is late."""
        return roll.entry.pid == self.pid or is_late(roll, self.late)


def late_before(viewer: Viewer) -> datetime | None:
    """Up to when a roll was thrown whose open dice this GM may set in its roller's place; None where he never may."""
    days = viewer.campaign.chose(HAMMER_DAYS)
    return now() - timedelta(days=int(days)) if viewer.is_gm and days.isdigit() else None


def unanswered_before(viewer: Viewer) -> datetime:
    """Up to when a roll asked for its witness that a GM may take back by now."""
    return now() - timedelta(days=int(viewer.campaign.chose(WITNESS_DAYS)))


def is_late(roll: Roll, late: datetime | None) -> bool:
    """Whether a roll was thrown by then."""
    return late is not None and roll.entry.at <= late


def rights_of(viewer: Viewer, thread: Thread, rolls: Iterable[Roll]) -> Rights:
    """One query where a roll among these waits for a character's answer and it is not a GM who looks, else none."""
    may_act = viewer.may_write and may_post(viewer, thread)
    asks = may_act and not viewer.is_gm and any(roll.waits == "answer" and roll.target_char for roll in rolls)
    own = frozenset(characters_of(viewer).values_list("cid", flat=True)) if asks else frozenset()
    member = viewer.member
    lane = member.lane if member else None
    dice = form_fields(lane) if lane and may_act else None
    who = (member.pk if member else 0, lane.pid if lane else "", dice)
    return Rights(may_act, viewer.is_gm, own, *who, late_before(viewer), lane.pk if lane else None)
