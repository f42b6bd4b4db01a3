"""A play of 500 acts, exported, and 2,000 single bytes of it flipped: `python -m benchmarks.flips [FLIPS]`.

Each time the command line checker, all signatures checked, must exit 1 and name the line that was flipped, or the next one for
a flipped line end.
"""

from __future__ import annotations

import sys
import tempfile
from collections import Counter
from pathlib import Path
from time import perf_counter

from tests.flipping import flips, verdict
from tests.journeys.site import Site

FLIPS = 2_000
PLAY = """
from pathlib import Path
from tests.playing import play
table = play("flips", 500)
table.close()
Path({!r}).write_bytes(b"".join(table.lines))
"""


def main(count: int) -> None:
    with tempfile.TemporaryDirectory() as folder:
        site, file = Site(Path(folder)), Path(folder) / "ledger.jsonl"
        site.manage("migrate", "--verbosity", "0")
        site.manage("shell", "--no-imports", "-c", PLAY.format(str(file)))
        ledger = file.read_bytes()
        print(f"{ledger.count(10):,} entries, {len(ledger):,} bytes; as it is: exit {verdict(ledger, file)[0]}")
        begin, errors, missed = perf_counter(), Counter[str](), []
        for flip in flips(ledger, count):
            code, line, error = verdict(flip.of(ledger), file)
            errors[error] += 1
            if code != 1 or not flip.is_named(line):
                missed.append((flip, code, line, error))
        print(f"{count - len(missed):,} of {count:,} flips refused at their line, {perf_counter() - begin:.0f} s: {dict(errors)}")
        for one in missed:
            print(f"  MISSED {one}")
        sys.exit(1 if missed else 0)


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else FLIPS)
