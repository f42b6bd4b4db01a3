"""The key file: secrets outside the database, from which envelope secrets and the signing keys follow.

One line each, the oldest first. The last one signs and seals; the ones before it stay, since envelopes that they sealed are
still to be opened, closed ledgers still reveal by them, and a restored backup may know no newer one.
"""

from __future__ import annotations

import hmac
import os
import re
import secrets
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from django.conf import settings
from django.core.exceptions import ImproperlyConfigured

from campaigns.site.kept import draft_beside, keep_the_name, write_over

MOST_LINES = 16
"""Keys that one file can hold: a salt names its own with one hex digit."""

_CONTENT = re.compile(r"(?:long-table-key-1:[0-9a-f]{64}\n)*long-table-key-1:[0-9a-f]{64}\n?", re.ASCII)
_SEED = b"vroll/1/seed\x00"
_FOR_SECRETS = b"long-table/secrets\x00"
_FOR_SIGNATURES = b"long-table/signatures\x00"


@dataclass(frozen=True)
class _Key:
    """What follows from one line. public: the hex text that ledgers name it by."""

    master: bytes
    signing: Ed25519PrivateKey
    public: str


def path() -> Path:
    """Where the settings put the key file."""
    return Path(settings.LEDGER_KEY_FILE)


def make() -> None:
    """Writes a new key file (mode 0600) unless there is one. Of processes that start at once the first link wins."""
    place = path()
    if place.exists():
        return
    place.parent.mkdir(parents=True, exist_ok=True)
    draft = draft_beside(place, _fresh_line())
    try:
        os.link(draft, place)  # unlike a rename it never replaces a file, and unlike an open it shows only a whole one
    except FileExistsError:
        pass
    finally:
        draft.unlink()
    keep_the_name(place.parent)


def add() -> str:
    """Adds a key, which signs and seals from now on; returns its public key, hex.

    Raises ImproperlyConfigured where the file is missing, unfit or full.
    """
    if len(_keys()) >= MOST_LINES:
        raise ImproperlyConfigured(f"{path()} holds {MOST_LINES} keys already; it can hold no more.")
    before = path().read_bytes()
    write_over(path(), before.rstrip(b"\n") + b"\n" + _fresh_line())
    return public_key()


def _fresh_line() -> bytes:
    return f"long-table-key-1:{secrets.token_hex(32)}\n".encode("ascii")


def fresh_salt() -> str:
    """The salt of a new envelope. It names the line of the file that seals it: `<line>:` and 15 bytes, or 16 for the first."""
    newest = len(_keys()) - 1
    return f"{newest:x}:{secrets.token_hex(15)}" if newest else secrets.token_hex(16)


def secret_of(led: str, pid: str, k: int, salt: str) -> bytes:
    """The 32-byte secret of envelope k: the key file and the envelope's salt together, never one alone."""
    line, _, rest = salt.rpartition(":")
    known, number = _keys(), int(line or "0", 16)
    if number >= len(known):
        raise ImproperlyConfigured(f"The key file {path()} is an older one: it lacks the key that sealed an envelope.")
    message = _SEED + bytes.fromhex(led) + bytes.fromhex(pid) + k.to_bytes(8, "big") + bytes.fromhex(rest)
    return hmac.digest(known[number].master, message, "sha256")


def sign(message: bytes, key: str = "") -> str:
    """The site's Ed25519 signature, hex, by the key with that public key ("": the newest one)."""
    for one in reversed(_keys()):
        if key in ("", one.public):
            return one.signing.sign(message).hex()
    raise ImproperlyConfigured(f"The key file {path()} does not hold the key {key}.")


def has_signed(message: bytes, signature: str, *, since: str) -> bool:
    """Whether the key `since` (its public key) or a newer one of the file made this signature (hex)."""
    known = [one.public for one in _keys()]
    for public in known[known.index(since) :] if since in known else ():
        try:
            Ed25519PublicKey.from_public_bytes(bytes.fromhex(public)).verify(bytes.fromhex(signature), message)
        except InvalidSignature:
            continue
        return True
    return False


def public_key() -> str:
    """The key that checks the newest signatures, hex. Raises ImproperlyConfigured where the file is missing, unfit."""
    return _keys()[-1].public


def public_keys() -> list[str]:
    """The public keys of all lines, hex, the oldest first."""
    return [one.public for one in _keys()]


def _keys() -> tuple[_Key, ...]:
    """What the file holds now: another process may have added a key since the last look."""
    place = path()
    try:
        told = place.stat()
    except OSError:
        return _read(place, 0, 0)
    return _read(place, told.st_mtime_ns, told.st_ino)


@lru_cache(maxsize=4)
def _read(place: Path, changed: int, inode: int) -> tuple[_Key, ...]:
    try:
        content = place.read_text(encoding="ascii")
    except FileNotFoundError:
        raise ImproperlyConfigured(
            f"The ledger's key file {place} is missing. Put the file back that this database was made with, "
            "or name its place in LEDGER_KEY_FILE."
        ) from None
    except (OSError, UnicodeDecodeError) as fault:
        raise ImproperlyConfigured(f"The ledger's key file {place} cannot be read: {fault}.") from None
    if not _CONTENT.fullmatch(content):
        raise ImproperlyConfigured(f"{place} is no key file; one reads long-table-key-1: and 64 hex digits.")
    return tuple(_key(bytes.fromhex(line.rpartition(":")[2])) for line in content.split())


def _key(content: bytes) -> _Key:
    signing = Ed25519PrivateKey.from_private_bytes(hmac.digest(content, _FOR_SIGNATURES, "sha256"))
    public = signing.public_key().public_bytes(Encoding.Raw, PublicFormat.Raw).hex()
    return _Key(hmac.digest(content, _FOR_SECRETS, "sha256"), signing, public)
