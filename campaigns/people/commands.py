"""What a person does to the own account."""

from __future__ import annotations

from zoneinfo import available_timezones

from campaigns.people.models import User
from campaigns.site.refused import Refused


def set_preferences(person: User, *, theme: str, time_zone: str) -> User:
    """Keeps how the site looks to `person`: a theme of `User.THEMES` and the name of a time zone (`Europe/Vienna`)."""
    if theme not in dict(User.THEMES):
        raise Refused("Choose paper, lamp, or what your device says.", field="theme")
    if time_zone not in available_timezones():
        raise Refused("Choose a time zone from the list.", field="time_zone")
    person.theme = theme
    person.time_zone = time_zone
    person.save(update_fields=["theme", "time_zone"])
    return person
