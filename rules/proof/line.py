"""Reading one line of the file: thoroughly, or, where it is a public cast like nearly all are, at a glance.

A line that fits the pattern is in canonical form, and its keys, types and ranges are those of the format: to find that
out value by value is most of the work of a check. Any other line, right or wrong, is read thoroughly, and so every refusal
comes from there.
"""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from rules.proof.breach import Breach, need
from rules.proof.canonical import LONGEST_LINE, canon, read_line, written

_AROUND_RES = 4
"""Containers around an outcome in a line: the roll, the rolls, the entry, the line."""

_HEX16, _HEX32, _NUMBER = '"[0-9a-f]{32}"', '"[0-9a-f]{64}"', "(?:0|[1-9][0-9]{0,14})"
_ID = f"(?:null|{_HEX16})"
_TEXT = r'"[^"\\\x00-\x1f]*"'


def _list(part: str, most: int) -> str:
    return rf"\[(?:{part}(?:,{part}){{0,{most - 1}}})?\]"


_PAIRS = _list(rf"\[{_NUMBER},{_NUMBER}\]", 64)
_DICE = _list(rf"\[{_NUMBER},{_list(_NUMBER, 1000)}\]", 1000)
_OUTCOME = r"(?:[^{}\\]|\{[^{}\\]*\})*"
_ROLL = (
    rf'\{{"char":{_ID},"dice":{_DICE},"expr":"[ !#-\[\]-~]{{1,200}}",'
    rf'"f":\{{"purpose":{_HEX32}\}},"fix":{_PAIRS},"open":{_list(_NUMBER, 64)},"req":{_PAIRS},'
    rf'"res":\{{{_OUTCOME}\}},"rv":"[a-z][a-z0-9-]{{0,79}}/[1-9][0-9]{{0,3}}"\}}'
)
_OPENING = rf'\{{"at":(?:-1|{_NUMBER}),"name":"[a-z]+","salt":{_HEX32},"value":{_TEXT}\}}'
_LINE = re.compile(
    rf'\{{"e":(\{{"cn":{_HEX32},"cs":"(?:browser|typed|api|server)","f":\{{(?:"text":{_HEX32})?\}},"i":{_NUMBER},'
    rf'"k":{_NUMBER},"led":{_HEX16},"next":{_HEX32},"pid":{_HEX16},"post":{_ID},"prev":{_HEX32},"rid":{_HEX16},'
    rf'"rolls":\[{_ROLL}(?:,{_ROLL}){{0,31}}\],"seed":{_HEX32},"seen":\[{_NUMBER},{_HEX32}\],"t":"cast","thr":{_ID},'
    rf'"ts":{_NUMBER},"v":1\}}),"h":{_HEX32}(?:,"o":{_list(_OPENING, 64)})?,"s":"[0-9a-f]{{128}}"\}}',
    re.ASCII,
)
_RES = re.compile(rf'"res":(\{{{_OUTCOME}\}}),"rv":')
_KEYS = frozenset({"e", "h", "s"})

LONGEST_KEPT = 4096
"""Characters of an outcome that is remembered, so that no file fills the memory; a line with a longer one is read thoroughly."""


@dataclass(frozen=True)
class Line:
    """One line of the file. written: the canonical bytes of its entry.  head, signature: as stated, of any type.

    openings: a list of openings where the line is `usual`, else whatever stands there.  outcomes: of a usual line, the
    `res` of each roll as written.
    """

    entry: dict[str, Any]
    written: bytes
    head: Any
    signature: Any
    openings: Any
    outcomes: tuple[str, ...] = ()


def usual(raw: bytes) -> Line | None:
    """The line, with its LF, as a public cast of the usual shape, or None: then it is to be read thoroughly."""
    if not raw.endswith(b"\n") or len(raw) > LONGEST_LINE:
        return None
    try:
        text = raw[:-1].decode("utf-8")
        found = _LINE.fullmatch(text)
        if found is None:
            return None
        value = json.loads(text)
    except (ValueError, RecursionError):
        return None
    # The outcome is the one part without a shape of its own; where that is canonical, the pattern has read the rest aright.
    outcomes = _RES.findall(text, *found.span(1))
    if len(outcomes) != len(value["e"]["rolls"]) or not all(len(one) <= LONGEST_KEPT and _is_outcome(one) for one in outcomes):
        return None
    return Line(value["e"], found[1].encode("utf-8"), value["h"], value["s"], value.get("o", []), tuple(outcomes))


@lru_cache(maxsize=2048)
def _is_outcome(text: str) -> bool:
    """Whether the text is the canonical form of an object. The same outcomes come over and over."""
    try:
        return canon(json.loads(text), around=_AROUND_RES) == text.encode("utf-8")
    except (ValueError, Breach, RecursionError):
        return False


def thorough(raw: bytes) -> Line:
    """Any line, with its LF. Raises Breach: E_JSON, E_CANON, or E_SCHEMA for other keys than those of a line."""
    need(raw.endswith(b"\n") or len(raw) > LONGEST_LINE, "E_JSON", "The last line is cut short: a line ends in one LF.")
    line = read_line(raw.removesuffix(b"\n"))
    is_line = type(line) is dict and _KEYS <= line.keys() <= _KEYS | {"o"} and type(line["e"]) is dict
    need(is_line, "E_SCHEMA", "A line is an object of e (the entry), h, s and perhaps o, and of nothing else.")
    return Line(line["e"], written(line["e"]), line["h"], line["s"], line.get("o", []))
