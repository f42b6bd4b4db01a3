"""Sets and numbers as the cards write them."""

from __future__ import annotations

from collections.abc import Iterable

from rules.systems.bgrade.sets import Set


def name(of: Set) -> str:
    """ "3×4": width by height."""
    return f"{of[0]}×{of[1]}"


def numbers(faces: Iterable[int]) -> str:
    """ "1, 3, 5"."""
    return ", ".join(str(face) for face in faces)
