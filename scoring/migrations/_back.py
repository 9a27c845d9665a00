"""The way back of a migration: closed once there are rows that the version before cannot read."""

from scoring.models import guard


def only_while_none(model, what, **which):
    """Return an operation's way back: refused while such rows exist, for nothing of the books is ever dropped."""

    def back(apps, schema_editor):
        count = apps.get_model("scoring", model).objects.filter(**which).count()
        if count:
            raise RuntimeError(
                f"The version before cannot read {what} ({count}): stay here, or restore a backup made before."
            )
        guard.lift(schema_editor.connection)

    return back
