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


def cast(link: Link, request: Request, rolls: Sequence[dict[str, Any]], *, seals: Mapping[str, str], next: str, seed: str) -> Entry:
    """A public cast. rolls: by `roll`.  seals: {"text": seal} or {}.  seed: the secret.  next: the next envelope."""
    asked = {
        "pid": request.pid, "k": request.k, "rid": request.rid, "cn": request.cn, "cs": request.cs,
        "seen": list(request.seen), "post": request.post, "thr": request.thr,
    }  # fmt: skip
    return _entry(link, "cast", {**asked, "rolls": list(rolls), "f": dict(seals), "next": next, "seed": seed})


def roll(
    declaration: Declaration, dice: Sequence[Thrown], res: dict[str, Any], *, char: str | None, purpose: str
) -> dict[str, Any]:
    """One roll of a public cast. char: id of the character or None.  purpose: the seal of its purpose."""
    return {
        "rv": declaration.rv,
        "expr": declaration.expr,
        "char": char,
        "req": [list(group) for group in declaration.req],
        "fix": [list(die) for die in declaration.fix],
        "open": list(declaration.open),
        "f": {"purpose": purpose},
        "dice": [[sides, list(faces)] for sides, faces in dice],
        "res": res,
    }


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
