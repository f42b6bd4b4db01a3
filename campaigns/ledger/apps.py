from django.apps import AppConfig


class LedgerConfig(AppConfig):
    name = "campaigns.ledger"
    label = "ledger"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        from campaigns.ledger import checks  # noqa: F401  (registers the start-up checks)
