"""A post's text: which of its lines are commands, and the rest as safe HTML.

Two layers make it safe, each enough alone: the parser is given no HTML, and what it wrote is cleaned by an allow-list.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections import defaultdict
from dataclasses import dataclass
from typing import Literal
from urllib.parse import urlsplit

import nh3
from markdown_it import MarkdownIt
from markdown_it.rules_block import StateBlock, blockquote, list_block
from markdown_it.rules_inline import StateInline, link
from markdown_it.token import Token

from campaigns.site.limits import LINKS, NESTED
from campaigns.site.refused import Refused
from campaigns.site.text import fit_text, in_pieces, without_unseen
from rules.errors import RuleError
from rules.lines import read_line

RULES = [
    "normalize",
    "block",
    "inline",
    "text_join",
    "fence",
    "blockquote",
    "hr",
    "list",
    "paragraph",
    "newline",
    "escape",
    "backticks",
    "emphasis",
    "link",
    "autolink",
    "entity",
    "balance_pairs",
    "fragments_join",
]
"""What our markup knows: no headings, tables, pictures, HTML or references, and no code by mere indentation."""

_CLEANER = nh3.Cleaner(
    tags={"p", "br", "hr", "em", "strong", "blockquote", "ul", "ol", "li", "code", "pre", "a", "span", "wbr"},
    clean_content_tags={"script", "style"},
    attributes={"*": set(), "a": {"href"}, "ol": {"start"}},
    tag_attribute_values={"p": {"class": {"ooc"}}, "span": {"class": {"spoiler", "host", "lab"}, "tabindex": {"0"}}},
    attribute_filter=lambda tag, name, value: value if name != "href" or is_safe_address(value) else None,
    url_schemes={"http", "https", "mailto"},
    link_rel="nofollow noopener noreferrer ugc",
)
_PATH = re.compile(r"/(?![/\\])[^\\\x00-\x20]*|#[^\x00-\x20]*")
_MAIL = re.compile(r"mailto:[^\s?%&<>\"]+@[^\s?%&<>\"]+", re.IGNORECASE)
_WHISPER = re.compile(r"\[\s*/?\s*whisper\b", re.IGNORECASE)
MOST_BRACKETS = 500
"""Opening brackets in a paragraph that may still be links."""
_COUNTED = -1
"""The place in a paragraph's cache that no position of a letter uses."""
_SPOILERS = (("||", "||"), ("[spoiler]", "[/spoiler]"))


@dataclass(frozen=True)
class Segment:
    """Some lines of a text: one command line, or prose between them. `line` is the 1-based number of the first."""

    kind: Literal["prose", "line"]
    text: str
    line: int


def segments(text: str) -> list[Segment]:
    """The text from top to bottom, its command lines apart.

    A command line stands outside code, quotes and lists; one whose arguments are wrong is a "line" all the same. Raises
    Refused where the text is too long or holds control characters.
    """
    kept = fit_text(text)
    lines = kept.split("\n")
    read = {"lines": lines, "in_code": _lines_in_code(kept)}
    commands = [token.map[0] for token in _READER.parse(kept, read) if token.type == "command" and token.map]
    found: list[Segment] = []
    start = 0
    for end in [*commands, len(lines)]:
        found += _prose(lines, start, end)
        if end < len(lines):
            found.append(Segment("line", lines[end].strip(" \t"), end + 1))
        start = end + 1
    return found


def render(text: str) -> str:
    """Safe HTML of a prose text.

    Raises Refused where it has more than 50 links, or a whisper tag: there are no whispers here, and what was meant for
    one reader must not be shown to all.
    """
    kept = fit_text(text)
    if _WHISPER.search(without_unseen(kept)):
        raise Refused("There are no whispers in posts; take the [whisper] tag out, everybody here could read it.", field="text")
    tokens = _WRITER.parse(kept)
    links = sum(child.type == "link_open" for token in tokens for child in token.children or ())
    if links > LINKS:
        raise Refused(f"A post has at most {LINKS} links; this one has {links}.", field="text")
    html = _WRITER.renderer.render(tokens, _WRITER.options, {})
    return without_unseen(_CLEANER.clean(html)).strip()


def is_safe_address(address: str) -> bool:
    """Whether a link may lead there.

    That is http and https without a name before the host, mailto without further fields, a path of this site, an anchor.
    """
    if _PATH.fullmatch(address) or _MAIL.fullmatch(address):
        return True
    if "\\" in address or any(sign <= " " for sign in address):
        return False
    try:
        parts = urlsplit(address)
        return parts.scheme in ("http", "https") and bool(parts.hostname) and "@" not in parts.netloc and "%" not in parts.netloc
    except ValueError:
        return False


def _prose(lines: list[str], start: int, end: int) -> list[Segment]:
    while start < end and not lines[start].strip():
        start += 1
    while end > start and not lines[end - 1].strip():
        end -= 1
    return [Segment("prose", "\n".join(lines[start:end]), start + 1)] if end > start else []


def _is_command(line: str) -> bool:
    try:
        return read_line(line) is not None
    except RuleError:
        return True


def _lines_in_code(text: str) -> frozenset[int]:
    """Numbers (from 0) of the lines that begin inside a code span of several lines."""
    if "`" not in text or ("!" not in text and "/" not in text):
        return frozenset()
    inside: set[int] = set()
    for token in _WRITER.parse(text):
        if token.type == "inline" and token.map and "`" in token.content:
            for start, end in _code_spans(token.content):
                first = token.map[0] + token.content.count("\n", 0, start)
                inside.update(range(first + 1, first + token.content.count("\n", start, end) + 1))
    return frozenset(inside)


def _code_spans(content: str) -> list[tuple[int, int]]:
    """Where code spans begin and end: a run of backticks and the next one of the same length."""
    runs = [found.span() for found in re.finditer("`+", content)]
    by_length: dict[int, list[int]] = defaultdict(list)
    for start, end in runs:
        by_length[end - start].append(start)
    spans, done = [], 0
    for start, end in runs:
        if start < done or content[max(0, start - 1) : start] == "\\":
            continue
        same = by_length[end - start]
        place = bisect_right(same, start)
        if place < len(same):
            done = same[place] + end - start
            spans.append((start, done))
    return spans


def _command(state: StateBlock, start: int, end: int, silent: bool) -> bool:
    """The block rule of command lines: it looks at the line as typed, so that `> !roll` and code are none."""
    line = state.env["lines"][start]
    in_list = state.blkIndent > 0 and state.sCount[start] >= state.blkIndent
    if in_list or start in state.env["in_code"] or not _is_command(line):
        return False
    if not silent:
        state.line = start + 1
        state.push("command", "", 0).map = [start, start + 1]
    return True


def _shallow_quote(state: StateBlock, start: int, end: int, silent: bool) -> bool:
    return state.level < NESTED and blockquote(state, start, end, silent)


def _shallow_list(state: StateBlock, start: int, end: int, silent: bool) -> bool:
    return state.level < NESTED and list_block(state, start, end, silent)


def _plain_link(state: StateInline, silent: bool) -> bool:
    """Links, except in a paragraph with so many brackets that looking for their partners would take seconds."""
    if state.src[state.pos] != "[":
        return False
    if _COUNTED not in state.cache:
        state.cache[_COUNTED] = state.src.count("[")
    return state.cache[_COUNTED] <= MOST_BRACKETS and link(state, silent)


def _spoiler(state: StateInline, silent: bool) -> bool:
    """`||hidden||` or `[spoiler]hidden[/spoiler]` within a paragraph."""
    for mark, close in _SPOILERS:
        if state.src.startswith(mark, state.pos):
            start = state.pos + len(mark)
            end = state.src.find(close, start, state.posMax)
            if end <= start or not state.src[start:end].strip():
                return False
            if not silent:
                state.push("spoiler_open", "span", 1).attrs = {"class": "spoiler", "tabindex": "0"}
                state.pos, whole, state.posMax = start, state.posMax, end
                state.md.inline.tokenize(state)
                state.posMax = whole
                state.push("spoiler_close", "span", -1)
            state.pos = end + len(close)
            return True
    return False


def _mark_asides(tokens: list[Token]) -> None:
    """A paragraph that is all in double parentheses is spoken out of character: a label says so in their place."""
    for opening, inline in zip(tokens, tokens[1:], strict=False):
        if opening.type != "paragraph_open" or not inline.children or not inline.content[2:-2].strip():
            continue
        first, last = inline.children[0], inline.children[-1]
        if first.type == last.type == "text" and first.content.startswith("((") and last.content.endswith("))"):
            first.content = first.content[2:].lstrip()
            last.content = last.content[:-2].rstrip()
            opening.attrSet("class", "ooc")
            inline.children[:0] = _span("lab", "OOC ")


def _show_hosts(children: list[Token]) -> list[Token]:
    """Behind each link to elsewhere whose words do not name the host: the host."""
    shown: list[Token] = []
    open_at, host = 0, ""
    for token in children:
        shown.append(token)
        if token.type == "link_open":
            open_at, host = len(shown), urlsplit(str(token.attrGet("href") or "")).hostname or ""
        elif token.type == "link_close" and host and "".join(part.content for part in shown[open_at:]) != host:
            words = "".join(part.content for part in shown[open_at:])
            if not words.startswith((f"https://{host}", f"http://{host}")) or urlsplit(words).hostname != host:
                shown += _span("host", f" ({host})")
    return shown


def _span(name: str, words: str) -> list[Token]:
    text = Token("text", "", 0, content=words)
    opening = Token("span_open", "span", 1)
    opening.attrSet("class", name)
    return [opening, text, Token("span_close", "span", -1)]


def _finish(tokens: list[Token]) -> None:
    _mark_asides(tokens)
    for token in tokens:
        if token.children:
            token.children = [piece for child in _show_hosts(token.children) for piece in _in_pieces(child)]


def _in_pieces(token: Token) -> list[Token]:
    """The token, or the pieces of a text with long words: between them a line may break."""
    if token.type != "text":
        return [token]
    pieces = [Token("text", "", 0, content=words) for words in in_pieces(token.content)]
    return [part for piece in pieces for part in (Token("wbr", "wbr", 0), piece)][1:]


def _parser() -> MarkdownIt:
    parser = MarkdownIt("zero", {"html": False, "breaks": True, "maxNesting": 3 * NESTED})
    parser.block.ruler.at("blockquote", _shallow_quote, {"alt": ["paragraph", "reference", "blockquote", "list"]})
    parser.block.ruler.at("list", _shallow_list, {"alt": ["paragraph", "reference", "blockquote"]})
    parser.inline.ruler.at("link", _plain_link)
    parser.inline.ruler.before("link", "spoiler", _spoiler)
    parser.inline.add_terminator_char("|")
    parser.enable([*RULES, "spoiler"], ignoreInvalid=True)
    parser.validateLink = is_safe_address  # type: ignore[method-assign,assignment]
    return parser


def _reader() -> MarkdownIt:
    parser = _parser()
    parser.block.ruler.before("fence", "command", _command, {"alt": ["paragraph", "reference", "blockquote", "list"]})
    parser.disable("inline")
    return parser


def _writer() -> MarkdownIt:
    parser = _parser()
    parser.core.ruler.push("finish", lambda state: _finish(state.tokens))
    return parser


_WRITER = _writer()
_READER = _reader()
