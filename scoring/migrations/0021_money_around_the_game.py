from django.db import migrations, models

from scoring.migrations._back import only_while_none
from scoring.models import guard

OLD = ("hand", "secret", "penalty", "reversal", "match", "adjustment", "seating", "close", "handover")
NEW = ("free", "utang", "tong", "chips", "terms")


def lift_guards(apps, schema_editor):
    guard.lift(schema_editor.connection)


class Migration(migrations.Migration):
    dependencies = [
        ("scoring", "0020_partnerships"),
    ]

    operations = [
        migrations.RunPython(lift_guards, migrations.RunPython.noop),
        migrations.RemoveConstraint(model_name="entry", name="entry_kind_is_known"),
        migrations.AddConstraint(
            model_name="entry",
            constraint=models.CheckConstraint(
                condition=models.Q(("kind__in", (*OLD, *NEW))), name="entry_kind_is_known"
            ),
        ),
        migrations.AddField(
            model_name="payment",
            name="apart",
            field=models.BooleanField(db_default=False, default=False),
        ),
        migrations.AddConstraint(
            model_name="payment",
            constraint=models.CheckConstraint(
                condition=models.Q(("cash", False), ("apart", False), _connector="OR"),
                name="payment_is_cash_or_apart",
            ),
        ),
        migrations.RemoveIndex(model_name="payment", name="payment_sum_by_payer"),
        migrations.AddIndex(
            model_name="payment",
            index=models.Index(fields=["payer", "cash", "apart", "amount_cents"], name="payment_sum_by_payer"),
        ),
        migrations.RemoveIndex(model_name="payment", name="payment_sum_by_payee"),
        migrations.AddIndex(
            model_name="payment",
            index=models.Index(fields=["payee", "cash", "apart", "amount_cents"], name="payment_sum_by_payee"),
        ),
        migrations.RunPython(migrations.RunPython.noop, only_while_none("Entry", "lines of new kinds", kind__in=NEW)),
    ]
