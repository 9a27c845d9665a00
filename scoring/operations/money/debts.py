"""Settle debts over nights. Each act raises DebtsChangedError, WrongAmountError and KeyReusedError."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from itertools import groupby
from typing import Annotated
from uuid import UUID, uuid4

from django.db import transaction

from scoring.frozen import Frozen
from scoring.games.base import Data
from scoring.ledger import settlement
from scoring.ledger.lines import Payment, one_pays_other, summed
from scoring.limits import Limits, PartNames
from scoring.models import Club, Entry, EntryKind, Player, Session, UtangWay
from scoring.operations.errors import DebtsChangedError, NotReversibleError, ReasonMissingError, WrongAmountError
from scoring.operations.table.posting import Books, Draft, Stamp, content_hash, kept_before, writing
from scoring.operations.table.undoing import reversal_of
from scoring.operations.words import Cents, CurrencyCode, OwedCents, Reason, Remark, SomeIds
from scoring.queries.money import OpenDebt, debts_to_carry, open_debts, pairs_of, standing_parts
from scoring.texts import Sum, say


class PairTotal(Frozen):
    """The total debt of a pair on a page."""

    debtor: Player
    creditor: Player
    currency: CurrencyCode
    cents: OwedCents


type NetDebt = Annotated[tuple[Player, Player, Cents], PartNames(("debtor", "creditor", "expected_cents"))]
type NettedPayments = Annotated[tuple[NetDebt, ...], Limits(0, 100)]


class _Act(Frozen):
    """The debts that an act settles, between people."""

    way: UtangWay
    debts: Sequence[OpenDebt]
    people: tuple[tuple[Player, Player, int], ...]
    reason: str = ""
    into: Session | None = None


def pay_debt(*, shown: PairTotal, amount_cents: Cents, stamp: Stamp, nights: SomeIds = ()) -> Entry:
    """Record that a debtor paid a debt, or a part.

    `nights` limit the debts to pay, empty means all. The oldest is paid first. Returns the line of the oldest night.
    """
    return _between_two(UtangWay.PAID, shown=shown, cents=amount_cents, nights=nights, stamp=stamp)


def forgive_debt(*, shown: PairTotal, amount_cents: Cents, reason: Reason, stamp: Stamp, nights: SomeIds = ()) -> Entry:
    """Record that a creditor forgave a debt, or a part. Raises ReasonMissingError too."""
    return _between_two(UtangWay.FORGIVEN, shown=shown, cents=amount_cents, nights=nights, stamp=stamp, reason=reason)


def _between_two(way: UtangWay, *, shown: PairTotal, cents: int, nights: SomeIds, stamp: Stamp, **why: str) -> Entry:
    """Settle the oldest debts of a pair up to an amount."""
    pair = (shown.debtor, shown.creditor)

    def act() -> _Act:
        if "reason" in why and not why["reason"]:
            raise ReasonMissingError
        owed = [each for each in _owed(pair[0].club, shown.currency) if (each.debtor, each.creditor) == pair]
        if not owed or sum(each.cents for each in owed) != shown.cents:
            raise DebtsChangedError
        chosen = [each for each in owed if not nights or each.session.public_id in nights]
        total = sum(each.cents for each in chosen)
        if not 0 < cents <= total:
            left = Sum(cents=total, currency=owed[0].session.money)
            raise WrongAmountError(say("wrong_amount.more_than_owed", left=left))
        debts = settlement.oldest_first(debts=chosen, cents=cents)
        return _Act(way=way, debts=debts, people=((*pair, cents),), reason=why.get("reason", ""))

    said = {"people": _ids([(*pair, cents)]), "currency": shown.currency, "shown_cents": shown.cents, **why}
    return _settle(stamp, content_hash(way, **said, nights=sorted(map(str, nights))), act)


def pay_netted(*, payer: Player, payee: Player, currency: CurrencyCode, amount_cents: Cents, stamp: Stamp) -> Entry:
    """Record one payment of a netted proposal."""
    people = ((payer, payee, amount_cents),)
    content = content_hash("pay_netted", club=payer.club.public_id, people=_ids(people), currency=currency)

    def act() -> _Act:
        owed = _owed(payer.club, currency)
        payment = Payment(payer=payer.pk, payee=payee.pk, cents=amount_cents)
        balances = settlement.net_balances(debts=owed)
        # After a payment the proposal may pair people differently. The shown payment is still good if one of its two
        # people then owes nothing.
        is_whole = amount_cents == min(-balances.get(payer.pk, 0), balances.get(payee.pk, 0))
        is_good = is_whole or payment in settlement.netted(debts=owed)
        carried = settlement.settled_by(debts=owed, payment=payment) if is_good else None
        if carried is None:
            raise DebtsChangedError
        return _Act(way=UtangWay.PAID, debts=carried, people=people)

    return _settle(stamp, content, act)


def settle_all(*, club: Club, currency: CurrencyCode, expected: NettedPayments, stamp: Stamp) -> Entry:
    """Record all payments of the netted proposal."""

    def act() -> _Act:
        owed = _owed(club, currency)
        now = [(paid.payer, paid.payee, paid.cents) for paid in settlement.netted(debts=owed)]
        if not owed or sorted((payer.pk, payee.pk, cents) for payer, payee, cents in expected) != now:
            raise DebtsChangedError
        return _Act(way=UtangWay.PAID, debts=owed, people=expected)

    content = content_hash("settle_all", club=club.public_id, people=_ids(expected), currency=currency)
    return _settle(stamp, content, act)


def carry_debts(*, session: Session, expected_cents: Cents, stamp: Stamp) -> Entry:
    """Carry debts into an open night.

    `expected_cents` is their sum on the page. Returns the opening line. Raises SessionClosedError.
    """

    def act() -> _Act:
        debts = debts_to_carry(session=session)
        if not debts or sum(each.cents for each in debts) != expected_cents:
            raise DebtsChangedError
        people = tuple((pair.debtor, pair.creditor, pair.cents) for pair in pairs_of(debts))
        return _Act(way=UtangWay.CARRIED, debts=debts, people=people, into=session)

    return _settle(stamp, content_hash("carry_debts", session=session.public_id, expected_cents=expected_cents), act)


def take_back_debts(*, club: Club, act: UUID, stamp: Stamp, reason: Remark = "") -> Entry:
    """Undo an act in all its nights.

    Returns the first reversal. Raises NotReversibleError if the act is undone already, or a close counted it.
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


def _settle(stamp: Stamp, content: str, draft: Callable[[], _Act]) -> Entry:
    if before := kept_before(Entry, stamp=stamp, content=content):
        return before
    # A repeated request must not read debts that it settled itself.
    act = draft()
    of_nights = [(session, tuple(debts)) for session, debts in groupby(act.debts, key=lambda each: each.session)]
    sessions = [session for session, _ in of_nights]
    common: Data = {
        "id": str(uuid4()),
        "people": _ids(act.people),
        "nights": [[str(session.public_id), sum(debt.cents for debt in debts)] for session, debts in of_nights],
        **({"into": str(act.into.public_id)} if act.into else {}),
    }
    with _opened([*sessions, *filter(None, [act.into])], content=content, stamp=stamp, into=act.into) as books:
        if before := books[sessions[0].pk].before:
            return before
        # The debts were read before the lock, so they are compared with the locked nights.
        for each in act.debts:
            if each.cents > books[each.session.pk].night.left_of_plan(each.payer, each.payee):
                raise DebtsChangedError
        lines: list[Entry] = []
        # Forgiving is a gift from the creditor, so it pays in the other direction.
        sign = -1 if act.way is UtangWay.FORGIVEN else 1
        for session, debts in of_nights:
            payments = tuple(
                paid for debt in debts for paid in one_pays_other(debt.payer, debt.payee, cents=sign * debt.cents)
            )
            line = Draft(kind=EntryKind.UTANG, act={**common, "way": act.way}, payments=payments, reason=act.reason)
            lines.append(books[session.pk].post(line, with_key=not lines and not act.into))
        if act.into:
            rows = act.into.seats.select_related("player__merged_into")
            seats = {(seat.player.merged_into or seat.player).pk: seat.number for seat in rows}
            # In the new night each creditor lends the same amount again.
            payments = summed(
                Payment(payer=seats[each.creditor.pk], payee=seats[each.debtor.pk], cents=each.cents)
                for each in act.debts
            )
            opening = {**common, "way": UtangWay.OPENING}
            lines.insert(0, books[act.into.pk].post(Draft(kind=EntryKind.UTANG, act=opening, payments=payments)))
    return lines[0]


@contextmanager
def _opened(
    nights: Iterable[Session], *, content: str, stamp: Stamp, into: Session | None = None
) -> Iterator[dict[int, Books[Entry]]]:
    """Open the books of several nights, closed ones too."""
    with transaction.atomic(savepoint=not stamp.in_transaction), ExitStack() as stack:
        yield {
            session.pk: stack.enter_context(
                writing(Entry, session=session, stamp=stamp, content=content, closed_too=session != into)
            )
            # Lock in the order of ids. Two acts can then never wait for each other.
            for session in sorted(set(nights), key=lambda session: session.pk)
        }


def _owed(club: Club, currency: str) -> list[OpenDebt]:
    return [each for each in open_debts(club=club) if each.session.currency == currency]


def _ids(people: Iterable[tuple[Player, Player, int]]) -> list[list[object]]:
    return [[str(payer.public_id), str(payee.public_id), cents] for payer, payee, cents in people]
