from django.apps import AppConfig
from django.core.exceptions import ImproperlyConfigured
from django.db import connections
from django.db.models.signals import post_migrate


class ScoringConfig(AppConfig):
    name = "scoring"

    def ready(self) -> None:
        post_migrate.connect(restore_guards, sender=self)


def restore_guards(*, using: str, **_options: object) -> None:
    """Restore the guards after a migration. Raises ImproperlyConfigured for those still missing."""
    from scoring.models import guard  # noqa: PLC0415 - models load after the applications are known

    connection = connections[using]
    if "scoring_entry" not in connection.introspection.table_names():
        return
    guard.restore(connection)
    if lost := guard.missing(connection):
        raise ImproperlyConfigured(f"the database lacks the guards {', '.join(lost)}")
