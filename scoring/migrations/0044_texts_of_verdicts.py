from itertools import batched

from django.db import migrations, models

from scoring.models import guard
from scoring.texts.stored import texts_read

ROWS_AT_A_TIME = 500


def lift_guards(apps, schema_editor):
    """Drop the guards, which refuse any change of a hand; they are restored after the migration."""
    guard.lift(schema_editor.connection)


def read_sentences(apps, schema_editor):
    for name, kept in (("Hand", "verdict"), ("KeptVerdict", "answer")):
        rows = apps.get_model("scoring", name).objects.order_by("pk")
        for batch in batched(rows.iterator(ROWS_AT_A_TIME), ROWS_AT_A_TIME):
            for row in batch:
                row.texts = texts_read(getattr(row, kept))
            rows.bulk_update(batch, ["texts"])


class Migration(migrations.Migration):
    """Keep the code and values of each stored sentence beside it."""

    dependencies = [("scoring", "0043_one_row_per_night")]

    operations = [
        migrations.RunPython(lift_guards, migrations.RunPython.noop),
        migrations.AddField("hand", "texts", models.JSONField(default=dict)),
        migrations.AddField("keptverdict", "texts", models.JSONField(default=dict)),
        migrations.RunPython(read_sentences, lift_guards),
    ]
