from __future__ import annotations

import re
from html.parser import HTMLParser
from pathlib import Path

from tests.house.tree import APPS, ROOT, files, plant

VOID = {"area", "br", "col", "hr", "img", "input", "link", "meta", "source", "use", "path", "wbr"}
OWNERS = {"account": "people", "allauth": "people"}
"""Template folders that a package names, and the app that holds the pages."""


class Roots(HTMLParser):
    """Counts what stands at the outermost level: elements (with their id) and loose text."""

    def __init__(self) -> None:
        super().__init__()
        self.depth = 0
        self.ids: list[str | None] = []
        self.loose = ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if self.depth == 0:
            self.ids.append(dict(attrs).get("id"))
        self.depth += tag not in VOID

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if self.depth == 0:
            self.ids.append(dict(attrs).get("id"))

    def handle_endtag(self, tag: str) -> None:
        self.depth -= tag not in VOID

    def handle_data(self, data: str) -> None:
        if self.depth == 0:
            self.loose += data.strip()


def without_tags(text: str) -> str:
    """The template as HTML: comments and tags of the template language gone, values as one letter."""
    text = re.sub(r"{#.*?#}|{% comment %}.*?{% endcomment %}", "", text, flags=re.DOTALL)
    return re.sub(r"{{.*?}}", "v", re.sub(r"{%.*?%}", "", text, flags=re.DOTALL), flags=re.DOTALL)


def parts_without_one_root(root: Path) -> list[str]:
    """Parts that are not exactly one element with an id: they could not be sent alone to an open page."""
    found = []
    for path, text in files(root, ".html"):
        if "/parts/" not in path:
            continue
        seen = Roots()
        seen.feed(without_tags(text))
        if len(seen.ids) != 1 or seen.ids[0] is None or seen.loose:
            told = f"{len(seen.ids)} roots, {sum(one is not None for one in seen.ids)} with an id"
            found.append(f"{path}: {told}{', loose text' if seen.loose else ''}")
    return found


def upward_includes(root: Path) -> list[str]:
    """Templates that include or extend one of a higher app, or one whose name only the run knows."""
    found = []
    for path, text in files(root, ".html"):
        if not path.startswith("templates/"):
            continue
        own = rank(path.removeprefix("templates/"))
        for what, name in re.findall(r"{%\s*(include|extends)\s+(\S+)", text):
            if not re.fullmatch(r"\"[^\"]+\"|'[^']+'", name):
                found.append(f"{path}: {what} {name} is not a fixed name")
            elif rank(name[1:-1]) > own:
                found.append(f"{path}: {what} {name} stands higher")
    return found


def rank(name: str) -> int:
    folder = name.split("/")[0] if "/" in name else "site"
    return APPS.index(OWNERS.get(folder, folder))


def test_each_part_is_one_element_with_an_id(tmp_path: Path) -> None:
    assert parts_without_one_root(ROOT) == []
    plant(
        tmp_path,
        "templates/thread/parts/good.html",
        '{# context: post #}\n<p id="post-{{ number }}">{% if a %}<br>{% endif %}</p>\n',
    )
    plant(tmp_path, "templates/thread/parts/nameless.html", "<p>text</p>\n")
    plant(tmp_path, "templates/thread/parts/two.html", '<p id="a"></p>and<p id="b"></p>\n')
    assert parts_without_one_root(tmp_path) == [
        "templates/thread/parts/nameless.html: 1 roots, 0 with an id",
        "templates/thread/parts/two.html: 2 roots, 2 with an id, loose text",
    ]


def test_templates_include_only_from_their_own_or_a_lower_app(tmp_path: Path) -> None:
    assert upward_includes(ROOT) == []
    plant(tmp_path, "templates/combat/page.html", '{% extends "base.html" %}{% include "thread/parts/post.html" with a=b %}\n')
    plant(tmp_path, "templates/thread/page.html", '{% include "combat/parts/turns.html" only %}{% include part %}\n')
    assert upward_includes(tmp_path) == [
        'templates/combat/page.html: include "thread/parts/post.html" stands higher',
        "templates/thread/page.html: include part is not a fixed name",
    ]
