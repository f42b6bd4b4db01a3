"""Founding a table, its settings, invitations and roles."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django import forms

from campaigns.campaign.access import Viewer, may_set_visibility
from campaigns.campaign.models import Campaign, Invitation
from rules import catalogue
from rules.errors import RuleError
from rules.system import Options
from rules.tabled import Tabled, TableRow

SENTENCE_HELP = "One sentence that says what the story is about."


def _systems() -> list[tuple[str, str]]:
    return [(system.key, system.title) for system in catalogue.all_systems()]


class FoundForm(forms.Form):
    name = forms.CharField(label="Name", max_length=80)
    sentence = forms.CharField(label="In one sentence", max_length=200, required=False, help_text=SENTENCE_HELP)
    system = forms.ChoiceField(
        label="Rules", choices=_systems, help_text="It stays with the campaign. Plain dice can be thrown in every one."
    )
    visibility = forms.ChoiceField(label="Who may read", choices=Campaign.VISIBILITIES, widget=forms.RadioSelect, initial="public")


class SettingsForm(forms.Form):
    """Fields of the campaign and one field for each point that is left to the table, named `option_<name>`."""

    name = forms.CharField(label="Name", max_length=80)
    sentence = forms.CharField(label="In one sentence", max_length=200, required=False, help_text=SENTENCE_HELP)
    visibility = forms.ChoiceField(label="Who may read", choices=Campaign.VISIBILITIES, widget=forms.RadioSelect)

    def __init__(self, viewer: Viewer, typed: Mapping[str, Any] | None = None) -> None:
        self.campaign = viewer.campaign
        kept = {"name": self.campaign.name, "sentence": self.campaign.sentence, "visibility": self.campaign.visibility}
        super().__init__(typed, initial=kept)
        if not may_set_visibility(viewer):
            self.fields["visibility"].disabled = True
            self.fields["visibility"].help_text = "Only the founder changes this."
        for option in self.campaign.open_points:
            choices = [(choice, option.said(choice)) for choice in option.choices]
            self.fields[f"option_{option.name}"] = forms.ChoiceField(
                label=option.label,
                choices=choices,
                initial=self.campaign.chose(option),
                help_text=f"Ruling {option.rule}. The rules say: {choices[0][1]}.",
            )

    def wanted(self) -> dict[str, Any]:
        """The arguments of `change_settings`, of a valid form."""
        told = dict(self.cleaned_data)
        options = {option.name: told.pop(f"option_{option.name}") for option in self.campaign.open_points}
        return {**told, "options": options}


class TableForm(forms.Form):
    """One number field for each row and column of the table of results that a campaign plays by."""

    def __init__(self, played: Tabled, options: Options, typed: Mapping[str, Any] | None = None) -> None:
        self.played, self.shown = played, played.rows(options)
        super().__init__(typed)
        for row in self.shown:
            for column, first in zip(played.columns, row.starts, strict=True):
                wrong = f"{row.name}: {column} begins at a whole number from 1 to 100."
                self.fields[_cell(row, column)] = forms.IntegerField(
                    label=f"{row.name}, {column} from",
                    initial=first,
                    min_value=1,
                    max_value=100,
                    error_messages=dict.fromkeys(("required", "invalid", "min_value", "max_value"), wrong),
                    widget=forms.NumberInput(attrs={"aria-label": f"{row.name}, {column} from"}),
                )

    def clean(self) -> dict[str, Any]:
        """A row whose columns stand in no order is named at its first field."""
        told = self.cleaned_data
        for row in self.shown:
            names = [_cell(row, column) for column in self.played.columns]
            if all(name in told for name in names):
                try:
                    self.played.check_row(row.name, [told[name] for name in names])
                except RuleError as refusal:
                    self.add_error(names[0], refusal.sentence)
        return told

    def starts(self) -> dict[str, list[int]]:
        """The first numbers by row, of the rows without a fault; before anything is typed those of the table."""
        found = {}
        for row in self.shown:
            cells = self.cells(row.name)
            if not any(cell.errors for cell in cells):
                found[row.name] = [self.cleaned_data[cell.name] if self.is_bound else cell.initial for cell in cells]
        return found

    def cells(self, name: str) -> list[forms.BoundField]:
        """The fields of a row."""
        return [self[_cell(row, column)] for row in self.shown if row.name == name for column in self.played.columns]


def _cell(row: TableRow, column: str) -> str:
    return f"{row.name}-{column}".lower().replace(" ", "-")


class InvitationForm(forms.Form):
    role = forms.ChoiceField(label="For", choices=Invitation._meta.get_field("role").choices or [])
