"""The rule systems that are there: every folder of `rules.systems` with a `system.py`."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from pkgutil import iter_modules

import rules.systems
from rules.errors import RuleError
from rules.system import RuleSystem
from rules.tabled import Tabled

Find = Callable[[str], RuleSystem | None]
"""A rules version to its system, None where it is unknown."""

_RULES_VERSION = re.compile(r"([a-z][a-z0-9-]{0,79})/([1-9][0-9]{0,3})", re.ASCII)


def all_systems() -> tuple[RuleSystem, ...]:
    """The systems that a campaign can play by, each in its newest version, by title."""
    return tuple(sorted((_module_system(name) for name in _folders()), key=lambda system: system.title))


def get(key: str, version: int | None = None) -> RuleSystem | None:
    """That version of a system (None: the one in use), or None where it is unknown."""
    if version is None:
        return next((system for system in all_systems() if system.key == key), None)
    return _recorded().get((key, version))


def folder_of(key: str) -> Path | None:
    """Where the files of that system's newest version lie (README, worked examples), None where it is unknown."""
    return Path(rules.systems.__path__[0]) / key if key in _folders() else None


def by_rv(rv: str) -> RuleSystem | None:
    """The system of a rules version as the ledger records it ("bgrade/1"), or None where it is unknown."""
    found = _RULES_VERSION.fullmatch(rv)
    return get(found[1], int(found[2])) if found else None


def by_table(text: str) -> Tabled:
    """The system that reads results by the table of that text, a campaign's own (`Tabled.print_table`).

    Refused where the first line names no system that has such a table, or the table is faulty.
    """
    head = text.partition("\n")[0].strip()
    found = by_rv(head.removesuffix(" table")) if head.endswith(" table") else None
    if not isinstance(found, Tabled):
        raise RuleError("The first line of a table names its rules, such as `faserip/1 table`.")
    return found.with_table(text)


def find_with(own: Sequence[Tabled], otherwise: Find = by_rv) -> Find:
    """How a rules version is found where campaigns have tables of their own: theirs first, then as `otherwise` says."""
    known: dict[str, RuleSystem] = {system.rv: system for system in own}
    return lambda rv: known.get(rv) or otherwise(rv)


@cache
def _folders() -> tuple[str, ...]:
    names = [folder.name for folder in iter_modules(rules.systems.__path__) if folder.ispkg]
    return tuple(name for name in names if find_spec(f"rules.systems.{name}.system") is not None)


def _module_system(folder: str) -> RuleSystem:
    system: RuleSystem = import_module(f"rules.systems.{folder}.system").SYSTEM
    return system


@cache
def _recorded() -> dict[tuple[str, int], RuleSystem]:
    """Every version that can be read: a folder's `SYSTEM` and the older or other ones in its `ALSO`."""
    known: dict[tuple[str, int], RuleSystem] = {}
    for folder in _folders():
        module = import_module(f"rules.systems.{folder}.system")
        for system in (module.SYSTEM, *getattr(module, "ALSO", ())):
            known[system.key, system.version] = system
    return known
