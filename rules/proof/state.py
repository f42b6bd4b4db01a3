"""What a checker remembers of the entries it has read."""

from __future__ import annotations

from array import array
from collections import Counter
from dataclasses import dataclass, field
from typing import Any

from rules.catalogue import Find as Find
from rules.proof.breach import Breach, need
from rules.proof.schema import Entry


class Heads:
    """The hashes of the entries in order, 32 bytes each."""

    def __init__(self) -> None:
        self._bytes = bytearray()

    def __len__(self) -> int:
        return len(self._bytes) // 32

    def __getitem__(self, index: int) -> str:
        """The hash of that entry in hex, or of the newest one (-1)."""
        at = 32 * (index % len(self))
        return self._bytes[at : at + 32].hex()

    def append(self, head: bytes) -> None:
        """The next entry's hash."""
        self._bytes += head


@dataclass
class Lane:
    """A participant: the number of the next envelope, its seal, the entry that sealed it, and all numbers ever used.

    number: its place among the lanes, from 0.  rids, numbers: hex texts as integers, which take the least memory.
    """

    pid: str
    role: str
    envelope: str
    sealed_in: int
    number: int = 0
    k: int = 0
    rids: set[int] = field(default_factory=set)
    numbers: set[int] = field(default_factory=set)
    bind: Bind | None = None

    def seal(self, envelope: str, index: int, k: int) -> None:
        """Envelope number k was sealed by the entry with this index."""
        self.envelope, self.sealed_in, self.k = envelope, index, k

    def take_rid(self, rid: str) -> bool:
        """Whether the request id is new here; it never is again."""
        return _is_new(self.rids, rid)

    def take_number(self, number: str) -> bool:
        """Whether the number is new here; it never is again."""
        return _is_new(self.numbers, number)


def _is_new(known: set[int], text: str) -> bool:
    before = len(known)
    known.add(int(text, 16))
    return len(known) > before


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
class Secret:
    """A secret cast before its reveal: its entry, and the seal of the envelope that the reveal opens."""

    entry: Entry
    envelope: str


@dataclass
class Cast:
    """A cast as later entries need it: who threw, and its rolls with their dice, None until a secret cast is revealed."""

    pid: str
    count: int
    rolls: list[dict[str, Any]] | None
    secret: Secret | None = None


@dataclass
class Choice:
    """Open dice of roll `r` of entry `ref`, by the rules `rv`, that were set.

    unproven: -1 where it records the outcome that the roll itself had left open, 1 where it leaves open what that had recorded.
    """

    ref: int
    r: int
    rv: str
    unproven: int


Act = Cast | Bind | Choice
_NOTHING_OPEN: dict[str, Any] = {"open": []}


class Acts:
    """The entries that later ones may speak of, by their index.

    Most of them are public casts that leave no die open: only who threw and how many rolls is kept of those.
    """

    def __init__(self) -> None:
        self.kept: dict[int, Act] = {}
        self._counts, self._lanes = bytearray(), array("I")
        self._pids: list[str] = []

    def join(self, pid: str) -> None:
        """The next lane's participant."""
        self._pids.append(pid)

    def settle(self, index: int, lane: int, count: int) -> None:
        """The newest entry is a public cast of so many rolls, without open dice."""
        gap = index - len(self._counts)
        self._counts += bytes(gap) + bytes([count])
        self._lanes.extend([0] * gap + [lane])

    def get(self, index: int) -> Act | None:
        """The act with that index, None where there is none."""
        if 0 <= index < len(self._counts) and self._counts[index]:
            count = self._counts[index]
            return Cast(self._pids[self._lanes[index]], count, [_NOTHING_OPEN] * count)
        return self.kept.get(index)


@dataclass
class Chain:
    """The ledger so far, ids in hex as they stand in the entries.

    levels: casts by level.  unruled: rolls whose outcome is not proven, neither by their own record nor by that of the dice set
    afterwards, by rules version.
    """

    find: Find
    led: str = ""
    full: bool = False
    minwit: int = 0
    keys: list[str] = field(default_factory=list)
    genesis: Entry = field(default_factory=dict)
    heads: Heads = field(default_factory=Heads)
    stamp: int = 0
    closed: bool = False
    lanes: dict[str, Lane] = field(default_factory=dict)
    awaited: list[str] = field(default_factory=list)
    """The lanes that an unfinished reseal block still has to name, in order."""
    acts: Acts = field(default_factory=Acts)
    chosen: set[tuple[int, int]] = field(default_factory=set)
    voids: set[tuple[int, int | None]] = field(default_factory=set)
    levels: Counter[str] = field(default_factory=Counter)
    unruled: Counter[str] = field(default_factory=Counter)
    dice: int = 0
    signatures: int = 0
    sealed_values: int = 0
    openings: int = 0
    reseals: int = 0
    restores: int = 0

    def join(self, pid: str, role: str, envelope: str, index: int) -> None:
        """A new participant, whose first envelope the entry with this index seals."""
        self.acts.join(pid)
        self.lanes[pid] = Lane(pid, role, envelope, index, number=len(self.lanes))

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
