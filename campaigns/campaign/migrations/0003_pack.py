from __future__ import annotations

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("campaign", "0002_customs")]

    operations = [migrations.AddField("campaign", "pack", models.CharField(blank=True, default="", editable=False, max_length=86))]
