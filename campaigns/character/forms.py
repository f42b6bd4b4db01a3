"""The form of a sheet, made from the fields that the campaign's rule system names."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django import forms

from campaigns.campaign.access import Viewer
from campaigns.character.models import Character
from campaigns.character.sheets import texts_of
from campaigns.site.limits import SHEET_FIELD
from rules.system import Trait


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

    def sheet_fields(self) -> list[forms.BoundField]:
        """The fields of the rule system, in its order."""
        return [self[f"sheet_{trait.name}"] for trait in self.traits]

    def texts(self) -> dict[str, str]:
        """What was typed, by trait name, of a valid form."""
        return {trait.name: self.cleaned_data[f"sheet_{trait.name}"] for trait in self.traits}


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
