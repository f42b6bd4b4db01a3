"""The page that checks a ledger's file from disk: one file without anything around it, made of the scripts in static/.

Each script keeps a scope of its own there, so that its names need not differ from those of the others.
"""

from __future__ import annotations

import re
from functools import cache
from hashlib import sha256
from pathlib import Path

SCRIPTS = (
    "dice/sha256.js", "dice/vroll.js", "verify/breach.js", "verify/schema.js", "verify/rolls.js", "verify/entries.js",
    "verify/ledger.js", "verify/telling.js", "verify/page.js",
)  # fmt: skip
"""In the order of their imports."""

STATIC = Path(__file__).resolve().parents[2] / "static"

_IMPORT = re.compile(r'^import \{ (?P<names>[^}]+) \} from "(?:\./|\.\./)(?:\w+/)*(?P<name>\w+)\.js";$', re.MULTILINE)
_EXPORT = re.compile(r"^export (?P<rest>(?:async )?(?:function|const|class) (?P<name>\w+))", re.MULTILINE)


@cache
def page() -> bytes:
    """The whole page, the same bytes wherever it is made from the same scripts."""
    scripts = "\n".join(_scoped(STATIC / path) for path in SCRIPTS)
    css = (STATIC / "verify" / "page.css").read_text("utf-8")
    html = (STATIC / "verify" / "page.html").read_text("utf-8")
    whole = html.replace("/* page.css */\n", css).replace("/* scripts */\n", f'"use strict";\n{scripts}\n')
    return whole.encode("utf-8")


def fingerprint() -> str:
    """SHA-256 of the page in hex, as the documentation states it."""
    return sha256(page()).hexdigest()


def _scoped(path: Path) -> str:
    """The script as a constant of its own name that holds what it exports."""
    text = path.read_text("utf-8")
    text = _IMPORT.sub(lambda found: f"const {{ {found['names'].replace(' as ', ': ')} }} = ${found['name']};", text)
    names = [found["name"] for found in _EXPORT.finditer(text)]
    body = _EXPORT.sub(lambda found: found["rest"], text)
    return f"const ${path.stem} = (() => {{\n{body}return {{ {', '.join(names)} }};\n}})();"
