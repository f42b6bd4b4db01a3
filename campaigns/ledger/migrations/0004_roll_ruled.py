from __future__ import annotations

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("ledger", "0003_roll_uses")]

    operations = [
        migrations.AddField(
            "roll",
            "ruled",
            models.CharField(
                blank=True, choices=[("fast", "time matters"), ("slow", "time does not matter")], default="", max_length=4
            ),
        )
    ]
