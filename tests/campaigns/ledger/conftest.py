from __future__ import annotations

import pytest

from rules import catalogue
from tests.duel import DUEL


@pytest.fixture
def duel(monkeypatch: pytest.MonkeyPatch) -> None:
    """The catalogue knows the tests' own rule system."""
    monkeypatch.setitem(catalogue._recorded(), (DUEL.key, DUEL.version), DUEL)
