from django.apps import AppConfig


class CharacterConfig(AppConfig):
    name = "campaigns.character"
    label = "character"
    default_auto_field = "django.db.models.BigAutoField"
