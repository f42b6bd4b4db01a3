from __future__ import annotations

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

from campaigns.site.append_only import guard


class Migration(migrations.Migration):
    dependencies = [("campaign", "0003_pack"), migrations.swappable_dependency(settings.AUTH_USER_MODEL)]

    operations = [
        migrations.CreateModel(
            name="RulingChange",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("rule", models.CharField(max_length=8)),
                ("label", models.CharField(max_length=120)),
                ("before", models.CharField(max_length=120)),
                ("after", models.CharField(max_length=120)),
                ("at", models.DateTimeField()),
                (
                    "actor",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="+", to=settings.AUTH_USER_MODEL
                    ),
                ),
                (
                    "campaign",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="ruling_changes", to="campaign.campaign"
                    ),
                ),
            ],
            options={"abstract": False},
        ),
        guard("campaign_rulingchange"),
    ]
