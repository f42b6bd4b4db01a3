"""Posting: the words, the dice and the moves of one form, together or not at all, once."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from django.db import IntegrityError, transaction

from campaigns.campaign.access import Viewer, require_member
from campaigns.character.access import NOT_YOURS, may_speak_as
from campaigns.character.models import Character
from campaigns.combat import commands as combat
from campaigns.combat.access import open_on
from campaigns.ledger.card import above
from campaigns.ledger.commands import Ask, ask_witness, throw
from campaigns.ledger.models import Roll
from campaigns.live.commands import record
from campaigns.site.clock import now
from campaigns.site.keys import hex16
from campaigns.site.refused import NotAllowed, Refused, Stale
from campaigns.site.text import fit_text
from campaigns.thread.access import audience_of, lock, place_of, require_post
from campaigns.thread.commands.asking import settle_requests, tell_asked
from campaigns.thread.commands.declaring import NOTHING, Declared
from campaigns.thread.commands.fighting import Step, perform, rehearse
from campaigns.thread.commands.planning import Plan, plan_post
from campaigns.thread.commands.reading import mark_all_read
from campaigns.thread.commands.second_acts import number_of, perform_act, take_offers, tell
from campaigns.thread.commands.witnessing import witness_of
from campaigns.thread.models import Post, PostRevision, Thread


@dataclass(frozen=True)
class Draft:
    """What the composer sends: line ends are LF. `done_as` is the combatant whose turn ends with this post, or ""; `answers` the
    key of the roll whose card sent it, "" for the composer's own; `declared` what is done without dice; `secrecy` who sees
    all its dice: "secret" (the writer and the GMs), "blind" (the GMs) or "" for what its lines say; `witness` the id in the ledger
    of who is to witness them, or ""."""

    text: str
    character: Character | None = None
    kind: str = "ic"
    done_as: str = ""
    answers: str = ""
    declared: Declared = NOTHING
    secrecy: str = ""
    witness: str = ""

    def digest(self) -> str:
        """The hash of what was sent, so that the same form sent twice is told from another text under the same request id."""
        sent = [self.text, self.character.key if self.character else "", self.kind, self.done_as]
        sent += [self.declared.combatant, *self.declared.acts] if self.declared.acts else []
        sent += [self.secrecy] if self.secrecy else []
        sent += ["witness", self.witness] if self.witness else []
        return hashlib.sha256(json.dumps(sent).encode()).hexdigest()


def post_reply(viewer: Viewer, thread: Thread, draft: Draft, ask: Ask) -> Post:
    """The post with its dice and moves; the same form sent again gives the same post.

    Refused (nothing is thrown, changed or used up): no right to write, an empty or too long text, a line that cannot be
    read, a move that the turn order does not allow. Stale: the turn or the envelope has moved on since the page was made.
    """
    require_post(viewer, thread)
    draft = replace(draft, text=fit_text(draft.text))
    _check(viewer, thread, draft)
    try:
        plan = plan_of(viewer, thread, draft)
        with transaction.atomic():
            return _post(viewer, lock(thread), draft, plan, ask)
    except (Refused, IntegrityError):  # sent again, it is refused for what its first time did
        sent_before = _sent_before(viewer, thread, draft, ask)
        if sent_before is None:
            raise
        return sent_before


def plan_of(viewer: Viewer, thread: Thread, draft: Draft) -> Plan:
    """What the draft does when it is posted; its text fits."""
    words = (draft.text, draft.character, draft.answers)
    return plan_post(viewer, thread, *words, declared=draft.declared, secrecy=draft.secrecy)


def preview_post(viewer: Viewer, thread: Thread, draft: Draft) -> Plan:
    """What the draft would do, its moves rehearsed: refused like the post, and nothing is thrown, changed or locked."""
    _check_speaker(viewer, thread, draft)
    plan = plan_of(viewer, thread, replace(draft, text=fit_text(draft.text)))
    witness_of(viewer, plan, draft.witness)
    if steps := _steps(plan, draft):
        encounter = open_on(thread.stream_id)
        rehearse(viewer, combat.fight_of(encounter) if encounter else None, steps)
    return plan


def _check(viewer: Viewer, thread: Thread, draft: Draft) -> None:
    if not draft.text.strip():
        raise Refused("There is nothing to post yet: write something, or add a roll.", field="text")
    if draft.kind not in dict(Post.KINDS):
        raise Refused("A post is in character or out of character.", field="kind")
    _check_speaker(viewer, thread, draft)


def _check_speaker(viewer: Viewer, thread: Thread, draft: Draft) -> None:
    if draft.character and thread.kind != "scene":
        raise Refused("Characters speak in scenes; here everybody writes as himself.", field="character")
    if draft.character and not may_speak_as(viewer, draft.character):
        raise NotAllowed(NOT_YOURS, field="character")


def _sent_before(viewer: Viewer, thread: Thread, draft: Draft, ask: Ask) -> Post | None:
    post: Post | None = Post.objects.filter(author=viewer.member, rid=ask.rid).first()
    if post is not None and (post.thread_id, post.asked) != (thread.pk, draft.digest()):
        raise Stale("This form was posted already with other words. Posted again from here, these become a post of their own.")
    return post


def _post(viewer: Viewer, thread: Thread, draft: Draft, plan: Plan, ask: Ask) -> Post:
    """Inside the transaction, the thread locked: rehearse, throw, write, move, record; locks in the order of the map."""
    require_post(viewer, thread)  # it may have been locked since
    member = require_member(viewer)
    uid, place = hex16(), place_of(thread)
    steps = _steps(plan, draft)
    rolls = _throw(viewer, thread, draft, plan, ask=ask, uid=uid)
    acts, changed = _act(viewer, thread, plan, rolls, ask=ask, uid=uid)
    settled = [] if plan.secrecy.sees else settle_requests(thread, plan, rolls)
    notes = perform(viewer, place, steps, [roll for roll in rolls if roll.place in _initiative_places(plan)], post=uid)
    post = Post.objects.create(
        thread=thread,
        number=thread.post_count + 1,
        uid=uid,
        author=member,
        character=draft.character,
        speaker=draft.character.name if draft.character else member.person.get_username(),
        kind=draft.kind,
        text=draft.text,
        blocks=_blocks(plan, notes, acts)
        + [["note", f"{one.by.person.get_username()} asked for: {one.title}."] for one in settled],
        rid=ask.rid,
        asked=draft.digest(),
        at=now(),
    )
    PostRevision.objects.create(post=post, version=1, text=draft.text, by=member, at=post.at)
    thread.post_count, thread.last_post = post.number, post.at
    thread.save(update_fields=["post_count", "last_post"])
    mark_all_read(member, thread)
    record(thread.stream, kind="post", subject=post.uid, audience=audience_of(thread), tells=_called(plan, rolls))
    tell(thread, changed)
    tell_asked(thread, settled)
    return post


def _steps(plan: Plan, draft: Draft) -> list[Step]:
    """The moves in order: first what was done in the Turn that it is, last the end of the own turn."""
    deeds = [Step("did", combatant=deed.combatant, deed=deed) for deed in plan.deeds]
    return deeds + plan.steps + ([Step("done", combatant=draft.done_as)] if draft.done_as else [])


def _throw(viewer: Viewer, thread: Thread, draft: Draft, plan: Plan, *, ask: Ask, uid: str) -> Sequence[Roll]:
    """Rehearses every move, then throws all dice of the post in one cast; nothing is thrown when there is nothing to throw."""
    place = place_of(thread)
    steps = _steps(plan, draft)
    if steps:
        encounter = open_on(thread.stream_id)
        rehearse(viewer, combat.fight_of(combat.lock(place)) if encounter else None, steps)
    if not plan.throws:
        return ()
    lane = require_member(viewer).lane
    if lane is None:
        raise NotAllowed("You have no envelopes at this table, so nothing can be thrown. Ask the GM for a seat as a player.")
    himself = viewer.person.get_username()
    wanted = [one if one.name else replace(one, name=himself) for one in plan.throws]
    said: dict[str, Any] = {"ask": ask, "wanted": wanted, "post": uid, "thread": thread.tid, "text": draft.text}
    if witness := witness_of(viewer, plan, draft.witness):
        return ask_witness(lane, who=witness, **said).rolls
    return throw(lane, secrecy=plan.secrecy, **said).rolls


def _act(
    viewer: Viewer, thread: Thread, plan: Plan, rolls: Sequence[Roll], *, ask: Ask, uid: str
) -> tuple[list[list[Any]], list[str]]:
    """The second acts of the lines: (what the post shows of each, the keys of the earlier rolls whose card changed)."""
    notes: list[list[Any]] = []
    changed = [one.key for roll in rolls for one in above(roll)]
    at = 0
    for line in plan.lines:
        if line.offers:
            take_offers(line.offers, rolls[at])
        at += len(line.rolls) + sum(1 for step in line.steps if step.declaration)
        if line.act:
            rid = number_of(require_member(viewer).pk, ask.rid, line.number)
            said, keys = perform_act(viewer, thread, line.act, rid=rid, post=uid)
            notes.append(["note", said])
            changed += keys
    return notes, changed


def _called(plan: Plan, rolls: Sequence[Roll]) -> list[int]:
    """The people whose characters the post's rolls are aimed at, and their witness: no query where there are none of them."""
    aimed_at = [cid for wanted in plan.throws for cid in wanted.target_char.split()]
    owners = Character.objects.filter(cid__in=aimed_at).exclude(owner=None).values_list("owner__person", flat=True)
    witnesses = {roll.witness.person_id for roll in rolls if roll.witness}
    return [*(owners if aimed_at else ()), *witnesses]


def _initiative_places(plan: Plan) -> set[int]:
    """Which of the post's rolls are thrown for a place in the turn order."""
    places, at = set(), 0
    for line in plan.lines:
        at += len(line.rolls)
        for step in line.steps:
            if step.declaration:
                places.add(at)
                at += 1
    return places


def _blocks(plan: Plan, notes: list[list[Any]], acts: list[list[Any]]) -> list[list[Any]]:
    """The body as it is stored: prose, rolls by their place in the cast, what moves and acts did, in the order of the text; then
    what was done in a Turn. `notes` begin with that."""
    blocks: list[list[Any]] = []
    deeds = [note for note in notes[: len(plan.deeds)] if note[1]]
    said, done, at = iter(notes[len(plan.deeds) :]), iter(acts), 0
    for part in plan.parts:
        if isinstance(part, str):
            blocks.append(["html", part])
            continue
        blocks += [["roll", at + place] for place in range(len(part.rolls))]
        at += len(part.rolls) + sum(1 for step in part.steps if step.declaration)
        blocks += [next(said) for _ in part.steps] + ([next(done)] if part.act else [])
    return blocks + deeds + list(said)
