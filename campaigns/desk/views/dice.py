"""How the dice are made, with a sum that a reader can do again, and the page that checks a ledger's file."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from campaigns.ledger import verifier
from rules.dice.source import Derived, block_of
from rules.proof.hashes import browser_number, cast_key, envelope

LEDGER = "8e907e952992786c960863d3593fca2e"
PLAYER = "b8441642bd5ae9abe7d8eee87b21b7c2"
SECRET = "2d6397bd793260168f0f3d84d294c5e051669d7e07d53c460c4ab1d726994b41"  # noqa: S105 (of an example, published)
RANDOM = "754b3696e3e944713041ea359bd0fef41fe0e73100b07f77247765beaf9824f9"
WORDS = "blue socks"
COUNT, SIDES = 3, 10
"""The example of the format's description: the first envelope of Ann, three ten-sided dice."""


@dataclass(frozen=True)
class Worked:
    """What follows from the numbers of the example: seals and numbers in hex, the faces, and how the first one came about."""

    envelope: str
    number: str
    key: str
    faces: tuple[int, ...]
    block: str
    word: int
    rest: int


@require_safe
def how(request: HttpRequest) -> HttpResponse:
    """For players: what happens before and after a throw, what it proves, and a worked example to redo in the page."""
    given = {"ledger": LEDGER, "player": PLAYER, "secret": SECRET, "random": RANDOM, "words": WORDS}
    context = {"given": given, "count": COUNT, "sides": SIDES, "worked": worked(), "place": "help"}
    return render(request, "desk/help_dice.html", context)


@require_safe
def verify(request: HttpRequest) -> HttpResponse:
    """Where to get the page that checks a file, the hash by which to know it, and the same check here."""
    context = {"fingerprint": verifier.fingerprint(), "size": len(verifier.page()), "place": "help"}
    return render(request, "desk/verify.html", context)


@require_safe
def verify_file(request: HttpRequest) -> HttpResponse:
    """The page itself, to be saved; it is not for showing here, where it would stand under the site's own address."""
    answer = HttpResponse(verifier.page(), content_type="text/html; charset=utf-8")
    answer["Content-Disposition"] = 'attachment; filename="verify.html"'
    return answer


@cache
def worked() -> Worked:
    """The example, computed by the rules' own code."""
    led, pid, secret = (bytes.fromhex(digits) for digits in (LEDGER, PLAYER, SECRET))
    number = browser_number(bytes.fromhex(RANDOM), WORDS)
    key = cast_key(secret, led=led, pid=pid, k=0, cn=number)
    ((_, faces),) = Derived(key, 0).throw(((COUNT, SIDES),))
    block = block_of(key, 0, 0)
    word = int.from_bytes(block[:4], "big")
    return Worked(envelope(led, pid, 0, secret).hex(), number.hex(), key.hex(), faces, block.hex(), word, word % SIDES)
