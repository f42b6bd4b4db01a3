from __future__ import annotations

import json
from html.parser import HTMLParser
from pathlib import Path
from time import process_time

import pytest

from campaigns.site.limits import BODY, LINKS
from campaigns.site.markup import Segment, is_safe_address, render, segments
from campaigns.site.refused import Refused

HOSTILE = [json.loads(line) for line in (Path(__file__).parents[2] / "corpus" / "hostile_markup.jsonl").read_text().splitlines()]
TAGS = {"p", "br", "hr", "em", "strong", "blockquote", "ul", "ol", "li", "code", "pre", "a", "span"}
REL = "nofollow noopener noreferrer ugc"
CLASSES = {("p", "class"): {"ooc"}, ("span", "class"): {"spoiler", "host", "lab"}}
ATTRIBUTES = CLASSES | {("span", "tabindex"): {"0"}, ("a", "rel"): {REL}}


class Found(HTMLParser):
    """Every element and attribute outside of the list above, as a browser would read it."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.outside: list[str] = []
        self.links: list[str] = []
        self.feed(html)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag not in TAGS:
            self.outside.append(tag)
        for name, value in attrs:
            if (tag, name) == ("a", "href"):
                self.links.append(value or "")
            elif (tag, name) == ("ol", "start"):
                assert str(value).isdigit()
            elif value not in ATTRIBUTES.get((tag, name), set()):
                self.outside.append(f"{tag} {name}={value}")

    def handle_comment(self, data: str) -> None:
        self.outside.append(f"comment {data}")

    def handle_decl(self, decl: str) -> None:
        self.outside.append(f"declaration {decl}")


def refused(text: str) -> str:
    with pytest.raises(Refused) as caught:
        render(text)
    return caught.value.sentence


@pytest.mark.parametrize("row", HOSTILE, ids=lambda row: row["id"])
def test_a_hostile_text_leaves_only_the_few_tags_of_our_markup(row: dict[str, str]) -> None:
    if row["expect"].startswith("fail_closed"):
        assert refused(row["input"]).startswith("There are no whispers")
        return
    if any(sign < " " and sign not in "\t\n\r" for sign in row["input"]):
        assert "holds a control character" in refused(row["input"])
        return
    found = Found(render(row["input"]))
    assert found.outside == []
    assert [link for link in found.links if not is_safe_address(link)] == []


def test_the_reader_of_this_test_finds_what_may_not_be_there() -> None:
    assert Found('<p onclick="x()"><img src="a"><!-- b --></p>').outside == ["p onclick=x()", "img", "img src=a", "comment  b "]


def test_our_markup_is_drawn() -> None:
    assert render("A *quiet* **night**,\n`code`.\n\n> said\n\n- one\n- two\n\n---\n\n||the butler||") == (
        "<p>A <em>quiet</em> <strong>night</strong>,<br>\n<code>code</code>.</p>\n"
        "<blockquote>\n<p>said</p>\n</blockquote>\n<ul>\n<li>one</li>\n<li>two</li>\n</ul>\n<hr>\n"
        '<p><span class="spoiler" tabindex="0">the butler</span></p>'
    )
    assert render("[spoiler]a\n**b**[/spoiler]") == '<p><span class="spoiler" tabindex="0">a<br>\n<strong>b</strong></span></p>'


def test_an_aside_in_double_parentheses_is_labelled_and_loses_them() -> None:
    label = '<p class="ooc"><span class="lab">OOC </span>'
    assert render("((Back on *Monday*.))") == f"{label}Back on <em>Monday</em>.</p>"
    assert render("(( Late,\nsorry. ))") == f"{label}Late,<br>\nsorry.</p>"
    assert render("(())") == "<p>(())</p>"
    assert render("((`half` a `one))`") == "<p>((<code>half</code> a <code>one))</code></p>"
    assert render("She waits ((as do I)).") == "<p>She waits ((as do I)).</p>"


def test_what_our_markup_does_not_know_stays_as_typed() -> None:
    assert render("# no heading") == "<p># no heading</p>"
    assert render("| a | b |\n|---|---|") == "<p>| a | b |<br>\n|---|---|</p>"
    assert render("    four blanks") == "<p>four blanks</p>"
    assert render("|| ||") == "<p>|| ||</p>"
    assert render("<b>bold</b>") == "<p>&lt;b&gt;bold&lt;/b&gt;</p>"


def test_a_link_names_the_host_it_leads_to() -> None:
    assert render("[our map](https://maps.test/a)") == (
        f'<p><a href="https://maps.test/a" rel="{REL}">our map</a><span class="host"> (maps.test)</span></p>'
    )
    assert render("[https://good.test](https://evil.test/)").endswith('<span class="host"> (evil.test)</span></p>')
    assert render("[https://good.test@x](https://good.test/)").endswith('<span class="host"> (good.test)</span></p>')
    assert render("<https://good.test/a>") == f'<p><a href="https://good.test/a" rel="{REL}">https://good.test/a</a></p>'
    assert render("[post 3](/c/x/t/y/p/3/)") == f'<p><a href="/c/x/t/y/p/3/" rel="{REL}">post 3</a></p>'


@pytest.mark.parametrize("address", ["https://a.test/b?c=d#e", "http://a.test:8080/", "mailto:a@b.test", "/c/x/", "#post-3", "/"])
def test_a_safe_address_is_one(address: str) -> None:
    assert is_safe_address(address)


@pytest.mark.parametrize(
    "address",
    [
        "javascript:a", "JaVaScRiPt:a", "data:text/html,a", "//evil.test", "/\\evil.test", "\\\\evil.test", "https:evil.test",
        "https://",
        "https://a@evil.test/", "https://good.test%2f@evil.test/", "mailto:a@b.test?bcc=c@d.test", "tel:1", "a.html",
        "java\nscript:a",
        "https://a.test/\\b", "https://[", "blob:https://a.test/b", "", " https://a.test",
    ],
)  # fmt: skip
def test_an_unsafe_address_is_none(address: str) -> None:
    assert not is_safe_address(address)


def test_a_text_over_a_limit_is_refused_with_the_number() -> None:
    assert render("b " * (BODY // 2)) == f"<p>{'b ' * (BODY // 2 - 1)}b</p>"
    assert refused("b" * (BODY + 1)) == "At most 65,536 characters fit here; this text has 65,537."
    assert refused("[a](/b) " * (LINKS + 1)) == "A post has at most 50 links; this one has 51."
    assert render("[a](/b) " * LINKS).count("<a ") == LINKS
    assert refused("one\na\x00b") == "Line 2 holds a control character (U+0000); remove it."


def test_quotes_nest_sixteen_deep_and_deeper_marks_stay_text() -> None:
    assert render(">" * 16 + "a").count("<blockquote>") == 16
    deep = render(">" * 20 + "a")
    assert deep.count("<blockquote>") == 16
    assert "&gt;&gt;&gt;&gt;a" in deep


@pytest.mark.parametrize(
    "piece",
    ["[", "![", "*a_", "> ", ">", "||a", "[spoiler]", "`a``", "<!--", "&#x1F600;", "[a](", "((", "* a\n", "!roll 2d6\n", "\n"],
)
def test_no_repeated_mark_takes_long(piece: str) -> None:
    text = (piece * BODY)[:BODY]
    start = process_time()
    segments(text)
    render(text)
    assert process_time() - start < 3  # most take 0.2 s; a rule that looks back from every mark takes minutes


def test_signs_without_a_shape_are_kept_out_of_the_page() -> None:
    assert render("attack \u202e txt.exe") == "<p>attack  txt.exe</p>"
    assert render("&#x202e;pass\u00adword") == "<p>password</p>"
    assert render("e" + "\u0359" * 30) == "<p>e" + "\u0359" * 4 + "</p>"
    assert render("سلام 👩\u200d🚀") == "<p>سلام 👩\u200d🚀</p>"


def test_command_lines_stand_apart_from_the_prose() -> None:
    assert segments("He swings.\n!roll 2d6+3 # hammer\n\n\nIt lands.\n   /roll 1d6\n") == [
        Segment("prose", "He swings.", 1),
        Segment("line", "!roll 2d6+3 # hammer", 2),
        Segment("prose", "It lands.", 5),
        Segment("line", "/roll 1d6", 6),
    ]
    assert segments("a\r\n!roll 1d6\r\nb") == [Segment("prose", "a", 1), Segment("line", "!roll 1d6", 2), Segment("prose", "b", 3)]


@pytest.mark.parametrize(
    "text",
    [
        "```\n!roll 1d6\n```", "~~~\n!roll 1d6", "`one\n!roll 1d6\ntwo`", "> !roll 1d6", "- a\n  !roll 1d6", "\\!roll 1d6",
        "a !roll 1d6",
        "`!roll 1d6`", "    !roll 1d6", "1. a\n   !roll 1d6", "! roll 1d6", "!rollo 1d6", "!dance", "``one ` two\n!roll 1d6\n``",
    ],
)  # fmt: skip
def test_no_command_stands_in_code_quotes_lists_or_behind_words(text: str) -> None:
    assert [segment.kind for segment in segments(text)] == ["prose"]


@pytest.mark.parametrize(
    "text", ["> quote\n!roll 1d6", "- a\n!roll 1d6", "a\n!roll 1d6", "`a\n\n!roll 1d6\n\n`", "\\`a\n!roll 1d6", "`a``\n!roll 1d6"]
)
def test_a_command_below_a_quote_a_list_or_a_lone_mark_counts(text: str) -> None:
    assert Segment("line", "!roll 1d6", text.split("\n").index("!roll 1d6") + 1) in segments(text)


def test_a_known_word_with_wrong_arguments_is_a_command_line_all_the_same() -> None:
    assert segments('!init "Iron Man') == [Segment("line", '!init "Iron Man', 1)]


def test_an_empty_text_has_no_segments() -> None:
    assert segments("\n \n") == []
