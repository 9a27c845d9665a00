"""Settle a match of a game that is played for points first."""

from scoring.ledger.balances import Payment
from scoring.ledger.fingerprint import Points
from scoring.ledger.night import Night
from scoring.models import Entry, EntryKind, Session
from scoring.operations.errors import NoMatchError
from scoring.operations.table.posting import Books, Draft, Stamp, content_hash, writing


def settle_match(*, session: Session, expected_entry: int, stamp: Stamp) -> Entry:
    """Turn the points of the match into money, let the next match begin at 0, and return the entry.

    A match that nobody has won yet is broken off. Raises NoMatchError, TableChangedError, SessionClosedError,
    KeyReusedError.
    """
    content = content_hash("settle_match", session=session.public_id)
    with writing(Entry, session=session, stamp=stamp, content=content, expected_entry=expected_entry) as books:
        return books.before or books.post(draft_of_match(night=books.night))


def settle_if_won(books: Books[Entry]) -> None:
    """Settle a match that was won before what is recorded now, which is of the next one."""
    if books.night.is_match_over:
        books.post(draft_of_match(night=books.night), with_key=False)


def draft_of_match(*, night: Night) -> Draft:
    """Return the entry that settling the match now would make. Raises NoMatchError."""
    points, match, agreed = night.points_to_settle, night.game.match, night.agreed()
    if match is None or not any(points.values()):
        raise NoMatchError
    return Draft(
        kind=EntryKind.MATCH,
        act={"points": [[seat, total] for seat, total in points.items()]},
        payments=tuple(
            Payment(payer=debt.payer, payee=debt.payee, cents=debt.cents * agreed.stakes)
            for debt in match.debts(points=points, rules=agreed.rules)
        ),
        points=tuple(Points(seat=seat, points=-total) for seat, total in points.items() if total),
    )
