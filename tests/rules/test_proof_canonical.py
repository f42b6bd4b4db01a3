"""The canonical form and the strict reading of a line."""

from __future__ import annotations

import pytest

from rules.errors import RuleError
from rules.proof import hashes
from rules.proof.breach import Breach
from rules.proof.canonical import canon, read_line
from tests.rules.rows import rows


def nested(depth: int) -> object:
    value: object = 1
    for _ in range(depth):
        value = [value]
    return value


@rows(
    "value",
    [1.0, float("nan"), 2**53, -(2**53), "\ud800", {"a": "\udfff"}, {"": 1}, {"1": 1}, {"__proto__": 1}, {"a-b": 1},
     {"a" * 33: 1}, {"é": 1}, {1: 1}, b"", {1, 2}, nested(13)],
    ids=repr,
)  # fmt: skip
def test_a_value_without_a_canonical_form_is_refused(value: object) -> None:
    with pytest.raises(Breach, match="^E_CANON"):
        canon(value)


def test_the_greatest_values_have_a_canonical_form() -> None:
    assert canon([2**53 - 1, -(2**53 - 1)]) == b"[9007199254740991,-9007199254740991]"
    assert canon(nested(12)) == b"[" * 12 + b"1" + b"]" * 12
    assert (
        canon({"b": [True, None], "a" * 32: {}, "B": "é\u2028\x7f/"})
        == ('{"B":"é\u2028\x7f/","' + "a" * 32 + '":{},"b":[true,null]}').encode()
    )


@rows(
    ("line", "error"),
    [
        (b"", "E_JSON"),
        (b"{", "E_JSON"),
        (b"\xff", "E_JSON"),
        (b"\xef\xbb\xbf{}", "E_JSON"),
        (b'{"a":1.5}', "E_JSON"),
        (b'{"a":1e3}', "E_JSON"),
        (b'{"a":NaN}', "E_JSON"),
        (b'{"a":-Infinity}', "E_JSON"),
        (b'{"a":1,"a":1}', "E_JSON"),
        (b'{"b":1,"a":{"c":1,"c":2}}', "E_JSON"),
        (b'{"a":"\n"}', "E_JSON"),
        (b'{"a":01}', "E_JSON"),
        (b"{}{}", "E_JSON"),
        (b'{"a":' + b"9" * 5000 + b',"b":1.5}', "E_JSON"),
        (b'"' + b"a" * 2**20 + b'"', "E_JSON"),
        (b'{"a":-0}', "E_CANON"),
        (b'{"a":9007199254740992}', "E_CANON"),
        (b'{"a":' + b"9" * 5000 + b"}", "E_CANON"),
        (b'{"b":1,"a":1}', "E_CANON"),
        (b'{"a": 1}', "E_CANON"),
        (b"{}\r", "E_CANON"),
        (b'{"a":"\\u0041"}', "E_CANON"),
        (b'{"a":"\\/"}', "E_CANON"),
        (b'{"a":"\\u001F"}', "E_CANON"),
        (b'{"a":"\\ud800"}', "E_CANON"),
        (b'{"10":1}', "E_CANON"),
        (b"[" * 14 + b"]" * 14, "E_CANON"),
        (b"[" * 200_000 + b"]" * 200_000, "E_CANON"),
    ],
    ids=lambda part: repr(part)[:30],
)
def test_a_line_that_another_reader_could_read_otherwise_is_refused(line: bytes, error: str) -> None:
    with pytest.raises(Breach, match=f"^{error}"):
        read_line(line)


def test_thirteen_containers_are_read_where_the_innermost_is_empty() -> None:
    assert read_line(b"[" * 13 + b"]" * 13) == nested_empty(13)


def nested_empty(depth: int) -> list[object]:
    return [nested_empty(depth - 1)] if depth > 1 else []


def test_a_long_line_is_read_up_to_a_mebibyte() -> None:
    whole = b'"' + b"a" * (2**20 - 2) + b'"'
    assert read_line(whole) == "a" * (2**20 - 2)


def test_typed_words_need_sixteen_characters() -> None:
    assert hashes.typed_number("a" * 16) == hashes.browser_number(bytes(32), "a" * 16)
    with pytest.raises(RuleError, match="at least 16"):
        hashes.typed_number("a" * 15)
