"""What the tests of the two house systems share: a character's sheet, a typed line, faces that fall as listed."""

from __future__ import annotations

import json
import tomllib
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import pytest

import rules.systems
from rules.lines import RuleError, read_line
from rules.system import Declaration, Options, Reading, RuleSystem, Sheet, Thrown


class Table:
    """A rule system with the sheets and examples of its examples.toml."""

    def __init__(self, system: RuleSystem) -> None:
        folder = Path(rules.systems.__path__[0]) / system.key
        stored = tomllib.loads((folder / "examples.toml").read_text(encoding="utf-8"))
        self.system = system
        self.examples: list[dict[str, Any]] = stored["example"]
        self.fields: dict[str, dict[str, str]] = stored.get("sheets", {})

    def sheet(self, name: str | None) -> Sheet | None:
        """The sheet as it comes back from storage, None without a name."""
        return None if name is None else json.loads(json.dumps(self.system.read_sheet(self.fields[name])))

    def declare(self, line: str, name: str | None = None, options: Options | None = None) -> Declaration:
        """The declaration of a typed line, which its recorded print must stand for too."""
        command = read_line(line)
        assert command is not None
        (found,) = self.system.declare(command, self.sheet(name), options or {})
        again = self.system.parse(found.expr)
        assert (again.rv, again.expr, again.req, again.fix, again.open) == (
            found.rv, found.expr, found.req, found.fix, found.open,
        )  # fmt: skip
        assert found.expr.isascii() and found.expr.isprintable() and 1 <= len(found.expr) <= 200
        return found

    def refusal(self, line: str, name: str | None = None) -> str:
        """The sentence with which a typed line is refused."""
        with pytest.raises(RuleError) as refused:
            self.declare(line, name)
        return refused.value.sentence

    def card(self, declaration: Declaration, *faces: int) -> Reading:
        """The card of these faces."""
        return self.system.read(declaration, deal(declaration, faces))

    def result(self, declaration: Declaration, *faces: int) -> Mapping[str, Any]:
        """The recorded outcome of these faces, which the recorded print alone must give too."""
        found = self.system.result(declaration, deal(declaration, faces))
        assert self.system.result(self.system.parse(declaration.expr), deal(declaration, faces)) == found
        assert json.loads(json.dumps(found)) == found
        return found

    def check_example(self, example: Mapping[str, Any]) -> None:
        """A worked example comes out as it is written: print, outcome and sentence."""
        declaration = self.declare(example["line"], example.get("sheet"))
        assert declaration.expr == example["expr"]
        result = self.result(declaration, *example["faces"])
        assert {name: value for name, value in result.items() if value is not None} == example["res"]
        assert self.card(declaration, *example["faces"]).spoken == example["spoken"]


def deal(declaration: Declaration, faces: Sequence[int]) -> tuple[Thrown, ...]:
    """The faces as the groups that the declaration throws."""
    left, dice = list(faces), []
    for count, sides in declaration.req:
        dice.append((sides, tuple(left[:count])))
        del left[:count]
    assert left == []
    return tuple(dice)
