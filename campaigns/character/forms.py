"""The form of a sheet, made from the fields that the campaign's rule system names."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

from django import forms
from django.http import QueryDict

from campaigns.campaign.access import Viewer
from campaigns.character.models import Character
from campaigns.character.sheets import texts_of
from campaigns.site.limits import SHEET_FIELD
from campaigns.site.refused import refusing
from rules.lines import quoted
from rules.picks import Pick, kept
from rules.system import RuleSystem, Sheet, Trait
from rules.systems.dice.system import SYSTEM as PLAIN

NO_FOES: Mapping[str, Sheet | None] = MappingProxyType({})
REASON = Pick("reason", "What for", "text", help="It stands on the card.")


class SheetForm(forms.Form):
    """Name, line, and one field `sheet_<name>` for each trait. `version` is the one that the writer saw."""

    name = forms.CharField(label="Name", max_length=40)
    line = forms.CharField(label="In one line", max_length=120, required=False, help_text="Who this is.")
    version = forms.IntegerField(widget=forms.HiddenInput, required=False, min_value=1)

    def __init__(self, viewer: Viewer, character: Character | None, typed: Mapping[str, Any] | None = None) -> None:
        self.rules = viewer.campaign.rules
        self.traits = self.rules.traits()
        super().__init__(typed, initial=self._kept(character))
        for trait in self.traits:
            self.fields[f"sheet_{trait.name}"] = _field(trait)
        if viewer.is_gm:
            self._add_gm_fields(character)

    def _kept(self, character: Character | None) -> dict[str, Any]:
        if character is None:
            return {}
        sheet = {f"sheet_{name}": text for name, text in texts_of(self.rules, character.sheet).items()}
        about = {
            "name": character.name,
            "line": character.line,
            "version": character.version,
            "hidden": character.hidden,
        }
        return {**about, **sheet}

    def _add_gm_fields(self, character: Character | None) -> None:
        if character is None:
            self.fields["npc"] = forms.BooleanField(label="An NPC, whom every GM may play", required=False)
        if character is None or character.owner_id is None:
            self.fields["hidden"] = forms.BooleanField(label="Hidden: only GMs know of him or her", required=False)

    def rule_fields(self) -> list[forms.BoundField]:
        """The fields of the rule system, in its order. No field of the form may have this name: a template would find it first."""
        return [self[f"sheet_{trait.name}"] for trait in self.traits]

    def texts(self) -> dict[str, str]:
        """What was typed, by trait name, of a valid form."""
        return {trait.name: self.cleaned_data[f"sheet_{trait.name}"] for trait in self.traits}


class PickForm(forms.Form):
    """What a roll is picked with, as the rules describe it: fields `pick-<name>`, filled with what was picked so far. It is never
    validated: what is missing or wrong the rules say when they make or read the line.

    `shape` tells the fields and their choices from others: as long as it is the same, what was picked fits the form on the page.
    `supposed` is the rank against which chances are wanted. `foes` are those for whom a GM may throw one line, with their sheets;
    the first that is picked is whose sheet the fields show.
    """

    prefix = "pick"
    use_required_attribute = False

    def __init__(
        self, rules: RuleSystem, sheet: Sheet | None, asked: QueryDict, foes: Mapping[str, Sheet | None] = NO_FOES
    ) -> None:
        told = {name.removeprefix("pick-"): "\n".join(asked.getlist(name)) for name in asked if name.startswith("pick-")}
        games = {system.key: system for system in (rules, PLAIN)}
        game = Pick("game", "Rules", "one", tuple((key, system.title) for key, system in games.items()))
        self.system = games[kept((game,), told)["game"]]
        who = Pick("as", "Thrown for", "many", tuple((name, name) for name in foes), "Each by a sheet of his own, in one line.")
        self.foes = [name for name in kept((who,), told)["as"].split("\n") if name]
        sheet = foes[self.foes[0]] if self.foes else sheet
        picks = (*((game,) if len(games) > 1 else ()), *((who,) if len(foes) > 1 else ()), *self.system.picks(sheet, told), REASON)
        self.values = kept(picks, told)
        self.supposed = self.values.get("supposed", "")
        self.shape = hashlib.sha256(repr(picks).encode()).hexdigest()[:16]
        initial = {
            pick.name: self.values[pick.name].split("\n") if pick.kind == "many" else self.values[pick.name] for pick in picks
        }
        super().__init__(initial=initial)
        for pick in picks:
            self.fields[pick.name] = _pick_field(pick)

    def line(self) -> str:
        """The command line of what is picked. Raises Refused where something is missing."""
        with refusing("lines"):
            line = self.system.line(self.values)
        said = f" as {', '.join(map(quoted, self.foes))}" if self.foes else ""
        reason = self.values["reason"]
        return f"{line}{said} # {reason}" if reason else f"{line}{said}"


def _pick_field(pick: Pick) -> forms.Field:
    if pick.kind == "one":
        return forms.ChoiceField(label=pick.label, choices=pick.choices, help_text=pick.help)
    if pick.kind == "many":
        boxes = forms.CheckboxSelectMultiple()
        return forms.MultipleChoiceField(label=pick.label, choices=pick.choices, widget=boxes, help_text=pick.help)
    attrs = {"number": {"inputmode": "numeric"}, "name": {"list": "names"}}.get(pick.kind, {})
    line = forms.TextInput(attrs={"autocomplete": "off", **attrs})
    return forms.CharField(label=pick.label, widget=line, help_text=pick.help)


def _field(trait: Trait) -> forms.Field:
    if trait.kind == "rank":
        choices = [("", "Choose a rank"), *((choice, choice) for choice in trait.choices)]
        return forms.ChoiceField(label=trait.label, choices=choices, required=False, help_text=trait.help)
    if trait.kind == "lines":
        help_text = f"One a line, like this: {trait.help}" if trait.help else "One a line."
        area = forms.Textarea(attrs={"rows": 6})
        return forms.CharField(label=trait.label, widget=area, required=False, max_length=SHEET_FIELD, help_text=help_text)
    widget = forms.TextInput(attrs={"inputmode": "numeric"}) if trait.kind == "number" else forms.TextInput()
    return forms.CharField(label=trait.label, widget=widget, required=False, max_length=200, help_text=trait.help)
