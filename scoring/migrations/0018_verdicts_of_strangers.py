from django.db import migrations, models


class Migration(migrations.Migration):
    """The guard of kept verdicts, restored after it, lets go those that a stranger kept."""

    dependencies = [("scoring", "0017_ends_by_any_clock_and_alarms")]

    operations = [
        migrations.AddIndex(
            model_name="keptverdict",
            index=models.Index(
                fields=["kept_at"], condition=models.Q(device=None, entry=None), name="kept_verdict_of_a_stranger"
            ),
        ),
    ]
