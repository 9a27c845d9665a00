import uuid

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("scoring", "0016_kinds_of_lines"),
    ]

    operations = [
        migrations.RemoveConstraint(
            model_name="membership",
            name="membership_ends_after_it_began",
        ),
        migrations.CreateModel(
            name="Alarm",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("public_id", models.UUIDField(default=uuid.uuid4, editable=False, unique=True)),
                ("raised_at", models.DateTimeField()),
                ("lost_guards", models.JSONField()),
                ("wrong", models.PositiveIntegerField()),
                ("read_at", models.DateTimeField(null=True)),
            ],
        ),
    ]
