"""The digests of vroll/1, section 3. Bytes in, bytes out: ids are 16 bytes, secrets, numbers and hashes 32."""

from __future__ import annotations

import base64
import hmac
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from hashlib import sha256
from typing import Any

from rules.errors import RuleError
from rules.proof.breach import Breach
from rules.proof.canonical import GREATEST, canon

NOUGHT = bytes(32)
"""The witness digest of a cast without a bind, and the hash before entry 0."""

SHORTEST_WORDS = 16


def _tag(name: str) -> bytes:
    return b"vroll/1/" + name.encode("ascii") + b"\x00"


_ENV, _CLIENT, _SERVER, _WIT, _CAST = _tag("env"), _tag("client"), _tag("server"), _tag("wit"), _tag("cast")
_FIELD, _REQ, _ENTRY, _HEAD = _tag("field"), _tag("req"), _tag("entry"), _tag("head")


def envelope(led: bytes, pid: bytes, k: int, secret: bytes) -> bytes:
    """The seal of the participant's k-th secret."""
    return sha256(_ENV + led + pid + k.to_bytes(8, "big") + secret).digest()


def browser_number(rnd: bytes, phrase: str = "") -> bytes:
    """`cn` of 32 random bytes and the person's own phrase."""
    return sha256(_CLIENT + rnd + phrase.encode("utf-8")).digest()


def typed_number(words: str) -> bytes:
    """`cn` of typed words alone. Raises RuleError for fewer than 16 characters."""
    if len(words) < SHORTEST_WORDS:
        raise RuleError(f"These words have {len(words)} characters; type at least {SHORTEST_WORDS}, so that nobody can guess them.")
    return browser_number(NOUGHT, words)


def server_number(led: bytes, pid: bytes, k: int) -> bytes:
    """The site's number for the envelope, which nobody picks."""
    return sha256(_SERVER + led + pid + k.to_bytes(8, "big")).digest()


def witness_digest(answers: Sequence[tuple[bytes, bytes]]) -> bytes:
    """`x` of the (pid, n) of a bind's witnesses in the order of their entries; 32 zero bytes without any."""
    return sha256(_WIT + b"".join(pid + n for pid, n in answers)).digest() if answers else NOUGHT


def cast_key(secret: bytes, *, led: bytes, pid: bytes, k: int, cn: bytes, x: bytes = NOUGHT) -> bytes:
    """The 32-byte key from which all dice of a cast follow."""
    return hmac.digest(secret, _CAST + led + pid + k.to_bytes(8, "big") + cn + x, "sha256")


def sealed_text(name: str, salt: bytes, text: str) -> bytes:
    """The seal of a text that stands outside the chain; `name` is purpose, text, place, why or spec."""
    plain = name.encode("ascii")
    return sha256(_FIELD + bytes([len(plain)]) + plain + salt + text.encode("utf-8")).digest()


def request_digest(entry: Mapping[str, Any]) -> bytes:
    """What ties a cast to its bind: the request without dice and outcome. Raises Breach E_CANON."""
    request: dict[str, Any] = {key: entry[key] for key in ("cn", "k", "pid", "post", "rid", "thr")}
    request["rolls"] = [
        {key: part for key, part in roll.items() if key not in ("dice", "res")} if isinstance(roll, dict) else roll
        for roll in entry["rolls"]
    ]
    return sha256(_REQ + canon(request)).digest()


def entry_hash(entry: Mapping[str, Any]) -> bytes:
    """The hash of an entry, `prev` of the next one. Raises Breach E_CANON."""
    return hash_of_bytes(canon(entry))


def hash_of_bytes(entry: bytes) -> bytes:
    """The hash of an entry given in its canonical bytes."""
    return sha256(_ENTRY + entry).digest()


def head_message(led: bytes, i: int, head: bytes) -> bytes:
    """What the site signs for entry i."""
    return _HEAD + led + i.to_bytes(8, "big") + head


def head_code(head: bytes) -> tuple[str, ...]:
    """Six groups of four letters and digits to read aloud: the first 120 bits of an entry hash."""
    letters = base64.b32encode(head).decode("ascii").lower()
    return tuple(letters[at : at + 4] for at in range(0, 24, 4))


@dataclass(frozen=True)
class Receipt:
    """A signed head. led: 16 bytes, head: 32 bytes, signature: 64 bytes."""

    led: bytes
    i: int
    head: bytes
    signature: bytes

    def __str__(self) -> str:
        return f"vroll1:{self.led.hex()}:{self.i}:{self.head.hex()}:{self.signature.hex()}"


_RECEIPT = re.compile(r"vroll1:([0-9a-f]{32}):(0|[1-9][0-9]{0,15}):([0-9a-f]{64}):([0-9a-f]{128})")


def read_receipt(text: str) -> Receipt:
    """The receipt that a text of the form `vroll1:<led>:<i>:<hash>:<signature>` holds. Raises Breach E_RECEIPT."""
    found = _RECEIPT.fullmatch(text)
    if not found or int(found[2]) > GREATEST:
        raise Breach(
            "E_RECEIPT",
            "This is no receipt; a receipt reads vroll1:<ledger>:<entry>:<hash>:<signature> in lower-case hex.",
        )
    return Receipt(bytes.fromhex(found[1]), int(found[2]), bytes.fromhex(found[3]), bytes.fromhex(found[4]))
