"""`manage.py ledger_recover`: opens the dice of ledgers that lost entries, after a backup was put back."""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from campaigns.campaign.commands import recover_table
from campaigns.ledger import side
from campaigns.ledger.models import Ledger
from campaigns.people.models import User
from campaigns.site.refused import Refused


class Command(BaseCommand):
    help = (
        "Seals every envelope anew in the ledgers that lack entries which stood in them once (a restored backup), for all to see, "
        "so that dice can be thrown again. What is lost stays lost: look for a newer backup first."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--ledger", metavar="LED", default="", help="this ledger alone (32 hex digits)")
        parser.add_argument("--gm", metavar="NAME", default="", help="who takes back rolls that wait for a witness; ask him first")

    def handle(self, *args: Any, **options: Any) -> None:
        ledgers = Ledger.objects.order_by("pk")
        if options["ledger"] and not ledgers.filter(led=options["ledger"]).exists():
            raise CommandError(f"There is no ledger {options['ledger']}.")
        chosen = ledgers.filter(led=options["ledger"]) if options["ledger"] else ledgers
        gm = User.objects.filter(username__iexact=options["gm"]).first() if options["gm"] else None
        if options["gm"] and gm is None:
            raise CommandError(f"Nobody here is called {options['gm']}.")
        refused, behind = [], side.lost_of(chosen)
        for ledger, _ in behind:
            try:
                self._recover(ledger, gm)
            except Refused as refusal:
                refused.append(refusal.sentence)
        if refused:
            raise CommandError("\n".join(refused))
        self.stdout.write(
            "No ledger lacks an entry." if not side.lost_of(chosen.iterator()) else "Some ledgers lack entries still."
        )

    def _recover(self, ledger: Ledger, gm: User | None) -> None:
        done = recover_table(ledger, gm=gm)
        if done:
            self.stdout.write(
                f"Ledger {ledger.led} goes on after entry {done.after}: {done.sealed} envelopes sealed anew, {done.voided} rolls "
                f"that waited for a witness taken back, entries up to {done.gone} lost."
            )
