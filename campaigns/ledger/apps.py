from importlib import import_module

from django.apps import AppConfig


class LedgerConfig(AppConfig):
    name = "campaigns.ledger"
    label = "ledger"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        import_module("campaigns.ledger.checks")  # registers the start-up checks, which stand above this file
