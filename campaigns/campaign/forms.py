"""Founding a table, its settings, invitations and roles."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django import forms

from campaigns.campaign.access import Viewer, may_set_visibility
from campaigns.campaign.models import Campaign, Invitation
from rules import catalogue

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


class InvitationForm(forms.Form):
    role = forms.ChoiceField(label="For", choices=Invitation._meta.get_field("role").choices or [])
