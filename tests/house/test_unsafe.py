from __future__ import annotations

import re
from pathlib import Path

from tests.house.tree import ROOT, files, plant

IN_PYTHON = {
    "mark_safe": r"\bmark_safe\b|\bSafeString\(|\bSafeText\b",
    "csrf_exempt": r"\bcsrf_exempt\b|\bxframe_options_exempt\b",
    "sql": r"\bobjects\b.*\.(?:raw|extra)\(|\bRawSQL\b",
    "random": r"^\s*(?:import random\b|from random\b)",
    "eval": r"(?<![.\w])(?:eval|exec)\(|\bpickle\b|\bmarshal\b|\byaml\.load\(|__import__",
    "html by f-string": r"format_html\(\s*f[\"']",
}
IN_TEMPLATES = {
    "safe": r"\|\s*safe(?:seq)?\b|autoescape\s+off",
    "inline style": r"<style\b|\sstyle\s*=",
    "inline script": r"<script(?![^>]*\ssrc=)|\son[a-z]+\s*=|\shx-on|javascript:|\bhx-vals\s*=\s*[\"']js:",
    "form without token": r"<form\b(?=[^>]*method=[\"']?post)(?:(?!</form>|csrf_token|csrf_input).)*</form>",
}
IN_SCRIPTS = {
    "eval": r"\beval\(|\bnew Function\b|\bsetTimeout\(\s*[\"']",
    "html": r"\.(?:inner|outer)HTML\s*[+]?=|\binsertAdjacentHTML\b|\bdocument\.write\b",
    "style": r"\.style\.cssText|setAttribute\(\s*[\"']style",
}

ALLOWED = {
    (
        "campaigns/site/templatetags/table.py",
        "mark_safe",
    ): "draws what markup.render and the card template made safe, and constants",
    ("campaigns/live/commands.py", "sql"): "a constant that takes the next number of a stream and reads it at once",
    ("static/verify/page.html", "inline style"): "opened from disk, where it is one file and no site's policy guards anything",
    ("static/verify/page.html", "inline script"): "the same; the site hands it out to be saved and never shows it",
}
"""(file, rule) and why it may; an entry that is no longer needed is a breach too."""


def unsafe_lines(root: Path, allowed: dict[tuple[str, str], str]) -> list[str]:
    """Where the code could let through HTML, SQL or chance that nobody looked at: "file:line: rule"."""
    found, used = [], set()
    for suffix, rules in ((".py", IN_PYTHON), (".html", IN_TEMPLATES), (".js", IN_SCRIPTS)):
        for path, text in files(root, suffix):
            if path.startswith(("tests/", "benchmarks/")):
                continue
            for rule, pattern in rules.items():
                for hit in re.finditer(pattern, text, re.MULTILINE | re.DOTALL | re.IGNORECASE):
                    if (path, rule) in allowed:
                        used.add((path, rule))
                    else:
                        found.append(f"{path}:{text.count(chr(10), 0, hit.start()) + 1}: {rule}")
    return found + [f"{path}: {rule} is allowed and not there" for path, rule in sorted(allowed.keys() - used)]


def test_nothing_unsafe_is_written_outside_the_list_of_reasons() -> None:
    assert unsafe_lines(ROOT, ALLOWED) == []


def test_each_unsafe_way_is_found_where_it_is_planted(tmp_path: Path) -> None:
    planted = {
        "campaigns/a.py": [
            ("from django.utils.safestring import mark_safe", "mark_safe"),
            ("@csrf_exempt", "csrf_exempt"),
            ("Post.objects.raw('x')", "sql"),
            ("import random", "random"),
            ("value = eval(text)", "eval"),
            ("format_html(f'<b>{name}</b>')", "html by f-string"),
        ],
        "static/a.js": [("box.innerHTML = text", "html"), ("eval(text)", "eval"), ("a.style.cssText = b", "style")],
        "templates/a.html": [
            ("{{ text|safe }}", "safe"),
            ('<p style="color: red">', "inline style"),
            ('<p onclick="act()">', "inline script"),
            ("<script>act()</script>", "inline script"),
            ('<form method="post"><button>Go</button></form>', "form without token"),
        ],
    }
    for path, lines in planted.items():
        plant(tmp_path, path, "\n".join(line for line, _ in lines) + "\n")
    expected = {f"{path}:{place}: {rule}" for path, lines in planted.items() for place, (_, rule) in enumerate(lines, 1)}
    assert set(unsafe_lines(tmp_path, {})) == expected


def test_a_reason_that_outlived_its_line_is_a_breach(tmp_path: Path) -> None:
    plant(tmp_path, "campaigns/a.py", "pass\n")
    assert unsafe_lines(tmp_path, {("campaigns/a.py", "sql"): "none"}) == ["campaigns/a.py: sql is allowed and not there"]
