"""Who plays together under which rules."""

from __future__ import annotations

from dataclasses import dataclass

from django.conf import settings
from django.db import models

from campaigns.ledger import packs
from campaigns.ledger.models import Lane, Ledger
from campaigns.site.append_only import AppendOnly
from campaigns.site.keys import hex16, key10, key20
from campaigns.site.refused import Refused
from rules import catalogue
from rules.system import Band, Option, Options, RuleSystem, SecondActs
from rules.tabled import Tabled

FOE_DEFENCE = Option(
    "foe_defence",
    "A foe that is attacked",
    ("gm", "site"),
    "FR-23",
    ("its GM rolls the defence", "the site rolls the defence at once, which shows the foe's rank"),
)
HAMMER_DAYS = Option(
    "hammer_days",
    "Open Hammer-time Dice set by a GM",
    ("never", "1", "2", "3", "7"),
    "BG-A26",
    ("never", *(f"{days} after the throw" for days in ("a day", "two days", "three days", "a week"))),
)
REVEAL_DAYS = Option(
    "reveal_days",
    "Secret rolls nobody has revealed, those of the GMs' notes too",
    ("never", "1", "3", "7", "14", "30"),
    "LT-S1",
    ("stay sealed", *(f"are opened {days} after the throw" for days in ("a day", "three days", "a week", "two weeks", "30 days"))),
)
WITNESS = Option(
    "witness",
    "Rolls with a witness",
    ("never", "asked", "every"),
    "LT-W1",
    ("never", "when the roller asks for one", "every roll that can wait for one"),
)
WITNESS_DAYS = Option(
    "witness_days",
    "A roll that no witness answers",
    ("3", "1", "7", "14", "30"),
    "LT-W2",
    tuple(f"the GM may take it back {days} later" for days in ("three days", "a day", "a week", "two weeks", "30 days")),
)
CUSTOMS = (FOE_DEFENCE, HAMMER_DAYS, REVEAL_DAYS, WITNESS, WITNESS_DAYS)
"""What a table settles beside the readings of its rules, each where its rules know of it."""


class Campaign(models.Model):
    """`options` are the choices among the readings of its rule system, `customs` those among `CUSTOMS`; both hold what differs
    from the first choice. `pack` is the rules version of its own table of results, "" as long as it plays by that of the rules.
    `cid` is its id in the ledger."""

    VISIBILITIES = [
        ("public", "Public: everybody may read"),
        ("unlisted", "Unlisted: everybody who has the address may read"),
        ("private", "Private: members only, nobody else learns that it exists"),
    ]

    name = models.CharField(max_length=80)
    slug = models.SlugField(max_length=100, unique=True, editable=False)
    cid = models.CharField(max_length=32, unique=True, default=hex16, editable=False)
    sentence = models.CharField(max_length=200, blank=True)
    system = models.CharField(max_length=80)
    system_version = models.PositiveSmallIntegerField(default=1)
    options = models.JSONField(default=dict, blank=True)
    customs = models.JSONField(default=dict, blank=True)
    pack = models.CharField(max_length=86, blank=True, default="", editable=False)
    visibility = models.CharField(max_length=8, choices=VISIBILITIES, default="public")
    ledger = models.OneToOneField(Ledger, on_delete=models.PROTECT, related_name="+")
    founded = models.DateTimeField()

    def __str__(self) -> str:
        return self.name

    @property
    def rules_title(self) -> str:
        """What lists call the rules, also where they are not installed."""
        system = catalogue.get(self.system, self.system_version)
        return system.title if system is not None else self.system

    @property
    def rules(self) -> RuleSystem:
        """The rule system in the version that the table plays by, by its own table of results where it has one.

        Raises Refused where that is not installed.
        """
        rv = self.pack or f"{self.system}/{self.system_version}"
        system = packs.find(rv)
        if system is None:
            raise Refused(f"The rules {rv} of this table are not installed here.")
        return system.under(self.options)

    @property
    def by_table(self) -> tuple[Tabled, Tabled] | None:
        """Its rules by the table of results that it plays by, and by the one of the rules; None for rules without such a table."""
        played, usual = self.rules, catalogue.get(self.system, self.system_version)
        return (played, usual) if isinstance(played, Tabled) and isinstance(usual, Tabled) else None

    @property
    def open_points(self) -> tuple[Option, ...]:
        """Every point that is left to the table: those of its rules in their order, then its customs."""
        foes = (FOE_DEFENCE,) if self.rules.usual_answer else ()
        dice = (HAMMER_DAYS,) if isinstance(self.rules, SecondActs) else ()
        return (*self.rules.options, *foes, *dice, REVEAL_DAYS, WITNESS, WITNESS_DAYS)

    def chose(self, option: Option) -> str:
        """What this table decided on an open point, or the first choice."""
        return str({**self.options, **self.customs}.get(option.name, option.choices[0]))

    @property
    def rulings(self) -> list[Ruling]:
        """Every point that is left to the table, with what this one decided."""
        return [
            Ruling(
                option.rule,
                option.label,
                option.said(self.chose(option)),
                option.said(option.choices[0]),
            )
            for option in self.open_points
        ]


@dataclass(frozen=True)
class Ruling:
    """How a table reads one open point of its rules: its id in the rules (BG-A02), the question, and the choice in words.

    `usual` is what the rules say where a table says nothing; `differs` whether this one says something else.
    """

    rule: str
    label: str
    choice: str
    usual: str

    @property
    def differs(self) -> bool:
        return self.choice != self.usual

    @property
    def told(self) -> str:
        """The label with the id, for a sentence."""
        return f"{self.label} ({self.rule})"


@dataclass(frozen=True)
class TableLine:
    """A row of a table of results as pages show it: `usual` are the first numbers of the rules where they differ, else None."""

    name: str
    starts: tuple[int, ...]
    usual: tuple[int | None, ...]
    bands: tuple[Band, ...]

    @property
    def cells(self) -> list[tuple[int, int | None]]:
        """(first number, that of the rules where it differs) by column."""
        return list(zip(self.starts, self.usual, strict=True))

    @property
    def differs(self) -> bool:
        return any(first is not None for first in self.usual)


def table_lines(shown: Tabled, usual: Tabled, options: Options) -> list[TableLine]:
    """The rows of a table of results beside those of the rules."""
    pairs = zip(shown.rows(options), usual.rows(options), strict=True)
    return [
        TableLine(
            row.name,
            row.starts,
            tuple(None if own == first else first for own, first in zip(row.starts, known.starts, strict=True)),
            row.bands,
        )
        for row, known in pairs
    ]


class Member(models.Model):
    """A person at this table. `state` "left" or "banned" keeps the row: posts and rolls name it for ever.

    `lane` is null for a watcher who never played: whoever throws nothing needs no envelopes.
    """

    ROLES = [("owner", "GM"), ("gm", "co-GM"), ("player", "Player"), ("watcher", "Watcher")]
    STATES = [("active", "Active"), ("left", "Left"), ("banned", "Banned")]

    campaign = models.ForeignKey(Campaign, on_delete=models.PROTECT, related_name="members")
    person = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="memberships")
    lane = models.OneToOneField(Lane, on_delete=models.PROTECT, related_name="+", null=True, editable=False)
    role = models.CharField(max_length=7, choices=ROLES)
    state = models.CharField(max_length=6, choices=STATES, default="active")
    joined = models.DateTimeField()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["campaign", "person"], name="one_member_a_person")]

    def __str__(self) -> str:
        return f"{self.person} in {self.campaign}"


class Invitation(models.Model):
    """A link that lets whoever holds it join, until it is revoked."""

    campaign = models.ForeignKey(Campaign, on_delete=models.CASCADE, related_name="invitations")
    code = models.CharField(max_length=20, unique=True, default=key20, editable=False)
    role = models.CharField(max_length=7, choices=[("player", "Player"), ("watcher", "Watcher")], default="player")
    revoked = models.BooleanField(default=False)

    def __str__(self) -> str:
        return self.code


class LogEntry(AppendOnly):
    """One act on the campaign that its members may read of: a whole sentence, the actor's name in it."""

    campaign = models.ForeignKey(Campaign, on_delete=models.PROTECT, related_name="log")
    actor = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    sentence = models.CharField(max_length=300)
    key = models.CharField(max_length=10, unique=True, default=key10, editable=False)
    at = models.DateTimeField()

    def __str__(self) -> str:
        return self.sentence


class RulingChange(AppendOnly):
    """That a GM decided a point of the rules otherwise: the question with its id in the rules, and both readings in the words
    that stood on the page then."""

    campaign = models.ForeignKey(Campaign, on_delete=models.PROTECT, related_name="ruling_changes")
    actor = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    rule = models.CharField(max_length=8)
    label = models.CharField(max_length=120)
    before = models.CharField(max_length=120)
    after = models.CharField(max_length=120)
    at = models.DateTimeField()

    def __str__(self) -> str:
        return f"{self.label} ({self.rule}): {self.before} > {self.after}"
