from django.apps import AppConfig


class CampaignConfig(AppConfig):
    name = "campaigns.campaign"
    label = "campaign"
    default_auto_field = "django.db.models.BigAutoField"
