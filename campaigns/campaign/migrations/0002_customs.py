from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("campaign", "0001_initial")]

    operations = [migrations.AddField("campaign", "customs", models.JSONField(blank=True, default=dict))]
