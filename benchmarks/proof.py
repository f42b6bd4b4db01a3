"""How fast an exported ledger is checked and how much memory that takes: `python -m benchmarks.proof [ENTRIES]`."""

from __future__ import annotations

import json
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterable, Iterator
from pathlib import Path

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from rules.catalogue import get
from rules.lines import read_line
from rules.proof import hashes, write
from rules.proof.checker import Signed, check
from rules.proof.draw import draw
from rules.proof.schema import Entry
from rules.system import Declaration, RuleSystem

ENTRIES = 100_000
PLAYERS = 8
LINES = ("2d6+3", "4d6kh3", "1d20+5", "3d10", "2d10+1d8", "5d6>=5", "1d100")
"""Three dice on average."""

LEAST: dict[Signed, int] = {"heads": 10_000, "every": 3_500}
"""Entries a second that are asked for on one core."""

MOST_BYTES = 300
"""Of memory an entry may take."""


def main(count: int) -> None:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "ledger.jsonl"
        path.write_bytes(b"".join(ledger(count)))
        print(f"{count:,} entries, {path.stat().st_size / count:.0f} bytes each, 3 dice a cast, {PLAYERS} players")
        for signed in LEAST:  # each in a process of its own, whose memory is that of the check alone
            subprocess.run([sys.executable, "-m", "benchmarks.proof", str(path), signed], check=True)


def measure(path: Path, signed: Signed) -> None:
    """Checks the file once, in this process."""
    receipt = _receipt(path)
    before, begun = _resident(), time.process_time()
    held = [before]
    with path.open("rb") as lines:
        report = check(_watched(lines, held), [receipt], signed=signed)
    speed = report.entries / (time.process_time() - begun)
    assert report.is_good, report.refusal
    grown, least = (max(held) - before) / report.entries, LEAST[signed]
    print(
        f"signatures {signed:5}: {speed:7,.0f} entries a second, {speed / least:.2f} of the {least:,} asked for; "
        f"{grown:.0f} bytes an entry, {grown / MOST_BYTES:.2f} of the {MOST_BYTES} allowed; {report.dice:,} dice"
    )


def ledger(count: int) -> Iterator[bytes]:
    """The lines of a full ledger: a genesis, the joins, and casts of plain dice by all players in turn."""
    system = get("dice")
    assert system is not None
    site = Ed25519PrivateKey.from_private_bytes(bytes(32))
    led, head = "1e" * 16, hashes.NOUGHT.hex()
    rolls = [_declared(system, text) for text in LINES]
    sealed: list[int] = []
    heads: list[str] = []
    for i in range(count):
        start = write.Link(led, i, head, 1_700_000_000_000 + i)
        player = (i - 1) % PLAYERS
        openings = []
        if i == 0:
            entry = write.genesis(led, start.ts, key=site.public_key().public_bytes_raw().hex(), camp="2e" * 16)
        elif i <= PLAYERS:
            entry = write.join(start, pid=_pid(player), role="player", next=_seal(led, player, 0))
            sealed.append(i)
        else:
            k = (i - 1) // PLAYERS - 1
            openings = [write.opening(0, "purpose", _number("salt", player, k).hex(), "!roll # the door")]
            entry = _cast(start, (player, k), (sealed[player], heads[sealed[player]]), (system, rolls[i % len(rolls)]))
            sealed[player] = i
        head = write.entry_hash(entry)
        heads.append(head)
        signature = site.sign(write.sign_message(led, i, head)).hex()
        yield write.line(entry, signature, openings).encode()


def _declared(system: RuleSystem, text: str) -> Declaration:
    command = read_line(f"!roll {text}")
    assert command is not None
    return system.declare(command, None, {})[0]


def _cast(start: write.Link, own: tuple[int, int], seen: tuple[int, str], asked: tuple[RuleSystem, Declaration]) -> Entry:
    (player, k), (system, roll) = own, asked
    secret, cn = _number("secret", player, k), _number("cn", player, k)
    key = hashes.cast_key(secret, led=bytes.fromhex(start.led), pid=bytes.fromhex(_pid(player)), k=k, cn=cn)
    dice = draw(key, 0, roll, system)
    purpose = write.seal("purpose", _number("salt", player, k).hex(), "!roll # the door")
    line = write.roll(roll, dice, system.result(roll, dice), char=_pid(player), purpose=purpose)
    rid = _number("rid", player, k).hex()[:32]
    request = write.Request(_pid(player), k, rid, cn.hex(), "browser", seen, "3e" * 16, "4e" * 16)
    return write.cast(start, request, [line], seals={}, next=_seal(start.led, player, k + 1), seed=secret.hex())


def _pid(player: int) -> str:
    return f"{player + 1:032x}"


def _seal(led: str, player: int, k: int) -> str:
    return hashes.envelope(bytes.fromhex(led), bytes.fromhex(_pid(player)), k, _number("secret", player, k)).hex()


def _number(name: str, player: int, k: int) -> bytes:
    return hashes.browser_number(player.to_bytes(16, "big") + k.to_bytes(16, "big"), name)


def _receipt(path: Path) -> str:
    """The newest entry's, read from the end so that the file does not fill the memory that is measured."""
    with path.open("rb") as file:
        file.seek(-8192, 2)
        last = json.loads(file.readlines()[-1])
    return write.receipt(last["e"]["led"], last["e"]["i"], last["h"], last["s"])


def _watched(lines: Iterable[bytes], held: list[int]) -> Iterator[bytes]:
    """The same lines; notes now and then, and after the last, how much memory the process holds."""
    for number, line in enumerate(lines):
        if number % 5000 == 0:
            held.append(_resident())
        yield line
    held.append(_resident())


def _resident() -> int:
    """Bytes of memory that the process holds (on Linux), or has held at most so far."""
    pages = Path("/proc/self/statm")
    if pages.exists():
        return int(pages.read_text().split()[1]) * resource.getpagesize()
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * (1 if sys.platform == "darwin" else 1024)


if __name__ == "__main__":
    if len(sys.argv) == 3:
        measure(Path(sys.argv[1]), "heads" if sys.argv[2] == "heads" else "every")
    else:
        main(int(sys.argv[1]) if len(sys.argv) > 1 else ENTRIES)
