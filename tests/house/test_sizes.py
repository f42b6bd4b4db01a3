from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

from tests.house.tree import ROOT, files, plant

LONGEST_FILE = 300
LONGEST_FUNCTION = 40
MOST_POSITIONAL = 5


def long_files(root: Path) -> list[str]:
    """Python, script and template files of more than 300 lines."""
    counted = ((path, text.count("\n")) for path, text in files(root, ".py", ".js", ".html"))
    return [f"{path} has {lines} lines" for path, lines in counted if lines > LONGEST_FILE]


def functions(root: Path) -> Iterator[tuple[str, ast.FunctionDef | ast.AsyncFunctionDef]]:
    for path, text in files(root, ".py"):
        if not path.startswith("tests/"):
            for node in ast.walk(ast.parse(text)):
                if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
                    yield path, node


def long_functions(root: Path) -> list[str]:
    """Functions of more than 40 lines, from `def` to the last line."""
    counted = ((path, node, (node.end_lineno or 0) - node.lineno + 1) for path, node in functions(root))
    return [f"{path}: {node.name} has {lines} lines" for path, node, lines in counted if lines > LONGEST_FUNCTION]


def crowded_functions(root: Path) -> list[str]:
    """Functions with more than five parameters that can be given by place, self and cls not counted."""
    found = []
    for path, node in functions(root):
        names = [argument.arg for argument in (*node.args.posonlyargs, *node.args.args)]
        if len([name for name in names if name not in ("self", "cls")]) > MOST_POSITIONAL:
            found.append(f"{path}: {node.name} takes {len(names)} parameters by place")
    return found


def test_no_file_has_more_than_300_lines(tmp_path: Path) -> None:
    assert long_files(ROOT) == []
    assert long_files(plant(tmp_path, "rules/long.py", "pass\n" * 301)) == ["rules/long.py has 301 lines"]


def test_no_function_has_more_than_40_lines(tmp_path: Path) -> None:
    assert long_functions(ROOT) == []
    text = "def long():\n" + "    pass\n" * 40
    assert long_functions(plant(tmp_path, "campaigns/a.py", text)) == ["campaigns/a.py: long has 41 lines"]


def test_no_function_takes_more_than_five_parameters_by_place(tmp_path: Path) -> None:
    assert crowded_functions(ROOT) == []
    text = "class A:\n    def full(self, a, b, c, d, e, *, f): ...\n    def crowded(self, a, b, c, d, e, f): ...\n"
    assert crowded_functions(plant(tmp_path, "rules/a.py", text)) == ["rules/a.py: crowded takes 7 parameters by place"]
