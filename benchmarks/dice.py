"""Plain dice: whether every die falls fairly under a fresh secret, and how long the exact odds and hostile notation take."""

from __future__ import annotations

import secrets
import time
from collections.abc import Callable

from rules.catalogue import get
from rules.dice.notation import parse
from rules.dice.odds import distribution
from rules.dice.source import die
from rules.errors import RuleError
from rules.lines import read_line
from tests.rules.fairness import FAIR, SIZES, fairness

THROWS = 600_000
ODDS_LIMIT = 0.050
REFUSAL_LIMIT = 0.010

ROLLS = (
    "2d6+3", "20d100", "20d100kh10", "20d100kh19", "20d100kl10", "20d100!", "20d100!!", "20d100!>=90", "20d100!kh10",
    "20d100!dl1", "20d100!dh1", "20d100!>=90dl5", "20d100!>=96kh10", "20d100!>=51kh10", "20d100!50kh5", "20d100!kh10>=90",
    "20d100!>=51dl10=60", "20d100!!>=51>=150", "20d100!!>=96kh1", "20d20!kh15", "20d100r<=20", "20d100ro<=20",
    "20d100ro<=50kh10", "20d100>=50", "20d100kh10=50", "10d100+10d100", "10d100kh5-10d100kl5", "20d6!", "20d10!10>=8",
    "8d6!!kh3", "20d100!!kh10", "20d100!>=51", "10d100*10d100",
)  # fmt: skip

POOLS = (
    "15d vs 4", "12d+2ed+1had ed=10,9 vs 7", "12d+3had vs Toad", "15d vs Toad fast", "15d actions 3 vs 3,5,7",
    "14d+1ed ed=5 actions 3 vs 2,6,9", "15d with Toad fast",
)  # fmt: skip

CONTESTS = (
    ("!attack Toad with Good damage Amazing", "Unearthly"), ("!attack Toad with Class5000 damage Class5000 +3cs", "Good"),
    ("!feat Unearthly vs Toad", ""), ("!grapple Toad with Amazing", "Good"),
)  # fmt: skip

HOSTILE = (
    "9999999d999999999", "2147483647d2147483647", "1d6+" * 25_000, "(" * 200 + "1d6" + ")" * 200, "d6+" * 65 + "d6",
    "1d10000r>=2!=1" + "+1d10000!>=2" * 14, "9" * 200, "[" * 200, "1d6!>=" * 33, "200d6!>=1", "1d6/(1d6-1)",
)  # fmt: skip


def main() -> None:
    key = secrets.token_bytes(32)
    print(f"secret {key.hex()}, {THROWS:,} throws of each die, chi-square p > {FAIR}")
    for roll, sides in enumerate(SIZES):
        chance = fairness((die(key, roll, number, sides) for number in range(THROWS)), sides)
        print(f"d{sides:<5} p = {chance:.4f}  {'fair' if chance > FAIR else 'NOT FAIR'}")
    bytes_ = secrets.token_bytes(THROWS)
    chance = fairness((byte % 100 + 1 for byte in bytes_), 100)
    print(f"a raw byte modulo 100: p = {chance:.2g}  {'rejected' if chance <= FAIR else 'NOT REJECTED'}")
    for text in ROLLS:
        expression = parse(text)
        spent = _quickest(lambda expression=expression: distribution(expression))  # type: ignore[misc]
        found = distribution(expression)
        _tell(text, spent, f", {len(found.weights)} results" if found else ", not drawn")
    for pool in POOLS:
        _reckon("bgrade", f"!pool {pool}")
    for line, against in CONTESTS:
        _reckon("faserip", line, against)
    for text in HOSTILE:
        spent = _quickest(lambda text=text: _refused(text))  # type: ignore[misc]
        print(f"{text[:22]:22} refused in {spent * 1000:.2f} ms, {spent / REFUSAL_LIMIT:.2f} of the 10 ms allowed")


def _reckon(key: str, line: str, against: str = "") -> None:
    """Prints how long the chances of a line of the house rules take, thrown without a sheet."""
    system, command = get(key), read_line(line)
    assert system is not None and command is not None
    (declared,) = system.declare(command, None, {})
    _tell(f"{line}{f' ({against})' if against else ''}", _quickest(lambda: system.odds(declared, against)))


def _tell(text: str, spent: float, results: str = "") -> None:
    print(f"odds of {text:24} {spent * 1000:6.1f} ms, {spent / ODDS_LIMIT:.2f} of the 50 ms allowed{results}")


def _refused(text: str) -> None:
    try:
        parse(text)
    except RuleError:
        return
    raise AssertionError(f"{text} is read as a roll")


def _quickest(act: Callable[[], object]) -> float:
    """Processor seconds of the quickest of five runs: what it takes when nothing else wants the processor."""
    spent = []
    for _ in range(5):
        begun = time.process_time()
        act()
        spent.append(time.process_time() - begun)
    return min(spent)


if __name__ == "__main__":
    main()
