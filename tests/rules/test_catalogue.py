"""The catalogue finds rule systems by their folders."""

from __future__ import annotations

from pathlib import Path

import rules.systems
from rules import catalogue
from tests.rules.rows import rows

FOLDERS = sorted(path.parent.name for path in Path(rules.systems.__path__[0]).glob("*/system.py"))


def test_every_folder_with_a_system_is_a_system_and_nothing_else_is() -> None:
    assert sorted(system.key for system in catalogue.all_systems()) == FOLDERS
    assert "dice" in FOLDERS


@rows("key", FOLDERS)
def test_a_system_is_found_by_its_key_and_by_what_the_ledger_records(key: str) -> None:
    system = catalogue.get(key)
    assert system is not None
    assert catalogue.get(key, system.version) is system
    assert catalogue.by_rv(f"{key}/{system.version}") is system


def test_versions_that_are_only_read_are_found_and_not_offered() -> None:
    plain = catalogue.by_rv("plain/1")
    assert plain is not None
    assert (plain.key, plain.version) == ("plain", 1)
    assert plain not in catalogue.all_systems()
    assert catalogue.get("plain") is None


@rows("rv", ["dice/2", "dice/01", "dice/1 ", "dice", "Dice/1", "nothing/1", "dice/１", ""])
def test_an_unknown_rules_version_is_none(rv: str) -> None:
    assert catalogue.by_rv(rv) is None
