from django.db import migrations, models


def empty(apps, _editor):
    """Empty the tallies: they are derived again with what is left to hand over."""
    apps.get_model("scoring", "NightTally").objects.all().delete()


class Migration(migrations.Migration):
    dependencies = [
        ("scoring", "0024_months_of_tallies"),
    ]

    operations = [
        migrations.RunPython(empty, empty),
        migrations.AddField(
            model_name="nighttally",
            name="owed_cents",
            field=models.BigIntegerField(default=0),
            preserve_default=False,
        ),
    ]
