"""What waits for a person, over all campaigns he sits in."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.conf import settings
from django.db.models import Count, F, IntegerField, OuterRef, Q, QuerySet, Subquery, Value
from django.db.models.expressions import CombinedExpression
from django.db.models.functions import Coalesce, JSONObject

from campaigns.campaign.access import Viewer, listed, run_by, sat_at, seat
from campaigns.campaign.models import Campaign, Member
from campaigns.character.models import Character
from campaigns.combat.models import Encounter
from campaigns.ledger.models import Roll
from campaigns.live.models import shares_a_key
from campaigns.people.models import User
from campaigns.thread.access import aimed_at, late_before, unanswered_before, visible
from campaigns.thread.models import Post, ReadMark, RollRequest, Thread
from rules.combat.record import from_record

MOST = 50
"""Rows of one list on Today."""


@dataclass(frozen=True)
class Turn:
    """An open fight: whose turn it is there, since when, and the newest words of its scene."""

    thread: Thread
    seal_id: str
    name: str
    person: str
    since: datetime
    newest: str


@dataclass(frozen=True)
class Due:
    """A roll that waits for the person: its key, what it waits for (`said`), in which scene and post."""

    roll: str
    seal_id: str
    said: str
    since: datetime
    place: dict[str, Any]


DOING = {"attack": "is attacked by", "grapple": "is grappled by"}
"""What a roll does to its target, by the first word of its print; any other roll is a contest or a call for help."""

SETTING = {"choice": "has dice to set", "sets": "has sets to allot"}
"""What whoever threw a roll has still to do, by what it waits for."""


def seats(person: User) -> list[Viewer]:
    """The tables where a person sits: one query."""
    rows = Member.objects.filter(person=person, state="active").select_related("campaign__ledger", "lane", "person")
    return [seat(member) for member in rows.order_by("campaign__name")]


def readable(viewers: Iterable[Viewer]) -> QuerySet[Thread]:
    """The threads of all these tables that their viewer may read."""
    found = Q(pk__in=[])
    for viewer in viewers:
        found |= Q(campaign=viewer.campaign) & shares_a_key(viewer.keys)
    return Thread.objects.filter(found).select_related("campaign")


def unread(person: User, viewers: Iterable[Viewer]) -> list[Thread]:
    """Threads with posts that the person has not read, each with `new`, how many; the newest post first: one query."""
    rows = readable(viewers).annotate(new=F("post_count") - _read_to(person.pk)).filter(new__gt=0)  # type: ignore[no-redef, misc]
    return list(rows.order_by("-last_post")[:MOST])


def _read_to(person_id: int | None) -> Coalesce:
    """The number of the newest post that the person has read in a thread, 0 for none."""
    marks = ReadMark.objects.filter(thread=OuterRef("pk"), person=person_id).values("number")[:1]
    return Coalesce(Subquery(marks, output_field=IntegerField()), 0)


def turns(person: User, viewers: Sequence[Viewer]) -> tuple[list[Turn], list[Turn]]:
    """The open fights of these tables: (where it is the person's turn, where it is somebody else's), the longest wait first.

    The turn of an NPC is that of every GM of the table.
    """
    threads = {thread.stream_id: thread for thread in readable(viewers)}
    fights = Encounter.objects.filter(stream__in=list(threads), is_open=True).select_related("waits_for").order_by("since")
    running = [fight for fight in fights if from_record(fight.state).acting]
    newest = _newest_posts(threads[fight.stream_id] for fight in running)
    run = {viewer.campaign.pk for viewer in viewers if viewer.is_gm}
    mine: list[Turn] = []
    others: list[Turn] = []
    for fight in running:
        his = fight.waits_for_id == person.pk or (fight.waits_for_id is None and fight.campaign_id in run)
        (mine if his else others).append(_turn(fight, threads[fight.stream_id], newest))
    return mine, others


def _turn(fight: Encounter, thread: Thread, newest: dict[int, str]) -> Turn:
    acting = from_record(fight.state).acting
    name, seal_id = (acting.name, acting.char or acting.id) if acting else ("", "")
    waits = fight.waits_for.get_username() if fight.waits_for else "the GM"
    return Turn(thread, seal_id, name, waits, fight.since, newest.get(thread.pk, ""))


def dues(viewers: Sequence[Viewer]) -> list[Due]:
    """The rolls at these tables that wait for the person: for an answer of his characters or a GM's, for his own dice or sets,
    for his word as a GM; the oldest first. One query.
    """
    run = [viewer.campaign for viewer in viewers if viewer.is_gm]
    mine = Q(owner__in=[viewer.member for viewer in viewers if viewer.may_write]) | Q(owner=None, campaign__in=run)
    ledgers = [campaign.ledger_id for campaign in run]
    waited_for = Q(aimed_at(Character.objects.filter(mine, retired=False)), waits="answer")
    waited_for |= Q(waits="answer", target_char="", entry__ledger__in=ledgers) & ~Q(target="")
    waited_for |= Q(waits="word", entry__ledger__in=ledgers)
    lanes = [viewer.member.lane.pid for viewer in viewers if viewer.may_write and viewer.member and viewer.member.lane]
    waited_for |= Q(waits__in=SETTING, entry__pid__in=lanes) | _to_witness(viewers, lanes)
    for viewer in viewers:
        if late := late_before(viewer):
            waited_for |= Q(waits="choice", entry__ledger=viewer.campaign.ledger_id, entry__at__lte=late)
    place = JSONObject(
        slug="thread__campaign__slug", campaign="thread__campaign__name", key="thread__key", title="thread__title", number="number"
    )
    posts = Post.objects.filter(uid=OuterRef("post")).values(place=place)
    rolls = Roll.objects.filter(waited_for, thread__in=readable(viewers).values("tid"), waits__in=Roll.WAITING)
    found = rolls.select_related("entry", "witness__person").defer("entry__body", "html")
    found = found.annotate(told=Subquery(posts[:1])).order_by("pk")
    return [_due(roll, lanes) for roll in found[:MOST] if roll.told]


def _to_witness(viewers: Iterable[Viewer], lanes: Sequence[str]) -> Q:
    """The requests that name one of these lanes as witness, and for a GM those that nobody has answered in time."""
    found = Q(waits="witness", place=0, witness__pid__in=lanes)
    for viewer in viewers:
        if viewer.is_gm:
            late = Q(entry__ledger=viewer.campaign.ledger_id, entry__at__lte=unanswered_before(viewer))
            found |= late & Q(waits="witness", place=0)
    return found


def _due(roll: Any, lanes: Sequence[str]) -> Due:
    name = roll.name or "somebody"
    if roll.waits == "witness":
        asked = f"{name} asks you to witness a roll"
        unanswered = f"{roll.witness.person.get_username()} has not witnessed the roll of {name}"
        said, seal_id = asked if roll.witness.pid in lanes else unanswered, roll.char
    elif roll.waits == "word":
        rival = roll.card["rival"] or {}
        said, seal_id = f"{rival.get('name', 'Somebody')} against {name} waits for your word", roll.char
    elif roll.waits == "answer":
        words = roll.expr.split()
        doing = DOING.get(words[0], "is asked for help by" if "joint" in words else "is challenged by")
        doing = doing.replace("is", "are", 1) if " " in roll.target_char else doing
        said, seal_id = f"{roll.target} {doing} {name}", roll.target_char.partition(" ")[0]
    else:
        said, seal_id = f"{name} {SETTING[roll.waits]}", roll.char
    return Due(roll.key, seal_id or roll.key, said, roll.entry.at, roll.told)


def _newest_posts(threads: Iterable[Thread]) -> dict[int, str]:
    """The first line of the newest post of each thread, by the thread's id: one query."""
    wanted = Q(pk__in=[])
    for thread in threads:
        wanted |= Q(thread=thread, number=thread.post_count)
    return {post.thread_id: first_line(post.text) for post in Post.objects.filter(wanted).only("thread_id", "text")}


def first_line(text: str, length: int = 140) -> str:
    """The first line of prose, cut at a blank; lines of commands are passed over."""
    line = next((line.strip() for line in text.splitlines() if line.strip() and line.lstrip()[0] not in "!/>(#"), "")
    return line if len(line) <= length else line[:length].rsplit(" ", 1)[0] + "…"


def latest_rolls(viewers: Iterable[Viewer], most: int = 5) -> list[Roll]:
    """The newest rolls in threads of these tables that their viewer may read: one query."""
    rolls = Roll.objects.filter(thread__in=readable(viewers).values("tid"), is_void=False).exclude(waits="witness")
    return list(rolls.order_by("-pk")[:most])


def waiting_for(person_id: int) -> QuerySet[Encounter]:
    """The fights that wait for a person at a table where he sits; for a GM those too where an NPC has the turn."""
    npcs = Q(waits_for=None, state__phase="running", campaign__in=run_by(person_id)) & ~Q(state__current=None)
    own = Q(waits_for=person_id, campaign__in=sat_at(person_id))
    return Encounter.objects.filter(own | npcs, is_open=True)


def asked_of(person_id: int) -> QuerySet[RollRequest]:
    """The rolls that GMs ask of a person's characters at tables where he plays."""
    rows = RollRequest.objects.filter(roll="", character__owner__person=person_id, character__owner__state="active")
    return rows.filter(thread__campaign__in=sat_at(person_id))


def calls(person_id: int) -> QuerySet[Roll]:
    """The rolls that wait for a person as their witness, at tables where he plays; of one request the first."""
    return Roll.objects.filter(waits="witness", place=0, witness__person=person_id, witness__role__in=("player", "gm"))


def called(person_id: int) -> Coalesce:
    """Their number, as part of a query."""
    found = calls(person_id).order_by().values("waits").annotate(n=Count("pk")).values("n")
    return Coalesce(Subquery(found, output_field=IntegerField()), 0)


def bell(person_id: int) -> CombinedExpression:
    """The number of turns, of asked rolls and of rolls to witness that wait for a person, as part of a query."""
    fights = waiting_for(person_id).order_by().values("is_open").annotate(n=Count("pk")).values("n")
    rolls = asked_of(person_id).order_by().values("roll").annotate(n=Count("pk")).values("n")
    turns, asked = (Coalesce(Subquery(found, output_field=IntegerField()), 0) for found in (fights, rolls))
    return turns + asked + called(person_id)


def rings(person_id: int) -> tuple[int, int]:
    """That number, and how many of them are rolls to witness: one query."""
    rung, to_witness = User.objects.filter(pk=person_id).values_list(bell(person_id), called(person_id)).get()
    return rung or 0, to_witness or 0


def rail_threads(viewer: Viewer) -> QuerySet[Thread]:
    """The campaign's threads that the viewer may read, each with how many posts are `new` to him (0 where nobody is signed in)
    the number of turns and rolls that wait for him, `bell`, and of those that he is to witness, `calls`."""
    new = F("post_count") - _read_to(viewer.person.pk) if viewer.person.is_authenticated else Value(0)
    return visible(Thread.objects, viewer).annotate(  # type: ignore[no-redef]
        new=new,
        bell=bell(viewer.person.pk or 0),
        calls=called(viewer.person.pk or 0),
    ).order_by("ordinal", "pk")  # fmt: skip


def demo_seats() -> list[dict[str, Any]]:
    """Who sits at which public tables and in which seats, for the page that says how to sign in as each."""
    rows = Member.objects.filter(person__username__in=settings.DEMO_PEOPLE, state="active").select_related("person", "campaign")
    rows = rows.filter(campaign__in=listed(Campaign.objects.all()))
    people: dict[str, list[str]] = {}
    for member in rows.order_by("pk"):
        people.setdefault(member.person.username, []).append(f"{member.get_role_display()} in {member.campaign.name}")
    return [{"name": name, "seats": people[name]} for name in settings.DEMO_PEOPLE if name in people]
