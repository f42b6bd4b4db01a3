from django.apps import AppConfig


class CombatConfig(AppConfig):
    name = "campaigns.combat"
    label = "combat"
    default_auto_field = "django.db.models.BigAutoField"
