import campaigns.site.keys
import django.db.models.deletion
from django.db import migrations, models

from campaigns.site.append_only import guard


class Migration(migrations.Migration):
    initial = True

    dependencies = [
        ("campaign", "0001_initial"),
    ]

    operations = [
        migrations.CreateModel(
            name="Character",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "key",
                    models.CharField(default=campaigns.site.keys.key10, editable=False, max_length=10, unique=True),
                ),
                (
                    "cid",
                    models.CharField(default=campaigns.site.keys.hex16, editable=False, max_length=32, unique=True),
                ),
                ("name", models.CharField(max_length=40)),
                (
                    "folded_name",
                    models.CharField(editable=False, help_text="one letter can fold to eighteen", max_length=800),
                ),
                ("line", models.CharField(blank=True, max_length=120)),
                ("sheet", models.JSONField(blank=True, default=dict)),
                ("version", models.PositiveIntegerField(default=1)),
                ("hidden", models.BooleanField(default=False)),
                ("retired", models.BooleanField(default=False)),
                (
                    "campaign",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="characters", to="campaign.campaign"
                    ),
                ),
                (
                    "owner",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="characters",
                        to="campaign.member",
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="SheetRevision",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("number", models.PositiveIntegerField()),
                ("name", models.CharField(max_length=40)),
                ("line", models.CharField(blank=True, max_length=120)),
                ("sheet", models.JSONField()),
                ("at", models.DateTimeField()),
                (
                    "by",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="+", to="campaign.member"
                    ),
                ),
                (
                    "character",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="revisions", to="character.character"
                    ),
                ),
            ],
        ),
        migrations.AddConstraint(
            model_name="character",
            constraint=models.UniqueConstraint(
                condition=models.Q(("hidden", False)),
                fields=("campaign", "folded_name"),
                name="one_shown_character_a_name",
            ),
        ),
        migrations.AddConstraint(
            model_name="sheetrevision",
            constraint=models.UniqueConstraint(fields=("character", "number"), name="one_revision_a_number"),
        ),
        guard("character_sheetrevision"),
    ]
