"""Settle a match of a game that is played for points first."""

from django.db import transaction

from scoring.games import game_by_id
from scoring.ledger.balances import Payment
from scoring.ledger.fingerprint import Points
from scoring.models import Entry, EntryKind, Session
from scoring.operations.errors import RefusedError
from scoring.operations.posting import (
    Draft,
    Stamp,
    content_hash,
    lock,
    post,
    recorded_before,
    require_open,
    require_unchanged,
)
from scoring.queries import matches


class NoMatchError(RefusedError):
    """There are no points to be settled."""

    code = "no_match"

    def __init__(self) -> None:
        super().__init__("There are no points to settle. Record a hand first.")


@transaction.atomic
def settle_match(*, session: Session, expected_entry: int, stamp: Stamp) -> Entry:
    """Turn the points of the match into money, let the next match begin at 0, and return the entry.

    A match that nobody has won yet is broken off. Raises NoMatchError, TableChangedError, SessionClosedError,
    KeyReusedError.
    """
    content = content_hash("settle_match", session=session.public_id)
    session = lock(session=session)
    if before := recorded_before(stamp=stamp, content=content):
        return before
    require_open(session=session)
    require_unchanged(session=session, expected_entry=expected_entry)
    return post(session=session, draft=draft_of_match(session=session), stamp=stamp, content=content)


def draft_of_match(*, session: Session) -> Draft:
    """Return the entry that settling the match now would make. Raises NoMatchError."""
    points = matches.points_to_settle(session=session)
    match = game_by_id(game_id=session.game).match
    if match is None or not any(points.values()):
        raise NoMatchError
    return Draft(
        kind=EntryKind.MATCH,
        act={"points": [[seat, total] for seat, total in points.items()]},
        payments=tuple(
            Payment(payer=debt.payer, payee=debt.payee, cents=debt.cents * session.stake_factor)
            for debt in match.debts(points=points, rules=session.rules)
        ),
        points=tuple(Points(seat=seat, points=-total) for seat, total in points.items() if total),
    )
