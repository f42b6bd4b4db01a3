from __future__ import annotations

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

import campaigns.site.keys
from campaigns.site.append_only import guard

ID = ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID"))


class Migration(migrations.Migration):
    initial = True

    dependencies = [migrations.swappable_dependency(settings.AUTH_USER_MODEL)]

    operations = [
        migrations.CreateModel(
            name="Ledger",
            fields=[
                ID,
                (
                    "led",
                    models.CharField(default=campaigns.site.keys.hex16, editable=False, max_length=32, unique=True),
                ),
                ("camp", models.CharField(editable=False, max_length=32, unique=True)),
                ("key", models.CharField(editable=False, max_length=64)),
                (
                    "practice_of",
                    models.OneToOneField(
                        blank=True,
                        editable=False,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                ("length", models.PositiveBigIntegerField(default=0)),
                ("head", models.CharField(blank=True, max_length=64)),
                ("stamp", models.PositiveBigIntegerField(default=0, help_text="ts of the newest entry, milliseconds")),
            ],
        ),
        migrations.CreateModel(
            name="Lane",
            fields=[
                ID,
                (
                    "ledger",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="lanes", to="ledger.ledger"
                    ),
                ),
                (
                    "person",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="lanes", to=settings.AUTH_USER_MODEL
                    ),
                ),
                ("pid", models.CharField(default=campaigns.site.keys.hex16, editable=False, max_length=32)),
                ("role", models.CharField(max_length=6)),
                ("k", models.PositiveBigIntegerField(default=0)),
                ("salt", models.CharField(max_length=32)),
                ("envelope", models.CharField(max_length=64)),
                ("sealed_in", models.PositiveBigIntegerField()),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(fields=("ledger", "pid"), name="one_lane_a_pid"),
                    models.UniqueConstraint(fields=("ledger", "person"), name="one_lane_a_person"),
                ],
            },
        ),
        migrations.CreateModel(
            name="Entry",
            fields=[
                ID,
                (
                    "ledger",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="entries", to="ledger.ledger"
                    ),
                ),
                ("i", models.PositiveBigIntegerField()),
                ("t", models.CharField(max_length=7)),
                ("body", models.TextField()),
                ("hash", models.CharField(max_length=64)),
                ("signature", models.CharField(max_length=128)),
                ("pid", models.CharField(blank=True, max_length=32)),
                ("k", models.PositiveBigIntegerField(null=True)),
                ("rid", models.CharField(blank=True, max_length=32)),
                ("cn", models.CharField(blank=True, max_length=64)),
                ("asked", models.CharField(blank=True, max_length=64)),
                ("at", models.DateTimeField()),
            ],
            options={
                "indexes": [models.Index(fields=["ledger", "pid", "i"], name="lane_of_the_chain")],
                "constraints": [
                    models.UniqueConstraint(fields=("ledger", "i"), name="one_entry_a_number"),
                    models.UniqueConstraint(
                        condition=models.Q(("t", "cast")), fields=("ledger", "pid", "k"), name="one_cast_an_envelope"
                    ),
                    models.UniqueConstraint(
                        condition=models.Q(("t", "cast")), fields=("ledger", "pid", "rid"), name="one_cast_a_request"
                    ),
                    models.UniqueConstraint(
                        condition=models.Q(("cn", ""), _negated=True),
                        fields=("ledger", "pid", "cn"),
                        name="one_cast_a_number",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="Opening",
            fields=[
                ID,
                (
                    "entry",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="openings", to="ledger.entry"
                    ),
                ),
                ("place", models.IntegerField()),
                ("name", models.CharField(max_length=12)),
                ("salt", models.CharField(max_length=64)),
                ("value", models.TextField(blank=True)),
            ],
            options={
                "constraints": [models.UniqueConstraint(fields=("entry", "place", "name"), name="one_opening_a_seal")],
            },
        ),
        migrations.CreateModel(
            name="Roll",
            fields=[
                ID,
                ("key", models.CharField(default=campaigns.site.keys.key8, editable=False, max_length=8, unique=True)),
                (
                    "entry",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="rolls", to="ledger.entry"
                    ),
                ),
                ("place", models.PositiveSmallIntegerField()),
                ("post", models.CharField(blank=True, db_index=True, max_length=32)),
                ("thread", models.CharField(blank=True, max_length=32)),
                ("char", models.CharField(blank=True, max_length=32)),
                ("name", models.CharField(blank=True, max_length=60)),
                ("rv", models.CharField(max_length=86)),
                ("expr", models.CharField(max_length=200)),
                ("level", models.CharField(max_length=9)),
                ("card", models.JSONField()),
                ("html", models.TextField()),
            ],
            options={
                "indexes": [models.Index(fields=["thread", "char"], name="rolls_of_a_character")],
                "constraints": [models.UniqueConstraint(fields=("entry", "place"), name="one_roll_a_place")],
            },
        ),
        guard("ledger_entry"),
    ]
