"""What an installation needs before anybody can use it."""

from datetime import datetime

from django.db import transaction

from scoring.models.clubs import Club


@transaction.atomic
def first_club(*, time_zone: str, now: datetime) -> Club:
    """Return the club of this installation, made with the machine's time zone on the first start."""
    club = Club.objects.order_by("id").first()
    return club or Club.objects.create(name="Our club", time_zone=time_zone, created_at=now)
