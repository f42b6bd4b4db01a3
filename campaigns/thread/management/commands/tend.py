"""`manage.py tend`: does what fell due at the tables, as the running site does once a minute."""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand, CommandError

from campaigns.thread.commands import tend


class Command(BaseCommand):
    help = "Reveals the secret rolls whose table opens them after some days. The running site does it once a minute by itself."

    def handle(self, *args: Any, **options: Any) -> None:
        done = tend()
        self.stdout.write(f"{done.revealed} secret cast{'' if done.revealed == 1 else 's'} revealed.")
        if done.failed:
            raise CommandError(f"{done.failed} could not be revealed; the log says why.")
