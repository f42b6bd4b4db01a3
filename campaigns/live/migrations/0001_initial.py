import django.db.models.deletion
from django.db import migrations, models

import campaigns.site.keys
from campaigns.site.append_only import guard


class Migration(migrations.Migration):
    initial = True

    dependencies = []

    operations = [
        migrations.CreateModel(
            name="Stream",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "key",
                    models.CharField(default=campaigns.site.keys.key10, editable=False, max_length=10, unique=True),
                ),
                ("last", models.PositiveBigIntegerField(default=0)),
            ],
        ),
        migrations.CreateModel(
            name="Event",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("number", models.PositiveBigIntegerField()),
                (
                    "cursor",
                    models.CharField(default=campaigns.site.keys.key20, editable=False, max_length=20, unique=True),
                ),
                ("kind", models.CharField(max_length=20)),
                ("subject", models.CharField(max_length=40)),
                ("audience", models.CharField(max_length=500)),
                ("tells", models.JSONField(blank=True, default=list)),
                ("at", models.DateTimeField()),
                (
                    "stream",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="events", to="live.stream"
                    ),
                ),
            ],
            options={
                "constraints": [models.UniqueConstraint(fields=("stream", "number"), name="one_event_a_number")],
            },
        ),
        guard("live_event"),
    ]
