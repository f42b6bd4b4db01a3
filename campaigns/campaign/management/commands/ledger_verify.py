"""`manage.py ledger_verify [SLUG ...]`: every ledger, read from the database and checked like an exported file."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from django.core.exceptions import ImproperlyConfigured
from django.core.management.base import BaseCommand, CommandError, CommandParser

from campaigns.campaign.models import Campaign
from campaigns.ledger import keys, packs, side
from campaigns.ledger.export import export, keys_of
from campaigns.ledger.models import Ledger
from rules.proof.checker import check
from rules.proof.report import Report


class Command(BaseCommand):
    help = (
        "Checks the ledgers of all campaigns and of practice, or of the campaigns named: chain, signatures, envelopes, dice, "
        "results, and the newest entries by the side file. Ends with 1 where one is broken (docs/broken-chain.md says what then)."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("slugs", metavar="SLUG", nargs="*", help="the campaign's name in its address")

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            known = keys.public_keys()
        except ImproperlyConfigured as fault:
            raise CommandError(f"Nothing was checked. {fault}", returncode=2) from fault
        count = broken = 0
        for name, ledger in _ledgers(options["slugs"]):
            report, wrong = _checked(ledger, known)
            count, broken = count + 1, broken + bool(wrong)
            if wrong:
                self.stderr.write(f"{name}: BROKEN. {wrong}")
            else:
                self.stdout.write(f"{name}: good, {report.entries} entries, {report.casts} casts, head {report.head_code}")
        if broken:
            raise CommandError(f"{broken} of {count} ledgers {'is' if broken == 1 else 'are'} broken; see docs/broken-chain.md.")
        self.stdout.write(f"{count} ledger{'' if count == 1 else 's'} checked.")


def _ledgers(slugs: list[str]) -> Iterator[tuple[str, Ledger]]:
    campaigns = Campaign.objects.select_related("ledger").order_by("slug")
    if slugs:
        unknown = sorted(set(slugs) - set(campaigns.filter(slug__in=slugs).values_list("slug", flat=True)))
        if unknown:
            raise CommandError(f"There is no campaign {', '.join(unknown)}; nothing was checked.", returncode=2)
        campaigns = campaigns.filter(slug__in=slugs)
    for campaign in campaigns.iterator():
        yield campaign.slug, campaign.ledger
    if not slugs:
        for ledger in Ledger.objects.exclude(pk__in=Campaign.objects.values("ledger")).order_by("pk").iterator():
            yield f"ledger {ledger.led} (practice)", ledger


def _checked(ledger: Ledger, known: list[str]) -> tuple[Report, str]:
    """The report, and what is wrong, "" where nothing is."""
    before = Ledger.objects.get(pk=ledger.pk)
    lines = (line.encode("utf-8") for line in export(before, lambda entry: True))
    report = check(lines, find=packs.find)
    if report.refusal:
        at = f"line {report.refusal.line}, entry {report.refusal.entry}"
        return report, f"{report.refusal.code} at {at}: {report.refusal.sentence}"
    if keys_of(before)[0] not in known:
        return report, f"It was begun with the key {keys_of(before)[0]}, which the key file does not hold."
    newest = before.entries.filter(i=before.length - 1, hash=before.head).exists()
    if report.entries < before.length or not newest:
        return report, f"Its row tells of {before.length} entries and the head {before.head}, and no such entry stands there."
    lost = next((head for other, head in side.lost_of([before]) if other.pk == before.pk), None)
    return report, f"The side file knows an entry {lost.i} that it lacks: {lost.hash}." if lost else ""
