from django.db import migrations, models

from scoring.models import guard

OLD = ("hand", "secret", "penalty", "reversal", "match", "adjustment", "seating", "close", "handover")
OLDER = (*OLD, "free", "utang", "tong", "chips", "terms")


def lift_guards(apps, schema_editor):
    guard.lift(schema_editor.connection)


def refuse_new_lines(apps, schema_editor):
    """Go back only while no night was entered later: nothing of the books is ever dropped."""
    if count := apps.get_model("scoring", "Session").objects.filter(entered_later=True).count():
        raise RuntimeError(f"The books hold {count} nights that the version before cannot read.")
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
        migrations.RunPython(migrations.RunPython.noop, refuse_new_lines),
    ]
