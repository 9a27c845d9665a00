"""What is paid apart from play: a side bet, a fine, a tip, a loan repaid."""

from collections.abc import Collection

from scoring.ledger.balances import Payment
from scoring.models import Entry, EntryKind, Session
from scoring.operations.errors import WrongAmountError
from scoring.operations.table.posting import Draft, Stamp, content_hash, writing
from scoring.texts import say


def pay_free(
    *,
    session: Session,
    payer: int,
    payees: tuple[int, ...],
    amount_cents: int,
    reason: str,
    expected_entry: int,
    stamp: Stamp,
) -> Entry:
    """Record that payer owes each payee so much for something else than play, and return the entry.

    It is settled with the night and is in nobody's result. Raises WrongAmountError, ReasonMissingError,
    TableChangedError, SessionClosedError, KeyReusedError.
    """
    content = content_hash(
        "pay_free",
        session=session.public_id,
        payer=payer,
        payees=sorted(payees),
        amount_cents=amount_cents,
        reason=reason,
    )
    with writing(Entry, session=session, stamp=stamp, content=content, expected_entry=expected_entry) as books:
        if books.before:
            return books.before
        books.require_reason(reason=reason)
        require_payable(session=session, seats=books.seats, payer=payer, payees=payees, amount_cents=amount_cents)
        payments = tuple(Payment(payer=payer, payee=payee, cents=amount_cents) for payee in sorted(payees))
        return books.post(Draft(kind=EntryKind.FREE, payments=payments, reason=reason, apart=True))


def require_payable(
    *, session: Session, seats: Collection[int], payer: int, payees: tuple[int, ...], amount_cents: int
) -> None:
    """Raise WrongAmountError for what one of these seats cannot pay to others."""
    if session.money.is_points:
        raise WrongAmountError(say("wrong_amount.points_only"))
    if not payees or payer in payees or len({payer, *payees} & set(seats)) <= len(payees):
        raise WrongAmountError(say("wrong_amount.not_two_players"))
    if amount_cents < 1:
        raise WrongAmountError(say("wrong_amount.nothing"))
