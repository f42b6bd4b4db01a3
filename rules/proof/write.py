"""Entries and lines as the site writes them: randomness, time and signature come in; ids, hashes and seals are hex."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from rules.proof import hashes
from rules.proof.canonical import canon
from rules.proof.openings import Opening
from rules.proof.schema import Entry
from rules.system import Declaration, Thrown


@dataclass(frozen=True)
class Link:
    """Where the next entry hangs. led: 32 hex digits.  prev: hash of entry i-1.  ts: milliseconds, never falling."""

    led: str
    i: int
    prev: str
    ts: int


@dataclass(frozen=True)
class Request:
    """What a participant asked for. All hex; cs is browser, typed, api or server; seen is (entry, its hash)."""

    pid: str
    k: int
    rid: str
    cn: str
    cs: str
    seen: tuple[int, str]
    post: str | None
    thr: str | None


def genesis(led: str, ts: int, *, key: str, camp: str, after: tuple[str, int, str] | None = None, minwit: int = 0) -> Entry:
    """Entry 0 of the ledger of campaign `camp`, signed with `key`; `after` is the close that it continues."""
    start = Link(led, 0, hashes.NOUGHT.hex(), ts)
    rest = {"key": key, "camp": camp, "after": list(after) if after else None, "minwit": minwit}
    return _entry(start, "genesis", rest)


def join(link: Link, *, pid: str, role: str, next: str) -> Entry:
    """A participant's first entry; role is player, gm or bot, `next` the seal of envelope 0."""
    return _entry(link, "join", {"pid": pid, "role": role, "next": next})


def role(link: Link, *, pid: str, role: str, by: str | None) -> Entry:
    """A change of role to player, gm, bot or out, by a GM or (None) the site."""
    return _entry(link, "role", {"pid": pid, "role": role, "by": by})


def cast(
    link: Link,
    request: Request,
    rolls: Sequence[Entry],
    *,
    seals: Mapping[str, str],
    next: str,
    seed: str = "",
    bind: int | None = None,
) -> Entry:
    """A cast. rolls: by `roll`, or by `secret_roll` where `seed` is "": a secret cast.  seals: of its text and, in a secret
    cast, its place.  next: the next envelope.  seed: the secret that a public cast opens.  bind: the entry that it answers.
    """
    opened: dict[str, Any] = {"seed": seed} if seed else {}
    bound: dict[str, Any] = {"bind": bind} if bind is not None else {}
    return _entry(link, "cast", {**_asked(request), "rolls": list(rolls), "f": dict(seals), "next": next, **opened, **bound})


def bind(link: Link, request: Request, rolls: Sequence[Entry], *, seals: Mapping[str, str], who: str) -> Entry:
    """A request that waits for one named witness. rolls: by `bound_roll`.  who: the witness's id."""
    return _entry(link, "bind", {**_asked(request), "rolls": list(rolls), "f": dict(seals), "w": 1, "who": who})


def wit(link: Link, *, pid: str, ref: int, n: str, cs: str) -> Entry:
    """The witness's number for bind `ref`; cs is browser or typed."""
    return _entry(link, "wit", {"pid": pid, "ref": ref, "n": n, "cs": cs})


def _asked(request: Request) -> dict[str, Any]:
    return {
        "pid": request.pid, "k": request.k, "rid": request.rid, "cn": request.cn, "cs": request.cs,
        "seen": list(request.seen), "post": request.post, "thr": request.thr,
    }  # fmt: skip


def bound_roll(declaration: Declaration, *, char: str | None, purpose: str) -> Entry:
    """What a roll asks for, before its dice. char: id of the character or None.  purpose: the seal of its purpose."""
    return {**spec(declaration, char=char), "f": {"purpose": purpose}}


def secret_roll(*, purpose: str, spec: str) -> Entry:
    """One roll of a secret cast: the seals of its purpose and of the canonical form of its `spec`."""
    return {"f": {"purpose": purpose, "spec": spec}}


def spec(declaration: Declaration, *, char: str | None) -> Entry:
    """The request of a roll, as a secret cast seals it and its reveal opens it."""
    return {
        "rv": declaration.rv,
        "expr": declaration.expr,
        "char": char,
        "req": [list(group) for group in declaration.req],
        "fix": [list(die) for die in declaration.fix],
        "open": list(declaration.open),
    }


def outcome(dice: Sequence[Thrown], res: Mapping[str, Any]) -> Entry:
    """The dice of a roll and what its rules make of them."""
    return {"dice": [[sides, list(faces)] for sides, faces in dice], "res": dict(res)}


def roll(declaration: Declaration, dice: Sequence[Thrown], res: Mapping[str, Any], *, char: str | None, purpose: str) -> Entry:
    """One roll of a public cast. char: id of the character or None.  purpose: the seal of its purpose."""
    return {**bound_roll(declaration, char=char, purpose=purpose), **outcome(dice, res)}


def reveal(link: Link, *, ref: int, by: str, seed: str, rolls: Sequence[Entry]) -> Entry:
    """Secret cast `ref` is opened. by: the roller or a GM.  rolls: by `revealed_roll`, all of the cast."""
    return _entry(link, "reveal", {"ref": ref, "by": by, "seed": seed, "rolls": list(rolls)})


def revealed_roll(spec: Entry, salt: str, dice: Sequence[Thrown], res: Mapping[str, Any]) -> Entry:
    """One roll of a reveal: its request with the salt of its seal, and its dice."""
    return {"spec": dict(spec), "salt": salt, **outcome(dice, res)}


def void(link: Link, *, ref: int, r: int | None, by: str, why: str) -> Entry:
    """A GM takes back roll `r` of cast `ref` (None: the whole cast), a choice or a bind. why: the seal of his reason."""
    return _entry(link, "void", {"ref": ref, "r": r, "by": by, "f": {"why": why}})


def reseal(link: Link, *, pid: str, k: int, next: str) -> Entry:
    """The present envelope k of a lane is replaced after a restore; one of a block over all lanes."""
    return _entry(link, "reseal", {"pid": pid, "k": k, "next": next})


def key(link: Link, *, key: str) -> Entry:
    """The public key that signs all entries after this one."""
    return _entry(link, "key", {"key": key})


def close(link: Link) -> Entry:
    """Nothing but reveals may follow."""
    return _entry(link, "close", {})


def choose(link: Link, *, ref: int, r: int, by: str, values: Sequence[int], res: dict[str, Any]) -> Entry:
    """The open dice of roll `r` of cast `ref` are set. by: the roller's id.  res: the outcome with these values."""
    return _entry(link, "choose", {"ref": ref, "r": r, "by": by, "set": list(values), "res": res})


def opening(at: int, name: str, salt: str, value: str) -> Opening:
    """Salt and text behind a seal; `at` is the index of the roll, -1 for the entry itself."""
    return {"at": at, "name": name, "salt": salt, "value": value}


def seal(name: str, salt: str, value: str) -> str:
    """The seal of a text: purpose, text, place, why or spec."""
    return hashes.sealed_text(name, bytes.fromhex(salt), value).hex()


def entry_hash(entry: Entry) -> str:
    """The entry's hash in hex. Raises Breach E_CANON for what has no canonical form."""
    return hashes.entry_hash(entry).hex()


def sign_message(led: str, i: int, hash: str) -> bytes:
    """The bytes that the site signs (Ed25519) for entry i with this hash."""
    return hashes.head_message(bytes.fromhex(led), i, bytes.fromhex(hash))


def receipt(led: str, i: int, hash: str, signature_hex: str) -> str:
    """The text that proves entry i to whoever keeps it."""
    return str(hashes.Receipt(bytes.fromhex(led), i, bytes.fromhex(hash), bytes.fromhex(signature_hex)))


def line(entry: Entry, signature_hex: str, openings: Sequence[Opening] = ()) -> str:
    """The line of the file, with its LF. Raises Breach E_CANON."""
    whole: dict[str, Any] = {"e": entry, "h": entry_hash(entry), "s": signature_hex}
    if openings:
        whole["o"] = list(openings)
    return canon(whole).decode("utf-8") + "\n"


def _entry(link: Link, t: str, rest: Mapping[str, Any]) -> Entry:
    return {"v": 1, "t": t, "i": link.i, "led": link.led, "prev": link.prev, "ts": link.ts, **rest}
