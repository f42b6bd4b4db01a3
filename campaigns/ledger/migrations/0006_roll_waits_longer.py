from __future__ import annotations

from typing import Any

from django.db import migrations, models

WAITS = [("choice", "for its own dice"), ("answer", "for an answer"), ("sets", "for its sets"), ("word", "for the GM's word")]


def say_who_waits(apps: Any, schema_editor: Any) -> None:
    """Contests that are open until the GM says whether time matters: so far their cards alone told it."""
    rolls = apps.get_model("ledger", "Roll").objects
    waiting = rolls.filter(waits="", ruled="", rv__startswith="bgrade/", answers__isnull=False)
    open_ones = [roll.pk for roll in waiting.only("card").iterator() if roll.card["waits"]]
    rolls.filter(pk__in=open_ones).update(waits="word")


class Migration(migrations.Migration):
    dependencies = [("ledger", "0005_pack")]

    operations = [
        migrations.AlterField("roll", "waits", models.CharField(blank=True, choices=WAITS, max_length=6)),
        migrations.AlterField("roll", "target", models.CharField(blank=True, max_length=400)),
        migrations.AlterField("roll", "target_char", models.CharField(blank=True, max_length=300)),
        migrations.AddField("roll", "opponent_char", models.CharField(blank=True, default="", max_length=32)),
        migrations.RunPython(say_who_waits, migrations.RunPython.noop),
    ]
