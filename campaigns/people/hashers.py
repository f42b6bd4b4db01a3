"""How passwords are kept: Argon2, at most two at a time."""

from __future__ import annotations

from threading import BoundedSemaphore

from django.contrib.auth import hashers

AT_ONCE = 2
"""Each hashing takes 100 MiB and a core, so a burst of sign-ins waits in line instead of filling the memory."""

TURNS = BoundedSemaphore(AT_ONCE)


class Argon2InTurn(hashers.Argon2PasswordHasher):
    """Django's Argon2 hasher; its hashes are the same and either reads the other's."""

    def encode(self, password: str, salt: str) -> str:
        with TURNS:
            return super().encode(password, salt)

    def verify(self, password: str, encoded: str) -> bool:
        with TURNS:
            return super().verify(password, encoded)
