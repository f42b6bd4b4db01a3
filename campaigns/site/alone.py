"""One process at a time, where no Redis carries what one process tells to the pages of another."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from time import monotonic, sleep
from typing import IO

PATIENCE = 5.0
"""Seconds that a starting process waits for the one before it to end."""


class NotAlone(Exception):
    """Another process of this site is running."""


def workers_asked(argv: Sequence[str], environment: int) -> int:
    """How many processes the server was told to start: `--workers 3` or `-w 3` on its command line, else WEB_CONCURRENCY."""
    for place, word in enumerate(argv):
        name, equals, value = word.partition("=")
        if name in ("--workers", "-w"):
            value = value if equals else "".join(argv[place + 1 : place + 2])
            if value.isdigit():
                return int(value)
    return environment


def hold_alone(folder: Path, patience: float = PATIENCE) -> IO[str] | None:
    """A held lock on `folder`, open until the process ends; None where the platform has no such locks.

    Raises NotAlone when another process holds it for longer than `patience` seconds.
    """
    if sys.platform == "win32":
        return None
    import fcntl

    folder.mkdir(parents=True, exist_ok=True)
    lock = (folder / "server.lock").open("a")
    end = monotonic() + patience
    while True:
        with suppress(BlockingIOError):
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
            return lock
        if monotonic() > end:
            lock.close()
            raise NotAlone(
                f"Another process of this site runs with the files in {folder}. Without REDIS_URL there may be only one: "
                "end the other, or set REDIS_URL (and DATABASE_URL) for several."
            )
        sleep(0.1)
