"""`manage.py ledger_erase --person NAME`: a person's words leave the ledgers; the chain stays as it is."""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from campaigns.ledger.commands import erase
from campaigns.people.models import User


class Command(BaseCommand):
    help = (
        "Deletes the texts that a person typed beside dice (posts as sealed, lines, reasons), with their salts, and draws the "
        "cards anew without typed words. Chain and receipts stay good. Posts and sheets are not touched. Nothing brings it back."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--person", metavar="NAME", required=True)
        parser.add_argument("--names", action="store_true", help="the names of the person's characters go from the cards too")

    def handle(self, *args: Any, **options: Any) -> None:
        person = User.objects.filter(username__iexact=options["person"]).first()
        if person is None:
            raise CommandError(f"Nobody here is called {options['person']}.")
        done = erase(person, names=options["names"])
        self.stdout.write(f"{done.texts} sealed texts deleted, {done.cards} cards drawn anew. The ledgers verify as before.")
        self.stdout.write("Files that were exported before still hold the texts; nobody can call them back.")
        if done.left:
            raise CommandError(f"{done.left} cards could not be drawn anew, as their rules are not installed here.")
