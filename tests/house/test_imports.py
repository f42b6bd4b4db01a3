from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

from tests.house.tree import ROOT


def broken_contracts(root: Path) -> list[str]:
    """Names of the import contracts of pyproject.toml that the tree under `root` breaks."""
    told = subprocess.run(
        [str(Path(sys.executable).parent / "lint-imports"), "--no-cache"],
        cwd=root,
        env=os.environ | {"PYTHONPATH": str(root), "NO_COLOR": "1", "COLUMNS": "200"},
        capture_output=True,
        text=True,
    )
    broken = [line.removesuffix(" BROKEN").strip() for line in told.stdout.splitlines() if line.endswith(" BROKEN")]
    assert told.returncode == (1 if broken else 0), told.stdout + told.stderr
    return broken


def copied(tmp_path: Path) -> Path:
    for folder in ("campaigns", "rules"):
        shutil.copytree(ROOT / folder, tmp_path / folder, ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copy(ROOT / "pyproject.toml", tmp_path)
    return tmp_path


def test_every_import_points_down() -> None:
    assert broken_contracts(ROOT) == []


def test_each_kind_of_upward_import_breaks_its_contract(tmp_path: Path) -> None:
    root = copied(tmp_path)
    for path, line in (
        ("rules/names.py", "import django\n"),
        ("campaigns/live/models.py", "import campaigns.thread.models\n"),
        ("campaigns/campaign/models.py", "import campaigns.campaign.commands\n"),
        ("campaigns/site/limits.py", "import campaigns.site.markup\n"),
        ("rules/dice/limits.py", "import rules.system\n"),
        ("rules/systems/faserip/__init__.py", "import rules.systems.bgrade\n"),
    ):
        with (root / path).open("a") as planted:
            planted.write(line)
    assert set(broken_contracts(root)) == {
        "the rules know nothing of the site",
        "apps stand on lower apps only",
        "inside an app, what asks stands on what answers",
        "inside site",
        "rules from the whole to the part",
        "rule systems know nothing of one another",
    }
