from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("scoring", "0038_days_of_nights"),
    ]

    operations = [
        migrations.RemoveIndex(model_name="session", name="session_newest_of_club"),
        migrations.AddIndex(
            model_name="session",
            index=models.Index(fields=["club", "-day"], name="session_by_day_of_club"),
        ),
    ]
