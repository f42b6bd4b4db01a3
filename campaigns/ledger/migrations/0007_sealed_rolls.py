from __future__ import annotations

from django.db import migrations, models
from django.db.models.deletion import CASCADE, PROTECT

SEES = [("roller", "its roller and the GMs"), ("gms", "the GMs alone"), ("readers", "whoever may read its thread")]


class Migration(migrations.Migration):
    dependencies = [("ledger", "0006_roll_waits_longer")]

    operations = [
        migrations.AlterField("roll", "rv", models.CharField(blank=True, max_length=86)),
        migrations.AlterField("roll", "expr", models.CharField(blank=True, max_length=200)),
        migrations.AddField("roll", "sealed", models.BooleanField(default=False)),
        migrations.AddField(
            "roll", "reveal", models.ForeignKey("ledger.entry", PROTECT, null=True, blank=True, related_name="revealed")
        ),
        migrations.CreateModel(
            "Sealed",
            [
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("sees", models.CharField(max_length=7, choices=SEES)),
                ("salt", models.CharField(max_length=32)),
                ("spec", models.JSONField()),
                ("spec_salt", models.CharField(max_length=64)),
                ("dice", models.JSONField()),
                ("res", models.JSONField()),
                ("name", models.CharField(blank=True, max_length=60)),
                ("waits", models.CharField(blank=True, max_length=8)),
                ("card", models.JSONField()),
                ("html", models.TextField()),
                ("roll", models.OneToOneField("ledger.roll", CASCADE, related_name="truth")),
            ],
        ),
    ]
