"""Record cash, side payments, the tong and chips, and close a night.

Only the close changes results. Each raises WrongAmountError, SessionClosedError, TableChangedError and KeyReusedError.
"""

from collections.abc import Collection
from typing import Annotated
from uuid import UUID

from scoring.ledger.chips import Bank, ChipMove, decided, stack_of
from scoring.ledger.kinds import SETTLING
from scoring.ledger.lines import Payment
from scoring.ledger.reckoning import Closing
from scoring.ledger.tong import HIGHEST_PERCENT, TongBase
from scoring.limits import Limits, PartNames
from scoring.models import Entry, EntryKind, Session
from scoring.money import Currency
from scoring.operations.errors import CashChangedError, DisputesOpenError, NightPlayedError, WrongAmountError
from scoring.operations.table.posting import Books, Draft, records
from scoring.operations.words import Cents, OwedCents, Reason, SeatNumber, SeatNumbers
from scoring.queries.table import disputes
from scoring.texts import Sum, say

type ChipCount = Annotated[tuple[SeatNumber, OwedCents], PartNames(("seat", "amount_cents"))]


@records(EntryKind.FREE, but_known=True)
def pay_free(
    books: Books[Entry], *, payer: SeatNumber, payees: SeatNumbers, amount_cents: Cents, reason: Reason
) -> Draft:
    """Record a side payment to each payee."""
    require_two(seats=books.night.players, payer=payer, payees=payees)
    payments = tuple(Payment(payer=payer, payee=payee, cents=amount_cents) for payee in sorted(payees))
    return Draft(kind=EntryKind.FREE, payments=payments, reason=reason)


def require_two(*, seats: Collection[int], payer: int, payees: tuple[int, ...], field: str = "payees") -> None:
    """Raise WrongAmountError unless a seat pays others."""
    if not payees or payer in payees or len({payer, *payees} & set(seats)) <= len(payees):
        raise WrongAmountError(say("wrong_amount.not_two_players"), field=field)


def require_coin(*, currency: Currency, coin_cents: int) -> None:
    if coin_cents not in currency.coins:
        raise WrongAmountError(say("wrong_amount.coin", known=", ".join(map(str, currency.coins))))


@records(EntryKind.TONG)
def set_tong(
    books: Books[Entry],
    *,
    holder: SeatNumber,
    every: TongBase = TongBase.WIN,
    cents: OwedCents = 0,
    percent: Annotated[int, Limits(0, HIGHEST_PERCENT)] = 0,
    coin_cents: int = 1,
) -> Draft:
    """Set the tong from the next hand on.

    Zero `cents` and `percent` end the tong.
    """
    if cents < 0 or not 0 <= percent <= HIGHEST_PERCENT or (every == TongBase.HAND and percent):
        raise WrongAmountError(say("wrong_amount.no_tong", most=HIGHEST_PERCENT))
    require_coin(currency=books.session.money, coin_cents=coin_cents)
    if holder not in books.night.players:
        raise WrongAmountError(say("wrong_amount.not_two_players"))
    before = books.night.tong.holder
    # The next close moves the rest of the tong from the former holder to this one.
    was = {"was": before} if before not in (0, holder) else {}
    rule = {"every": every, "cents": cents, "percent": percent, "coin_cents": coin_cents}
    return Draft(kind=EntryKind.TONG, act={"what": "rule", **rule, "holder": holder, **was})


@records(EntryKind.TONG, but_known=True)
def spend_tong(books: Books[Entry], *, amount_cents: Cents, reason: Reason) -> Draft:
    """Record an expense of the tong."""
    if amount_cents > books.night.tong.left_cents:
        raise WrongAmountError(say("wrong_amount.not_in_tong"), field="amount_cents")
    return Draft(kind=EntryKind.TONG, act={"what": "spent", "cents": amount_cents}, reason=reason)


# Chips represent money that is in the books already, so only the cash for chips is a payment.


@records(EntryKind.CHIPS, but_known=True)
def buy_chips(
    books: Books[Entry], *, bank: SeatNumber, seats: SeatNumbers, amount_cents: Cents, is_paid: bool = False
) -> Draft:
    """Record chips that seats took from the bank."""
    if books.night.chips.bank not in (0, bank):
        raise WrongAmountError(say("wrong_amount.other_bank"), field="bank")
    return _moved(books, ChipMove.BOUGHT, bank=bank, seats=sorted(set(seats)), cents=amount_cents, paid=is_paid)


@records(EntryKind.CHIPS, but_known=True)
def return_chips(books: Books[Entry], *, seat: SeatNumber, amount_cents: Cents, is_paid: bool = False) -> Draft:
    """Record chips that a seat handed back.

    With `is_paid` the bank pays their value in cash, minus the seat's unpaid chips.
    """
    chips = books.night.chips
    if amount_cents > chips.out_cents:
        out = _sum(books, chips.out_cents)
        raise WrongAmountError(say("wrong_amount.too_many_back", out=out), field="amount_cents")
    return _moved(books, ChipMove.RETURNED, bank=chips.bank, seats=[seat], cents=amount_cents, paid=is_paid)


@records(EntryKind.CHIPS)
def take_over_bank(books: Books[Entry], *, bank: SeatNumber) -> Draft:
    """Record that another seat is the bank."""
    before = books.night.chips.bank
    if not before or before == bank or bank not in books.night.players:
        raise WrongAmountError(say("wrong_amount.no_other_bank"), field="bank")
    return _moved(books, ChipMove.TAKEN_OVER, bank=bank, was=before)


@records(EntryKind.CHIPS)
def count_chips(books: Books[Entry], *, counted: tuple[ChipCount, ...], decides: bool = False) -> Draft:
    """Record a count of chips by seat."""
    chips, held = books.night.chips, dict(counted)
    if not held.keys() <= set(books.night.players):
        raise WrongAmountError(say("wrong_amount.not_two_players"))
    if not chips.bank or any(cents < 0 for cents in held.values()):
        raise WrongAmountError(say("wrong_amount.no_chips"))
    # A count must sum to the chips that are out, or some chips are not counted.
    found, out, due = sum(held.values()), chips.out_cents, chips.due
    if found != out:
        why = "missing" if found < out else "too_many"
        found_sum, out_sum, by = (_sum(books, cents) for cents in (found, out, abs(found - out)))
        raise WrongAmountError(say(f"wrong_amount.chips_{why}", found=found_sum, out=out_sum, by=by))
    counts = [[seat, held.get(seat, 0), due.get(seat, 0)] for seat in sorted(books.night.players)]
    act = {"what": ChipMove.COUNTED.value, "chips": counts, "decides": decides}
    return Draft(kind=EntryKind.CHIPS, act=act, payments=decided(counted=held, due=due) if decides else ())


def _moved(books: Books[Entry], what: ChipMove, **said: object) -> Draft:
    act = {"what": what.value, **said}
    stack = stack_of(act=act)
    if not {stack.bank, *stack.seats} <= set(books.night.players) or (
        not stack.seats and what is not ChipMove.TAKEN_OVER
    ):
        raise WrongAmountError(say("wrong_amount.no_chips"))
    return Draft(kind=EntryKind.CHIPS, act=act, payments=Bank(books.night.chips.stacks).cash_for(stack))


def _sum(books: Books[Entry], cents: int) -> Sum:
    return Sum(cents=cents, currency=books.session.money)


@records(EntryKind.CLOSE)
def close_session(books: Books[Entry], *, coin_cents: int = 1, disputed: tuple[int, ...] = ()) -> Draft:
    """Close a session with the fewest payments.

    First posts the tong, the shares of partners (C25) and the rounding to `coin_cents` as entries. `disputed` are the
    numbers of lines with an open objection, which the act keeps. Raises DisputesOpenError for other numbers,
    WrongAmountError for an unknown coin.
    """
    require_coin(currency=books.session.money, coin_cents=coin_cents)
    # The person who closes the night must have seen every open objection.
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
    settling = session.entries.standing(*SETTLING).filter(number__gt=after).exclude(key__in=known)
    between = settling.filter(payments__payer__number__in=seats, payments__payee__number__in=seats)
    return between.select_related("device").order_by("-number").first()
