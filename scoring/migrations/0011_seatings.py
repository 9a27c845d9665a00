import django.db.models.deletion
from django.db import migrations, models

from scoring.models import guard


def lift_guards(apps, schema_editor):
    guard.lift(schema_editor.connection)


def fill_partnerships(apps, schema_editor):
    Session, Partnership = (apps.get_model("scoring", name) for name in ("Session", "Partnership"))
    for session in Session.objects.all():
        for seat in session.seats.all():
            side = (seat.number - 1) % 2 + 1 if session.rules.get("partnerships") else seat.number
            seat.partnership, _ = Partnership.objects.get_or_create(session=session, number=side)
            seat.save(update_fields=["partnership"])


class Migration(migrations.Migration):

    dependencies = [
        ('scoring', '0010_api_tokens'),
    ]

    operations = [
        migrations.RunPython(lift_guards, migrations.RunPython.noop),
        migrations.RemoveConstraint(
            model_name='partnership',
            name='partnership_number_is_unique',
        ),
        migrations.AlterField(
            model_name='seat',
            name='partnership',
            field=models.ForeignKey(
                null=True,
                on_delete=django.db.models.deletion.PROTECT,
                related_name='seats',
                to='scoring.partnership',
            ),
        ),
        migrations.RunPython(migrations.RunPython.noop, fill_partnerships),
        migrations.RemoveField(
            model_name='seat',
            name='partnership',
        ),
        migrations.RemoveConstraint(
            model_name='entry',
            name='entry_kind_is_known',
        ),
        migrations.AddField(
            model_name='seat',
            name='since',
            field=models.PositiveIntegerField(default=0),
        ),
        migrations.AddConstraint(
            model_name='entry',
            constraint=models.CheckConstraint(condition=models.Q(('kind__in', ('hand', 'secret', 'penalty', 'reversal', 'match', 'adjustment', 'seating', 'close', 'handover'))), name='entry_kind_is_known'),
        ),
        migrations.DeleteModel(
            name='Partnership',
        ),
        migrations.RunPython(migrations.RunPython.noop, lift_guards),
    ]
