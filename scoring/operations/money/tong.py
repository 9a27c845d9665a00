"""Record the tong: what is taken for the house, and what it is spent on. It counts in nobody's winnings.

Each raises WrongAmountError, SessionClosedError, TableChangedError and KeyReusedError; ReasonMissingError where it asks
for a reason.
"""

from typing import Annotated

from scoring.ledger.night import Night
from scoring.ledger.tong import HIGHEST_PERCENT, Every
from scoring.limits import Limits
from scoring.models import Entry, EntryKind
from scoring.operations.errors import WrongAmountError
from scoring.operations.money.payments import require_coin
from scoring.operations.table.posting import Books, Draft, records
from scoring.operations.words import Cents, OwedCents, Reason, SeatNumber
from scoring.texts import say

type Percent = Annotated[int, Limits(0, HIGHEST_PERCENT)]


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
    spent.
    """
    if cents < 0 or not 0 <= percent <= HIGHEST_PERCENT or (every == Every.HAND and percent):
        raise WrongAmountError(say("wrong_amount.no_tong", most=HIGHEST_PERCENT))
    require_coin(currency=books.session.money, coin_cents=coin_cents)
    if holder not in books.night.players:
        raise WrongAmountError(say("wrong_amount.not_two_players"))
    before = books.night.tong.holder
    was = {"was": before} if before not in (0, holder) else {}
    taken = {"every": every, "cents": cents, "percent": percent, "coin_cents": coin_cents}
    return Draft(kind=EntryKind.TONG, act={"what": "rule", **taken, "holder": holder, **was})


def tong_to_take(*, night: Night) -> Draft | None:
    """Return what the close still takes for the tong, also by hands corrected since another close; None for nothing."""
    act = {"what": "taken", "holder": night.tong.holder}
    return Draft(kind=EntryKind.TONG, act=act, payments=night.tong.open) if night.tong.open else None


@records(EntryKind.TONG, but_known=True)
def spend_tong(books: Books[Entry], *, amount_cents: Cents, reason: Reason) -> Draft:
    """Record what some of the tong was spent on, and return the entry; it moves nothing between players."""
    if amount_cents > books.night.tong.left_cents:
        raise WrongAmountError(say("wrong_amount.not_in_tong"), field="amount_cents")
    return Draft(kind=EntryKind.TONG, act={"what": "spent", "cents": amount_cents}, reason=reason)
