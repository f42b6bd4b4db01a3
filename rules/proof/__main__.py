"""`python -m rules.proof FILE [RECEIPT ...]`: 0 the ledger is good, 1 it is refused, 2 it was not checked."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterator, Sequence
from typing import BinaryIO

from rules.catalogue import by_table, find_with
from rules.errors import RuleError
from rules.proof import signatures
from rules.proof.canonical import LONGEST_LINE
from rules.proof.checker import Signed, check
from rules.proof.report import sentences
from rules.proof.schema import HEX32
from rules.tabled import Tabled

GOOD, REFUSED, NOT_CHECKED = 0, 1, 2
LARGEST_TABLE = 64 * 1024
"""Bytes of a table's file that are read: more than any table has."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Checks one exported ledger, prints the report and returns the exit code; argparse exits 2 on bad usage."""
    asked = _usage().parse_args(arguments)
    if asked.key is not None and not HEX32.fits(asked.key):
        return _not_checked(f"The key must be {HEX32.words}.")
    if not asked.unsigned and not signatures.AVAILABLE:
        return _not_checked("Signatures need the Python package cryptography; --unsigned checks everything else.")
    signed: Signed = "none" if asked.unsigned else "heads" if asked.heads else "every"
    try:
        find = find_with([_table(name) for name in asked.table])
    except RuleError as refusal:
        return _not_checked(refusal.sentence)
    try:
        with open(asked.file, "rb") as ledger:
            report = check(_lines(ledger), asked.receipts, key=asked.key, signed=signed, find=find)
    except OSError as fault:
        return _not_checked(f"{asked.file} cannot be read: {fault.strerror}.")
    if asked.json:
        print(json.dumps(report.as_json(), indent=2, sort_keys=True))
    else:
        print("\n".join(sentences(report, asked.file)))
    return GOOD if report.is_good else REFUSED


def _usage() -> argparse.ArgumentParser:
    usage = argparse.ArgumentParser(prog="python -m rules.proof", description="Checks an exported ledger (vroll/1).")
    usage.add_argument("file", metavar="FILE", help="the exported ledger")
    usage.add_argument("receipts", metavar="RECEIPT", nargs="*", help="receipts vroll1:... that you kept")
    usage.add_argument("--key", metavar="HEX", help="the site's key as you know it from elsewhere")
    usage.add_argument(
        "--table", metavar="FILE", action="append", default=[], help="a campaign's own table of results, to check the rolls by it"
    )
    signatures_ = usage.add_mutually_exclusive_group()
    signatures_.add_argument("--unsigned", action="store_true", help="check everything but the signatures")
    signatures_.add_argument(
        "--heads",
        action="store_true",
        help="check the signatures of the newest entry, of changes of the key and of receipts alone: hashes tie the rest to them",
    )
    usage.add_argument("--json", action="store_true", help="print the report as JSON")
    return usage


def _lines(ledger: BinaryIO) -> Iterator[bytes]:
    # A line that never ends must not fill the memory: two bytes more than allowed are enough to refuse it.
    return iter(lambda: ledger.readline(LONGEST_LINE + 2), b"")


def _table(name: str) -> Tabled:
    """The system that reads by the table in that file; refused, with the file's name, where there is none."""
    try:
        with open(name, "rb") as file:
            return by_table(file.read(LARGEST_TABLE).decode("utf-8"))
    except OSError as fault:
        raise RuleError(f"{name} cannot be read: {fault.strerror}.") from fault
    except UnicodeDecodeError:
        raise RuleError(f"{name} is no table: a table is plain text.") from None
    except RuleError as refusal:
        raise RuleError(f"{name} is no table: {refusal.sentence}") from refusal


def _not_checked(sentence: str) -> int:
    print(f"Not checked. {sentence}", file=sys.stderr)
    return NOT_CHECKED


if __name__ == "__main__":
    sys.exit(main())
