from django.apps import AppConfig


class SiteConfig(AppConfig):
    name = "campaigns.site"
    label = "site"

    def ready(self) -> None:
        from campaigns.site import checks  # noqa: F401  (registers the start-up checks)
