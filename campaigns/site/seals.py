"""Seals: a figure in two of nine tinctures, drawn from an id. The same id gives the same seal for ever."""

from __future__ import annotations

import hashlib

INK, BONE, RUST, MOSS, PLUM = "#2f3a46", "#e9dfc9", "#a4502f", "#5d6b3c", "#6b4560"
BRASS, SEA, ASH, WINE = "#c39a45", "#2f6b74", "#8b8780", "#7a2e35"

PAIRS = (
    *((field, BONE) for field in (INK, RUST, MOSS, PLUM, SEA, ASH, WINE)),
    *((field, BRASS) for field in (INK, PLUM, SEA, WINE)),
    *((BRASS, charge) for charge in (INK, PLUM, WINE)),
    (ASH, INK),
    (BONE, INK),
    (BONE, WINE),
    (BONE, MOSS),
)
"""(field, charge): only pairs whose parts are told apart at 28 pixels."""

FIGURES = (
    "M0 18q5.5-6 11 0t11 0 11 0 11 0v9q-5.5 6-11 0t-11 0-11 0-11 0Z",
    "m22 9 3.8 9.2 9.9.7-7.6 6.4 2.4 9.6L22 29.7l-8.5 5.2 2.4-9.6-7.6-6.4 9.9-.7Z",
    "M22 12a10 10 0 1 0 0 20 10 10 0 1 0 0-20Z",
    "M0 34 22 14 44 34V44L22 25 0 44Z",
    "M15 0h14v44H15Z",
    "M0 0h10L44 34v10H34L0 10Z",
    "M44 0H34L0 34v10h10L44 10Z",
    "M28 10a13 13 0 1 0 6 18 11 11 0 0 1-6-18Z",
    "M0 0h22v22H0ZM22 22h22v22H22Z",
    "M0 0h44v17H0ZM22 25a5 5 0 1 0 0 10 5 5 0 1 0 0-10Z",
    "M0 15h44v14H0Z",
    "M17 0h10v17h17v10H27v17H17V27H0V17h17Z",
    "M22 7 37 22 22 37 7 22Z",
    "M22 6a16 16 0 1 0 0 32 16 16 0 1 0 0-32Zm0 7a9 9 0 1 1 0 18 9 9 0 1 1 0-18Z",
    "M0 44V0L22 22 44 0v44L22 22Z",
    "M0 0h44L22 26ZM22 31a4 4 0 1 0 0 8 4 4 0 1 0 0-8Z",
)
"""Paths in a 44 by 44 box, filled by the even-odd rule."""


def blazon(key: str) -> tuple[str, str, str]:
    """(colour of the field, colour of the charge, path of the charge) for that id."""
    digest = hashlib.sha256(key.encode()).digest()
    field, charge = PAIRS[digest[0] % len(PAIRS)]
    return field, charge, FIGURES[digest[1] % len(FIGURES)]
