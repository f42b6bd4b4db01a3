"""The buttons under a roll's card: answering it, saying that nobody does, setting its dice, ruling on it."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import wraps
from typing import Any

from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_POST

from campaigns.campaign.access import TableRequest, Viewer, require_member
from campaigns.character.access import characters_of
from campaigns.ledger import packs
from campaigns.ledger.commands import Ask
from campaigns.ledger.models import Roll
from campaigns.site.answers import answers
from campaigns.site.refused import Refused, refusing
from campaigns.thread.access import require_post, rights_of
from campaigns.thread.commands import Draft, allot_sets, leave, number_of, post_reply, reveal_cast, rule_contest, set_dice
from campaigns.thread.forms import ComposerForm
from campaigns.thread.models import Thread
from campaigns.thread.views.changes import change_parts, cursor_in, panel
from campaigns.thread.views.composer import composer, sent_fields
from campaigns.thread.views.entering import enter
from campaigns.thread.views.rolls import find_roll
from rules.lines import quoted, read_line

NUMBER = re.compile(r"[0-9]{1,3}", re.ASCII)
SET = re.compile(r"([0-9]{1,3})x([0-9]{1,2})", re.ASCII)


Act = Callable[[TableRequest, str], HttpResponse]


def keeping(act: Act) -> Act:
    """An act whose refusal gives its form back with what was typed in it; htmx keeps the form in the page by itself."""

    @wraps(act)
    def kept(request: TableRequest, key: str) -> HttpResponse:
        try:
            return act(request, key)
        except Refused as refused:
            if request.htmx or not request.user.is_authenticated:
                raise
            return _again(request, key, refused)

    return kept


def _again(request: TableRequest, key: str, refused: Refused) -> HttpResponse:
    roll, viewer, thread = come_to(request, key)
    context = {
        "campaign": viewer.campaign,
        "thread": thread,
        "roll": roll,
        "rights": rights_of(viewer, thread, [roll]),
        "kept": {name: request.POST.getlist(name) for name in ("line", "values", "for", "words")},
        "refused": refused,
        "number": post_of(roll, thread),
        "place": "campaigns",
    }
    return render(request, "thread/act.html", context, status=refused.status)


@require_POST
@answers
@keeping
def answer_roll(request: TableRequest, key: str) -> HttpResponse:
    """Posts the `line` that answers this roll, as the character whom it waits for. Pressed twice it is one post.

    The page sends its composer along, where it has one: of it the browser's number is taken, and it comes back with a fresh one.
    """
    roll, viewer, thread = come_to(request, key)
    require_post(viewer, thread)
    line = request.POST.get("line", "").strip()
    with refusing("line"):
        command = read_line(line)
    system = packs.find(roll.rv)
    if command is None or system is None or command.word not in system.answers:
        raise Refused("This button answers a roll, with a line such as `!defend`.", field="line")
    speaker = characters_of(viewer).filter(cid__in=roll.target_char.split()).first() if roll.target_char else None
    if speaker is None and roll.target and not command.speaker:
        head, mark, reason = line.partition(" #")
        line = f"{head} as {quoted(roll.target)}{mark}{reason}"
    form = ComposerForm(request.POST)
    sent = form.ask() if form.is_valid() else Ask("")
    number = number_of("answer", roll.key, require_member(viewer).pk)
    draft = Draft(line, speaker, "ic" if thread.kind == "scene" else "ooc", answers=roll.key)
    post = post_reply(viewer, thread, draft, Ask(number, cn=sent.cn, k=sent.k, seen=sent.seen))
    return acted(request, thread, post.number, composing="text" in request.POST)


@require_POST
@answers
def leave_roll(request: TableRequest, key: str) -> HttpResponse:
    """The GM's "No defence": the roll stands by itself."""
    roll, viewer, thread = come_to(request, key)
    leave(viewer, thread, roll)
    return acted(request, thread, post_of(roll, thread))


@require_POST
@answers
@keeping
def choose_dice(request: TableRequest, key: str) -> HttpResponse:
    """Sets the open dice of one's own roll, or as a GM of one that is late: `values`, one for each die."""
    roll, viewer, thread = come_to(request, key)
    typed = [value.strip() for field in request.POST.getlist("values") for value in field.split(",")]
    if not all(NUMBER.fullmatch(value) for value in typed):
        raise Refused("Say a height for each die, such as 8.", field="values")
    set_dice(viewer, thread, roll, [int(value) for value in typed])
    return acted(request, thread, post_of(roll, thread))


@require_POST
@answers
@keeping
def use_sets(request: TableRequest, key: str) -> HttpResponse:
    """Allots the sets of one's own roll: `set` names each, `for` the action that it serves, "" for none. One `set` alone, without
    `for`, is the set that a single action uses."""
    roll, viewer, thread = come_to(request, key)
    sets, actions = [SET.fullmatch(one) for one in request.POST.getlist("set")], request.POST.getlist("for")
    named = list(zip(sets, actions, strict=False)) if actions else [(one, "") for one in sets]
    uses = [((int(of[1]), int(of[2])), action) for of, action in named if of and (action or not actions)]
    if not uses or len(sets) != (len(actions) or 1) or None in sets:
        raise Refused("Say which set serves which action.", field="set")
    allot_sets(viewer, thread, roll, uses)
    return acted(request, thread, post_of(roll, thread))


@require_POST
@answers
def rule_roll(request: TableRequest, key: str) -> HttpResponse:
    """The GM's word on an open contest: `word` is "fast" (time matters) or "slow"."""
    roll, viewer, thread = come_to(request, key)
    rule_contest(viewer, thread, roll, request.POST.get("word", ""))
    return acted(request, thread, post_of(roll, thread))


@require_POST
@answers
def reveal_roll(request: TableRequest, key: str) -> HttpResponse:
    """Opens the secret cast of this roll for all who may read its thread. Whom it does not concern is told of no such roll."""
    roll, viewer, thread = come_to(request, key)
    if viewer.member is None:
        raise Http404("There is no such roll.")
    reveal_cast(viewer, thread, roll)
    return acted(request, thread, post_of(roll, thread))


def come_to(request: TableRequest, key: str) -> tuple[Roll, Viewer, Thread]:
    """The roll with its entry, who acts, and the thread in which it stands; a practice roll stands in none."""
    roll, viewer = find_roll(request, key)
    slug = viewer.campaign.slug if viewer else ""
    thread = Thread.objects.filter(tid=roll.thread).first() if roll.thread else None
    return (roll, *enter(request, slug, thread.key if thread else ""))


def post_of(roll: Roll, thread: Thread) -> int:
    return thread.posts.filter(uid=roll.post).values_list("number", flat=True).first() or thread.post_count


def acted(request: TableRequest, thread: Thread, number: int, *, composing: bool = False) -> HttpResponse:
    """Without script the way back to the post; for htmx what changed, and the composer with its next number where it was sent."""
    slug = thread.campaign.slug
    if not request.htmx:
        return redirect("post", slug, thread.key, number)
    viewer, thread = enter(request, slug, thread.key)
    parts: dict[str, Any] = change_parts(viewer, thread, cursor_in(request.POST), on_last_page=request.POST.get("page") == "last")
    if composing:
        turns = panel(viewer, thread)
        kept = {name: value for name, value in sent_fields(request.POST).items() if name != "rid"}
        parts |= {"composer": composer(viewer, thread, turns, sent=kept), "turns": turns}
    return render(request, "thread/acted.html", parts | {"write_url": reverse("write", args=[slug, thread.key])})
