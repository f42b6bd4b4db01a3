"""What a form asks to be thrown, held against the chain: its envelope, the head that it knew, its number (vroll/1, section 7)."""

from __future__ import annotations

import re
from dataclasses import dataclass

from campaigns.ledger import keys, side
from campaigns.ledger.commands import chain
from campaigns.ledger.models import Entry, Lane, Ledger
from campaigns.site.refused import Refused, Stale
from rules.errors import RuleError
from rules.proof import hashes, write

_HEX16 = re.compile(r"[0-9a-f]{32}", re.ASCII)
_HEX32 = re.compile(r"[0-9a-f]{64}", re.ASCII)
_SEEN = re.compile(r"(0|[1-9][0-9]{0,14}):([0-9a-f]{64})(?::([0-9a-f]{128}))?", re.ASCII)


@dataclass(frozen=True)
class Ask:
    """What the form sent. rid: 32 hex digits, one per form.  cn: the browser's number, 64 hex digits.

    k: the envelope that the browser saw.  seen: the newest entry that it knew, "<i>:<hash>", a signature may follow.
    words: typed instead of a number, 16 characters or more. Without cn and words the site's own number is taken.
    """

    rid: str
    cn: str = ""
    k: int | None = None
    seen: str = ""
    words: str = ""


def check_number(rid: str) -> None:
    """Refused unless the form's number is 32 hex digits."""
    if not _HEX16.fullmatch(rid):
        raise Refused("The form has lost its number; reload the page and post again.")


def request_of(ledger: Ledger, lane: Lane, ask: Ask, post: str | None, thread: str | None) -> write.Request:
    """The request as the chain records it, once its envelope, head and number are found right.

    Refused while a roll of the lane waits for its witness.
    """
    if lane.bind is not None:
        raise Refused(f"{held_by(lane.bind)} Nothing was thrown; your text is kept.")
    seen = _seen(ledger, ask)
    if ask.k is not None and ask.k != lane.k:
        raise Stale(
            f"Your envelope {ask.k} is not the next one: number {lane.k} is, as another tab or device has thrown "
            "since. Nothing was thrown; look at the newest posts, then post again."
        )
    if seen[0] < lane.sealed_in:
        raise Stale(
            f"Your envelope {lane.k} was sealed after your page was made. Nothing was thrown; post again from the new page."
        )
    cs, cn = _number(ledger, lane, ask)
    return write.Request(pid=lane.pid, k=lane.k, rid=ask.rid, cn=cn, cs=cs, seen=seen, post=post, thr=thread)


def _seen(ledger: Ledger, ask: Ask) -> tuple[int, str]:
    """The entry that the browser knew last; the newest one where it says nothing."""
    if not ask.seen:
        return ledger.length - 1, ledger.head
    found = _SEEN.fullmatch(ask.seen)
    if found is None:
        raise Refused("The form does not say which roll your page saw last; reload the page and post again.")
    i, head = int(found[1]), found[2]
    if (i == ledger.length - 1 and head == ledger.head) or ledger.entries.filter(i=i, hash=head).exists():
        return i, head
    if found[3] and is_shown_by(ledger, side.Head(i, head), found[3]):
        if i <= side.gone_up_to(ledger.led):
            raise Stale(
                f"Your page knew an entry {i} that was lost when a backup was put back; the table's log tells of it. "
                "Nothing was thrown; reload the page and post again."
            )
        side.believe(ledger.led, side.Head(i, head))
        raise chain.DiceClosed(
            "Your browser holds a receipt for rolls that the site has lost. The dice are closed until the operator has "
            "put the site's records right; keep your receipt. Nothing was thrown."
        )
    raise Refused("Your page names a roll that this ledger does not hold; reload the page and post again.")


def is_shown_by(ledger: Ledger, head: side.Head, signature: str) -> bool:
    """Whether this site signed that entry.

    A key older than the ledger's present one may be stolen, and shows no loss that is not known already.
    """
    since = keys.public_keys()[0] if head.i <= side.gone_up_to(ledger.led) else ledger.key
    return keys.has_signed(write.sign_message(ledger.led, head.i, head.hash), signature, since=since)


def _number(ledger: Ledger, lane: Lane, ask: Ask) -> tuple[str, str]:
    """(cs, cn): where the second number comes from, and the number."""
    if not ask.cn and not ask.words:
        return "server", hashes.server_number(bytes.fromhex(ledger.led), bytes.fromhex(lane.pid), lane.k).hex()
    cs, cn = own_number(ask.cn, ask.words)
    require_new(ledger, lane, cn)
    return cs, cn


def own_number(cn: str, words: str) -> tuple[str, str]:
    """(cs, cn) of a number that the browser made, or that words stand for. Refused for what is neither."""
    cs = "browser" if cn else "typed"
    if not cn:
        try:
            cn = hashes.typed_number(words).hex()
        except RuleError as refusal:
            raise Refused(refusal.sentence, field="words") from refusal
    if not _HEX32.fullmatch(cn):
        raise Refused("Your browser's number is not one; reload the page and post again.")
    return cs, cn


def require_new(ledger: Ledger, lane: Lane, cn: str) -> None:
    """Refused for a number that this lane has sent before, to throw or as a witness."""
    if ledger.entries.filter(pid=lane.pid, cn=cn).exists():
        raise Refused("This number was thrown with before; each throw needs one of its own. Reload the page and post again.")


def held_by(bind: Entry) -> str:
    """Why a lane throws nothing, in a sentence."""
    first = bind.rolls.select_related("witness__person").order_by("place").first()
    who = first.witness.person.get_username() if first and first.witness else "its witness"
    return (
        f"Your roll in entry {bind.i} waits for {who} as witness, and your next dice wait behind it: they are thrown one after "
        "the other. Where nobody answers, a GM takes it back."
    )
