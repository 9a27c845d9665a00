from django.db import migrations, models
from django.db.models import Q


def every_end_was_a_hosts(apps, schema_editor):
    memberships = apps.get_model("scoring", "Membership").objects.using(schema_editor.connection.alias)
    memberships.filter(revoked_at__isnull=False).update(is_ended_by_host=True)


class Migration(migrations.Migration):
    dependencies = [
        ("scoring", "0014_proposals"),
    ]

    operations = [
        migrations.AddField(
            model_name="membership",
            name="is_ended_by_host",
            field=models.BooleanField(default=False),
        ),
        migrations.RunPython(every_end_was_a_hosts, migrations.RunPython.noop),
        migrations.AddConstraint(
            model_name="membership",
            constraint=models.CheckConstraint(
                condition=Q(("is_ended_by_host", False), ("revoked_at__isnull", False), _connector="OR"),
                name="membership_a_host_ended_has_an_end",
            ),
        ),
    ]
