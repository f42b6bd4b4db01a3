"""The key file: one secret outside the database, from which envelope secrets and the signing key follow."""

from __future__ import annotations

import hmac
import os
import re
import secrets
from functools import lru_cache
from pathlib import Path

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from django.conf import settings
from django.core.exceptions import ImproperlyConfigured

_CONTENT = re.compile(r"long-table-key-1:([0-9a-f]{64})\n?", re.ASCII)
_SEED = b"vroll/1/seed\x00"
_FOR_SECRETS = b"long-table/secrets\x00"
_FOR_SIGNATURES = b"long-table/signatures\x00"


def path() -> Path:
    """Where the settings put the key file."""
    return Path(settings.LEDGER_KEY_FILE)


def make() -> None:
    """Writes a new key file (mode 0600) unless there is one. Of processes that start at once the first link wins."""
    place = path()
    if place.exists():
        return
    place.parent.mkdir(parents=True, exist_ok=True)
    draft = place.with_name(f"{place.name}.{secrets.token_hex(8)}")
    descriptor = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    try:
        with os.fdopen(descriptor, "w", encoding="ascii") as file:
            file.write(f"long-table-key-1:{secrets.token_hex(32)}\n")
            file.flush()
            os.fsync(file.fileno())
        os.link(draft, place)  # unlike a rename it never replaces a file, and unlike an open it shows only a whole one
    except FileExistsError:
        pass
    finally:
        draft.unlink()
    _keep_the_name(place.parent)


def _keep_the_name(folder: Path) -> None:
    """Makes the new name in the folder survive a power cut, where the platform can."""
    if os.name != "posix":
        return
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def secret_of(led: str, pid: str, k: int, salt: str) -> bytes:
    """The 32-byte secret of envelope k: the key file and the lane's 16-byte salt (hex) together, never one alone."""
    message = _SEED + bytes.fromhex(led) + bytes.fromhex(pid) + k.to_bytes(8, "big") + bytes.fromhex(salt)
    return hmac.digest(_keys(path())[0], message, "sha256")


def sign(message: bytes) -> str:
    """The site's Ed25519 signature, hex."""
    return _keys(path())[1].sign(message).hex()


def public_key() -> str:
    """The key that checks the site's signatures, hex. Raises ImproperlyConfigured where the file is missing, unfit."""
    return _keys(path())[1].public_key().public_bytes(Encoding.Raw, PublicFormat.Raw).hex()


@lru_cache(maxsize=4)
def _keys(place: Path) -> tuple[bytes, Ed25519PrivateKey]:
    try:
        found = _CONTENT.fullmatch(place.read_text(encoding="ascii"))
    except FileNotFoundError:
        raise ImproperlyConfigured(
            f"The ledger's key file {place} is missing. Put the file back that this database was made with, "
            "or name its place in LEDGER_KEY_FILE."
        ) from None
    except (OSError, UnicodeDecodeError) as fault:
        raise ImproperlyConfigured(f"The ledger's key file {place} cannot be read: {fault}.") from None
    if found is None:
        raise ImproperlyConfigured(f"{place} is no key file; one reads long-table-key-1: and 64 hex digits.")
    content = bytes.fromhex(found[1])
    seed = hmac.digest(content, _FOR_SIGNATURES, "sha256")
    return hmac.digest(content, _FOR_SECRETS, "sha256"), Ed25519PrivateKey.from_private_bytes(seed)
