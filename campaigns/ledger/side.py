"""The side file: the newest entry of every ledger, kept outside the database, so that a restored backup is noticed.

A restored database offers envelopes whose secrets were opened in entries that it has lost; whoever saw those could choose his
next dice. So no dice are thrown into a ledger that ends before an entry which stood in it once (vroll/1, section 7).

One line each, `<led> <i> <hash>`, and what it means:

` ?`    the entry is about to be committed. Written inside the transaction: where it cannot be written, nothing is thrown.
nothing the entry is committed. Written and safely on the disk before the answer is sent and before any page is told.
` x`    a receipt shows the entry, signed by this site, and the database lacks it.
` !<n>` the ledger goes on from this entry after a recovery; entries up to n are known to be lost.

A line with ` ?` and nothing after it is no proof of a loss, and closes no dice: a move that is refused after the dice were
derived takes the whole post back, and so does a process that dies before the commit. Nobody was answered, and the same
request sent again gives the same dice. What was answered to has its second line; should the power fail between the two while
the database is lost as well, the receipt in the player's browser still tells (` x`).
"""

from __future__ import annotations

import logging
import os
import re
import sys
import threading
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import NamedTuple

from django.conf import settings

from campaigns.ledger.models import Ledger
from campaigns.site.kept import keep_the_name, write_over

LONGEST = 1024 * 1024
"""Bytes from which on the file is written anew at a start, with one line or two for each ledger."""

TAIL = 200
"""Bytes before the place where the last look ended that have to be there still; the hashes in them are of no other file."""

_LINE = re.compile(rb"([0-9a-f]{32}) (0|[1-9][0-9]{0,15}) ([0-9a-f]{64})(?: (\?|x|!(0|[1-9][0-9]{0,15})))?\n")

log = logging.getLogger(__name__)


class Head(NamedTuple):
    """An entry by its number and its hash, hex."""

    i: int
    hash: str


@dataclass
class _Known:
    """What the file tells of one ledger. newest: its last committed entry.  shown: one that a receipt shows and the database
    lacks.  gone: the highest number of an entry that a recovery has given up, -1 for none."""

    newest: Head | None = None
    shown: Head | None = None
    gone: int = -1

    def hear(self, head: Head, sign: bytes, gone: bytes) -> None:
        if sign == b"x":
            self.shown = head
        elif sign.startswith(b"!"):
            self.newest, self.shown, self.gone = head, None, max(self.gone, int(gone))
        elif not sign and (self.newest is None or head.i > self.newest.i):
            self.newest = head


@dataclass
class _Reading:
    """How far the file was read, what stood there, and by which end it is known again."""

    state: tuple[int, int, int] = (0, 0, 0)
    upto: int = 0
    tail: bytes = b""
    ledgers: dict[str, _Known] = field(default_factory=dict)


_readings: dict[Path, _Reading] = {}
_one_reads = threading.Lock()


def path() -> Path | None:
    """Where the settings put the side file; None where they want none."""
    return Path(settings.LEDGER_SIDE_FILE) if settings.LEDGER_SIDE_FILE else None


def announce(led: str, i: int, hash: str) -> None:
    """The entry is about to be committed. Raises OSError where that cannot be written down."""
    _write(_line(led, Head(i, hash), " ?"), lasting=False)


def confirm(led: str, i: int, hash: str) -> None:
    """The entry is committed, and that is on the disk when this returns. A disk that refuses is told to the log alone."""
    try:
        _write(_line(led, Head(i, hash)), lasting=True)
    except OSError as fault:
        log.critical("entry %s of ledger %s is committed but not in the side file: %s", i, led, fault)


def believe(led: str, head: Head) -> None:
    """A receipt of this site shows an entry that the database lacks: no dice from now on, in any process."""
    _write(_line(led, head, " x"), lasting=True)


def go_on(led: str, head: Head, gone: int) -> None:
    """The ledger goes on from `head`; that entries up to number `gone` are lost is known from now on."""
    _write(_line(led, head, f" !{gone}"), lasting=True)


def gone_up_to(led: str) -> int:
    """The highest number of an entry that recoveries have given up as lost; -1 where there was none or nobody can tell."""
    try:
        return _known(led).gone
    except OSError:
        return -1


def lost(ledger: Ledger) -> Head | None:
    """The newest entry that stood in the ledger once and does not now, or None. `ledger`: its row as it is now, best locked.

    No query, unless something is wrong.
    """
    known = _known(ledger.led)
    if known.shown and not _has(ledger, known.shown):
        return known.shown
    if known.newest is None or known.newest.i < ledger.length - 1 or known.newest == _head(ledger):
        return None
    return known.newest


def told_of(lost: Head) -> str:
    """What the pages of the table say while `lost`, and perhaps more, is missing."""
    return (
        f"The dice are closed: entry {lost.i} of this table's ledger is missing, so an older copy of the records was put back. "
        "They open again when the operator of the site has sealed every envelope anew; keep your receipts."
    )


def missing(ledger: Ledger) -> Head | None:
    """The same with a look further back than the newest entry: one query at most."""
    return lost(ledger) or _further_back(ledger)


def is_behind(ledger: Ledger) -> Head | None:
    """The same for a row that was read a moment ago, while others may have thrown since."""
    try:
        found = lost(ledger)
        return found and lost(Ledger.objects.get(pk=ledger.pk))
    except OSError as fault:  # the page is read all the same; whoever throws is refused
        log.critical("the side file %s cannot be read: %s", path(), fault)
        return None


def lost_of(ledgers: Iterable[Ledger]) -> list[tuple[Ledger, Head]]:
    """Those that lack an entry, with the newest such entry; looks at every head that the file knows, also further back."""
    found = []
    for ledger in ledgers:
        head = is_behind(ledger) or _further_back(ledger)
        if head:
            found.append((ledger, head))
    return found


def _further_back(ledger: Ledger) -> Head | None:
    known = _known(ledger.led).newest
    return known if known and known.i < ledger.length - 1 and not _has(ledger, known) else None


def tidy() -> int:
    """Writes down the heads that the file does not know yet, and shortens a long file. Returns how many ledgers were new to it.

    A head is missing too where the process died just after a commit; that is no news.
    """
    place = path()
    if place is None:
        return 0
    text, new = "", 0
    for ledger in Ledger.objects.filter(length__gt=0).order_by("pk"):
        known = _known(ledger.led).newest
        if known is None or (known.i < ledger.length - 1 and _has(ledger, known)):
            text, new = text + _line(ledger.led, _head(ledger)), new + (known is None)
    if text:
        _write(text, lasting=True)
    if sys.platform != "win32" and place.exists() and place.stat().st_size > LONGEST:
        _shorten(place)
    return new


def _shorten(place: Path) -> None:
    with _opened(place, alone=True):
        write_over(place, "".join(_lines_of(led, known) for led, known in _read_on(place).ledgers.items()).encode("ascii"))


def _lines_of(led: str, known: _Known) -> str:
    newest = _line(led, known.newest, f" !{known.gone}" if known.gone >= 0 else "") if known.newest else ""
    return newest + (_line(led, known.shown, " x") if known.shown else "")


def _line(led: str, head: Head, sign: str = "") -> str:
    return f"{led} {head.i} {head.hash}{sign}\n"


def _head(ledger: Ledger) -> Head:
    return Head(ledger.length - 1, ledger.head)


def _has(ledger: Ledger, head: Head) -> bool:
    return ledger.entries.filter(i=head.i, hash=head.hash).exists()


def _known(led: str) -> _Known:
    place = path()
    return _Known() if place is None else _read_on(place).ledgers.get(led, _Known())


def _read_on(place: Path) -> _Reading:
    """The file as it stands, read from where the last look ended. Raises OSError where it cannot be read."""
    with _one_reads:
        reading = _readings.setdefault(place, _Reading())
        try:
            told = place.stat()
        except FileNotFoundError:
            reading = _readings[place] = _Reading()
            return reading
        state = (told.st_ino, told.st_size, told.st_mtime_ns)
        if state != reading.state:
            with place.open("rb") as file:
                file.seek(reading.upto - len(reading.tail))
                if file.read(len(reading.tail)) != reading.tail:  # another file, or one that was written anew
                    reading = _readings[place] = _Reading()
                    file.seek(0)
                fresh = file.read()
            reading.state = state
            _hear(reading, fresh[: fresh.rfind(b"\n") + 1])
        return reading


def _hear(reading: _Reading, lines: bytes) -> None:
    for led, i, hash, sign, gone in _LINE.findall(lines):
        known = reading.ledgers.setdefault(led.decode(), _Known())
        known.hear(Head(int(i), hash.decode()), sign, gone)
    reading.upto += len(lines)
    reading.tail = (reading.tail + lines)[-TAIL:]


def _write(text: str, *, lasting: bool) -> None:
    place = path()
    if place is None:
        return
    with _opened(place) as descriptor:
        if os.write(descriptor, text.encode("ascii")) < len(text):  # one write, so that lines of others never stand inside
            raise OSError(f"{place} took a part of the line only; is the disk full?")
        if lasting:
            os.fsync(descriptor)


@contextmanager
def _opened(place: Path, *, alone: bool = False) -> Iterator[int]:
    """The file open for writing at its end. alone: nobody else writes meanwhile, as when it is put in another's place."""
    descriptor = _open(place, alone)
    try:
        yield descriptor
    finally:
        os.close(descriptor)


def _open(place: Path, alone: bool) -> int:
    is_new = not place.exists()
    if is_new:
        place.parent.mkdir(parents=True, exist_ok=True)
    while True:
        descriptor = os.open(place, os.O_WRONLY | os.O_APPEND | os.O_CREAT, 0o600)
        _lock(descriptor, alone)
        try:
            same = os.fstat(descriptor).st_ino == place.stat().st_ino
        except FileNotFoundError:
            same = False
        if same:
            break
        os.close(descriptor)  # it was shortened between the opening and the lock
    if is_new:
        keep_the_name(place.parent)
    return descriptor


def _lock(descriptor: int, alone: bool) -> None:
    if sys.platform == "win32":
        return
    import fcntl

    fcntl.flock(descriptor, fcntl.LOCK_EX if alone else fcntl.LOCK_SH)
