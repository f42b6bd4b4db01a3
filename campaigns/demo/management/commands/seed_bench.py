"""`manage.py seed_bench --posts 25`: a campaign to measure pages with."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser

from campaigns.demo.commands import lay_crowd


class Command(BaseCommand):
    help = "Lays one campaign of 25 writers whose scene has so many posts. Refuses where DEBUG is off."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--posts", type=int, default=25, help="Posts of the scene (25)")

    def handle(self, *args: Any, **options: Any) -> None:
        if not settings.DEBUG:
            raise CommandError("The people of this campaign share a password that everybody knows: only where DEBUG is on.")
        thread = lay_crowd(options["posts"])
        self.stdout.write(f"Laid {thread}." if thread else "The campaign is here already.")
