"""Say whether a club rates its players."""

from django.db import transaction

from scoring.models import Club
from scoring.operations.table.posting import lock_club


@transaction.atomic
def rate_players(*, club: Club, is_on: bool) -> None:
    """Say whether standings and pages of players show a rating."""
    lock_club(club=club)
    club.rates_players = is_on
    club.save(update_fields=["rates_players"])
