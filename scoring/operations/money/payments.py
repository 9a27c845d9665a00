"""Record free payments, and refuse what no payment can be. It counts in nobody's winnings.

Each raises WrongAmountError, SessionClosedError, TableChangedError and KeyReusedError; ReasonMissingError where it asks
for a reason.
"""

from collections.abc import Collection

from scoring.ledger.lines import Payment
from scoring.models import Entry, EntryKind
from scoring.money import Currency
from scoring.operations.errors import WrongAmountError
from scoring.operations.table.posting import Books, Draft, records
from scoring.operations.words import Cents, Reason, SeatNumber, SeatNumbers
from scoring.texts import say


@records(EntryKind.FREE, but_known=True)
def pay_free(
    books: Books[Entry], *, payer: SeatNumber, payees: SeatNumbers, amount_cents: Cents, reason: Reason
) -> Draft:
    """Record that payer owes each payee so much for something else than play, and return the entry.

    It is settled with the night.
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
