from __future__ import annotations

import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("character", "0001_initial"), ("thread", "0001_initial")]

    operations = [
        migrations.CreateModel(
            "Offer",
            [
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("line", models.TextField()),
                ("post", models.CharField(max_length=32)),
                ("roll", models.CharField(blank=True, max_length=8)),
                (
                    "helper",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="+", to="character.character"
                    ),
                ),
                (
                    "leader",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="+", to="character.character"
                    ),
                ),
                (
                    "thread",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="offers", to="thread.thread"
                    ),
                ),
            ],
            options={"indexes": [models.Index(fields=["thread", "leader", "roll"], name="offers_to_a_leader")]},
        ),
    ]
