"""A ledger written for tests: every secret is derived from a label, so it can be opened, bent and signed again."""

from __future__ import annotations

from collections.abc import Callable
from hashlib import sha256
from typing import Any

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from rules.catalogue import by_rv
from rules.proof import hashes, write
from rules.proof.canonical import canon
from rules.proof.checker import check
from rules.proof.draw import draw
from rules.proof.report import Report
from tests.rules.rows import rows

ENTRY = dict[str, Any]


def token(label: str, size: int = 32) -> str:
    """Hex digits that stand for random bytes."""
    return sha256(label.encode()).hexdigest()[: 2 * size]


def pid(name: str) -> str:
    """The participant id of a person."""
    return token(f"person {name}", 16)


def site_key(label: str) -> Ed25519PrivateKey:
    """A site's signing key."""
    return Ed25519PrivateKey.from_private_bytes(bytes.fromhex(token(f"site {label}")))


class Book:
    """gm, ann and bob have joined; `k` counts the casts of each."""

    def __init__(self, *, full: bool = True, minwit: int = 0) -> None:
        self.led = token("ledger", 16)
        self.signer = site_key("first")
        self.lines: list[str] = []
        self.entries: list[ENTRY] = []
        self.heads: list[str] = []
        self.k: dict[str, int] = {}
        genesis = write.genesis(self.led, 1000, key=self.public(), camp=token("camp", 16), minwit=minwit)
        self.put(genesis if full else {key: part for key, part in genesis.items() if key not in ("camp", "after")})
        for name, role in (("gm", "gm"), ("ann", "player"), ("bob", "player")):
            self.join(name, role)

    def public(self) -> str:
        """The present site key in hex."""
        return self.signer.public_key().public_bytes_raw().hex()

    def link(self) -> write.Link:
        """Where the next entry hangs."""
        before = self.heads[-1] if self.heads else hashes.NOUGHT.hex()
        return write.Link(self.led, len(self.entries), before, 1000 + len(self.entries))

    def put(self, entry: ENTRY, openings: Any = ()) -> int:
        """Signs and appends an entry, returns its index."""
        head = write.entry_hash(entry)
        signature = self.signer.sign(write.sign_message(self.led, len(self.entries), head)).hex()
        self.lines.append(write.line(entry, signature, openings))
        self.entries.append(entry)
        self.heads.append(head)
        return len(self.entries) - 1

    def entry(self, t: str, **rest: Any) -> ENTRY:
        """An entry of any kind with the common keys; a common key may be given as well."""
        link = self.link()
        return {"v": 1, "t": t, "i": link.i, "led": link.led, "prev": link.prev, "ts": link.ts, **rest}

    def add(self, t: str, **rest: Any) -> int:
        """Appends such an entry."""
        return self.put(self.entry(t, **rest))

    def secret(self, name: str, k: int) -> str:
        """The secret in envelope k of a person."""
        return token(f"secret {name} {k}")

    def envelope(self, name: str, k: int) -> str:
        """Its seal."""
        secret = bytes.fromhex(self.secret(name, k))
        return hashes.envelope(bytes.fromhex(self.led), bytes.fromhex(pid(name)), k, secret).hex()

    def join(self, name: str, role: str) -> int:
        """A person joins."""
        self.k[name] = 0
        return self.put(write.join(self.link(), pid=pid(name), role=role, next=self.envelope(name, 0)))

    def request(self, name: str, **changes: Any) -> ENTRY:
        """The keys that a cast and a bind share, without rolls."""
        here = len(self.entries)
        asked = {
            "pid": pid(name), "k": self.k[name], "rid": token(f"rid {here}", 16), "cn": token(f"cn {here}"),
            "cs": "browser", "seen": [here - 1, self.heads[-1]], "post": None, "thr": token("thread", 16), "f": {},
        }  # fmt: skip
        return asked | changes

    def cast_key(self, name: str, asked: ENTRY, x: bytes = hashes.NOUGHT) -> bytes:
        """The cast key of a request."""
        secret = bytes.fromhex(self.secret(name, asked["k"]))
        return hashes.cast_key(
            secret, led=bytes.fromhex(self.led), pid=bytes.fromhex(pid(name)), k=asked["k"],
            cn=bytes.fromhex(asked["cn"]), x=x,
        )  # fmt: skip

    def cast_entry(self, name: str, *exprs: str, x: bytes = hashes.NOUGHT, **changes: Any) -> ENTRY:
        """A public cast of dice/1 rolls, not yet appended."""
        asked = self.request(name, **changes)
        key = self.cast_key(name, asked, x)
        rolls = [rolled(key, r, expr) for r, expr in enumerate(exprs or ("1d20",))]
        following = self.envelope(name, asked["k"] + 1)
        return self.entry("cast", **asked, rolls=rolls, next=following, seed=self.secret(name, asked["k"]))

    def cast(self, name: str, *exprs: str, **changes: Any) -> int:
        """Appends a public cast."""
        return self.used(name, self.cast_entry(name, *exprs, **changes))

    def used(self, name: str, entry: ENTRY) -> int:
        """Appends a cast entry, which uses the person's envelope."""
        self.k[name] += 1
        return self.put(entry)

    def bind_entry(self, name: str, **changes: Any) -> ENTRY:
        """A bind of 3d6 for one witness, bob unless `who` says otherwise; not yet appended."""
        asked = self.request(name) | {"w": 1, "who": pid("bob")}
        return self.entry("bind", **asked, rolls=[requested("3d6")]) | changes

    def bind(self, name: str, **changes: Any) -> int:
        """Appends a bind."""
        return self.put(self.bind_entry(name, **changes))

    def answer(self, name: str, ref: int, **changes: Any) -> int:
        """A witness answers the bind `ref`."""
        given = {"pid": pid(name), "ref": ref, "n": token(f"n {len(self.entries)}"), "cs": "browser"}
        return self.add("wit", **given | changes)

    def check(self, *receipts: str, **how: Any) -> Report:
        """The checker's report on these lines."""
        return check([line.encode() for line in self.lines], receipts, **how)

    def receipt(self, i: int) -> str:
        """The receipt of entry i, signed with the present key."""
        signature = self.signer.sign(write.sign_message(self.led, i, self.heads[i])).hex()
        return write.receipt(self.led, i, self.heads[i], signature)


def rolled(key: bytes, r: int, expr: str) -> ENTRY:
    """A dice/1 roll with its dice and outcome."""
    system = by_rv("dice/1")
    assert system is not None
    declaration = system.parse(expr)
    dice = draw(key, r, declaration, system)
    res = system.result(declaration, dice)
    return write.roll(declaration, dice, res, char=None, purpose=write.seal("purpose", token(f"salt {r}"), expr))


def requested(expr: str) -> ENTRY:
    """The same before its dice are thrown."""
    return {key: part for key, part in rolled(bytes(32), 0, expr).items() if key not in ("dice", "res")}


def secret_cast(book: Book, name: str, expr: str) -> tuple[int, list[ENTRY]]:
    """Appends a secret cast of one roll; its index and the rolls that reveal it."""
    asked = book.request(name)
    roll = rolled(book.cast_key(name, asked), 0, expr)
    spec = {key: roll[key] for key in ("char", "expr", "fix", "open", "req", "rv")}
    salt = token("salt spec")
    seals = {"purpose": roll["f"]["purpose"], "spec": write.seal("spec", salt, canon(spec).decode())}
    following = book.envelope(name, asked["k"] + 1)
    index = book.used(name, book.entry("cast", **asked, rolls=[{"f": seals}], next=following))
    return index, [{"spec": spec, "salt": salt, "dice": roll["dice"], "res": roll["res"]}]


def verdict(report: Report) -> tuple[str, int] | None:
    """(error, entry) of a refusal, None for a good ledger."""
    return (report.refusal.code, report.refusal.entry) if report.refusal else None


def server_number(book: Book, name: str) -> str:
    """The site's number for the person's next envelope."""
    return hashes.server_number(bytes.fromhex(book.led), bytes.fromhex(pid(name)), book.k[name]).hex()


def bound_cast(book: Book, asked: int, answers: list[tuple[bytes, bytes]], **changes: object) -> ENTRY:
    """The cast of ann's bind of 3d6, not yet appended."""
    bind = book.entries[asked]
    same = {key: bind[key] for key in ("rid", "cn", "cs", "seen", "post", "thr", "f")}
    return book.cast_entry("ann", "3d6", x=hashes.witness_digest(answers), **same, bind=asked) | changes


Bend = Callable[[Book], ENTRY]


def bends(*cases: tuple[str, str, Bend]) -> Callable[[Callable[[str, Bend], None]], Callable[..., None]]:
    """Cases (name, error, the entry that breaks the rule)."""

    def of(test: Callable[[str, Bend], None]) -> Callable[..., None]:
        def bent(case: tuple[str, str, Bend]) -> None:
            test(*case[1:])

        return rows("case", cases, ids=lambda case: str(case[0]))(bent)

    return of


def refused(book: Book, entry: ENTRY) -> tuple[str, int] | None:
    """The verdict on the book with this entry appended."""
    book.put(entry)
    return verdict(book.check())
