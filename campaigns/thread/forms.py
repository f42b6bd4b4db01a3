"""What the composer sends."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Any

from django import forms
from django.http import QueryDict

from campaigns.campaign.access import Viewer
from campaigns.character.access import NOT_YOURS, characters_of
from campaigns.character.access import visible as visible_characters
from campaigns.character.models import Character
from campaigns.ledger.commands import Ask
from campaigns.site.keys import hex16
from campaigns.site.refused import NotAllowed
from campaigns.thread.access import visible
from campaigns.thread.commands import NOTHING, Declared, Draft
from campaigns.thread.models import Post, Thread
from rules.combat.deeds import KINDS
from rules.proof.canonical import GREATEST

MOST_AUTOS = 9
SEES = (("", "everybody"), ("secret", "I and the GM"), ("blind", "the GM alone"))
"""Who sees the dice of a post, as its author chooses beside its lines."""

LONGEST_WORDS = 200
HEX16, HEX32 = re.compile(r"[0-9a-f]{32}"), re.compile(r"[0-9a-f]{64}")
SEEN = re.compile(r"[0-9]{1,15}:[0-9a-f]{64}(?::[0-9a-f]{128})?")


class ComposerForm(forms.Form):
    """Text, speaker and kind; the roll box (`lines`); `sees`, who sees the dice; `done_as`, the id of the combatant whose turn ends
    with the post; `did`, what the one of the id `did_as` does in his Turn without dice, and `autos`, how many automatic actions;
    and what the browser adds for the dice: rid, cn, k, seen.

    A browser without script sends the last four as the page gave them or empty; the dice are then made of the `words` that were
    typed for them, or where there are none, of the site's own number. With script the words stay in the browser.  `witness`: the id
    in the ledger of who is to witness the dice.
    """

    text = forms.CharField(required=False, strip=False)
    lines = forms.CharField(required=False, max_length=2000)
    character = forms.CharField(required=False, max_length=10)
    kind = forms.ChoiceField(choices=Post.KINDS, required=False)
    sees = forms.ChoiceField(choices=SEES, required=False)
    done_as = forms.CharField(required=False, max_length=10)
    did_as = forms.CharField(required=False, max_length=10)
    did = forms.MultipleChoiceField(required=False, choices=[(word, word) for word in KINDS])
    autos = forms.IntegerField(required=False, min_value=0, max_value=MOST_AUTOS)
    rid = forms.CharField(required=False, max_length=32)
    cn = forms.CharField(required=False, max_length=64)
    k = forms.IntegerField(required=False, min_value=0, max_value=GREATEST)
    seen = forms.CharField(required=False, max_length=210)
    words = forms.CharField(required=False, max_length=LONGEST_WORDS)
    witness = forms.CharField(required=False, max_length=32)

    def draft(self, viewer: Viewer) -> Draft:
        """The words, with the lines of the roll box at their end, as they will be stored."""
        values = self.cleaned_data
        text = values["text"].replace("\r\n", "\n").replace("\r", "\n")
        added = [as_command(line) for line in values["lines"].splitlines() if line.strip()]
        if added:
            text = "\n".join([*([text.rstrip("\n"), ""] if text.strip() else []), *added])
        acts = (*values["did"], *["auto"] * (values["autos"] or 0))
        declared = Declared(values["did_as"], acts) if acts else NOTHING
        speaker = _speaker(viewer, values["character"])
        kind = values["kind"] or "ic"
        return Draft(text, speaker, kind, values["done_as"], declared=declared, secrecy=values["sees"], witness=values["witness"])

    def ask(self) -> Ask:
        """The request id and the browser's number; what is not of the right shape counts as not sent."""
        values = self.cleaned_data
        rid = values["rid"] if HEX16.fullmatch(values["rid"]) else hex16()
        if not (HEX32.fullmatch(values["cn"]) and SEEN.fullmatch(values["seen"]) and values["k"] is not None):
            return Ask(rid, words=values["words"])
        return Ask(rid, cn=values["cn"], k=values["k"], seen=values["seen"])


def _speaker(viewer: Viewer, key: str) -> Character | None:
    """Whom the form names, None for the writer himself; another's character is refused and never passed over."""
    if not key:
        return None
    character = characters_of(viewer).filter(key=key).first()
    if character is None:
        raise NotAllowed(NOT_YOURS, field="character")
    return character


def as_command(line: str) -> str:
    """A line of the roll box: the `!` may stay away, and a bare `2d6+3` is a plain roll."""
    line = line.strip()
    if line.startswith(("!", "/")):
        return line
    first = line.split(maxsplit=1)[0].lower()
    return f"!{line}" if first.isalpha() and first != "d" else f"!roll {line}"


class AskForm(forms.Form):
    """A roll that is asked for: its line, why, and of whom; nobody ticked means everybody."""

    line = forms.CharField(
        label="Roll", max_length=200, widget=forms.TextInput(attrs={"autocomplete": "off", "spellcheck": "false"})
    )
    reason = forms.CharField(label="Why", max_length=120, required=False)
    who = forms.MultipleChoiceField(
        label="Of whom", required=False, widget=forms.CheckboxSelectMultiple, help_text="Nobody ticked: all of them."
    )

    def __init__(self, characters: Iterable[Character], example: str, typed: Mapping[str, Any] | None = None) -> None:
        super().__init__(typed)
        self.fields["who"].choices = [(character.key, character.name) for character in characters]  # type: ignore[attr-defined]
        self.fields["line"].help_text = f"For example {example}. The die of a sheet is thrown by who plays it."

    def wanted(self) -> dict[str, Any]:
        """The arguments of `ask_for_rolls`, of a valid form."""
        values = self.cleaned_data
        return {"line": as_command(values["line"]), "reason": values["reason"], "keys": values["who"]}


class OpenThreadForm(forms.Form):
    title = forms.CharField(max_length=120, label="Title")
    kind = forms.ChoiceField(choices=Thread.KINDS, label="Kind", initial="scene", widget=forms.RadioSelect)


class FilterForm(forms.Form):
    """whose: "", "mine" or the id of a character; thread: "" or the key of one; show: see SHOWN. Nothing typed is everything."""

    SHOWN = (("", "All rolls"), ("sealed", "Secret, not opened yet"), ("void", "Void"), ("spare", "Without a post"))

    whose = forms.ChoiceField(label="Whose", required=False)
    thread = forms.ChoiceField(label="Scene", required=False)
    show = forms.ChoiceField(label="Which", required=False, choices=SHOWN)

    def __init__(self, viewer: Viewer, typed: QueryDict) -> None:
        """Two queries, for the characters and threads that the viewer may know of."""
        super().__init__(typed)
        cast = visible_characters(Character.objects.all(), viewer).order_by("name").values_list("cid", "name")
        own = [("mine", "Mine")] if viewer.member and viewer.member.lane else []
        self.fields["whose"].choices = [("", "Everybody's"), *own, *cast]  # type: ignore[attr-defined]
        self.threads = {thread.key: thread for thread in visible(Thread.objects, viewer).order_by("kind", "ordinal", "pk")}
        titles = [(key, thread.title) for key, thread in self.threads.items()]
        self.fields["thread"].choices = [("", "Every scene"), *titles]  # type: ignore[attr-defined]
        for field in self.fields.values():
            field.error_messages["invalid_choice"] = "There is none such here."
