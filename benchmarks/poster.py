"""One process of the site that posts for `benchmarks/kills.py`; the table that it posts at; what came of it."""

from __future__ import annotations

import json
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Any

from django.db import DatabaseError

from campaigns.campaign.commands import found_campaign
from campaigns.campaign.models import Campaign
from campaigns.ledger import side
from campaigns.ledger.commands import Ask
from campaigns.ledger.export import export
from campaigns.ledger.models import Entry, Roll
from campaigns.people.models import User
from campaigns.site.keys import hex16
from campaigns.thread.commands import Draft, open_thread, post_reply
from campaigns.thread.commands.revealing import reveal_cast
from campaigns.thread.models import Post, Thread
from tests.ledgers import number
from tests.people import new_person, seen_by, sit_down
from tests.side_by_side import at_once
from tests.tables import lane_of

TABLE = "Everybody at once"
SECRET, REVEALED = 3, 6
"""Every third roll is thrown in secret, and every sixth is revealed by its roller after that."""

TRIES = 20


def lay_out(writers: int) -> None:
    """A table with so many players and one thread."""
    gm = new_person("gm")
    table = found_campaign(gm, name=TABLE, system="bgrade", sentence="", visibility="public")
    for writer in range(writers):
        sit_down(table, new_person(f"writer{writer}"))
    open_thread(seen_by(gm, table), title=TABLE, kind="scene")


def post_all(writer: int, count: int, journal: str) -> None:
    """Posts on until `count` forms are sent, each twice at the same moment. What the journal holds was sent already; its last form
    is sent again, since whoever sent it may have been killed before the answer, or before the commit.
    """
    thread, person = Thread.objects.select_related("campaign").get(), User.objects.get(username=f"writer{writer}")
    file = Path(journal)
    sent = _read(file)
    if sent:
        known = Post.objects.filter(rid=sent[-1]["rid"]).exists()
        _say(file, "again", "its answer was lost" if known else "it was not committed")
        _send(thread, person, sent[-1], file)
    for n in range(len(sent), count):
        lane = lane_of(person, thread)
        seen = f"{lane.ledger.length - 1}:{lane.ledger.head}"
        form = {"n": n, "rid": hex16(), "cn": number(f"{writer} {n}"), "k": lane.k, "seen": seen}
        with file.open("a") as lines:
            lines.write(json.dumps(form) + "\n")
        _send(thread, person, form, file)


def _send(thread: Thread, person: User, form: dict[str, Any], journal: Path) -> None:
    """Sends the form twice at once; where the site is too busy, both again, as a person does."""
    secret = "" if form["n"] % SECRET else " secret"
    draft = Draft(f"Post {form['n']} of {person}.\n\n!pool 5d{secret} # the door")
    ask = Ask(form["rid"], form["cn"], form["k"], form["seen"])
    for tries in range(TRIES):
        try:
            posts = at_once(lambda _: post_reply(seen_by(person, thread.campaign), thread, draft, ask), range(2))
            if form["n"] % REVEALED == 0:
                roll = Roll.objects.select_related("entry").get(post=posts[0].uid)
                at_once(partial(_reveal, thread, person), [roll, roll])
        except DatabaseError as fault:
            _say(journal, "busy", str(fault))
            if tries == TRIES - 1:
                raise
        else:
            assert posts[0].pk == posts[1].pk
            return


def _reveal(thread: Thread, person: User, roll: Roll) -> None:
    reveal_cast(seen_by(person, thread.campaign), thread, roll)


def _read(file: Path) -> list[dict[str, Any]]:
    """The whole lines of a journal; the kill may have torn the last one, whose form was never sent."""
    if not file.exists():
        return []
    whole = file.read_text().rpartition("\n")[0]
    file.write_text(whole + "\n" if whole else "")
    return [json.loads(line) for line in whole.splitlines()]


def _say(journal: Path, kind: str, what: str) -> None:
    with journal.with_suffix(f".{kind}").open("a") as lines:
        lines.write(what.strip().replace("\n", " ") + "\n")


def tell(folder: str) -> None:
    """Writes the exported ledger into the folder, prints its key, and fails for any form that is not one post with one cast."""
    thread, ledger = Thread.objects.get(), Campaign.objects.get().ledger
    forms = list(_forms(Path(folder)))
    casts = Entry.objects.filter(ledger=ledger, t="cast")
    assert sorted(casts.values_list("rid", flat=True)) == sorted(form["rid"] for form in forms)
    assert sorted(Post.objects.values_list("rid", flat=True)) == sorted(form["rid"] for form in forms)
    assert sorted(casts.values_list("pid", "k")) == sorted(
        (pid, k) for pid in set(casts.values_list("pid", flat=True)) for k in _ks(pid)
    )
    assert list(Post.objects.order_by("number").values_list("number", flat=True)) == list(range(1, len(forms) + 1))
    assert list(ledger.entries.order_by("i").values_list("i", flat=True)) == list(range(ledger.length))
    reveals = ledger.entries.filter(t="reveal").count()
    assert reveals == sum(form["n"] % REVEALED == 0 for form in forms)
    assert Roll.objects.filter(sealed=True).count() == sum(form["n"] % SECRET == 0 for form in forms) - reveals
    assert thread.post_count == len(forms) and side.lost(ledger) is None
    (Path(folder) / "ledger.jsonl").write_text("".join(export(ledger, lambda entry: True)))
    print(f"{ledger.key} {len(forms)} posts, {casts.count()} casts, {reveals} reveals, {ledger.length} entries without a gap")


def _forms(folder: Path) -> Iterator[dict[str, Any]]:
    for file in folder.glob("*.journal"):
        yield from _read(file)


def _ks(pid: str) -> range:
    return range(Entry.objects.filter(t="cast", pid=pid).count())
