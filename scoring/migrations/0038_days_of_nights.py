from datetime import date
from zoneinfo import ZoneInfo

from django.db import migrations, models

from scoring.migrations._back import only_while_none
from scoring.models import guard

KINDS = ("hand", "secret", "penalty", "reversal", "match", "adjustment", "seating", "close", "handover")
KINDS = (*KINDS, "free", "utang", "tong", "chips", "terms", "past")
POSSIBLE = (date(1900, 1, 1), date(2999, 12, 31))


def lift_guards(apps, schema_editor):
    guard.lift(schema_editor.connection)


def write_days(apps, schema_editor):
    """Give each night the day that its pages show before this migration."""
    nights = apps.get_model("scoring", "Session").objects
    for pk, started_at, time_zone in nights.values_list("pk", "started_at", "club__time_zone").iterator():
        day = started_at.astimezone(ZoneInfo(time_zone)).date()
        nights.filter(pk=pk).update(day=max(POSSIBLE[0], min(day, POSSIBLE[1])))


class Migration(migrations.Migration):
    dependencies = [
        ("scoring", "0037_no_fixtures"),
    ]

    operations = [
        migrations.RunPython(lift_guards, migrations.RunPython.noop),
        migrations.RemoveConstraint(model_name="entry", name="entry_kind_is_known"),
        migrations.AddConstraint(
            model_name="entry",
            constraint=models.CheckConstraint(
                condition=models.Q(("kind__in", (*KINDS, "day"))), name="entry_kind_is_known"
            ),
        ),
        migrations.AddField(model_name="session", name="day", field=models.DateField(null=True)),
        migrations.RunPython(write_days, migrations.RunPython.noop),
        migrations.AlterField(model_name="session", name="day", field=models.DateField()),
        migrations.AddConstraint(
            model_name="session",
            constraint=models.CheckConstraint(condition=models.Q(("day__range", POSSIBLE)), name="session_day_is_possible"),
        ),
        migrations.RunPython(migrations.RunPython.noop, only_while_none("Entry", "days of nights put right", kind="day")),
    ]
