"""The browser's verifier: its scripts under Node against the format's vectors, and the one page made of them."""

from __future__ import annotations

import re
import shutil
import subprocess
from pathlib import Path

from campaigns.ledger.verifier import SCRIPTS, STATIC, fingerprint, page

HERE = Path(__file__).parent
ROOT = HERE.parents[2]
from tests.node import node


def test_the_browsers_verifier_agrees_with_the_format(tmp_path: Path) -> None:
    for name in ("dice", "verify"):
        shutil.copytree(ROOT / "static" / name, tmp_path / name)
    (tmp_path / "package.json").write_text('{"type": "module"}')
    for name in ("vectors.json", "vectors-full.json"):
        shutil.copy(ROOT / "tests" / "rules" / "vroll" / name, tmp_path)
    run = subprocess.run([node(), HERE / "verifier.mjs", tmp_path], capture_output=True, text=True, timeout=120)
    assert run.returncode == 0, run.stdout + run.stderr
    assert "# fail 0" in run.stdout and "# pass 3" in run.stdout, run.stdout


def test_the_documentation_states_the_hash_of_the_page() -> None:
    stated = re.search(r"^    SHA-256  (\w+)$", (ROOT / "docs" / "verifier.md").read_text(), re.MULTILINE)
    assert stated and stated[1] == fingerprint(), f"docs/verifier.md must state SHA-256  {fingerprint()}"


def test_the_page_is_one_file_that_asks_for_nothing() -> None:
    text = page().decode()
    asks = r"^(?:import|export)\b.*$|\bfetch\(|\bimport\(|XMLHttpRequest|https?://|\bsrc=|\bhref="
    assert re.findall(asks, text, re.MULTILINE) == []
    assert [text.count(f"const ${Path(path).stem} = ") for path in SCRIPTS] == [1] * len(SCRIPTS)


def test_every_import_of_a_script_of_the_page_is_in_the_page_and_stands_before_it() -> None:
    for place, path in enumerate(SCRIPTS):
        script = (STATIC / path).read_text()
        wanted = {Path(found).name for found in re.findall(r'^import .* from "([^"]+)";$', script, re.MULTILINE)}
        assert script.count("import ") == len(wanted)
        assert wanted <= {Path(before).name for before in SCRIPTS[:place]}, path
