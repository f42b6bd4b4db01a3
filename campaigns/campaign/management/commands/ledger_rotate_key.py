"""`manage.py ledger_rotate_key`: entries are signed with a new key from now on."""

from __future__ import annotations

from typing import Any

from django.core.exceptions import ImproperlyConfigured
from django.core.management.base import BaseCommand, CommandError, CommandParser

from campaigns.ledger import keys
from campaigns.ledger.commands import rotate
from campaigns.people.models import User
from campaigns.site.refused import Refused


class Command(BaseCommand):
    help = (
        "Adds a new key to the key file and names it in every open ledger, in an entry that the old key signs. Old receipts and "
        "envelopes stay good. Run it again where it was interrupted."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument(
            "--leaked",
            action="store_true",
            help="somebody has the key file and the database: the present envelopes are sealed anew too, which every reader sees",
        )
        parser.add_argument("--gm", metavar="NAME", default="", help="who takes back rolls that wait for a witness (see --leaked)")

    def handle(self, *args: Any, **options: Any) -> None:
        gm = User.objects.filter(username__iexact=options["gm"]).first() if options["gm"] else None
        if options["gm"] and gm is None:
            raise CommandError(f"Nobody here is called {options['gm']}.")
        try:
            done = rotate(leaked=options["leaked"], gm=gm)
        except ImproperlyConfigured as fault:
            raise CommandError(str(fault)) from fault
        except Refused as refusal:
            raise CommandError(f"{refusal.sentence} Then run the command again; it goes on where it stopped.") from refusal
        self.stdout.write(f"{done.moved} ledgers sign with the key {done.key} now; {done.sealed} envelopes were sealed anew.")
        self.stdout.write(
            f"Copy {keys.path()} to where its backup lies, now: a database that is restored without this file cannot throw again."
        )
        if done.left:
            raise CommandError(f"{done.left} ledgers lack entries; run ledger_recover, then this again.")
