"""The chain of a campaign's rolls, as vroll/1 writes it, and the cards that show it."""

from __future__ import annotations

from typing import Any

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

    def __str__(self) -> str:
        return self.led


class Lane(models.Model):
    """A person's numbered envelopes in one ledger: number `k` is sealed as `envelope` by entry `sealed_in`.

    Its secret follows from `salt`, fresh for each envelope, and the key file: neither tells anything alone.
    """

    ledger = models.ForeignKey(Ledger, on_delete=models.PROTECT, related_name="lanes")
    person = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="lanes")
    pid = models.CharField(max_length=32, default=hex16, editable=False)
    role = models.CharField(max_length=6)
    k = models.PositiveBigIntegerField(default=0)
    salt = models.CharField(max_length=32)
    envelope = models.CharField(max_length=64)
    sealed_in = models.PositiveBigIntegerField()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["ledger", "pid"], name="one_lane_a_pid"),
            models.UniqueConstraint(fields=["ledger", "person"], name="one_lane_a_person"),
        ]

    def __str__(self) -> str:
        return self.pid


class Entry(AppendOnly):
    """One line of the chain: `body` is its canonical form.

    `cn` is the number that the person sent, empty where it was the site's own. `asked` is the hash of the request that
    made the entry, no part of the format; of a choice neither is `rid`.
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


class Roll(models.Model):
    """One roll of a cast, with its card: `html` is drawn from `card` when the dice fall, and anew when a later act changes it.

    post, thread, char and target_char are ids of other apps, opaque here. `level` is "site" or "yours": whose number made
    the dice. target: the shown name of whom the roll is aimed at, or "". Where it waits for the hands of several people, target
    names them all, target_char holds their ids parted by blanks, and opponent_char is against whom they stand together.

    waits: "choice" (its open dice are not set yet), "answer" (somebody's roll answers it or joins it), "sets" (its roller
    says which action each set serves), "word" (the GM says whether time matters) or "" (it is settled).  answers: the roll
    that this one answers or joins.  unanswered: the GM has said that nobody answers it.  chosen: the values of its open
    dice, null before they are set.  choice: the entry that set them, which names the roller, as the format wants it;
    set_by: the lane of whoever did set them, the roller's or a GM's, which stands here alone.  uses: [[[width, height],
    action], ...] as the roller allots them, which stands here alone too.  ruled: the GM's word on a contest that waits for
    it, "fast" (time matters) or "slow", "" before he has said it; it stands here alone as well.
    """

    WAITS = (
        ("choice", "for its own dice"), ("answer", "for an answer"), ("sets", "for its sets"), ("word", "for the GM's word"),
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
    rv = models.CharField(max_length=86)
    expr = models.CharField(max_length=200)
    level = models.CharField(max_length=9)
    waits = models.CharField(max_length=6, blank=True, choices=WAITS)
    answers = models.ForeignKey("self", on_delete=models.PROTECT, null=True, blank=True, related_name="answered_by")
    unanswered = models.BooleanField(default=False)
    chosen = models.JSONField(null=True, blank=True)
    choice = models.OneToOneField(Entry, on_delete=models.PROTECT, null=True, blank=True, related_name="chosen_for")
    set_by = models.ForeignKey(Lane, on_delete=models.PROTECT, null=True, blank=True, related_name="+")
    uses = models.JSONField(default=list, blank=True)
    ruled = models.CharField(max_length=4, blank=True, default="", choices=RULINGS)
    card = models.JSONField()
    html = models.TextField()

    applies: Any
    # what a higher app lays on it for a page (campaigns.combat.access.lay_blows)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["entry", "place"], name="one_roll_a_place")]
        indexes = [
            models.Index(fields=["thread", "char"], name="rolls_of_a_character"),
            models.Index(fields=["thread", "waits"], name="rolls_that_wait"),
        ]

    def __str__(self) -> str:
        return self.key
