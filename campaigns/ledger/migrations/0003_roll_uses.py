from __future__ import annotations

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("ledger", "0002_second_acts")]

    operations = [migrations.AddField("roll", "uses", models.JSONField(blank=True, default=list))]
