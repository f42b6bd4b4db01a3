"""A ledger at hand for tests: Ann plays in it, and what she throws is a typed line of plain dice."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable
from typing import Any

from campaigns.ledger import keys
from campaigns.ledger.commands import Ask, Cast, Wanted, join, open_ledger, throw
from campaigns.ledger.export import export
from campaigns.ledger.models import Lane, Ledger
from campaigns.people.models import User
from campaigns.site.keys import hex16
from rules import catalogue
from rules.lines import read_line
from rules.proof import write
from rules.proof.checker import check
from rules.proof.report import Report

POST, THREAD = "0a" * 16, "0b" * 16
TEXT = "She draws.\n!roll 3d6 # luck"


def ledger_of(name: str) -> Lane:
    """The lane of a new player in a new ledger."""
    return lane_in(open_ledger(hex16()), name)


def lane_in(ledger: Ledger, name: str, role: str = "player") -> Lane:
    person = User.objects.create_user(username=name, email=f"{name}@example.org")
    return join(ledger, person, role="gm" if role == "gm" else "player")


def wanted(*lines: str) -> list[Wanted]:
    """The rolls of typed lines of plain dice."""
    system = catalogue.get("dice", 1)
    assert system is not None
    rolls = []
    for line in lines:
        command = read_line(line)
        assert command is not None
        rolls += [Wanted(one, purpose=line) for one in system.declare(command, None, {})]
    return rolls


def number(word: str) -> str:
    """A browser's number that a word stands for."""
    return hashlib.sha256(word.encode()).hexdigest()


def ask(lane: Lane, word: str = "", **changed: object) -> Ask:
    """What Ann's browser sends from a page made just now, her number made of `word` (none: the site's number)."""
    lane = Lane.objects.select_related("ledger").get(pk=lane.pk)
    seen = f"{lane.ledger.length - 1}:{lane.ledger.head}"
    sent: dict[str, object] = {"rid": hex16(), "cn": number(word) if word else "", "k": lane.k, "seen": seen}
    return Ask(**(sent | changed))  # type: ignore[arg-type]


def cast(lane: Lane, asked: Ask, *lines: str, text: str | None = TEXT) -> Cast:
    return throw(lane, ask=asked, wanted=wanted(*(lines or ("!roll 3d6 # luck",))), post=POST, thread=THREAD, text=text)


def lines_of(ledger: Ledger, opened: bool = True) -> list[bytes]:
    """The exported file, line by line."""
    return [line.encode() for line in export(ledger, lambda entry: opened)]


def checked(ledger: Ledger, change: Callable[[list[bytes]], list[bytes]] = list) -> Report:
    """What the checker says of the exported file, after `change`, with the site's key pinned."""
    return check(change(lines_of(ledger)), key=ledger.key)


def signed_again(line: str, change: Callable[[dict[str, Any]], None]) -> str:
    """The line after a change of its entry, hashed and signed by the site itself."""
    whole = json.loads(line)
    change(whole["e"])
    signature = keys.sign(write.sign_message(whole["e"]["led"], whole["e"]["i"], write.entry_hash(whole["e"])))
    return write.line(whole["e"], signature, whole.get("o", ())).rstrip("\n")
