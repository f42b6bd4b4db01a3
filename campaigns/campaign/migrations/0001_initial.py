import campaigns.site.keys
import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

from campaigns.site.append_only import guard


class Migration(migrations.Migration):
    initial = True

    dependencies = [
        ("ledger", "0001_initial"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name="Campaign",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("name", models.CharField(max_length=80)),
                ("slug", models.SlugField(editable=False, max_length=100, unique=True)),
                (
                    "cid",
                    models.CharField(default=campaigns.site.keys.hex16, editable=False, max_length=32, unique=True),
                ),
                ("sentence", models.CharField(blank=True, max_length=200)),
                ("system", models.CharField(max_length=80)),
                ("system_version", models.PositiveSmallIntegerField(default=1)),
                ("options", models.JSONField(blank=True, default=dict)),
                (
                    "visibility",
                    models.CharField(
                        choices=[
                            ("public", "Public: everybody may read"),
                            ("unlisted", "Unlisted: everybody who has the address may read"),
                            ("private", "Private: members only, nobody else learns that it exists"),
                        ],
                        default="public",
                        max_length=8,
                    ),
                ),
                ("founded", models.DateTimeField()),
                (
                    "ledger",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.PROTECT, related_name="+", to="ledger.ledger"
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="Invitation",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "code",
                    models.CharField(default=campaigns.site.keys.key20, editable=False, max_length=20, unique=True),
                ),
                (
                    "role",
                    models.CharField(
                        choices=[("player", "Player"), ("watcher", "Watcher")], default="player", max_length=7
                    ),
                ),
                ("revoked", models.BooleanField(default=False)),
                (
                    "campaign",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="invitations", to="campaign.campaign"
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="LogEntry",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("sentence", models.CharField(max_length=300)),
                (
                    "key",
                    models.CharField(default=campaigns.site.keys.key10, editable=False, max_length=10, unique=True),
                ),
                ("at", models.DateTimeField()),
                (
                    "actor",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="+", to=settings.AUTH_USER_MODEL
                    ),
                ),
                (
                    "campaign",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="log", to="campaign.campaign"
                    ),
                ),
            ],
            options={
                "abstract": False,
            },
        ),
        migrations.CreateModel(
            name="Member",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "role",
                    models.CharField(
                        choices=[("owner", "GM"), ("gm", "co-GM"), ("player", "Player"), ("watcher", "Watcher")],
                        max_length=7,
                    ),
                ),
                (
                    "state",
                    models.CharField(
                        choices=[("active", "Active"), ("left", "Left"), ("banned", "Banned")],
                        default="active",
                        max_length=6,
                    ),
                ),
                ("joined", models.DateTimeField()),
                (
                    "campaign",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="members", to="campaign.campaign"
                    ),
                ),
                (
                    "lane",
                    models.OneToOneField(
                        editable=False,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to="ledger.lane",
                    ),
                ),
                (
                    "person",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="memberships",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "constraints": [models.UniqueConstraint(fields=("campaign", "person"), name="one_member_a_person")],
            },
        ),
        guard("campaign_logentry"),
    ]
