"""`python -m rules.vectors FILE`: runs a file of inputs with their right answers against all rule systems.

The file is {"vectors": [{"id", "op", "input", "expected"}, ...]}. Each system's vectors.py names its own operations. An
expected object lists the keys that count, {"error": true} expects a refusal, anything else is compared whole.
"""

from __future__ import annotations

import json
import pkgutil
import sys
from collections.abc import Callable, Iterable, Mapping
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from rules import systems
from rules.errors import RuleError

Operation = Callable[..., Any]


def operations() -> dict[str, Operation]:
    """Every operation of every system, by its name in a vector."""
    found: dict[str, Operation] = {}
    for folder in pkgutil.iter_modules(systems.__path__):
        name = f"rules.systems.{folder.name}.vectors"
        if folder.ispkg and find_spec(name) is not None:
            found |= import_module(name).OPERATIONS
    return found


def check(vector: Mapping[str, Any], known: Mapping[str, Operation]) -> str | None:
    """What is wrong with the answer to that vector in one line; None when it is right."""
    expected = vector["expected"]
    if vector["op"] not in known:
        return f"no operation {vector['op']}"
    try:
        answer = known[vector["op"]](**vector["input"])
    except RuleError as refused:
        return None if expected == {"error": True} else f"refused: {refused.sentence}"
    except Exception as crash:  # whatever a wrong vector brings about fails that vector, not the run
        return f"{type(crash).__name__}: {crash}"
    if expected == {"error": True}:
        return f"{answer!r} instead of a refusal"
    if isinstance(expected, dict) and isinstance(answer, dict):
        answer = {key: answer[key] for key in expected if key in answer}
    return None if _text(answer) == _text(expected) else f"{_text(answer)} instead of {_text(expected)}"


def run(vectors: Iterable[Mapping[str, Any]]) -> tuple[int, list[str]]:
    """(how many passed, one line for each failure)."""
    known, passed, failures = operations(), 0, []
    for vector in vectors:
        wrong = check(vector, known)
        if wrong is None:
            passed += 1
        else:
            failures.append(f"{vector['id']} {vector['op']}: {wrong}")
    return passed, failures


def main(arguments: list[str]) -> int:
    """The exit code: 0 all passed, 1 some failed or there was none, 2 called wrongly."""
    if len(arguments) != 1:
        print("Usage: python -m rules.vectors FILE")
        return 2
    passed, failures = run(json.loads(Path(arguments[0]).read_text(encoding="utf-8"))["vectors"])
    for failure in failures:
        print(failure)
    print(f"{passed} passed, {len(failures)} failed")
    return 1 if failures or not passed else 0


def _text(value: Any) -> str:
    """JSON text, in which true and 1 differ as they do not in Python."""
    return json.dumps(value, sort_keys=True)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
