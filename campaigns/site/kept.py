"""Files beside the database that have to survive a power cut: their names, and their whole content or the one before it."""

from __future__ import annotations

import os
import secrets
from pathlib import Path


def keep_the_name(folder: Path) -> None:
    """Makes a new name in the folder survive a power cut, where the platform can."""
    if os.name != "posix":
        return
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def draft_beside(place: Path, content: bytes) -> Path:
    """A new file in the folder of `place`, its owner's alone (0600) and safely on the disk, that may be linked or renamed."""
    draft = place.with_name(f"{place.name}.{secrets.token_hex(8)}")
    descriptor = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    with os.fdopen(descriptor, "wb") as file:
        file.write(content)
        file.flush()
        os.fsync(file.fileno())
    return draft


def write_over(place: Path, content: bytes) -> None:
    """Whoever reads `place` finds the old content or the new one, never a part. Its mode is 0600 afterwards, its owner the same."""
    draft = draft_beside(place, content)
    try:
        if os.name == "posix":  # a command that root types must not take the file away from the site
            before = place.stat()
            os.chown(draft, before.st_uid, before.st_gid)
        os.replace(draft, place)
    except OSError:
        draft.unlink(missing_ok=True)
        raise
    keep_the_name(place.parent)
