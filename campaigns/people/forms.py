"""Sign-up, sign-in and preferences."""

from __future__ import annotations

from typing import Any
from zoneinfo import available_timezones

from allauth.account import forms as allauth_forms
from django import forms
from django.core.exceptions import ValidationError

from campaigns.people.models import User
from campaigns.site.names import LONGEST_NAME, SHORTEST_NAME, check_person_name, folded
from campaigns.site.refused import Refused


def _zones() -> list[tuple[str, str]]:
    named = sorted(zone for zone in available_timezones() if "/" in zone and not zone.startswith(("Etc/", "posix/", "right/")))
    return [("UTC", "UTC"), *((zone, zone.replace("_", " ")) for zone in named)]


class SignUp(allauth_forms.SignupForm):
    """Name, mail address, password. Refuses a name that reads like somebody else's."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        name, mail, password = self.fields["username"], self.fields["email"], self.fields["password1"]
        name.label = "Name"
        name.help_text = f"What the others at the table see: {SHORTEST_NAME} to {LONGEST_NAME} characters."
        mail.label, mail.help_text = "Mail address", "Nobody else sees it."
        password.help_text = "At least 8 characters, and none of the common ones."
        for field in (name, mail, password):
            field.widget.attrs.pop("placeholder", None)

    def clean_username(self) -> str:
        """The name as it is kept; raises ValidationError with the sentence of the rule that refuses."""
        name: str = self.cleaned_data["username"]
        try:
            name = check_person_name(name)
        except Refused as refusal:
            raise ValidationError(refusal.sentence) from refusal
        if User.objects.filter(folded_name=folded(name)).exists():
            raise ValidationError("Somebody has this name already, or one that reads the same. Choose another.")
        return name


class SignIn(allauth_forms.LoginForm):
    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["login"].label = "Name or mail address"
        if "remember" in self.fields:
            self.fields["remember"].label = "Stay signed in"
        for field in self.fields.values():
            field.widget.attrs.pop("placeholder", None)
            field.help_text = ""


class Preferences(forms.ModelForm):
    time_zone = forms.ChoiceField(label="Time zone", choices=_zones, help_text="Times on every page are told in it.")

    class Meta:
        model = User
        fields = ["theme", "time_zone"]
        labels = {"theme": "Theme"}
        widgets = {"theme": forms.RadioSelect}
