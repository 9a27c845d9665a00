"""Read a poll in one statement."""

from datetime import datetime
from typing import NamedTuple
from uuid import UUID

from django.db import connection

from scoring.models import Device, Session, hash_token

# A phone of two clubs is in the club that it entered last, so find that place before comparing the club.
_STATEMENT = """
SELECT membership.role, session.id, session.revision, device.id,
       COALESCE((SELECT MAX(number) FROM scoring_entry WHERE session_id = session.id), 0)
FROM scoring_device device
JOIN scoring_membership membership ON membership.id = (
    SELECT id FROM scoring_membership WHERE device_id = device.id AND revoked_at IS NULL
    ORDER BY COALESCE(entered_at, created_at) DESC, id DESC LIMIT 1)
JOIN scoring_session session ON session.club_id = membership.club_id
    AND (membership.session_id IS NULL OR membership.session_id = session.id)
WHERE device.token_hash = %s AND session.public_id = %s AND device.seen_at BETWEEN %s AND %s
    AND NOT EXISTS (SELECT 1 FROM scoring_apitoken WHERE device_id = device.id)
"""


class Poll(NamedTuple):
    """A phone and the version of its night, as the statement reads them."""

    role: str
    session: int
    revision: int
    device: int
    newest: int


def read_poll(*, token: str, public_id: UUID, seen_between: tuple[datetime, datetime]) -> Poll | None:
    """Read a poll, None if Django must answer.

    Django also answers for a phone not seen in `seen_between`, and notes the time.
    """
    asked = (
        hash_token(token=token),
        Session._meta.get_field("public_id").get_db_prep_value(public_id, connection),
        *(Device._meta.get_field("seen_at").get_db_prep_value(each, connection) for each in seen_between),
    )
    with connection.cursor() as cursor:
        cursor.execute(_STATEMENT, asked)
        row = cursor.fetchone()
    return Poll(*row) if row else None
