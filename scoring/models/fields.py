"""What several models store."""

from typing import Any

from django.db import models
from django.db.models.fields.json import KeyTransform


class ObjectField(models.JSONField):
    """A JSON object; what somebody else wrote there, which is none, reads as an empty one."""

    def from_db_value(self, value: Any, expression: Any, connection: Any) -> Any:
        """Return the object, or the part of it that was asked for."""
        if value is None or isinstance(expression, KeyTransform):
            return super().from_db_value(value, expression, connection)
        try:
            found = super().from_db_value(value, expression, connection)
        except ValueError:
            return {}
        return found if isinstance(found, dict) else {}

    def deconstruct(self) -> Any:
        """Return the field as migrations know it: the column is that of any JSON."""
        name, _, args, kwargs = super().deconstruct()
        return name, "django.db.models.JSONField", args, kwargs
