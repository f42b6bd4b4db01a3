from __future__ import annotations

import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("ledger", "0001_initial")]

    operations = [
        migrations.AddField("roll", "target", models.CharField(blank=True, max_length=60)),
        migrations.AddField("roll", "target_char", models.CharField(blank=True, max_length=32)),
        migrations.AddField(
            "roll",
            "waits",
            models.CharField(
                blank=True, choices=[("choice", "for its own dice"), ("answer", "for an answer")], max_length=6
            ),
        ),
        migrations.AddField(
            "roll",
            "answers",
            models.ForeignKey(
                blank=True,
                null=True,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="answered_by",
                to="ledger.roll",
            ),
        ),
        migrations.AddField("roll", "unanswered", models.BooleanField(default=False)),
        migrations.AddField("roll", "chosen", models.JSONField(blank=True, null=True)),
        migrations.AddField(
            "roll",
            "choice",
            models.OneToOneField(
                blank=True,
                null=True,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="chosen_for",
                to="ledger.entry",
            ),
        ),
        migrations.AddField(
            "roll",
            "set_by",
            models.ForeignKey(
                blank=True,
                null=True,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="+",
                to="ledger.lane",
            ),
        ),
        migrations.AddIndex("roll", models.Index(fields=["thread", "waits"], name="rolls_that_wait")),
        migrations.AddConstraint(
            "entry",
            models.UniqueConstraint(
                condition=models.Q(("t", "choose")), fields=("ledger", "rid"), name="one_choice_a_request"
            ),
        ),
    ]
