"""Node, which runs the browser's scripts outside a browser."""

from __future__ import annotations

import os
import shutil

import pytest


def node() -> str:
    """The program's path. Without it the test is skipped with a word, and fails where REQUIRE_NODE is set."""
    found = shutil.which("node")
    if found is None:
        assert not os.environ.get("REQUIRE_NODE"), "this run requires Node for the browser's scripts"
        pytest.skip("Node is not here: the browser's scripts were NOT tested (apt install nodejs)")
    return found
