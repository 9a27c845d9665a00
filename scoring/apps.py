"""The Django application of the project."""

from django.apps import AppConfig


class ScoringConfig(AppConfig):
    """Sessions, hands and money of a card table."""

    name = "scoring"
    default_auto_field = "django.db.models.BigAutoField"
