"""Close a session, hand the cash over."""

from django.db import transaction

from scoring.ledger.balances import Payment
from scoring.models import Entry, EntryKind, Session
from scoring.money import format_amount
from scoring.operations.errors import DisputesOpenError, WrongAmountError
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
from scoring.queries import disputes, settlements


@transaction.atomic
def close_session(
    *,
    session: Session,
    coin_cents: int,
    expected_entry: int,
    stamp: Stamp,
    disputed: tuple[int, ...] = (),
) -> Entry:
    """Close the session with the fewest payments that settle it, and return the close.

    First posts, as entries of their own, the pooling of partners (C25, house rule `partners_share`) and the
    rounding to the smallest coin (`coin_cents`, 1 for none). `disputed` are the numbers of the entries with
    an open dispute; closing over them is kept in the act of the close. Raises DisputesOpenError when there
    are others, TableChangedError, SessionClosedError, KeyReusedError.
    """
    content = content_hash("close", session=session.public_id, coin_cents=coin_cents, disputed=disputed)
    session = lock(session=session)
    if before := recorded_before(stamp=stamp, content=content):
        return before
    require_open(session=session)
    require_unchanged(session=session, expected_entry=expected_entry)
    if disputes.disputed_lines(session=session) != disputed:
        raise DisputesOpenError
    settled = settlements.preview(session=session, coin_cents=coin_cents)
    for adjustment in settled.adjustments:
        draft = Draft(
            kind=EntryKind.ADJUSTMENT,
            act={"why": adjustment.why},
            payments=adjustment.payments,
        )
        post(session=session, draft=draft, stamp=stamp, with_key=False)
    plan = [[line.payer, line.payee, line.cents] for line in settled.plan]
    over = {"disputed": list(disputed)} if disputed else {}
    draft = Draft(kind=EntryKind.CLOSE, act={"plan": plan, "coin_cents": coin_cents, **over})
    return post(session=session, draft=draft, stamp=stamp, content=content)


@transaction.atomic
def hand_over(*, session: Session, payer: int, payee: int, amount_cents: int, stamp: Stamp) -> Entry:
    """Record that payer handed payee cash of the plan, all of a line or part of it; return the entry.

    Raises WrongAmountError for more than the line still holds, KeyReusedError.
    """
    content = content_hash(
        "hand_over", session=session.public_id, payer=payer, payee=payee, amount_cents=amount_cents
    )
    session = lock(session=session)
    if before := recorded_before(stamp=stamp, content=content):
        return before
    _require_within_plan(session=session, payer=payer, payee=payee, amount_cents=amount_cents)
    return post(session=session, draft=_cash(payer, payee, amount_cents), stamp=stamp, content=content)


@transaction.atomic
def hand_over_early(*, session: Session, payer: int, payee: int, amount_cents: int, stamp: Stamp) -> Entry:
    """Record that payer handed payee cash while the session is open, and return the entry.

    It changes no result, only what is outstanding, so the close counts it. Raises WrongAmountError for a
    payment that cannot be, SessionClosedError, KeyReusedError.
    """
    content = content_hash(
        "hand_over_early", session=session.public_id, payer=payer, payee=payee, amount_cents=amount_cents
    )
    session = lock(session=session)
    if before := recorded_before(stamp=stamp, content=content):
        return before
    require_open(session=session)
    if session.money.is_points:
        raise WrongAmountError("This night is played for points, so no cash changes hands.")
    if payer == payee or session.seats.filter(number__in=(payer, payee)).count() != 2:
        raise WrongAmountError("Cash goes from one player of this table to another. Choose two of them.")
    if amount_cents < 1:
        raise WrongAmountError("Write how much was handed over; it is more than nothing.")
    return post(session=session, draft=_cash(payer, payee, amount_cents), stamp=stamp, content=content)


def _cash(payer: int, payee: int, amount_cents: int) -> Draft:
    payment = Payment(payer=payer, payee=payee, cents=amount_cents)
    return Draft(kind=EntryKind.HANDOVER, payments=(payment,), cash=True)


def _require_within_plan(*, session: Session, payer: int, payee: int, amount_cents: int) -> None:
    lines = settlements.plan(session=session)
    line = next((line for line in lines if (line.payer, line.payee) == (payer, payee)), None)
    left_cents = line.left_cents if line else 0
    if not left_cents:
        raise WrongAmountError("This payment was recorded before; nothing is left to hand over here.")
    if not 0 < amount_cents <= left_cents:
        left = format_amount(cents=left_cents, currency=session.money)
        raise WrongAmountError(f"{left} is still to be handed over here; record that much or less.")
