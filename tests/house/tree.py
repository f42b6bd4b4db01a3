"""The files that the house rules speak of, and where their names stand in the order of the apps."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]

APPS = ("site", "live", "ledger", "people", "campaign", "character", "combat", "thread", "desk", "demo")
"""Lowest first."""

_NOT_OURS = {"var", "staticfiles", "node_modules", "__pycache__", "migrations"}


def files(root: Path, *suffixes: str) -> Iterator[tuple[str, str]]:
    """(path from root, text) of every file of ours with one of `suffixes`; migrations are made by Django and left out."""
    for folder, inner, names in os.walk(root):
        inner[:] = sorted(name for name in inner if name not in _NOT_OURS and (not name.startswith(".") or name == ".ci"))
        for name in sorted(names):
            if name.endswith(suffixes):
                path = Path(folder) / name
                yield path.relative_to(root).as_posix(), path.read_text(encoding="utf-8")


def plant(root: Path, path: str, text: str) -> Path:
    """Writes a file with a breach below an empty root; the root."""
    there = root / path
    there.parent.mkdir(parents=True, exist_ok=True)
    there.write_text(text, encoding="utf-8")
    return root
