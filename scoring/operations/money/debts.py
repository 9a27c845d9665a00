"""Settle what is owed over nights: pay, forgive, carry into a new night; one act, a line in each of its nights."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from itertools import groupby
from typing import Annotated
from uuid import UUID, uuid4

from django.db import transaction

from scoring.games.base import Data
from scoring.ledger import debts as ledger
from scoring.ledger.balances import Payment
from scoring.limits import Called, Limits
from scoring.models import Club, Entry, EntryKind, Player, Session, UtangWay
from scoring.operations.errors import DebtsChangedError, NotReversibleError, ReasonMissingError, WrongAmountError
from scoring.operations.table.posting import Books, Draft, Stamp, content_hash, kept_before, writing
from scoring.operations.table.reversing import reversal_of
from scoring.operations.words import Cents, CurrencyCode, OwedCents, Reason, Remark, SomeIds
from scoring.queries.money import OpenDebt, debts_to_carry, open_debts, standing_parts
from scoring.texts import Sum, say


@dataclass(frozen=True, slots=True, kw_only=True)
class Shown:
    """What one person owes another in a currency, as the page showed it."""

    debtor: Player
    creditor: Player
    currency: CurrencyCode
    cents: OwedCents


type Netted = Annotated[tuple[Player, Player, Cents], Called("debtor", "creditor", "expected_cents")]
type NettedPayments = Annotated[tuple[Netted, ...], Limits(0, 100)]
type Part = tuple[Session, ledger.Debt]
"""What an act settles of one line of a night's plan."""


def pay_debt(*, shown: Shown, amount_cents: Cents, stamp: Stamp, nights: SomeIds = ()) -> Entry:
    """Record that a debtor paid a creditor so much of what is owed, of these nights or of all, oldest first.

    Returns the line in the oldest of the nights. Raises DebtsChangedError, WrongAmountError, KeyReusedError.
    """
    content = _content("pay_debt", shown, amount_cents=amount_cents, nights=sorted(map(str, nights)))
    if before := kept_before(Entry, stamp=stamp, content=content):
        return before
    parts = _oldest_first(shown, amount_cents=amount_cents, nights=nights)
    people = ((shown.debtor, shown.creditor, amount_cents),)
    return _settle(way=UtangWay.PAID, parts=parts, people=people, content=content, stamp=stamp)


def forgive_debt(*, shown: Shown, amount_cents: Cents, reason: Reason, stamp: Stamp, nights: SomeIds = ()) -> Entry:
    """Record that a creditor forgave a debtor so much, and why; as `pay_debt`. Raises ReasonMissingError too."""
    content = _content("forgive_debt", shown, amount_cents=amount_cents, nights=sorted(map(str, nights)), reason=reason)
    if before := kept_before(Entry, stamp=stamp, content=content):
        return before
    if not reason:
        raise ReasonMissingError
    parts = _oldest_first(shown, amount_cents=amount_cents, nights=nights)
    people = ((shown.debtor, shown.creditor, amount_cents),)
    return _settle(way=UtangWay.FORGIVEN, parts=parts, people=people, content=content, stamp=stamp, reason=reason)


def pay_netted(*, payer: Player, payee: Player, currency: CurrencyCode, amount_cents: Cents, stamp: Stamp) -> Entry:
    """Record one payment of a netted proposal, along the debts that carry it; as `pay_debt`.

    A proposal may pair people anew after a payment. What a page showed is good as well where it settles all that one
    of the two has to pay or to get. Neither holds a second time: the fewest payments hold none twice.
    """
    club = payer.club
    people = ((payer, payee, amount_cents),)
    content = content_hash("pay_netted", club=club.public_id, people=_ids(people), currency=currency)
    if before := kept_before(Entry, stamp=stamp, content=content):
        return before
    owed = _owed(club, currency)
    payment = Payment(payer=payer.pk, payee=payee.pk, cents=amount_cents)
    debts = [each.debt for each in owed]
    balances = ledger.balances(debts=debts)
    is_whole = amount_cents == min(-balances.get(payer.pk, 0), balances.get(payee.pk, 0))
    is_good = is_whole or payment in ledger.netted(debts=debts)
    carried = ledger.settled_by(debts=debts, payment=payment) if is_good else None
    if carried is None:
        raise DebtsChangedError
    return _settle(way=UtangWay.PAID, parts=_parts(owed, carried), people=people, content=content, stamp=stamp)


def settle_all(*, club: Club, currency: CurrencyCode, expected: NettedPayments, stamp: Stamp) -> Entry:
    """Record that all payments of the netted proposal were made, which settles every debt of a currency.

    `expected` are payer, payee and amount of each as the page showed them; as `pay_debt`.
    """
    content = content_hash("settle_all", club=club.public_id, people=_ids(expected), currency=currency)
    if before := kept_before(Entry, stamp=stamp, content=content):
        return before
    owed = _owed(club, currency)
    debts = [each.debt for each in owed]
    now = ledger.netted(debts=debts)
    if not debts or sorted((payer.pk, payee.pk, cents) for payer, payee, cents in expected) != [
        (payment.payer, payment.payee, payment.cents) for payment in now
    ]:
        raise DebtsChangedError
    return _settle(way=UtangWay.PAID, parts=_parts(owed, debts), people=expected, content=content, stamp=stamp)


def carry_debts(*, session: Session, expected_cents: Cents, stamp: Stamp) -> Entry:
    """Carry the debts between people of an open night into it, where they are settled with it.

    `expected_cents` is what they came to on the page. Returns the opening line. Raises DebtsChangedError,
    SessionClosedError, KeyReusedError.
    """
    content = content_hash("carry_debts", session=session.public_id, expected_cents=expected_cents)
    if before := kept_before(Entry, stamp=stamp, content=content):
        return before
    debts = debts_to_carry(session=session)
    if not debts or sum(each.cents for each in debts) != expected_cents:
        raise DebtsChangedError
    people = tuple(_summed((each.debtor, each.creditor, each.cents) for each in debts))
    parts = [(each.session, each.debt) for each in debts]
    return _settle(way=UtangWay.CARRIED, parts=parts, people=people, content=content, stamp=stamp, into=session)


def take_back_debts(*, club: Club, act: UUID, stamp: Stamp, reason: Remark = "") -> Entry:
    """Take an act over nights back in every night it stands in, and return the first reversal.

    Raises NotReversibleError where it stands nowhere, or a later close has counted it; KeyReusedError.
    """
    content = content_hash("take_back_debts", club=club.public_id, act=act, reason=reason)
    if before := kept_before(Entry, stamp=stamp, content=content):
        return before
    lines = standing_parts(club=club, act=act)
    if not lines:
        raise NotReversibleError(say("not_reversible.undone"))
    with _opened([line.session for line in lines], content=content, stamp=stamp) as books:
        reversals: list[Entry] = []
        for line in lines:
            its = books[line.session_id]
            draft = reversal_of(night=its.night, entry=line, reason=reason)
            reversals.append(its.post(draft, with_key=not reversals))
    return reversals[0]


def _settle(
    *,
    way: UtangWay,
    parts: Sequence[Part],
    people: tuple[tuple[Player, Player, int], ...],
    content: str,
    stamp: Stamp,
    reason: str = "",
    into: Session | None = None,
) -> Entry:
    """Write one act into the books of all its nights; the first of them, or the one carried into, has the key."""
    nights = [*dict.fromkeys(session for session, _ in parts), *([into] if into else [])]
    told: Data = {
        "id": str(uuid4()),
        "people": _ids(people),
        "nights": [
            [str(session.public_id), sum(debt.cents for other, debt in parts if other == session)]
            for session in dict.fromkeys(session for session, _ in parts)
        ],
        **({"into": str(into.public_id)} if into else {}),
    }
    with _opened(nights, content=content, stamp=stamp, into=into) as books:
        if before := books[nights[0].pk].before:
            return before
        _require_still_owed(parts, books)
        lines: list[Entry] = []
        for session, of_night in groupby(parts, key=lambda part: part[0]):
            payments = _moves(way, [debt for _, debt in of_night])
            draft = Draft(kind=EntryKind.UTANG, act={**told, "way": way}, payments=payments, reason=reason)
            lines.append(books[session.pk].post(draft, with_key=not lines and not into))
        if into:
            act = {**told, "way": UtangWay.OPENING}
            lines.insert(0, books[into.pk].post(Draft(kind=EntryKind.UTANG, act=act, payments=_lent_anew(into, parts))))
    return lines[0]


@contextmanager
def _opened(
    nights: Iterable[Session], *, content: str, stamp: Stamp, into: Session | None = None
) -> Iterator[dict[int, Books[Entry]]]:
    """Open the books of several nights, locked in the order of their ids so that two acts never wait in a ring."""
    with transaction.atomic(savepoint=not stamp.in_transaction), ExitStack() as stack:
        yield {
            session.pk: stack.enter_context(
                writing(Entry, session=session, stamp=stamp, content=content, closed_too=session != into)
            )
            for session in sorted(set(nights), key=lambda session: session.pk)
        }


def _require_still_owed(parts: Iterable[Part], books: Mapping[int, Books[Entry]]) -> None:
    """Raise DebtsChangedError where a locked night holds less of a debt than an act settles."""
    for session, debts in groupby(parts, key=lambda part: part[0]):
        left = {(line.payer, line.payee): line.left_cents for line in books[session.pk].night.plan}
        if any(debt.cents > left.get((debt.payer, debt.payee), 0) for _, debt in debts):
            raise DebtsChangedError


def _moves(way: UtangWay, debts: Iterable[ledger.Debt]) -> tuple[Payment, ...]:
    """Return what a line moves in the night of these debts: what is forgiven is a gift the other way."""
    if way is UtangWay.FORGIVEN:
        return tuple(Payment(payer=debt.payee, payee=debt.payer, cents=debt.cents) for debt in debts)
    return tuple(Payment(payer=debt.payer, payee=debt.payee, cents=debt.cents) for debt in debts)


def _lent_anew(session: Session, parts: Iterable[Part]) -> tuple[Payment, ...]:
    """Return the opening of a night: each creditor lends each debtor again what was owed."""
    seats = {
        (seat.player.merged_into or seat.player).pk: seat.number
        for seat in session.seats.select_related("player__merged_into")
    }
    lent = _summed((seats[debt.creditor], seats[debt.debtor], debt.cents) for _, debt in parts)
    return tuple(Payment(payer=creditor, payee=debtor, cents=cents) for creditor, debtor, cents in lent)


def _summed[Party](owed: Iterable[tuple[Party, Party, int]]) -> Iterator[tuple[Party, Party, int]]:
    """Yield what each owes each, once."""
    total: defaultdict[tuple[Party, Party], int] = defaultdict(int)
    for one, other, cents in owed:
        total[one, other] += cents
    yield from ((one, other, cents) for (one, other), cents in total.items())


def _oldest_first(shown: Shown, *, amount_cents: int, nights: tuple[UUID, ...]) -> Sequence[Part]:
    """Return what an amount settles between two. Raises DebtsChangedError, WrongAmountError."""
    club = shown.debtor.club
    owed = [
        each for each in _owed(club, shown.currency) if (each.debtor, each.creditor) == (shown.debtor, shown.creditor)
    ]
    if not owed or sum(each.cents for each in owed) != shown.cents:
        raise DebtsChangedError
    chosen = [each for each in owed if not nights or each.session.public_id in nights]
    total = sum(each.cents for each in chosen)
    if not 0 < amount_cents <= total:
        left = Sum(cents=total, currency=owed[0].session.money)
        raise WrongAmountError(say("wrong_amount.more_than_owed", left=left))
    return _parts(owed, ledger.oldest_first(debts=[each.debt for each in chosen], cents=amount_cents))


def _parts(owed: Iterable[OpenDebt], debts: Iterable[ledger.Debt]) -> Sequence[Part]:
    sessions = {each.debt.night: each.session for each in owed}
    return [(sessions[debt.night], debt) for debt in sorted(debts)]


def _owed(club: Club, currency: str) -> list[OpenDebt]:
    return [each for each in open_debts(club=club) if each.session.currency == currency]


def _ids(people: Iterable[tuple[Player, Player, int]]) -> list[list[object]]:
    return [[str(payer.public_id), str(payee.public_id), cents] for payer, payee, cents in people]


def _content(operation: str, shown: Shown, **content: object) -> str:
    return content_hash(
        operation,
        debtor=shown.debtor.public_id,
        creditor=shown.creditor.public_id,
        currency=shown.currency,
        shown_cents=shown.cents,
        **content,
    )
