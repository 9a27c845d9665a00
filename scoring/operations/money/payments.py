"""What is paid beside play: side bets, fines, tips, loans repaid; and the tong: agreed on, taken, spent."""

from collections.abc import Collection
from typing import Annotated, Any

from scoring.ledger.balances import Payment
from scoring.ledger.night import Night
from scoring.ledger.tong import HIGHEST_PERCENT, Every
from scoring.limits import Limits
from scoring.models import Entry, EntryKind
from scoring.money import Currency
from scoring.operations.errors import WrongAmountError
from scoring.operations.table.posting import Books, Draft, records
from scoring.operations.words import Cents, OwedCents, Reason, SeatNumber, SeatNumbers
from scoring.texts import say

type Percent = Annotated[int, Limits(0, HIGHEST_PERCENT)]


@records(EntryKind.FREE, but_known=True)
def pay_free(
    books: Books[Entry], *, payer: SeatNumber, payees: SeatNumbers, amount_cents: Cents, reason: Reason
) -> Draft:
    """Record that payer owes each payee so much for something else than play, and return the entry.

    It is settled with the night and is in nobody's result. Raises WrongAmountError, ReasonMissingError,
    TableChangedError, SessionClosedError, KeyReusedError.
    """
    require_two(seats=books.night.players, payer=payer, payees=payees)
    payments = tuple(Payment(payer=payer, payee=payee, cents=amount_cents) for payee in sorted(payees))
    return Draft(kind=EntryKind.FREE, payments=payments, reason=reason)


def require_two(*, seats: Collection[int], payer: int, payees: tuple[int, ...], field: str = "payees") -> None:
    """Raise WrongAmountError, about the `field` of a form, unless one of these seats pays others."""
    if not payees or payer in payees or len({payer, *payees} & set(seats)) <= len(payees):
        raise WrongAmountError(say("wrong_amount.not_two_players"), field=field)


def require_coin(*, currency: Currency, coin_cents: int) -> None:
    """Raise WrongAmountError for a smallest coin that the currency does not have."""
    if coin_cents not in currency.coins:
        raise WrongAmountError(say("wrong_amount.coin", known=", ".join(map(str, currency.coins))))


@records(EntryKind.TONG)
def set_tong(
    books: Books[Entry],
    *,
    holder: SeatNumber,
    every: Every = Every.WIN,
    cents: OwedCents = 0,
    percent: Percent = 0,
    coin_cents: int = 1,
) -> Draft:
    """Record what is taken for the house from the next hand on and who keeps it; 0 of both ends it.

    Another `holder` takes over what is left: the next close passes it on from who `was` it before, without what was
    spent. Raises WrongAmountError for what cannot be taken, TableChangedError, SessionClosedError, KeyReusedError.
    """
    is_percent_of_hand = every == Every.HAND and percent
    if cents < 0 or not 0 <= percent <= HIGHEST_PERCENT or is_percent_of_hand:
        raise WrongAmountError(say("wrong_amount.no_tong", most=HIGHEST_PERCENT))
    require_coin(currency=books.session.money, coin_cents=coin_cents)
    if holder not in books.night.players:
        raise WrongAmountError(say("wrong_amount.not_two_players"))
    act: dict[str, Any] = {"every": every, "cents": cents, "percent": percent, "coin_cents": coin_cents}
    before = books.night.tong.holder
    was = {"was": before} if before not in (0, holder) else {}
    return Draft(kind=EntryKind.TONG, act={"what": "rule", **act, "holder": holder, **was})


def tong_to_take(*, night: Night) -> Draft | None:
    """Return what is still to be taken for the tong, None where nothing is.

    The close takes it: a hand that was corrected after an earlier close is put right by the next.
    """
    tong = night.tong
    act = {"what": "taken", "holder": tong.holder}
    return Draft(kind=EntryKind.TONG, act=act, payments=tong.open) if tong.open else None


@records(EntryKind.TONG, but_known=True)
def spend_tong(books: Books[Entry], *, amount_cents: Cents, reason: Reason) -> Draft:
    """Record what some of the tong was spent on, and return the entry; it moves nothing between players.

    Raises WrongAmountError for more than is in it, ReasonMissingError, TableChangedError, SessionClosedError,
    KeyReusedError.
    """
    if amount_cents > books.night.tong.left_cents:
        raise WrongAmountError(say("wrong_amount.not_in_tong"), field="amount_cents")
    return Draft(kind=EntryKind.TONG, act={"what": "spent", "cents": amount_cents}, reason=reason)
