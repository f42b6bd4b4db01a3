"""A table of FASERIP for tests: rolls with the dice that they add, and their answers."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any

import pytest

from rules.lines import RuleError, read_line
from rules.system import Declaration, Group, Options, Reading, Rival, Thrown
from rules.systems.faserip.system import SYSTEM
from tests.rules.table import Table


class FaseripTable(Table):
    """The sheets and examples of the system, whose rolls may add dice and be answered."""

    def __init__(self) -> None:
        super().__init__(SYSTEM)

    def deal(self, declaration: Declaration, faces: Sequence[int]) -> tuple[Thrown, ...]:
        """The faces as the groups that are thrown, the added ones too; all must be used."""
        left, dice = list(faces), []
        wave: tuple[Group, ...] = declaration.req
        while wave:
            for count, sides in wave:
                dice.append((sides, tuple(left[:count])))
                del left[:count]
            wave = self.system.extra(declaration, dice)
        assert left == []
        return tuple(dice)

    def card(self, declaration: Declaration, *faces: int) -> Reading:
        return self.system.read(declaration, self.deal(declaration, faces))

    def result(self, declaration: Declaration, *faces: int) -> Mapping[str, Any]:
        dice = self.deal(declaration, faces)
        found = self.system.result(declaration, dice)
        assert self.system.result(self.system.parse(declaration.expr), dice) == found
        assert json.loads(json.dumps(found)) == found
        return found

    def answer(self, line: str, first: Declaration, faces: Sequence[int], name: str | None = None) -> Declaration:
        """The answer to a roll that showed these faces, which its recorded print must stand for too."""
        command = read_line(line)
        assert command is not None
        rival = Rival("41.0", "Storm", first, self.deal(first, faces))
        found = self.system.answer(command, rival, self.sheet(name), {})
        again = self.system.parse(found.expr)
        assert (again.rv, again.expr, again.req) == (found.rv, found.expr, found.req)
        assert len(found.expr) <= 200
        return found

    def refused_answer(self, line: str, first: Declaration, faces: Sequence[int], name: str | None = None) -> str:
        """The sentence with which an answer is refused."""
        with pytest.raises(RuleError) as refused:
            self.answer(line, first, faces, name)
        return refused.value.sentence

    def check_example(self, example: Mapping[str, Any]) -> None:
        """A worked example comes out as it is written, its answer too."""
        options: Options = example.get("options", {})
        declaration = self.declare(example["line"], example.get("sheet"), options)
        self._check(declaration, example)
        if "answer" in example:
            told = example["answer"]
            self._check(self.answer(told["line"], declaration, example["faces"], told.get("sheet")), told)

    def _check(self, declaration: Declaration, told: Mapping[str, Any]) -> None:
        assert declaration.expr == told["expr"]
        assert self.result(declaration, *told["faces"]) == told["res"]
        assert self.card(declaration, *told["faces"]).spoken == told["spoken"]
