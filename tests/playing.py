"""A table at play: acts of every kind, picked by a counter, until every type of entry stands in the ledger.

The same word gives the same acts; dice, ids and salts differ each time.
"""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from functools import cache
from typing import TypeVar

from campaigns.ledger import commands, packs
from campaigns.ledger.access import Secrecy
from campaigns.ledger.card import declaration_of, rival_of
from campaigns.ledger.commands import Ask, Wanted, open_binds
from campaigns.ledger.export import export
from campaigns.ledger.models import Entry, Lane, Ledger, Roll, Sealed
from campaigns.people.models import User
from campaigns.site.keys import hex16
from campaigns.site.refused import Refused
from rules import catalogue
from rules.lines import read_line
from rules.proof import write
from rules.system import Declaration, RuleSystem
from rules.systems.faserip.system import Faserip
from tests.ledgers import ask, number
from tests.restoring import restored
from tests.rules.table import Table

One = TypeVar("One")

OWN = Faserip().with_rows({"Good": (1, 41, 100), "Poor": (56, 86, 99)})
"""The rules by the table's own Universal Table."""

find = catalogue.find_with([OWN])
"""How the table's rules versions are found."""

PLAIN = ("3d10", "1d20+5", "2d6", "1d100")
ANSWERS = {"bgrade/1": "!defend with 5d", "faserip/1": "!defend with Good", OWN.rv: "!defend with Good"}
SECRECIES = [Secrecy(sees, hides) for sees in ("roller", "gms", "readers") for hides in (False, True)]

MOST_PEOPLE = 9
MOST = {"lose_and_recover": 3, "change_key": 3, "forget": 2}
"""How often these acts are done in one play."""

WEIGHTS = {
    "throw": 30, "seal": 14, "open_up": 8, "set_dice": 10, "ask_for_answer": 5, "answer": 8, "take_roll_back": 5, "let_count": 2,
    "take_values_back": 3, "name_witness": 8, "be_witness": 8, "leave_unwitnessed": 3, "arrive": 4, "move": 5,
    "lose_and_recover": 1, "change_key": 1, "forget": 1,
}  # fmt: skip


def system_of(rv: str) -> RuleSystem:
    system = find(rv)
    assert system is not None
    return system


@cache
def declared(waits: bool) -> tuple[Declaration, ...]:
    """The rolls of all worked examples of all systems, plain dice too; with `waits` those that somebody answers."""
    found = [] if waits else [system_of("plain/1").parse(text) for text in PLAIN]
    for rv in ("dice/1", "bgrade/1", "faserip/1", OWN.rv):
        table = Table(system_of(rv))
        for example in table.examples:
            if "rival" not in example and "helpers" not in example:
                command = read_line(example["line"])
                assert command is not None
                sheet = table.sheet(example.get("sheet"))
                found += table.system.declare(command, sheet, example.get("options", {}))
    return tuple(one for one in found if one.waits == waits and not one.helpers)


class Chance:
    """Numbers that follow from a word."""

    def __init__(self, word: str) -> None:
        self.word, self.count = word, 0

    def below(self, most: int) -> int:
        self.count += 1
        digest = hashlib.sha256(f"{self.word} {self.count}".encode()).digest()
        return int.from_bytes(digest[:8], "big") % most

    def one_of(self, choice: Sequence[One]) -> One:
        """One of them; Refused where there is none, as a person finds no button to press."""
        if not choice:
            raise Refused("There is nothing to do that with.")
        return choice[self.below(len(choice))]


class Play:
    """A ledger and those who sit at its table. done: how often each act was done.  receipts: kept by players on the way."""

    def __init__(self, word: str) -> None:
        self.chance, self.done, self.receipts = Chance(word), Counter[str](), list[str]()
        self.ledger = commands.open_ledger(hex16())
        packs.keep(self.ledger, OWN)
        for role in ("gm", "gm", "player", "player", "player"):
            self.arrive(role)

    def act(self) -> str:
        """Does one act that can be done now, and gives its name. What is refused appends nothing."""
        acts = [name for name, weight in WEIGHTS.items() for _ in range(weight) if self.done[name] < MOST.get(name, 10_000)]
        while True:
            name, before = self.chance.one_of(acts), self.head
            try:
                getattr(self, name)()
            except Refused:
                assert self.head == before, name
                continue
            self.done[name] += 1
            self.keep_receipt()
            return name

    @property
    def head(self) -> str:
        return Ledger.objects.values_list("head", flat=True).get(pk=self.ledger.pk)

    def lanes(self, *roles: str, free: bool = False) -> list[Lane]:
        """Those who sit there in that role; with `free` those whose dice wait for no witness."""
        found = self.ledger.lanes.filter(role__in=roles or ("gm", "player")).select_related("ledger", "person").order_by("pk")
        return [lane for lane in found if lane.bind_id is None or not free]

    def roll(self, **wanted: object) -> Roll:
        """One of the table's rolls of that kind."""
        found = Roll.objects.filter(entry__ledger=self.ledger, **wanted).order_by("pk").values_list("pk", flat=True)
        return Roll.objects.select_related("entry").get(pk=self.chance.one_of(list(found)))

    def bind(self) -> Entry:
        """One of the requests that wait for their witness."""
        return self.chance.one_of(list(open_binds(self.ledger)))

    def gm(self) -> Lane:
        return self.chance.one_of(self.lanes("gm"))

    def asked(self, lane: Lane, *, own: bool = False) -> Ask:
        """The form of one throw: the number is the browser's, typed, or, unless it has to be the roller's `own`, the site's."""
        kind, count = self.chance.below(2 if own else 3), self.chance.count
        asked = ask(lane, f"{self.chance.word} {count}" if kind == 0 else "")
        return replace(asked, words=f"seven candles on a long table {count}") if kind == 1 else asked

    def wanted(self, most: int) -> list[Wanted]:
        lines = [self.chance.one_of(declared(False)) for _ in range(1 + self.chance.below(most))]
        chars = [self.chance.one_of(("", "0c" * 16)) for _ in lines]
        return [Wanted(one, f"!{one.expr} # “why” \\ ⚄", char=char) for one, char in zip(lines, chars, strict=True)]

    def place(self) -> dict[str, str | None]:
        return {
            "post": hex16(),
            "thread": self.chance.one_of(("0b" * 16, "1b" * 16)),
            "text": self.chance.one_of((None, "Zoë\tlooks.\n")),
        }

    def throw(self) -> None:
        lane = self.chance.one_of(self.lanes(free=True))
        commands.throw(lane, ask=self.asked(lane), wanted=self.wanted(3), **self.place())  # type: ignore[arg-type]

    def seal(self) -> None:
        lane, secrecy = self.chance.one_of(self.lanes(free=True)), self.chance.one_of(SECRECIES)
        commands.throw(lane, ask=self.asked(lane), wanted=self.wanted(2), **self.place(), secrecy=secrecy)  # type: ignore[arg-type]

    def open_up(self) -> None:
        truth = self.roll(sealed=True).truth
        roller = self.ledger.lanes.get(pid=truth.roll.entry.pid)
        commands.reveal(truth.roll, by=self.chance.one_of((None, self.gm(), *([roller] if truth.sees == "roller" else []))))

    def set_dice(self) -> None:
        roll = self.roll(waits="choice", sealed=False)
        roller = self.ledger.lanes.get(pid=roll.entry.pid)
        values = [1 + self.chance.below(sides) for sides in declaration_of(roll).open]
        commands.choose(roll, by=self.chance.one_of((roller, self.gm())), values=values, rid=hex16())

    def ask_for_answer(self) -> None:
        lane = self.chance.one_of(self.lanes(free=True))
        wanted = [Wanted(self.chance.one_of(declared(True)), "!attack", target="Otto")]
        commands.throw(lane, ask=self.asked(lane), wanted=wanted, **self.place())  # type: ignore[arg-type]

    def answer(self) -> None:
        roll, lane = self.roll(waits="answer", sealed=False), self.chance.one_of(self.lanes(free=True))
        command = read_line(ANSWERS[roll.rv])
        assert command is not None
        wanted = [Wanted(system_of(roll.rv).answer(command, rival_of(roll), None, {}), "!defend", answers=roll)]
        commands.throw(lane, ask=self.asked(lane), wanted=wanted, **self.place())  # type: ignore[arg-type]

    def take_roll_back(self) -> None:
        commands.void(self.roll(is_void=False), by=self.gm(), why="The line named the wrong foe")

    def take_values_back(self) -> None:
        commands.void_choice(self.roll(choice__isnull=False), by=self.gm(), why="The dice were set by mistake")

    def let_count(self) -> None:
        commands.lift(self.roll(is_void=True), by=self.gm())

    def name_witness(self) -> None:
        lane, who = self.chance.one_of(self.lanes(free=True)), self.chance.one_of(self.lanes())
        commands.ask_witness(lane, ask=self.asked(lane, own=True), wanted=self.wanted(2), who=who, **self.place())  # type: ignore[arg-type]

    def be_witness(self) -> None:
        bind = self.bind()
        who = bind.rolls.get(place=0).witness
        assert who is not None
        commands.witness(bind, by=who, n=number(f"{self.chance.word} witness {self.chance.count}"))

    def leave_unwitnessed(self) -> None:
        commands.take_back(self.bind(), by=self.gm(), why="Nobody answered")

    def arrive(self, role: str = "") -> None:
        if self.ledger.lanes.count() == MOST_PEOPLE:
            raise Refused("The table is full.")
        name = f"p{hex16()}"
        person = User.objects.create_user(username=name, email=f"{name}@example.org")
        commands.join(self.ledger, person, role="gm" if (role or self.chance.one_of(("player", "gm"))) == "gm" else "player")

    def move(self) -> None:
        """Somebody leaves, returns, or changes sides; two GMs and two players stay."""
        lane, role = self.chance.one_of(list(self.ledger.lanes.order_by("pk"))), self.chance.one_of(("player", "gm", "out"))
        if lane.role != "out" and len(self.lanes(lane.role)) <= 2:
            raise Refused("The table needs them.")
        commands.change_role(lane, role=role, by=self.chance.one_of((None, self.gm())))  # type: ignore[arg-type]

    def lose_and_recover(self) -> None:
        """A backup is put back over some throws, and the ledger goes on with every envelope sealed anew."""
        with restored(self.ledger):
            for _ in range(1 + self.chance.below(3)):
                self.throw()
        assert commands.recover(self.ledger, gm=self.gm().person) is not None

    def change_key(self) -> None:
        commands.rotate(leaked=self.chance.below(2) == 1, gm=self.gm().person)

    def forget(self) -> None:
        """Somebody's words are taken out of the openings."""
        commands.erase(self.chance.one_of(self.lanes()).person, names=self.chance.below(2) == 1)

    def close(self) -> None:
        """The ledger is closed, after what waits for a witness is taken back and what is sealed is revealed."""
        for bind in list(open_binds(self.ledger)):
            commands.take_back(bind, by=self.gm(), why="The table closes")
        while Sealed.objects.filter(roll__entry__ledger=self.ledger).exists():
            self.open_up()
        commands.close(self.ledger)

    def keep_receipt(self) -> None:
        """Now and then a player's. No backup takes back what was kept, since it is put back within one act."""
        if self.chance.below(25) == 0:
            newest = self.ledger.entries.latest("i")
            self.receipts.append(write.receipt(self.ledger.led, newest.i, newest.hash, newest.signature))

    @property
    def lines(self) -> list[bytes]:
        """The exported file with every opening that is left."""
        return [line.encode() for line in export(Ledger.objects.get(pk=self.ledger.pk), lambda entry: True)]


def play(word: str, acts: int) -> Play:
    """A table after that many acts."""
    table = Play(word)
    for _ in range(acts):
        table.act()
    return table
