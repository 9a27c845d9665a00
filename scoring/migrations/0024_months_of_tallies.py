import datetime

from django.db import migrations, models


def empty(apps, _editor):
    """Empty the tallies: they are derived again with their months."""
    apps.get_model("scoring", "NightTally").objects.all().delete()


class Migration(migrations.Migration):
    dependencies = [
        ("scoring", "0023_names_of_nights"),
    ]

    operations = [
        migrations.RunPython(empty, empty),
        migrations.AddField(
            model_name="nighttally",
            name="month",
            field=models.DateField(default=datetime.date(2000, 1, 1)),
            preserve_default=False,
        ),
    ]
