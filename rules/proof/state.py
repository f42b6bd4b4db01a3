"""What a checker remembers of the entries it has read."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from rules.proof.breach import Breach, need
from rules.proof.schema import Entry
from rules.system import RuleSystem

Find = Callable[[str], RuleSystem | None]
"""The rule system of a rules version ("dice/1"), None where there is no code for it."""


@dataclass
class Lane:
    """A participant: the number of the next envelope, its seal, the entry that sealed it, and all numbers ever used."""

    pid: str
    role: str
    envelope: str
    sealed_in: int
    k: int = 0
    rids: set[str] = field(default_factory=set)
    numbers: set[str] = field(default_factory=set)
    bind: Bind | None = None

    def seal(self, envelope: str, index: int, k: int) -> None:
        """Envelope number k was sealed by the entry with this index."""
        self.envelope, self.sealed_in, self.k = envelope, index, k


@dataclass
class Bind:
    """A request that waits for its witnesses. state: "open", "cast" or "void"; answers: (pid, n) in order."""

    index: int
    entry: Entry
    state: str = "open"
    answers: list[tuple[bytes, bytes]] = field(default_factory=list)

    @property
    def is_answered(self) -> bool:
        """Whether all witnesses have given their numbers."""
        return len(self.answers) == int(self.entry["w"])


@dataclass
class Cast:
    """A cast as later entries need it. rolls: with dice, None until a secret cast is revealed; specs: its seals."""

    entry: Entry
    envelope: str
    rolls: list[dict[str, Any]] | None
    specs: list[str]
    level: str


@dataclass
class Choice:
    """Open dice of roll `r` of entry `ref` that were set."""

    ref: int
    r: int


@dataclass
class Chain:
    """The ledger so far. Hashes and ids stay in hex as they stand in the entries; `unruled` is {rv: {(cast, roll)}}."""

    find: Find
    led: str = ""
    full: bool = False
    minwit: int = 0
    keys: list[str] = field(default_factory=list)
    genesis: Entry = field(default_factory=dict)
    hashes: list[str] = field(default_factory=list)
    stamp: int = 0
    closed: bool = False
    lanes: dict[str, Lane] = field(default_factory=dict)
    awaited: list[str] = field(default_factory=list)
    """The lanes that an unfinished reseal block still has to name, in order."""
    acts: dict[int, Cast | Bind | Choice] = field(default_factory=dict)
    chosen: set[tuple[int, int]] = field(default_factory=set)
    voids: set[tuple[int, int | None]] = field(default_factory=set)
    unruled: dict[str, set[tuple[int, int]]] = field(default_factory=dict)
    dice: int = 0
    sealed_values: int = 0
    openings: int = 0
    reseals: int = 0
    restores: int = 0

    def joined(self, pid: str) -> Lane:
        """The lane of who has joined. Raises Breach E_LANE."""
        lane = self.lanes.get(pid)
        if lane is None:
            raise Breach("E_LANE", f"Participant {pid} never joined this ledger.")
        return lane

    def member(self, pid: str) -> Lane:
        """The lane of who has joined and is not out. Raises Breach E_LANE."""
        lane = self.joined(pid)
        need(lane.role != "out", "E_LANE", f"Participant {pid} has left; who is out may not cast, bind or choose.")
        return lane

    def is_gm(self, pid: str) -> bool:
        """Whether the participant is a GM at this point of the chain."""
        return pid in self.lanes and self.lanes[pid].role == "gm"

    def leave_unruled(self, rv: str, cast: int, r: int) -> None:
        """The outcome of this roll is not proven."""
        self.unruled.setdefault(rv, set()).add((cast, r))
