"""How passwords are kept: Argon2, at most two at a time; and how long one may be."""

from __future__ import annotations

from threading import BoundedSemaphore

from django.contrib.auth import hashers
from django.core.exceptions import ValidationError

AT_ONCE = 2
"""Each hashing takes 100 MiB and a core, so a burst of sign-ins waits in line instead of filling the memory."""

LONGEST = 128
"""Characters of a password."""

TURNS = BoundedSemaphore(AT_ONCE)


class Argon2InTurn(hashers.Argon2PasswordHasher):
    """Django's Argon2 hasher; its hashes are the same and either reads the other's."""

    def encode(self, password: str, salt: str) -> str:
        with TURNS:
            return super().encode(password, salt)

    def verify(self, password: str, encoded: str) -> bool:
        with TURNS:
            return super().verify(password, encoded)


class NotTooLong:
    """The longest password that a form takes: beyond it more characters only cost time."""

    def validate(self, password: str, user: object = None) -> None:
        if len(password) > LONGEST:
            raise ValidationError(f"A password has at most {LONGEST} characters; this one has {len(password):,}.")

    def get_help_text(self) -> str:
        return f"At most {LONGEST} characters."
