from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("scoring", "0002_saved_rules_and_kept_verdicts")]

    operations = [
        migrations.AddField(
            model_name="hand",
            name="after",
            field=models.PositiveIntegerField(default=0),
            preserve_default=False,
        ),
        migrations.AddIndex(
            model_name="entry",
            index=models.Index(
                condition=models.Q(("reverses__isnull", False)),
                fields=["session"],
                name="entry_reversals_of_session",
            ),
        ),
        migrations.AddIndex(
            model_name="entry",
            index=models.Index(
                condition=models.Q(("kind", "close")), fields=["session"], name="entry_closes_of_session"
            ),
        ),
    ]
