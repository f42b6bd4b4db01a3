"""Whatever stands in a file, the checker ends with a verdict: bent bytes, bent fields, and rule systems that fail."""

from __future__ import annotations

import io
import json
from collections.abc import Sequence
from hashlib import sha256
from pathlib import Path
from typing import Any

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from rules.proof.checker import check
from rules.system import Declaration, Group, Thrown
from rules.systems.dice.system import PlainDice
from tests.rules.rows import ODD_SIGNS, few, rows
from tests.rules.vroll.book import Book, verdict

FOLDER = Path(__file__).parent / "vroll"
LEDGERS = [json.loads((FOLDER / name).read_text("utf-8"))["ledger"] for name in ("vectors.json", "vectors-full.json")]
WHOLE = ["".join(line + "\n" for line in ledger).encode("utf-8") for ledger in LEDGERS]

unhurried = settings(few, suppress_health_check=list(HealthCheck))


@unhurried
@given(st.sampled_from(WHOLE), st.data())
def test_a_ledger_with_one_byte_changed_is_refused(whole: bytes, data: st.DataObject) -> None:
    at = data.draw(st.integers(0, len(whole) - 1))
    byte = data.draw(st.binary(min_size=0, max_size=2))
    bent = whole[:at] + byte + whole[at + 1 :]
    report = check(io.BytesIO(bent))
    assert report.is_good == (bent == whole)


@unhurried
@given(st.binary(max_size=200), st.sampled_from(WHOLE), st.data())
def test_a_ledger_with_rubbish_in_it_is_refused(rubbish: bytes, whole: bytes, data: st.DataObject) -> None:
    at = data.draw(st.integers(0, len(whole)))
    bent = whole[:at] + rubbish + whole[at:]
    assert check(io.BytesIO(bent), signed="none").is_good == (bent == whole)


values = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-(2**54), 2**54)
    | st.text(ODD_SIGNS, max_size=8)
    | st.sampled_from(["gm", "0" * 32, "0" * 64]),
    lambda part: st.lists(part, max_size=4) | st.dictionaries(st.sampled_from(["f", "purpose", "rv", "dice"]), part, max_size=3),
    max_leaves=8,
)


def places(part: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    inner = part.items() if isinstance(part, dict) else enumerate(part) if isinstance(part, list) else ()
    return [path] * bool(path) + [place for key, value in inner for place in places(value, (*path, key))]


def bent_line(line: str, data: st.DataObject) -> tuple[bytes, bool]:
    """The line with one value of it replaced or removed and its hash made right; and whether that changed anything."""
    whole = json.loads(line)
    *way, last = data.draw(st.sampled_from(places(whole)))
    inner = whole
    for step in way:
        inner = inner[step]
    if data.draw(st.booleans()):
        inner[last] = data.draw(values)
    else:
        del inner[last]
    if "e" in whole and "h" in whole and (way or last != "h"):
        whole["h"] = sha256(b"vroll/1/entry\x00" + plain(whole["e"])).hexdigest()
    return plain(whole) + b"\n", plain(whole) != line.encode("utf-8")


def plain(value: Any) -> bytes:
    text = json.dumps(value, sort_keys=True, ensure_ascii=False, separators=(",", ":"))
    return text.encode("utf-8", "surrogatepass")


@unhurried
@given(st.sampled_from(LEDGERS), st.data())
def test_a_bent_field_ends_in_a_verdict(ledger: list[str], data: st.DataObject) -> None:
    n = data.draw(st.integers(0, len(ledger) - 1))
    line, changed = bent_line(ledger[n], data)
    lines = [text.encode("utf-8") + b"\n" for text in ledger[:n]] + [line]
    report = check(lines, signed="none")
    refused_here = report.refusal is not None and report.refusal.entry == n
    assert report.entries == n + (not refused_here)
    assert changed or not refused_here


@unhurried
@given(st.text(ODD_SIGNS, max_size=260))
def test_any_text_is_a_receipt_or_is_refused(text: str) -> None:
    assert verdict(check(WHOLE[1].splitlines(keepends=True)[:3], [text], signed="none")) == ("E_RECEIPT", -1)


class Failing(PlainDice):
    """Plain dice whose rules fail as the `fault` says."""

    def __init__(self, fault: str) -> None:
        self.fault = fault

    def parse(self, expr: str) -> Declaration:
        if self.fault == "parse":
            raise RecursionError
        return super().parse(expr)

    def extra(self, declaration: Declaration, dice: Sequence[Thrown]) -> tuple[Group, ...]:
        if self.fault == "extra":
            raise ZeroDivisionError
        return ((1, 6),) if self.fault == "endless" else ()

    def result(self, declaration: Declaration, dice: Sequence[Thrown], chosen: Sequence[int] = ()) -> dict[str, Any]:
        if self.fault == "result":
            raise KeyError("total")
        return {"total": 0.5} if self.fault == "fraction" else super().result(declaration, dice, chosen)


@rows(
    ("fault", "error"),
    [
        ("parse", "E_COUNT"),
        ("extra", "E_COUNT"),
        ("endless", "E_COUNT"),
        ("result", "E_RESULT"),
        ("fraction", "E_RESULT"),
    ],
)
def test_a_rule_system_that_fails_over_an_expression_gives_a_refusal(fault: str, error: str) -> None:
    book = Book()
    book.cast("ann", "2d6")
    assert verdict(book.check(find=lambda rv: Failing("none"))) is None
    assert verdict(book.check(find=lambda rv: Failing(fault))) == (error, 4)
