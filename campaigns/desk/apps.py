from django.apps import AppConfig


class DeskConfig(AppConfig):
    name = "campaigns.desk"
    label = "desk"
    default_auto_field = "django.db.models.BigAutoField"
