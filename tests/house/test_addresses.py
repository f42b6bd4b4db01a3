from __future__ import annotations

import re
from pathlib import Path

from tests.house.tree import ROOT, files, plant

KINDS = (
    ".py",
    ".md",
    ".toml",
    ".txt",
    ".in",
    ".html",
    ".js",
    ".css",
    ".yaml",
    ".yml",
    ".service",
    ".conf",
    "Makefile",
    "run",
    ".example",
    ".ini",
)
# written in pieces, since this file is looked at too
OWN_MACHINE = re.compile(
    r"(?<![\w.$}:/*])/(?:" + "|".join(("ho" + "me", "ro" + "ot", "Us" + "ers", "wo" + "rk", "tm" + "p")) + r")/[\w.-]+"
)
REGISTRY = re.compile(
    "|".join(
        ("py" + r"pi\.org", "python" + r"hosted\.org", "npm" + r"js\.(?:org|com)", "--index" + "-url", "--find" + "-links http")
    )
)


def machine_paths(root: Path) -> list[str]:
    """Files that name a folder of the machine they were written on."""
    return [
        f"{path}: {hit[0]}"
        for path, text in files(root, *KINDS)
        for hit in OWN_MACHINE.finditer(text)
        if not path.startswith("tests/corpus/")
    ]


def registry_addresses(root: Path) -> list[str]:
    """Files that name a package registry: which one is used is the choice of whoever installs."""
    return [f"{path}: {hit[0]}" for path, text in files(root, *KINDS) for hit in REGISTRY.finditer(text)]


def locks_with_addresses(root: Path) -> list[str]:
    """Lines of requirements/*.txt with an address, or packages without a hash."""
    found = []
    for path, text in files(root, ".txt"):
        if path.startswith("requirements/"):
            found += [f"{path}: {line.strip()}" for line in text.splitlines() if "://" in line or " @ " in line]
            packages = re.split(r"\n(?=[A-Za-z0-9])", text.strip())
            found += [f"{path}: {package.split()[0]} has no hash" for package in packages if "--hash=sha256:" not in package]
    return found


def test_no_file_names_a_folder_of_one_machine(tmp_path: Path) -> None:
    assert machine_paths(ROOT) == []
    place = "/ho" + "me/ines/table"
    assert machine_paths(plant(tmp_path, "docs/a.md", f"Start it in {place}.\n")) == [f"docs/a.md: {place[: place.rfind('/')]}"]


def test_no_file_names_a_package_registry(tmp_path: Path) -> None:
    assert registry_addresses(ROOT) == []
    name = "py" + "pi.org"
    assert registry_addresses(plant(tmp_path, "Makefile", f"pip install -i https://{name}/simple\n")) == [f"Makefile: {name}"]


def test_locks_hold_hashes_and_no_addresses(tmp_path: Path) -> None:
    assert locks_with_addresses(ROOT) == []
    plant(
        tmp_path,
        "requirements/base.txt",
        "django==5.2.19 \\\n    --hash=sha256:ab\nnh3==0.3.8\nx @ https://a.test/x.whl --hash=sha256:cd\n",
    )
    assert locks_with_addresses(tmp_path) == [
        "requirements/base.txt: x @ https://a.test/x.whl --hash=sha256:cd",
        "requirements/base.txt: nh3==0.3.8 has no hash",
    ]
