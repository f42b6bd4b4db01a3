import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("campaign", "0001_initial"), ("combat", "0001_initial")]

    operations = [
        migrations.CreateModel(
            "Applied",
            [
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("roll", models.CharField(max_length=8, unique=True)),
                ("said", models.CharField(max_length=200)),
                ("at", models.DateTimeField()),
                (
                    "by",
                    models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name="+", to="campaign.member"),
                ),
                (
                    "encounter",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="applied",
                        to="combat.encounter",
                    ),
                ),
            ],
        ),
    ]
