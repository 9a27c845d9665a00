"""Close a session and hand over cash.

Each raises SessionClosedError, TableChangedError and KeyReusedError.
"""

from collections.abc import Collection
from uuid import UUID

from scoring.ledger.kinds import SETTLING
from scoring.ledger.lines import Payment
from scoring.ledger.reckoning import Closing
from scoring.models import Entry, EntryKind, Session
from scoring.operations.errors import CashChangedError, DisputesOpenError, NightPlayedError, WrongAmountError
from scoring.operations.money.payments import require_coin, require_two
from scoring.operations.table.posting import Books, Draft, records
from scoring.operations.words import Cents, SeatNumber
from scoring.queries.table import disputes
from scoring.texts import Sum, say


@records(EntryKind.CLOSE)
def close_session(books: Books[Entry], *, coin_cents: int = 1, disputed: tuple[int, ...] = ()) -> Draft:
    """Close a session with the fewest payments.

    First posts the tong, the shares of partners (C25) and the rounding to `coin_cents` as entries. `disputed` are the
    numbers of lines with an open objection, which the act keeps. Raises DisputesOpenError for other numbers,
    WrongAmountError for an unknown coin.
    """
    require_coin(currency=books.session.money, coin_cents=coin_cents)
    # The person closing must have seen every open objection.
    if disputes.disputed_lines(session=books.session) != disputed:
        raise DisputesOpenError
    # Each adjustment is a separate entry, so the ledger explains every amount of the plan.
    # Hands corrected after an earlier close change the tong too, so take only its open part.
    if (tong := books.night.tong).open:
        act = {"what": "taken", "holder": tong.holder}
        books.post(Draft(kind=EntryKind.TONG, act=act, payments=tong.open), with_key=False)
    settled = Closing(night=books.night, coin_cents=coin_cents)
    for adjustment in settled.adjusted:
        act = {"why": adjustment.why}
        books.post(Draft(kind=EntryKind.ADJUSTMENT, act=act, payments=adjustment.transfers), with_key=False)
    plan = [[paid.payer, paid.payee, paid.cents] for paid in settled.plan]
    over = {"disputed": list(disputed)} if disputed else {}
    return Draft(kind=EntryKind.CLOSE, act={"plan": plan, "coin_cents": coin_cents, **over})


@records(EntryKind.CLOSE)
def discard_session(books: Books[Entry]) -> Draft:
    """Close an empty session. Raises NightPlayedError."""
    if not books.night.is_untouched:
        raise NightPlayedError
    return Draft(kind=EntryKind.CLOSE, act={"plan": [], "coin_cents": 1, "discarded": True})


@records(EntryKind.HANDOVER)
def hand_over(
    books: Books[Entry], *, payer: SeatNumber, payee: SeatNumber, amount_cents: Cents, expected_entry: int | None = None
) -> Draft:
    """Record cash between two players.

    Raises CashChangedError if other cash came after the expected entry, WrongAmountError.
    """
    # In an open night any cash is allowed, because the close will count it.
    left_cents = books.night.left_of_plan(payer, payee)
    if not books.night.is_closed:
        require_two(seats=books.night.players, payer=payer, payees=(payee,), field="payee")
    elif not left_cents:
        raise WrongAmountError(say("wrong_amount.handed_over"))
    elif amount_cents > left_cents:
        raise WrongAmountError(say("wrong_amount.too_much", left=Sum(cents=left_cents, currency=books.session.money)))
    session, known = books.session, books.stamp.known
    # Two phones may record the same cash. The second has to confirm that its cash is other cash. Acts that waited on
    # the same phone are known, so they are not the same cash.
    if expected_entry is not None and (
        entry := cash_since(session=session, seats=(payer, payee), after=expected_entry, known=known)
    ):
        amount = Sum(cents=entry.payments.all()[0].amount_cents, currency=session.money)
        raise CashChangedError(say("cash_changed", amount=amount, time=entry.recorded_at), entry=entry)
    return Draft(kind=EntryKind.HANDOVER, payments=(Payment(payer=payer, payee=payee, cents=amount_cents),))


def cash_since(*, session: Session, seats: tuple[int, int], after: int, known: Collection[UUID]) -> Entry | None:
    """Return the newest unknown cash between two seats."""
    settling = session.entries.standing().of_kind(*SETTLING).filter(number__gt=after).exclude(key__in=known)
    between = settling.filter(payments__payer__number__in=seats, payments__payee__number__in=seats)
    return between.select_related("device").order_by("-number").first()
