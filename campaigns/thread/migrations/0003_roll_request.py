import django.db.models.deletion
from django.db import migrations, models

import campaigns.site.keys

PROTECT = django.db.models.deletion.PROTECT


class Migration(migrations.Migration):
    dependencies = [("campaign", "0001_initial"), ("character", "0001_initial"), ("thread", "0002_offer")]

    operations = [
        migrations.CreateModel(
            "RollRequest",
            [
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "key",
                    models.CharField(default=campaigns.site.keys.key10, editable=False, max_length=10, unique=True),
                ),
                ("line", models.CharField(max_length=200)),
                ("title", models.CharField(max_length=200)),
                ("reason", models.CharField(blank=True, max_length=120)),
                ("at", models.DateTimeField()),
                ("roll", models.CharField(blank=True, max_length=8)),
                ("by", models.ForeignKey(on_delete=PROTECT, related_name="+", to="campaign.member")),
                ("character", models.ForeignKey(on_delete=PROTECT, related_name="+", to="character.character")),
                ("thread", models.ForeignKey(on_delete=PROTECT, related_name="requests", to="thread.thread")),
            ],
            options={"indexes": [models.Index(fields=["thread", "roll"], name="requests_of_a_thread")]},
        ),
    ]
