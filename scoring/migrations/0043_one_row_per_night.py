import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    """What nights come to is derived again when it is read first."""

    dependencies = [("scoring", "0001_squashed_0042_unread_hands")]

    operations = [
        migrations.DeleteModel("PastTally"),
        migrations.DeleteModel("RatingTally"),
        migrations.DeleteModel("SideTally"),
        migrations.DeleteModel("PairTally"),
        migrations.DeleteModel("SeatTally"),
        migrations.DeleteModel("NightTally"),
        migrations.CreateModel(
            name="NightTally",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("shape", models.PositiveSmallIntegerField()),
                ("last_entry", models.PositiveIntegerField()),
                ("owed_cents", models.BigIntegerField()),
                ("sums", models.JSONField()),
                (
                    "session",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE, related_name="tally", to="scoring.session"
                    ),
                ),
            ],
        ),
    ]
