"""What people of a club owe each other from nights that are closed, and what was settled of it since."""

from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import date, datetime
from operator import attrgetter
from uuid import UUID

from django.db.models import Exists, OuterRef

from scoring.ledger.debts import Debt, netted, settled_by
from scoring.models import Club, Entry, EntryKind, Player, Seat, Session, UtangWay
from scoring.models import Payment as PaymentRow
from scoring.money import Currency, written_together
from scoring.queries.people.access import Access, Action, may

ACTS_SHOWN = 12


@dataclass(frozen=True, slots=True, kw_only=True)
class OpenDebt:
    """What is left of a line of a night's plan, between people as they are known now; `debt` is it by numbers."""

    session: Session
    debtor: Player
    creditor: Player
    debt: Debt

    @property
    def cents(self) -> int:
        return self.debt.cents


@dataclass(frozen=True, slots=True, kw_only=True)
class Pair:
    """All that one owes another in a currency, oldest night first."""

    debtor: Player
    creditor: Player
    currency: Currency
    debts: tuple[OpenDebt, ...]

    @property
    def cents(self) -> int:
        return sum(debt.cents for debt in self.debts)

    @property
    def since(self) -> date:
        return self.debts[0].session.day

    @property
    def written(self) -> Currency:
        """Return the currency as what is owed is written."""
        return written_together(currency=self.currency, amounts=(debt.cents for debt in self.debts))


@dataclass(frozen=True, slots=True, kw_only=True)
class NettedPayment:
    """One of the fewest payments that settle all; `alone` tells that debts carry it without the others."""

    payer: Player
    payee: Player
    cents: int
    alone: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Owed:
    """What is open in one currency: by pairs, and netted over people and nights."""

    currency: Currency
    pairs: tuple[Pair, ...]
    netted: tuple[NettedPayment, ...]

    @property
    def written(self) -> Currency:
        """Return the currency as what is open in it is written."""
        debts = (debt.cents for pair in self.pairs for debt in pair.debts)
        return written_together(currency=self.currency, amounts=(*debts, *(each.cents for each in self.netted)))

    @property
    def is_fewest(self) -> bool:
        """Return whether no fewer payments settle all than those that people owe each other."""
        return len(self.netted) == len(self.pairs)


@dataclass(frozen=True, slots=True, kw_only=True)
class SettledPart:
    """What one person paid or was forgiven towards another, in an act over nights."""

    payer: Player
    payee: Player
    cents: int


@dataclass(frozen=True, slots=True, kw_only=True)
class SettledAct:
    """Something that settled debts of one or several nights, and stands.

    Once the night `counted_in` was closed with it, it is taken back only after that night was reopened.
    """

    id: UUID
    way: UtangWay
    at: datetime
    reason: str
    currency: Currency
    parts: tuple[SettledPart, ...]
    nights: tuple[Session, ...]
    counted_in: Session | None

    @property
    def written(self) -> Currency:
        """Return the currency as what was settled is written."""
        return written_together(currency=self.currency, amounts=(part.cents for part in self.parts))


def open_debts(*, club: Club) -> tuple[OpenDebt, ...]:
    """Return every debt of a club, oldest night first, in four queries; practice leaves none."""
    left = {key: cents for key, cents in _left_of_plans(club).items() if cents > 0}
    sessions = Session.objects.in_bulk({session for session, _, _ in left})
    seats = Seat.objects.filter(session__in=sessions).select_related("player__merged_into")
    people = {(seat.session_id, seat.number): seat.player.merged_into or seat.player for seat in seats}
    by_age = sorted(sessions.values(), key=attrgetter("day", "pk"))
    ages = {session.pk: age for age, session in enumerate(by_age)}
    debts = (
        OpenDebt(
            session=sessions[session],
            debtor=people[session, payer],
            creditor=people[session, payee],
            debt=Debt(
                night=ages[session],
                payer=payer,
                payee=payee,
                debtor=people[session, payer].pk,
                creditor=people[session, payee].pk,
                cents=cents,
            ),
        )
        for (session, payer, payee), cents in left.items()
    )
    return tuple(sorted((each for each in debts if each.debtor != each.creditor), key=lambda each: each.debt))


def _left_of_plans(club: Club) -> dict[tuple[int, int, int], int]:
    """Return what is left of every line of a plan, by session and the seats of payer and payee."""
    closes = (
        Entry.objects.standing()
        .of_kind(EntryKind.CLOSE)
        .filter(session__club=club, session__is_practice=False)
        .order_by()
    )
    closed_at, left = {}, {}
    for session, number, act in closes.values_list("session_id", "number", "act"):
        closed_at[session] = number
        left.update({(session, payer, payee): cents for payer, payee, cents in act["plan"]})
    settled = (
        PaymentRow.objects.standing()
        .filter(entry__session__in=closed_at, entry__kind__in=(EntryKind.HANDOVER, EntryKind.UTANG))
        .order_by()
    )
    columns = ("entry__session_id", "entry__number", "apart", "payer__number", "payee__number", "amount_cents")
    for session, number, apart, payer, payee, cents in settled.values_list(*columns):
        line = (session, payee, payer) if apart else (session, payer, payee)
        if number > closed_at[session] and line in left:
            left[line] -= cents
    return left


def owed_in(*, club: Club) -> tuple[Owed, ...]:
    """Return what people of a club owe each other, in each currency."""
    by_currency: defaultdict[Currency, list[OpenDebt]] = defaultdict(list)
    for each in open_debts(club=club):
        by_currency[each.session.money].append(each)
    return tuple(
        Owed(currency=currency, pairs=tuple(_pairs(debts, currency)), netted=_netted(debts))
        for currency, debts in sorted(by_currency.items(), key=lambda item: item[0].code)
    )


def owed_by(*, player: Player) -> tuple[tuple[Pair, ...], tuple[Pair, ...]]:
    """Return what a person owes others, and what others owe that person."""
    pairs = tuple(pair for owed in owed_in(club=player.club) for pair in owed.pairs)
    return (
        tuple(pair for pair in pairs if pair.debtor == player),
        tuple(pair for pair in pairs if pair.creditor == player),
    )


def debts_to_carry(*, session: Session) -> tuple[OpenDebt, ...]:
    """Return the debts of other nights in this currency between people who have a seat in an open night."""
    if session.money.is_points or session.is_practice:
        return ()
    seats = session.seats.select_related("player__merged_into")
    here = {(seat.player.merged_into or seat.player).pk for seat in seats}
    return tuple(
        each
        for each in open_debts(club=session.club)
        if {each.debtor.pk, each.creditor.pk} <= here
        and each.session.money == session.money
        and each.session != session
    )


def _pairs(debts: Iterable[OpenDebt], currency: Currency) -> Iterator[Pair]:
    """Yield the pairs, the oldest debt first."""
    between: defaultdict[tuple[Player, Player], list[OpenDebt]] = defaultdict(list)
    for each in debts:
        between[each.debtor, each.creditor].append(each)
    for (debtor, creditor), owed in between.items():
        yield Pair(debtor=debtor, creditor=creditor, currency=currency, debts=tuple(owed))


def _netted(debts: list[OpenDebt]) -> tuple[NettedPayment, ...]:
    people = {person.pk: person for each in debts for person in (each.debtor, each.creditor)}
    numbers = [each.debt for each in debts]
    return tuple(
        NettedPayment(
            payer=people[payment.payer],
            payee=people[payment.payee],
            cents=payment.cents,
            alone=settled_by(debts=numbers, payment=payment) is not None,
        )
        for payment in netted(debts=numbers)
    )


def standing_parts(*, club: Club, act: UUID) -> tuple[Entry, ...]:
    """Return the lines of an act over nights that stand, by night."""
    entries = Entry.objects.standing().of_kind(EntryKind.UTANG).filter(session__club=club, act__id=str(act))
    return tuple(entries.select_related("session").order_by("session", "number"))


def people_of_act(*, club: Club, act: UUID) -> tuple[Player, ...]:
    """Return whoever paid, was paid or was forgiven in an act that stands, as they are known now."""
    lines = standing_parts(club=club, act=act)
    named = {public_id for each in lines[0].act["people"] for public_id in each[:2]} if lines else ()
    found = Player.objects.filter(club=club, public_id__in=named).select_related("merged_into")
    return tuple(player.merged_into or player for player in found)


def may_settle(*, access: Access, people: Iterable[Player]) -> bool:
    """Tell whether debts between people may be settled: who only plays settles what is their own."""
    if may(role=access.role, action=Action.RECORD):
        return True
    return may(role=access.role, action=Action.SETTLE) and access.player in tuple(people)


def settled_acts(*, club: Club) -> tuple[SettledAct, ...]:
    """Return the newest acts that settled debts over nights and stand."""
    entries = (
        Entry.objects.standing().of_kind(EntryKind.UTANG).filter(session__club=club).exclude(act__way=UtangWay.OPENING)
    )
    lines: defaultdict[str, list[Entry]] = defaultdict(list)
    for entry in entries.select_related("session").order_by("-recorded_at", "-pk")[: 8 * ACTS_SHOWN]:
        lines[entry.act["id"]].append(entry)
    people = {str(each.public_id): each.merged_into or each for each in club.players.select_related("merged_into")}
    closed = (
        Entry.objects.standing()
        .of_kind(EntryKind.CLOSE)
        .filter(session=OuterRef("session"), number__gt=OuterRef("number"))
    )
    parts = Entry.objects.standing().of_kind(EntryKind.UTANG).filter(session__club=club, act__id__in=tuple(lines))
    counted = {part.act["id"]: part.session for part in parts.filter(Exists(closed)).select_related("session")}
    return tuple(
        SettledAct(
            id=UUID(act),
            way=UtangWay(each[0].act["way"]),
            at=each[0].recorded_at,
            reason=each[0].reason,
            currency=each[0].session.money,
            parts=tuple(
                SettledPart(payer=people[payer], payee=people[payee], cents=cents)
                for payer, payee, cents in each[0].act["people"]
            ),
            nights=tuple(sorted((entry.session for entry in each), key=attrgetter("day", "pk"))),
            counted_in=counted.get(act),
        )
        for act, each in list(lines.items())[:ACTS_SHOWN]
    )
