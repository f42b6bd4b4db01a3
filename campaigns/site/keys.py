"""Public names of rows: short, random, case-blind, so that neither a gap nor a guess tells of something hidden."""

from __future__ import annotations

import secrets

ALPHABET = "23456789abcdefghjkmnpqrstvwxyz"
"""No 0/o, 1/i/l or u: a key is read out over a phone and never spells a word by accident."""


def new_key(length: int = 10) -> str:
    """`length` random characters of ALPHABET: 4.9 bits each."""
    return "".join(secrets.choice(ALPHABET) for _ in range(length))


def key4() -> str:
    return new_key(4)


def key8() -> str:
    return new_key(8)


def key10() -> str:
    return new_key(10)


def key20() -> str:
    return new_key(20)


def hex16() -> str:
    """16 random bytes as 32 hex digits: the ids that the ledger records."""
    return secrets.token_hex(16)
