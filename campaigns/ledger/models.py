"""The chain of a campaign's rolls, as vroll/1 writes it, and the cards that show it."""

from __future__ import annotations

from typing import Any, ClassVar

from django.conf import settings
from django.db import models

from campaigns.site.append_only import AppendOnly
from campaigns.site.keys import hex16, key8


class Ledger(models.Model):
    """One chain. `length` and `head` are those of its newest entry; taking its row's lock is taking the ledger's.

    `key` is the public key that signs its entries, `practice_of` the person whose practice rolls it holds.
    """

    led = models.CharField(max_length=32, unique=True, default=hex16, editable=False)
    camp = models.CharField(max_length=32, unique=True, editable=False)
    key = models.CharField(max_length=64, editable=False)
    practice_of = models.OneToOneField(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, blank=True, related_name="+", editable=False
    )
    length = models.PositiveBigIntegerField(default=0)
    head = models.CharField(max_length=64, blank=True)
    stamp = models.PositiveBigIntegerField(default=0, help_text="ts of the newest entry, milliseconds")
    closed = models.BooleanField(default=False, editable=False, help_text="whether its `close` is written")

    def __str__(self) -> str:
        return self.led


class Lane(models.Model):
    """A person's numbered envelopes in one ledger: number `k` is sealed as `envelope` by entry `sealed_in`.

    Its secret follows from `salt`, fresh for each envelope, and the key file: neither tells anything alone. `bind` is the
    request for a witness that holds the lane: until it is answered or taken back no other dice are thrown from it.
    """

    ledger = models.ForeignKey(Ledger, on_delete=models.PROTECT, related_name="lanes")
    person = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="lanes")
    pid = models.CharField(max_length=32, default=hex16, editable=False)
    role = models.CharField(max_length=6)
    k = models.PositiveBigIntegerField(default=0)
    salt = models.CharField(max_length=32)
    envelope = models.CharField(max_length=64)
    sealed_in = models.PositiveBigIntegerField()
    bind = models.ForeignKey("Entry", on_delete=models.PROTECT, null=True, blank=True, related_name="holds")

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["ledger", "pid"], name="one_lane_a_pid"),
            models.UniqueConstraint(fields=["ledger", "person"], name="one_lane_a_person"),
        ]

    def __str__(self) -> str:
        return self.pid


class Entry(AppendOnly):
    """One line of the chain: `body` is its canonical form.

    `cn` is the number that the person sent, also as a witness; empty where it was the site's own, and in the cast of a bind,
    which repeats that of the bind. `asked` is the hash of the request that made the entry, no part of the format; of a choice
    neither is `rid`.
    """

    ledger = models.ForeignKey(Ledger, on_delete=models.PROTECT, related_name="entries")
    i = models.PositiveBigIntegerField()
    t = models.CharField(max_length=7)
    body = models.TextField()
    hash = models.CharField(max_length=64)
    signature = models.CharField(max_length=128)
    pid = models.CharField(max_length=32, blank=True)
    k = models.PositiveBigIntegerField(null=True)
    rid = models.CharField(max_length=32, blank=True)
    cn = models.CharField(max_length=64, blank=True)
    asked = models.CharField(max_length=64, blank=True)
    at = models.DateTimeField()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["ledger", "i"], name="one_entry_a_number"),
            models.UniqueConstraint(fields=["ledger", "pid", "k"], condition=models.Q(t="cast"), name="one_cast_an_envelope"),
            models.UniqueConstraint(fields=["ledger", "pid", "rid"], condition=models.Q(t="cast"), name="one_cast_a_request"),
            models.UniqueConstraint(fields=["ledger", "pid", "rid"], condition=models.Q(t="bind"), name="one_bind_a_request"),
            models.UniqueConstraint(fields=["ledger", "pid", "cn"], condition=~models.Q(cn=""), name="one_cast_a_number"),
            models.UniqueConstraint(fields=["ledger", "rid"], condition=models.Q(t="choose"), name="one_choice_a_request"),
        ]
        indexes = [models.Index(fields=["ledger", "pid", "i"], name="lane_of_the_chain")]

    def __str__(self) -> str:
        return f"{self.t} {self.i}"


class Pack(AppendOnly):
    """A table of results of a campaign's own, by which its rolls are read as long as the ledger stands, whatever it plays by now.

    `rv` is the rules version of those rolls, named after the bytes of `text`, the table's normal print.
    """

    ledger = models.ForeignKey(Ledger, on_delete=models.PROTECT, related_name="packs")
    rv = models.CharField(max_length=86, db_index=True)
    text = models.TextField()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["ledger", "rv"], name="one_pack_a_ledger")]

    def __str__(self) -> str:
        return self.rv

    @property
    def name(self) -> str:
        """The rules version without its number: "pack-" and 64 hex digits."""
        return self.rv.partition("/")[0]


class Opening(models.Model):
    """Salt and text behind a sealed hash; deleting it erases the text and leaves the chain as it was.

    `place` is the index of the roll, -1 for the entry itself.
    """

    entry = models.ForeignKey(Entry, on_delete=models.PROTECT, related_name="openings")
    place = models.IntegerField()
    name = models.CharField(max_length=12)
    salt = models.CharField(max_length=64)
    value = models.TextField(blank=True)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["entry", "place", "name"], name="one_opening_a_seal")]


class RollQuerySet(models.QuerySet["Roll"]):
    def counted(self) -> RollQuerySet:
        """Those whose dice count in totals: thrown for all to see, and not void."""
        return self.exclude(waits="witness").filter(is_void=False, sealed=False)


class Roll(models.Model):
    """One roll of a cast, with its card: `html` is drawn from `card` when the dice fall, and anew when a later act changes it.

    post, thread, char and target_char are ids of other apps, opaque here. `level` is "site", "yours" or "witnessed": whose
    numbers made the dice; `witness` is the lane of the one who added his. While the roll waits for him, `entry` is the request
    (a `bind`), and its card has blank dice. is_void: a GM has taken it back, see `Void`; it waits for nothing then.

    target: the shown name of whom the roll is aimed at, or "". Where it waits for the hands of several people, target names
    them all, target_char holds their ids parted by blanks, and opponent_char is against whom they stand together.

    waits: "choice" (its open dice are not set yet), "answer" (somebody's roll answers it or joins it), "sets" (its roller
    says which action each set serves), "word" (the GM says whether time matters), "witness" or "" (it is settled).
    answers: the roll that this one answers or joins.  unanswered: the GM has said that nobody answers it.  chosen: the values
    of its open dice, null before they are set.  choice: the entry that set them, which names the roller, as the format wants
    it; set_by: the lane of whoever did set them, the roller's or a GM's, which stands here alone.  uses: [[[width, height],
    action], ...] as the roller allots them, which stands here alone too.  ruled: the GM's word on a contest that waits for
    it, "fast" (time matters) or "slow", "" before he has said it; it stands here alone as well.

    sealed: it was thrown in secret and nobody has opened it: what stands here is what the table sees, that somebody threw and
    when, and the rest stands in `Sealed`. A page that forgets to ask so shows nothing.  reveal: the entry that opened it.
    """

    WAITS = (
        ("choice", "for its own dice"), ("answer", "for an answer"), ("sets", "for its sets"), ("word", "for the GM's word"),
        ("witness", "for its witness"),
    )  # fmt: skip
    WAITING = tuple(word for word, _ in WAITS)
    """Rolls that are not settled are asked for by these words: the index finds them, but not what is anything but ""."""
    RULINGS = (("fast", "time matters"), ("slow", "time does not matter"))

    key = models.CharField(max_length=8, unique=True, default=key8, editable=False)
    entry = models.ForeignKey(Entry, on_delete=models.PROTECT, related_name="rolls")
    place = models.PositiveSmallIntegerField()
    post = models.CharField(max_length=32, blank=True, db_index=True)
    thread = models.CharField(max_length=32, blank=True)
    char = models.CharField(max_length=32, blank=True)
    name = models.CharField(max_length=60, blank=True)
    target = models.CharField(max_length=400, blank=True)
    target_char = models.CharField(max_length=300, blank=True)
    opponent_char = models.CharField(max_length=32, blank=True, default="")
    rv = models.CharField(max_length=86, blank=True)
    expr = models.CharField(max_length=200, blank=True)
    sealed = models.BooleanField(default=False)
    reveal = models.ForeignKey(Entry, on_delete=models.PROTECT, null=True, blank=True, related_name="revealed")
    level = models.CharField(max_length=9)
    witness = models.ForeignKey(Lane, on_delete=models.PROTECT, null=True, blank=True, related_name="+")
    is_void = models.BooleanField(default=False)
    waits = models.CharField(max_length=8, blank=True, choices=WAITS)
    answers = models.ForeignKey("self", on_delete=models.PROTECT, null=True, blank=True, related_name="answered_by")
    unanswered = models.BooleanField(default=False)
    chosen = models.JSONField(null=True, blank=True)
    choice = models.OneToOneField(Entry, on_delete=models.PROTECT, null=True, blank=True, related_name="chosen_for")
    set_by = models.ForeignKey(Lane, on_delete=models.PROTECT, null=True, blank=True, related_name="+")
    uses = models.JSONField(default=list, blank=True)
    ruled = models.CharField(max_length=4, blank=True, default="", choices=RULINGS)
    card = models.JSONField()
    html = models.TextField()

    objects: ClassVar = RollQuerySet.as_manager()

    applies: Any
    # what a higher app lays on it for a page (campaigns.combat.access.lay_blows)
    laid = False
    # that campaigns.ledger.access.shown_to has laid the truth of a sealed roll on it, for one reader

    class Meta:
        constraints = [models.UniqueConstraint(fields=["entry", "place"], name="one_roll_a_place")]
        indexes = [
            models.Index(fields=["thread", "char"], name="rolls_of_a_character"),
            models.Index(fields=["thread", "waits"], name="rolls_that_wait"),
        ]

    def __str__(self) -> str:
        return self.key

    def save(self, *args: Any, **kwargs: Any) -> None:
        if self.laid:
            raise TypeError(f"Roll {self.key} carries what one reader may see of it; it is not stored so.")
        super().save(*args, **kwargs)


class Sealed(models.Model):
    """What a sealed roll is, until it is revealed.

    sees: who may see it now.  salt: that of the envelope, from which the secret of its cast follows with the key file.  spec: the
    request as the chain seals it, with `spec_salt`; dice and res as a reveal opens them.  name, waits, card, html: those that
    `Roll` takes then; of the name the chain knows nothing.
    """

    SEES = (("roller", "its roller and the GMs"), ("gms", "the GMs alone"), ("readers", "whoever may read its thread"))

    roll = models.OneToOneField(Roll, on_delete=models.CASCADE, related_name="truth")
    sees = models.CharField(max_length=7, choices=SEES)
    salt = models.CharField(max_length=32)
    spec = models.JSONField()
    spec_salt = models.CharField(max_length=64)
    dice = models.JSONField()
    res = models.JSONField()
    name = models.CharField(max_length=60, blank=True)
    waits = models.CharField(max_length=8, blank=True)
    card = models.JSONField()
    html = models.TextField()

    def __str__(self) -> str:
        return f"truth of {self.roll.key}"


class Void(models.Model):
    """That a GM took something of a roll back; `entry` says so for ever, with the seal of his reason.

    by: his lane.  took: the values of its open dice, which may be set again; None for the roll itself.  lifted_by: the lane of
    the GM who lifted the void; the chain keeps it, as it knows no void of a void.
    """

    entry = models.ForeignKey(Entry, on_delete=models.PROTECT, related_name="voids")
    roll = models.ForeignKey(Roll, on_delete=models.PROTECT, related_name="voids")
    by = models.ForeignKey(Lane, on_delete=models.PROTECT, related_name="+")
    took = models.JSONField(null=True, blank=True)
    lifted_by = models.ForeignKey(Lane, on_delete=models.PROTECT, null=True, blank=True, related_name="+")

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["entry", "roll"], name="one_void_an_entry"),
            models.UniqueConstraint(fields=["roll"], condition=models.Q(took__isnull=True), name="one_void_a_roll"),
        ]

    def __str__(self) -> str:
        return f"void of {self.roll.key}"
