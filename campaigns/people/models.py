"""Who signs in."""

from __future__ import annotations

from typing import Any

from django.contrib.auth.models import AbstractUser
from django.db import models
from django.http import HttpRequest

from campaigns.site.names import folded


class User(AbstractUser):
    """A person. `username` is the name others see; a mail address belongs to one person, whatever its case."""

    THEMES = [("", "As my device"), ("light", "Paper"), ("dark", "Lamp")]

    username = models.CharField("name", max_length=40, unique=True, error_messages={"unique": "Somebody has this name already."})
    email = models.EmailField(
        "mail address", unique=True, error_messages={"unique": "This mail address belongs to somebody already."}
    )
    folded_name = models.CharField(max_length=150, unique=True, editable=False)
    theme = models.CharField(max_length=5, choices=THEMES, blank=True, default="")
    time_zone = models.CharField(max_length=40, default="UTC")

    def save(self, *args: Any, **kwargs: Any) -> None:
        """Keeps the two columns by which a person is found the same without regard to case and look-alikes."""
        self.email = self.email.lower()
        self.folded_name = folded(self.username)
        if kwargs.get("update_fields") and {"username", "email"} & set(kwargs["update_fields"]):
            kwargs["update_fields"] = {*kwargs["update_fields"], "folded_name"}
        super().save(*args, **kwargs)


class PersonRequest(HttpRequest):
    """A request to a page behind the sign-in."""

    user: User
