from django.apps import AppConfig


class ThreadConfig(AppConfig):
    name = "campaigns.thread"
    label = "thread"
    default_auto_field = "django.db.models.BigAutoField"
