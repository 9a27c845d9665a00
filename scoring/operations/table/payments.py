"""What is paid beside play: side bets, fines, tips, loans repaid; and the tong: agreed on, taken, spent."""

from collections.abc import Collection
from typing import Annotated, Any

from scoring.ledger.balances import Payment
from scoring.ledger.tong import HIGHEST_PERCENT, Every
from scoring.limits import Limits
from scoring.models import Entry, EntryKind, Session
from scoring.money import Currency
from scoring.operations.errors import WrongAmountError
from scoring.operations.table.posting import Books, Draft, Stamp, content_hash, writing
from scoring.operations.words import Cents, OwedCents, Reason, SeatNumber, SeatNumbers
from scoring.queries.table.tong import tong_of
from scoring.texts import say

type Percent = Annotated[int, Limits(0, HIGHEST_PERCENT)]


def pay_free(
    *,
    session: Session,
    payer: SeatNumber,
    payees: SeatNumbers,
    amount_cents: Cents,
    reason: Reason,
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
    with writing(
        Entry, session=session, stamp=stamp, content=content, expected_entry=expected_entry, but_known=True
    ) as books:
        if books.before:
            return books.before
        books.require_reason(reason=reason)
        require_payable(session=session, seats=books.seats, payer=payer, payees=payees, amount_cents=amount_cents)
        payments = tuple(Payment(payer=payer, payee=payee, cents=amount_cents) for payee in sorted(payees))
        return books.post(Draft(kind=EntryKind.FREE, payments=payments, reason=reason))


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


def require_coin(*, currency: Currency, coin_cents: int) -> None:
    """Raise WrongAmountError for a smallest coin that the currency does not have."""
    if coin_cents not in currency.coins:
        raise WrongAmountError(say("wrong_amount.coin", known=", ".join(map(str, currency.coins))))


def set_tong(
    *,
    session: Session,
    holder: SeatNumber,
    expected_entry: int,
    stamp: Stamp,
    every: Every = Every.WIN,
    cents: OwedCents = 0,
    percent: Percent = 0,
    coin_cents: int = 1,
) -> Entry:
    """Record what is taken for the house from the next hand on and who keeps it; 0 of both ends it.

    Another `holder` takes over what is left: the next close passes it on from who `was` it before, without what was
    spent. Raises WrongAmountError for what cannot be taken, TableChangedError, SessionClosedError, KeyReusedError.
    """
    rule: dict[str, Any] = {
        "every": every,
        "cents": cents,
        "percent": percent,
        "coin_cents": coin_cents,
        "holder": holder,
    }
    content = content_hash("set_tong", session=session.public_id, **rule)
    with writing(Entry, session=session, stamp=stamp, content=content, expected_entry=expected_entry) as books:
        if books.before:
            return books.before
        _require_possible(books, rule)
        before = tong_of(session=books.session).holder
        was = {"was": before} if before not in (0, holder) else {}
        return books.post(Draft(kind=EntryKind.TONG, act={"what": "rule", **rule, **was}))


def _require_possible(books: Books[Entry], rule: dict[str, Any]) -> None:
    if books.session.money.is_points:
        raise WrongAmountError(say("wrong_amount.points_only"))
    is_percent_of_hand = rule["every"] == Every.HAND and rule["percent"]
    if rule["cents"] < 0 or not 0 <= rule["percent"] <= HIGHEST_PERCENT or is_percent_of_hand:
        raise WrongAmountError(say("wrong_amount.no_tong", most=HIGHEST_PERCENT))
    require_coin(currency=books.session.money, coin_cents=rule["coin_cents"])
    if rule["holder"] not in books.seats:
        raise WrongAmountError(say("wrong_amount.not_two_players"))


def tong_to_take(*, session: Session) -> Draft | None:
    """Return what is still to be taken for the tong, None where nothing is.

    The close takes it: a hand that was corrected after an earlier close is put right by the next.
    """
    tong = tong_of(session=session)
    act = {"what": "taken", "holder": tong.holder}
    return Draft(kind=EntryKind.TONG, act=act, payments=tong.open) if tong.open else None


def spend_tong(*, session: Session, amount_cents: Cents, reason: Reason, expected_entry: int, stamp: Stamp) -> Entry:
    """Record what some of the tong was spent on, and return the entry; it moves nothing between players.

    Raises WrongAmountError for more than is in it, ReasonMissingError, TableChangedError, SessionClosedError,
    KeyReusedError.
    """
    content = content_hash("spend_tong", session=session.public_id, amount_cents=amount_cents, reason=reason)
    with writing(
        Entry, session=session, stamp=stamp, content=content, expected_entry=expected_entry, but_known=True
    ) as books:
        if books.before:
            return books.before
        books.require_reason(reason=reason)
        if not 0 < amount_cents <= tong_of(session=session).left_cents:
            raise WrongAmountError(say("wrong_amount.not_in_tong"))
        act = {"what": "spent", "cents": amount_cents}
        return books.post(Draft(kind=EntryKind.TONG, act=act, reason=reason))
