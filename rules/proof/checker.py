"""A whole ledger, line by line: the first broken rule names the error (vroll/1, section 5)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from rules.catalogue import by_rv
from rules.proof import casts, hashes, later, members, signatures
from rules.proof.breach import Breach, need, shown
from rules.proof.canonical import LONGEST_LINE, read_line, written
from rules.proof.openings import check_openings, count_seals
from rules.proof.report import Refusal, Report, tell
from rules.proof.schema import HEX64, Entry, check_entry_keys, check_entry_types
from rules.proof.state import Chain, Find

GREATEST_STAMP = 2**53 - 1
_LINE_KEYS = frozenset({"e", "h", "s"})

_RULES: Mapping[str, Callable[[Chain, Entry], None]] = {
    "genesis": members.genesis,
    "join": members.join,
    "role": members.role,
    "reseal": members.reseal,
    "key": members.key,
    "close": members.close,
    "cast": casts.cast,
    "bind": casts.bind,
    "wit": casts.wit,
    "reveal": later.reveal,
    "choose": later.choose,
    "void": later.void,
}


def check(
    lines: Iterable[bytes],
    receipts: Sequence[str] = (),
    *,
    key: str | None = None,
    signed: bool = True,
    find: Find = by_rv,
) -> Report:
    """The report on a ledger of `lines`, each with its LF; `report.refusal` names the first broken rule, if any.

    receipts: texts `vroll1:...`.  key: the pinned site key in hex.  signed: whether signatures are checked, which needs
    the `cryptography` package.  Never raises for what stands in the lines or receipts.
    """
    chain = Chain(find)
    refusal = _refusal(chain, lines, receipts, key, signed)
    return tell(chain, refusal, receipts=len(receipts), pinned=key is not None, signed=signed)


def _refusal(chain: Chain, lines: Iterable[bytes], receipts: Sequence[str], key: str | None, signed: bool) -> Refusal | None:
    try:
        for line in lines:
            _take(chain, line, key, signed)
        count = len(chain.hashes)
        need(count > 0, "E_JSON", "The file is empty; a ledger begins with its genesis.")
        need(not chain.awaited, "E_SEQ", "The file ends within a restore, before all lanes are resealed.")
    except Breach as breach:
        count = len(chain.hashes)
        return Refusal(breach.code, count, count + 1, breach.sentence)
    for text in receipts:
        try:
            refused = _compare(chain, text, signed)
        except Breach as breach:
            return Refusal(breach.code, -1, None, breach.sentence)
        if refused:
            return refused
    return None


def _take(chain: Chain, raw: bytes, key: str | None, signed: bool) -> None:
    need(raw.endswith(b"\n") or len(raw) > LONGEST_LINE, "E_JSON", "The last line is cut short: a line ends in one LF.")
    line = read_line(raw.removesuffix(b"\n"))
    is_line = type(line) is dict and _LINE_KEYS <= line.keys() <= _LINE_KEYS | {"o"} and type(line["e"]) is dict
    need(is_line, "E_SCHEMA", "A line is an object of e (the entry), h, s and perhaps o, and of nothing else.")
    entry = line["e"]
    need(type(entry.get("v")) is int and entry["v"] == 1, "E_VERSION", "The entry's v must be 1.")
    check_entry_keys(entry, chain.full)
    head = _link(chain, entry, line["h"])
    if not chain.hashes:
        check_entry_types(entry)
        members.begin(chain, entry)
        need(key is None or key == entry["key"], "E_KEY", f"The ledger's key is {entry['key']}, not the pinned one.")
    need(entry["led"] == chain.led, "E_LEDGER", "The entry belongs to another ledger than the genesis.")
    _signature(chain, entry, line["s"], head if signed else None)
    _order(chain, entry)
    openings = line.get("o", [])
    check_openings(openings, entry)
    check_entry_types(entry)
    _RULES[entry["t"]](chain, entry)
    chain.hashes.append(head.hex())
    chain.stamp = entry["ts"]
    chain.sealed_values += count_seals(entry)
    chain.openings += len(openings)


def _link(chain: Chain, entry: Entry, stated: Any) -> bytes:
    index = len(chain.hashes)
    need(
        type(entry["i"]) is int and entry["i"] == index,
        "E_INDEX",
        f"Here must stand entry {index}, not {shown(entry['i'])}.",
    )
    before = chain.hashes[-1] if chain.hashes else hashes.NOUGHT.hex()
    need(entry["prev"] == before, "E_PREV", "The entry does not carry the hash of the entry before it.")
    head = hashes.hash_of_bytes(written(entry))
    need(stated == head.hex(), "E_HASH", f"The entry's hash is {head.hex()}, not the one that the line states.")
    at_start = (entry["t"] == "genesis") == (index == 0)
    need(at_start, "E_SCHEMA", "A genesis is entry 0, and entry 0 is a genesis.")
    return head


def _signature(chain: Chain, entry: Entry, signature: Any, head: bytes | None) -> None:
    need(HEX64.fits(signature), "E_SIG", f"A signature must be {HEX64.words}.")
    if head is not None:
        message = hashes.head_message(bytes.fromhex(chain.led), entry["i"], head)
        by_site = signatures.is_signed(bytes.fromhex(chain.keys[-1]), message, bytes.fromhex(signature))
        need(by_site, "E_SIG", "The entry is not signed with the ledger's key.")


def _order(chain: Chain, entry: Entry) -> None:
    stamp = entry["ts"]
    need(
        type(stamp) is int and chain.stamp <= stamp <= GREATEST_STAMP,
        "E_TIME",
        f"The entry's time must be a whole number of milliseconds, {chain.stamp} or later.",
    )
    need(not chain.closed or entry["t"] == "reveal", "E_CLOSED", "After the close only secret casts may be revealed.")
    need(
        not chain.awaited or entry["t"] == "reseal",
        "E_SEQ",
        "A restore is not finished; all lanes are resealed with nothing in between.",
    )


def _compare(chain: Chain, text: str, signed: bool) -> Refusal | None:
    receipt = hashes.read_receipt(text)
    need(receipt.led.hex() == chain.led, "E_RECEIPT", "The receipt belongs to another ledger.")
    message = hashes.head_message(receipt.led, receipt.i, receipt.head)
    by_site = not signed or any(signatures.is_signed(bytes.fromhex(key), message, receipt.signature) for key in chain.keys)
    need(by_site, "E_RECEIPT", "The receipt is not signed with any key that this ledger ever had.")
    if receipt.i >= len(chain.hashes):
        return Refusal("E_TRUNCATED", receipt.i, None, f"The receipt proves an entry {receipt.i} that the file no longer has.")
    if receipt.head.hex() != chain.hashes[receipt.i]:
        return Refusal(
            "E_FORK",
            receipt.i,
            receipt.i + 1,
            f"The receipt proves another entry {receipt.i}; the history was rewritten.",
        )
    return None
