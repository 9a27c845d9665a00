from django.db import migrations, models

from scoring.migrations._back import only_while_none
from scoring.models import guard

OLD = ("hand", "secret", "penalty", "reversal", "match", "adjustment", "seating", "close", "handover")
OLDER = (*OLD, "free", "utang", "tong", "chips", "terms")


def lift_guards(apps, schema_editor):
    guard.lift(schema_editor.connection)


class Migration(migrations.Migration):
    dependencies = [
        ("scoring", "0028_ratings"),
    ]

    operations = [
        migrations.RunPython(lift_guards, migrations.RunPython.noop),
        migrations.RemoveConstraint(model_name="entry", name="entry_kind_is_known"),
        migrations.AddConstraint(
            model_name="entry",
            constraint=models.CheckConstraint(
                condition=models.Q(("kind__in", (*OLDER, "past"))), name="entry_kind_is_known"
            ),
        ),
        migrations.AddField(
            model_name="session",
            name="entered_later",
            field=models.BooleanField(db_default=False, default=False),
        ),
        migrations.RunPython(migrations.RunPython.noop, only_while_none("Session", "nights entered later", entered_later=True)),
    ]
