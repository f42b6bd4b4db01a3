from __future__ import annotations

from django.db import migrations, models
from django.db.models.deletion import PROTECT

WAITS = [
    ("choice", "for its own dice"), ("answer", "for an answer"), ("sets", "for its sets"), ("word", "for the GM's word"),
    ("witness", "for its witness"),
]  # fmt: skip


class Migration(migrations.Migration):
    dependencies = [("ledger", "0007_sealed_rolls")]

    operations = [
        migrations.AddField("lane", "bind", models.ForeignKey("ledger.entry", PROTECT, null=True, blank=True, related_name="holds")),
        migrations.AddField("roll", "is_void", models.BooleanField(default=False)),
        migrations.AddField("roll", "witness", models.ForeignKey("ledger.lane", PROTECT, null=True, blank=True, related_name="+")),
        migrations.AlterField("roll", "waits", models.CharField(blank=True, choices=WAITS, max_length=8)),
        migrations.AddConstraint(
            "entry",
            models.UniqueConstraint(fields=["ledger", "pid", "rid"], condition=models.Q(t="bind"), name="one_bind_a_request"),
        ),
        migrations.CreateModel(
            "Void",
            [
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("took", models.JSONField(null=True, blank=True)),
                ("entry", models.ForeignKey("ledger.entry", PROTECT, related_name="voids")),
                ("roll", models.ForeignKey("ledger.roll", PROTECT, related_name="voids")),
                ("by", models.ForeignKey("ledger.lane", PROTECT, related_name="+")),
                ("lifted_by", models.ForeignKey("ledger.lane", PROTECT, null=True, blank=True, related_name="+")),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(fields=["entry", "roll"], name="one_void_an_entry"),
                    models.UniqueConstraint(
                        fields=["roll"], condition=models.Q(took__isnull=True), name="one_void_a_roll"
                    ),
                ]
            },
        ),
    ]
