"""How passwords are kept: Argon2, at most two at a time."""

from __future__ import annotations

from threading import BoundedSemaphore

from django.contrib.auth import hashers

AT_ONCE = 2
"""Each hashing takes 100 MiB and a processor core, so a burst of sign-ins waits in line instead of filling the memory."""

_turn = BoundedSemaphore(AT_ONCE)


class Argon2InTurn(hashers.Argon2PasswordHasher):
    """Django's Argon2 hasher; its hashes are the same and either reads the other's."""

    def encode(self, password: str, salt: str) -> str:
        with _turn:
            return super().encode(password, salt)

    def verify(self, password: str, encoded: str) -> bool:
        with _turn:
            return super().verify(password, encoded)
