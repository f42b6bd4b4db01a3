"""Ed25519 (RFC 8032, pure) where the `cryptography` package is installed; the rest of the checker needs no package."""

from __future__ import annotations

from functools import lru_cache

try:
    from cryptography.exceptions import InvalidSignature
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey
except ImportError:
    AVAILABLE = False
else:
    AVAILABLE = True


def is_signed(key: bytes, message: bytes, signature: bytes) -> bool:
    """Whether the 64-byte signature over the message is by the 32-byte public key."""
    public = _public(key)
    if public is None:
        return False
    try:
        public.verify(signature, message)
    except InvalidSignature:
        return False
    return True


@lru_cache(maxsize=64)
def _public(key: bytes) -> Ed25519PublicKey | None:
    try:
        return Ed25519PublicKey.from_public_bytes(key)
    except ValueError:  # 32 bytes that are no point of the curve
        return None
