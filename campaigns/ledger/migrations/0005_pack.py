from __future__ import annotations

import django.db.models.deletion
from django.db import migrations, models

from campaigns.site.append_only import guard


class Migration(migrations.Migration):
    dependencies = [("ledger", "0004_roll_ruled")]

    operations = [
        migrations.CreateModel(
            name="Pack",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("rv", models.CharField(db_index=True, max_length=86)),
                ("text", models.TextField()),
                (
                    "ledger",
                    models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name="packs", to="ledger.ledger"),
                ),
            ],
            options={"constraints": [models.UniqueConstraint(fields=("ledger", "rv"), name="one_pack_a_ledger")]},
        ),
        guard("ledger_pack"),
    ]
