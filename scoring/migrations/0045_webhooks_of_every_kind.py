from django.db import migrations, models

BEFORE = ("hand.recorded", "entry.undone", "session.opened", "session.closed")
NOW = (
    *("session.opened", "hand.recorded", "secret.recorded", "penalty.recorded", "entry.undone", "match.recorded"),
    *("adjustment.recorded", "seating.recorded", "session.closed", "handover.recorded", "free.recorded"),
    *("utang.recorded", "tong.recorded", "chips.recorded", "terms.recorded", "past.recorded", "day.recorded"),
)
NAME = "webhook_event_is_known"


def forget(apps, schema_editor):
    """Drop the waiting messages that the version before does not know."""
    apps.get_model("scoring", "WebhookMessage").objects.exclude(event__in=BEFORE).delete()


class Migration(migrations.Migration):
    """Webhooks get every kind of line."""

    dependencies = [("scoring", "0044_texts_of_verdicts")]

    operations = [
        migrations.RemoveConstraint("webhookmessage", NAME),
        migrations.RunPython(migrations.RunPython.noop, forget),
        migrations.AddConstraint(
            "webhookmessage", models.CheckConstraint(condition=models.Q(("event__in", NOW)), name=NAME)
        ),
    ]
