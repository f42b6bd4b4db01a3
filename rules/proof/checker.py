"""A whole ledger, line by line: the first broken rule names the error (vroll/1, section 5)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Literal

from rules.catalogue import by_rv
from rules.proof import casts, hashes, later, members, signatures
from rules.proof.breach import Breach, need, shown
from rules.proof.line import Line, thorough, usual
from rules.proof.openings import check_openings, check_shape, count_seals
from rules.proof.report import Refusal, Report, tell
from rules.proof.schema import HEX64, Entry, check_entry_keys, check_entry_types
from rules.proof.state import Chain, Find

GREATEST_STAMP = 2**53 - 1
Signed = Literal["every", "heads", "none"]
"""Which signatures are checked: of every entry, of those alone on which all others hang (the newest one, each change of
the key, the receipts), or none.
"""


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
    signed: Signed = "every",
    find: Find = by_rv,
) -> Report:
    """The report on a ledger of `lines`, each with its LF; `report.refusal` names the first broken rule, if any.

    receipts: texts `vroll1:...`.  key: the pinned site key in hex.  signed: which signatures are checked; all but "none"
    need the `cryptography` package.  Never raises for what stands in the lines or receipts.
    """
    chain = Chain(find)
    refusal = _refusal(chain, lines, receipts, key, signed)
    return tell(chain, refusal, receipts=len(receipts), pinned=key is not None)


def _refusal(chain: Chain, lines: Iterable[bytes], receipts: Sequence[str], key: str | None, signed: Signed) -> Refusal | None:
    newest: Line | None = None
    try:
        for raw in lines:
            newest = _take(chain, raw, key, signed)
        if newest is None:
            raise Breach("E_JSON", "The file is empty; a ledger begins with its genesis.")
        need(not chain.awaited, "E_SEQ", "The file ends within a restore, before all lanes are resealed.")
    except Breach as breach:
        count = len(chain.heads)
        return Refusal(breach.code, count, count + 1, breach.sentence)
    if signed == "heads" and newest.entry["t"] != "key":
        try:
            _verify(chain, newest, bytes.fromhex(chain.heads[-1]))
        except Breach as breach:
            return Refusal(breach.code, len(chain.heads) - 1, len(chain.heads), breach.sentence)
    for text in receipts:
        try:
            refused = _compare(chain, text, signed)
        except Breach as breach:
            return Refusal(breach.code, -1, None, breach.sentence)
        if refused:
            return refused
    return None


def _take(chain: Chain, raw: bytes, key: str | None, signed: Signed) -> Line:
    line = usual(raw) if chain.heads else None
    typed = line is not None
    line = line or thorough(raw)
    entry = line.entry
    if not typed:
        need(type(entry.get("v")) is int and entry["v"] == 1, "E_VERSION", "The entry's v must be 1.")
        check_entry_keys(entry, chain.full)
    head = _link(chain, line)
    if not chain.heads:
        check_entry_types(entry)
        members.begin(chain, entry)
        need(key is None or key == entry["key"], "E_KEY", f"The ledger's key is {entry['key']}, not the pinned one.")
    need(entry["led"] == chain.led, "E_LEDGER", "The entry belongs to another ledger than the genesis.")
    _signature(chain, line, head, signed)
    _order(chain, entry)
    if not typed:
        check_shape(line.openings)
    check_openings(line.openings, entry)
    if typed:
        casts.cast(chain, entry, line.outcomes)
    else:
        check_entry_types(entry)
        _RULES[entry["t"]](chain, entry)
    chain.heads.append(head)
    chain.stamp = entry["ts"]
    chain.sealed_values += count_seals(entry)
    chain.openings += len(line.openings)
    return line


def _link(chain: Chain, line: Line) -> bytes:
    index, entry = len(chain.heads), line.entry
    if type(entry["i"]) is not int or entry["i"] != index:
        raise Breach("E_INDEX", f"Here must stand entry {index}, not {shown(entry['i'])}.")
    before = chain.heads[-1] if index else hashes.NOUGHT.hex()
    need(entry["prev"] == before, "E_PREV", "The entry does not carry the hash of the entry before it.")
    head = hashes.hash_of_bytes(line.written)
    if line.head != head.hex():
        raise Breach("E_HASH", f"The entry's hash is {head.hex()}, not the one that the line states.")
    at_start = (entry["t"] == "genesis") == (index == 0)
    need(at_start, "E_SCHEMA", "A genesis is entry 0, and entry 0 is a genesis.")
    return head


def _signature(chain: Chain, line: Line, head: bytes, signed: Signed) -> None:
    if not HEX64.fits(line.signature):
        raise Breach("E_SIG", f"A signature must be {HEX64.words}.")
    if signed == "every" or (signed == "heads" and line.entry["t"] == "key"):
        _verify(chain, line, head)


def _verify(chain: Chain, line: Line, head: bytes) -> None:
    message = hashes.head_message(bytes.fromhex(chain.led), line.entry["i"], head)
    by_site = signatures.is_signed(bytes.fromhex(chain.keys[-1]), message, bytes.fromhex(line.signature))
    need(by_site, "E_SIG", "The entry is not signed with the ledger's key.")
    chain.signatures += 1


def _order(chain: Chain, entry: Entry) -> None:
    stamp = entry["ts"]
    if type(stamp) is not int or not chain.stamp <= stamp <= GREATEST_STAMP:
        raise Breach("E_TIME", f"The entry's time must be a whole number of milliseconds, {chain.stamp} or later.")
    need(not chain.closed or entry["t"] == "reveal", "E_CLOSED", "After the close only secret casts may be revealed.")
    need(
        not chain.awaited or entry["t"] == "reseal",
        "E_SEQ",
        "A restore is not finished; all lanes are resealed with nothing in between.",
    )


def _compare(chain: Chain, text: str, signed: Signed) -> Refusal | None:
    receipt = hashes.read_receipt(text)
    need(receipt.led.hex() == chain.led, "E_RECEIPT", "The receipt belongs to another ledger.")
    message = hashes.head_message(receipt.led, receipt.i, receipt.head)
    by_site = signed == "none" or any(signatures.is_signed(bytes.fromhex(key), message, receipt.signature) for key in chain.keys)
    need(by_site, "E_RECEIPT", "The receipt is not signed with any key that this ledger ever had.")
    if receipt.i >= len(chain.heads):
        return Refusal("E_TRUNCATED", receipt.i, None, f"The receipt proves an entry {receipt.i} that the file no longer has.")
    if receipt.head.hex() != chain.heads[receipt.i]:
        return Refusal(
            "E_FORK",
            receipt.i,
            receipt.i + 1,
            f"The receipt proves another entry {receipt.i}; the history was rewritten.",
        )
    return None
