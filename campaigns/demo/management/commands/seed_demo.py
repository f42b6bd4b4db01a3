"""`manage.py seed_demo`: two campaigns to look at, made by the same commands that people use; their dice are thrown for real."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError

from campaigns.demo.commands import lay_tables


class Command(BaseCommand):
    help = "Lays two demo campaigns, once. Refuses where DEBUG is off: everybody knows the password of its people."

    def handle(self, *args: Any, **options: Any) -> None:
        if not settings.DEBUG:
            raise CommandError("The demo people share a password that everybody knows, so they live only where DEBUG is on.")
        laid = lay_tables()
        for name in laid:
            self.stdout.write(f"Laid {name}.")
        if not laid:
            self.stdout.write("The demo campaigns are here already.")
        names = ", ".join(settings.DEMO_PEOPLE)
        self.stdout.write(f"Sign in as one of: {names}. The password of each is {settings.DEMO_PASSWORD}.")
